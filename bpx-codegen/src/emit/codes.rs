//! Enums of codes: named values of an integer field, or flags.

use crate::check::field::Errors;
use crate::emit::schema::text;
use crate::parse::attrs::Attrs;
use crate::parse::naming::name_of;
use crate::parse::place::Place;
use proc_macro2::TokenStream;
use quote::quote;
use syn::{Error, Expr, Fields, ItemEnum, Lit, Result};

/// What `#[derive(Record)]` adds to an enum.
pub(crate) fn expand(item: &ItemEnum) -> Result<TokenStream> {
    let attrs = Attrs::read(&item.attrs, Place::Codes)?;
    let mut errors = Errors::default();
    let repr = repr(item);
    if repr.is_none() {
        errors.add(Error::new_spanned(
            &item.ident,
            "which integer? add `#[repr(u8)]` (u16, u32, u64) for codes; an enum with data is a `#[structure]`",
        ));
    }
    let mut entries = Vec::new();
    let mut seen: Vec<(u64, String)> = Vec::new();
    for variant in &item.variants {
        let Some(own) = errors.take(Attrs::read(&variant.attrs, Place::Code)) else {
            continue;
        };
        if !matches!(variant.fields, Fields::Unit) {
            errors.add(Error::new_spanned(variant, "a code has no data; an enum with data is a `#[structure]`"));
            continue;
        }
        let Some(value) = errors.take(value(variant)) else {
            continue;
        };
        if attrs.flags && value.count_ones() != 1 {
            errors.add(Error::new_spanned(variant, format!("a flag is a single bit, {value:#x} is not")));
        }
        if let Some((_, other)) = seen.iter().find(|(seen, _)| *seen == value) {
            errors.add(Error::new_spanned(variant, format!("{value:#x} is already `{other}`")));
        }
        seen.push((value, name_of(&variant.ident)));
        let name = own.name.clone().unwrap_or_else(|| name_of(&variant.ident));
        entries.push((variant.ident.clone(), value, name, own.doc));
    }
    errors.finish()?;
    let (ident, name) = (&item.ident, attrs.name.clone().unwrap_or_else(|| name_of(&item.ident)));
    let (name, doc, spec, flags) = (text(&name), text(&attrs.doc), text(&attrs.spec), attrs.flags);
    let codes = entries.iter().map(|(_, value, name, doc)| {
        let (name, doc) = (text(name), text(doc));
        quote!(rt::Code { name: #name, value: #value, doc: #doc })
    });
    let codes = quote!(rt::Keyed::codes(&[#(#codes),*]));
    let mask = entries.iter().fold(0, |mask, (_, value, ..)| mask | value);
    let knows = if flags {
        quote!(raw & !#mask == 0)
    } else {
        let values = entries.iter().map(|(_, value, ..)| value);
        quote!(matches!(raw, #(#values)|*))
    };
    let arms = entries.iter().map(|(variant, value, ..)| quote!(#value => Some(Self::#variant)));
    let raws = entries.iter().map(|(variant, value, ..)| quote!(Self::#variant => #value));
    let names = entries.iter().map(|(variant, _, name, _)| quote!(Self::#variant => #name));
    let items = quote! {
        static CODES: rt::Codes = rt::Codes { name: #name, doc: #doc, spec: #spec, flags: #flags, codes: #codes };
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
    Ok(crate::emit::schema::scope(attrs.runtime.as_ref(), &items))
}

fn repr(item: &ItemEnum) -> Option<()> {
    item.attrs.iter().filter(|attribute| attribute.path().is_ident("repr")).find_map(|attribute| {
        let ty: syn::Ident = attribute.parse_args().ok()?;
        ["u8", "u16", "u32", "u64"].iter().any(|name| ty == name).then_some(())
    })
}

fn value(variant: &syn::Variant) -> Result<u64> {
    match &variant.discriminant {
        Some((_, Expr::Lit(literal))) => match &literal.lit {
            Lit::Int(value) => value.base10_parse(),
            Lit::Byte(value) => Ok(u64::from(value.value())),
            other => Err(Error::new_spanned(other, "a code is a whole number")),
        },
        Some((_, other)) => Err(Error::new_spanned(other, "write the value as a number, as the specification does")),
        None => Err(Error::new_spanned(variant, "which value? a code states its number: `Linux = 0`")),
    }
}
