//! Generates code for the types of fields: their sizes, and the types as data.

use super::literals::{endian_literal, variant_path};
use crate::parse::{NumberForm, StoredKind};
use proc_macro2::{Literal, TokenStream};
use quote::{format_ident, quote};

impl StoredKind {
    /// Returns code for the size in bytes, for types of fixed size.
    pub(crate) fn size_code(&self) -> Option<TokenStream> {
        match self {
            Self::Number { size, .. } => {
                let size = Literal::usize_unsuffixed(*size);
                Some(quote!(#size))
            }
            Self::Named(ty) => Some(quote!(<#ty as rt::Fixed>::SIZE)),
            Self::Varint { .. } | Self::CText { .. } => None,
        }
    }

    /// Returns the type of an element, as code.
    pub(crate) fn rust_type(&self) -> TokenStream {
        match self {
            Self::Number { rust, .. } => quote!(#rust),
            Self::Named(ty) => quote!(#ty),
            Self::CText { wide: false } => quote!(rt::CText),
            Self::CText { wide: true } => quote!(rt::CText16),
            Self::Varint { bits, form } => {
                let (rust, coded) = (
                    format_ident!("{}{bits}", if form.is_signed() { 'i' } else { 'u' }),
                    format_ident!("{}", form.name()),
                );
                quote!(rt::#coded<#rust>)
            }
        }
    }

    /// Returns the type as data.
    pub(crate) fn schema_code(&self, big: bool, args: &TokenStream) -> TokenStream {
        let endian = endian_literal(big);
        match self {
            Self::Number { size, form: NumberForm::Digits(form), .. } => {
                let size = Literal::usize_unsuffixed(*size);
                let digits = variant_path("DigitKind", form.digits.name());
                let fill = variant_path("DigitFill", form.fill.name());
                quote!(rt::Type::Digits { size: #size, form: rt::DigitForm { digits: #digits, fill: #fill } })
            }
            Self::Number { size, signed, form: NumberForm::FixedPoint(fraction), .. } => {
                let (size, fraction) = (Literal::usize_unsuffixed(*size), Literal::u8_unsuffixed(*fraction));
                quote!(rt::Type::FixedPoint { size: #size, signed: #signed, fraction: #fraction, endian: #endian })
            }
            Self::Number { size, float: true, .. } => {
                let size = Literal::usize_unsuffixed(*size);
                quote!(rt::Type::Float { size: #size, endian: #endian })
            }
            Self::Number { size, signed, .. } => {
                let size = Literal::usize_unsuffixed(*size);
                quote!(rt::Type::Int { size: #size, signed: #signed, endian: #endian })
            }
            Self::Varint { bits, form } => {
                let (bits, form) = (Literal::u8_unsuffixed(*bits), variant_path("VarintForm", form.name()));
                quote!(rt::Type::Varint { bits: #bits, form: #form })
            }
            Self::CText { .. } => quote!(rt::Type::CString),
            Self::Named(ty) => {
                quote!(rt::Type::Named { link: rt::Link::Static(<#ty as rt::Codec>::schema), args: #args })
            }
        }
    }
}
