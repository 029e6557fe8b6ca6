//! Converts files to JSON without loss, and back.
//!
//! Clips and sockets show their names, which lie in `strings`. The writer computes counts. If all parts have the sizes
//! that the header states, every part and the bytes between parts keep their offsets; otherwise the writer places the
//! parts, and drops the bytes between them.

use super::contents::Contents;
use super::names::{self, Named};
use super::naming::{NAME, Naming};
use super::{
    BoneParents, BoneParentsArgs, Bpat, Clip, ClipArgs, ColumnMatrix, Contact, Extension, Head, Header, Layout,
    Palette, PaletteArgs, Socket, SocketPalette, SocketPaletteArgs,
};
use crate::FileError;
use crate::model::{BRIEF, ModelOptions, read_gaps, refuse_brief, write_summary};
use bpx_schema::assemble::FromJson;
use bpx_schema::assemble::JsonReader;
use bpx_schema::codec::Decoder;
use bpx_schema::json::{JsonLeaf, JsonRef, JsonSink, JsonWatch, text_from_json, write_gaps};
use bpx_schema::report::{Class, Error, Location, Result};
use bpx_schema::value::bytes_from_hex;
use bpx_schema::{Budget, Codec, DecodeOwned, Limits};

/// Writes all that a file holds; a brief model omits poses of more than 4 KiB.
///
/// # Errors
/// Returns the errors of [`Bpat::open`], and `Inconsistent` when the frames of the clips are not consecutive, because
/// the model lists poses clip by clip.
pub fn write_json(file: &[u8], limits: Limits, options: ModelOptions, sink: &mut dyn JsonSink) -> Result<()> {
    let bpat = Bpat::open(file, limits)?;
    let at = |file| Location { file, content: None };
    let poses = if bpat.head().is_skinned() { bpat.skins().bytes() } else { bpat.palettes().bytes() };
    let socket_poses = bpat.socket_data().bytes();
    let brief = options.brief && poses.len() > BRIEF;
    let total = bpat
        .clips()
        .iter()
        .try_fold(0_u32, |sum, clip| sum.checked_add(clip.frame_count).filter(|_| clip.frame_offset == sum));
    if total != Some(bpat.header().frame_total) {
        let message = "expected consecutive frames of the clips, because a model lists frames clip by clip, found \
            gaps or another order";
        let offset = bpat.header().clip_table_offset;
        return Err(Error::fault(Class::Inconsistent, at(offset), message).in_field("clips"));
    }
    sink.open_object();
    sink.member("format", JsonLeaf::Text("bpat"));
    let budget = Budget::sharing_memory(limits, file.len() as u64, sink.memory().as_ref());
    let mut parts = JsonWatch::for_members(&mut *sink);
    let decoder = Decoder::new(file, &budget);
    let decoder = if brief { decoder.without_regions() } else { decoder };
    Layout::decode(&mut decoder.with_watch(&mut Naming::new(&mut parts, file, limits)), [])?;
    if brief {
        sink.key("palettes");
        write_summary(poses, sink);
        sink.key("socket_data");
        write_summary(socket_poses, sink);
    }
    let gaps = bpat.head().gaps(file.len() as u64).into_iter().filter_map(|(offset, size)| {
        let (_, rest) = file.split_at_checked(usize::try_from(offset).ok()?)?;
        let (bytes, after) = rest.split_at_checked(usize::try_from(size).ok()?)?;
        // Padding that the writer adds is not part of the model.
        let alignment = bpat.head().alignment_at(offset.checked_add(size)?);
        let padding = alignment.is_some_and(|alignment| size < alignment) && bytes.iter().all(|byte| *byte == 0);
        (!padding || after.is_empty()).then_some(Ok::<_, Error>((offset, bytes)))
    });
    write_gaps("gaps", gaps, sink)?;
    sink.close();
    Ok(())
}

