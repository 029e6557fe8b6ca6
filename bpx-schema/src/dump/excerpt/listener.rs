//! Finds the values of findings while a file is read once.

use super::field::{element_size, field_of, first_doc_line, unshared_bytes};
use super::window::{RowWindow, offset_after, rows_around};
use super::{Excerpt, FieldBytes, KEPT};
use crate::dump::line::node_meaning;
use crate::dump::outline::own_span;
use crate::report::{Finding, Location, Path, Segment};
use crate::schema::memory_size;
use crate::watch::{Leaf, NodeKind, ValueNode, Watch};
use std::ops::Range;

/// How well a value fits a finding.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum FindingFit {
    /// The value holds the byte of the finding.
    Place,
    /// The value has the path of the finding, begins at the byte of the finding, and has parts.
    Parts,
    /// The value holds the byte of the finding, and has its path.
    Path,
}

/// The facts about one finding that the listener knows.
#[derive(Debug)]
struct WantedExcerpt<'f> {
    finding: &'f Finding,
    fit: Option<FindingFit>,
    excerpt: Excerpt,
    /// If the finding is in decompressed content: the rows around its byte, and the path of the region.
    window: Option<(RowWindow, String)>,
}

/// A value with parts that is open.
#[derive(Debug)]
struct OpenValue {
    has_segment: bool,
    /// Offset of the stored bytes in the file, if the parts lie in decompressed content.
    packed: Option<u64>,
    /// Path of the value, if it is packed.
    path: String,
    /// Findings that have the path of this value and lie where this value begins.
    waiting: Vec<usize>,
}

/// Listens for the values at the locations of findings.
#[derive(Debug)]
pub(super) struct ExcerptListener<'f> {
    wanted: Vec<WantedExcerpt<'f>>,
    /// Offset in the file and number of each finding, sorted.
    by_file: Vec<(u64, usize)>,
    /// Offset in the file, offset in the content and number of each finding in decompressed content, sorted.
    by_content: Vec<((u64, u64), usize)>,
    path: Path,
    open: Vec<OpenValue>,
    /// The number of open values whose parts lie in decompressed content.
    packed: usize,
}

impl<'f> ExcerptListener<'f> {
    pub(super) fn new(findings: &[&'f Finding]) -> Self {
        let place = |finding: &Finding| finding.location;
        let mut by_file: Vec<_> = findings.iter().map(|finding| place(finding).file).zip(0..).collect();
        let mut by_content: Vec<_> = (0..)
            .zip(findings)
            .filter_map(|(number, finding)| Some(((place(finding).file, place(finding).content?), number)))
            .collect();
        by_file.sort_unstable();
        by_content.sort_unstable();
        let wanted =
            |finding: &&'f Finding| WantedExcerpt { finding, fit: None, excerpt: Excerpt::default(), window: None };
        let wanted = findings.iter().map(wanted).collect();
        Self { wanted, by_file, by_content, path: Path::root(), open: Vec::new(), packed: 0 }
    }

    /// Returns the numbers of the findings whose bytes lie in a range of offsets in the current space.
    fn in_bytes(&self, at: Location, offsets: &Range<u64>) -> Vec<usize> {
        if self.packed > 0 {
            let key = |offset: u64| (at.file, offset);
            numbers_between(&self.by_content, key(offsets.start), key(offsets.end))
        } else {
            numbers_between(&self.by_file, offsets.start, offsets.end)
        }
    }

    /// Notes decompressed bytes of the content that is stored at an offset of the file.
    fn fill_windows(&mut self, file: u64, offset: u64, bytes: &[u8]) {
        let end = offset_after(offset, bytes.len() as u64);
        // The rows around a place reach so far before and after it, but not before the first byte.
        let (first, last) = (offset.saturating_sub(rows_around(0).end), rows_around(end).end);
        for number in numbers_between(&self.by_content, (file, first), (file, last)) {
            let Some(wanted) = self.wanted.get_mut(number) else { continue };
            let Some(place) = wanted.finding.location.content else { continue };
            let rows = rows_around(place);
            if rows.start < end && offset < rows.end {
                // Decompressed bytes always belong to an open value.
                let region = || innermost_path(&self.open).unwrap_or_default();
                wanted
                    .window
                    .get_or_insert_with(|| (RowWindow::around_offset(place), region()))
                    .0
                    .copy_bytes(offset, bytes);
            }
        }
    }

    /// Takes a value for a finding, unless the present value fits as well or better.
    fn take_value(&mut self, number: usize, fit: FindingFit, make: impl FnOnce() -> (FieldBytes, u64)) {
        let region = innermost_path(&self.open);
        let Some(wanted) = self.wanted.get_mut(number) else { return };
        if wanted.fit >= Some(fit) {
            return;
        }
        let (field, step) = make();
        let location = wanted.finding.location;
        let place = location.offset_in_space(region.is_some());
        // Inside of a value, the fault is one element, or one byte.
        let end = if place == field.offset { field.offset + field.size } else { offset_after(place, step) };
        wanted.fit = Some(fit);
        wanted.excerpt.marked = place..end;
        wanted.excerpt.region = region;
        wanted.excerpt.field = Some(field);
    }

    /// Returns the excerpts, in the order of the findings.
    pub(super) fn finish(self, file: &[u8]) -> Vec<Excerpt> {
        self.wanted.into_iter().map(|wanted| wanted.into_excerpt(file)).collect()
    }
}

impl WantedExcerpt<'_> {
    fn into_excerpt(self, file: &[u8]) -> Excerpt {
        let Self { finding, mut excerpt, window, .. } = self;
        let location = finding.location;
        let in_content = excerpt.region.is_some() || excerpt.field.is_none() && window.is_some();
        let (place, mut window, region) = match (window, location.content) {
            (Some((window, region)), Some(place)) if in_content => (place, window, Some(region)),
            _ => {
                let place = location.file.min(file.len() as u64);
                let mut window = RowWindow::around_offset(place);
                window.copy_bytes(0, file);
                (place, window, None)
            }
        };
        if excerpt.field.is_none() {
            let end = if in_content { u64::MAX } else { file.len() as u64 };
            excerpt.marked = place..offset_after(place, 1).min(end);
            excerpt.region = region;
        }
        window.cut_rows_after(excerpt.marked.end.min(offset_after(place, KEPT as u64)));
        excerpt.start = window.start;
        excerpt.bytes = window.bytes;
        if let Some(field) = excerpt.field.as_mut().filter(|field| field.bytes.is_empty() && !in_content) {
            let start = memory_size(field.offset);
            let size = memory_size(field.size).min(KEPT);
            field.bytes = file.iter().skip(start).take(size).copied().collect();
        }
        excerpt
    }
}

