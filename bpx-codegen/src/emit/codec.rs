//! The codec of a structure: how it is read and written.

use crate::parse::Attrs;
use proc_macro2::{Ident, Literal, TokenStream};
use quote::quote;

/// Returns `impl Codec`.
pub(super) fn codec(ident: &Ident, attrs: &Attrs, read: &TokenStream, write: &TokenStream) -> TokenStream {
    let (read_params, write_params) =
        (params(attrs, &quote!(rt::args(__d, __args)?)), params(attrs, &quote!(rt::write_args(__e, __args)?)));
    let params = Literal::usize_unsuffixed(attrs.import.len());
    let params = (!attrs.import.is_empty()).then(|| quote!(const PARAMS: usize = #params;));
    quote! {
        impl rt::Codec for #ident {
            #params
            fn schema() -> &'static rt::Structure { &STRUCTURE }
            fn decode(__d: &mut rt::Decoder<'_, '_>, __args: &[i128]) -> rt::Result<Self> {
                #read_params
                #read
            }
            fn encode(&self, __e: &mut rt::Encoder<'_>, __args: &[i128]) -> rt::Result<()> {
                #write_params
                #write
            }
        }
    }
}

/// Returns code for the parameters, checked by a function of the runtime; nothing without parameters.
pub(super) fn params(attrs: &Attrs, check: &TokenStream) -> Option<TokenStream> {
    let names: Vec<_> = attrs.import.iter().map(|(name, _)| name).collect();
    (!names.is_empty()).then(|| quote!(let [#(#names),*] = #check;))
}

/// Returns code that runs only when somebody listens.
pub(super) fn watched(code: &TokenStream) -> TokenStream {
    if code.is_empty() { TokenStream::new() } else { quote!(if __d.is_watched() { #code }) }
}
