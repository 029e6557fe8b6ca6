//! Types of fields: their sizes as code, and the types as data.

use super::literals::endian;
use crate::parse::Kind;
use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::quote;

impl Kind {
    /// Returns code of the size in bytes, for types of fixed size.
    pub(crate) fn size(&self) -> Option<TokenStream> {
        match self {
            Self::Number { size, .. } => {
                let size = Literal::usize_unsuffixed(*size);
                Some(quote!(#size))
            }
            Self::Named(ty) => Some(quote!(<#ty as rt::Fixed>::SIZE)),
            Self::Uleb { .. } | Self::CText => None,
        }
    }

    /// Returns the type of an element, as code.
    pub(crate) fn rust(&self) -> TokenStream {
        match self {
            Self::Number { rust, .. } => quote!(#rust),
            Self::Named(ty) => quote!(#ty),
            Self::CText => quote!(rt::CText),
            Self::Uleb { bits } => {
                let bits = Ident::new(&format!("u{bits}"), Span::call_site());
                quote!(rt::Uleb<#bits>)
            }
        }
    }

    /// Returns the type as data.
    pub(crate) fn schema(&self, big: bool, args: &TokenStream) -> TokenStream {
        let endian = endian(big);
        match self {
            Self::Number { size, float: true, .. } => {
                let size = Literal::usize_unsuffixed(*size);
                quote!(rt::Type::Float { size: #size, endian: #endian })
            }
            Self::Number { size, signed, .. } => {
                let size = Literal::usize_unsuffixed(*size);
                quote!(rt::Type::Int { size: #size, signed: #signed, endian: #endian })
            }
            Self::Uleb { bits } => {
                let bits = Literal::u8_unsuffixed(*bits);
                quote!(rt::Type::Varint { bits: #bits })
            }
            Self::CText => quote!(rt::Type::CString),
            Self::Named(ty) => {
                quote!(rt::Type::Named { link: rt::Link::Static(<#ty as rt::Codec>::schema), args: #args })
            }
        }
    }
}
