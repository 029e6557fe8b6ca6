//! Refers to a rule that a declaration states.

use crate::schema::Structure;

/// A rule whose code a declaration states. The macros generate a constant for each of them, such as
/// `Symbol::RULE_SHADER_NAME` for `shader.name`, with which hand-written code reports the rule: a wrong code does not
/// compile.
#[derive(Debug, Clone, Copy)]
pub struct DeclaredRule {
    pub(super) structure: &'static Structure,
    pub(super) code: &'static str,
}

impl DeclaredRule {
    /// Refers to a rule that the structure itself declares.
    #[must_use]
    pub const fn new(structure: &'static Structure, code: &'static str) -> Self {
        Self { structure, code }
    }

    /// Returns the code.
    #[must_use]
    pub const fn code(self) -> &'static str {
        self.code
    }
}
