//! The rules of models (section 12) that relate several fields.

use super::mesh::resolve;
use super::{
    BONE_ARRAY, Bone, BoneArray, BoneTransform, FRAME_ARRAY, INDEX_ARRAY, IndexArray, ModelExt, SECTIONS, STRINGS,
    VERTEX_ARRAY, VertexArray, VertexArrayHeader, registry,
};
use crate::bpx::TypeExt;
use crate::bpx::container::{ValidationContext, type_ext_member};
use bpx_schema::codec::{FieldRef, Fixed, View};
use bpx_schema::fault;
use bpx_schema::report::{Class, Finding, Path, Report, Result, Rule, Segment};
use bpx_schema::schema::Endian;
use std::collections::HashMap;

/// Reports every broken rule of a model that its declarations do not check.
///
/// If several elements of an array break a rule, the first one is reported, with their number.
///
/// # Errors
/// Errors of reading the source, which say nothing about the file.
pub(crate) fn rules(file: &ValidationContext<'_>, report: &mut Report) -> Result<()> {
    let TypeExt::Model(ext) = file.layout.header.type_ext else {
        return Ok(());
    };
    let strings = file.find(STRINGS).map(|section| file.content(section)).transpose()?;
    // Names that cannot be decompressed are another finding.
    let names = match &strings {
        None => Names::None,
        Some(None) => Names::Unknown,
        Some(Some(content)) => Names::known(content),
    };
    let bones = match file.find(BONE_ARRAY) {
        Some(section) => file.content(section)?.map(|content| (section, content)),
        None => None,
    };
    let bones = bones.as_ref().map(|(section, content)| (*section, Counted::<Bone>::new::<u16>(content)));
    let skeleton = bones.is_some_and(|(_, bones)| !bones.view.is_empty());
    if matches!(names, Names::None) && (skeleton || ext.names_format()) {
        report.add(no_names());
    }
    check_symbol(&ext, &names, report);
    check_meshes(file, report)?;
    if let Some((section, bones)) = bones {
        check_bone_names(file, section, bones.view, &names, report);
    }
    check_frames(file, bones.map(|(_, bones)| bones.count), report)
}

/// Returns the finding for a model that refers to names, but has none.
pub(super) fn no_names() -> Finding {
    SECTIONS.missing(|at, message| registry::STRINGS.finding(at, message), STRINGS)
}

/// The texts that references name.
enum Names<'a> {
    /// There is no section of texts.
    None,
    /// The section cannot be read.
    Unknown,
    /// The content of the section, and the offset of the end of its last text.
    Known(&'a [u8], usize),
}

impl<'a> Names<'a> {
    fn known(content: &'a [u8]) -> Self {
        Self::Known(content, content.iter().rposition(|byte| *byte == 0).map_or(0, |last| last.saturating_add(1)))
    }

    /// Returns the fault of a reference. The texts have rules of their own, so this does not search for the end of a
    /// text, however often it is referred to.
    fn fault(&self, offset: u32) -> Option<(Class, String)> {
        let Self::Known(content, end) = self else { return None };
        let at = usize::try_from(offset).unwrap_or(usize::MAX);
        match content.get(at) {
            None => Some((
                Class::OutOfBounds,
                format!("expected an offset below {}, the size of the strings section, found {offset}", content.len()),
            )),
            Some(_) if at >= *end => Some((Class::Unterminated, format!("no NUL ends the text at offset {offset}"))),
            Some(byte) if byte & 0xC0 == 0x80 => {
                Some((Class::BadText, format!("offset {offset} is inside of a character")))
            }
            Some(_) => None,
        }
    }
}

/// Rule: the name of the symbol is a text.
fn check_symbol(ext: &ModelExt, names: &Names<'_>, report: &mut Report) {
    if !ext.names_format() {
        return;
    }
    if let Some((class, message)) = names.fault(ext.symbol_name) {
        let (path, at) = type_ext_member("model", ModelExt::SYMBOL_NAME);
        report.add(registry::SYMBOL_NAME.finding_of(class, at, message).at(path));
    }
}

/// Checks the rules of vertices and indices.
fn check_meshes(file: &ValidationContext<'_>, report: &mut Report) -> Result<()> {
    let table = &file.layout.table;
    // Sections that share their bytes too often are not read; the container reports that.
    let readable = file.readable();
    let of = |kind| table.iter().enumerate().take(readable).filter(move |(_, entry)| entry.kind == kind);
    // For each section of indices, its user with the fewest vertices.
    let mut fewest: HashMap<usize, (u32, usize)> = HashMap::new();
    for (section, _) in of(VERTEX_ARRAY) {
        let Some(content) = file.content(section)? else { continue };
        let Some(header) = content.get(..VertexArrayHeader::SIZE) else { continue };
        let header = VertexArrayHeader::get(header, Endian::Little);
        let count = header.vertex_count;
        let mut add = |rule: &Rule, field: FieldRef, message: String| {
            let path = path(section, &["vertex_array", VertexArray::HEADER.name(), field.name()], None);
            report.add(rule.finding(file.location(section, field.offset()), message).at(path));
        };
        match resolve(table, header.index_array) {
            Err(message) => add(&registry::INDEX_ARRAY, VertexArrayHeader::INDEX_ARRAY, message),
            Ok(Some(index)) => {
                let user = fewest.entry(index).or_insert((count, section));
                if count < user.0 {
                    *user = (count, section);
                }
            }
            Ok(None) => {}
        }
    }
    for (section, _) in of(INDEX_ARRAY) {
        let Some(content) = file.content(section)? else { continue };
        check_indices(file, section, &content, fewest.get(&section).copied(), report);
    }
    Ok(())
}

