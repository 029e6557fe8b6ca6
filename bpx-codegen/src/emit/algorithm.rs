//! Generates code for transforms and checksums.

use crate::parse::{Name, Named, name_of};
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};

impl Named {
    /// Returns the path of the algorithm's type, as code.
    pub(crate) fn ty(&self) -> TokenStream {
        match &self.name {
            Name::Type(path) => path.to_token_stream(),
            Name::Checksum(short, ty) => {
                let parts = ty.split("::").map(|part| Ident::new(part, short.span()));
                quote!(rt::checksum::#(#parts)::*)
            }
            // Such a type is named through a macro, whose error names the feature if it is disabled.
            Name::Gated(short) => {
                let name = format_ident!("{}", name_of(short), span = short.span());
                quote_spanned!(short.span()=> rt::algorithm::#name!())
            }
        }
    }

    /// Returns code for the type as a value; `kind` is `TransformType` or `ChecksumType`.
    pub(crate) fn value(&self, kind: &str) -> TokenStream {
        let (kind, ty) = (Ident::new(kind, Span::call_site()), self.ty());
        quote_spanned!(Span::call_site().located_at(self.span())=> rt::#kind::of::<#ty>())
    }

    /// Returns code for the algorithm's name in the schema; `kind` is `TransformType` or `ChecksumType`.
    pub(crate) fn schema(&self, kind: &str) -> TokenStream {
        let (value, kind) = (self.value(kind), Ident::new(kind, Span::call_site()));
        quote!(rt::#kind::algorithm(const { &#value }))
    }

    fn span(&self) -> Span {
        match &self.name {
            Name::Checksum(short, _) | Name::Gated(short) => short.span(),
            Name::Type(path) => path.segments.last().map_or_else(Span::call_site, |last| last.ident.span()),
        }
    }
}
