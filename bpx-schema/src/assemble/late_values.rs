//! Which computed values depend on sizes or places.

use crate::schema::{Derived, Expr, Field, Text};

/// Where a structure states such values: its fields, and members of them.
pub(super) struct LateValues<'x>(Vec<&'x [Text]>);

impl<'x> LateValues<'x> {
    /// Whether an expression needs one of them.
    pub(super) fn is_needed_by(&self, expr: &Expr) -> bool {
        expr.parts().iter().any(|part| part.path().is_some_and(|path| self.0.contains(&path)))
    }

    /// The fields and members.
    pub(super) fn paths(&self) -> &[&'x [Text]] {
        &self.0
    }
}

/// Returns where a structure of these fields states such values.
pub(super) fn late_values<'x>(fields: &'x [Field], derived: &'x [Derived]) -> LateValues<'x> {
    let own = fields.iter().filter(|field| field.derived.as_ref().is_some_and(Expr::is_late));
    let members = derived.iter().filter(|derived| derived.value.is_late());
    LateValues(own.map(|field| std::slice::from_ref(&field.name)).chain(members.map(|one| &*one.target)).collect())
}
