//! Reads JSON from files, and writes JSON to files.

use crate::exit::{Failure, InFile};
use crate::input::Opened;
use crate::output;
use bpx_formats::files::Stamp;
use bpx_schema::budget::BoundedWriter;
use bpx_schema::json::{JsonDoc, JsonReadError, JsonSink, JsonText, read_json};
use bpx_schema::source::SourceReader;
use bpx_schema::{Budget, Error, Result as Read};
use std::io::{self, BufWriter, Seek, Write};
use std::path::Path;

/// The largest size of JSON in memory before it is printed, in bytes; larger JSON goes to a temporary file (D-71).
const IN_MEMORY: usize = 4 << 20;

/// Reads a file of JSON, with arrays and objects nested as deeply as in any model.
pub(crate) fn read_json_file(file: &Opened) -> Result<JsonDoc, Failure> {
    let size = file.source.size();
    let budget = Budget::new(crate::limits::run_limits(), size);
    // A block is an object in a list in an object, and the model has levels around them. A clipped limit is the largest one.
    let depth = (budget.limits().max_depth as usize).saturating_mul(2).saturating_add(8);
    read_json(SourceReader::new(&*file.source, 0, size), depth, &budget).map_err(|error| match error {
        JsonReadError::Io(error) => Failure::File { name: file.name.clone(), error: error.into() },
        other => Failure::Input { name: file.name.clone(), message: format!("not JSON: {other}") },
    })
}

/// Writes JSON to a file or to stdout. `(name, size)` describes the source of the JSON; if the source cannot be read,
/// writes nothing.
pub(crate) fn save_json(
    path: &Path,
    made_from: Option<&Stamp>,
    (name, size): (&str, u64),
    write: impl FnOnce(&mut dyn JsonSink) -> Read<()>,
) -> Result<(), Failure> {
    if path.as_os_str() == "-" {
        return print_json((name, size), write);
    }
    let mut failed = None;
    let saved = output::save_with(path, made_from, |out| {
        failed = write_text(out, size, write)?.err();
        match failed {
            // This only stops writing: the error is reported below.
            Some(_) => Err(io::Error::other("reading failed").into()),
            None => Ok(()),
        }
    });
    match failed {
        Some(error) => Err(error).in_file(name),
        None => saved.map(drop),
    }
}

/// Prints JSON. `source` is the name and the size of the source of the JSON; if the source cannot be read, prints
/// nothing.
pub(crate) fn print_json(
    source: (&str, u64),
    write: impl FnOnce(&mut dyn JsonSink) -> Read<()>,
) -> Result<(), Failure> {
    print_if(source, |sink| write(sink).map(|()| true)).map(drop)
}

/// Prints JSON as [`print_json`] does, if `write` returns that there is something to print; returns the value of
/// `write`.
pub(crate) fn print_if(
    (name, size): (&str, u64),
    write: impl FnOnce(&mut dyn JsonSink) -> Read<bool>,
) -> Result<bool, Failure> {
    let mut spool = tempfile::SpooledTempFile::new(IN_MEMORY);
    let written = write_text(&mut spool, size, write).and_then(|read| spool.rewind().map(|()| read));
    let wanted = written.in_file("a temporary file")?.in_file(name)?;
    if wanted {
        output::save_with(Path::new("-"), None, |out| Ok(io::copy(&mut spool, out)?))?;
    }
    Ok(wanted)
}

/// Writes indented JSON and a line break, up to a length that a source of this size justifies; returns the result of
/// reading.
fn write_text<T>(
    out: impl Write,
    source_size: u64,
    write: impl FnOnce(&mut dyn JsonSink) -> Read<T>,
) -> io::Result<Read<T>> {
    let budget = Budget::new(crate::limits::run_limits(), source_size);
    let mut text = JsonText::pretty(BufWriter::with_capacity(64 << 10, BoundedWriter::new(out, &budget)));
    let read = write(&mut text);
    let written = text.finish().and_then(|mut out| out.write_all(b"\n").and_then(|()| out.flush()));
    match written.map_err(Error::from) {
        Ok(()) => Ok(read),
        Err(Error::Io { source, .. }) => Err(source),
        // The fault is in the source, not in the output.
        Err(fault) => Ok(read.and_then(|_| Err(fault))),
    }
}
