//! What records and structs of bits have in common.

use super::rules::custom_reports;
use crate::check::declaration::Declaration;
use proc_macro2::TokenStream;
use quote::quote;

/// Returns a function that checks all rules; nothing without rules, as the trait has a default.
pub(super) fn is_valid(
    declaration: &Declaration,
    bind: Option<&TokenStream>,
    holds: impl Iterator<Item = TokenStream>,
) -> TokenStream {
    let customs = declaration.attrs.custom.iter().map(|path| quote!(#path(self).is_none()));
    let Some(all) = holds.chain(customs).reduce(|all, one| quote!(#all & #one)) else {
        return TokenStream::new();
    };
    quote! {
        #[inline]
        fn is_valid(&self) -> bool { #bind #all }
    }
}

/// Returns a function that reports the rules which are Rust functions; nothing without such rules.
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
