//! Generates code for expressions as data.

use super::literals::{list_literal, text_literal, variant_literal};
use crate::parse::{ExprPart, ExprTree};
use bpx_model::{Expr, Text};
use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::spanned::Spanned;

impl ExprTree {
    /// Returns code of the expression as data.
    pub(crate) fn schema_code(&self) -> TokenStream {
        self.root().schema_code()
    }
}

impl ExprPart<'_> {
    fn schema_code(self) -> TokenStream {
        let operands = list_literal(self.operands().into_iter().map(Self::schema_code));
        let names = |path: &[Text]| list_literal(path.iter().map(|name| text_literal(name)));
        let node = |name, parts: &[&dyn ToTokens]| variant_literal("Expr", name, parts);
        match self.expr {
            Expr::Int(value) => node("Int", &[&Literal::i64_unsuffixed(*value)]),
            Expr::Bool(value) => node("Bool", &[value]),
            Expr::Float(value) => node("Float", &[&Literal::f64_suffixed(*value)]),
            Expr::Text(value) => node("Text", &[&text_literal(value)]),
            Expr::Bytes(bytes) => {
                let bytes = Literal::byte_string(bytes);
                quote!(rt::Expr::Bytes(Borrowed(#bytes)))
            }
            Expr::Const(name, _) => {
                let path = self.tokens();
                let span = Span::call_site().located_at(path.span());
                quote_spanned!(span=> rt::Expr::Const(Borrowed(#name), rt::schema_constant(#path as i128)))
            }
            Expr::Path(path) => node("Path", &[&names(path)]),
            Expr::Element(array, _, members) => node("Element", &[&names(array), &operands, &names(members)]),
            Expr::Len(path) => node("Len", &[&names(path)]),
            Expr::Sum(path, member) => node("Sum", &[&names(path), &text_literal(member)]),
            Expr::Find(path, key, _, member) => {
                node("Find", &[&names(path), &text_literal(key), &operands, &text_literal(member)])
            }
            Expr::Fold(fold, array, _) => {
                let (fold, array) = (operator_name(fold), names(array));
                quote!(rt::Expr::Fold(rt::Fold::#fold, #array, #operands))
            }
            Expr::Remaining => quote!(rt::Expr::Remaining),
            Expr::Size => quote!(rt::Expr::Size),
            Expr::Position => quote!(rt::Expr::Position),
            Expr::SizeOf(name) => node("SizeOf", &[&text_literal(name)]),
            Expr::OffsetOf(name) => node("OffsetOf", &[&text_literal(name)]),
            Expr::Unary(op, _) => {
                let op = operator_name(op);
                quote!(rt::Expr::Unary(rt::Unary::#op, #operands))
            }
            Expr::Binary(op, _) => {
                let op = operator_name(op);
                quote!(rt::Expr::Binary(rt::Binary::#op, #operands))
            }
            Expr::If(_) => node("If", &[&operands]),
        }
    }
}

/// Returns the name of an operator in the model, taken from its derived `Debug`.
fn operator_name(op: &impl std::fmt::Debug) -> Ident {
    Ident::new(&format!("{op:?}"), Span::call_site())
}
