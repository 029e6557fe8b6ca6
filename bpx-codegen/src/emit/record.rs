//! `#[derive(Record)]` on structs: structures of fixed size.

use crate::check::field::{self, Errors, Field};
use crate::check::scope::{Known, Scope};
use crate::check::sequence;
use crate::emit::field_constants;
use crate::emit::links;
use crate::emit::rules;
use crate::emit::schema;
use crate::parse::attrs::Attrs;
use crate::parse::expr::Tree;
use crate::parse::place::Place;
use crate::parse::types::{Kind, Shape, known_len};
use bpx_model::Kind as Value;
use proc_macro2::{Literal, TokenStream};
use quote::{format_ident, quote};
use syn::{Error, Fields, Ident, ItemStruct, LitInt, Result};

/// What `#[derive(Record)]` adds to a struct.
pub(crate) fn expand(item: &ItemStruct) -> Result<TokenStream> {
    let mut errors = Errors::default();
    let attrs = errors.take(Attrs::read(&item.attrs, Place::Record)).unwrap_or_else(Attrs::unread);
    errors.take(check_item(item));
    let fields = errors.all(field::fields(&attrs, &item.fields, Place::RecordField))?;
    check_fixed(&attrs, &fields)?;
    let ident = &item.ident;
    let owner = attrs.called(ident);

    let mut offset = Offset::default();
    let (mut schemas, mut gets, mut puts, mut holds) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    let mut constants = Vec::new();
    for field in &fields {
        let (name, ty) = (&field.name, &field.ty);
        let endian = endian(field.big);
        let at = offset.tokens();
        constants.push(field_constants::of_record(field, &offset));
        schemas.push(schema::field(&owner, field, Some(offset.wide()))?);
        gets.push(quote!(#name: rt::get::<#ty>(bytes, #at, #endian)));
        puts.push(quote!(rt::put::<#ty>(&self.#name, bytes, #at, #endian);));
        holds.extend(rules::holds(field, &quote!(self.#name))?);
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
    let (size, wide) = (offset.tokens(), offset.wide());
    let declared = attrs.size.as_ref().map(|declared| offset.check(declared)).transpose()?;
    let asserts: Vec<_> =
        attrs.asserts.iter().chain(fields.iter().flat_map(|field| &field.attrs.asserts)).map(Tree::wanted).collect();
    let bind = (!asserts.is_empty()).then(|| {
        let names = fields.iter().map(|field| &field.name);
        quote!(let Self { #(#names),* } = self;)
    });
    let asserts = asserts.into_iter().map(|holds| quote!((#holds)));
    let customs = attrs.custom.iter().map(|path| quote!(#path(self).is_none()));
    let valid = is_valid(bind.as_ref(), holds.into_iter().chain(asserts).chain(customs));
    let explain = explain_custom(&attrs, &owner);
    let rules = schema::rules(&owner, &attrs, &fields);
    let body = quote!(rt::Body::Fields(Borrowed(&FIELDS)));
    let whole = schema::structure(&owner, &attrs, &body, Some(wide), &rules, &fields);
    let links = links::of_record(&owner, &attrs, &fields);
    let count = Literal::usize_unsuffixed(schemas.len());
    let accessors = accessors(&fields);
    let traits = binrw_traits(ident, &quote!({ SIZE }), &attrs);
    let items = quote! {
        const SIZE: usize = #size;
        #declared
        #links
        static FIELDS: [rt::Field; #count] = [#(#schemas),*];
        static STRUCTURE: rt::Structure = #whole;

        impl #ident {
            /// Size in bytes.
            pub const SIZE: usize = SIZE;
            #(#constants)*

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
            fn record_schema() -> &'static rt::Structure { &STRUCTURE }
            #valid
            #explain
        }

        #traits
    };
    Ok(schema::scope(attrs.runtime.as_ref(), &items))
}

/// Whether all rules hold; the default of the trait when there is none.
pub(crate) fn is_valid(bind: Option<&TokenStream>, holds: impl Iterator<Item = TokenStream>) -> TokenStream {
    let Some(all) = holds.reduce(|all, one| quote!(#all & #one)) else {
        return TokenStream::new();
    };
    quote! {
        #[inline]
        fn is_valid(&self) -> bool { #bind #all }
    }
}

fn endian(big: bool) -> TokenStream {
    if big { quote!(rt::Endian::Big) } else { quote!(rt::Endian::Little) }
}

/// An offset: what is known now, and sizes that only the compiler knows.
#[derive(Default)]
pub(crate) struct Offset {
    known: usize,
    terms: Vec<TokenStream>,
}

impl Offset {
    /// A number of bytes.
    pub(crate) fn of(known: usize) -> Self {
        Self { known, terms: Vec::new() }
    }

    /// What follows a field that lies here.
    pub(crate) fn with(mut self, field: &Field) -> Self {
        self.add(field);
        self
    }

    fn add(&mut self, field: &Field) {
        match &field.shape {
            Shape::One(Kind::Number { size, .. }) => self.known = self.known.saturating_add(*size),
            Shape::One(kind) => self.terms.extend(kind.size()),
            Shape::Array(kind, len) => match (kind, known_len(&field.ty)) {
                (Kind::Number { size, .. }, Some(len)) => {
                    self.known = self.known.saturating_add(size.saturating_mul(len));
                }
                _ => self.terms.extend(kind.size().map(|size| quote!(#size * (#len)))),
            },
            Shape::List(_) | Shape::Regions(_) => {}
        }
    }

    /// As `usize`.
    fn tokens(&self) -> TokenStream {
        let (known, terms) = (Literal::usize_unsuffixed(self.known), &self.terms);
        match (self.known, &**terms) {
            (0, [first, rest @ ..]) => quote!(#first #(+ #rest)*),
            _ => quote!(#known #(+ #terms)*),
        }
    }

    /// As `u64`.
    pub(crate) fn wide(&self) -> TokenStream {
        let tokens = self.tokens();
        if self.terms.is_empty() { tokens } else { quote!((#tokens) as u64) }
    }

    /// Refuses another size than the declared one: here when it is known, else in the compiler.
    fn check(&self, declared: &LitInt) -> Result<TokenStream> {
        if !self.terms.is_empty() {
            return Ok(quote!(const _: [(); #declared] = [(); SIZE];));
        }
        if declared.base10_parse::<usize>()? != self.known {
            let message = format!("the fields take {} bytes, not {declared}", self.known);
            return Err(Error::new_spanned(declared, message));
        }
        Ok(TokenStream::new())
    }
}

fn check_item(item: &ItemStruct) -> Result<()> {
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
    Ok(())
}

fn check_fixed(attrs: &Attrs, fields: &[Field]) -> Result<()> {
    let mut errors = Errors::default();
    sequence::names(attrs, fields.iter().map(|field| &field.name), &mut errors);
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
        if own.magic.is_some() && !(matches!(field.shape, Shape::Array(..)) && field.kind().is_some_and(Kind::is_byte))
        {
            errors.add(Error::new_spanned(&field.ty, "a signature is an array of bytes: `[u8; N]`"));
        }
        scope.add(&field.name, Known::of(field));
    }
    for assert in attrs.asserts.iter().chain(fields.iter().flat_map(|field| &field.attrs.asserts)) {
        errors.take(assert.check(&scope, Value::Bool));
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
            let (known, set) = (format_ident!("{}_code", name), format_ident!("{}_set", name));
            let doc = format!(" The named value of `{name}`, or the raw one when it has no name.");
            let set_doc = format!(" The flags of `{name}`.");
            quote! {
                #[doc = #doc]
                #[allow(dead_code, clippy::missing_errors_doc)]
                #[inline]
                #vis fn #known(&self) -> rt::Result<#codes, #ty> {
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
    let checks = rules::custom_reports(attrs, owner, &quote!(self), &quote!(at), &quote!(watch));
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
