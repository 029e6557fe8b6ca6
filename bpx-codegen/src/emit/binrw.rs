//! The traits of binrw, so that each of our types can be a field of a type of binrw. The runtime implements the traits,
//! or does nothing if its feature is off, because a macro cannot know the features of the crate that the generated code
//! calls.

use crate::parse::Attrs;
use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};
use syn::Generics;

/// Returns code that implements the traits of binrw for a type of fixed size.
pub(crate) fn record_traits(ident: &Ident, size: &TokenStream, attrs: &Attrs) -> TokenStream {
    let order = order_name(attrs);
    quote! { rt::binrw_traits! { record #ident, #order, #size } }
}

/// Returns code that implements the traits of binrw for a structure; nothing for a structure that borrows bytes,
/// because binrw reads from streams.
pub(crate) fn structure_traits(ident: &Ident, generics: &Generics, attrs: &Attrs) -> TokenStream {
    if !generics.params.is_empty() {
        return TokenStream::new();
    }
    let (order, params) = (order_name(attrs), attrs.import.iter().map(|(name, ty)| quote!(#name: #ty)));
    quote! { rt::binrw_traits! { structure #ident, #order, (#(#params),*) } }
}

/// Returns the name of the byte order in a macro of the runtime.
fn order_name(attrs: &Attrs) -> Ident {
    format_ident!("{}", attrs.big.map_or("OPEN", |big| if big { "BIG" } else { "LITTLE" }))
}
