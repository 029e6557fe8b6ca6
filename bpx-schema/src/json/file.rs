//! Writes a whole file as JSON: the values of a traversal, and the bytes that no value holds.
//!
//! The member `$gaps` lists the bytes that no field holds, with their offsets. Content that does not form a value
//! becomes `{"$data": ".."}`, and content that cannot be decompressed becomes `{"$stored": ".."}`. The member `$forms`
//! lists the stored forms that no encoder of this build reproduces, with the names of their transforms. In a structure,
//! the member `$found` has the offsets at which a search found fields, and the member `$rest` has the bytes that are
//! left in the contents of fields, with their offsets in the content.

use super::gaps::write_gaps;
use super::{JsonLeaf, JsonSink, JsonWatch};
use crate::forms::StoredForm;
use crate::report::{Coverage, Finding, Segment};
use crate::schema::{Field, Offset};
use crate::watch::{Leaf, NodeKind, ValueNode, Watch};
use std::collections::BTreeSet;
use std::convert::Infallible;

/// The name of the member for bytes that no field holds.
pub(crate) const GAPS: &str = "$gaps";
/// The name of the member for stored forms of contents.
pub(crate) const FORMS: &str = "$forms";
/// The name of the member for the offsets at which searches found fields.
pub(crate) const FOUND: &str = "$found";
/// The name of the member for the bytes that are left in the contents of fields.
pub(crate) const REST: &str = "$rest";
/// The name of the member for content that does not form a value.
pub(crate) const DATA: &str = "$data";
/// The name of the member for stored bytes that cannot be decompressed.
pub(crate) const STORED: &str = "$stored";

/// The parts of the file that values do not show, which the first pass over the file finds.
#[derive(Debug, Default)]
pub(crate) struct Survey {
    coverage: Coverage,
    /// Regions of which the JSON shows the bytes in place of values, by the number of the region in the order of reading.
    raw: BTreeSet<u64>,
    count: u64,
    /// Numbers of the open regions.
    open: Vec<u64>,
}

impl Survey {
    /// Returns the runs of bytes in the file that no field holds, each with its beginning and its end.
    fn gaps(&self) -> &[(u64, u64)] {
        self.coverage.unread_ranges()
    }
}

impl Watch for Survey {
    fn open(&mut self, node: &ValueNode<'_>) {
        if let NodeKind::Region { .. } = node.kind {
            self.raw.insert(self.count);
            self.open.push(self.count);
            self.count += 1;
        }
    }

    fn leaf(&mut self, _: &Leaf<'_>) {}

    fn content(&mut self, _: &[u8], read: bool) {
        let Some(number) = self.open.last() else { return };
        if read && self.coverage.unread_ranges().is_empty() {
            self.raw.remove(number);
        }
    }

    fn close(&mut self, node: &ValueNode<'_>, _: u64) {
        if let NodeKind::Region { .. } = node.kind {
            self.open.pop();
        }
    }

    fn report(&mut self, _: Finding) {}

    fn coverage(&mut self) -> Option<&mut Coverage> {
        Some(&mut self.coverage)
    }
}

/// Writes the values of the second pass over the file, and the parts that the first pass found.
pub(crate) struct FileJson<'f, S> {
    values: JsonWatch<S>,
    survey: &'f Survey,
    forms: &'f [StoredForm],
    bytes: &'f [u8],
    count: u64,
    /// The number of open values in a region of which the JSON shows the bytes.
    hidden: Option<u32>,
    /// The number of elements so far, for each open array.
    elements: Vec<u64>,
    /// For each open value, what the values of its fields do not show. The first item is that of the file.
    hints: Vec<StructureHints>,
    /// The bytes that were read, so that the decoder passes the bytes that are left.
    coverage: Coverage,
}

/// Facts about a structure that the values of its fields do not show.
#[derive(Debug, Default)]
struct StructureHints {
    /// Names of fields, and the offsets at which searches found the fields.
    found: Vec<(String, u64)>,
    /// Names of fields, and the bytes that are left in their contents, in the order of reading.
    rest: Vec<(String, Vec<OffsetBytes>)>,
}

/// An offset, and the bytes at the offset.
type OffsetBytes = (u64, Vec<u8>);

impl<'f, S: JsonSink> FileJson<'f, S> {
    pub(crate) fn new(sink: S, survey: &'f Survey, forms: &'f [StoredForm], bytes: &'f [u8]) -> Self {
        Self {
            values: JsonWatch::new(sink),
            survey,
            forms,
            bytes,
            count: 0,
            hidden: None,
            elements: Vec::new(),
            hints: vec![StructureHints::default()],
            coverage: Coverage::default(),
        }
    }

    /// Writes the end of the file's JSON, and returns the sink.
    pub(crate) fn finish(self) -> S {
        let (gaps, forms, bytes, hints) = (self.survey.gaps(), self.forms, self.bytes, self.hints);
        self.values.finish_with(|sink| {
            hints.iter().for_each(|hints| hints.write_members(sink));
            write_more(gaps, forms, bytes, sink);
        })
    }

