//! Fields that borrow from the bytes that a reader gets. While a structure is read or written, these fields are plain
//! bytes, so that expressions use them like a `Vec<u8>`.

use super::literals::field_at_index;
use crate::check::Field;
use proc_macro2::TokenStream;
use quote::quote;

/// Returns code that converts bytes to values of the declared types, in variables of the same names; `first` is the
/// index of the first field in `FIELDS`.
pub(super) fn bytes_to_values(fields: &[Field], first: usize) -> TokenStream {
    let borrowed = fields.iter().enumerate().filter(|(_, field)| field.borrowed.is_some());
    let holds = borrowed.map(|(index, field)| {
        let (name, ty, schema) = (&field.name, &field.ty, field_at_index(index + first));
        match field.optional {
            true => quote!(let #name: #ty = #name.map(|__bytes| __d.hold_value(#schema, __bytes)).transpose()?;),
            false => quote!(let #name: #ty = __d.hold_value(#schema, #name)?;),
        }
    });
    quote!(#(#holds)*)
}

/// Returns code that converts values of the declared types to bytes, in variables of the same names.
pub(super) fn values_to_bytes(fields: &[Field]) -> TokenStream {
    let borrowed = fields.iter().filter(|field| field.borrowed.is_some());
    let bytes = borrowed.map(|field| {
        let name = &field.name;
        match field.optional {
            true => quote!(let #name = #name.as_ref().map(rt::HeldValue::held_bytes);),
            false => quote!(let #name = rt::HeldValue::held_bytes(#name);),
        }
    });
    quote!(#(#bytes)*)
}

/// Returns the type of the variable for a field that is read.
pub(super) fn read_type(field: &Field) -> TokenStream {
    let ty = &field.ty;
    match (&field.borrowed, field.optional) {
        (None, _) => quote!(#ty),
        (Some(_), false) => quote!(&[u8]),
        (Some(_), true) => quote!(Option<&[u8]>),
    }
}
