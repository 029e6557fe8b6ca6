use super::parsed::Reading;
use crate::args::{Foreign, Input};
use crate::exit::{Exit, Failure, InFile};
use bpx_formats::outline_budget;
use bpx_schema::Result as Read;
use bpx_schema::budget::BoundedWriter;
use bpx_schema::dump::{DumpOptions, Spool, dump_json, dump_text};
use bpx_schema::json::JsonText;
use bpx_schema::report::{Error, Path};
use bpx_schema::watch::{Watch, WatchPair};
use std::cell::Cell;
use std::io::{self, Write};

/// Options for showing values.
#[derive(Clone, Copy)]
pub(crate) struct How {
    /// Show the documentation of fields.
    pub docs: bool,
    /// Show all bytes of long values.
    pub full: bool,
    /// Print JSON.
    pub json: bool,
}

/// Lists every byte of a file with its meaning.
pub(crate) fn run(args: &Input, path: Option<&str>, how: How, schema: &Foreign) -> Result<Exit, Failure> {
    // The empty path names the whole file.
    let wanted =
        Path::parse(path.unwrap_or_default()).map_err(|problem| Failure::Usage(format!("not a path: {problem}")))?;
    let reading = Reading::new(&args.given, schema)?;
    let parsed = reading.open(&args.file)?;
    let file = &parsed.file;
    let bytes = file.whole_bytes()?;
    let options = DumpOptions::default().with_docs(how.docs).with_path(wanted.to_string());
    let options = if how.full { options.with_max_bytes(usize::MAX) } else { options };
    let read = |watch: &mut dyn Watch| parsed.watch(&bytes, watch);
    let budget = outline_budget(reading.options().limits, &bytes);
    let mut out = io::stdout().lock();
    let found = if how.json {
        let mut text = JsonText::pretty(io::BufWriter::new(BoundedWriter::new(&mut out, &budget)));
        let found = dump_json(&options, &budget, &read, &mut text);
        let ended = text.finish().and_then(|mut out| out.write_all(b"\n").and_then(|()| out.flush()));
        ended.map_err(Error::from).and(found)
    } else {
        dump_text(&bytes, &options, &budget, &read, &mut out, &mut line_spool)
    };
    match found {
        // A reader that closes the pipe is not an error.
        Err(Error::Io { source, .. }) if source.kind() == io::ErrorKind::BrokenPipe => Ok(Exit::Fine),
        Err(error) => Err(error).in_file(&file.name),
        Ok(true) => Ok(Exit::Fine),
        Ok(false) => Err(Failure::Usage(format!("{}: no value at `{wanted}`", file.name))),
    }
}

/// Writes the dump of a whole file, with the documentation of fields. The dump reads the file twice; `other` listens to
/// the first time.
pub(crate) fn explain_file(bytes: &[u8], other: &mut dyn Watch, read: &dyn Fn(&mut dyn Watch) -> Read<()>) -> Read<()> {
    let other = Cell::new(Some(other));
    let read = |watch: &mut dyn Watch| match other.take() {
        Some(other) => read(&mut WatchPair(watch, other)),
        None => read(watch),
    };
    let options = DumpOptions::default().with_docs(true);
    let budget = outline_budget(crate::limits::run_limits(), bytes);
    dump_text(bytes, &options, &budget, &read, &mut io::stdout().lock(), &mut line_spool).map(drop)
}

/// Makes the buffer that holds lines until they are sorted.
fn line_spool() -> io::Result<Box<dyn Spool>> {
    /// The largest size of lines in memory, in bytes; more lines go to a temporary file.
    const IN_MEMORY: usize = 4 << 20;
    Ok(Box::new(tempfile::SpooledTempFile::new(IN_MEMORY)))
}