    /// Writes `null` for each region outside of the file, so that the other regions keep their indexes.
    fn fill_skipped(&mut self, node: &ValueNode<'_>) {
        let (Some(Segment::Index(index)), Some(elements)) = (&node.segment, self.elements.last_mut()) else { return };
        while *elements < *index {
            self.values.sink().leaf(JsonLeaf::Null);
            *elements += 1;
        }
        *elements += 1;
    }
}

impl StructureHints {
    /// Writes the members `$found` and `$rest`, unless they are empty.
    fn write_members(&self, sink: &mut dyn JsonSink) {
        if !self.found.is_empty() {
            sink.key(FOUND);
            sink.open_object();
            for (name, offset) in &self.found {
                sink.key(name);
                sink.write_int_text((*offset).into());
            }
            sink.close();
        }
        if !self.rest.is_empty() {
            sink.key(REST);
            sink.open_object();
            for (name, runs) in &self.rest {
                let Ok(()) = write_gaps(name, runs.iter().map(|(at, run)| Ok::<_, Infallible>((*at, run))), sink);
            }
            sink.close();
        }
    }
}

/// Writes the members `$gaps` and `$forms`, unless they are empty.
fn write_more(gaps: &[(u64, u64)], forms: &[StoredForm], bytes: &[u8], sink: &mut dyn JsonSink) {
    // A gap lies inside of the file.
    let gap = |(from, to): &(u64, u64)| (*from, Offset::from(*from).up_to(*to, bytes).unwrap_or_default());
    let Ok(()) = write_gaps(GAPS, gaps.iter().map(|one| Ok::<_, Infallible>(gap(one))), sink);
    if forms.is_empty() {
        return;
    }
    sink.key(FORMS);
    sink.open_array();
    for form in forms {
        sink.open_object();
        sink.key("transform");
        sink.text(form.transform);
        sink.member("data", JsonLeaf::Hex(&form.stored));
        sink.close();
    }
    sink.close();
}

impl<S: JsonSink> Watch for FileJson<'_, S> {
    fn open(&mut self, node: &ValueNode<'_>) {
        let number = match node.kind {
            NodeKind::Region { .. } => {
                self.count += 1;
                Some(self.count - 1)
            }
            _ => None,
        };
        if let Some(hidden) = &mut self.hidden {
            *hidden += 1;
            return;
        }
        if number.is_some() {
            self.fill_skipped(node);
        }
        if number.is_some_and(|number| self.survey.raw.contains(&number)) {
            self.hidden = Some(0);
            return;
        }
        if node.kind == NodeKind::Array {
            self.elements.push(0);
        }
        self.hints.push(StructureHints::default());
        self.values.open(node);
    }

    fn leaf(&mut self, leaf: &Leaf<'_>) {
        if self.hidden.is_none() {
            self.values.leaf(leaf);
        }
    }

    fn content(&mut self, bytes: &[u8], _: bool) {
        if self.hidden == Some(0) {
            self.values.sink().write_wrapped(DATA, JsonLeaf::Hex(bytes));
        }
    }

    fn stored_bytes(&mut self, bytes: &[u8]) {
        if self.hidden == Some(0) {
            self.values.sink().write_wrapped(STORED, JsonLeaf::Hex(bytes));
        }
    }

    fn close(&mut self, node: &ValueNode<'_>, size: u64) {
        match self.hidden {
            Some(0) => self.hidden = None,
            Some(hidden) => self.hidden = Some(hidden - 1),
            None => {
                if node.kind == NodeKind::Array {
                    self.elements.pop();
                }
                // Each value that was opened has hints.
                let hints = self.hints.pop().unwrap_or_default();
                // Packed content is not a value of its own.
                if let (NodeKind::Packed { .. }, Some(around)) = (node.kind, self.hints.last_mut()) {
                    around.found.extend(hints.found);
                    around.rest.extend(hints.rest);
                } else {
                    hints.write_members(self.values.sink());
                }
                // The file is the outermost value, without a name.
                if node.segment.is_none() && node.kind == NodeKind::Structure {
                    write_more(self.survey.gaps(), self.forms, self.bytes, self.values.sink());
                }
                self.values.close(node, size);
            }
        }
    }

    fn found_field(&mut self, field: &Field, offset: u64) {
        if let Some(hints) = self.hints.last_mut().filter(|_| self.hidden.is_none()) {
            hints.found.push((field.name.to_string(), offset));
        }
    }

    fn left_bytes(&mut self, field: &Field, offset: u64, bytes: &[u8]) {
        let Some(hints) = self.hints.last_mut().filter(|_| self.hidden.is_none()) else { return };
        let run = (offset, bytes.to_vec());
        match hints.rest.last_mut().filter(|(name, _)| *name == field.name) {
            Some((_, runs)) => runs.push(run),
            None => hints.rest.push((field.name.to_string(), vec![run])),
        }
    }

    fn report(&mut self, _: Finding) {}

    fn coverage(&mut self) -> Option<&mut Coverage> {
        Some(&mut self.coverage)
    }
}
