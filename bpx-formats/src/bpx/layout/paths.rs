//! Paths of the section table and of sections, which are the same in all versions.

use super::Layout;
use bpx_schema::field_name;
use bpx_schema::report::{Error, Path, Segment};

/// Returns the path of the section table.
pub(in crate::bpx) fn table_path() -> Path {
    Path::new(vec![Segment::Field(field_name!(Layout, table).into())])
}

/// Returns the path of a section.
pub(in crate::bpx) fn section_path(index: usize) -> [Segment; 2] {
    [Segment::Field(field_name!(Layout, sections).into()), Segment::Index(index as u64)]
}

/// Returns an error of the content of a section as an error of the file.
pub(in crate::bpx) fn in_section(error: Error, index: usize) -> Error {
    error.in_element(index as u64).in_field(field_name!(Layout, sections))
}
