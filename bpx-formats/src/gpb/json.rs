//! A file as JSON, without loss, and back.
//!
//! Objects show the ids that references give them. Where references lead is shown, and computed anew when a file is
//! written: by the ids, so that objects may grow, move, and come and go.

use super::examine::gate;
use super::open::Gpb;
use super::seal::seal;
use super::survey::Survey;
use super::{Bundle, Font, Mesh, Object, ObjectKind, Reference};
use crate::model::{BRIEF, ModelError, ModelOptions, summary, whole};
use bpx_schema::codec::{Codec, Decoder};
use bpx_schema::report::{Error, Result};
use bpx_schema::value::{JsonWatch, bytes_from_hex, hex, text_from_json};
use bpx_schema::{Budget, Limits};
use serde_json::{Map, Value};

/// All that a file holds; a brief model shows no vertices, indices and textures of more than 4 KiB.
///
/// # Errors
/// As [`Gpb::open`].
pub fn to_json(file: &[u8], limits: Limits, options: ModelOptions) -> Result<Value> {
    let end = Gpb::open(file, limits)?.end();
    gate(file)?;
    let mut parts = JsonWatch::default();
    let mut survey = Survey::new(&mut parts).naming();
    let budget = Budget::over(limits, file);
    Bundle::decode(&mut Decoder::new(file, &budget).watched(&mut survey), &[])?;
    let mut model = Map::new();
    model.insert("format".to_owned(), "gpb".into());
    if let Value::Object(parts) = parts.finish() {
        model.extend(parts);
    }
    let trailing = usize::try_from(end).ok().and_then(|end| file.get(end..)).filter(|rest| !rest.is_empty());
    if let Some(trailing) = trailing {
        model.insert("trailing".to_owned(), hex(trailing).into());
    }
    let mut model = model.into();
    if options.brief {
        contents(&mut model, "", &mut |content, _| {
            let bytes = content.as_str().and_then(bytes_from_hex).filter(|bytes| bytes.len() > BRIEF);
            if let Some(bytes) = bytes {
                *content = summary(&bytes);
            }
            Ok::<_, Error>(())
        })?;
    }
    Ok(model)
}

/// Calls for all that is nothing but bytes, with its path: vertices and indices of meshes, textures of fonts.
fn contents<E>(
    model: &mut Value,
    path: &str,
    tell: &mut dyn FnMut(&mut Value, &str) -> Result<(), E>,
) -> Result<(), E> {
    /// What lies around contents, and contents.
    const WAY: &[&str] = &["meshes", "parts", "font", "sizes", "vertices", "indices", "texture"];
    match model {
        Value::Array(list) => {
            for (index, one) in list.iter_mut().enumerate() {
                contents(one, &format!("{path}[{index}]"), tell)?;
            }
        }
        Value::Object(map) if !map.contains_key("sha256") => {
            for (name, one) in map.iter_mut().filter(|(name, _)| WAY.contains(&&***name)) {
                let dot = if path.is_empty() { "" } else { "." };
                contents(one, &format!("{path}{dot}{name}"), tell)?;
            }
        }
        content => tell(content, path)?,
    }
    Ok(())
}

/// The file that [`to_json`] describes.
///
/// # Errors
/// When a part is missing or of the wrong kind, or a count does not fit.
pub fn from_json(model: &Value) -> Result<Vec<u8>, ModelError> {
    let minor = number(model, "minor")?;
    let args = [i128::from(minor)];
    let mut ids = Vec::new();
    let mut meshes = Vec::new();
    for (index, mesh) in list(model, "meshes")?.iter().enumerate() {
        let mut mesh = mesh.clone();
        contents(&mut mesh, &format!("meshes[{index}]"), &mut |content, path| whole(content, path))?;
        ids.push(take_id(&mut mesh, &format!("meshes[{index}]"))?);
        meshes.push(Mesh::from_json(&mesh, &[]).map_err(|error| wrong(&format!("meshes[{index}]"), &error))?);
    }
    let mut objects = Vec::new();
    for (index, object) in list(model, "objects")?.iter().enumerate() {
        let path = format!("objects[{index}]");
        let mut object = object.clone();
        let kind = take_object(&mut object, &path, &mut ids)?;
        let args = [i128::from(kind as u32), i128::from(minor)];
        objects.push(Object::from_json(&object, &args).map_err(|error| wrong(&path, &error))?);
    }
    let font = match model.get("font") {
        None => None,
        Some(font) => {
            let mut font = font.clone();
            contents(&mut font, "font", &mut |content, path| whole(content, path))?;
            ids.push(take_id(&mut font, "font")?);
            Some(Font::from_json(&font, &args).map_err(|error| wrong("font", &error))?)
        }
    };
    let reference =
        |(index, json)| Reference::from_json(json, &[]).map_err(|error| wrong(&format!("references[{index}]"), &error));
    let references = list(model, "references")?.iter().enumerate().map(reference).collect::<Result<Vec<_>, _>>()?;
    let identifier = model.get("identifier").and_then(Value::as_str).and_then(bytes_from_hex);
    let identifier = identifier.and_then(|bytes| <[u8; 9]>::try_from(bytes).ok());
    let identifier = identifier.ok_or_else(|| ModelError::unexpected("identifier", "9 bytes in hexadecimal"))?;
    let mut bundle = Bundle { identifier, major: number(model, "major")?, minor, references, meshes, objects, font };
    seal(&mut bundle, &ids)?;
    let mut bytes = bundle.to_vec()?;
    if let Some(trailing) = model.get("trailing") {
        let trailing = trailing.as_str().and_then(bytes_from_hex);
        bytes.extend(trailing.ok_or_else(|| ModelError::unexpected("trailing", "bytes in hexadecimal"))?);
    }
    Ok(bytes)
}

