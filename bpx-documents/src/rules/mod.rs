//! Contradictions and gaps of a document. Each file has the rules of one concern.

mod codes;
mod coverage;
mod diagrams;
mod lost;
mod sizes;

use super::model::Document;
use super::name::MAX_NAME;
use serde::Serialize;

/// The ids, each with its meaning.
pub const IDS: &[(&str, &str)] = &[
    ("count.differs", "a sentence counts other rows than the table after it has"),
    ("diagram.extra", "a diagram has a box that its table does not list"),
    ("diagram.missing", "a diagram lacks fields of its table"),
    ("diagram.order", "a diagram has the fields in another order than its table"),
    ("diagram.row", "a row of a diagram, but the last, is not as wide as the diagram"),
    ("diagram.size", "a diagram and its table add up to different sizes"),
    ("diagram.width", "a field has another width in a diagram than in its table"),
    ("field.undescribed", "fields of a table have no section of their own, while others of the table do"),
    ("field.unlisted", "a section describes a field, or a sentence names one, that no table of the structure lists"),
    ("field.untyped", "a field has neither a type nor a size"),
    ("flag.bits", "a flag is not a single bit"),
    ("name.repeated", "a name occurs twice in one table"),
    ("offset.sum", "a field does not begin where the fields before it end"),
    ("section.missing", "numbers of sections are left out"),
    ("section.undescribed", "a type of sections is listed and described nowhere"),
    ("size.differs", "a size is stated that the other places contradict"),
    ("size.sum", "the fields of a structure do not add up to its stated size"),
    ("table.lost", "a table or a diagram is announced or spoken of, and is not there"),
    ("type.unknown", "a field has a type that a document, which defines its types, does not define"),
    ("value.repeated", "two names have one value"),
    ("value.wide", "a value does not fit into its field"),
];

/// A place where a document contradicts itself.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Inconsistency {
    /// What is wrong, one of [`IDS`].
    pub id: &'static str,
    /// The line.
    pub line: usize,
    /// Number of the section, or its title; empty before the first heading.
    pub section: String,
    /// The structure, field or section that it is about.
    pub subject: String,
    /// What is wrong, in words.
    pub message: String,
    /// The lines that say otherwise.
    pub against: Vec<usize>,
}

/// Returns all inconsistencies, by line.
pub(super) fn check(document: &Document) -> Vec<Inconsistency> {
    let rules = [
        sizes::check,
        codes::check,
        diagrams::check,
        coverage::fields,
        coverage::sections,
        coverage::types,
        lost::announced,
        lost::spoken_of,
        lost::numbers,
    ];
    let mut found: Vec<_> = rules.iter().flat_map(|rule| rule(document)).collect();
    found.sort_by(|a, b| (a.line, a.id, &a.subject, &a.message).cmp(&(b.line, b.id, &b.subject, &b.message)));
    // A fault that several places show is reported once.
    found.dedup_by(|again, first| {
        let same = (again.id, again.line, &again.subject, &again.message)
            == (first.id, first.line, &first.subject, &first.message);
        if same {
            first.against.append(&mut again.against);
        }
        same
    });
    for found in &mut found {
        found.against.sort_unstable();
        found.against.dedup();
        found.against.truncate(MOST_AGAINST);
    }
    found
}

/// The maximum of contradicting lines that a finding lists; without it, all lines of a document could be listed.
const MOST_AGAINST: usize = 16;

/// Shortens a name for messages: many of them may quote the same one.
fn quoted(name: &str) -> &str {
    name.char_indices().nth(MAX_NAME).and_then(|(end, _)| name.get(..end)).unwrap_or(name)
}

impl Document {
    /// Returns the label of the section of a line.
    fn section_at(&self, line: usize) -> String {
        let after = self.sections.partition_point(|section| section.line <= line);
        let section = after.checked_sub(1).and_then(|at| self.sections.get(at));
        section.map(|section| section.label().to_owned()).unwrap_or_default()
    }

    /// Makes an inconsistency at a line.
    fn inconsistency(
        &self,
        id: &'static str,
        line: usize,
        subject: &str,
        message: String,
        against: Vec<usize>,
    ) -> Inconsistency {
        Inconsistency { id, line, section: self.section_at(line), subject: subject.to_owned(), message, against }
    }
}
