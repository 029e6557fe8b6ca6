//! Generates assertions about numbers that a writer sets, which the compiler checks.

use crate::check::{Declaration, sorted_settings};
use crate::parse::{FieldShape, StoredKind, name_of};
use proc_macro2::{Span, TokenStream};
use quote::quote_spanned;

/// Returns code that does not compile if a writer cannot set a member.
pub(super) fn setting_assertions(declaration: &Declaration) -> TokenStream {
    // The check of the declaration refuses wrong settings.
    let settings = sorted_settings(declaration).unwrap_or_default();
    let each = settings.iter().filter_map(|setting| {
        let (first, members) = setting.target.split_first()?;
        let last = members.last()?;
        let each = setting.field.and_then(|field| field.attrs.region.as_ref()?.each.as_ref());
        let holder = each.filter(|_| name_of(first) == "entry").unwrap_or(first);
        let field = declaration.fields.iter().find(|field| name_of(&field.name) == name_of(holder))?;
        let (FieldShape::One(StoredKind::Named(ty))
        | FieldShape::Array(StoredKind::Named(ty), _)
        | FieldShape::List(StoredKind::Named(ty))) = &field.shape
        else {
            return None;
        };
        let at = Span::call_site().located_at(last.span());
        Some(quote_spanned!(at=> const _: fn(&#ty) = |__one| rt::sets_number(&__one #(.__members().#members)*);))
    });
    each.collect()
}
