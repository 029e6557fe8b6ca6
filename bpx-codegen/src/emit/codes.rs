//! Generates code for enums of codes, which are named values of an integer field, or flags.

use super::literals::{runtime_scope, text_literal};
use crate::check::Codes;
use crate::parse::WrittenCode;
use proc_macro2::{Ident, TokenStream};
use quote::quote;

/// Returns the code of `#[derive(Record)]` for an enum.
pub(crate) fn emit_codes(ident: &Ident, declaration: &Codes<'_>) -> TokenStream {
    let Codes { attrs, codes } = declaration;
    let (name, doc, spec, flags) =
        (text_literal(&attrs.schema_name(ident)), text_literal(&attrs.doc), text_literal(&attrs.spec), attrs.flags);
    let constants = codes.iter().map(|WrittenCode { variant, attrs, value }| {
        let (name, doc) = (text_literal(&attrs.schema_name(&variant.ident)), text_literal(&attrs.doc));
        quote!(rt::Code { name: #name, value: #value, doc: #doc })
    });
    let constants = quote!(rt::KeyedList::from_codes(&[#(#constants),*]));
    let mask = codes.iter().fold(0, |mask, code| mask | code.value);
    let knows = if flags {
        quote!(raw & !#mask == 0)
    } else {
        let values = codes.iter().map(|code| code.value);
        quote!(matches!(raw, #(#values)|*))
    };
    let each = || codes.iter().map(|code| (&code.variant.ident, code.value));
    let arms = each().map(|(variant, value)| quote!(#value => Some(Self::#variant)));
    let raws = each().map(|(variant, value)| quote!(Self::#variant => #value));
    let names = codes.iter().map(|code| {
        let (variant, name) = (&code.variant.ident, code.attrs.schema_name(&code.variant.ident));
        quote!(Self::#variant => #name)
    });
    let items = quote! {
        static CODES: rt::Codes = rt::Codes { name: #name, doc: #doc, spec: #spec, flags: #flags, codes: #constants };
        impl rt::Coded for #ident {
            fn codes() -> &'static rt::Codes { &CODES }
            #[inline]
            fn knows(raw: u64) -> bool { #knows }
            #[inline]
            fn from_raw(raw: u64) -> Option<Self> {
                match raw { #(#arms,)* _ => None }
            }
            #[inline]
            fn raw(self) -> u64 { match self { #(#raws),* } }
        }
        impl ::core::fmt::Display for #ident {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                f.write_str(match self { #(#names),* })
            }
        }
    };
    runtime_scope(attrs.runtime.as_ref(), &items)
}
