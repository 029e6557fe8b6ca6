//! Finds the codes of a field, and the rules that its notes state.

use super::allowed;
use super::column::{self, StatedRule};
use super::notes::{self, Values};
use super::structure::{Context, Owner};
use crate::model::Field;
use crate::name::is_reserved;
use bpx_model::name::to_kebab_case;
use bpx_model::{CodesLink, Constraint, Length, List, Rule, Text, Type};

/// The codes and rules of a field, and sentences about the parts that stay open.
pub(super) struct Rules {
    pub(super) codes: Option<CodesLink>,
    pub(super) constraints: List<Constraint>,
    pub(super) open: Vec<String>,
}

/// Returns the values of a bit field, for a check of its rules.
pub(super) fn values_of_bits(name: &str, width: u16) -> Values<'_> {
    let end = 1_i64.checked_shl(width.into()).filter(|_| width < 63);
    Values { name, bits: 0, whole: Some((0, end.and_then(|end| end.checked_sub(1)))) }
}

/// Returns the values of a field with this type, for a check of its rules.
pub(super) fn values_of_field<'f>(name: &'f str, ty: &Type, len: Option<&Length>, size: Option<u64>) -> Values<'f> {
    let whole = match ty {
        _ if len.is_some() => None,
        Type::Int { size, signed: true, .. } => {
            let unused = 64_u32.checked_sub(8 * u32::from(*size));
            unused.and_then(|unused| Some((i64::MIN.checked_shr(unused)?, Some(i64::MAX.checked_shr(unused)?))))
        }
        Type::Int { size, .. } => values_of_bits(name, 8 * u16::from(*size)).whole,
        Type::Varint { bits, .. } => values_of_bits(name, (*bits).into()).whole,
        _ => None,
    };
    // A field without a known size does not fill whole bytes.
    Values { name, bits: size.and_then(|size| size.checked_mul(8)).unwrap_or_default(), whole }
}

/// Returns the codes of a field, and the rules that its notes state; `name` is the name of the structure that contains
/// the field, and `own` the declared name of the field.
pub(super) fn field_rules(
    context: &Context<'_>,
    (owner, name): (&Owner<'_>, &str),
    own: &str,
    field: &Field,
    values: Values<'_>,
) -> Rules {
    let mut open = Vec::new();
    let found = context.sets.set_of_field((owner.index, owner.table), field);
    let set = found.as_ref().ok().copied().flatten();
    open.extend(found.err().map(|why| format!("`{own}`: {why}")));
    if let Some(set) = set.filter(|_| values.whole.is_none()) {
        open.push(format!("`{own}` has the values `{}`, but is not an integer", set.codes.name));
    }
    let set = set.filter(|_| values.whole.is_some());
    let too_large = |value: u64| {
        let greatest = values.whole.and_then(|(_, greatest)| greatest);
        greatest.is_some_and(|greatest| i64::try_from(value).map_or(true, |value| value > greatest))
    };
    if let Some(code) = set.and_then(|set| set.codes.codes.iter().find(|code| too_large(code.value))) {
        open.push(format!("`{own}` is too small for its value `{}` = {:#x}", code.name, code.value));
    }
    let codes = set.map(|set| CodesLink::Owned(set.codes.clone()));
    let code = |rule: &Rule| format!("{}.{}.{}", to_kebab_case(name), to_kebab_case(own), rule.name());
    if let Some(cell) = field.rules.as_ref().filter(|_| context.exported) {
        let (stated, left) = column::rules_in_cell(cell, values.bits);
        open.extend(left.into_iter().map(|rule| format!("a rule of `{own}`: {rule}")));
        let constraint = |StatedRule { rule, code: stated, lenient }| {
            let code = if stated.is_empty() { code(&rule) } else { stated };
            Constraint::new(rule, code.into(), Text::default(), lenient.into())
        };
        return Rules { codes, constraints: stated.into_iter().map(constraint).collect::<Vec<_>>().into(), open };
    }
    let notes = format!("{}\n{}", field.notes, field.rules.as_deref().unwrap_or(""));
    let said = notes::rules_in_notes(&notes, values);
    open.extend(said.open.into_iter().map(|what| format!("`{own}`: {what}")));
    let mut rules = said.rules;
    let allowed = Some(&*field.allowed).filter(|cell| !cell.is_empty());
    let allowed = allowed.and_then(|cell| allowed::rule_in_cell(cell, values));
    rules.extend(allowed.filter(|_| rules.is_empty()));
    if is_reserved(&field.name) && rules.is_empty() && !said.is_unclear && codes.is_none() {
        rules.push(Rule::Zero);
    }
    // A field with a set of values has only these values (D-46).
    rules.extend(set.filter(|set| set.is_complete).map(|_| Rule::Known));
    let constraint = |rule: Rule| {
        let code = code(&rule).into();
        Constraint::new(rule, code, Text::default(), Text::default())
    };
    Rules { codes, constraints: rules.into_iter().map(constraint).collect::<Vec<_>>().into(), open }
}
