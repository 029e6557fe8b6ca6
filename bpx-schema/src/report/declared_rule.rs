use super::{Class, Finding, Location};
use crate::schema::{Constraint, Rule, Structure};

/// A rule of a declaration, for code that reports it before the structure is decoded: a file that is opened as another one.
#[derive(Debug, Clone, Copy)]
pub struct DeclaredRule {
    schema: fn() -> &'static Structure,
    code: &'static str,
}

impl DeclaredRule {
    /// The rule of this name in a structure.
    #[must_use]
    pub const fn new(schema: fn() -> &'static Structure, code: &'static str) -> Self {
        Self { schema, code }
    }

    /// What the structure says of it; `None` when it has no such rule.
    #[must_use]
    pub fn constraint(&self) -> Option<&'static Constraint> {
        (self.schema)().all_rules().find(|rule| rule.code == self.code)
    }

    /// The finding that the rule is broken, at the root.
    #[cold]
    #[must_use]
    pub fn finding(&self, location: Location, message: impl Into<String>) -> Finding {
        match self.constraint() {
            Some(rule) => Finding::breaking(rule, rule.class_or(class(&rule.rule)), location, message),
            None => Finding::new(Class::Inconsistent, location, message).code(self.code),
        }
    }
}

/// The kind of fault that a rule reports by itself.
fn class(rule: &Rule) -> Class {
    match rule {
        Rule::Zero => Class::ReservedNotZero,
        Rule::Magic(_) => Class::BadMagic,
        Rule::OneOf(_) | Rule::Range(..) | Rule::MultipleOf(_) => Class::OutOfRange,
        Rule::Supported(_) => Class::UnsupportedVersion,
        Rule::Known => Class::UnknownCode,
        Rule::Finite => Class::NotFinite,
        Rule::Utf8 | Rule::Text(_) => Class::BadText,
        Rule::Computed | Rule::Assert(_) | Rule::Each(..) | Rule::Custom(_) => Class::Inconsistent,
    }
}
