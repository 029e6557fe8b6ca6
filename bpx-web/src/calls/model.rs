//! The model of a file as JSON, changes of one value, and downloads of the model, the dump and the HTML page.

use super::spool::HeldLines;
use super::{Reply, Request};
use crate::failure::Failure;
use crate::host::Download;
use crate::session::Session;
use bpx_formats::{FileFormat, ModelOptions, SchemaFormat, write_html};
use bpx_schema::budget::BoundedWriter;
use bpx_schema::dump::{DumpOptions, dump_text};
use bpx_schema::json::{JsonDoc, JsonText};
use bpx_schema::report::{Mode, Path, Segment};
use bpx_schema::schema::Model;
use bpx_schema::watch::Watch;
use bpx_schema::{Budget, Error};
use serde_json::{Value, json};
use std::io::{BufWriter, Write};

/// The largest size in bytes of a file that can be edited, because the model of the file takes many times as much
/// memory.
const EDITABLE: u64 = 4 << 20;

/// Returns the JSON text of the value at a path of the tree, and the path of the value in the model.
pub(super) fn model_value(session: &mut Session, request: &Request) -> Reply {
    let found = find_editable(session, request.text("path")?)?;
    let json = found.map(|EditableModel { model, path, .. }| {
        let value = find_value(&model, &path);
        json!({ "path": path.to_string(), "text": value.map(|value| format!("{value:#}")) })
    });
    Ok((json.unwrap_or(Value::Null), Vec::new()))
}

/// Replaces one value of the model by the value of a JSON text, and makes a file from the model. The reply has the
/// verdict and the bytes of the file.
pub(super) fn edit_value(session: &mut Session, request: &Request) -> Reply {
    let wanted = request.text("path")?;
    // As text, so that no number goes through those of JavaScript, which have neither -0.0 nor all integers.
    let value: Value = serde_json::from_str(request.text("text")?).map_err(|error| Failure::new(error.to_string()))?;
    let missing = || Failure::new(format!("the model has no value `{wanted}`"));
    let EditableModel { by, mut model, path } = find_editable(session, wanted)?.ok_or_else(missing)?;
    *find_mut(&mut model, &path).ok_or_else(missing)? = value;
    let model = JsonDoc::from(&model);
    let format = session.need_format()?;
    let bytes = by.as_ref().map_or(format, |by| by).from_json(model.root(), &session.options)?;
    let report = format.verify(&bytes, Mode::Lenient, &session.options)?;
    let same = session.whole_file().is_ok_and(|whole| **whole == bytes);
    Ok((json!({ "verdict": report.verdict().name(), "same": same }), bytes))
}

/// A model that has the value at a path of the tree.
struct EditableModel {
    /// The schema that makes files from the model; `None` means the format of the file.
    by: Option<SchemaFormat>,
    model: Value,
    /// The path of the value in the model.
    path: Path,
}

/// Finds the value at a path of the tree. The function searches the model of the format first. If that model has no
/// such path, the function searches the models that the schemas of the format give.
fn find_editable(session: &Session, wanted: &str) -> Result<Option<EditableModel>, Failure> {
    let format = session.need_format()?;
    let model = model_json(session, format)?;
    for path in candidate_paths(session.is_read_by("bpx"), wanted) {
        let Ok(path) = Path::parse(&path) else { continue };
        if find_value(&model, &path).is_some() {
            return Ok(Some(EditableModel { by: None, model, path }));
        }
    }
    drop(model);
    let Ok(path) = Path::parse(wanted) else { return Ok(None) };
    for (name, structure) in format.schemas() {
        let by = SchemaFormat::new(name, Model::from_root(structure));
        // A structure of another version does not read the file.
        let Ok(model) = model_json(session, &by) else { continue };
        if find_value(&model, &path).is_some() {
            return Ok(Some(EditableModel { by: Some(by), model, path }));
        }
    }
    Ok(None)
}

fn model_json(session: &Session, format: &dyn FileFormat) -> Result<Value, Failure> {
    let size = session.source.size();
    if size > EDITABLE {
        let most = EDITABLE >> 20;
        return Err(Failure::new(format!("expected at most {most} MiB for editing, found {size} bytes")));
    }
    Ok(format.to_json(&session.source, &session.options, ModelOptions::default())?.to_value())
}

/// Returns the paths in the model that correspond to a path of the tree. In BPX files, the model has sections with
/// header and content.
fn candidate_paths(is_bpx: bool, path: &str) -> Vec<String> {
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

fn find_value<'v>(value: &'v Value, path: &Path) -> Option<&'v Value> {
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

/// Writes the annotated bytes as a download.
pub(super) fn save_dump(session: &mut Session, _: &Request) -> Reply {
    let whole = session.whole_file()?;
    let format = session.need_format()?;
    let budget = Budget::for_bytes(session.options.limits, &whole);
    let options = DumpOptions::default().with_docs(true);
    let mut out = BufWriter::new(BoundedWriter::new(Download, &budget));
    let read = |watch: &mut dyn Watch| format.watch(&whole, &session.options, watch);
    let dumped = dump_text(&whole, &options, &budget, &read, &mut out, &mut || Ok(Box::new(HeldLines::default())));
    out.flush().map_err(Error::from)?;
    match dumped {
        // What was read before a fault is worth keeping.
        Ok(_) | Err(Error::Fault(_)) => Ok((Value::Null, Vec::new())),
        Err(error) => Err(error.into()),
    }
}

/// Writes findings, values and bytes as a download in HTML.
pub(super) fn save_html(session: &mut Session, request: &Request) -> Reply {
    let whole = session.whole_file()?;
    write_html(session.need_format()?, request.text("name")?, &whole, &session.options, &mut Download)?;
    Ok((Value::Null, Vec::new()))
}
