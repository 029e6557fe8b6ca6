//! Derives cases of values of single fields: the limits of every rule and one past them, every code, and reserved bytes
//! that are not zero.

use super::binding::{Tied, Wrong};
use super::bound::{BoundPiece, BoundText, is_text};
use super::context::{Context, Derived};
use super::outcome::Outcome;
use super::topic::Topic;
use super::uses::FieldUses;
use crate::SuiteError;
use bpx_schema::report::{Class, Verdict};
use bpx_schema::schema::{Body, CodesLink, Constraint, Field, Model, Structure};
use bpx_workbench::vectors::Try;
use std::collections::BTreeSet;

pub(super) fn derive(context: &Context<'_>, bound: &BoundText<'_>) -> Result<Vec<Derived>, SuiteError> {
    let mut cases = Vec::new();
    for piece in bound.open_pieces().filter(|piece| !piece.field.is_some_and(is_text)) {
        let mut seen = BTreeSet::new();
        for one in &piece.tries {
            let uses = piece.uses_of(bound.model, &one.path);
            let alone = is_independent(context, bound, piece, one, &uses);
            let mut topic = value_topic(bound, piece, one);
            let outcome = match value_outcome(context, bound, piece, one, &uses, alone) {
                Some(outcome) => outcome,
                None if uses.is_attempted() => continue,
                None => {
                    let Some((outcome, rules)) = contradiction_outcome(context, bound, piece, one) else { continue };
                    topic.rules = rules;
                    outcome
                }
            };
            // One value of each kind is enough, but for codes, which are all different.
            let code = one.what.starts_with("a known code") || one.what.starts_with("right in its low");
            let kind = (one.path.to_string(), format!("{:?}", outcome.expect), code.then_some(&one.what));
            if one.what.starts_with("as the rules require") || is_dull(&one.what) || !seen.insert(format!("{kind:?}")) {
                continue;
            }
            let id = context.case_id(bound, &piece.name, &[&one.path.to_string(), &one.what]);
            let title = format!("{}: {}", piece.path_in_file(&one.path), one.what);
            let patched = bound.set_leaves(piece, &one.bytes)?;
            cases.push(context.derived_case(bound, id, title, &topic, &outcome, patched));
        }
    }
    Ok(cases)
}

/// Returns whether no other part depends on a value, because no expression, no computation and no rule across parts
/// reads the value.
pub(super) fn is_independent(
    context: &Context<'_>,
    bound: &BoundText<'_>,
    piece: &BoundPiece<'_>,
    one: &Try,
    uses: &FieldUses<'_>,
) -> bool {
    let (structure, field) = piece.declared_name(bound.model, &one.path);
    let (binding, schema) = (context.binding, &bound.golden.schema);
    let tied = binding.is_tied(schema, structure, &field, one.numbers.map(|(_, new)| new));
    let opaque = uses.opaque_rules().any(|rule| binding.is_opaque(schema, rule));
    !(tied || opaque || uses.is_computed() || uses.distinguishes(one.numbers))
}

fn value_outcome(
    context: &Context<'_>,
    bound: &BoundText<'_>,
    piece: &BoundPiece<'_>,
    one: &Try,
    uses: &FieldUses<'_>,
    alone: bool,
) -> Option<Outcome> {
    let new = one.numbers.map(|(_, new)| new);
    if new.is_some_and(|new| uses.selects_nothing(bound.model, new)) {
        let own = one.faults.iter().map(|fault| fault.class);
        let classes: Vec<Class> = own.chain([Class::UnknownTag, Class::UnknownCode]).collect();
        return Some(Outcome::any_fault(
            &[Verdict::Malformed, Verdict::Invalid],
            &classes,
            vec!["accepts-unknown-codes"],
        ));
    }
    let strict = one.faults.iter().any(|fault| fault.lenient.is_empty());
    if strict && uses.is_attempted() {
        return None;
    }
    let outcome = Outcome::of(piece, &one.faults, alone)?;
    // Another schema of the format may read this version.
    let version = one.faults.iter().any(|fault| fault.class == Class::UnsupportedVersion);
    let read = version && new.is_some_and(|new| context.is_read(&bound.golden.schema, &one.faults, new));
    (!read).then_some(outcome)
}

/// Returns the outcome of a value that the binding calls wrong, and the rules that it breaks.
fn contradiction_outcome(
    context: &Context<'_>,
    bound: &BoundText<'_>,
    piece: &BoundPiece<'_>,
    one: &Try,
) -> Option<(Outcome, Vec<String>)> {
    one.numbers?;
    let (structure, field) = piece.declared_name(bound.model, &one.path);
    let wrong = |tied: &&Tied| match tied.wrong {
        Wrong::Unsaid => false,
        Wrong::Others => true,
        Wrong::Greatest => one.what.starts_with("the greatest number"),
    };
    let tied = context.binding.tied_fields(&bound.golden.schema, structure, &field, None).find(wrong)?;
    let verdicts = [Verdict::Malformed, Verdict::Invalid];
    Some((Outcome::any_fault(&verdicts, &[], vec!["misses-contradictions"]), tied.rules.clone()))
}

/// Returns the topic of a value: the field, the rules that the value breaks or keeps, and the code.
fn value_topic(bound: &BoundText<'_>, piece: &BoundPiece<'_>, one: &Try) -> Topic {
    let (structure, name) = piece.declared_name(bound.model, &one.path);
    topic_of(bound.model, structure, &name, piece.field.filter(|field| field.name == name), one)
}

/// Returns the topic of a value like `value_topic`, for a field by structure and name; `other` is the field if the
/// schema lacks it.
pub(super) fn topic_of(model: &Model, structure: &str, name: &str, other: Option<&Field>, one: &Try) -> Topic {
    let mut names = vec![format!("{structure}.{name}")];
    let declared =
        model.get(structure).and_then(|owner| declared_field(owner, name)).or_else(|| other.map(field_rules));
    let codes = declared.and_then(|(codes, _)| codes);
    if let (Some(codes), Some((_, new)), true) = (codes, one.numbers, one.what.starts_with("a known code")) {
        let codes = codes.get();
        let code = u64::try_from(new).ok().and_then(|new| codes.find(new));
        names.extend(code.map(|code| format!("{}::{}", codes.name, code.name)));
    }
    if structure.contains("::") {
        names.push(structure.to_owned());
    }
    // A value without a fault keeps the rules of its field.
    let kept = one.faults.is_empty().then(|| declared.map(|(_, rules)| rules)).flatten().unwrap_or_default();
    let broken = one.faults.iter().map(|fault| fault.code.clone());
    Topic { names, rules: broken.chain(kept.iter().map(|rule| rule.code.to_string())).collect() }
}

/// The codes and the rules of a field.
type DeclaredRules<'s> = (Option<&'s CodesLink>, &'s [Constraint]);

fn declared_field<'s>(owner: &'s Structure, name: &str) -> Option<DeclaredRules<'s>> {
    match &owner.body {
        Body::Fields(fields) => fields.iter().find(|field| field.name == name).map(field_rules),
        Body::Bits(fields) => {
            fields.iter().find(|field| field.name == name).map(|field| (field.codes.as_ref(), &*field.constraints))
        }
        Body::Switch(_) => None,
    }
}

fn field_rules(field: &Field) -> DeclaredRules<'_> {
    (field.codes.as_ref(), &field.constraints)
}

/// Returns whether a float adds nothing to the other values of a field.
fn is_dull(what: &str) -> bool {
    ["minus zero", "minus infinity", "a signalling one", "the greatest", "the smallest above zero"].contains(&what)
}
