//! Generates code for the end of a list.

use crate::check::Field;
use crate::parse::{EndAttr, FieldShape, StoredKind, name_of};
use proc_macro2::{Literal, TokenStream};
use quote::quote;

/// Code for the end of a list without a count.
pub(super) struct EndCode {
    /// Code that declares variables for `end`, before the list is read.
    pub(super) before: Option<TokenStream>,
    /// Code of the value with which the runtime finds the end of the list.
    pub(super) end: TokenStream,
}

/// Returns the code with which a reader finds the end of a list without a count.
pub(super) fn reading_end(field: &Field) -> Option<EndCode> {
    let FieldShape::List(kind) = &field.shape else { return None };
    if let Some(EndCode { before, end }) = last_element(field, kind) {
        return Some(EndCode { before, end: quote!(&rt::ListEnd::Until(&#end)) });
    }
    let bytes = Literal::byte_string(&field.terminator()?);
    Some(EndCode { before: None, end: quote!(&rt::ListEnd::Terminated(#bytes)) })
}

/// Returns code of a closure that returns whether an element is the last one.
pub(super) fn last_element(field: &Field, kind: &StoredKind) -> Option<EndCode> {
    let condition = field.attrs.end.as_ref().and_then(EndAttr::condition)?;
    let (totals, condition) = condition.running_totals(&name_of(&field.name));
    let (ty, holds) = (kind.rust_type(), condition.option_code());
    if totals.is_empty() {
        return Some(EndCode { before: None, end: quote!(|entry: &#ty, index: i128| #holds) });
    }
    let (names, of_each): (Vec<_>, Vec<_>) = totals.iter().map(|(name, of_each)| (name, of_each.option_code())).unzip();
    let end = quote! {
        |entry: &#ty, index: i128| {
            let _ = (entry, index);
            let [#(#names),*] = __totals.add([#(#of_each),*])?;
            #holds
        }
    };
    Some(EndCode { before: Some(quote!(let __totals = rt::Totals::default();)), end })
}
