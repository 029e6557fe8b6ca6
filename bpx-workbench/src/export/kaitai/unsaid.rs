//! Lists the parts of a schema that the language cannot express, as a comment.

use super::expr::Scope;
use super::names::Owner;
use super::spec::Spec;
use super::{attribute, numbers, region, shape};
use bpx_schema::schema::{Constraint, Expr, Field, Length, Relation, Rule, Structure, Type, Unary};
use std::fmt::Write;

/// Returns the comment at the top of the file, which lists these parts.
pub(super) fn header_comment(spec: &Spec<'_>, format: &str) -> String {
    let mut text = format!("# Written by `bpx schema export {format} --target ksy`.\n#\n");
    let unsaid: Vec<_> =
        spec.model.structures.values().flat_map(|structure| unsaid_of_structure(spec, structure)).collect();
    if unsaid.is_empty() {
        text.push_str("# This file has everything of the schema that a reader needs.\n");
        return text;
    }
    text.push_str("# This file lacks these parts of the schema, because the language cannot express them:\n");
    for line in unsaid {
        let _ = writeln!(text, "# * {}", line.replace(['\n', '\r'], " "));
    }
    text
}

/// Returns the reason why the language cannot express a field; `None` if it can. The file also omits all fields after a
/// field that it cannot express.
pub(super) fn unsaid_reason(scope: &Scope<'_, '_>, field: &Field) -> Option<&'static str> {
    let each = field.region.as_ref().and_then(|region| Some((region, region.each.as_ref()?)));
    let says = |scope: &Scope<'_, '_>, exprs: Vec<&Expr>| {
        let unsaid = exprs.into_iter().find(|expr| scope.value_expr(expr).is_none())?;
        Some(expr_reason(unsaid))
    };
    if field.region.as_ref().is_some_and(|region| region.search.is_some()) {
        return Some("a search finds the offset of the field");
    }
    if field.region.as_ref().is_some_and(|region| region.joined.is_some()) {
        return Some("several parts form its content");
    }
    if field.region.as_ref().is_some_and(|region| region.self_ending) {
        return Some("a stream of unknown size ends by itself");
    }
    match each {
        Some((region, each)) => {
            let scope = Scope::of_regions(scope.spec, scope.owner, field, each);
            says(&scope, region::region_exprs(field, region).collect())
        }
        None if field.is_decided() && numbers::type_of(&field.ty).is_some() => {
            Some("a value decides the byte order or the width of a number that the language does not know")
        }
        None if has_odd_widths(field) => Some("a number with a sign may have 3, 5, 6 or 7 bytes"),
        None if matches!(&field.len, Some(Length::Until(_))) && field.is_bytes() => {
            Some("a condition on a byte ends the bytes")
        }
        None if matches!(&field.len, Some(Length::Terminated(bytes)) if field.is_bytes() && bytes.len() > 1) => {
            Some("a terminator of several bytes ends the bytes")
        }
        None if matches!(field.len, Some(Length::Terminated(_))) && !field.is_bytes() && !shape::is_ended(field) => {
            Some("certain bytes end a list in a region")
        }
        None => {
            let args = match &field.ty {
                Type::Named { args, .. } => &**args,
                _ => &[],
            };
            let count = match &field.len {
                Some(Length::Count(count)) => Some(count),
                _ => None,
            };
            let at = field.region.as_ref().and_then(|region| region.at.as_ref());
            let size = field.region_stored().and_then(|region| region.size.as_ref());
            // A field that is exported as its stored bytes has no arguments and no count.
            let read = shape::is_read(field);
            let index = if shape::is_ended(field) {
                Scope::of_ended(scope.spec, scope.owner, field)
            } else {
                scope.of_element(field)
            };
            let until = match &field.len {
                Some(Length::Until(condition)) => says(&index, vec![condition]),
                _ => None,
            };
            let inside = count.into_iter().filter(|_| read);
            let args = says(&index, args.iter().filter(|_| read).collect());
            args.or(until).or_else(|| {
                says(
                    scope,
                    inside.chain(at).chain(size).chain(&field.when).chain(&field.is_big).chain(&field.width).collect(),
                )
            })
        }
    }
}

/// Returns whether a number with a sign may have a size that the language does not know.
fn has_odd_widths(field: &Field) -> bool {
    let is_known = |expr: &&Expr| matches!(expr, Expr::Int(1 | 2 | 4 | 8));
    let Some(width) = &field.width else { return false };
    matches!(field.ty, Type::Int { signed: true, .. }) && !choice_branches(width).iter().all(is_known)
}

/// Returns the branches of a choice, or the expression itself.
fn choice_branches(expr: &Expr) -> Vec<&Expr> {
    match (expr, expr.operands()) {
        (Expr::If(_), [_, yes, no]) => [choice_branches(yes), choice_branches(no)].concat(),
        _ => vec![expr],
    }
}

