//! Visits the expressions of a structure.

use crate::{Body, Constraint, Expr, Length, Relation, Rule, Structure, Type};

impl Structure {
    /// Calls `visit` for every expression of the structure, and for the operands of these expressions.
    pub fn each_expr<'m>(&'m self, visit: &mut dyn FnMut(&'m Expr)) {
        let mut open: Vec<&'m Expr> = Vec::new();
        for field in self.all_fields() {
            open.extend(field.when.iter().chain(&field.is_big).chain(&field.width));
            open.extend(field.relations.iter().flat_map(Relation::exprs));
            open.extend(field.len.as_ref().and_then(Length::expr));
            if let Type::Named { args, .. } = &field.ty {
                open.extend(args.iter());
            }
            if let Some(region) = field.region.as_ref() {
                open.extend(region.at.iter().chain(&region.size).chain(&region.content_size));
                open.extend(region.joined.iter().map(|joined| &joined.bytes));
                open.extend(region.steps.iter().map(|step| &step.when));
                open.extend(region.checks.iter().flat_map(|check| [&check.when, &check.stored]));
            }
        }
        let compared = |rules: &[Constraint]| rules.iter().any(|rule| rule.rule == Rule::Computed);
        open.extend(
            self.all_fields().filter(|field| compared(&field.constraints)).filter_map(|field| field.derived.as_ref()),
        );
        open.extend(self.derived.iter().filter(|derived| derived.rule.is_some()).map(|derived| &derived.value));
        if let Body::Switch(cases) = &self.body {
            open.extend(cases.iter().filter_map(|case| case.when.as_ref()));
        }
        open.extend(self.rules.iter().flat_map(Constraint::exprs));
        while let Some(expr) = open.pop() {
            visit(expr);
            open.extend(expr.operands());
        }
    }
}
