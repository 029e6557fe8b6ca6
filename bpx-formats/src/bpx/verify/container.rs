//! All rules of a container: those of its declaration, and those that no field has for itself.

use super::kinds;
use crate::bpx::container::{Examined, entry_member, examine, head_size, header_member, overlaps, read_head};
use crate::bpx::layout::{CRC32, WEAK, XZ, ZLIB};
use crate::bpx::{Layout, MainHeader, SectionHeader};
use bpx_schema::fault;
use bpx_schema::report::{Class, Finding, Mode, Report, Result, Severity};
use bpx_schema::source::ReadAt;
use bpx_schema::{Budget, Limits};
use std::sync::Arc;

/// Checks every rule of a file of version 1 or 2 under default limits, and collects all that is wrong.
///
/// # Errors
/// As [`verify_with`].
pub fn verify(source: &dyn ReadAt, mode: Mode) -> Result<Report> {
    verify_with(source, mode, Limits::default())
}

/// Checks every rule of a file of version 1 or 2, and collects all that is wrong.
///
/// Contents of sections that are nothing but bytes are never held in memory. With feature `parallel`, sections are
/// checked side by side; the report is the same. The rules beyond the declarations, by code:
///
/// | code | severity | rule |
/// |---|---|---|
/// | `container.file-size` | error | the header states no larger size than the file has (section 8.6) |
/// | `container.trailing-bytes` | note | nothing follows the stated end |
/// | `container.plain-size` | error | CSize and USize of a plain section are equal (9.1.2); USize counts |
/// | `container.both-compressions` | note | one compression flag; xz counts (9.1.6) |
/// | `container.both-checks` | note | one check flag; weak counts |
/// | `container.overlap-head` | warning | no section lies in header or table |
/// | `container.overlap` | note | sections share all their bytes or none |
/// | `sections.crc32-legacy` | note | a CRC-32 is that of IEEE 802.3 (9.1.4) |
///
/// Then those of the type of the file, whose codes begin with `texture.`, `model.`, `shader.` or `package.`.
///
/// # Errors
/// Those of reading the source, which say nothing about the file.
pub fn verify_with(source: &dyn ReadAt, mode: Mode, limits: Limits) -> Result<Report> {
    let budget = Arc::new(Budget::new(limits, source.size()));
    examine(read_head(source, limits), source, mode, &budget, |layout: &Layout, report| {
        rules(layout, source.size(), report);
        kinds::rules(&Examined { layout, source, budget: &budget }, report)
    })
}

fn rules(layout: &Layout, size: u64, report: &mut Report) {
    file_size(layout, size, report);
    for (index, entry) in (0_u64..).zip(&layout.table) {
        flags(index, entry, report);
    }
    let head = head_size(layout.table.len() as u64);
    overlaps(layout.sections.list(), head, "9.1.1", |index| entry_member(index, SectionHeader::POINTER), report);
}

fn file_size(layout: &Layout, size: u64, report: &mut Report) {
    let stated = layout.header.file_size;
    let (path, at) = header_member(MainHeader::FILE_SIZE);
    if stated > size && !fault!(IgnoresFileSize) {
        let message = format!("states {stated} bytes, the file has {size}");
        let finding = Finding::new(Class::Truncated, at, message).code("container.file-size");
        report.add(finding.spec("8.6").at(path));
    } else if stated != 0 && stated < size {
        let message = format!("{} bytes follow the stated end", size.saturating_sub(stated));
        let finding = Finding::new(Class::TrailingBytes, at, message).code("container.trailing-bytes");
        report.add(finding.spec("8.6").severity(Severity::Note).at(path));
    }
}

fn flags(index: u64, entry: &SectionHeader, report: &mut Report) {
    let SectionHeader { flags, stored_size, content_size, .. } = *entry;
    let mut add = |field, class, severity, code, spec, message: String| {
        let (path, at) = entry_member(index, field);
        report.add(Finding::new(class, at, message).code(code).spec(spec).severity(severity).at(path));
    };
    let both = |mask| flags & mask == mask;
    if flags & (ZLIB | XZ) == 0 && stored_size != content_size && !fault!(IgnoresSizeOfPlain) {
        let message = format!("states {stored_size} stored bytes of a plain section with {content_size}");
        add(SectionHeader::STORED_SIZE, Class::SizeMismatch, Severity::Error, "container.plain-size", "9.1.2", message);
    }
    if both(ZLIB | XZ) {
        let message = "both compression flags are set: xz counts".to_owned();
        add(SectionHeader::FLAGS, Class::Inconsistent, Severity::Note, "container.both-compressions", "9.1.6", message);
    }
    if both(CRC32 | WEAK) {
        let message = "both check flags are set: the weak one counts".to_owned();
        add(SectionHeader::FLAGS, Class::Inconsistent, Severity::Note, "container.both-checks", "9.1.6", message);
    }
}
