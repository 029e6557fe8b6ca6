//! `#[structure]` over `#[bitfield]`: bit fields, least significant bit first.

use crate::check::field::{Errors, Field, is_ours};
use crate::check::sequence;
use crate::emit::field_constants;
use crate::emit::record;
use crate::emit::rules;
use crate::emit::schema::{self, list, option, text};
use crate::parse::attrs::Attrs;
use crate::parse::naming::name_of;
use crate::parse::place::Place;
use crate::parse::types::{Kind, Shape};
use proc_macro2::{Literal, TokenStream};
use quote::{format_ident, quote};
use syn::{Error, Fields, Ident, ItemStruct, Result, Type};

/// One bit field.
struct BitField {
    field: Field,
    first: u16,
    width: u16,
    /// Smallest integer that holds it.
    rust: Ident,
}

/// Whether the struct is one of bits.
pub(crate) fn is_bitfield(item: &ItemStruct) -> bool {
    item.attrs.iter().any(|attribute| attribute.path().segments.last().is_some_and(|last| last.ident == "bitfield"))
}

/// What `#[structure]` makes of a struct of bits.
pub(crate) fn expand(item: &ItemStruct) -> Result<TokenStream> {
    let mut errors = Errors::default();
    let attrs = errors.take(Attrs::read(&item.attrs, Place::Bits)).unwrap_or_else(Attrs::unread);
    for marker in item.attrs.iter().filter(|attribute| is_bitfield_attribute(attribute)) {
        if !matches!(marker.meta, syn::Meta::Path(_)) {
            let message = "`#[bitfield]` takes no arguments here; say how many bits with `#[schema(bits = 16)]`";
            errors.add(Error::new_spanned(&marker.meta, message));
        }
    }
    let fields = errors.all(fields(item))?;
    let total = fields.last().map_or(0, |last| last.first.saturating_add(last.width));
    let wanted = attrs.bits.unwrap_or(total);
    if total % 8 != 0 || total != wanted {
        let whole = total.next_multiple_of(8).max(wanted);
        return Err(Error::new_spanned(
            &item.ident,
            format!(
                "the fields take {total} bits, {whole} are to be filled: declare the rest, `#[schema(reserved)] reserved: B{}`",
                whole.saturating_sub(total)
            ),
        ));
    }
    let (ident, vis) = (&item.ident, &item.vis);
    let owner = attrs.called(ident);
    let bytes = Literal::u16_unsuffixed(total / 8);
    let docs = item.attrs.iter().filter(|attribute| attribute.path().is_ident("doc"));
    let derives = item.attrs.iter().filter(|attribute| {
        !is_ours(attribute) && !attribute.path().is_ident("doc") && !is_bitfield_attribute(attribute)
    });
    let derives: Vec<_> = derives.collect();
    let accessors = fields.iter().map(accessor);
    let constants = fields.iter().map(|bit| field_constants::of_bits(&bit.field, bit.first, bit.width));
    let little = attrs.big == Some(false);
    let mut holds = Vec::new();
    let mut schemas = Vec::new();
    for bit in &fields {
        let name = &bit.field.name;
        schemas.push(bit_schema(&owner, bit)?);
        holds.extend(rules::holds(&bit.field, &quote!(self.#name()))?);
    }
    let rules = schema::rules(&owner, &attrs, &[]);
    let body = {
        let fields = list(schemas);
        quote!(rt::Body::Bits(#fields))
    };
    let whole = schema::structure(&owner, &attrs, &body, Some(quote!(#bytes)), &rules, &[]);
    let customs = attrs.custom.iter().map(|path| quote!(#path(self).is_none()));
    let valid = record::is_valid(None, holds.into_iter().chain(customs));
    let explain = record::explain_custom(&attrs, &owner);
    let traits = record::binrw_traits(ident, &quote!(#bytes), &attrs);
    let items = quote! {
        static STRUCTURE: rt::Structure = #whole;

        impl #ident {
            /// Size in bytes.
            pub const SIZE: usize = #bytes;
            #(#constants)*

            /// The bits of these bytes.
            #[inline]
            #[must_use]
            pub fn from_bytes(bytes: [u8; #bytes]) -> Self { Self { bytes } }

            /// The bytes of these bits.
            #[inline]
            #[must_use]
            pub fn to_bytes(&self) -> [u8; #bytes] { self.bytes }

            #(#accessors)*
        }

        impl rt::Fixed for #ident {
            const SIZE: usize = #bytes;
            #[inline(always)]
            fn get(bytes: &[u8], endian: rt::Endian) -> Self { Self { bytes: <[u8; #bytes] as rt::Fixed>::get(bytes, endian) } }
            #[inline(always)]
            fn put(&self, bytes: &mut [u8], endian: rt::Endian) { rt::Fixed::put(&self.bytes, bytes, endian); }
        }

        impl rt::Record for #ident {
            const RECORD_BITS: Option<bool> = Some(#little);
            fn record_schema() -> &'static rt::Structure { &STRUCTURE }
            #valid
            #explain
        }
        #traits
    };
    let scope = schema::scope(attrs.runtime.as_ref(), &items);
    Ok(quote! {
        #(#docs)*
        #(#derives)*
        #vis struct #ident { bytes: [u8; #bytes] }
        #scope
    })
}

fn is_bitfield_attribute(attribute: &syn::Attribute) -> bool {
    attribute.path().segments.last().is_some_and(|last| last.ident == "bitfield")
}

fn fields(item: &ItemStruct) -> Result<Vec<BitField>> {
    let Fields::Named(named) = &item.fields else {
        return Err(Error::new_spanned(&item.ident, "bit fields need names: the schema, paths and JSON use them"));
    };
    let mut errors = Errors::default();
    let mut list: Vec<BitField> = Vec::new();
    let mut first = 0_u16;
    for field in &named.named {
        let Some(attrs) = errors.take(Attrs::read(&field.attrs, Place::BitField)) else {
            continue;
        };
        let (Some(name), Some(width)) = (field.ident.clone(), width(&field.ty)) else {
            errors.add(Error::new_spanned(
                &field.ty,
                "a bit field is `B1` to `B128`; an enumeration is `#[schema(codes = Type)] field: B4`, so that unknown codes are kept",
            ));
            continue;
        };
        let rust = match width {
            0..=8 => "u8",
            9..=16 => "u16",
            17..=32 => "u32",
            33..=64 => "u64",
            _ => "u128",
        };
        let rust = Ident::new(rust, name.span());
        let number: Type = syn::parse_quote!(#rust);
        let size = usize::from(width.div_ceil(8));
        let bit = BitField {
            field: Field {
                name,
                vis: field.vis.clone(),
                ty: field.ty.clone(),
                attrs,
                shape: Shape::One(Kind::Number { rust: number, size, signed: false, float: false }),
                optional: false,
                big: false,
                may_differ: false,
                bits: Some(width),
                kept: field.attrs.iter().filter(|attribute| attribute.path().is_ident("doc")).cloned().collect(),
            },
            first,
            width,
            rust,
        };
        errors.take(rules::constraints(&bit.field, &TokenStream::new()));
        list.push(bit);
        first = first.saturating_add(width);
    }
    sequence::names(&Attrs::default(), list.iter().map(|bit| &bit.field.name), &mut errors);
    errors.finish()?;
    Ok(list)
}

/// `12` of `B12`.
fn width(ty: &Type) -> Option<u16> {
    let Type::Path(path) = ty else { return None };
    let name = path.path.segments.last()?.ident.to_string();
    name.strip_prefix('B')?.parse().ok().filter(|width| (1..=128).contains(width))
}

/// Getter, checked setter, and the typed getter of codes.
fn accessor(bit: &BitField) -> TokenStream {
    let BitField { field, first, width, rust } = bit;
    let (name, vis, docs, label) = (&field.name, &field.vis, &field.kept, name_of(&field.name));
    let (first, specifier) = (Literal::u16_unsuffixed(*first), format_ident!("B{}", width));
    let set = format_ident!("set_{}", name);
    let set_doc = format!(" Sets `{label}`.");
    let errors = format!(" When the value needs more bits than {width}; nothing is changed then.");
    let codes = field.attrs.codes.as_ref().map(|codes| {
        let (known, flags) = (format_ident!("{}_code", name), format_ident!("{}_set", name));
        let doc = format!(" The named value of `{label}`, or the raw one when it has no name.");
        let set_doc = format!(" The flags of `{label}`.");
        quote! {
            #[doc = #doc]
            #[allow(dead_code, clippy::missing_errors_doc)]
            #[inline]
            #vis fn #known(&self) -> rt::Result<#codes, #rust> {
                <#codes as rt::Coded>::from_raw(self.#name() as u64).ok_or(self.#name())
            }
            #[doc = #set_doc]
            #[allow(dead_code)]
            #[inline]
            #[must_use]
            #vis fn #flags(&self) -> rt::FlagSet<#codes> { rt::FlagSet::from_bits(self.#name() as u64) }
        }
    });
    quote! {
        #(#docs)*
        #[allow(dead_code)]
        #[inline]
        #[must_use]
        #vis fn #name(&self) -> #rust {
            rt::get_bits(&self.bytes, #first, rt::width::<rt::specifiers::#specifier>()) as #rust
        }
        #[doc = #set_doc]
        #[doc = ""]
        #[doc = " # Errors"]
        #[doc = #errors]
        #[allow(dead_code)]
        #vis fn #set(&mut self, value: #rust) -> rt::Result<()> {
            rt::set_bits::<rt::specifiers::#specifier, _>(&mut self.bytes, #first, value, #label)
        }
        #codes
    }
}

fn bit_schema(owner: &str, bit: &BitField) -> Result<TokenStream> {
    let BitField { field, first, width, .. } = bit;
    let attrs = &field.attrs;
    let (first, width) = (Literal::u16_unsuffixed(*first), Literal::u16_unsuffixed(*width));
    let constraints = rules::schema(owner, field)?;
    let (name, label, doc) =
        (text(&name_of(&field.name)), text(attrs.name.as_deref().unwrap_or_default()), text(&attrs.doc));
    let codes = option(attrs.codes.as_ref().map(|ty| quote!(rt::CodesLink::Static(<#ty as rt::Coded>::codes))));
    Ok(quote!(rt::BitField {
        name: #name, label: #label, doc: #doc, bit: #first, bits: #width, codes: #codes, constraints: #constraints,
    }))
}
