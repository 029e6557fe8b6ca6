//! Generates code for the byte order of a field.

use super::literals::endian_literal;
use crate::check::Field;
use crate::parse::{ExprTree, name_of};
use proc_macro2::TokenStream;
use quote::quote;

/// Returns code for the byte order, which is a variable if a value decides the byte order.
pub(super) fn order_code(field: &Field) -> TokenStream {
    if field.byte_order_choice().is_some() { quote!(__order) } else { endian_literal(field.order.big) }
}

/// Returns code that decides the byte order inside of a decoder; `None` if the byte order is constant.
pub(super) fn decide_reading(field: &Field) -> Option<TokenStream> {
    decide_order(field, ExprTree::read_condition)
}

/// Returns code that decides the byte order, if it is not constant, and then reads.
pub(super) fn decide_and_read(field: &Field, read: TokenStream) -> TokenStream {
    match decide_reading(field) {
        Some(decide) => quote!({ #decide #read }),
        None => read,
    }
}

/// Returns code that decides the byte order inside of an encoder; `None` if the byte order is constant.
pub(super) fn decide_writing(field: &Field) -> Option<TokenStream> {
    decide_order(field, ExprTree::write_condition)
}

/// Returns code of type `Option<rt::Endian>`, which is the byte order of a span if a value decides the byte order.
pub(super) fn order_of_span(field: Option<&Field>, reads: bool) -> TokenStream {
    let decided = field.and_then(|field| if reads { decide_reading(field) } else { decide_writing(field) });
    decided.map_or_else(|| quote!(None), |decide| quote!(Some({ #decide __order })))
}

fn decide_order(field: &Field, condition: fn(&ExprTree, &str) -> TokenStream) -> Option<TokenStream> {
    let is_big = condition(field.byte_order_choice()?, &name_of(&field.name));
    Some(quote!(let __order = rt::Endian::from(#is_big);))
}
