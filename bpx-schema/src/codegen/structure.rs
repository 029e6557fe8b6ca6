//! `#[structure]` on structs: counts, conditions, texts, nested structures, regions.

use super::attrs::Attrs;
use super::constraints;
use super::declaration::{self, Field, is_ours};
use super::expr::Tree;
use super::schema;
use super::types::{Kind, Shape};
use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::{Error, Fields, Ident, ItemStruct, Result};

/// What `#[structure]` makes of a struct.
pub(crate) fn expand(item: &ItemStruct) -> Result<TokenStream> {
    let attrs = Attrs::read(&item.attrs)?;
    if !item.generics.params.is_empty() {
        return Err(Error::new_spanned(
            &item.generics,
            "a structure describes one layout: declare one struct for each type",
        ));
    }
    if !matches!(item.fields, Fields::Named(_)) {
        return Err(Error::new_spanned(&item.ident, "fields need names: the schema, paths and JSON use them"));
    }
    let fields = declaration::fields(&attrs, &item.fields)?;
    declaration::check_dynamic(&attrs, &fields)?;
    if fields.iter().any(Field::is_children) {
        return super::tree::expand(item, &attrs, &fields);
    }
    let ident = &item.ident;
    let owner = ident.to_string();
    let definition = definition(item, &fields);
    let parts = Parts::new(&owner, &attrs, &fields)?;
    let schema = parts.statics(&owner, &attrs, &fields);
    let (read, write) = (parts.read(&fields), parts.write(&fields));
    let names: Vec<_> = kept(&fields).map(|field| &field.name).collect();
    let params = params(&attrs);
    let prelude = write_prelude(&attrs, &fields);
    let (checks, sums) = (after_read(&attrs, &fields), parts.sums(&attrs, &fields));
    let seals = parts.seals(&attrs, &fields);
    let customs = custom_rules(&attrs, &owner);
    let codec = codec(
        ident,
        &params,
        &quote! {
            #read
            #checks
            #sums
            let __value = Self { #(#names),* };
            #customs
            Ok(__value)
        },
        &quote! {
            let Self { #(#names),* } = self;
            #prelude
            #write
            #seals
            Ok(())
        },
    );
    let traits = binrw_traits(ident, &attrs);
    Ok(quote! {
        #definition
        const _: () = {
            use ::bpx_schema::rt;
            #schema
            #codec
            #traits
        };
    })
}

/// Fields that are kept in memory.
pub(crate) fn kept(fields: &[Field]) -> impl Iterator<Item = &Field> {
    fields.iter().filter(|field| !field.is_temp() && !field.is_children())
}

/// The struct without computed fields and without our attributes.
pub(crate) fn definition(item: &ItemStruct, fields: &[Field]) -> TokenStream {
    let attributes = item.attrs.iter().filter(|attribute| !is_ours(attribute));
    let (vis, ident) = (&item.vis, &item.ident);
    let members = kept(fields).map(|field| {
        let Field { kept, vis, name, ty, .. } = field;
        quote!(#(#kept)* #vis #name: #ty)
    });
    quote! {
        #(#attributes)*
        #vis struct #ident { #(#members),* }
    }
}

/// The parameters, as an array pattern.
pub(crate) fn params(attrs: &Attrs) -> TokenStream {
    let names: Vec<_> = attrs.import.iter().map(|(name, _)| name).collect();
    let count = names.len();
    quote!(let [#(#names),*]: [i128; #count] = )
}

/// `impl Codec`.
fn codec(ident: &Ident, params: &TokenStream, read: &TokenStream, write: &TokenStream) -> TokenStream {
    quote! {
        #[allow(clippy::all, clippy::pedantic, clippy::restriction, unused_variables, unused_parens, unused_braces)]
        impl rt::Codec for #ident {
            fn schema() -> &'static rt::Structure { &STRUCTURE }
            fn decode(__d: &mut rt::Decoder<'_, '_>, __args: &[i128]) -> rt::Result<Self> {
                #params rt::args(__d, __args)?;
                #read
            }
            fn encode(&self, __e: &mut rt::Encoder<'_>, __args: &[i128]) -> rt::Result<()> {
                #params rt::write_args(__e, __args)?;
                #write
            }
        }
    }
}

/// binrw's traits; parameters are a tuple, as in binrw.
pub(crate) fn binrw_traits(ident: &Ident, attrs: &Attrs) -> TokenStream {
    let types = attrs.import.iter().map(|(_, ty)| ty);
    let names: Vec<_> = attrs.import.iter().map(|(name, _)| name).collect();
    let kind = match attrs.big {
        Some(big) => {
            let endian = if big { quote!(Big) } else { quote!(Little) };
            quote!(rt::binrw::meta::EndianKind::Endian(rt::binrw::Endian::#endian))
        }
        None => quote!(rt::binrw::meta::EndianKind::None),
    };
    let types: Vec<_> = types.collect();
    quote! {
        impl rt::binrw::meta::ReadEndian for #ident { const ENDIAN: rt::binrw::meta::EndianKind = #kind; }
        impl rt::binrw::meta::WriteEndian for #ident { const ENDIAN: rt::binrw::meta::EndianKind = #kind; }
        #[allow(clippy::unused_unit)]
        impl rt::binrw::BinRead for #ident {
            type Args<'a> = (#(#types,)*);
            fn read_options<R: rt::binrw::io::Read + rt::binrw::io::Seek>(
                reader: &mut R, _: rt::binrw::Endian, (#(#names,)*): Self::Args<'_>,
            ) -> rt::binrw::BinResult<Self> {
                rt::bin_read(reader, &[#(rt::Operand::operand(&#names)),*])
            }
        }
        #[allow(clippy::unused_unit)]
        impl rt::binrw::BinWrite for #ident {
            type Args<'a> = (#(#types,)*);
            fn write_options<W: rt::binrw::io::Write + rt::binrw::io::Seek>(
                &self, writer: &mut W, _: rt::binrw::Endian, (#(#names,)*): Self::Args<'_>,
            ) -> rt::binrw::BinResult<()> {
                rt::bin_write(self, writer, &[#(rt::Operand::operand(&#names)),*])
            }
        }
    }
}

/// Computed values, before anything is written.
pub(crate) fn write_prelude(attrs: &Attrs, fields: &[Field]) -> TokenStream {
    let first = usize::from(attrs.magic.is_some());
    let computed = fields.iter().enumerate().filter_map(|(index, field)| {
        let (name, code, index) = (&field.name, field.attrs.calc.as_ref()?.code(), index + first);
        Some(match field.kind()? {
            Kind::Number { rust, .. } => {
                quote!(let #name: #rust = __e.derive(&FIELDS[#index], #code)?;)
            }
            Kind::Uleb { bits } => {
                let rust = format_ident!("u{bits}");
                quote!(let #name = rt::Uleb::<#rust>::new(__e.derive(&FIELDS[#index], #code)?);)
            }
            Kind::CText | Kind::Named(_) => return None,
        })
    });
    let derived = attrs.derived.iter().filter_map(|(target, value)| {
        let [field, member] = &**target else {
            return None;
        };
        let index = fields.iter().position(|one| one.name == *field)? + first;
        let code = value.code();
        Some(quote! {
            let mut #field = ::core::clone::Clone::clone(#field);
            #field.#member = __e.derive(&FIELDS[#index], #code)?;
            let #field = &#field;
        })
    });
    quote!(#(#computed)* #(#derived)*)
}

/// Assertions, once all fields are read.
pub(crate) fn after_read(attrs: &Attrs, fields: &[Field]) -> TokenStream {
    let asserts = attrs.asserts.iter().chain(fields.iter().flat_map(|field| &field.attrs.asserts)).enumerate();
    let asserts = asserts.map(|(index, assert)| {
        let code = assert.code();
        quote!(__d.assert(&STRUCTURE.rules[#index], __at, #code.map(|value| value != 0));)
    });
    quote!(if __d.is_watched() { #(#asserts)* })
}

/// Rules that are Rust functions, once the value is there.
fn custom_rules(attrs: &Attrs, owner: &str) -> TokenStream {
    let report = constraints::custom_reports(attrs, owner, &quote!(&__value), &quote!(__at), &quote!(__d));
    quote!(if __d.is_watched() { #report })
}

/// The statements of a list of fields.
pub(crate) struct Parts {
    schemas: Vec<TokenStream>,
    first: usize,
    magic: Option<Vec<u8>>,
}

impl Parts {
    pub(crate) fn new(owner: &str, attrs: &Attrs, fields: &[Field]) -> Result<Self> {
        let mut schemas: Vec<_> = attrs.magic.iter().map(|magic| schema::magic_field(owner, magic)).collect();
        for field in fields {
            // Rules that cannot be are refused before any code is written.
            constraints::constraints(field)?;
            schemas.push(schema::field(owner, field, None)?);
        }
        Ok(Self { schemas, first: usize::from(attrs.magic.is_some()), magic: attrs.magic.clone() })
    }

    /// `FIELDS` and `STRUCTURE`.
    pub(crate) fn statics(&self, owner: &str, attrs: &Attrs, fields: &[Field]) -> TokenStream {
        let schemas = &self.schemas;
        let count = schemas.len();
        let rules = schema::rules(owner, attrs, fields);
        let body = quote!(rt::Body::Fields(rt::Cow::Borrowed(&FIELDS)));
        let whole = schema::structure(owner, attrs, &body, None, &rules);
        quote! {
            static FIELDS: [rt::Field; #count] = [#(#schemas),*];
            static STRUCTURE: rt::Structure = #whole;
        }
    }

    /// Schemas of the fields, for cases of a switch.
    pub(crate) fn schemas(&self) -> &[TokenStream] {
        &self.schemas
    }

    /// Reads all fields into variables of their names.
    pub(crate) fn read(&self, fields: &[Field]) -> TokenStream {
        let magic = self.magic.as_ref().map(|magic| {
            let literal = proc_macro2::Literal::byte_string(magic);
            quote!(__d.magic(&FIELDS[0], #literal)?;)
        });
        let fields = fields.iter().enumerate().map(|(index, field)| read_field(field, index + self.first));
        quote!(let __at = __d.location(); #magic #(#fields)*)
    }

    /// Writes all fields from variables of their names.
    pub(crate) fn write(&self, fields: &[Field]) -> TokenStream {
        let magic = self.magic.as_ref().map(|magic| {
            let literal = proc_macro2::Literal::byte_string(magic);
            quote!(__e.bytes(#literal);)
        });
        let fields = fields.iter().enumerate().map(|(index, field)| write_field(field, index + self.first));
        quote!(#magic #(#fields)*)
    }

    fn spans(fields: &[Field], start: &str, end: &str) -> TokenStream {
        let spans = fields.iter().filter(|field| !field.is_children()).map(|field| {
            let (text, name) = (field.name.to_string(), &field.name);
            let (start, end) = (format_ident!("__{start}_{name}"), format_ident!("__{end}_{name}"));
            quote!((#text, #start, #end))
        });
        quote!(&[#(#spans),*])
    }

    fn sums(&self, attrs: &Attrs, fields: &[Field]) -> TokenStream {
        if attrs.sums.is_empty() {
            return TokenStream::new();
        }
        let spans = Self::spans(fields, "start", "end");
        quote!(if __d.is_watched() { __d.check_sums(&STRUCTURE, #spans); })
    }

    fn seals(&self, attrs: &Attrs, fields: &[Field]) -> TokenStream {
        if attrs.sums.is_empty() {
            return TokenStream::new();
        }
        let spans = Self::spans(fields, "start", "end");
        quote!(__e.seal(&STRUCTURE, #spans)?;)
    }
}

fn endian(field: &Field) -> TokenStream {
    if field.big { quote!(rt::Endian::Big) } else { quote!(rt::Endian::Little) }
}

/// Values of the arguments of a nested structure.
fn arguments(field: &Field) -> TokenStream {
    let label = field.name.to_string();
    let args = field.attrs.args.iter().map(|tree| {
        let code = tree.code();
        quote!(rt::argument(__d, #code, #label)?)
    });
    quote!(&[#(#args),*])
}

/// Reads one field into a variable of its name.
pub(crate) fn read_field(field: &Field, index: usize) -> TokenStream {
    let (name, label) = (&field.name, field.name.to_string());
    let (start, end, at) =
        (format_ident!("__start_{name}"), format_ident!("__end_{name}"), format_ident!("__at_{name}"));
    let endian = endian(field);
    let ty = field.inner_type();
    let schema = quote!(&FIELDS[#index]);
    let args = arguments(field);
    if let (Shape::Regions(content), Some(region)) = (&field.shape, &field.attrs.region) {
        let read = region.read_all(field, index, content);
        return quote!(let #start = __d.position(); #read let #end = __d.position(););
    }
    let read = match (&field.shape, &field.attrs.count) {
        (Shape::One(Kind::Number { .. }) | Shape::Array(..), _) => {
            quote!(__d.fixed::<#ty>(#schema, #endian)?)
        }
        (Shape::One(Kind::CText), _) => quote!(__d.text(#schema)?),
        (Shape::One(Kind::Uleb { .. }), _) => quote!(__d.uleb(#schema)?),
        (Shape::One(Kind::Named(ty)), _) => quote!(__d.nested::<#ty>(#schema, #args)?),
        (Shape::List(Kind::Number { rust, .. }), Some(count)) => {
            let count = count.code();
            quote!({ let __n = rt::count(__d, #count, #label)?; __d.numbers::<#rust>(#schema, __n, #endian)? })
        }
        (Shape::List(Kind::Number { rust, .. }), None) => {
            quote!({ let __n = __d.remaining() / <#rust as rt::Fixed>::SIZE as u64; __d.numbers::<#rust>(#schema, __n, #endian)? })
        }
        (Shape::List(Kind::Named(ty)), Some(count)) => {
            let count = count.code();
            quote!({ let __n = rt::count(__d, #count, #label)?; __d.list::<#ty>(#schema, __n, #args)? })
        }
        (Shape::List(Kind::Named(ty)), None) => quote!(__d.list_to_end::<#ty>(#schema, #args)?),
        (Shape::List(Kind::CText), Some(count)) => {
            let count = count.code();
            quote!({ let __n = rt::count(__d, #count, #label)?; __d.texts(#schema, ::core::option::Option::Some(__n))? })
        }
        (Shape::List(Kind::CText), None) => {
            quote!(__d.texts(#schema, ::core::option::Option::None)?)
        }
        (Shape::List(Kind::Uleb { .. }) | Shape::Regions(_), _) => {
            quote!(::core::default::Default::default())
        }
    };
    let read = match field.attrs.region.as_ref().and_then(super::region::RegionAttr::at) {
        Some(offset) => {
            let offset = offset.code();
            quote!({ let __o = rt::count(__d, #offset, #label)?; __d.at(#schema, __o, |__d| Ok(#read))? })
        }
        None => read,
    };
    let value = match &field.attrs.condition {
        Some((condition, otherwise)) => {
            let condition = condition.code();
            let (some, none) = match otherwise {
                Some(value) => {
                    let value = proc_macro2::Literal::i64_unsuffixed(*value);
                    (read, quote!(#value))
                }
                None => (quote!(::core::option::Option::Some(#read)), quote!(::core::option::Option::None)),
            };
            quote!(if rt::condition(__d, #condition, #label)? { #some } else { #none })
        }
        None => read,
    };
    let ty = &field.ty;
    quote! {
        let (#start, #at) = (__d.position(), __d.location());
        let #name: #ty = #value;
        let #end = __d.position();
    }
}

/// Writes one field from a variable of its name.
pub(crate) fn write_field(field: &Field, index: usize) -> TokenStream {
    let name = &field.name;
    let (start, end) = (format_ident!("__start_{name}"), format_ident!("__end_{name}"));
    let endian = endian(field);
    let schema = quote!(&FIELDS[#index]);
    let label = field.name.to_string();
    let args = field.attrs.args.iter().map(|tree| {
        let code = tree.code();
        quote!(rt::write_argument(__e, #code, #label)?)
    });
    let args = quote!(&[#(#args),*]);
    let value = if field.is_temp() { quote!((&#name)) } else { quote!(#name) };
    let write = |value: TokenStream| match &field.shape {
        Shape::One(Kind::Number { .. }) | Shape::Array(..) => quote!(__e.put(#value, #endian)?;),
        Shape::One(Kind::CText) => quote!(__e.text(#value)?;),
        Shape::One(Kind::Uleb { .. }) => quote!(__e.uleb(#schema, *#value)?;),
        Shape::One(Kind::Named(_)) => quote!(__e.nested(#schema, #value, #args)?;),
        Shape::List(kind) => {
            let count = field.attrs.count.as_ref().filter(|count| !count.needs_space()).map(Tree::code);
            let count = count.map(|code| quote!(__e.expect_len(#schema, #code, #value.len())?;));
            let write = match kind {
                Kind::Number { .. } => quote!(__e.numbers(#value, #endian)?;),
                Kind::CText => quote!(for __one in #value.iter() { __e.text(__one)?; }),
                Kind::Uleb { .. } => TokenStream::new(),
                Kind::Named(_) => quote!(__e.list(#schema, #value, #args)?;),
            };
            quote!(#count #write)
        }
        // Their bytes are placed by the writer of the container.
        Shape::Regions(_) => TokenStream::new(),
    };
    let body = match &field.attrs.condition {
        Some((condition, otherwise)) => {
            let condition = condition.code();
            let present = match otherwise {
                // The alternative says nothing when the field is absent; any other value would be lost.
                Some(number) => {
                    let number = proc_macro2::Literal::i64_unsuffixed(*number);
                    quote!(__wanted || *#value != #number)
                }
                None => quote!(#name.is_some()),
            };
            let inner = if otherwise.is_some() {
                let write = write(value.clone());
                quote!(if __wanted { #write })
            } else {
                let write = write(quote!(__value));
                quote!(if let ::core::option::Option::Some(__value) = #value { #write })
            };
            quote! {
                let __wanted = #condition.is_some_and(|value| value != 0);
                __e.expect_presence(#schema, __wanted, #present)?;
                #inner
            }
        }
        None => write(value),
    };
    quote!(let #start = __e.position(); #body let #end = __e.position();)
}
