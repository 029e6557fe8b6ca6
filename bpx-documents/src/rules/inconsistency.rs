//! Creates the findings of rules.

use crate::inconsistency::Inconsistency;
use crate::model::Document;
use crate::name::MAX_NAME;

/// The largest number of contradicting lines in a finding; without the limit, a finding could list all lines of a
/// document.
pub(super) const MOST_AGAINST: usize = 16;

/// Shortens a name for messages, because many messages may quote the same name.
pub(super) fn shorten_name(name: &str) -> &str {
    name.char_indices().nth(MAX_NAME).and_then(|(end, _)| name.get(..end)).unwrap_or(name)
}

impl Document {
    /// Returns the label of the section that contains a line; an empty text before the first section.
    fn section_at(&self, line: usize) -> String {
        let after = self.sections.partition_point(|section| section.line <= line);
        let section = after.checked_sub(1).and_then(|at| self.sections.get(at));
        section.map(|section| section.label().to_owned()).unwrap_or_default()
    }

    /// Creates an inconsistency at a line.
    pub(super) fn inconsistency(
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
