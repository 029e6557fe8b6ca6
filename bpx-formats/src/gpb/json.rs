//! Writes files as JSON without loss, and reads such JSON.
//!
//! Objects show the ids that references give to the objects. The JSON shows the offsets of references, and the writer
//! of files computes them from the ids, so a user may change, move, add and remove objects.

use super::examine::check_version;
use super::open::Gpb;
use super::seal::seal_references;
use super::survey::Survey;
use super::{Bundle, FontArgs, ObjectArgs, ObjectKind};
use crate::FileError;
use crate::model::{BriefSink, ModelOptions, refuse_brief};
use bpx_schema::assemble::JsonReader;
use bpx_schema::codec::{Codec, Decoder};
use bpx_schema::json::{JsonLeaf, JsonParts, JsonRef, JsonSink, JsonWatch, text_from_json};
use bpx_schema::report::Result;
use bpx_schema::value::bytes_from_hex;
use bpx_schema::{Budget, Limits};

/// Writes the whole content of a file. A brief model omits contents of more than 4 KiB, which are vertices, indices or
/// textures.
///
/// # Errors
/// Returns the errors of [`Gpb::open`].
pub fn write_json(file: &[u8], limits: Limits, options: ModelOptions, sink: &mut dyn JsonSink) -> Result<()> {
    let memory = sink.memory();
    let end = Gpb::open(file, limits)?.end();
    check_version(file)?;
    let mut sink = BriefSink { inner: sink, brief: options.brief };
    sink.open_object();
    sink.member("format", JsonLeaf::Text("gpb"));
    let mut parts = JsonWatch::for_members(&mut sink);
    let mut survey = Survey::new(&mut parts).with_names();
    let budget = Budget::sharing_memory(limits, file.len() as u64, memory.as_ref());
    Bundle::decode(&mut Decoder::new(file, &budget).with_watch(&mut survey), [])?;
    let trailing = usize::try_from(end).ok().and_then(|end| file.get(end..)).filter(|rest| !rest.is_empty());
    if let Some(trailing) = trailing {
        sink.member("trailing", JsonLeaf::Hex(trailing));
    }
    sink.close();
    Ok(())
}

/// Returns the file that [`write_json`] describes.
///
/// # Errors
/// Returns an error when a part is missing or of the wrong kind, or a count does not fit.
pub fn from_json(model: JsonRef<'_>) -> Result<Vec<u8>, FileError> {
    refuse_brief(model)?;
    let minor = read_number(model, Bundle::MINOR.name())?;
    let mut ids = Vec::new();
    let mut meshes = Vec::new();
    let reader = JsonReader::new()?.with_ignored_members(&[ID]);
    for (index, mesh) in read_list(model, "meshes")?.enumerate() {
        let path = format!("meshes[{index}]");
        ids.push(id_of(mesh, &path)?);
        meshes.push(reader.read(mesh, []).map_err(|error| FileError::undecodable(&path, &error))?);
    }
    let mut objects = Vec::new();
    let reader = JsonReader::new()?.with_ignored_members(&[ID]);
    for (index, object) in read_list(model, "objects")?.enumerate() {
        let path = format!("objects[{index}]");
        let kind = object_ids(object, &path, &mut ids)?;
        let args = ObjectArgs { kind: kind as u32, minor };
        objects.push(reader.read(object, args.into()).map_err(|error| FileError::undecodable(&path, &error))?);
    }
    let font = match model.get("font") {
        None => None,
        Some(font) => {
            ids.push(id_of(font, "font")?);
            let font = JsonReader::new()?.with_ignored_members(&[ID]).read(font, FontArgs { minor }.into());
            Some(font.map_err(|error| FileError::undecodable("font", &error))?)
        }
    };
    let reader = JsonReader::new()?;
    let reference = |(index, json)| {
        reader.read(json, []).map_err(|error| FileError::undecodable(&format!("references[{index}]"), &error))
    };
    let references = read_list(model, "references")?.enumerate().map(reference).collect::<Result<Vec<_>, _>>()?;
    let name = Bundle::IDENTIFIER.name();
    let identifier = model.member(name).as_str().and_then(bytes_from_hex);
    let identifier = identifier.and_then(|bytes| <[u8; 9]>::try_from(bytes).ok());
    let identifier = identifier.ok_or_else(|| FileError::expected(name, "9 bytes in hexadecimal"))?;
    let major = read_number(model, Bundle::MAJOR.name())?;
    let mut bundle = Bundle { identifier, major, minor, references, meshes, objects, font };
    seal_references(&mut bundle, &ids)?;
    let mut bytes = bundle.to_vec()?;
    if let Some(trailing) = model.get("trailing") {
        let trailing = trailing.as_str().and_then(bytes_from_hex);
        bytes.extend(trailing.ok_or_else(|| FileError::expected("trailing", "bytes in hexadecimal"))?);
    }
    Ok(bytes)
}

/// The member that shows the id of an object. The declarations of the objects do not contain this member.
const ID: &str = "id";

fn read_number(model: JsonRef<'_>, name: &str) -> Result<u8, FileError> {
    let number = model.member(name).as_int().and_then(|number| u8::try_from(number).ok());
    number.ok_or_else(|| FileError::expected(name, "a whole number from 0 to 255"))
}

fn read_list<'m>(model: JsonRef<'m>, name: &str) -> Result<JsonParts<'m>, FileError> {
    model.member(name).as_array().ok_or_else(|| FileError::expected(name, "a list"))
}

/// Returns the id of an object, if the JSON states an id.
fn id_of(object: JsonRef<'_>, path: &str) -> Result<Option<Vec<u8>>, FileError> {
    let text = |id| text_from_json(id).ok_or_else(|| FileError::expected(format!("{path}.id"), "a text"));
    object.get(ID).map(text).transpose()
}

/// Collects the ids of an object at the top and of its nodes, in the order of the file, and returns the type of the
/// object.
fn object_ids(object: JsonRef<'_>, path: &str, ids: &mut Vec<Option<Vec<u8>>>) -> Result<ObjectKind, FileError> {
    let unknown = || FileError::expected(path, "`scene`, `node` or `animations`");
    let (name, content) = object.members().next().ok_or_else(unknown)?;
    match name {
        "scene" => {
            ids.push(id_of(content, &format!("{path}.scene"))?);
            for node in content.member("nodes").elements() {
                node_ids(node, path, ids)?;
            }
            Ok(ObjectKind::Scene)
        }
        "node" => {
            node_ids(content, path, ids)?;
            Ok(ObjectKind::Node)
        }
        "animations" => {
            ids.push(id_of(content, &format!("{path}.animations"))?);
            Ok(ObjectKind::Animations)
        }
        _ => Err(unknown()),
    }
}

/// Collects the ids of a node and of all its descendants. The ids of a node's camera and light follow the ids of its
/// children.
fn node_ids(root: JsonRef<'_>, path: &str, ids: &mut Vec<Option<Vec<u8>>>) -> Result<(), FileError> {
    let mut tasks = vec![(root, true)];
    while let Some((json, is_node)) = tasks.pop() {
        let id = id_of(json, path)?;
        if is_node || json.member("kind").as_int() != Some(0) {
            ids.push(id);
        }
        if is_node {
            tasks.extend([json.get("light"), json.get("camera")].into_iter().flatten().map(|part| (part, false)));
            let children = tasks.len();
            tasks.extend(json.member("children").elements().map(|child| (child, true)));
            tasks.split_at_mut(children).1.reverse();
        }
    }
    Ok(())
}
