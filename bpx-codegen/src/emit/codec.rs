//! Generates the codec of a structure.

use super::arguments::{args_conversion, args_names, args_type};
use crate::parse::Attrs;
use proc_macro2::{Ident, TokenStream};
use quote::quote;
use syn::{Generics, Lifetime};

/// The statements that read and write a structure.
pub(super) struct CodecStatements {
    pub(super) read: TokenStream,
    pub(super) write: TokenStream,
    /// Functions that read and write many values at once, if this is faster than one value after the other.
    pub(super) many: [Option<TokenStream>; 2],
}

/// Returns code that implements the codec traits for a structure, whose values may borrow bytes.
pub(super) fn structure_codec(
    ident: &Ident,
    generics: &Generics,
    attrs: &Attrs,
    statements: &CodecStatements,
) -> TokenStream {
    let (names, args, conversion) =
        (args_names(&attrs.import), args_type(&attrs.import), args_conversion(ident, &attrs.import));
    let CodecStatements { read, write, many: [read_many, write_many] } = statements;
    let (bytes, any) = (lifetime_of_bytes(generics), with_any_lifetime(ident, generics));
    quote! {
        #conversion
        impl #generics rt::Codec for #ident #generics {
            type Args = #args;
            fn schema() -> &'static rt::Structure { &STRUCTURE }
            #[inline]
            fn traverse(__d: &mut rt::Decoder<'_, '_>, __args: Self::Args) -> rt::Result<()> {
                <#any as rt::Decode<'_>>::decode_from(__d, __args).map(::core::mem::drop)
            }
            fn encode(&self, __e: &mut rt::Encoder<'_>, __args: Self::Args) -> rt::Result<()> {
                #names
                #write
            }
            #write_many
        }
        impl<#bytes> rt::Decode<#bytes> for #ident #generics {
            #[inline]
            fn decode_from(__d: &mut rt::Decoder<#bytes, '_>, __args: Self::Args) -> rt::Result<Self> {
                #names
                #read
            }
            #read_many
        }
    }
}

/// Returns the lifetime of the bytes that values of a structure borrow.
pub(crate) fn lifetime_of_bytes(generics: &Generics) -> Lifetime {
    let stated = generics.lifetimes().next().map(|one| one.lifetime.clone());
    stated.unwrap_or_else(|| Lifetime::new("'__bytes", proc_macro2::Span::call_site()))
}

/// Returns the type of a structure with an inferred lifetime.
fn with_any_lifetime(ident: &Ident, generics: &Generics) -> TokenStream {
    if generics.params.is_empty() { quote!(#ident) } else { quote!(#ident<'_>) }
}

/// Returns code that runs only if there is a listener.
pub(super) fn only_if_watched(code: &TokenStream) -> TokenStream {
    if code.is_empty() { TokenStream::new() } else { quote!(if __d.is_watched() { #code }) }
}
