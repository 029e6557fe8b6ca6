//! Writes expressions of twins in plain Rust.

use crate::parse::{ExprPart, ExprTree};
use bpx_model::{Binary, Expr, Fold, Unary};
use proc_macro2::{Literal, TokenStream};
use quote::quote;

impl ExprTree {
    /// Returns Rust code of type `i128` or `bool` for a twin; `None` if the expression uses positions or values of
    /// other types.
    pub(crate) fn twin_value(&self) -> Option<TokenStream> {
        self.root().twin_value()
    }
}

impl ExprPart<'_> {
    fn twin_value(self) -> Option<TokenStream> {
        let operands = self.operands();
        let (names, len) = (self.names(), self.expr.path().map_or(0, <[_]>::len));
        // Members of twins are plain fields.
        let path = names.iter().take(len);
        let path = quote!(#(#path).*);
        let members = || names.iter().skip(len);
        Some(match (self.expr, &*operands) {
            (Expr::Int(value), _) => {
                let literal = Literal::i64_unsuffixed(*value);
                quote!(#literal)
            }
            (Expr::Bool(value), _) => quote!(#value),
            (Expr::Const(..), _) => {
                let constant: syn::Path = syn::parse2(self.tokens()).ok()?;
                // Twins have no modules.
                let segments = constant.segments.iter().map(|segment| &segment.ident);
                let own = segments.skip_while(|name| name.to_string().starts_with(|c: char| c.is_ascii_lowercase()));
                quote!(h::int(&#(#own)::*))
            }
            (Expr::Path(_), _) => quote!(h::int(&#path)),
            (Expr::Len(_), _) => quote!(h::len(&#path)),
            (Expr::Sum(..), _) => {
                let member = members();
                quote!(#path.iter().map(|one| h::int(&one.#(#member)*)).sum::<i128>())
            }
            (Expr::Find(..), [wanted]) => {
                let (wanted, mut members) = (wanted.twin_operand(None)?, members());
                let (key, member) = (members.next()?, members.next()?);
                quote!(#path.iter().find(|one| h::int(&one.#key) == #wanted).map_or(0, |one| h::int(&one.#member)))
            }
            (Expr::Fold(fold, ..), [of_each]) => {
                let of_each = of_each.twin_value()?;
                let number = if *fold == Fold::Count { quote!(i128::from(#of_each)) } else { of_each };
                quote!(#path.iter().map(|entry| #number).sum::<i128>())
            }
            (Expr::Unary(Unary::Neg, _), [operand]) => {
                let operand = operand.twin_operand(None)?;
                quote!(-#operand)
            }
            (Expr::Unary(Unary::Not, _), [operand]) => {
                let operand = operand.twin_value()?;
                quote!(!(#operand))
            }
            (Expr::Binary(op, _), [a, b]) => {
                let token: syn::BinOp = syn::parse_str(op.symbol()).ok()?;
                let (a, b) = (a.twin_operand(Some(*op))?, b.twin_operand(Some(*op))?);
                quote!(#a #token #b)
            }
            (Expr::If(_), [condition, yes, no]) => {
                let (condition, yes, no) = (condition.twin_value()?, yes.twin_value()?, no.twin_value()?);
                quote!(if #condition { #yes } else { #no })
            }
            (Expr::Float(_) | Expr::Text(_) | Expr::Bytes(_) | Expr::Element(..), _) => return None,
            (Expr::Remaining | Expr::Size | Expr::Position | Expr::SizeOf(_) | Expr::OffsetOf(_), _) => return None,
            (Expr::Find(..) | Expr::Fold(..) | Expr::Unary(..) | Expr::Binary(..) | Expr::If(_), _) => return None,
        })
    }

    /// Returns the value, in parentheses if the precedence of the surrounding operator requires them.
    fn twin_operand(self, outer: Option<Binary>) -> Option<TokenStream> {
        let value = self.twin_value()?;
        let joined = outer.is_some_and(Binary::joins_truths);
        Some(match self.expr {
            Expr::Binary(op, _) if joined && (op.is_comparison() || Some(*op) == outer) => value,
            Expr::Binary(..) | Expr::If(_) | Expr::Unary(Unary::Neg, _) => quote!((#value)),
            _ => value,
        })
    }
}
