//! Keeps broken rules until a structure is read to its end, or cannot be read further.

use super::Decoder;
use crate::report::{Class, Error, Finding};

/// The findings of rules that were checked before the last field of their structure was read. The findings are reported
/// with the other rules across fields, or when a later field cannot be read.
#[derive(Debug, Default)]
pub struct EarlyFindings(Vec<(usize, Finding)>);

impl EarlyFindings {
    /// Checks the rule with a number, and keeps the findings of a broken rule.
    pub fn hold(&mut self, d: &mut Decoder<'_, '_>, number: usize, check: impl FnOnce(&mut Decoder<'_, '_>)) {
        let held = d.hold_findings(|d| check(d));
        self.0.extend(held.into_iter().map(|finding| (number, finding)));
    }

    /// Reports the findings of the rule with a number, if the rule was broken.
    pub fn report_rule(&mut self, d: &mut Decoder<'_, '_>, number: usize) {
        if self.0.is_empty() {
            return;
        }
        let (own, others) = std::mem::take(&mut self.0).into_iter().partition(|(one, _)| *one == number);
        self.0 = others;
        let own: Vec<(usize, Finding)> = own;
        own.into_iter().for_each(|(_, finding)| d.report(finding));
    }

    /// Reports all findings, in the order of the rules, because the structure cannot be read further. Returns the reason.
    #[cold]
    #[must_use]
    pub fn report_before(mut self, d: &mut Decoder<'_, '_>, error: Error) -> Error {
        if explains_rules(&error) {
            self.0.sort_by_key(|(number, _)| *number);
            self.0.into_iter().for_each(|(_, finding)| d.report(finding));
        }
        error
    }
}

/// Returns whether broken rules are reported before an error. A reader whose limits are exceeded checks nothing more.
pub(crate) fn explains_rules(error: &Error) -> bool {
    error.finding().is_some_and(|finding| finding.class != Class::LimitExceeded)
}
