//! Derives cases of texts that are not UTF-8, and of numbers of varying size that are too long.

use super::bound::{BoundText, is_text};
use super::context::{Context, Derived};
use super::outcome::Outcome;
use super::topic::Topic;
use crate::SuiteError;
use crate::source::FieldSpan;
use bpx_schema::report::Class;
use bpx_schema::schema::{Body, Field, Rule, Structure, Type, VarintForm};
use bpx_schema::value::hex;

pub(super) fn derive(context: &Context<'_>, bound: &BoundText<'_>) -> Result<Vec<Derived>, SuiteError> {
    let mut cases = Vec::new();
    for part in bound.golden.part.iter().filter(|part| !part.name.is_empty()) {
        let (name, case) = part.is.split_once("::").map_or((&*part.is, None), |(name, case)| (name, Some(case)));
        let Some(owner) = bound.model.get(name) else { continue };
        let text = part.text.replace("[*]", "[0]");
        let at = part.at.as_ref().unwrap_or(&part.text).replace("[*]", "[0]");
        for field in case_fields(owner, case) {
            let called = part.fields.get(&*field.name).map_or(&*field.name, String::as_str);
            let path = if text.is_empty() { called.to_owned() } else { format!("{text}.{called}") };
            let first = bound.built.field_at(&path).or_else(|| bound.built.field_at(&format!("{path}[0]")));
            let Some(leaf) = first.filter(|leaf| leaf.space.is_none() && leaf.size > 0) else { continue };
            let found = FoundText { name: &part.name, owner: &part.is, field, leaf, at: &at };
            match field.ty {
                Type::Varint { form, .. } => cases.push(too_long(context, bound, &found, form)?),
                _ if is_text(field) => cases.extend(break_utf8(context, bound, &found)?),
                _ => {}
            }
        }
    }
    Ok(cases)
}

/// A field in the text.
struct FoundText<'f> {
    name: &'f str,
    owner: &'f str,
    field: &'f Field,
    leaf: &'f FieldSpan,
    at: &'f str,
}

impl FoundText<'_> {
    fn full_path(&self) -> String {
        let path =
            if self.at.is_empty() { self.field.name.to_string() } else { format!("{}.{}", self.at, self.field.name) };
        if self.field.len.is_some() && !self.field.is_bytes() { format!("{path}[0]") } else { path }
    }

    fn topic(&self, rules: Vec<String>) -> Topic {
        Topic { names: vec![format!("{}.{}", self.owner, self.field.name), self.owner.to_owned()], rules }
    }
}

fn case_fields<'s>(owner: &'s Structure, case: Option<&str>) -> &'s [Field] {
    match (&owner.body, case) {
        (Body::Switch(cases), Some(case)) => {
            cases.iter().find(|one| one.name == case).map_or(&[], |case| &*case.fields)
        }
        _ => owner.fields(),
    }
}

/// Derives a case of eleven bytes that form no number, because too many groups of seven bits follow each other, or the
/// first byte states no size.
fn too_long(
    context: &Context<'_>,
    bound: &BoundText<'_>,
    found: &FoundText<'_>,
    form: VarintForm,
) -> Result<Derived, SuiteError> {
    let byte = match form {
        VarintForm::Vint | VarintForm::MarkedVint => "00",
        VarintForm::Uleb | VarintForm::Sleb | VarintForm::Zigzag | VarintForm::Vlq | VarintForm::Utf8Number => "80",
    };
    let patched = bound.mend_checksums(&format!("set {} = hex {}01", found.leaf.path, byte.repeat(10)))?;
    let mut outcome = Outcome::any_fault(
        &[Class::BadVarint.verdict()],
        &[Class::BadVarint, Class::Overflow],
        vec!["accepts-broken-numbers"],
    );
    outcome.expect.path = Some(found.full_path());
    let id = context.case_id(bound, found.name, &[&found.field.name, "too-long"]);
    let title = format!("{}: eleven bytes for one number", found.full_path());
    Ok(context.derived_case(bound, id, title, &found.topic(vec!["bad-varint".to_owned()]), &outcome, patched))
}

/// Replaces the last byte of a text by a byte that UTF-8 does not use.
fn break_utf8(
    context: &Context<'_>,
    bound: &BoundText<'_>,
    found: &FoundText<'_>,
) -> Result<Option<Derived>, SuiteError> {
    let rule = found.field.constraints.iter().find(|one| one.rule == Rule::Utf8);
    // A text without bytes has no last byte, and is left out below.
    let bytes = bound.built.bytes_of(&found.leaf.path).unwrap_or_default();
    let end = usize::from(found.field.ty == Type::CString);
    // A changed name is missing for parts that look it up.
    let lenient = rule.is_some_and(|rule| !rule.lenient.is_empty());
    let structure = found.owner.split_once("::").map_or(found.owner, |(structure, _)| structure);
    if lenient && context.binding.is_tied(&bound.golden.schema, structure, &found.field.name, None) {
        return Ok(None);
    }
    let (Some(rule), Some(last)) = (rule, bytes.len().checked_sub(end).and_then(|size| size.checked_sub(1))) else {
        return Ok(None);
    };
    let mut bytes = bytes.to_vec();
    if let Some(byte) = bytes.get_mut(last) {
        *byte = 0xFF;
    }
    let patched = bound.mend_checksums(&format!("set {} = hex {}", found.leaf.path, hex(&bytes)))?;
    let class = Class::BadText;
    // A reader that looks a name up may report the fault there.
    let outcome = Outcome::any_fault(&[class.verdict()], &[class], vec!["accepts-broken-texts"]);
    let outcome = if lenient { outcome.with_excuses(vec![rule.lenient.to_string()]) } else { outcome };
    let id = context.case_id(bound, found.name, &[&found.field.name, "no-utf-8"]);
    let title = format!("{}: a byte that is not UTF-8", found.full_path());
    let topic = found.topic(vec![rule.code.to_string(), class.name().to_owned()]);
    Ok(Some(context.derived_case(bound, id, title, &topic, &outcome, patched)))
}
