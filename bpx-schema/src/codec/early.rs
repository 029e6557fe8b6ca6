//! Keeps broken rules until a structure is read to its end, or cannot be read further.

use super::Decoder;
use super::assertion::MessageValues;
use crate::report::{Class, Error, Finding, Location};
use crate::schema::Constraint;
use crate::value::broken_assertion;

/// The findings of rules that were checked before the last field of their structure was read. The findings are reported
/// with the other rules across fields, or when a later field cannot be read.
#[derive(Debug, Default)]
pub struct EarlyFindings(Vec<(usize, Finding)>);

impl EarlyFindings {
    /// Checks the rule with a number, and keeps the finding of a broken rule. The other arguments are those of
    /// [`Decoder::assert_rule`].
    pub fn check_rule(
        &mut self,
        d: &Decoder<'_, '_>,
        (number, rule): (usize, &Constraint),
        at: Location,
        holds: Option<bool>,
        values: MessageValues<'_>,
    ) {
        let finding = broken_assertion(rule, at, holds, &|index| values(d, index));
        self.0.extend(finding.map(|finding| (number, finding)));
    }

    /// Reports the finding of the rule with a number, if the rule was broken.
    pub fn report_rule(&mut self, d: &mut Decoder<'_, '_>, number: usize) {
        if let Some(place) = self.0.iter().position(|(one, _)| *one == number) {
            d.report(self.0.swap_remove(place).1);
        }
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
