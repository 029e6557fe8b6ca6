use crate::bpx::span::Span;
use bpx_schema::codec::StoredRegion;

/// A run of bytes of the file.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Extent {
    /// Offset in bytes from the beginning of the file.
    pub offset: u64,
    /// Size in bytes; 0 for sections without stored bytes only.
    pub size: u64,
    /// Meaning of the bytes.
    pub kind: ExtentKind,
}

/// Meaning of a run of bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum ExtentKind {
    /// The main header (section 8).
    Header,
    /// The section table (section 9).
    Table,
    /// The stored bytes of these sections, which are numbered from 0; shared bytes have several numbers. For a section
    /// that begins in the header or the table, the run holds only the bytes after the header and the table.
    Payload(Vec<usize>),
    /// Bytes between other parts of the file that belong to no section.
    Gap,
    /// Bytes after the last section and after the size that the header states, if the header states a size.
    Trailing,
}

impl Extent {
    /// Returns the offset of the first byte after the run.
    #[must_use]
    pub fn end(&self) -> u64 {
        // A run of a file ends at most at its size; only one that a caller has made up could end above 2^64 - 1.
        self.offset.saturating_add(self.size)
    }
}

/// The layout of a file as header and table state it; offsets and sizes in bytes.
pub(in crate::bpx) struct Shape<'a> {
    /// Offset where the header ends.
    pub(in crate::bpx) header_end: u64,
    /// Offset where the table ends.
    pub(in crate::bpx) table_end: u64,
    /// Offset where the file ends, as the header states.
    pub(in crate::bpx) stated: Option<u64>,
    /// The descriptions of the stored bytes of the sections.
    pub(in crate::bpx) sections: &'a [StoredRegion],
}

/// Returns all bytes of a file by their meaning. Sections outside of the file are omitted.
pub(in crate::bpx) fn file_extents(shape: &Shape<'_>, size: u64) -> Vec<Extent> {
    let table_end = shape.table_end.min(size);
    let header_end = shape.header_end.min(size);
    let mut list = vec![Extent { offset: 0, size: header_end, kind: ExtentKind::Header }];
    list.extend(extent_between(header_end, table_end, ExtentKind::Table));
    let mut payloads = Vec::new();
    for (index, stored) in shape.sections.iter().enumerate() {
        let span = Span::new(stored.offset, stored.size).filter(|span| span.end() <= size);
        let span = span.and_then(|span| Span::between(span.start().max(table_end), span.end()));
        payloads.extend(span.filter(|span| span.size() > 0 || stored.size == 0).map(|span| (span, index)));
    }
    let mut position = table_end;
    for (run, sections) in shared_runs(payloads) {
        list.extend(extent_between(position, run.start(), ExtentKind::Gap));
        list.extend(extent_between(run.start(), run.end(), ExtentKind::Payload(sections)));
        position = run.end();
    }
    // Bytes that the header counts, but no section contains.
    let trailing = shape.stated.filter(|stated| (position..=size).contains(stated)).unwrap_or(position);
    list.extend(extent_between(position, trailing, ExtentKind::Gap));
    list.extend(extent_between(trailing, size, ExtentKind::Trailing));
    list
}

/// Joins the runs of bytes that sections share. Returns the runs in the order of their offsets, each with the numbers
/// of its sections.
pub(super) fn shared_runs(mut spans: Vec<(Span, usize)>) -> Vec<(Span, Vec<usize>)> {
    // Of several that begin at one offset, the empty ones come first.
    spans.sort_unstable();
    let mut runs: Vec<(Span, Vec<usize>)> = Vec::new();
    for (span, index) in spans {
        match runs.last_mut() {
            Some((run, sections)) if span.start() < run.end() || span == *run => {
                *run = run.joined_with(span);
                sections.push(index);
            }
            _ => runs.push((span, vec![index])),
        }
    }
    runs.iter_mut().for_each(|(_, sections)| sections.sort_unstable());
    runs
}

/// Returns the run between two offsets, if there is one. Only sections may have no bytes.
fn extent_between(start: u64, end: u64, kind: ExtentKind) -> Option<Extent> {
    let size = Span::between(start, end)?.size();
    (size > 0 || matches!(kind, ExtentKind::Payload(_))).then_some(Extent { offset: start, size, kind })
}
