//! The rules of models (section 12) that relate several fields.

use super::mesh::resolve;
use super::{
    BONE_ARRAY, Bone, BoneTransform, FRAME_ARRAY, INDEX_ARRAY, IndexArray, VERTEX_ARRAY, VertexArrayHeader, registry,
};
use crate::bpx::container::ValidationContext;
use bpx_schema::codec::{Fixed, View};
use bpx_schema::fault;
use bpx_schema::report::{Path, Report, Result, Segment};
use bpx_schema::schema::Endian;
use std::collections::HashMap;

/// Reports every broken rule of a model that its declarations do not check.
///
/// If several elements of an array break a rule, the first one is reported, with their number.
///
/// # Errors
/// Returns errors of reading the source, which say nothing about the file.
pub(crate) fn rules(file: &ValidationContext<'_>, report: &mut Report) -> Result<()> {
    check_meshes(file, report)?;
    let bones = match file.find(BONE_ARRAY) {
        Some(section) => file.content(section)?.map(|content| Counted::<Bone>::new::<u16>(&content).count),
        None => None,
    };
    check_frames(file, bones, report)
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
        // A number that names no such section is another finding.
        if let Ok(Some(index)) = resolve(table, header.index_array) {
            let user = fewest.entry(index).or_insert((count, section));
            if count < user.0 {
                *user = (count, section);
            }
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

/// Checks that the transforms are a whole number of frames; `bones` is the number of bones, `None` without a section of
/// bones.
fn check_frames(file: &ValidationContext<'_>, bones: Option<u32>, report: &mut Report) -> Result<()> {
    let (Some(section), Some(bones)) = (file.find(FRAME_ARRAY), bones) else { return Ok(()) };
    let len = View::<BoneTransform>::new(&file.content(section)?.unwrap_or_default()).0.len() as u64;
    if len.checked_rem(bones.into()).is_some_and(|left| left > 0) {
        let message = format!("expected a multiple of {bones} transforms, one for each bone, found {len}");
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
