//! Generates code for transforms and checksums.

use crate::parse::{AlgorithmName, NamedAlgorithm, name_of};
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};

impl NamedAlgorithm {
    /// Returns the path of the algorithm's type, as code.
    pub(crate) fn type_path(&self) -> TokenStream {
        match &self.name {
            AlgorithmName::Type(path) => path.to_token_stream(),
            AlgorithmName::Checksum(short, ty) => {
                let parts = ty.split("::").map(|part| Ident::new(part, short.span()));
                quote!(rt::checksum::#(#parts)::*)
            }
            // Such a type is named through a macro, whose error names the feature if it is disabled.
            AlgorithmName::Gated(short) => {
                let name = format_ident!("{}", name_of(short), span = short.span());
                quote_spanned!(short.span()=> rt::algorithm::#name!())
            }
        }
    }

    /// Returns code for the type as a value; `kind` is `TransformType` or `ChecksumType`.
    pub(crate) fn type_value(&self, kind: &str) -> TokenStream {
        let (kind, ty) = (Ident::new(kind, Span::call_site()), self.type_path());
        quote_spanned!(Span::call_site().located_at(self.span())=> rt::#kind::of::<#ty>())
    }

    /// Returns code for the algorithm's name in the schema; `kind` is `TransformType` or `ChecksumType`.
    pub(crate) fn schema_code(&self, kind: &str) -> TokenStream {
        let (value, kind) = (self.type_value(kind), Ident::new(kind, Span::call_site()));
        quote!(rt::#kind::algorithm(const { &#value }))
    }

    fn span(&self) -> Span {
        match &self.name {
            AlgorithmName::Checksum(short, _) | AlgorithmName::Gated(short) => short.span(),
            AlgorithmName::Type(path) => path.segments.last().map_or_else(Span::call_site, |last| last.ident.span()),
        }
    }
}
