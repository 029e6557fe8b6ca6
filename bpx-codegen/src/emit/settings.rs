//! Generates assertions about numbers that a writer sets, which the compiler checks.

use crate::check::{Declaration, settings};
use crate::parse::{Kind, Shape, name_of};
use proc_macro2::{Span, TokenStream};
use quote::quote_spanned;

/// Returns code that does not compile if a writer cannot set a member.
pub(super) fn assertions(declaration: &Declaration) -> TokenStream {
    let settings = settings(declaration).unwrap_or_default();
    let each = settings.iter().filter_map(|setting| {
        let (first, members) = setting.target.split_first()?;
        let last = members.last()?;
        let each = setting.field.and_then(|field| field.attrs.region.as_ref()?.each.as_ref());
        let holder = each.filter(|_| name_of(first) == "entry").unwrap_or(first);
        let field = declaration.fields.iter().find(|field| name_of(&field.name) == name_of(holder))?;
        let (Shape::One(Kind::Named(ty)) | Shape::Array(Kind::Named(ty), _) | Shape::List(Kind::Named(ty))) =
            &field.shape
        else {
            return None;
        };
        let at = Span::call_site().located_at(last.span());
        Some(quote_spanned!(at=> const _: fn(&#ty) = |__one| rt::sets_number(&__one #(.__members().#members)*);))
    });
    each.collect()
}
