//! Finds computed values that a writer knows only after the fields are written, and rejects expressions that need such
//! a value before.

use super::check::unsound_schema;
use crate::report::Result;
use crate::schema::{DerivedMember, Expr, Field, Length, Structure, Text, Type};

/// The fields and members of a structure whose values are computed after the fields are written.
pub(crate) struct LateValues<'x>(Vec<&'x [Text]>);

impl<'x> LateValues<'x> {
    /// Returns whether an expression needs one of the late values.
    pub(crate) fn is_needed_by(&self, expr: &Expr) -> bool {
        expr.parts().iter().any(|part| part.path().is_some_and(|path| self.0.contains(&path)))
    }

    /// Returns the paths of the fields and members.
    pub(crate) fn paths(&self) -> &[&'x [Text]] {
        &self.0
    }
}

/// Returns the fields, and the members among `derived`, whose values are computed late.
pub(crate) fn late_values<'x>(fields: &'x [Field], derived: &'x [DerivedMember]) -> LateValues<'x> {
    let own = fields.iter().filter(|field| field.derived.as_ref().is_some_and(Expr::is_late));
    let members = derived.iter().filter(|derived| derived.value.is_late());
    LateValues(own.map(|field| std::slice::from_ref(&field.name)).chain(members.map(|one| &*one.target)).collect())
}

/// Rejects a structure, or a case, if it needs a late value before the fields are written.
pub(super) fn check_late_values(owner: &Structure, fields: &[Field]) -> Result<()> {
    let late = late_values(fields, &owner.derived);
    let needs = |expr: &&Expr| late.is_needed_by(expr);
    let refused = |expr: &Expr| {
        unsound_schema(format!("`{expr}` needs a value that is computed only after the fields are written"))
    };
    for field in fields {
        let is_node = field.children && fields.iter().any(|field| field.derived.as_ref().is_some_and(Expr::is_late));
        let args = match &field.ty {
            Type::Named { args, .. } => &**args,
            _ => &[],
        };
        let count = match &field.len {
            Some(Length::Count(count)) if field.when.is_some() || field.children => Some(count),
            Some(Length::Until(condition)) => Some(condition),
            _ => None,
        };
        let region = field.region.as_ref().into_iter().flat_map(|region| {
            let steps = region.steps.iter().map(|step| &step.when);
            region.fact_exprs().map(|(expr, _)| expr).chain(steps).chain(region.checks.iter().map(|check| &check.when))
        });
        let mut needed = args
            .iter()
            .chain(count)
            .chain(region)
            .chain(&field.when)
            .chain(&field.is_big)
            .chain(&field.width)
            .chain(&field.derived);
        if let Some(expr) = needed.find(needs) {
            return Err(refused(expr).in_field(&field.name));
        }
        let is_number = matches!((&field.ty, &field.len), (ty, None) if ty.is_settable());
        if let Some(expr) = field.derived.as_ref().filter(|expr| expr.is_late() && (!is_number || is_node)) {
            return Err(refused(expr).in_field(&field.name));
        }
        if is_node {
            return Err(unsound_schema("a node cannot have values that are computed after its fields are written"));
        }
    }
    match owner.derived.iter().map(|derived| &derived.value).find(needs) {
        Some(expr) => Err(refused(expr)),
        None => Ok(()),
    }
}
