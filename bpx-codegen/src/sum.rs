//! `#[schema(sum(..))]`: checksums over fields.

use super::attrs::SumAttr;
use super::check::find;
use super::declaration::{Errors, Field};
use super::expr::Known;
use super::name_of;
use super::types::{Kind, Shape};
use proc_macro2::{Span, TokenStream};
use quote::quote_spanned;
use syn::{Error, Ident};

/// Refuses sums that no file could keep.
pub(crate) fn check(sum: &SumAttr, fields: &[Field], errors: &mut Errors) {
    for name in sum.fields() {
        let Some(field) = find(name, fields, errors) else { continue };
        if field.lies_elsewhere() {
            let message = format!("`{}` lies elsewhere, and a sum goes over consecutive bytes", name_of(name));
            errors.add(Error::new(name.span(), message));
        }
    }
    for name in sum.paths().filter_map(|path| path.first()) {
        if fields.iter().any(|field| name_of(&field.name) == name_of(name) && field.is_stored_in_place()) {
            let message = format!("`{}` is stored in another form, in which a sum does not find it", name_of(name));
            errors.add(Error::new(name.span(), message));
        }
    }
    for path in sum.paths().filter(|path| path.len() > 2) {
        let message = "a sum knows fields and members of nested structures: `checksum` or `header.checksum`";
        errors.add(Error::new(span(path), message));
    }
    if errors.is_empty() {
        in_range(sum, fields, errors);
        stored(sum, fields, errors);
    }
    for path in sum.or_zero.iter().filter(|path| !sum.skip.iter().any(|skipped| covers(skipped, path))) {
        let message = format!(
            "`or_zero({0})` accepts zeros instead of leaving the bytes out, so that they have to be left out: add \
             `skip({0})`",
            shown(path)
        );
        errors.add(Error::new(span(path), message));
    }
}

/// The stored value does not count as it is, or no value would be right.
fn in_range(sum: &SumAttr, fields: &[Field], errors: &mut Errors) {
    let place =
        |name: &Ident| fields.iter().position(|field| name_of(&field.name) == name_of(name)).unwrap_or_default();
    let (first, last) = (place(&sum.over.0), sum.over.1.as_ref().map_or(usize::MAX, place));
    if first > last {
        errors.add(Error::new(sum.over.0.span(), "the range of the sum ends before it begins: `over(first, last)`"));
    }
    let Some(own) = sum.stored.first().map(place) else { return };
    if (first..=last).contains(&own) && !sum.skip.iter().any(|skipped| covers(skipped, &sum.stored)) {
        let message = format!(
            "the checksum is stored in the bytes that it sums, so that no file could state the right one: add `skip({})`",
            shown(&sum.stored)
        );
        errors.add(Error::new(span(&sum.stored), message));
    }
}

/// The stored value is one number that holds every sum.
fn stored(sum: &SumAttr, fields: &[Field], errors: &mut Errors) {
    let Some(field) = sum.stored.first().and_then(|name| find(name, fields, errors)) else { return };
    // The compiler knows the width of a checksum that is named by its path.
    let bits = sum.algorithm.bits.unwrap_or(1);
    let wide = match (&field.shape, sum.stored.len()) {
        (Shape::One(Kind::Number { size, signed: false, float: false, .. }), 1) => {
            u64::try_from(*size).is_ok_and(|size| size.saturating_mul(8) >= u64::from(bits))
        }
        // The compiler looks at the member.
        _ => sum.stored.len() > 1 && Known::of(field) == Known::Structure,
    };
    if !wide {
        let holds = |size: &&u16| **size >= bits;
        let types: Vec<_> = [8, 16, 32, 64].iter().filter(holds).map(|size| format!("a `u{size}`")).collect();
        let (types, width) =
            (types.join(" or "), sum.algorithm.bits.map_or("whole numbers".to_owned(), |bits| format!("{bits} bits")));
        let message = format!(
            "a checksum has {width}: the value is stored in {types}, or in such a member of a nested structure"
        );
        errors.add(Error::new(span(&sum.stored), message));
    }
}

/// Code that is refused by the compiler when what states a sum does not hold every sum.
pub(crate) fn assertions(sums: &[SumAttr], fields: &[Field]) -> TokenStream {
    let each = sums.iter().filter_map(|sum| {
        let (own, members) = sum.stored.split_first()?;
        let last = members.last().unwrap_or(own);
        if members.is_empty() && sum.algorithm.bits.is_some() {
            return None;
        }
        let field = fields.iter().find(|field| name_of(&field.name) == name_of(own))?;
        let (ty, checksum) = (&field.ty, sum.algorithm.ty());
        let at = Span::call_site().located_at(last.span());
        let value =
            if members.is_empty() { quote_spanned!(at=> __one) } else { quote_spanned!(at=> &__one #(.#members)*) };
        Some(quote_spanned!(at=>
            const _: fn(&#ty) = |__one| rt::states_sum::<{ rt::sum_size::<#checksum>() }>(#value);
        ))
    });
    each.collect()
}

fn covers(outer: &[Ident], inner: &[Ident]) -> bool {
    outer.len() <= inner.len() && outer.iter().zip(inner).all(|(a, b)| name_of(a) == name_of(b))
}

fn shown(path: &[Ident]) -> String {
    path.iter().map(name_of).collect::<Vec<_>>().join(".")
}

fn span(path: &[Ident]) -> Span {
    path.first().map_or_else(Span::call_site, Ident::span)
}
