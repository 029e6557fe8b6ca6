//! `#[derive(Record)]` on structs: structures of fixed size.

use super::attrs::Attrs;
use super::constraints;
use super::declaration::{self, Errors, Field};
use super::expr::{Scope, Tree, Yields};
use super::schema;
use super::types::{Kind, Shape};
use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::{Error, Fields, Ident, ItemStruct, Result};

/// What `#[derive(Record)]` adds to a struct.
pub(crate) fn expand(item: &ItemStruct) -> Result<TokenStream> {
    let attrs = Attrs::read(&item.attrs)?;
    check_item(item, &attrs)?;
    let fields = declaration::fields(&attrs, &item.fields)?;
    check(&attrs, &fields)?;
    let ident = &item.ident;
    let owner = ident.to_string();

    let mut offset = Offset::default();
    let (mut schemas, mut gets, mut puts, mut holds) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for field in &fields {
        let (name, ty) = (&field.name, &field.ty);
        let endian = endian(field.big);
        let at = offset.tokens();
        schemas.push(schema::field(&owner, field, Some(quote!((#at) as u64)))?);
        gets.push(quote!(#name: rt::get::<#ty>(bytes, #at, #endian)));
        puts.push(quote!(rt::put::<#ty>(&self.#name, bytes, #at, #endian);));
        holds.extend(constraints::holds(field, &quote!(self.#name))?);
        if let Some(Kind::Named(_)) = field.kind() {
            holds.push(match field.shape {
                Shape::Array(..) => {
                    quote!(self.#name.iter().fold(true, |valid, one| valid & rt::Record::is_valid(one)))
                }
                _ => quote!(rt::Record::is_valid(&self.#name)),
            });
        }
        offset.add(field);
    }
    let size = offset.tokens();
    let asserts = attrs.asserts.iter().chain(fields.iter().flat_map(|field| &field.attrs.asserts)).map(Tree::code);
    let asserts = asserts.map(|code| quote!((#code != ::core::option::Option::Some(0) && #code.is_some())));
    let names: Vec<_> = fields.iter().map(|field| &field.name).collect();
    let has_asserts = !attrs.asserts.is_empty() || fields.iter().any(|field| !field.attrs.asserts.is_empty());
    let bind = has_asserts.then(|| quote!(let Self { #(#names),* } = self;));
    let customs = attrs.custom.iter().map(|path| quote!(#path(self).is_none()));
    let explain = explain_custom(&attrs, &owner);
    let rules = schema::rules(&owner, &attrs, &fields);
    let body = quote!(rt::Body::Fields(rt::Cow::Borrowed(&FIELDS)));
    let whole = schema::structure(&owner, &attrs, &body, Some(quote!((#size) as u64)), &rules);
    let count = schemas.len();
    let declared = attrs.size.as_ref().map(|declared| {
        let message = format!("`{owner}` does not take {declared} bytes, as `size` says");
        quote!(
            const _: () = assert!(SIZE == #declared, #message);
        )
    });
    let accessors = accessors(&fields);
    let traits = binrw_traits(ident, &quote!({ SIZE }), &attrs);
    Ok(quote! {
        const _: () = {
            use ::bpx_schema::rt;
            const SIZE: usize = #size;
            #declared
            static FIELDS: [rt::Field; #count] = [#(#schemas),*];
            static STRUCTURE: rt::Structure = #whole;

            impl #ident {
                /// Size in bytes.
                pub const SIZE: usize = SIZE;

                /// Reads the record.
                #[inline]
                #[must_use]
                pub fn from_bytes(bytes: &[u8; SIZE]) -> Self {
                    <Self as rt::Fixed>::get(bytes, rt::Endian::Little)
                }

                /// Writes the record.
                #[inline]
                #[must_use]
                pub fn to_bytes(&self) -> [u8; SIZE] {
                    let mut bytes = [0; SIZE];
                    <Self as rt::Fixed>::put(self, &mut bytes, rt::Endian::Little);
                    bytes
                }

                #(#accessors)*
            }

            impl rt::Fixed for #ident {
                const SIZE: usize = SIZE;
                #[inline(always)]
                fn get(bytes: &[u8], _: rt::Endian) -> Self {
                    Self { #(#gets),* }
                }
                #[inline(always)]
                fn all(bytes: &[u8], endian: rt::Endian) -> impl ::core::iter::Iterator<Item = Self> {
                    bytes.as_chunks::<SIZE>().0.iter().map(move |bytes| <Self as rt::Fixed>::get(bytes, endian))
                }
                #[inline(always)]
                fn put(&self, bytes: &mut [u8], _: rt::Endian) {
                    #(#puts)*
                }
                #[inline(always)]
                fn put_all(values: &[Self], bytes: &mut [u8], _: rt::Endian) {
                    for (value, bytes) in values.iter().zip(bytes.as_chunks_mut::<SIZE>().0) {
                        *bytes = value.to_bytes();
                    }
                }
            }

            impl rt::Record for #ident {
                fn schema() -> &'static rt::Structure { &STRUCTURE }
                #[inline]
                #[allow(clippy::all, clippy::pedantic, unused_comparisons, unused_variables)]
                fn is_valid(&self) -> bool {
                    #bind
                    true #(& (#holds))* #(& (#asserts))* #(& (#customs))*
                }
                #explain
            }

            #traits
        };
    })
}

fn endian(big: bool) -> TokenStream {
    if big { quote!(rt::Endian::Big) } else { quote!(rt::Endian::Little) }
}

/// An offset: what is known now, and sizes that only the compiler knows.
#[derive(Default)]
struct Offset {
    known: usize,
    terms: Vec<TokenStream>,
}

impl Offset {
    fn add(&mut self, field: &Field) {
        match &field.shape {
            Shape::One(Kind::Number { size, .. }) => self.known = self.known.saturating_add(*size),
            Shape::One(kind) => self.terms.extend(kind.size()),
            Shape::Array(kind, len) => self.terms.extend(kind.size().map(|size| quote!((#size) * (#len)))),
            Shape::List(_) | Shape::Regions(_) => {}
        }
    }

    fn tokens(&self) -> TokenStream {
        let Self { known, terms } = self;
        quote!(#known #(+ #terms)*)
    }
}

fn check_item(item: &ItemStruct, attrs: &Attrs) -> Result<()> {
    if !item.generics.params.is_empty() {
        return Err(Error::new_spanned(
            &item.generics,
            "a record describes one layout: declare one struct for each type",
        ));
    }
    if !matches!(item.fields, Fields::Named(_)) {
        return Err(Error::new_spanned(&item.ident, "fields need names: the schema, paths and JSON use them"));
    }
    if item.fields.is_empty() {
        return Err(Error::new_spanned(&item.ident, "a record of no fields takes no bytes: arrays of it have no end"));
    }
    if let Some((name, _)) = attrs.import.first() {
        return Err(Error::new_spanned(
            name,
            "a record has no parameters; a structure that needs some is a `#[structure]`",
        ));
    }
    if attrs.magic.is_some() {
        return Err(Error::new_spanned(
            &item.ident,
            "decoding a record cannot fail, so its signature is kept: `#[schema(magic = b\"..\")] signature: [u8; N]`",
        ));
    }
    if attrs.flags {
        return Err(Error::new_spanned(&item.ident, "`flags` is for enums"));
    }
    Ok(())
}

fn check(attrs: &Attrs, fields: &[Field]) -> Result<()> {
    let mut errors = Errors::default();
    let mut scope = Scope::with_params(std::iter::empty());
    for field in fields {
        let own = &field.attrs;
        let fixed = matches!(
            &field.shape,
            Shape::One(Kind::Number { .. } | Kind::Named(_)) | Shape::Array(Kind::Number { .. } | Kind::Named(_), _)
        );
        if !fixed || field.optional {
            errors.add(Error::new_spanned(
                &field.ty,
                "the size of this type varies: a record has a fixed one; use `#[structure]`",
            ));
        }
        let dynamic =
            own.count.is_some() || own.condition.is_some() || own.temp.is_some() || own.calc.is_some() || own.until_eof;
        if dynamic || !own.args.is_empty() || own.region.is_some() || own.children.is_some() {
            errors.add(Error::new_spanned(
                &field.name,
                "a record has no counts, conditions, computed fields or regions: use `#[structure]`",
            ));
        }
        if own.magic.is_some() && !(matches!(field.shape, Shape::Array(..)) && field.kind().is_some_and(Kind::is_byte))
        {
            errors.add(Error::new_spanned(&field.ty, "a signature is an array of bytes: `[u8; N]`"));
        }
        scope.add(field.name.to_string());
    }
    for assert in attrs.asserts.iter().chain(fields.iter().flat_map(|field| &field.attrs.asserts)) {
        errors.take(assert.check(&scope, Yields::Truth));
    }
    errors.finish()
}

/// Typed accessors of fields with codes.
pub(crate) fn accessors(fields: &[Field]) -> Vec<TokenStream> {
    let coded = fields.iter().filter_map(|field| {
        let codes = field.attrs.codes.as_ref()?;
        matches!(field.shape, Shape::One(Kind::Number { .. })).then_some((&field.name, codes, &field.ty, &field.vis))
    });
    coded
        .map(|(name, codes, ty, vis)| {
            let (known, set) = (format_ident!("{name}_code"), format_ident!("{name}_set"));
            let doc = format!("The named value of `{name}`, or the raw one when it has no name.");
            let set_doc = format!("The flags of `{name}`.");
            quote! {
                #[doc = #doc]
                #[allow(dead_code, clippy::missing_errors_doc)]
                #[inline]
                #vis fn #known(&self) -> ::core::result::Result<#codes, #ty> {
                    <#codes as rt::Coded>::from_raw(self.#name as u64).ok_or(self.#name)
                }
                #[doc = #set_doc]
                #[allow(dead_code)]
                #[inline]
                #[must_use]
                #vis fn #set(&self) -> rt::FlagSet<#codes> {
                    rt::FlagSet::from_bits(self.#name as u64)
                }
            }
        })
        .collect()
}

/// Tells the rules that are Rust functions.
pub(crate) fn explain_custom(attrs: &Attrs, owner: &str) -> TokenStream {
    if attrs.custom.is_empty() {
        return TokenStream::new();
    }
    let checks = constraints::custom_reports(attrs, owner, &quote!(self), &quote!(at), &quote!(watch));
    quote! {
        fn explain_custom(&self, at: rt::Location, watch: &mut dyn rt::Watch) {
            #checks
        }
    }
}

/// binrw's traits for a type of fixed size.
pub(crate) fn binrw_traits(ident: &Ident, size: &TokenStream, attrs: &Attrs) -> TokenStream {
    let kind = match attrs.big {
        Some(big) => {
            let endian = if big { quote!(Big) } else { quote!(Little) };
            quote!(rt::binrw::meta::EndianKind::Endian(rt::binrw::Endian::#endian))
        }
        None => quote!(rt::binrw::meta::EndianKind::None),
    };
    quote! {
        impl rt::binrw::meta::ReadEndian for #ident { const ENDIAN: rt::binrw::meta::EndianKind = #kind; }
        impl rt::binrw::meta::WriteEndian for #ident { const ENDIAN: rt::binrw::meta::EndianKind = #kind; }
        impl rt::binrw::BinRead for #ident {
            type Args<'a> = ();
            fn read_options<R: rt::binrw::io::Read + rt::binrw::io::Seek>(
                reader: &mut R, _: rt::binrw::Endian, (): (),
            ) -> rt::binrw::BinResult<Self> {
                rt::bin_read_record::<Self, R, #size>(reader)
            }
        }
        impl rt::binrw::BinWrite for #ident {
            type Args<'a> = ();
            fn write_options<W: rt::binrw::io::Write + rt::binrw::io::Seek>(
                &self, writer: &mut W, _: rt::binrw::Endian, (): (),
            ) -> rt::binrw::BinResult<()> {
                rt::bin_write_record::<Self, W, #size>(self, writer)
            }
        }
    }
}
