//! Holds findings that are not reported yet.

use crate::report::Finding;

/// The first findings of a rule that are not reported yet.
#[derive(Debug, Default)]
pub(crate) struct HeldFindings {
    pub(crate) list: Vec<Finding>,
    /// Whether the rule has more findings.
    pub(crate) is_over: bool,
}

impl HeldFindings {
    /// The greatest number of findings that are held: enough to say why a later field cannot be read. A rule for the
    /// elements of a list may have as many findings as the list has elements, at each level of a tree.
    const MOST: usize = 16;

    pub(crate) fn add(&mut self, finding: Finding) {
        if self.list.len() < Self::MOST {
            self.list.push(finding);
        } else {
            self.is_over = true;
        }
    }
}
