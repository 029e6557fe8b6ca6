//! The rules of models.

use super::super::model::{IndexArray, VertexArray, VertexArrayHeader};
use super::super::references::find_referenced;
use super::super::{Content, ModelSection, registry};
use super::context::{ValidationContext, add_finding, field_segment};
use crate::elements::element_offset;
use bpx_schema::codec::FieldRef;
use bpx_schema::report::{Location, Path, Report, Result, Segment};
use std::collections::BTreeMap;

pub(super) fn check_model(file: &ValidationContext<'_>, report: &mut Report) -> Result<()> {
    let kind = |kind: ModelSection| kind as u8;
    let vertex_size = match file.first_decoded(kind(ModelSection::VertexFormat))? {
        Some((_, Content::VertexFormat(format))) => Some(u64::from(format.vertex_size)),
        _ => None,
    };
    // The smallest number of vertices that is used with each index array.
    let mut bounds: BTreeMap<usize, u32> = BTreeMap::new();
    for section in file.sections_of_kind(kind(ModelSection::VertexArray)) {
        let Some(Content::VertexArray(array)) = file.decode_section(section)? else { continue };
        let header = array.header;
        let wanted = vertex_size.map(|size| element_offset(0, header.vertex_count.into(), size));
        let real = array.vertices.len() as u64;
        if let Some(wanted) = wanted.filter(|wanted| *wanted != real) {
            let message = format!("{} vertices need {wanted} bytes, found {real}", header.vertex_count);
            add_finding(
                report,
                &registry::VERTEX_COUNT,
                place_of_field(file, section, VertexArrayHeader::VERTEX_COUNT),
                message,
            );
        }
        if header.index_array == 0 {
            continue;
        }
        let indices = kind(ModelSection::IndexArray);
        // A number that names no such section is another finding.
        if let Ok(indices) = find_referenced(&file.layout.table, header.index_array, indices, "an index array") {
            let bound = bounds.entry(indices).or_insert(header.vertex_count);
            *bound = header.vertex_count.min(*bound);
        }
    }
    for (section, count) in bounds {
        check_indices(file, section, count, report)?;
    }
    Ok(())
}

/// Returns path and location of a field of the header of a vertex array.
fn place_of_field(file: &ValidationContext<'_>, section: usize, member: FieldRef) -> (Path, Location) {
    let way = [field_segment("vertex_array"), VertexArray::HEADER.segment(), member.segment()];
    file.place_of(section, &way, member.offset())
}

fn check_indices(file: &ValidationContext<'_>, section: usize, count: u32, report: &mut Report) -> Result<()> {
    let Some(Content::IndexArray(array)) = file.decode_section(section)? else { return Ok(()) };
    let beyond = || (0_u64..).zip(&array.indices).filter(|(_, index)| **index >= count);
    if let Some((number, index)) = beyond().next() {
        let (all, of) = (beyond().count(), array.indices.len());
        let message = format!(
            "found index {index} in a model of {count} vertices, where an index must be less than the number of \
                vertices; {all} of {of} indices are too large"
        );
        let way = [field_segment("index_array"), IndexArray::INDICES.segment(), Segment::Index(number)];
        let place = file.place_of(section, &way, element_offset(IndexArray::INDICES.offset(), number, 4));
        add_finding(report, &registry::INDEX, place, message);
    }
    Ok(())
}