impl Watch for ExcerptListener<'_> {
    fn open(&mut self, node: &ValueNode<'_>) {
        if let Some(segment) = &node.segment {
            self.path.push(segment.clone());
        }
        let offset = node.at.offset_in_space(self.packed > 0);
        let mut waiting = self.in_bytes(node.at, &(offset..offset_after(offset, 1)));
        // A fault of the whole file is shown at the value that holds its place.
        let is_root = self.path.segments().is_empty();
        waiting.retain(|number| {
            !is_root && self.wanted.get(*number).is_some_and(|wanted| wanted.finding.path == self.path)
        });
        let packed = node.kind.packed_size().map(|_| node.at.file);
        let field = node.field.filter(|_| matches!(node.kind, NodeKind::Packed { .. }));
        let path = match packed {
            Some(_) => field.map_or_else(|| self.path.short_text(), |field| path_with_field(&self.path, &field.name)),
            None => String::new(),
        };
        self.open.push(OpenValue { has_segment: node.segment.is_some(), packed, path, waiting });
        self.packed += usize::from(packed.is_some());
    }

    fn leaf(&mut self, leaf: &Leaf<'_>) {
        let (skipped, size) = own_span(leaf);
        let at = leaf.at.advance(skipped, self.packed > 0);
        let offset = at.offset_in_space(self.packed > 0);
        if self.packed > 0 {
            self.fill_windows(at.file, offset, unshared_bytes(leaf));
        }
        let numbers = self.in_bytes(at, &(offset..offset_after(offset, size.max(1))));
        // A value may hold the places of many findings.
        let field = if numbers.is_empty() { None } else { Some(field_of(leaf, offset, size)) };
        for (number, field) in numbers.into_iter().zip(field.iter().cycle()) {
            let has_path = self
                .wanted
                .get(number)
                .is_some_and(|wanted| leads_to_finding(&self.path, &leaf.segment, wanted.finding));
            let fit = if has_path { FindingFit::Path } else { FindingFit::Place };
            self.take_value(number, fit, || (field.clone(), element_size(leaf)));
        }
    }

    fn close(&mut self, node: &ValueNode<'_>, size: u64) {
        let Some(open) = self.open.pop() else { return };
        self.packed -= usize::from(open.packed.is_some());
        for number in open.waiting {
            let (doc, _) = node_meaning(node);
            let (type_name, size) = match node.kind {
                NodeKind::Structure => {
                    (node.structure.map_or_else(|| "structure".to_owned(), |own| own.name.to_string()), size)
                }
                NodeKind::Array => ("list".to_owned(), size),
                NodeKind::Region { stored, .. } | NodeKind::Packed { stored } => ("bytes".to_owned(), stored),
            };
            let field = FieldBytes {
                offset: node.at.offset_in_space(self.packed > 0),
                size,
                type_name,
                doc: first_doc_line(doc),
                ..FieldBytes::default()
            };
            self.take_value(number, FindingFit::Parts, || (field, 1));
        }
        if open.has_segment {
            self.path.pop();
        }
    }

    fn content(&mut self, bytes: &[u8], _: bool) {
        if let Some(file) = self.open.last().and_then(|open| open.packed) {
            self.fill_windows(file, 0, bytes);
        }
    }

    fn report(&mut self, _: Finding) {}
}

/// Returns the path of the innermost value with decompressed parts.
fn innermost_path(open: &[OpenValue]) -> Option<String> {
    open.iter().rfind(|open| open.packed.is_some()).map(|open| open.path.clone())
}

/// Returns the numbers in a sorted list whose keys lie in a range.
fn numbers_between<K: Ord + Copy>(list: &[(K, usize)], from: K, to: K) -> Vec<usize> {
    let (_, rest) = list.split_at(list.partition_point(|(key, _)| *key < from));
    rest.iter().take_while(|(key, _)| *key < to).map(|(_, number)| *number).collect()
}

/// Returns the text of a path that ends with the name of a field.
fn path_with_field(path: &Path, name: &str) -> String {
    if path.segments().is_empty() { name.to_owned() } else { format!("{}.{name}", path.short_text()) }
}

/// Returns whether the path of a finding is the path of a value, or begins with that path.
fn leads_to_finding(path: &Path, last: &Segment, finding: &Finding) -> bool {
    let mut steps = finding.path.segments().iter();
    path.segments().iter().chain([last]).all(|step| steps.next() == Some(step))
}
