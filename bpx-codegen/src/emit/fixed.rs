//! Generates code that records and structs of bit fields have in common.

use super::rules::custom_reports;
use crate::check::{Declaration, Field};
use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::Type;

/// Returns code of a function that checks all rules; nothing without rules, because the trait has a default. `bind` is
/// code that gives the fields the names that assertions use, and `holds` has the conditions of the fields.
pub(super) fn validity_function(
    declaration: &Declaration,
    bind: impl FnOnce() -> TokenStream,
    holds: impl IntoIterator<Item = TokenStream>,
) -> TokenStream {
    let asserts: Vec<_> = declaration.asserts().iter().map(|assert| assert.condition.condition_or_false()).collect();
    let bind = (!asserts.is_empty()).then(bind);
    let asserts = asserts.into_iter().map(|holds| quote!((#holds)));
    let customs = declaration.attrs.custom.iter().map(|path| quote!(#path(self).is_none()));
    let Some(all) = holds.into_iter().chain(asserts).chain(customs).reduce(|all, one| quote!(#all & #one)) else {
        return TokenStream::new();
    };
    quote! {
        #[inline]
        fn is_valid(&self) -> bool { #bind #all }
    }
}

/// Returns code of a function that reports the broken rules that are Rust functions; nothing without such rules.
pub(super) fn explain_custom(declaration: &Declaration) -> TokenStream {
    let Declaration { name, attrs, .. } = declaration;
    if attrs.custom.is_empty() {
        return TokenStream::new();
    }
    let checks = custom_reports(attrs, name, &quote!(self), &quote!(at), &quote!(watch));
    quote! {
        fn explain_custom(&self, at: rt::Location, watch: &mut dyn rt::Watch) {
            #checks
        }
    }
}

/// Returns code of typed accessors for a field with codes; `value` is code for the number, which has the type `rust`.
pub(super) fn code_accessors(field: &Field, rust: &Type, label: &str, value: &TokenStream) -> Option<TokenStream> {
    let (name, vis, codes) = (&field.name, &field.vis, field.attrs.codes.as_ref()?);
    let (known, set) = (format_ident!("{}_code", name), format_ident!("{}_set", name));
    let doc = format!(" Returns the named value of `{label}`, or the raw value if it has no name.");
    let set_doc = format!(" Returns the flags of `{label}`.");
    Some(quote! {
        #[doc = #doc]
        #[allow(dead_code, clippy::missing_errors_doc)]
        #[inline]
        #vis fn #known(&self) -> rt::Result<#codes, #rust> {
            <#codes as rt::Coded>::from_raw(#value as u64).ok_or(#value)
        }
        #[doc = #set_doc]
        #[allow(dead_code)]
        #[inline]
        #[must_use]
        #vis fn #set(&self) -> rt::FlagSet<#codes> {
            rt::FlagSet::from_bits(#value as u64)
        }
    })
}