fn number(model: &Value, name: &str) -> Result<u8, ModelError> {
    let number = model.get(name).and_then(Value::as_u64).and_then(|number| u8::try_from(number).ok());
    number.ok_or_else(|| ModelError::unexpected(name, "a number from 0 to 255"))
}

fn list<'m>(model: &'m Value, name: &str) -> Result<&'m [Value], ModelError> {
    let list = model.get(name).and_then(Value::as_array);
    list.map(Vec::as_slice).ok_or_else(|| ModelError::unexpected(name, "a list"))
}

/// Takes the id out of an object, as the declaration has none.
fn take_id(object: &mut Value, path: &str) -> Result<Option<Vec<u8>>, ModelError> {
    let id = object.as_object_mut().and_then(|map| map.shift_remove("id"));
    let text = |id: Value| text_from_json(&id).ok_or_else(|| ModelError::unexpected(format!("{path}.id"), "a text"));
    id.map(text).transpose()
}

/// Takes the ids out of an object at the top, in the order of the file; which one it is.
fn take_object(object: &mut Value, path: &str, ids: &mut Vec<Option<Vec<u8>>>) -> Result<ObjectKind, ModelError> {
    let unknown = || ModelError::unexpected(path, "`scene`, `node` or `animations`");
    let (name, content) = object.as_object_mut().and_then(|map| map.iter_mut().next()).ok_or_else(unknown)?;
    match &**name {
        "scene" => {
            ids.push(take_id(content, &format!("{path}.scene"))?);
            let nodes = content.get_mut("nodes").and_then(Value::as_array_mut);
            for node in nodes.into_iter().flatten() {
                take_nodes(node, path, ids)?;
            }
            Ok(ObjectKind::Scene)
        }
        "node" => {
            take_nodes(content, path, ids)?;
            Ok(ObjectKind::Node)
        }
        "animations" => {
            ids.push(take_id(content, &format!("{path}.animations"))?);
            Ok(ObjectKind::Animations)
        }
        _ => Err(unknown()),
    }
}

/// Takes the ids out of a node and all below it; cameras and lights follow the children of their node.
fn take_nodes(root: &mut Value, path: &str, ids: &mut Vec<Option<Vec<u8>>>) -> Result<(), ModelError> {
    let mut tasks = vec![(root, true)];
    while let Some((json, node)) = tasks.pop() {
        if !node {
            let there = json.get("kind").and_then(Value::as_u64).is_none_or(|kind| kind != 0);
            let id = take_id(json, path)?;
            if there {
                ids.push(id);
            }
            continue;
        }
        ids.push(take_id(json, path)?);
        let (mut children, mut camera, mut light) = (None, None, None);
        for (name, value) in json.as_object_mut().into_iter().flatten() {
            match &**name {
                "children" => children = value.as_array_mut(),
                "camera" => camera = Some(value),
                "light" => light = Some(value),
                _ => {}
            }
        }
        tasks.extend([light, camera].into_iter().flatten().map(|value| (value, false)));
        tasks.extend(children.into_iter().flatten().rev().map(|child| (child, true)));
    }
    Ok(())
}

fn wrong(path: &str, error: &Error) -> ModelError {
    ModelError::unexpected(path, format!("what the declaration says: {error}"))
}
