//! All rules of a container: the rules of its declaration, and the rules that relate several fields.

use super::kinds;
use crate::bpx::container::registry;
use crate::bpx::container::{ValidationContext, entry_member, examine, head_size, header_member, overlaps, read_head};
use crate::bpx::layout::{CRC32, WEAK, XZ, ZLIB};
use crate::bpx::{Layout, MainHeader, SectionHeader};
use bpx_schema::fault;
use bpx_schema::report::{Mode, Report, Result, Rule};
use bpx_schema::source::ReadAt;
use bpx_schema::{Budget, Limits};
use std::sync::Arc;

/// Checks every rule of a file of version 1 or 2 under default limits, and collects all findings.
///
/// # Errors
/// As [`verify_with`].
pub fn verify(source: &dyn ReadAt, mode: Mode) -> Result<Report> {
    verify_with(source, mode, Limits::default())
}

/// Checks every rule of a file of version 1 or 2, and collects all findings.
///
/// Contents of sections that are only bytes are never held in memory. With feature `parallel`, sections are checked
/// in parallel; the report is the same. [`rules`](crate::rules) lists the rules: those of the declarations, of
/// containers, and of the type of the file.
///
/// # Errors
/// Errors of reading the source, which say nothing about the file.
pub fn verify_with(source: &dyn ReadAt, mode: Mode, limits: Limits) -> Result<Report> {
    let budget = Arc::new(Budget::new(limits, source.size()));
    examine(read_head(source, limits), source, mode, &budget, |layout: &Layout, report| {
        rules(layout, source.size(), report);
        kinds::rules(&ValidationContext { layout, source, budget: &budget }, report)
    })
}

fn rules(layout: &Layout, size: u64, report: &mut Report) {
    file_size(layout, size, report);
    for (index, entry) in (0_u64..).zip(&layout.table) {
        flags(index, entry, report);
    }
    let head = head_size(layout.table.len() as u64);
    let rules = [&registry::OVERLAP_HEAD, &registry::OVERLAP];
    overlaps(layout.sections.list(), head, rules, |index| entry_member(index, SectionHeader::POINTER), report);
}

fn file_size(layout: &Layout, size: u64, report: &mut Report) {
    let stated = layout.header.file_size;
    let (path, at) = header_member(MainHeader::FILE_SIZE);
    if stated > size && !fault!(IgnoresFileSize) {
        let message = format!("states {stated} bytes, but the file has {size}");
        report.add(registry::FILE_SIZE.finding(at, message).at(path));
    } else if stated != 0 && stated < size {
        let message = format!("{} bytes follow the stated end", size.saturating_sub(stated));
        report.add(registry::TRAILING_BYTES.finding(at, message).at(path));
    }
}

fn flags(index: u64, entry: &SectionHeader, report: &mut Report) {
    let SectionHeader { flags, stored_size, content_size, .. } = *entry;
    let mut add = |rule: &Rule, field, message: String| {
        let (path, at) = entry_member(index, field);
        report.add(rule.finding(at, message).at(path));
    };
    let both = |mask| flags & mask == mask;
    if flags & (ZLIB | XZ) == 0 && stored_size != content_size && !fault!(IgnoresSizeOfPlain) {
        let message = format!(
            "expected {content_size} stored bytes, the size of the content of a plain section, found {stored_size}"
        );
        add(&registry::PLAIN_SIZE, SectionHeader::STORED_SIZE, message);
    }
    if both(ZLIB | XZ) {
        let message = "both compression flags are set: xz is used".to_owned();
        add(&registry::BOTH_COMPRESSIONS, SectionHeader::FLAGS, message);
    }
    if both(CRC32 | WEAK) {
        let message = "both check flags are set: the weak checksum is used".to_owned();
        add(&registry::BOTH_CHECKS, SectionHeader::FLAGS, message);
    }
}
