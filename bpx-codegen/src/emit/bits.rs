//! `#[structure]` over `#[bitfield]`: bit fields, with either the least or the most significant bit first.

use super::binrw::record_traits;
use super::fixed::{code_accessors, explain_custom, validity_function};
use super::literals::{endian_literal, list_literal, option_literal, runtime_scope, text_literal};
use super::rule_constants::rule_constants;
use super::{field_constants, rules, schema};
use crate::check::{Declaration, Field};
use crate::parse::{FieldShape, StoredKind, is_bitfield_attribute, is_ours, name_of};
use proc_macro2::{Literal, TokenStream};
use quote::{format_ident, quote};
use syn::{Attribute, Ident, ItemStruct, Type};

/// A bit field, its first bit and its width in bits.
struct BitField<'f> {
    field: &'f Field,
    first: u16,
    width: u16,
    /// Whether the most significant bit comes first.
    big: bool,
    /// The smallest integer type that holds the bit field.
    rust: &'f Type,
}

/// Returns the code of `#[structure]` for a struct of bit fields.
pub(crate) fn emit_bits(item: &ItemStruct, declaration: &Declaration) -> TokenStream {
    let Declaration { name: owner, attrs, fields } = declaration;
    let ident = &item.ident;
    let bits = bit_fields(fields, attrs.big == Some(true));
    let total = bits.last().map_or(0, |last| last.first + last.width);
    let bytes = Literal::u16_unsuffixed(total.div_ceil(8));
    let body = {
        let fields = list_literal(bits.iter().map(|bit| bit_schema(owner, bit)));
        quote!(rt::Body::Bits(#fields))
    };
    let whole = schema::structure_schema(declaration, &body, Some(quote!(#bytes)));
    let definition = bits_definition(item, &bytes);
    let rules = rule_constants(&item.vis, declaration.all_attrs());
    let methods = bits_methods(ident, &bits, &bytes, &rules);
    let members = members_type(ident, fields);
    let codec = bits_codec(ident, &bytes);
    let validation = bits_validation(ident, declaration, &bits);
    let traits = record_traits(ident, &quote!(#bytes), attrs);
    let items = quote! {
        static STRUCTURE: rt::Structure = #whole;

        #methods
        #members
        #codec
        #validation
        #traits
    };
    let scope = runtime_scope(attrs.runtime.as_ref(), &items);
    quote! {
        #definition
        #scope
    }
}

/// Returns the definition of the struct, which holds its bytes.
fn bits_definition(item: &ItemStruct, bytes: &Literal) -> TokenStream {
    let (ident, vis) = (&item.ident, &item.vis);
    let is_doc = |attribute: &&Attribute| attribute.path().is_ident("doc");
    let docs = item.attrs.iter().filter(is_doc);
    let others = item.attrs.iter().filter(|attribute| !is_doc(attribute));
    let derives = others.filter(|attribute| !is_ours(attribute) && !is_bitfield_attribute(attribute));
    quote! {
        #(#docs)*
        #(#derives)*
        #vis struct #ident { bytes: [u8; #bytes] }
    }
}

/// Returns the methods and constants of the type.
fn bits_methods(ident: &Ident, bits: &[BitField<'_>], bytes: &Literal, rules: &TokenStream) -> TokenStream {
    let accessors = bits.iter().map(bit_accessors);
    let constants = bits.iter().map(|bit| field_constants::of_bits(bit.field, bit.first, bit.width));
    quote! {
        impl #ident {
            /// Size in bytes.
            pub const SIZE: usize = #bytes;
            #(#constants)*
            #rules

            /// Returns the structure that consists of these bytes.
            #[inline]
            #[must_use]
            pub fn from_bytes(bytes: [u8; #bytes]) -> Self { Self { bytes } }

            /// Returns the bytes of the structure.
            #[inline]
            #[must_use]
            pub fn to_bytes(&self) -> [u8; #bytes] { self.bytes }

            #(#accessors)*
        }
    }
}

/// Returns code that reads and writes the bytes.
fn bits_codec(ident: &Ident, bytes: &Literal) -> TokenStream {
    quote! {
        impl rt::Fixed for #ident {
            const SIZE: usize = #bytes;
            #[inline(always)]
            fn get(bytes: &[u8], endian: rt::Endian) -> Self { Self { bytes: <[u8; #bytes] as rt::Fixed>::get(bytes, endian) } }
            #[inline(always)]
            fn put(&self, bytes: &mut [u8], endian: rt::Endian) { rt::Fixed::put(&self.bytes, bytes, endian); }
        }
    }
}

/// Returns code of the validator.
fn bits_validation(ident: &Ident, declaration: &Declaration, bits: &[BitField<'_>]) -> TokenStream {
    let holds = bits.iter().flat_map(|bit| {
        let name = &bit.field.name;
        rules::rule_conditions(bit.field, &quote!(self.#name()))
    });
    let names = declaration.fields.iter().map(|field| &field.name);
    let valid = validity_function(declaration, || quote!(#(let #names = self.#names();)*), holds);
    let (explain, stated) = (explain_custom(declaration), declaration.attrs.big.is_some());
    quote! {
        impl rt::Record for #ident {
            const RECORD_BITS: Option<bool> = Some(#stated);
            fn record_schema() -> &'static rt::Structure { &STRUCTURE }
            #valid
            #explain
        }
    }
}

/// Returns the bit fields with their first bits and widths.
fn bit_fields(fields: &[Field], big: bool) -> Vec<BitField<'_>> {
    let (mut list, mut first) = (Vec::new(), 0_u16);
    for field in fields {
        if let (Some(width), FieldShape::One(StoredKind::Number { rust, .. })) = (field.bits, &field.shape) {
            list.push(BitField { field, first, width, big, rust });
            first += width;
        }
    }
    list
}

/// Returns code of a type whose fields are the numbers of the bit fields, with the names that expressions use.
pub(crate) fn members_type(ident: &Ident, fields: &[Field]) -> TokenStream {
    let each = fields.iter().filter_map(|field| match &field.shape {
        FieldShape::One(StoredKind::Number { rust, .. }) => Some((&field.vis, &field.name, rust)),
        _ => None,
    });
    let (mut declared, mut read, mut write) = (Vec::new(), Vec::new(), Vec::new());
    for (vis, name, rust) in each {
        let set = format_ident!("set_{}", name);
        declared.push(quote!(#vis #name: #rust));
        read.push(quote!(#name: self.#name()));
        write.push(quote!(self.#set(members.#name).map_err(|error| error.in_field(own))?;));
    }
    quote! {
        #[doc(hidden)]
        pub struct Members { #(#declared),* }

        #[allow(dead_code)]
        impl #ident {
            #[doc(hidden)]
            #[inline(always)]
            #[must_use]
            pub fn __members(&self) -> Members { Members { #(#read),* } }

            #[doc(hidden)]
            pub fn __set_members(
                &mut self,
                own: &str,
                set: impl FnOnce(&mut Members) -> rt::Result<()>,
            ) -> rt::Result<()> {
                let mut members = self.__members();
                set(&mut members)?;
                #(#write)*
                Ok(())
            }
        }
    }
}

/// Returns a getter, a checked setter, and a typed getter of codes.
fn bit_accessors(bit: &BitField<'_>) -> TokenStream {
    let BitField { field, first, width, big, rust } = bit;
    let (name, vis, docs, label) = (&field.name, &field.vis, &field.kept, name_of(&field.name));
    let (first, specifier) = (Literal::u16_unsuffixed(*first), format_ident!("B{}", width));
    let bits = Literal::u16_unsuffixed(*width);
    let set = format_ident!("set_{}", name);
    let set_doc = format!(" Sets `{label}`.");
    let errors = format!(" Returns an error and changes nothing if the value needs more bits than {width}.");
    let (get, order) = (if *big { quote!(rt::get_bits_big) } else { quote!(rt::get_bits) }, endian_literal(*big));
    let codes = code_accessors(field, rust, &label, &quote!(self.#name()));
    quote! {
        #(#docs)*
        #[allow(dead_code)]
        #[inline]
        #[must_use]
        #vis fn #name(&self) -> #rust {
            #get(&self.bytes, #first, #bits) as #rust
        }
        #[doc = #set_doc]
        #[doc = ""]
        #[doc = " # Errors"]
        #[doc = #errors]
        #[allow(dead_code)]
        #vis fn #set(&mut self, value: #rust) -> rt::Result<()> {
            // A macro, whose error names the feature if it is disabled.
            rt::algorithm::set_bits!(#specifier, &mut self.bytes, #first, #order, value, #label)
        }
        #codes
    }
}

fn bit_schema(owner: &str, bit: &BitField<'_>) -> TokenStream {
    let BitField { field, first, width, big, .. } = bit;
    let order = endian_literal(*big);
    let attrs = &field.attrs;
    let (first, width) = (Literal::u16_unsuffixed(*first), Literal::u16_unsuffixed(*width));
    let constraints = rules::rules_schema(owner, field);
    // A bit field without `name` has no label.
    let (name, label, doc) = (
        text_literal(&name_of(&field.name)),
        text_literal(attrs.name.as_deref().unwrap_or_default()),
        text_literal(&attrs.doc),
    );
    let codes = option_literal(attrs.codes.as_ref().map(|ty| quote!(rt::CodesLink::Static(<#ty as rt::Coded>::codes))));
    quote!(rt::BitField {
        name: #name, label: #label, doc: #doc, bit: #first, bits: #width, order: #order, codes: #codes, constraints: #constraints,
    })
}
