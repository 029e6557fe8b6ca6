//! Checks the rules of a field against the type of the field.

use super::field::Field;
use crate::parse::{FieldShape, NumberForm, StoredKind};
use bpx_model::{Rule, TextForm};
use proc_macro2::Span;
use syn::{Error, Result};

/// Returns the rules that a field states; `differs` states whether a file may state a value that differs from the
/// computed value.
pub(super) fn field_rules(field: &Field, differs: bool) -> Result<Vec<Rule>> {
    let attrs = &field.attrs;
    let mut list = Vec::new();
    let float = matches!(field.kind(), Some(StoredKind::Number { float: true, .. }));
    let number = matches!(field.kind(), Some(StoredKind::Number { .. } | StoredKind::Varint { .. }));
    let whole = number && !float;
    if let Some(span) = attrs.reserved {
        if !number {
            return Err(Error::new(
                span,
                "expected a number or an array of numbers for reserved bytes, found another type",
            ));
        }
        list.push(Rule::Zero);
    }
    list.extend(attrs.magic.iter().map(|magic| Rule::Magic(magic.clone().into())));
    let lists = [(&attrs.one_of, false), (&attrs.supported, true)];
    for (allowed, is_supported) in lists {
        let Some((span, allowed)) = allowed else {
            continue;
        };
        if !whole {
            return Err(Error::new(
                *span,
                "expected a field of whole numbers for a list of values, found another type",
            ));
        }
        if allowed.is_empty() {
            return Err(Error::new(*span, "expected at least one value, found none"));
        }
        check_values_fit(field, *span, allowed)?;
        let allowed = allowed.clone().into();
        list.push(if is_supported { Rule::Supported(allowed) } else { Rule::OneOf(allowed) });
    }
    if field.kind().is_some_and(|kind| kind.digit_form().is_some()) {
        list.push(Rule::Digits);
    }
    if let Some((span, low, high)) = attrs.range {
        if !whole {
            return Err(Error::new(span, "expected a field of whole numbers for `range`"));
        }
        check_values_fit(field, span, &[low, high])?;
        list.push(Rule::Range(low, high));
    }
    if let Some((span, factor)) = attrs.multiple_of {
        if !whole {
            return Err(Error::new(span, "expected a field of whole numbers for `multiple_of`"));
        }
        check_values_fit(field, span, &[factor])?;
        list.push(Rule::MultipleOf(factor));
    }
    if attrs.known && attrs.codes.is_none() {
        return Err(Error::new_spanned(&field.name, "`known` requires `codes = Type`"));
    }
    if let Some(codes) = attrs.codes.as_ref().filter(|_| !whole) {
        return Err(Error::new_spanned(codes, "expected a field of whole numbers for `codes`"));
    }
    if attrs.known {
        list.push(Rule::Known);
    }
    if let Some(span) = attrs.finite {
        if !float {
            return Err(Error::new(span, "expected a field of `f32` or `f64` for `finite`"));
        }
        list.push(Rule::Finite);
    }
    if let Some(span) = attrs.utf8 {
        let text = matches!(
            &field.shape,
            FieldShape::One(StoredKind::CText { .. }) | FieldShape::List(StoredKind::CText { .. })
        );
        if !text && !field.kind().is_some_and(StoredKind::is_byte) {
            return Err(Error::new(span, "expected bytes or a `CText` for `utf8`"));
        }
        list.push(Rule::Utf8);
    }
    if let Some((span, form)) = attrs.text {
        check_text(field, span, form)?;
        list.push(Rule::Text(form));
    } else if matches!(field.kind(), Some(StoredKind::CText { wide: true })) {
        let message = "missing encoding: `#[schema(text(encoding = \"utf-16le\"))]` or `utf-16be`";
        return Err(Error::new_spanned(&field.ty, message));
    }
    // It is checked after all fields are read. It is the last rule, where generated code expects it.
    if differs {
        list.push(Rule::Computed);
    }
    if let (true, Some(span)) = (list.is_empty(), attrs.ruled) {
        return Err(Error::new(
            span,
            "this rule has no effect, because the value that is read always equals the computed value",
        ));
    }
    Ok(list)
}

/// Rejects an encoding that the type of a text cannot have, and padding of a text without a fixed size.
fn check_text(field: &Field, span: Span, form: TextForm) -> Result<()> {
    let refuse = |message: &str| Err(Error::new(span, message));
    let bytes = field.kind().is_some_and(StoredKind::is_byte) && !matches!(field.shape, FieldShape::One(_));
    match field.kind() {
        _ if field.attrs.utf8.is_some() => {
            refuse("expected either `utf8`, which a `str` has by itself, or `text(..)`, found both")
        }
        Some(StoredKind::CText { wide: false }) if form.encoding.is_wide() => {
            refuse("the NUL that ends a text in UTF-16 has two bytes: declare a `CText16`")
        }
        Some(StoredKind::CText { wide: true }) if !form.encoding.is_wide() => {
            refuse("only a text in UTF-16 ends with a NUL of two bytes: declare a `CText`")
        }
        Some(StoredKind::CText { .. }) if form.pad.is_some() => {
            refuse("expected a text without padding, because a NUL ends it")
        }
        Some(StoredKind::CText { .. }) => Ok(()),
        _ if !bytes => refuse("expected bytes, a `CText` or a `CText16` for `text`"),
        _ if form.pad.is_some() && !matches!(field.shape, FieldShape::Array(..)) => {
            refuse("expected a text of fixed size for padding: `[u8; N]`")
        }
        _ => Ok(()),
    }
}

/// Rejects values that the field can never have.
pub(super) fn check_values_fit(field: &Field, span: Span, values: &[i64]) -> Result<()> {
    let bounds = match field.kind() {
        // The condition ensures that the field has a number of bits.
        _ if field.bits.is_some_and(|bits| bits < 63) => 0..=(1_i64 << field.bits.unwrap_or_default()) - 1,
        Some(StoredKind::Number { size, form: NumberForm::Digits(form), .. }) => {
            0..=i64::try_from(form.greatest_number(*size)).unwrap_or(i64::MAX)
        }
        Some(StoredKind::Number { size: size @ 0..8, signed: true, .. }) => {
            let half = 1_i64 << (size * 8 - 1);
            -half..=half - 1
        }
        Some(StoredKind::Varint { bits, form }) => form.range_in_i64(*bits),
        Some(StoredKind::Number { size: 8, signed: true, .. }) => i64::MIN..=i64::MAX,
        Some(StoredKind::Number { size: size @ 0..8, .. }) => 0..=(1_i64 << (size * 8)) - 1,
        _ => 0..=i64::MAX,
    };
    match values.iter().find(|value| !bounds.contains(value)) {
        Some(value) => {
            let (low, high) = bounds.into_inner();
            Err(Error::new(span, format!("expected a value from {low} to {high}, found {value}")))
        }
        None => Ok(()),
    }
}