/// Returns the file that [`write_json`] describes.
///
/// # Errors
/// Returns an error when a part is missing or of the wrong kind, or a count does not fit.
pub fn from_json(model: JsonRef<'_>) -> Result<Vec<u8>, FileError> {
    refuse_brief(model)?;
    let part = |name: &str| model.get(name).ok_or_else(|| FileError::expected(name, "a part of a file"));
    let stated = Header::from_json(part("header")?, []).map_err(|error| FileError::undecodable("header", &error))?;
    let head = Head { header: stated, extension: read_extension(model, stated.version)? };
    let strings = part("strings")?.as_str().and_then(bytes_from_hex);
    let strings = strings.ok_or_else(|| FileError::expected("strings", "bytes in hexadecimal"))?;
    let bones = BoneParentsArgs { bone_count: stated.bone_count };
    let palettes = PaletteArgs { bone_count: stated.bone_count, bind_palette: head.extension.bind_palette_offset };
    let sockets = SocketPaletteArgs { socket_count: stated.socket_count };
    let contents = Contents {
        clips: read_elements::<Clip>(model, "clips", ClipArgs { version: stated.version }.into())?,
        sockets: read_elements::<Socket>(model, "sockets", [])?,
        strings: strings.clone(),
        poses: read_poses::<Palette>(model, "palettes", palettes.into())?,
        socket_poses: read_poses::<SocketPalette>(model, "socket_data", sockets.into())?,
        contacts: read_table(model, "contacts", head.extension.contact_entry_count != 0, |list| {
            read_elements::<Contact>(list, "contacts", [])
        })?,
        bind_palette: read_table(model, "bind_palette", head.is_skinned(), |list| {
            read_elements::<ColumnMatrix>(list, "bind_palette", [])
        })?,
        bone_parents: read_table(model, "bone_parents", head.extension.bone_parent_offset != 0, |list| {
            let parents = JsonReader::<BoneParents>::new()?.read(list.member("bone_parents"), bones.into());
            Ok(parents.map_err(|error| FileError::undecodable("bone_parents", &error))?.bones)
        })?,
    };
    check_names(model, "clips", &contents.clips, &strings)?;
    check_names(model, "sockets", &contents.sockets, &strings)?;
    // The places of other parts are not known.
    let gaps = if contents.are_counted_by(&head) { Some(read_gaps(model)?) } else { None };
    Ok(contents.write(head, gaps)?)
}

/// Returns the extension of a model of version 3, in which the fields of the extension are separate members.
fn read_extension(model: JsonRef<'_>, version: u32) -> Result<Extension, FileError> {
    if version != 3 {
        return Ok(Extension::default());
    }
    let reader = JsonReader::<Extension>::new()?.with_ignored_members(PARTS);
    reader.read(model, []).map_err(|error| FileError::undecodable("the extension", &error))
}

/// The members of a model that do not belong to the extension.
const PARTS: &[&str] = &[
    "format",
    "header",
    "clips",
    "sockets",
    "strings",
    "palettes",
    "socket_data",
    "contacts",
    "bind_palette",
    "bone_parents",
    "gaps",
];

/// Returns a table that may be absent. A number of the extension states whether the table exists, and the model must
/// agree with the number.
fn read_table<T>(
    model: JsonRef<'_>,
    name: &str,
    stated: bool,
    read: impl FnOnce(JsonRef<'_>) -> Result<T, FileError>,
) -> Result<Option<T>, FileError> {
    match (model.get(name).is_some(), stated) {
        (true, true) => read(model).map(Some),
        (false, false) => Ok(None),
        (true, false) => Err(FileError::expected(name, "no such table, because the extension states none")),
        (false, true) => Err(FileError::expected(name, "a table, because the extension states one")),
    }
}

/// Rejects a name that differs from the bytes at its offset, because it is unknown which of the two is correct.
fn check_names(model: JsonRef<'_>, list: &str, entries: &[impl Named], strings: &[u8]) -> Result<(), FileError> {
    let stated = model.member(list).elements();
    for (index, (json, entry)) in stated.zip(entries).enumerate() {
        let Some(name) = json.get(NAME) else { continue };
        let found = names::find_name(strings, entry.name_span());
        if text_from_json(name).as_deref() != found {
            let place = "the name in `strings` at `name_offset`, of `name_length` bytes";
            return Err(FileError::expected(format!("{list}[{index}].{NAME}"), place));
        }
    }
    Ok(())
}

/// Returns the elements of a list, without the names that models add.
fn read_elements<T: DecodeOwned>(model: JsonRef<'_>, name: &str, args: T::Args) -> Result<Vec<T>, FileError>
where
    T::Args: Copy,
{
    let list = model.member(name).as_array().ok_or_else(|| FileError::expected(name, "a list"))?;
    let reader = JsonReader::<T>::new()?.with_ignored_members(&[NAME]);
    let one = |(index, json)| {
        reader.read(json, args).map_err(|error| FileError::undecodable(&format!("{name}[{index}]"), &error))
    };
    list.enumerate().map(one).collect()
}

/// Returns the bytes of the poses of each clip.
fn read_poses<T: Codec>(model: JsonRef<'_>, name: &str, args: T::Args) -> Result<Vec<Vec<u8>>, FileError> {
    let list = model.member(name).as_array().ok_or_else(|| FileError::expected(name, "a list"))?;
    let reader = JsonReader::<T>::new()?;
    let one = |(index, json)| {
        reader.assemble_bytes(json, args).map_err(|error| FileError::undecodable(&format!("{name}[{index}]"), &error))
    };
    list.enumerate().map(one).collect()
}
