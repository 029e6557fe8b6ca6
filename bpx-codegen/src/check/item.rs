//! Checks that apply to all items.

use super::field::Field;
use crate::parse::{BorrowedType, Errors, FieldShape, StoredKind, has_lifetime, is_plain_lifetime};
use syn::{Error, Fields, Generics, ItemStruct, Result};

/// Rejects type parameters, because `what` describes one layout; the message asks for one `word` for each type.
pub(super) fn refuse_generics(generics: &Generics, what: &str, word: &str) -> Result<()> {
    if generics.params.is_empty() {
        return Ok(());
    }
    let message = format!(
        "expected {word} without type parameters, because {what} describes one layout: declare one \
        {word} for each type"
    );
    Err(Error::new_spanned(generics, message))
}

/// Rejects type parameters and more than one lifetime. One lifetime is allowed: the lifetime of the bytes that values
/// borrow.
pub(super) fn refuse_types(generics: &Generics, word: &str) -> Result<()> {
    if is_plain_lifetime(generics) {
        return Ok(());
    }
    match generics.params.iter().all(|param| matches!(param, syn::GenericParam::Lifetime(_))) {
        true => {
            let message = format!("borrowed bytes need exactly one lifetime: `{word} Item<'a>`");
            Err(Error::new_spanned(generics, message))
        }
        false => refuse_generics(generics, "a structure", word),
    }
}

/// Rejects borrowed fields whose lifetime is not the lifetime of the structure, and fields that cannot borrow.
pub(super) fn check_borrowed(generics: &Generics, word: &str, fields: &[Field], errors: &mut Errors) {
    let own = generics.lifetimes().next().map(|own| &own.lifetime);
    for field in fields {
        let Some(BorrowedType { lifetime, is_text }) = &field.borrowed else { continue };
        let attrs = &field.attrs;
        let instead = if *is_text { "a `Vec<u8>` with `#[schema(utf8)]`" } else { "a `Vec<u8>`" };
        if own != Some(lifetime) {
            let message = match own {
                Some(own) => format!("expected the lifetime `{own}` of the structure, found `{lifetime}`"),
                None => format!("the lifetime is not declared: declare `{word} Item<{lifetime}>`"),
            };
            errors.add(Error::new(lifetime.span(), message));
        }
        if field.is_stored() {
            let message = format!(
                "bytes that are stored in another form cannot be borrowed, because they are decompressed: declare {instead}"
            );
            errors.add(Error::new_spanned(&field.ty, message));
        }
        if attrs.end.is_some() || attrs.padding.is_some() {
            let message = format!("borrowed bytes need a count, or must take all remaining bytes: declare {instead}");
            errors.add(Error::new_spanned(&field.ty, message));
        }
    }
    let holder = |field: &&Field| match &field.shape {
        FieldShape::One(StoredKind::Named(ty)) | FieldShape::List(StoredKind::Named(ty)) => {
            field.is_stored() && has_lifetime(ty)
        }
        FieldShape::Regions(ty) => has_lifetime(ty),
        _ => false,
    };
    for field in fields.iter().filter(holder) {
        let message = "the content of a region cannot be borrowed: declare a structure with `Vec<u8>`";
        errors.add(Error::new_spanned(&field.ty, message));
    }
}

/// Rejects fields without names.
pub(super) fn require_names(item: &ItemStruct, what: &str) -> Result<()> {
    match item.fields {
        Fields::Named(_) => Ok(()),
        _ => Err(Error::new_spanned(
            &item.ident,
            format!("{what} need names, because the schema, paths and JSON use the names"),
        )),
    }
}
