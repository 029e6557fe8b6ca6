//! Expressions as data.

use crate::parse::{Part, Tree};
use bpx_model::{Expr, Text};
use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{quote, quote_spanned};

impl Tree {
    /// Returns the expression as data.
    pub(crate) fn schema(&self) -> TokenStream {
        self.root().schema()
    }
}

impl Part<'_> {
    fn schema(self) -> TokenStream {
        let operands = self.operands().into_iter().map(Self::schema);
        let operands = quote!(Borrowed(&[#(#operands),*]));
        let names = |path: &[Text]| quote!(Borrowed(&[#(Borrowed(#path)),*]));
        match self.expr {
            Expr::Int(value) => {
                let value = Literal::i64_unsuffixed(*value);
                quote!(rt::Expr::Int(#value))
            }
            Expr::Bool(value) => quote!(rt::Expr::Bool(#value)),
            Expr::Float(value) => {
                let value = Literal::f64_suffixed(*value);
                quote!(rt::Expr::Float(#value))
            }
            Expr::Text(text) => quote!(rt::Expr::Text(Borrowed(#text))),
            Expr::Bytes(bytes) => {
                let bytes = Literal::byte_string(bytes);
                quote!(rt::Expr::Bytes(Borrowed(#bytes)))
            }
            Expr::Const(name, _) => {
                let path = self.tokens();
                let span = Span::call_site().located_at(syn::spanned::Spanned::span(&path));
                quote_spanned!(span=> rt::Expr::Const(Borrowed(#name), rt::constant(#path as i128)))
            }
            Expr::Path(path) => {
                let path = names(path);
                quote!(rt::Expr::Path(#path))
            }
            Expr::Element(array, _, members) => {
                let (array, members) = (names(array), names(members));
                quote!(rt::Expr::Element(#array, #operands, #members))
            }
            Expr::Len(path) => {
                let path = names(path);
                quote!(rt::Expr::Len(#path))
            }
            Expr::Sum(path, member) => {
                let path = names(path);
                quote!(rt::Expr::Sum(#path, Borrowed(#member)))
            }
            Expr::Find(path, key, _, member) => {
                let path = names(path);
                quote!(rt::Expr::Find(#path, Borrowed(#key), #operands, Borrowed(#member)))
            }
            Expr::Remaining => quote!(rt::Expr::Remaining),
            Expr::Size => quote!(rt::Expr::Size),
            Expr::Position => quote!(rt::Expr::Position),
            Expr::Unary(op, _) => {
                let op = variant(op);
                quote!(rt::Expr::Unary(rt::Unary::#op, #operands))
            }
            Expr::Binary(op, _) => {
                let op = variant(op);
                quote!(rt::Expr::Binary(rt::Binary::#op, #operands))
            }
            Expr::If(_) => quote!(rt::Expr::If(#operands)),
        }
    }
}

/// Returns the name of a variant without fields, as the derived `Debug` writes it.
fn variant(op: &impl std::fmt::Debug) -> Ident {
    Ident::new(&format!("{op:?}"), Span::call_site())
}
