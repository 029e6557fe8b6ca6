//! A file as JSON, without loss, and back.
//!
//! Clips and sockets show their names, which lie in `strings`. Counts are computed anew. While the sizes of all parts are what the header states, every part and the bytes between
//! them come back where they were; else the file is laid out as the writer does, without the bytes between parts.

use super::contents::Contents;
use super::extents::ALIGNMENT;
use super::names::{self, Named};
use super::naming::{NAME, Naming};
use super::{Bpat, Clip, Header, Layout, Palette, Socket, SocketPalette};
use crate::model::{BRIEF, ModelError, ModelOptions, summary, whole};
use bpx_schema::codec::Decoder;
use bpx_schema::report::{Class, Error, Location, Result};
use bpx_schema::value::{JsonWatch, bytes_from_hex, hex, text_from_json};
use bpx_schema::{Budget, Codec, Limits};
use serde_json::{Map, Value, json};

/// All that a file holds; a brief model shows no poses when they have more than 4 KiB.
///
/// # Errors
/// As [`Bpat::open`]; `Inconsistent` when the frames of clips do not follow each other, as the poses are listed clip
/// by clip.
pub fn to_json(file: &[u8], limits: Limits, options: ModelOptions) -> Result<Value> {
    let bpat = Bpat::open(file, limits)?;
    let at = |file| Location { file, content: None };
    let (poses, socket_poses) = (bpat.palettes().bytes(), bpat.socket_data().bytes());
    let brief = options.brief && poses.len() > BRIEF;
    let total = bpat
        .clips()
        .iter()
        .try_fold(0_u32, |sum, clip| sum.checked_add(clip.frame_count).filter(|_| clip.frame_offset == sum));
    if total != Some(bpat.header().frame_total) {
        let message = "the frames of the clips do not follow each other: a model lists them clip by clip";
        let offset = bpat.header().clip_table_offset;
        return Err(Error::fault(Class::Inconsistent, at(offset), message).in_field("clips"));
    }
    let mut model = Map::new();
    model.insert("format".to_owned(), "bpat".into());
    let mut parts = JsonWatch::default();
    let budget = Budget::over(limits, file);
    let decoder = Decoder::new(file, &budget);
    let decoder = if brief { decoder.without_regions() } else { decoder };
    Layout::decode(&mut decoder.watched(&mut Naming::new(&mut parts, file, limits)), &[])?;
    if let Value::Object(parts) = parts.finish() {
        model.extend(parts);
    }
    if brief {
        model.insert("palettes".to_owned(), summary(poses));
        model.insert("socket_data".to_owned(), summary(socket_poses));
    }
    let gaps = bpat.header().gaps(file.len() as u64).into_iter().filter_map(|(offset, size)| {
        let start = usize::try_from(offset).ok()?;
        let bytes = file.get(start..start.checked_add(usize::try_from(size).ok()?)?)?;
        // The padding of the writer, which comes back by itself.
        let padding = size < ALIGNMENT && bytes.iter().all(|byte| *byte == 0);
        let last = offset.checked_add(size) == Some(file.len() as u64);
        (!padding || last).then(|| json!({ "offset": offset.to_string(), "data": hex(bytes) }))
    });
    let gaps: Vec<_> = gaps.collect();
    if !gaps.is_empty() {
        model.insert("gaps".to_owned(), gaps.into());
    }
    Ok(model.into())
}

/// The file that [`to_json`] describes.
///
/// # Errors
/// When a part is missing or of the wrong kind, or a count does not fit.
pub fn from_json(model: &Value) -> Result<Vec<u8>, ModelError> {
    let part = |name: &str| model.get(name).ok_or_else(|| ModelError::unexpected(name, "a part of a file"));
    let stated = Header::from_json(part("header")?, &[]).map_err(|error| wrong("header", &error))?;
    let strings = part("strings")?.as_str().and_then(bytes_from_hex);
    let strings = strings.ok_or_else(|| ModelError::unexpected("strings", "bytes in hexadecimal"))?;
    let contents = Contents {
        clips: each(model, "clips", |json| Clip::from_json(&nameless(json), &[]))?,
        sockets: each(model, "sockets", |json| Socket::from_json(&nameless(json), &[]))?,
        strings: strings.clone(),
        poses: poses::<Palette>(model, "palettes", stated.bone_count)?,
        socket_poses: poses::<SocketPalette>(model, "socket_data", stated.socket_count)?,
    };
    check_names(model, "clips", &contents.clips, &strings)?;
    check_names(model, "sockets", &contents.sockets, &strings)?;
    let counted = contents.count(stated)?;
    if counted == stated {
        Ok(contents.write(&stated, &gaps(model)?)?)
    } else {
        Ok(contents.write(&counted.placed(), &[])?)
    }
}

/// A record without its name, which models show beside the place of the name.
fn nameless(json: &Value) -> Value {
    let mut json = json.clone();
    if let Value::Object(map) = &mut json {
        map.remove(NAME);
    }
    json
}

/// Refuses a name that is not the one at its place: one of both was changed, and it is open which is meant.
fn check_names(model: &Value, list: &str, entries: &[impl Named], strings: &[u8]) -> Result<(), ModelError> {
    let stated = model.get(list).and_then(Value::as_array).into_iter().flatten();
    for (index, (json, entry)) in stated.zip(entries).enumerate() {
        let Some(name) = json.get(NAME) else { continue };
        let found = names::find(strings, entry.name_span()).map(|(name, _)| name);
        if text_from_json(name).as_deref() != found {
            let place = "the name in `strings` at `name_offset`, of `name_length` bytes";
            return Err(ModelError::unexpected(format!("{list}[{index}].{NAME}"), place));
        }
    }
    Ok(())
}

/// The elements of a list.
fn each<T>(model: &Value, name: &str, read: impl Fn(&Value) -> Result<T>) -> Result<Vec<T>, ModelError> {
    let list = model.get(name).and_then(Value::as_array);
    let list = list.ok_or_else(|| ModelError::unexpected(name, "a list"))?;
    let one = |(index, json)| read(json).map_err(|error| wrong(&format!("{name}[{index}]"), &error));
    list.iter().enumerate().map(one).collect()
}

/// The bytes of all poses.
fn poses<T: Codec>(model: &Value, name: &str, each_frame: u32) -> Result<Vec<u8>, ModelError> {
    let args = [i128::from(each_frame)];
    whole(model.get(name).unwrap_or(&Value::Null), name)?;
    let clips = each(model, name, |json| {
        let mut bytes = Vec::new();
        T::from_json(json, &args)?.encode(&mut bpx_schema::codec::Encoder::new(&mut bytes), &args)?;
        Ok(bytes)
    })?;
    Ok(clips.concat())
}

fn gaps(model: &Value) -> Result<Vec<(u64, Vec<u8>)>, ModelError> {
    if model.get("gaps").is_none() {
        return Ok(Vec::new());
    }
    each(model, "gaps", |json| {
        let offset = json.get("offset").and_then(Value::as_str).and_then(|text| text.parse().ok());
        let data = json.get("data").and_then(Value::as_str).and_then(bytes_from_hex);
        let expected =
            || Error::fault(Class::Missing, Location::default(), "`offset` in digits and `data` in hexadecimal");
        offset.zip(data).ok_or_else(expected)
    })
}

fn wrong(path: &str, error: &Error) -> ModelError {
    ModelError::unexpected(path, format!("what the declaration says: {error}"))
}
