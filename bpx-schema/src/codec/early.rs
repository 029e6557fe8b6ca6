//! Keeps broken rules until a structure is read to its end, or cannot be read further.

use super::Decoder;
use crate::report::{Class, Error, Finding};

/// The findings of rules that were checked before the last field of their structure was read. The findings are reported
/// with the other rules across fields, or when a later field cannot be read.
#[derive(Debug, Default)]
pub struct EarlyFindings {
    /// Each with the number of its rule.
    list: Vec<(usize, Finding)>,
    /// The rules that have more findings than are held.
    over: Vec<usize>,
}

impl EarlyFindings {
    /// Checks the rule with a number, and keeps the first findings of a broken rule.
    pub fn hold(&mut self, d: &mut Decoder<'_, '_>, number: usize, check: impl FnOnce(&mut Decoder<'_, '_>)) {
        let held = d.hold_findings(check);
        self.list.extend(held.list.into_iter().map(|finding| (number, finding)));
        self.over.extend(held.is_over.then_some(number));
    }

    /// Reports the findings of the rule with a number. Returns false and reports nothing if only the first findings are
    /// held, so that the rule must be checked again.
    pub fn report_rule(&mut self, d: &mut Decoder<'_, '_>, number: usize) -> bool {
        let is_whole = !self.over.contains(&number);
        for (_, finding) in self.list.extract_if(.., |(one, _)| *one == number).filter(|_| is_whole) {
            d.report(finding);
        }
        is_whole
    }

    /// Reports all findings, in the order of the rules, because the structure cannot be read further. Returns the reason.
    #[cold]
    #[must_use]
    pub fn report_before(mut self, d: &mut Decoder<'_, '_>, error: Error) -> Error {
        if explains_rules(&error) {
            self.list.sort_by_key(|(number, _)| *number);
            self.list.into_iter().for_each(|(_, finding)| d.report(finding));
        }
        error
    }
}

/// Returns whether broken rules are reported before an error. A reader whose limits are exceeded checks nothing more.
pub(crate) fn explains_rules(error: &Error) -> bool {
    error.finding().is_some_and(|finding| finding.class != Class::LimitExceeded)
}
