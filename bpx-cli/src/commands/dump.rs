use super::foreign;
use crate::args::{Foreign, Input};
use crate::exit::{Exit, Failure, InFile};
use crate::{input, output};
use bpx_schema::report::Path;
use bpx_schema::trace::{DumpOptions, Entry, Recorder, Trace, What, dump};
use serde_json::{Value, json};

/// How to show values.
#[derive(Clone, Copy)]
pub(crate) struct How {
    /// Say what fields mean.
    pub docs: bool,
    /// Show all bytes of long values.
    pub full: bool,
    /// As JSON.
    pub json: bool,
}

/// Lists every byte of a file with its meaning.
pub(crate) fn run(args: &Input, path: Option<&str>, how: How, schema: &Foreign) -> Result<Exit, Failure> {
    let How { docs, full, json: as_json } = how;
    let wanted =
        Path::parse(path.unwrap_or_default()).map_err(|problem| Failure::Usage(format!("not a path: {problem}")))?;
    let file = input::open(&args.file)?;
    let bytes = file.bytes()?;
    let mut recorder = if full { Recorder::complete(&bytes) } else { Recorder::new(&bytes) };
    let read = match foreign::open(schema)? {
        Some(schema) => schema.watch(&bytes, &mut recorder),
        None => {
            let format = super::identify::format(args.given.format.as_deref(), &file)?;
            format.watch(&bytes, &input::options(&args.given)?, &mut recorder)
        }
    };
    let trace = recorder.finish();
    let whole = wanted.segments().is_empty();
    let trace = if whole { trace } else { trace.below(&wanted) };
    if trace.entries.is_empty() && read.is_ok() && !whole {
        return Err(Failure::Usage(format!("{}: no value at `{wanted}`", file.name)));
    }
    if as_json {
        let list: Value = trace.entries.iter().map(entry_json).collect();
        output::print_json(&list).in_file("<stdout>")?;
    } else {
        // What follows a fault was not read, so that it is not listed as bytes behind the end.
        let all = if whole && read.is_ok() { &*bytes } else { &[] };
        output::print(&text(&trace, all, docs, full)).in_file("<stdout>")?;
    }
    read.in_file(&file.name)?;
    Ok(Exit::Fine)
}

/// The dump as text.
pub(crate) fn text(trace: &Trace, bytes: &[u8], docs: bool, full: bool) -> String {
    let options = DumpOptions::default().with_docs(docs);
    dump(trace, bytes, if full { options.with_max_bytes(usize::MAX) } else { options })
}

fn entry_json(entry: &Entry) -> Value {
    let (kind, value) = match &entry.what {
        What::Structure => ("structure", None),
        What::Array(_) => ("array", None),
        What::Region { .. } => ("region", None),
        What::Leaf { value, .. } => ("value", Some(value)),
    };
    json!({
        "path": entry.path.to_string(),
        "kind": kind,
        "offset": entry.at.file.to_string(),
        "content_offset": entry.at.content.map(|offset| offset.to_string()),
        "size": entry.size.to_string(),
        "value": value,
        "label": entry.label,
        "doc": entry.doc,
        "spec": entry.spec,
    })
}
