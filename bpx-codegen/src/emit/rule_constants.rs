//! Generates a constant for each rule whose code a declaration states: `Symbol::RULE_SHADER_NAME`.

use crate::parse::Attrs;
use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use std::collections::BTreeSet;
use syn::Visibility;

/// Returns the constants of the rules that attributes state.
pub(super) fn rule_constants<'d>(vis: &Visibility, attributes: impl IntoIterator<Item = &'d Attrs>) -> TokenStream {
    let codes: BTreeSet<_> = attributes.into_iter().flat_map(|attrs| &attrs.rule_codes).collect();
    let constants = codes.into_iter().map(|code| {
        let words = code.replace(|character: char| !character.is_ascii_alphanumeric(), "_").to_uppercase();
        let (name, doc) = (format_ident!("RULE_{words}"), format!(" The rule `{code}`."));
        quote! {
            #[doc = #doc]
            #[allow(dead_code)]
            #vis const #name: rt::DeclaredRule = rt::DeclaredRule::new(&STRUCTURE, #code);
        }
    });
    quote!(#(#constants)*)
}
