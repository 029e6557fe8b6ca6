//! The model of a file as JSON: one value of it, changes of it, and texts to keep.

use super::spool::Waiting;
use super::{Reply, Request};
use crate::failure::Failure;
use crate::host::Download;
use crate::session::Session;
use bpx_formats::{ModelOptions, write_html};
use bpx_schema::budget::BoundedWriter;
use bpx_schema::dump::{DumpOptions, dump};
use bpx_schema::json::{JsonDoc, JsonText};
use bpx_schema::report::{Mode, Path, Segment};
use bpx_schema::watch::Watch;
use bpx_schema::{Budget, Error};
use serde_json::{Value, json};
use std::io::{BufWriter, Write};

/// Size in bytes up to which a file can be edited: its model as a tree takes many times as much.
const EDITABLE: u64 = 4 << 20;

/// Returns the JSON of the value at a path of the tree, and its path in the model.
pub(super) fn value(session: &mut Session, request: &Request) -> Reply {
    let model = tree(session)?;
    let path = request.text("path")?;
    let found = candidates(session.reads("bpx"), path).into_iter().find_map(|path| {
        let value = find(&model, &Path::parse(&path).ok()?)?;
        Some(json!({ "path": path, "value": value }))
    });
    Ok((found.unwrap_or(Value::Null), Vec::new()))
}

/// Replaces one value of the model and makes a file of it: the reply has its bytes, and what is wrong with them.
pub(super) fn edit(session: &mut Session, request: &Request) -> Reply {
    let mut model = tree(session)?;
    let path = Path::parse(request.text("path")?).map_err(Failure::new)?;
    let value = request.0.get("value").cloned().ok_or_else(|| Failure::new("expected a value"))?;
    let place = find_mut(&mut model, &path).ok_or_else(|| Failure::new(format!("the model has no value `{path}`")))?;
    *place = value;
    let model = JsonDoc::from(&model);
    let format = session.need_format()?;
    let bytes = format.from_json(model.root(), &session.options)?;
    let report = format.verify(&bytes, Mode::Lenient, &session.options)?;
    let same = session.whole().is_ok_and(|whole| **whole == bytes);
    Ok((json!({ "verdict": report.verdict().name(), "same": same }), bytes))
}

fn tree(session: &Session) -> Result<Value, Failure> {
    let format = session.need_format()?;
    let size = session.source.size();
    if size > EDITABLE {
        let most = EDITABLE >> 20;
        return Err(Failure::new(format!("expected at most {most} MiB for editing, found {size} bytes")));
    }
    Ok(format.to_json(&session.source, &session.options, ModelOptions::default())?.to_value())
}

/// The paths in the model that a path of the tree may have: in BPX files, the model has sections with header and
/// content.
fn candidates(is_bpx: bool, path: &str) -> Vec<String> {
    let mut list = vec![path.to_owned()];
    if is_bpx && let Some((start, rest)) = path.split_once(']') {
        if let Some(index) = start.strip_prefix("table[") {
            list.push(format!("sections[{index}].header{rest}"));
        } else {
            list.push(format!("{start}].content{rest}"));
        }
    }
    list
}

fn find<'v>(value: &'v Value, path: &Path) -> Option<&'v Value> {
    path.segments().iter().try_fold(value, |value, segment| match segment {
        Segment::Field(name) => value.get(&**name),
        Segment::Index(index) => value.get(usize::try_from(*index).ok()?),
    })
}

fn find_mut<'v>(value: &'v mut Value, path: &Path) -> Option<&'v mut Value> {
    path.segments().iter().try_fold(value, |value, segment| match segment {
        Segment::Field(name) => value.get_mut(&**name),
        Segment::Index(index) => value.get_mut(usize::try_from(*index).ok()?),
    })
}

/// Writes the model as a download.
pub(super) fn save_json(session: &mut Session, _: &Request) -> Reply {
    let format = session.need_format()?;
    let budget = Budget::new(session.options.limits, session.source.size());
    let mut text = JsonText::pretty(BufWriter::new(BoundedWriter::new(Download, &budget)));
    let written = format.write_json(&session.source, &session.options, ModelOptions::default(), &mut text);
    text.finish().and_then(|mut out| out.write_all(b"\n").and_then(|()| out.flush())).map_err(Error::from)?;
    written?;
    Ok((Value::Null, Vec::new()))
}

/// Writes annotated bytes as a download.
pub(super) fn save_dump(session: &mut Session, _: &Request) -> Reply {
    let whole = session.whole()?;
    let format = session.need_format()?;
    let budget = Budget::over(session.options.limits, &whole);
    let options = DumpOptions::default().with_docs(true);
    let mut out = BufWriter::new(BoundedWriter::new(Download, &budget));
    let read = |watch: &mut dyn Watch| format.watch(&whole, &session.options, watch);
    let dumped = dump(&whole, &options, &budget, &read, &mut out, &mut || Ok(Box::new(Waiting::default())));
    out.flush().map_err(Error::from)?;
    match dumped {
        // What was read before a fault is worth keeping.
        Ok(_) | Err(Error::Fault(_)) => Ok((Value::Null, Vec::new())),
        Err(error) => Err(error.into()),
    }
}

/// Writes findings, values and bytes as a page in HTML, as a download.
pub(super) fn save_html(session: &mut Session, request: &Request) -> Reply {
    let whole = session.whole()?;
    write_html(session.need_format()?, request.text("name")?, &whole, &session.options, &mut Download)?;
    Ok((Value::Null, Vec::new()))
}
