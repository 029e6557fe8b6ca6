//! Stubs for items with a wrong declaration, so that the compiler reports no errors where other code uses the items.

use crate::check::{ByteOrder, Declaration, Field};
use crate::emit::{
    args_conversion, args_definition, args_type, emit_bits, lifetime_of_bytes, record_traits, runtime_scope,
    structure_traits,
};
use crate::parse::{self, AttributePlace, Attrs, is_bitfield, is_ours, is_plain_lifetime};
use proc_macro2::TokenStream;
use quote::quote;
use syn::{Attribute, Fields, FieldsNamed, FieldsUnnamed, Generics, Item};

/// Returns the traits of a record, or of an enum of codes, without code. The item itself is not returned, because a
/// derive keeps it. Wrong attributes count as absent, because their errors are reported already.
#[must_use]
pub fn stub_record(item: TokenStream) -> TokenStream {
    match syn::parse2::<Item>(item) {
        Ok(Item::Struct(item)) if item.generics.params.is_empty() => {
            of_record(&item.ident, &Attrs::read(&item.attrs, AttributePlace::Record).unwrap_or_default())
        }
        Ok(Item::Enum(item)) if item.generics.params.is_empty() => {
            let ident = &item.ident;
            runtime_scope(
                Attrs::read(&item.attrs, AttributePlace::Codes).unwrap_or_default().runtime.as_ref(),
                &quote! {
                    impl rt::Coded for #ident {
                        fn codes() -> &'static rt::Codes { ::core::unreachable!() }
                        fn knows(_: u64) -> bool { false }
                        fn from_raw(_: u64) -> Option<Self> { None }
                        fn raw(self) -> u64 { 0 }
                    }
                    impl ::core::fmt::Display for #ident {
                        fn fmt(&self, _: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result { Ok(()) }
                    }
                },
            )
        }
        _ => TokenStream::new(),
    }
}

