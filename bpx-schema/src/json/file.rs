//! A whole file as JSON: the values of a traversal, and the bytes that no value holds.
//!
//! The member `$gaps` lists bytes that no field holds, with their offsets. Content that does not form a value is
//! written as `{"$data": ".."}`, and content that cannot be decompressed as `{"$stored": ".."}`. The member `$forms`
//! lists stored forms that no encoder of this build reproduces, with the names of their transforms. The member `$found` of a
//! structure has the offsets at which a search found its fields.

use super::gaps::write_gaps;
use super::{JsonLeaf, JsonSink, JsonWatch};
use crate::forms::StoredForm;
use crate::report::{Class, Coverage, Finding, Segment};
use crate::schema::{Field, Offset};
use crate::watch::{Kind, Leaf, Node, Watch};
use std::collections::BTreeMap;
use std::convert::Infallible;

/// Member for bytes that no field holds.
pub(crate) const GAPS: &str = "$gaps";
/// Member for stored forms of contents.
pub(crate) const FORMS: &str = "$forms";
/// Member for the offsets at which fields were found.
pub(crate) const FOUND: &str = "$found";
/// Member for content that does not form a value.
pub(crate) const DATA: &str = "$data";
/// Member for stored bytes that cannot be decompressed.
pub(crate) const STORED: &str = "$stored";

/// Parts of the file that values do not show, found by a first reading.
#[derive(Debug, Default)]
pub(crate) struct Survey {
    coverage: Coverage,
    /// Regions that values do not show, by their number in the order of reading.
    raw: BTreeMap<u64, Raw>,
    count: u64,
    /// Regions that are open.
    open: Vec<u64>,
    /// The first runs of bytes that no field of a part holds, with the number of the innermost open region.
    lost: Vec<(Finding, Option<u64>)>,
}

/// The largest number of findings about lost bytes.
const LOST: usize = 20;

/// Why the bytes of a region are shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Raw {
    Content,
    Stored,
}

impl Survey {
    /// Returns the bytes of the file that no field holds: beginning and end of each run.
    fn gaps(&self) -> &[(u64, u64)] {
        self.coverage.left()
    }

    /// Returns the first findings about bytes that JSON does not have: those between the fields of the file are gaps.
    pub(crate) fn into_lost(self) -> Vec<Finding> {
        self.lost.into_iter().map(|(finding, _)| finding).collect()
    }
}

impl Watch for Survey {
    fn open(&mut self, node: &Node<'_>) {
        if let Kind::Region { .. } = node.kind {
            self.raw.insert(self.count, Raw::Stored);
            self.open.push(self.count);
            self.count += 1;
        }
    }

    fn leaf(&mut self, _: &Leaf<'_>) {}

    fn content(&mut self, _: &[u8], read: bool) {
        let Some(number) = self.open.last() else { return };
        if read && self.coverage.left().is_empty() {
            self.raw.remove(number);
        } else {
            self.raw.insert(*number, Raw::Content);
            // Its bytes are shown, so none of them are lost.
            self.lost.retain(|(_, region)| region.as_ref() != Some(number));
        }
    }

    fn close(&mut self, node: &Node<'_>, _: u64) {
        if let Kind::Region { .. } = node.kind {
            self.open.pop();
        }
    }

    fn report(&mut self, finding: Finding) {
        // Without a path, they are gaps of the file.
        if self.lost.len() < LOST && finding.class == Class::TrailingBytes && !finding.path.segments().is_empty() {
            self.lost.push((finding, self.open.last().copied()));
        }
    }

    fn coverage(&mut self) -> Option<&mut Coverage> {
        Some(&mut self.coverage)
    }
}

/// Writes the values of a second reading, and the parts that the first one found.
pub(crate) struct FileJson<'f, S> {
    values: JsonWatch<S>,
    survey: &'f Survey,
    forms: &'f [StoredForm],
    bytes: &'f [u8],
    count: u64,
    /// Number of open values in a region whose bytes are shown.
    hidden: Option<u32>,
    /// Current number of elements of the open arrays.
    elements: Vec<u64>,
    /// For each open value, the offsets at which its fields were found; the first ones are those of the file.
    found: Vec<Vec<(String, u64)>>,
}

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
            found: vec![Vec::new()],
        }
    }

    /// Ends the file.
    pub(crate) fn finish(self) -> S {
        let (gaps, forms, bytes, found) = (self.survey.gaps(), self.forms, self.bytes, self.found.concat());
        self.values.finish_with(|sink| {
            write_found(&found, sink);
            write_rest(gaps, forms, bytes, sink);
        })
    }

    /// Writes null for regions outside of the file, so that the others keep their indexes.
    fn fill(&mut self, node: &Node<'_>) {
        let (Some(Segment::Index(index)), Some(elements)) = (&node.segment, self.elements.last_mut()) else { return };
        while *elements < *index {
            self.values.sink().leaf(JsonLeaf::Null);
            *elements += 1;
        }
        *elements += 1;
    }
}

/// Writes the offsets at which fields were found, if there are any.
fn write_found(found: &[(String, u64)], sink: &mut dyn JsonSink) {
    if found.is_empty() {
        return;
    }
    sink.key(FOUND);
    sink.open_object();
    for (name, offset) in found {
        sink.key(name);
        sink.digits((*offset).into());
    }
    sink.close();
}

/// Writes the parts that values do not show.
fn write_rest(gaps: &[(u64, u64)], forms: &[StoredForm], bytes: &[u8], sink: &mut dyn JsonSink) {
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
    fn open(&mut self, node: &Node<'_>) {
        let number = match node.kind {
            Kind::Region { .. } => {
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
            self.fill(node);
        }
        if let Some(raw) = number.and_then(|number| self.survey.raw.get(&number)) {
            self.hidden = Some(0);
            if let (Raw::Stored, Kind::Region { stored, .. }) = (raw, node.kind) {
                let bytes = Offset::from(node.at.file).slice(stored, self.bytes);
                let bytes = bytes.filter(|_| node.at.content.is_none()).unwrap_or_default();
                self.values.sink().wrapped(STORED, JsonLeaf::Hex(bytes));
            }
            return;
        }
        if node.kind == Kind::Array {
            self.elements.push(0);
        }
        self.found.push(Vec::new());
        self.values.open(node);
    }

    fn leaf(&mut self, leaf: &Leaf<'_>) {
        if self.hidden.is_none() {
            self.values.leaf(leaf);
        }
    }

    fn content(&mut self, bytes: &[u8], _: bool) {
        if self.hidden == Some(0) {
            self.values.sink().wrapped(DATA, JsonLeaf::Hex(bytes));
        }
    }

    fn close(&mut self, node: &Node<'_>, size: u64) {
        match self.hidden {
            Some(0) => self.hidden = None,
            Some(hidden) => self.hidden = Some(hidden - 1),
            None => {
                if node.kind == Kind::Array {
                    self.elements.pop();
                }
                let found = self.found.pop().unwrap_or_default();
                write_found(&found, self.values.sink());
                // The file is the outermost value, without a name.
                if node.segment.is_none() && node.kind == Kind::Structure {
                    write_rest(self.survey.gaps(), self.forms, self.bytes, self.values.sink());
                }
                self.values.close(node, size);
            }
        }
    }

    fn found(&mut self, field: &Field, offset: u64) {
        if let Some(found) = self.found.last_mut().filter(|_| self.hidden.is_none()) {
            found.push((field.name.to_string(), offset));
        }
    }

    fn report(&mut self, _: Finding) {}
}
