//! Enums with data: a reader takes the first case whose condition holds.

use super::declaration::Declaration;
use super::fields::checked_fields;
use super::item::{check_borrowed, refuse_types};
use super::scope::ExprScope;
use super::{order, sequence};
use crate::parse::{self, Attrs, Errors, name_of};
use bpx_model::ExprKind as Value;
use bpx_model::name::to_kebab_case;
use proc_macro2::{Ident, Span};
use syn::{Error, Fields, Result, Variant};

/// A checked enum with data.
pub(crate) struct Switch<'i> {
    pub(crate) whole: Declaration,
    pub(crate) cases: Vec<Case<'i>>,
}

/// A checked case of an enum with data.
pub(crate) struct Case<'i> {
    pub(crate) variant: &'i Variant,
    pub(crate) attrs: Attrs,
    /// The fields.
    pub(crate) declaration: Declaration,
}

impl Case<'_> {
    /// Returns the bytes that select the case.
    pub(crate) fn tag(&self) -> Option<&[u8]> {
        self.declaration.attrs.magic.as_deref()
    }
}

/// Checks an enum with data.
pub(crate) fn check_switch(written: parse::WrittenSwitch<'_>) -> Result<Switch<'_>> {
    let parse::WrittenSwitch { item, attrs, cases } = written;
    refuse_types(&item.generics, "enum")?;
    let whole = Declaration { name: attrs.schema_name(&item.ident), attrs, fields: Vec::new() };
    let mut errors = Errors::default();
    let count = cases.len();
    let mut checked = Vec::new();
    for (index, case) in cases.into_iter().enumerate() {
        let Some(case) = errors.note_error(case) else { continue };
        checked.extend(check_case(case, index + 1 == count, &whole, &mut errors));
    }
    for case in &checked {
        check_borrowed(&item.generics, "enum", &case.declaration.fields, &mut errors);
    }
    check_tags(&checked, &mut errors);
    let of_whole = checked.iter().filter(|case| case.attrs.is_big.is_none());
    errors.note_error(order::expect_use(&whole.attrs, of_whole.flat_map(|case| &case.declaration.fields)));
    errors.finish()?;
    Ok(Switch { whole, cases: checked })
}

/// Rejects a tag that begins with the tag of an earlier case, because a reader would select the earlier case.
fn check_tags(cases: &[Case<'_>], errors: &mut Errors) {
    let tagged = || cases.iter().filter_map(|case| Some((case, case.tag()?)));
    for (place, (case, tag)) in tagged().enumerate() {
        for (other, before) in tagged().take(place) {
            let apart = case.attrs.pre_assert.as_ref().zip(other.attrs.pre_assert.as_ref());
            if tag.starts_with(before) && !apart.is_some_and(|(one, other)| one.excludes(other)) {
                let span = case.attrs.tag.as_ref().map_or_else(Span::call_site, |tag| tag.span);
                let advice = if tag == before {
                    "give one of the cases another tag"
                } else {
                    "declare the case with the longer tag first"
                };
                let message = format!(
                    "a reader takes bytes that begin with \"{}\" for `{}`, which is declared before: {advice}, \
                        or give both cases conditions that exclude each other",
                    tag.escape_ascii(),
                    name_of(&other.variant.ident)
                );
                errors.add(Error::new(span, message));
            }
        }
    }
}

fn check_case<'i>(
    written: parse::WrittenCase<'i>,
    is_last: bool,
    whole: &Declaration,
    errors: &mut Errors,
) -> Option<Case<'i>> {
    let parse::WrittenCase { variant, attrs, fields: members } = written;
    match &attrs.pre_assert {
        Some(condition) => {
            errors.note_error(ExprScope::with_params(&whole.attrs.import).check_expr(condition, Value::Bool));
        }
        None if !is_last && attrs.tag.is_none() => errors.add(Error::new_spanned(
            &variant.ident,
            "missing condition of the case: add `#[br(pre_assert(tag == 1))]`; only the last case, which takes all \
                remaining values, may omit the condition",
        )),
        None => {}
    }
    if !attrs.attempt.is_empty() && is_last {
        errors.add(Error::new_spanned(variant, "`attempt` leaves the bytes to the next case, but no case follows"));
    }
    if let Fields::Unnamed(fields) = &variant.fields
        && fields.unnamed.len() > 1
    {
        errors.add(Error::new_spanned(
            &variant.ident,
            "expected a name for each value of a case: `Case { first: u8, second: u8 }`",
        ));
    }

    let mut inherited = attrs.inherited_attrs(&whole.attrs);
    inherited.magic = attrs.tag.as_ref().and_then(|tag| errors.note_error(order::tag_bytes(tag, &inherited)));
    let mut fields = errors.note_error(checked_fields(&inherited, members))?;
    if let (Fields::Unnamed(_), Some(field)) = (&variant.fields, fields.first_mut()) {
        // The value of a case has the name of the case, so that paths and JSON show the case.
        let name = to_kebab_case(&name_of(&variant.ident)).replace('-', "_");
        field.rename(value_name(&name, variant.ident.span()));
    }
    let name = format!("{}.{}", whole.name, attrs.schema_name(&variant.ident));
    let declaration = Declaration { name, attrs: inherited, fields };
    errors.note_error(sequence::check_sequence(&declaration));
    Some(Case { variant, attrs, declaration })
}

/// Returns an identifier for the value of a case, even if the name of the case is a keyword.
fn value_name(name: &str, span: Span) -> Ident {
    // These cannot be raw identifiers.
    const NEVER: &[&str] = &["self", "super", "crate", "_"];
    match syn::parse_str::<Ident>(name) {
        Ok(plain) => Ident::new(&plain.to_string(), span),
        Err(_) if NEVER.contains(&name) => Ident::new(&format!("{name}_"), span),
        Err(_) => Ident::new_raw(name, span),
    }
}