/// Returns the item without the attributes of the macro, and the traits of the item without code. Wrong attributes
/// count as absent, because their errors are reported already.
#[must_use]
pub fn stub_structure(item: TokenStream) -> TokenStream {
    match syn::parse2::<Item>(item) {
        Ok(Item::Struct(item)) if is_bitfield(&item) => of_bits(&item),
        Ok(Item::Struct(mut item)) => {
            let node = item.fields.iter().any(is_children);
            let attrs = Attrs::read(&item.attrs, AttributePlace::Structure).unwrap_or_default();
            remove_our_attributes(&mut item.attrs);
            let uses = clean_fields(&mut item.fields);
            let traits = is_plain_lifetime(&item.generics)
                .then(|| of_structure(&item.vis, (&item.ident, &item.generics), &attrs, node));
            quote!(#item #uses #traits)
        }
        Ok(Item::Enum(mut item)) => {
            let attrs = Attrs::read(&item.attrs, AttributePlace::Switch).unwrap_or_default();
            remove_our_attributes(&mut item.attrs);
            let mut uses = TokenStream::new();
            for variant in &mut item.variants {
                remove_our_attributes(&mut variant.attrs);
                uses.extend(clean_fields(&mut variant.fields));
            }
            let traits = is_plain_lifetime(&item.generics)
                .then(|| of_structure(&item.vis, (&item.ident, &item.generics), &attrs, false));
            quote!(#item #uses #traits)
        }
        Ok(item) => quote!(#item),
        Err(_) => TokenStream::new(),
    }
}

/// Returns a struct with those bit fields that can be read, without rules, because other code uses the functions of the
/// fields. Wrong attributes count as absent, because their errors are reported already.
fn of_bits(item: &syn::ItemStruct) -> TokenStream {
    let Attrs { runtime, big, .. } = Attrs::read(&item.attrs, AttributePlace::Bits).unwrap_or_default();
    let attrs = Attrs { runtime, big, ..Attrs::default() };
    let mut fields: Vec<Field> = Vec::new();
    for member in parse::parse_bits(item).fields.into_iter().flatten() {
        if fields.iter().all(|known| known.name != member.name) {
            fields.push(Field::new(member, ByteOrder::default()));
        }
    }
    emit_bits(item, &Declaration { name: attrs.schema_name(&item.ident), attrs, fields })
}

fn of_record(ident: &syn::Ident, attrs: &Attrs) -> TokenStream {
    let binrw = record_traits(ident, &quote!(1), &Attrs::default());
    runtime_scope(
        attrs.runtime.as_ref(),
        &quote! {
            impl rt::Fixed for #ident {
                const SIZE: usize = 1;
                fn get(_: &[u8], _: rt::Endian) -> Self { ::core::unreachable!() }
                fn put(&self, _: &mut [u8], _: rt::Endian) {}
            }
            impl rt::Record for #ident {
                fn record_schema() -> &'static rt::Structure { ::core::unreachable!() }
            }
            #binrw
        },
    )
}

fn of_structure(
    vis: &syn::Visibility,
    (ident, generics): (&syn::Ident, &Generics),
    attrs: &Attrs,
    node: bool,
) -> TokenStream {
    // Two parameters with one name would cause another error.
    let mut names: Vec<_> = attrs.import.iter().map(|(name, _)| name).collect();
    names.sort();
    names.dedup();
    let none = Attrs::default();
    let attrs = if names.len() == attrs.import.len() { attrs } else { &none };
    let args = args_type(&attrs.import);
    let (named, conversion) = (args_definition(vis, ident, &attrs.import), args_conversion(ident, &attrs.import));
    if node {
        let scope = runtime_scope(
            attrs.runtime.as_ref(),
            &quote! {
                #conversion
                impl rt::TreeNode for #ident {
                    type Args = #args;
                    type Head = ();
                    fn schema() -> &'static rt::Structure { ::core::unreachable!() }
                    fn children() -> &'static rt::Field { ::core::unreachable!() }
                    fn read_head(_: &mut rt::Decoder<'_, '_>, _: Self::Args) -> rt::Result<((), u64, Self::Args)> {
                        ::core::unreachable!()
                    }
                    fn read_tail(_: (), _: &mut rt::Decoder<'_, '_>, _: Self::Args) -> rt::Result<Self> {
                        ::core::unreachable!()
                    }
                    fn write_head(&self, _: u64, _: &mut rt::Encoder<'_>, _: Self::Args) -> rt::Result<Self::Args> {
                        ::core::unreachable!()
                    }
                    fn write_tail(&self, _: &mut rt::Encoder<'_>, _: Self::Args) -> rt::Result<()> { Ok(()) }
                }
            },
        );
        return quote!(#named #scope);
    }
    let (binrw, bytes) = (structure_traits(ident, generics, attrs), lifetime_of_bytes(generics));
    let scope = runtime_scope(
        attrs.runtime.as_ref(),
        &quote! {
            #conversion
            impl #generics rt::Codec for #ident #generics {
                type Args = #args;
                fn schema() -> &'static rt::Structure { ::core::unreachable!() }
                fn traverse(_: &mut rt::Decoder<'_, '_>, _: Self::Args) -> rt::Result<()> { ::core::unreachable!() }
                fn encode(&self, _: &mut rt::Encoder<'_>, _: Self::Args) -> rt::Result<()> { Ok(()) }
            }
            impl<#bytes> rt::Decode<#bytes> for #ident #generics {
                fn decode_from(_: &mut rt::Decoder<#bytes, '_>, _: Self::Args) -> rt::Result<Self> {
                    ::core::unreachable!()
                }
            }
            #binrw
        },
    );
    quote!(#named #scope)
}

fn is_children(field: &syn::Field) -> bool {
    has_word(field, "schema", "children")
}

/// Returns whether a field has a word in an attribute. Other words of the attribute may be wrong.
fn has_word(field: &syn::Field, attribute: &str, word: &str) -> bool {
    let ours = field.attrs.iter().filter(|one| one.path().is_ident(attribute));
    let mut words = ours.filter_map(|attribute| attribute.meta.require_list().ok());
    words.any(|list| list.tokens.clone().into_iter().any(|token| token.to_string() == word))
}

fn remove_our_attributes(attributes: &mut Vec<Attribute>) {
    attributes.retain(|one| !is_ours(one));
}

/// Removes the fields that are not kept in memory, because code that uses the item does not name these fields. Returns
/// code that uses the types of the removed fields.
fn clean_fields(fields: &mut Fields) -> TokenStream {
    let mut uses = TokenStream::new();
    if let Fields::Named(FieldsNamed { named: list, .. }) | Fields::Unnamed(FieldsUnnamed { unnamed: list, .. }) =
        fields
    {
        let (computed, kept): (Vec<_>, Vec<_>) =
            std::mem::take(list).into_iter().partition(|field| has_word(field, "br", "temp"));
        *list = kept.into_iter().collect();
        for syn::Field { ty, .. } in computed {
            uses.extend(quote!(const _: ::core::option::Option<#ty> = ::core::option::Option::None;));
        }
    }
    fields.iter_mut().for_each(|field| remove_our_attributes(&mut field.attrs));
    uses
}
