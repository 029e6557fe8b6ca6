//! Finds contradictions and gaps of a document. Each file has the rules of one concern.

mod codes;
mod coverage;
mod diagrams;
mod inconsistency;
mod lost;
mod sizes;

use self::inconsistency::{MOST_AGAINST, shorten_name};
use super::inconsistency::Inconsistency;
use super::model::Document;

/// The ids of contradictions, each with its meaning.
pub const IDS: &[(&str, &str)] = &[
    ("count.differs", "a sentence states another number of rows than the following table has"),
    ("diagram.extra", "a diagram has a box that its table does not list"),
    ("diagram.missing", "a diagram lacks fields of its table"),
    ("diagram.order", "a diagram has the fields in another order than its table"),
    ("diagram.row", "a row of a diagram, except the last, is not as wide as the diagram"),
    ("diagram.size", "a diagram and its table add up to different sizes"),
    ("diagram.width", "a field has another width in a diagram than in its table"),
    (
        "field.undescribed",
        "fields of a table have no section of their own, but other fields of the table have such a section",
    ),
    ("field.unlisted", "a section or a sentence names a field that no table of the structure lists"),
    ("field.untyped", "a field has neither a type nor a size"),
    ("flag.bits", "a flag is not a single bit"),
    ("name.repeated", "a name occurs twice in one table"),
    ("offset.sum", "a field does not begin where the fields before it end"),
    ("section.missing", "the numbers of sections have a gap"),
    ("section.undescribed", "a table lists a type of sections that no section describes"),
    ("size.differs", "a stated size contradicts other sizes of the same structure or field"),
    ("size.sum", "the fields of a structure do not add up to its stated size"),
    ("table.lost", "a sentence announces or mentions a table or a diagram that is missing"),
    ("type.unknown", "a document defines its types, but not the type of a field"),
    ("value.repeated", "two names have the same value"),
    ("value.wide", "a value does not fit into its field"),
];

/// Returns all inconsistencies of a document, in the order of lines.
pub(super) fn check_document(document: &Document) -> Vec<Inconsistency> {
    let rules = [
        sizes::check_sizes,
        codes::check_codes,
        diagrams::check_diagrams,
        coverage::check_fields,
        coverage::check_sections,
        coverage::check_types,
        lost::check_announced,
        lost::spoken_of,
        lost::check_numbers,
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
