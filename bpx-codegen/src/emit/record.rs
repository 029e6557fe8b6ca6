//! Generates the code of `#[derive(Record)]` on structs, which declares structures of fixed size.

use super::binrw::record_traits;
use super::fixed::{code_accessors, explain_custom, validity_function};
use super::literals::{endian_literal, runtime_scope};
use super::offset::OffsetCode;
use super::rule_constants::rule_constants;
use super::{field_constants, links, rules, schema};
use crate::check::{Declaration, Field};
use crate::parse::{FieldShape, StoredKind, path_code};
use proc_macro2::{Ident, Literal, TokenStream};
use quote::quote;
use syn::ItemStruct;

/// The code of each field, and the bytes of all fields.
#[derive(Default)]
struct FieldsCode {
    schemas: Vec<TokenStream>,
    gets: Vec<TokenStream>,
    puts: Vec<TokenStream>,
    constants: Vec<TokenStream>,
    /// Conditions of a valid record.
    holds: Vec<TokenStream>,
    size: OffsetCode,
}

impl FieldsCode {
    fn of_fields(owner: &str, fields: &[Field]) -> Self {
        let mut code = Self::default();
        for field in fields {
            code.add(owner, field);
        }
        code
    }

    fn add(&mut self, owner: &str, field: &Field) {
        let (name, ty) = (&field.name, &field.ty);
        let endian = endian_literal(field.order.big);
        let at = self.size.tokens();
        self.constants.push(field_constants::of_record(field, &self.size));
        self.schemas.push(schema::field_schema(owner, field, Some(self.size.wide_tokens())));
        self.gets.push(quote!(#name: rt::get_part::<#ty>(bytes, #at, #endian)));
        self.puts.push(quote!(rt::put_part::<#ty>(&self.#name, bytes, #at, #endian);));
        self.holds.extend(rules::rule_conditions(field, &quote!(self.#name)));
        if let Some(StoredKind::Named(_)) = field.kind() {
            self.holds.push(match field.shape {
                FieldShape::Array(..) => {
                    quote!(self.#name.iter().fold(true, |valid, one| valid & rt::Record::is_valid(one)))
                }
                _ => quote!(rt::Record::is_valid(&self.#name)),
            });
        }
        self.size.add(field);
    }
}

/// Returns the code of `#[derive(Record)]` for a struct.
pub(crate) fn emit_record(item: &ItemStruct, declaration: &Declaration) -> TokenStream {
    let ident = &item.ident;
    let Declaration { name: owner, attrs, fields } = declaration;
    let mut code = FieldsCode::of_fields(owner, fields);
    code.constants.push(rule_constants(&item.vis, declaration.all_attrs()));
    let (size, wide) = (code.size.tokens(), code.size.wide_tokens());
    // A size that the declaration alone determines was compared before.
    let declared = attrs.size.as_ref().filter(|_| !code.size.is_known());
    let declared = declared.map(|declared| quote!(const _: [(); #declared] = [(); SIZE];));
    let body = quote!(rt::Body::Fields(Borrowed(&FIELDS)));
    let whole = schema::structure_schema(declaration, &body, Some(wide));
    let links = links::of_record(declaration);
    let (schemas, count) = (&code.schemas, Literal::usize_unsuffixed(code.schemas.len()));
    let methods = record_methods(ident, fields, &code.constants);
    let codec = record_codec(ident, &code);
    let validation = record_validation(ident, declaration, code.holds);
    let traits = record_traits(ident, &quote!({ SIZE }), attrs);
    let items = quote! {
        const SIZE: usize = #size;
        #declared
        #links
        static FIELDS: [rt::Field; #count] = [#(#schemas),*];
        static STRUCTURE: rt::Structure = #whole;

        #methods
        #codec
        #validation
        #traits
    };
    runtime_scope(attrs.runtime.as_ref(), &items)
}

/// Returns the methods and constants of the type.
fn record_methods(ident: &Ident, fields: &[Field], constants: &[TokenStream]) -> TokenStream {
    let accessors = fields.iter().filter_map(field_accessors);
    quote! {
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
    }
}

/// Returns code that reads and writes the bytes.
fn record_codec(ident: &Ident, FieldsCode { gets, puts, .. }: &FieldsCode) -> TokenStream {
    quote! {
        impl rt::Fixed for #ident {
            const SIZE: usize = SIZE;
            #[inline(always)]
            fn get(bytes: &[u8], _: rt::Endian) -> Self {
                Self { #(#gets),* }
            }
            #[inline(always)]
            fn get_all(bytes: &[u8], endian: rt::Endian) -> impl ::core::iter::Iterator<Item = Self> {
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
    }
}

/// Returns code of the validator; `holds` has the conditions of the fields.
fn record_validation(ident: &Ident, declaration: &Declaration, holds: Vec<TokenStream>) -> TokenStream {
    let bind = || {
        let (names, ruled) = (declaration.fields.iter().map(|field| &field.name), declaration.asserts());
        // The expressions make the compiler reject a reported member that is not there.
        let blamed = ruled.iter().map(|assert| &assert.on).filter(|on| on.len() > 1);
        let blamed = blamed.map(path_code).map(|path| quote!(let _ = &#path;));
        quote!(let Self { #(#names),* } = self; #(#blamed)*)
    };
    let valid = validity_function(declaration, bind, holds);
    let explain = explain_custom(declaration);
    quote! {
        impl rt::Record for #ident {
            fn record_schema() -> &'static rt::Structure { &STRUCTURE }
            #valid
            #explain
        }
    }
}

/// Returns code of typed accessors for a field with codes.
fn field_accessors(field: &Field) -> Option<TokenStream> {
    let (FieldShape::One(StoredKind::Number { rust, .. }), name) = (&field.shape, &field.name) else { return None };
    if field.is_narrow() {
        return code_accessors(field, &syn::parse_quote!(i128), &name.to_string(), &quote!(i128::from(self.#name)));
    }
    code_accessors(field, rust, &name.to_string(), &quote!(self.#name))
}
