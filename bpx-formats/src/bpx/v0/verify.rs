//! All rules of a file: the rules of its declaration, and the rules that relate several fields.

use super::read::{entry_member, head_size, read_head};
use super::rules::ValidationContext;
use super::{HEADER, Layout, MainHeader, SectionHeader, registry, rules};
use crate::bpx::container::{examine, header_member, overlaps};
use bpx_schema::fault;
use bpx_schema::report::{Mode, Report, Result};
use bpx_schema::source::ReadAt;
use bpx_schema::{Budget, Limits};
use std::sync::Arc;

/// Checks every rule of a file of version 0, and collects all findings. [`rules`](crate::rules) lists the rules.
///
/// # Errors
/// Errors of reading the source, which say nothing about the file.
pub fn verify_with(source: &dyn ReadAt, mode: Mode, limits: Limits) -> Result<Report> {
    let budget = Arc::new(Budget::new(limits, source.size()));
    examine(read_head(source, limits), source, mode, &budget, |layout: &Layout, report| {
        file_size(layout, source.size(), report);
        let pointer = |index| entry_member(index, SectionHeader::POINTER);
        let head = head_size(layout.table.len() as u64);
        overlaps(layout.sections.list(), head, [&registry::OVERLAP_HEAD, &registry::OVERLAP], pointer, report);
        rules::check(&ValidationContext { layout, source, budget: &budget }, report)
    })
}

fn file_size(layout: &Layout, size: u64, report: &mut Report) {
    let header = if fault!(OldSizeWithHeader) { 0 } else { HEADER };
    let (stated, real) = (layout.header.file_size, size.saturating_sub(header));
    let (path, at) = header_member(MainHeader::FILE_SIZE);
    if stated > real {
        let message = format!("states {stated} bytes after the header, but the file has {real}");
        report.add(registry::FILE_SIZE.finding(at, message).at(path));
    } else if stated != 0 && stated < real {
        let message = format!("{} bytes follow the stated end", real.saturating_sub(stated));
        report.add(registry::TRAILING_BYTES.finding(at, message).at(path));
    }
}