/// Returns the reason why the language cannot express an expression.
fn expr_reason(expr: &Expr) -> &'static str {
    let has = |is: fn(&Expr) -> bool| expr.parts().into_iter().any(is);
    if has(|part| matches!(part, Expr::Sum(..) | Expr::Fold(..) | Expr::Find(..))) {
        "an expression searches or sums an array"
    } else if has(|part| matches!(part, Expr::SizeOf(_) | Expr::OffsetOf(_))) {
        "an expression needs a size or an offset"
    } else if has(|part| matches!(part, Expr::Unary(Unary::Int, _))) {
        "an expression converts a float or bytes to an integer"
    } else {
        "an expression uses a value of which only the stored bytes are available"
    }
}

/// Returns whether expressions for the region of a field use the position of the reader before the field.
pub(super) fn is_noted(field: &Field) -> bool {
    let Some(region) = field.region.as_ref() else { return false };
    let moves = |expr: &Expr| expr.parts().iter().any(|part| matches!(part, Expr::Position | Expr::Remaining));
    match region.each {
        Some(_) => region::region_exprs(field, region).any(moves),
        None => region.at.iter().chain(&field.when).any(moves),
    }
}

/// Returns the fields before the first field that the language cannot express.
pub(super) fn expressible_fields<'m>(spec: &Spec<'m>, owner: Owner<'m>) -> &'m [Field] {
    let scope = Scope::of(spec, owner);
    let end = owner.fields.iter().position(|field| unsaid_reason(&scope, field).is_some());
    end.and_then(|end| owner.fields.get(..end)).unwrap_or(owner.fields)
}

fn unsaid_of_structure<'m>(spec: &Spec<'m>, structure: &'m Structure) -> Vec<String> {
    let name = &structure.name;
    let mut list = Vec::new();
    for owner in Owner::owners_of(structure) {
        let scope = Scope::of(spec, owner);
        let mut fields = owner.fields.iter();
        for field in fields.by_ref() {
            if let Some(reason) = unsaid_reason(&scope, field) {
                list.push(format!("{name}.{} and all later fields: {reason}", field.name));
                break;
            }
            let claims = field.relations.iter().flat_map(Relation::claims);
            list.extend(claims.map(|claim| format!("{name}.{}: the relation {}", field.name, claim.code)));
            match field.ty {
                Type::Float { size: 2, .. } => {
                    list.push(format!(
                        "{name}.{}: the number of the field, of which only the two bytes are available",
                        field.name
                    ));
                }
                Type::Digits { .. } => {
                    list.push(format!(
                        "{name}.{}: the number of the field, of which only the digits are available",
                        field.name
                    ));
                }
                _ => {}
            }
            list_unsaid_rules(&mut list, name, &field.name, &field.constraints, &|rule| {
                let plain = field.region_stored().is_none();
                plain
                    && (attribute::rule_condition(field, rule).is_some()
                        || attribute::is_checked_elsewhere(spec, field, rule))
            });
        }
    }
    for field in structure.bit_fields() {
        if field.bits > 64 && !attribute::is_wide(field) {
            list.push(format!("{name}.{}: the number of the field, of which only 64 bits are available", field.name));
        }
        list_unsaid_rules(&mut list, name, &field.name, &field.constraints, &|rule| {
            let are_zeros = attribute::is_wide(field) && attribute::are_listed_zeros((field.bits / 8).into());
            attribute::bits_condition(field, rule).is_some() || are_zeros && *rule == Rule::Zero
        });
    }
    list.extend(structure.rules.iter().map(|rule| format!("{name}: the rule {}", rule.code)));
    list.extend(
        structure.sums.iter().map(|sum| format!("{name}: the checksum {} ({})", sum.stored.join("."), sum.code)),
    );
    let scope = Scope::of(spec, Owner::of(structure));
    if let Some(case) = structure.cases().iter().find(|case| scope.case_condition(case).is_none()) {
        let why = case.when.as_ref().map_or("", expr_reason);
        list.push(format!("{name}.{} and all later cases: {why}", case.name));
    }
    for case in structure.cases().iter().filter(|case| !case.attempt.is_empty()) {
        list.push(format!("{name}: the later cases for bytes that do not form {}", case.name));
    }
    let said = Owner::owners_of(structure).flat_map(|owner| shape::stored_fields(expressible_fields(spec, owner)));
    for (field, region) in said {
        let is_said =
            |transform| if region.is_stored() { shape::is_read(field) } else { shape::is_expressible(transform) };
        let names = region.steps.iter().filter(|step| !is_said(&step.transform)).map(|step| step.transform.name());
        list.extend(
            names.map(|transform| format!("{name}.{}: {transform}; only the stored bytes are available", field.name)),
        );
        if !region.checks.is_empty() {
            list.push(format!("{name}.{}: checksums", field.name));
        }
        if region.content_size.is_some() {
            list.push(format!("{name}.{}: the check of the stated content size", field.name));
        }
    }
    list
}

fn list_unsaid_rules(
    list: &mut Vec<String>,
    owner: &str,
    name: &str,
    rules: &[Constraint],
    says: &dyn Fn(&Rule) -> bool,
) {
    for rule in rules {
        if !rule.lenient.is_empty() {
            list.push(format!("{owner}.{name}: the rule {}, which real files break ({})", rule.code, rule.lenient));
        } else if !says(&rule.rule) {
            list.push(format!("{owner}.{name}: the rule {}", rule.code));
        }
    }
}
