//! Computed values that a writer knows only when the fields are written: nothing that decides how they are written may need
//! them.

use super::check::unsound;
use crate::report::Result;
use crate::schema::{Expr, Field, Length, Structure, Text, Type};

/// Checks the fields of a structure, or of one case.
pub(super) fn check(owner: &Structure, fields: &[Field]) -> Result<()> {
    let own = fields.iter().filter(|field| field.derived.as_ref().is_some_and(Expr::is_late));
    let members = owner.derived.iter().filter(|derived| derived.value.is_late());
    let late: Vec<&[Text]> =
        own.map(|field| std::slice::from_ref(&field.name)).chain(members.map(|derived| &*derived.target)).collect();
    let needs = |expr: &&Expr| expr.parts().iter().any(|part| part.path().is_some_and(|path| late.contains(&path)));
    let refused = |expr: &Expr| unsound(format!("`{expr}` needs a value that is computed when the fields are written"));
    for field in fields {
        let is_node = field.children && fields.iter().any(|field| field.derived.as_ref().is_some_and(Expr::is_late));
        let args = match &field.ty {
            Type::Named { args, .. } => &**args,
            _ => &[],
        };
        let count = match &field.len {
            Some(Length::Count(count)) if field.when.is_some() || field.children => Some(count),
            _ => None,
        };
        let region = field.region.iter().flat_map(|region| {
            let steps = region.steps.iter().map(|step| &step.when);
            region.facts().map(|(expr, _)| expr).chain(steps).chain(region.checks.iter().map(|check| &check.when))
        });
        let mut needed = args.iter().chain(count).chain(region).chain(&field.when).chain(&field.derived);
        if let Some(expr) = needed.find(needs) {
            return Err(refused(expr).in_field(&field.name));
        }
        let is_number = matches!((&field.ty, &field.len), (Type::Int { .. }, None));
        if let Some(expr) = field.derived.as_ref().filter(|expr| expr.is_late() && (!is_number || is_node)) {
            return Err(refused(expr).in_field(&field.name));
        }
        if is_node {
            return Err(unsound("a node has no values that are computed when its fields are written"));
        }
    }
    match owner.derived.iter().map(|derived| &derived.value).find(needs) {
        Some(expr) => Err(refused(expr)),
        None => Ok(()),
    }
}
