//! The rules of models (section 12) that relate several fields.

use super::mesh::resolve_indices;
use super::{INDEX_ARRAY, IndexArray, VERTEX_ARRAY, VertexArrayHeader, registry};
use crate::bpx::container::ValidationContext;
use crate::bpx::layout::section_path;
use crate::elements::element_offset;
use bpx_schema::codec::{Fixed, View};
use bpx_schema::report::{Path, Report, Result, Segment};
use bpx_schema::schema::{Endian, memory_size};
use std::collections::HashMap;

/// Reports every broken rule of a model that its declarations do not check.
///
/// If several elements of an array break a rule, the first such element is reported, with the number of such elements.
///
/// # Errors
/// Returns errors of reading the source, which are not faults of the file.
pub(crate) fn check_model(file: &ValidationContext<'_>, report: &mut Report) -> Result<()> {
    let table = &file.layout.table;
    // Sections that share their bytes too often are not read; the container reports that.
    let readable = file.readable_count();
    let of = |kind| table.iter().enumerate().take(readable).filter(move |(_, entry)| entry.kind == kind);
    // For each section of indices, its user with the fewest vertices.
    let mut fewest: HashMap<usize, (u32, usize)> = HashMap::new();
    for (section, _) in of(VERTEX_ARRAY) {
        let Some(content) = file.content_of(section)? else { continue };
        let Some(header) = content.get(..VertexArrayHeader::SIZE) else { continue };
        let header = VertexArrayHeader::get(header, Endian::Little);
        let count = header.vertex_count;
        // A number that names no such section is another finding.
        if let Ok(Some(index)) = resolve_indices(table, header.index_array) {
            let user = fewest.entry(index).or_insert((count, section));
            if count < user.0 {
                *user = (count, section);
            }
        }
    }
    for (section, _) in of(INDEX_ARRAY) {
        let Some(content) = file.content_of(section)? else { continue };
        check_indices(file, section, &content, fewest.get(&section).copied(), report);
    }
    Ok(())
}

/// Checks the rules for indices. Among the vertex arrays that use the indices, `user` has the fewest vertices.
fn check_indices(
    file: &ValidationContext<'_>,
    section: usize,
    content: &[u8],
    user: Option<(u32, usize)>,
    report: &mut Report,
) {
    let Some((vertices, user)) = user else { return };
    let Some((count, rest)) = content.split_at_checked(u32::SIZE) else { return };
    let count = memory_size(u32::get(count, Endian::Little));
    // Fewer, if the section is cut.
    let indices = View::<u32>::new(rest).0;
    if let Some(wrong) = first_from(indices.iter().take(count), vertices) {
        let message = format!(
            "index {} is too large for section {user}, which has {vertices} vertices{}",
            wrong.value,
            wrong.more_message()
        );
        let at = file.location_in(section, element_offset(IndexArray::INDICES.offset(), wrong.index, u32::SIZE as u64));
        let path = index_path(section, wrong.index);
        report.add(registry::INDEX.finding(at, message).with_path(path));
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
    fn more_message(&self) -> String {
        if self.count == 1 { String::new() } else { format!("; {} indices in all are too large", self.count) }
    }
}

/// Returns the first number that is not below a bound. Searches the largest number first, because that loop has no
/// branch and runs at the speed of memory.
fn first_from(numbers: impl Iterator<Item = u32> + Clone, bound: u32) -> Option<TooLarge> {
    let (largest, any) = numbers.clone().fold((0, false), |(largest, _), number| (number.max(largest), true));
    if !any || largest < bound {
        return None;
    }
    let (index, value) = (0_u64..).zip(numbers.clone()).find(|(_, number)| *number >= bound)?;
    Some(TooLarge { index, value, count: numbers.filter(|number| *number >= bound).count() })
}

/// Returns the path of an index.
fn index_path(section: usize, index: u64) -> Path {
    let indices = ["index_array", "indices"].map(|name| Segment::Field(name.into()));
    Path::new(section_path(section).into_iter().chain(indices).chain([Segment::Index(index)]).collect())
}
