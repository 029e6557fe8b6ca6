//! What all items have in common.

use super::field::Field;
use crate::parse::{Borrowed, Errors, Kind, Shape, has_lifetime, is_plain_lifetime};
use syn::{Error, Fields, Generics, ItemStruct, Result};

/// Rejects type parameters: `what` describes one layout, declared by one `word` for each type.
pub(super) fn refuse_generics(generics: &Generics, what: &str, word: &str) -> Result<()> {
    if generics.params.is_empty() {
        return Ok(());
    }
    let message = format!("{what} describes one layout: declare one {word} for each type");
    Err(Error::new_spanned(generics, message))
}

/// Rejects parameters, unless it is how long the bytes live that values are read from.
pub(super) fn refuse_types(generics: &Generics, word: &str) -> Result<()> {
    if is_plain_lifetime(generics) {
        return Ok(());
    }
    match generics.params.iter().all(|param| matches!(param, syn::GenericParam::Lifetime(_))) {
        true => {
            let message = format!("the bytes that values hold parts of live for one lifetime: `{word} Item<'a>`");
            Err(Error::new_spanned(generics, message))
        }
        false => refuse_generics(generics, "a structure", word),
    }
}

/// Rejects fields whose bytes live for another lifetime than the structure says.
pub(super) fn check_borrowed(generics: &Generics, word: &str, fields: &[Field], errors: &mut Errors) {
    let own = generics.lifetimes().next().map(|own| &own.lifetime);
    for field in fields {
        let Some(Borrowed { lifetime, is_text }) = &field.borrowed else { continue };
        let attrs = &field.attrs;
        let instead = if *is_text { "a `Vec<u8>` with `#[schema(utf8)]`" } else { "a `Vec<u8>`" };
        if own != Some(lifetime) {
            let message = match own {
                Some(own) => format!("the bytes live for `{own}`, as the structure says: use it here"),
                None => format!("the bytes live as long as the structure says: declare `{word} Item<{lifetime}>`"),
            };
            errors.add(Error::new(lifetime.span(), message));
        }
        if field.is_stored() {
            let message =
                format!("what is stored in another form is unpacked into memory of its own: declare {instead}");
            errors.add(Error::new_spanned(&field.ty, message));
        }
        if attrs.end.is_some() || attrs.padding.is_some() {
            let message = format!("what is borrowed has a count, or is all that is left: declare {instead}");
            errors.add(Error::new_spanned(&field.ty, message));
        }
    }
    let holder = |field: &&Field| match &field.shape {
        Shape::One(Kind::Named(ty)) | Shape::List(Kind::Named(ty)) => field.is_stored() && has_lifetime(ty),
        Shape::Regions(ty) => has_lifetime(ty),
        _ => false,
    };
    for field in fields.iter().filter(holder) {
        let message = "what lies in a region is read from memory of its own: declare a structure with `Vec<u8>`";
        errors.add(Error::new_spanned(&field.ty, message));
    }
}

/// Rejects fields without names.
pub(super) fn require_names(item: &ItemStruct, what: &str) -> Result<()> {
    match item.fields {
        Fields::Named(_) => Ok(()),
        _ => Err(Error::new_spanned(&item.ident, format!("{what} need names: the schema, paths and JSON use them"))),
    }
}
