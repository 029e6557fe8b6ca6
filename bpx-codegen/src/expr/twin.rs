//! Expressions of twins, in plain Rust.

use super::{Node, Tree};
use proc_macro2::{Literal, TokenStream};
use quote::quote;

impl Tree {
    /// Rust code of type `i128` for a twin; none when it is about positions.
    pub(crate) fn twin_value(&self) -> Option<TokenStream> {
        Some(match &self.node {
            Node::Int(value) => {
                let literal = Literal::i64_unsuffixed(*value);
                quote!(#literal)
            }
            Node::Const(path) => {
                // Twins have no modules.
                let segments = path.segments.iter().map(|segment| &segment.ident);
                let own = segments.skip_while(|name| name.to_string().starts_with(|c: char| c.is_ascii_lowercase()));
                quote!(h::int(&#(#own)::*))
            }
            Node::Path(path) => quote!(h::int(&#(#path).*)),
            Node::Len(path) => quote!(h::len(&#(#path).*)),
            Node::Sum(path, member) => quote!(#(#path).*.iter().map(|one| h::int(&one.#member)).sum::<i128>()),
            Node::Find(path, key, wanted, member) => {
                let wanted = wanted.twin_operand()?;
                quote!(#(#path).*.iter().find(|one| h::int(&one.#key) == #wanted).map_or(0, |one| h::int(&one.#member)))
            }
            Node::Remaining | Node::Size | Node::Position => return None,
            Node::Neg(inner) => {
                let inner = inner.twin_operand()?;
                quote!(-#inner)
            }
            Node::Binary(op, a, b) if !op.yields_truth() => {
                let (op, a, b) = (op.token(), a.twin_operand()?, b.twin_operand()?);
                quote!(#a #op #b)
            }
            Node::Not(_) | Node::Binary(..) => {
                let truth = self.twin_truth()?;
                quote!(i128::from(#truth))
            }
            Node::If(condition, yes, no) => {
                let (condition, yes, no) = (condition.twin_truth()?, yes.twin_value()?, no.twin_value()?);
                quote!(if #condition { #yes } else { #no })
            }
        })
    }

    /// Rust code of type `bool` for a twin; none when it is about positions.
    pub(crate) fn twin_truth(&self) -> Option<TokenStream> {
        Some(match &self.node {
            Node::Not(inner) => {
                let inner = inner.twin_truth()?;
                quote!(!(#inner))
            }
            Node::Binary(op, a, b) if op.joins_truths() => {
                let side = |tree: &Self| {
                    let truth = tree.twin_truth()?;
                    let other = matches!(&tree.node, Node::Binary(inner, ..) if inner.joins_truths() && inner != op);
                    Some(if other { quote!((#truth)) } else { truth })
                };
                let (op, a, b) = (op.token(), side(a)?, side(b)?);
                quote!(#a #op #b)
            }
            Node::Binary(op, a, b) if op.yields_truth() => {
                let (op, a, b) = (op.token(), a.twin_operand()?, b.twin_operand()?);
                quote!(#a #op #b)
            }
            _ => {
                let value = self.twin_operand()?;
                quote!(#value != 0)
            }
        })
    }

    /// As [`Self::twin_value`], in parentheses where an operator would take it apart.
    fn twin_operand(&self) -> Option<TokenStream> {
        let value = self.twin_value()?;
        Some(if matches!(self.node, Node::Binary(..) | Node::If(..) | Node::Neg(_)) { quote!((#value)) } else { value })
    }
}
