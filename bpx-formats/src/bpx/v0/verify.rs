//! All rules of a file: those of its declaration, and those that no field has for itself.

use super::open::{head_size, read_head};
use super::rules::Examined;
use super::{HEADER, Layout, MainHeader, SectionHeader, registry, rules};
use crate::bpx::container::{examine, member_offset, overlaps};
use bpx_schema::codec::Codec;
use bpx_schema::fault;
use bpx_schema::report::{Location, Mode, Path, Report, Result, Segment};
use bpx_schema::source::ReadAt;
use bpx_schema::{Budget, Limits};
use std::sync::Arc;

/// Checks every rule of a file of version 0, and collects all that is wrong. [`rules`](crate::rules) lists
/// the rules.
///
/// # Errors
/// Those of reading the source, which say nothing about the file.
pub fn verify_with(source: &dyn ReadAt, mode: Mode, limits: Limits) -> Result<Report> {
    let budget = Arc::new(Budget::new(limits, source.size()));
    examine(read_head(source, limits), source, mode, &budget, |layout: &Layout, report| {
        file_size(layout, source.size(), report);
        let pointer = |index| entry_member(index, "pointer");
        let head = head_size(layout.table.len() as u64);
        overlaps(layout.sections.list(), head, [&registry::OVERLAP_HEAD, &registry::OVERLAP], pointer, report);
        rules::check(&Examined { layout, source, budget: &budget }, report)
    })
}

fn file_size(layout: &Layout, size: u64, report: &mut Report) {
    let header = if fault!(OldSizeWithHeader) { 0 } else { HEADER };
    let (stated, real) = (layout.header.file_size, size.saturating_sub(header));
    let path = Path::new(vec![Segment::Field("header".into()), Segment::Field("file_size".into())]);
    let at = Location { file: member_offset(<MainHeader as Codec>::schema(), "file_size"), content: None };
    if stated > real {
        let message = format!("states {stated} bytes behind the header, the file has {real}");
        report.add(registry::FILE_SIZE.finding(at, message).at(path));
    } else if stated != 0 && stated < real {
        let message = format!("{} bytes follow the stated end", real.saturating_sub(stated));
        report.add(registry::TRAILING_BYTES.finding(at, message).at(path));
    }
}

/// Path and place of a member of a table entry.
pub(super) fn entry_member(index: u64, name: &'static str) -> (Path, Location) {
    let member = member_offset(<SectionHeader as Codec>::schema(), name);
    let path = vec![Segment::Field("table".into()), Segment::Index(index), Segment::Field(name.into())];
    (Path::new(path), Location { file: head_size(index).saturating_add(member), content: None })
}