/// Checks the rules of indices; `user` is the vertex array with the fewest vertices that uses them.
fn check_indices(
    file: &ValidationContext<'_>,
    section: usize,
    content: &[u8],
    user: Option<(u32, usize)>,
    report: &mut Report,
) {
    let indices = Counted::<u32>::new::<u32>(content);
    let Some((vertices, user)) = user else { return };
    if let Some(wrong) = first_from(indices.view.iter(), vertices) {
        let message = format!("index {}, but section {user} has {vertices} vertices{}", wrong.value, wrong.more());
        let at = file.location(section, wrong.index.saturating_mul(4).saturating_add(IndexArray::INDICES.offset()));
        let path = path(section, &["index_array", "indices"], Some((wrong.index, None)));
        report.add(registry::INDEX.finding(at, message).at(path));
    }
}

/// Rule: names of bones are texts.
fn check_bone_names(
    file: &ValidationContext<'_>,
    section: usize,
    bones: View<'_, Bone>,
    names: &Names<'_>,
    report: &mut Report,
) {
    for (index, bone) in (0_u64..).zip(bones) {
        if let Some((class, message)) = names.fault(bone.name) {
            let at = index
                .saturating_mul(Bone::SIZE as u64)
                .saturating_add(BoneArray::BONES.offset())
                .saturating_add(Bone::NAME.offset());
            let path = path(section, &["bone_array", "bones"], Some((index, Some(Bone::NAME.name()))));
            report.add(registry::BONE_NAME.finding_of(class, file.location(section, at), message).at(path));
        }
    }
}

/// Checks the rules of frames; `bones` is the number of bones, `None` without a section of bones.
fn check_frames(file: &ValidationContext<'_>, bones: Option<u32>, report: &mut Report) -> Result<()> {
    let Some(section) = file.find(FRAME_ARRAY) else { return Ok(()) };
    let content = file.content(section)?.unwrap_or_default();
    let (transforms, _) = View::<BoneTransform>::new(&content);
    let Some(bones) = bones else {
        if !transforms.is_empty() && file.find(BONE_ARRAY).is_none() {
            report.add(SECTIONS.missing(|at, message| registry::BONE_ARRAY.finding(at, message), BONE_ARRAY));
        }
        return Ok(());
    };
    if let Some(wrong) = first_from(transforms.iter().map(|transform| transform.bone), bones) {
        let message = format!("bone {}, but there are {bones} bones{}", wrong.value, wrong.more());
        let offset =
            wrong.index.saturating_mul(BoneTransform::SIZE as u64).saturating_add(BoneTransform::BONE.offset());
        let path = path(section, &["frame_array", "transforms"], Some((wrong.index, Some(BoneTransform::BONE.name()))));
        report.add(registry::BONE_ID.finding(file.location(section, offset), message).at(path));
    }
    let len = transforms.len() as u64;
    if len.checked_rem(bones.into()).is_some_and(|left| left > 0) {
        let message = format!("{len} transforms of {bones} bones are not a whole number of frames");
        let path = path(section, &["frame_array", "transforms"], None);
        report.add(registry::WHOLE_FRAMES.finding(file.location(section, 0), message).at(path));
    }
    Ok(())
}

/// A count, and the records after it: as many as there are, if they are fewer.
#[derive(Clone, Copy)]
struct Counted<'a, T> {
    count: u32,
    view: View<'a, T>,
}

impl<'a, T: Fixed> Counted<'a, T> {
    fn new<C: Fixed + Into<u32>>(content: &'a [u8]) -> Self {
        let (count, rest) = content.split_at_checked(C::SIZE).unwrap_or_default();
        let count: u32 = C::get(count, Endian::Little).into();
        let size = usize::try_from(count).unwrap_or(usize::MAX).saturating_mul(T::SIZE).min(rest.len());
        let (view, _) = View::new(rest.get(..size).unwrap_or_default());
        Self { count, view }
    }
}

/// The first number that is too large.
struct TooLarge {
    index: u64,
    value: u32,
    /// How many numbers are too large.
    count: usize,
}

impl TooLarge {
    fn more(&self) -> String {
        if self.count == 1 { String::new() } else { format!("; {} such elements in all", self.count) }
    }
}

/// Returns the first number that is not below a bound. The largest is searched first: that loop has no branch, and
/// runs at the speed of memory.
fn first_from(numbers: impl Iterator<Item = u32> + Clone, bound: u32) -> Option<TooLarge> {
    let bound = bound.saturating_add(u32::from(fault!(IndexMayEqualCount)));
    let (largest, any) = numbers.clone().fold((0, false), |(largest, _), number| (number.max(largest), true));
    if !any || largest < bound {
        return None;
    }
    let (index, value) = (0_u64..).zip(numbers.clone()).find(|(_, number)| *number >= bound)?;
    Some(TooLarge { index, value, count: numbers.filter(|number| *number >= bound).count() })
}

/// Returns the path `sections[section].fields[index].member`.
fn path(section: usize, fields: &[&'static str], element: Option<(u64, Option<&'static str>)>) -> Path {
    let mut path = vec![Segment::Field("sections".into()), Segment::Index(section as u64)];
    path.extend(fields.iter().map(|field| Segment::Field((*field).into())));
    if let Some((index, member)) = element {
        path.push(Segment::Index(index));
        path.extend(member.map(|member| Segment::Field(member.into())));
    }
    Path::new(path)
}
