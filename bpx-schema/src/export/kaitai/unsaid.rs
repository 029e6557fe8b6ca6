//! What the language has no words for, as a comment.

use super::expr::Scope;
use super::{Spec, attribute, region};
use crate::schema::{Constraint, Expr, Field, Length, Rule, Structure, Type};
use crate::transform::Transform;
use std::fmt::Write;

/// More zeros than these are not listed.
pub(super) const MAX_ZEROS: usize = 4096;

/// The comment at the top of the file.
pub(super) fn comment(spec: &Spec<'_>, format: &str) -> String {
    let mut text = format!("# Written by `bpx schema export {format} --target ksy`.\n#\n");
    let unsaid: Vec<_> = spec.model.structures.values().flat_map(|structure| of_structure(spec, structure)).collect();
    if unsaid.is_empty() {
        text.push_str("# Everything of the schema that a reader needs is said here.\n");
        return text;
    }
    text.push_str("# What this language cannot say, and this file leaves out:\n");
    for line in unsaid {
        let _ = writeln!(text, "# * {}", line.replace(['\n', '\r'], " "));
    }
    text
}

/// Why a field cannot be said, if that is so: everything after it is left out too.
pub(super) fn reason(scope: &Scope<'_, '_>, field: &Field) -> Option<&'static str> {
    let said = |expr: &Expr| scope.number(expr).is_some();
    let regions = field.region.as_ref().and_then(|region| {
        let scope = Scope::of_regions(scope.spec, scope.structure, region.each.as_ref()?);
        let exprs = region.at.iter().chain(&region.size);
        Some(exprs.chain(region.steps.iter().map(|step| &step.when)).all(|expr| scope.number(expr).is_some()))
    });
    let args = match &field.ty {
        Type::Named { args, .. } if regions.is_none() => args.iter().all(said),
        _ => true,
    };
    let count = match &field.len {
        Some(Length::Count(count)) => said(count),
        _ => true,
    };
    let at = field.region.as_ref().filter(|_| regions.is_none()).and_then(|region| region.at.as_ref());
    let sound = args && count && field.when.iter().all(said) && at.is_none_or(said) && regions != Some(false);
    (!sound).then_some("it searches or sums an array")
}

fn of_structure(spec: &Spec<'_>, structure: &Structure) -> Vec<String> {
    let name = &structure.name;
    let mut list = Vec::new();
    let lists = std::iter::once(structure.fields()).chain(structure.cases().iter().map(|case| &*case.fields));
    for fields in lists {
        let scope = Scope::of(spec, structure, fields);
        let mut fields = fields.iter();
        for field in fields.by_ref() {
            if let Some(reason) = reason(&scope, field) {
                list.push(format!("{name}.{} and what follows it: {reason}", field.name));
                break;
            }
            of_rules(&mut list, name, &field.name, &field.constraints, &|rule| {
                attribute::says(field, rule).is_some() || attribute::says_otherwise(field, rule)
            });
        }
    }
    for field in structure.bits() {
        of_rules(&mut list, name, &field.name, &field.constraints, &|rule| {
            attribute::says_bits(field, rule).is_some() || attribute::is_wide(field) && *rule == Rule::Zero
        });
    }
    list.extend(structure.rules.iter().map(|rule| format!("{name}: the rule {}", rule.code)));
    list.extend(
        structure.sums.iter().map(|sum| format!("{name}: the checksum {} ({})", sum.stored.join("."), sum.code)),
    );
    for case in structure.cases().iter().filter(|case| !case.attempt.is_empty()) {
        list.push(format!("{name}: that bytes which do not form {} are left to the cases after it", case.name));
    }
    for (field, region) in region::lists(structure) {
        if region.steps.iter().any(|step| step.transform == Transform::Xz) {
            list.push(format!("{name}.{}: xz, of which there are only the stored bytes", field.name));
        }
        if !region.checks.is_empty() {
            list.push(format!("{name}.{}: checksums", field.name));
        }
        if region.content_size.is_some() {
            list.push(format!("{name}.{}: that the size of the content is the stated one", field.name));
        }
    }
    list
}

fn of_rules(list: &mut Vec<String>, owner: &str, name: &str, rules: &[Constraint], says: &dyn Fn(&Rule) -> bool) {
    for rule in rules {
        if !rule.lenient.is_empty() {
            list.push(format!(
                "{owner}.{name}: the rule {}, which files in the wild break ({})",
                rule.code, rule.lenient
            ));
        } else if !says(&rule.rule) {
            list.push(format!("{owner}.{name}: the rule {}", rule.code));
        }
    }
}
