//! A listener that keeps only counts, and checks that values open and close like brackets.

use bpx_schema::report::{Class, Error, Finding, Severity};
use bpx_schema::watch::{Leaf, ValueNode, Watch};

/// Counts of the events of one reading.
#[derive(Debug, Default)]
pub(super) struct Tally {
    depth: u64,
    /// Findings that are errors, the one that ended the reading too.
    pub(super) errors: u64,
    /// Whether a limit ended the reading.
    pub(super) is_limited: bool,
}

impl Tally {
    fn count(&mut self, finding: &Finding) {
        self.errors += u64::from(finding.severity == Severity::Error);
        self.is_limited |= matches!(finding.class, Class::LimitExceeded | Class::TooDeep);
    }

    /// Returns the end of a reading, with what ended it.
    pub(super) fn finish(mut self, read: bpx_schema::Result<()>) -> Self {
        assert_eq!(self.depth, 0, "values are never closed");
        if let Err(Error::Fault(finding)) = read {
            self.count(&finding);
        }
        self
    }
}

impl Watch for Tally {
    fn open(&mut self, _: &ValueNode<'_>) {
        self.depth += 1;
    }

    fn leaf(&mut self, leaf: &Leaf<'_>) {
        // Shown as a dump shows it.
        let _ = leaf.value.to_string();
    }

    fn close(&mut self, _: &ValueNode<'_>, _: u64) {
        self.depth = self.depth.checked_sub(1).expect("a value is closed that was not opened");
    }

    fn report(&mut self, finding: Finding) {
        self.count(&finding);
    }
}
