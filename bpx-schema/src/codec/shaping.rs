//! The expressions that decide which bytes a reader takes for the fields of a structure. A number in them must be right
//! before the fields are written.

use super::span::LinkResolver;
use crate::schema::{ComputedValue, Expr, Field, Structure, Text, Type};
use crate::value::{Scope, eval_int};

/// A number of a structure that a writer set after it had written fields.
pub(crate) struct NumberChange<'n> {
    pub(crate) path: &'n [Text],
    /// The number for which the fields were written.
    pub(crate) old: i128,
    pub(crate) new: i128,
}

impl NumberChange<'_> {
    /// Returns the first field that a reader would certainly read in another way, except for the region of the field
    /// `stored`, which the number describes. Expressions that need other values too are not compared.
    pub(crate) fn changed_field<'a>(
        &self,
        (fields, stored): (&'a [Field], usize),
        resolve: &LinkResolver<'a>,
    ) -> Option<&'a Field> {
        let changes = |(index, field): (usize, &'a Field)| {
            let region = region_exprs(field).filter(|_| index != stored);
            let is_other = field.when.as_ref().is_some_and(|when| self.changes_value(when));
            let shaping = || shaping_exprs(field).chain(region).any(|expr| self.changes_value(expr));
            is_other || self.has_field(field) && (shaping() || self.changes_structure(field, resolve))
        };
        fields.iter().enumerate().find(|one| changes(*one)).map(|(_, field)| field)
    }

    /// Returns whether the fields of a nested structure depend on an argument that changes. Of a switch, another case may
    /// depend on it.
    fn changes_structure<'a>(&self, field: &'a Field, resolve: &LinkResolver<'a>) -> bool {
        let Type::Named { link, args } = &field.ty else { return false };
        let Some(structure) = resolve(link).filter(|_| !args.is_empty()) else { return false };
        args.iter().zip(structure.params.iter()).any(|(arg, param)| {
            let Some((old, new)) = self.values_of(arg) else { return false };
            let change = NumberChange { path: std::slice::from_ref(param), old, new };
            let changes =
                |field: &Field| change.has_field(field) && shaping_exprs(field).any(|expr| change.changes_value(expr));
            old != new && structure.fields().iter().any(changes)
        })
    }

    /// Returns whether a field is present in any case.
    fn has_field(&self, field: &Field) -> bool {
        field.when.as_ref().is_none_or(|when| self.values_of(when).is_some_and(|(old, new)| old != 0 && new != 0))
    }

    /// Returns whether the value of an expression certainly changes.
    fn changes_value(&self, expr: &Expr) -> bool {
        self.values_of(expr).is_some_and(|(old, new)| old != new)
    }

    /// Returns the value of an expression for the old and the new number, if the expression needs no other value.
    fn values_of(&self, expr: &Expr) -> Option<(i128, i128)> {
        let value = |number| eval_int(expr, &OneNumber { path: self.path, number });
        if expr.needs_space() { None } else { value(self.old).zip(value(self.new)) }
    }
}

/// A scope that knows one number.
struct OneNumber<'n> {
    path: &'n [Text],
    number: i128,
}

impl Scope for OneNumber<'_> {
    fn value(&self, path: &[Text]) -> Option<ComputedValue<'_>> {
        (path == self.path).then_some(ComputedValue::Int(self.number))
    }
}

/// Returns the arguments on which the fields of a nested structure depend; other arguments occur only in rules.
pub(crate) fn shaping_arguments<'a>(
    field: &'a Field,
    resolve: &LinkResolver<'a>,
) -> impl Iterator<Item = &'a Expr> + use<'a> {
    let (link, args) = match &field.ty {
        Type::Named { link, args } => (Some(link), &**args),
        _ => (None, [].as_slice()),
    };
    let structure = link.filter(|_| !args.is_empty()).and_then(resolve);
    let is_shaping =
        |param: &Text| structure.is_some_and(|one| structure_exprs(one).any(|expr| expr.used_names().contains(&param)));
    let params = structure.map_or([].as_slice(), |structure| &*structure.params);
    let shaping: Vec<bool> = params.iter().map(is_shaping).collect();
    args.iter().zip(shaping).filter(|(_, shapes)| *shapes).map(|(arg, _)| arg)
}

/// Returns the expressions that decide which bytes a reader takes for the fields of a structure.
fn structure_exprs(structure: &Structure) -> impl Iterator<Item = &Expr> {
    let cases = structure.cases().iter().filter_map(|case| case.when.as_ref());
    let fields = structure.all_fields().flat_map(|field| {
        let args = match &field.ty {
            Type::Named { args, .. } => &**args,
            _ => &[],
        };
        // A late value depends on the arguments too.
        let late = field.derived.as_ref().filter(|derived| derived.is_late());
        shaping_exprs(field).chain(late).chain(args).chain(region_exprs(field))
    });
    cases.chain(fields)
}

/// Returns the condition, the count, the byte order, the width and the computed value of a field. A writer computes
/// late values when all numbers are set.
pub(crate) fn shaping_exprs(field: &Field) -> impl Iterator<Item = &Expr> {
    let count = field.len.as_ref().and_then(|len| len.expr());
    let derived = field.derived.as_ref().filter(|derived| !derived.is_late());
    [field.when.as_ref(), count, field.is_big.as_ref(), field.width.as_ref(), derived].into_iter().flatten()
}

/// Returns the expressions of a region: offset, sizes, checksums, and the conditions of its transforms and checks.
fn region_exprs(field: &Field) -> impl Iterator<Item = &Expr> {
    field.region.as_ref().into_iter().flat_map(|region| {
        let conditions =
            region.steps.iter().map(|step| &step.when).chain(region.checks.iter().map(|check| &check.when));
        region.fact_exprs().map(|(expr, _)| expr).chain(conditions)
    })
}
