//! `#[structure]` on structs: counts, conditions, texts, nested structures, regions.

use super::arguments::args_definition;
use super::binrw::structure_traits;
use super::codec::{codec, watched};
use super::literals::scope;
use super::parts::Parts;
use super::rules::custom_reports;
use super::write::write_prelude;
use super::{computed, links, settings, sum};
use crate::check::Declaration;
use crate::parse::is_ours;
use proc_macro2::{Literal, TokenStream};
use quote::quote;
use syn::ItemStruct;

/// Returns what `#[structure]` makes of a struct.
pub(crate) fn structure(item: &ItemStruct, declaration: &Declaration) -> TokenStream {
    let (ident, attrs) = (&item.ident, &declaration.attrs);
    let definition = definition(item, declaration);
    let parts = Parts::new(declaration);
    let schema = parts.statics();
    let (read, write) = (parts.read(), parts.write());
    let names: Vec<_> = declaration.kept().map(|field| &field.name).collect();
    let prelude = write_prelude(declaration);
    let (stated, checks, sums) = (computed::reports(declaration), assertions_after_read(declaration), parts.sums());
    let (links, sum_types) = (links::assertions(declaration), sum::assertions(declaration));
    let set_types = settings::assertions(declaration);
    let seals = parts.seals();
    let customs = watched(&custom_reports(attrs, &declaration.name, &quote!(&__value), &quote!(__at), &quote!(__d)));
    let value = match customs.is_empty() {
        true => quote!(Ok(Self { #(#names),* })),
        false => quote!(let __value = Self { #(#names),* }; #customs Ok(__value)),
    };
    let codec = codec(
        ident,
        attrs,
        &quote!(#read #stated #checks #sums #value),
        &quote!(let Self { #(#names),* } = self; #prelude #write #seals Ok(())),
    );
    let traits = structure_traits(ident, attrs);
    let constants = parts.constants();
    let items = quote! {
        #schema
        #links
        #sum_types
        #set_types
        impl #ident { #constants }
        #codec
        #traits
    };
    let scope = scope(attrs.runtime.as_ref(), &items);
    quote! {
        #definition
        #scope
    }
}

/// Returns the struct without computed fields and without our attributes, and the type of its parameters.
pub(super) fn definition(item: &ItemStruct, declaration: &Declaration) -> TokenStream {
    let attributes = item.attrs.iter().filter(|attribute| !is_ours(attribute));
    let (vis, ident) = (&item.vis, &item.ident);
    let members = declaration.kept().map(|field| {
        let (kept, vis, name, ty) = (&field.kept, &field.vis, &field.name, &field.ty);
        quote!(#(#kept)* #vis #name: #ty)
    });
    let args = args_definition(vis, ident, &declaration.attrs.import);
    quote! {
        #(#attributes)*
        #vis struct #ident { #(#members),* }
        #args
    }
}

/// Returns code that checks assertions, once all fields are read.
pub(super) fn assertions_after_read(declaration: &Declaration) -> TokenStream {
    let asserts: Vec<_> = declaration
        .asserts()
        .enumerate()
        .map(|(index, assert)| {
            let (holds, index) = (assert.code(), Literal::usize_unsuffixed(index));
            quote!(__d.assert(&STRUCTURE.rules[#index], __at, #holds);)
        })
        .collect();
    watched(&quote!(#(#asserts)*))
}
