//! Reports stated values that differ from the computed values.

use super::Decoder;
use crate::report::{Class, Finding, Location, Path, Segment};
use crate::schema::{Constraint, DerivedMember, Expr, Field, Link, Rule, Structure, Text};

impl Decoder<'_, '_> {
    /// Reports a field if its stated value differs from the computed value.
    pub fn compare_field(&mut self, field: &Field, at: Location, stated: i128, computed: Option<i128>) {
        let rule = field.constraints.iter().find(|constraint| constraint.rule == Rule::Computed);
        if let (Some(rule), Some(expr)) = (rule, &field.derived) {
            self.compare_with(rule, std::slice::from_ref(&field.name), expr, at, stated, computed);
        }
    }

    /// Reports a member of the structure in the field `holder`, which begins at `at`, if the member's stated value
    /// differs from the computed value.
    pub fn compare_member(
        &mut self,
        derived: &DerivedMember,
        holder: &Field,
        at: Location,
        stated: i128,
        computed: Option<i128>,
    ) {
        let resolve = |link: &Link| match link {
            Link::Static(schema) => Some(schema()),
            Link::Name(_) => None,
        };
        self.compare_member_with(derived, holder, at, (stated, computed), &resolve);
    }

    pub(crate) fn compare_member_with<'a>(
        &mut self,
        derived: &DerivedMember,
        holder: &Field,
        at: Location,
        (stated, computed): (i128, Option<i128>),
        resolve: &dyn Fn(&Link) -> Option<&'a Structure>,
    ) {
        let Some(rule) = &derived.rule else { return };
        // The target is a field and a member of the field.
        let at = self.member_at_with(holder, at, derived.target.get(1..).unwrap_or_default(), resolve);
        self.compare_with(rule, &derived.target, &derived.value, at, stated, computed);
    }

    fn compare_with(
        &mut self,
        rule: &Constraint,
        path: &[Text],
        expr: &Expr,
        at: Location,
        stated: i128,
        computed: Option<i128>,
    ) {
        let (class, message) = match computed {
            Some(computed) if computed == stated => return,
            Some(computed) => (mismatch_class(expr), format!("expected {computed}, which is `{expr}`, found {stated}")),
            None => (Class::Overflow, format!("`{expr}` has no value, because its computation fails")),
        };
        let path = Path::new(path.iter().cloned().map(Segment::Field).collect());
        self.report(Finding::of_constraint(rule, class, at, message).with_path(path));
    }
}

/// Returns the class of a wrong value. The value of an expression that counts elements is a count.
fn mismatch_class(expr: &Expr) -> Class {
    if expr.needs_counts() { Class::CountMismatch } else { Class::Inconsistent }
}
