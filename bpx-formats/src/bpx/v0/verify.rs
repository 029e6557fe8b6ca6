//! All rules of a file: those of its declaration, and those that no field has for itself.

use super::read::{entry_member, head_size, header_member, read_head};
use super::rules::Examined;
use super::{HEADER, Layout, MainHeader, SectionHeader, rules};
use crate::bpx::container::{examine, overlaps};
use bpx_schema::fault;
use bpx_schema::report::{Class, Finding, Mode, Report, Result, Severity};
use bpx_schema::source::ReadAt;
use bpx_schema::{Budget, Limits};
use std::sync::Arc;

/// Checks every rule of a file of version 0, and collects all that is wrong. The rules beyond the declarations, by
/// code; sections are those of the text of 2019:
///
/// | code | severity | rule |
/// |---|---|---|
/// | `v0.file-size` | error | the header states no larger size than the file has (6.6) |
/// | `v0.trailing-bytes` | note | nothing follows the stated end |
/// | `container.overlap-head` | warning | no section lies in header or table (7.1.2) |
/// | `container.overlap` | note | sections share all their bytes or none |
/// | `v0.required`, `v0.single` | error | sections that the table of the type requires are there, and those that stand once do (8.1, 9.1, 10.1, 11.1) |
/// | `v0.texture-size` | error | the pixels fill width, height, format and layers (8.4) |
/// | `v0.cube-map` | error | a cube map has six layers (8.4) |
/// | `v0.vertex-count` | error | there are as many vertices as stated, of the size of the format (9.3.4) |
/// | `v0.triangles` | warning | without indices, the number of vertices is a multiple of 3 (9.3.2) |
/// | `v0.index-array` | error | an index array is one (9.3.3) |
/// | `v0.index` | error | indices are less than the number of vertices (9.4) |
/// | `v0.material`, `v0.bone-name` | error | the texts are there (9.3.1, 9.6.2) |
/// | `v0.shader-count` | error | there are as many shaders as stated (10.2.1) |
/// | `v0.shader-index` | error | the shaders of a program are shaders (10.4, 10.5) |
/// | `v0.asset-count` | error | there are as many assets as stated (11.2.1) |
/// | `v0.virtual-path` | error | the path of an asset is a text (11.3.1) |
/// | `v0.file-id` | error | the file of an asset is one (11.3) |
/// | `v0.duplicate-path`, `v0.unsafe-path` | warning | paths tell assets apart, and can be those of files below a folder |
/// | `v0.orphan` | note | every file belongs to an asset |
///
/// # Errors
/// Those of reading the source, which say nothing about the file.
pub fn verify_with(source: &dyn ReadAt, mode: Mode, limits: Limits) -> Result<Report> {
    let budget = Arc::new(Budget::new(limits, source.size()));
    examine(read_head(source, limits), source, mode, &budget, |layout: &Layout, report| {
        file_size(layout, source.size(), report);
        let pointer = |index| entry_member(index, SectionHeader::POINTER);
        let head = head_size(layout.table.len() as u64);
        overlaps(layout.sections.list(), head, "v0 7.1.2", pointer, report);
        rules::check(&Examined { layout, source, budget: &budget }, report)
    })
}

fn file_size(layout: &Layout, size: u64, report: &mut Report) {
    let header = if fault!(OldSizeWithHeader) { 0 } else { HEADER };
    let (stated, real) = (layout.header.file_size, size.saturating_sub(header));
    let (path, at) = header_member(MainHeader::FILE_SIZE);
    if stated > real {
        let message = format!("states {stated} bytes behind the header, the file has {real}");
        report.add(Finding::new(Class::Truncated, at, message).code("v0.file-size").spec("v0 6.6").at(path));
    } else if stated != 0 && stated < real {
        let message = format!("{} bytes follow the stated end", real.saturating_sub(stated));
        let finding = Finding::new(Class::TrailingBytes, at, message).code("v0.trailing-bytes").spec("v0 6.6");
        report.add(finding.severity(Severity::Note).at(path));
    }
}
