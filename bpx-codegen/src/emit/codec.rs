//! The codec of a structure: how it is read and written.

use super::arguments::{args_conversion, args_names, args_type};
use crate::parse::Attrs;
use proc_macro2::{Ident, TokenStream};
use quote::quote;

/// Returns `impl Codec`; `many` are functions that read and write many values, where there is a better way than one by one.
pub(super) fn codec(
    ident: &Ident,
    attrs: &Attrs,
    read: &TokenStream,
    write: &TokenStream,
    many: Option<&TokenStream>,
) -> TokenStream {
    let (names, args, conversion) =
        (args_names(&attrs.import), args_type(&attrs.import), args_conversion(ident, &attrs.import));
    quote! {
        #conversion
        impl rt::Codec for #ident {
            type Args = #args;
            fn schema() -> &'static rt::Structure { &STRUCTURE }
            fn decode(__d: &mut rt::Decoder<'_, '_>, __args: Self::Args) -> rt::Result<Self> {
                #names
                #read
            }
            fn encode(&self, __e: &mut rt::Encoder<'_>, __args: Self::Args) -> rt::Result<()> {
                #names
                #write
            }
            #many
        }
    }
}

/// Returns code that runs only when somebody listens.
pub(super) fn watched(code: &TokenStream) -> TokenStream {
    if code.is_empty() { TokenStream::new() } else { quote!(if __d.is_watched() { #code }) }
}
