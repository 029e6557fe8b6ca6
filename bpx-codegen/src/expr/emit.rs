use super::{Node, Operator, Tree};
use crate::name_of;
use proc_macro2::{Literal, Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::Ident;
use syn::spanned::Spanned;

/// Where code about a path is to blame, so that the compiler points at the path.
fn at(path: &[Ident]) -> Span {
    path.first().map_or_else(Span::call_site, |first| Span::call_site().located_at(first.span()))
}

/// Rust code of type `i128`: a field, a parameter or a member.
fn int(path: &[Ident]) -> TokenStream {
    quote_spanned!(at(path)=> rt::int(&#(#path).*))
}

/// Rust code of type `i128`: a member of an element of an array.
fn member_of_one(member: &Ident) -> TokenStream {
    let span = Span::call_site().located_at(member.span());
    quote_spanned!(span=> rt::int(&one.#member))
}

impl Tree {
    /// Rust code of type `Option<i128>`: none when a computation has no result.
    pub(crate) fn code(&self) -> TokenStream {
        if let Some(number) = self.number() {
            return quote!(Some(#number));
        }
        if let Node::Binary(op, a, b) = &self.node {
            let op = op.variant();
            return match (a.number(), b.number()) {
                (Some(a), Some(b)) => quote!(rt::Binary::#op.apply(#a, #b)),
                _ => {
                    let (a, b) = (a.value(), b.value());
                    quote!((|| rt::Binary::#op.apply(#a, #b))())
                }
            };
        }
        let value = self.value();
        quote!((|| Some(#value))())
    }

    /// Rust code of type `Option<bool>`.
    pub(crate) fn holds(&self) -> TokenStream {
        match self.truth() {
            Some(truth) => quote!(Some(#truth)),
            None => {
                let code = self.code();
                quote!(#code.map(|value| value != 0))
            }
        }
    }

    /// Rust code of type `bool`, inside of a decoder.
    pub(crate) fn condition(&self, label: &str) -> TokenStream {
        self.truth().unwrap_or_else(|| {
            let code = self.code();
            quote!(rt::condition(__d, #code, #label)?)
        })
    }

    /// Rust code of type `bool`, inside of an encoder: whether it holds for sure.
    pub(crate) fn wanted(&self) -> TokenStream {
        self.truth().unwrap_or_else(|| {
            let code = self.code();
            quote!(#code.is_some_and(|value| value != 0))
        })
    }

    /// Rust code of type `u64`, inside of a decoder.
    pub(crate) fn count(&self, label: &str) -> TokenStream {
        if let Node::Int(value) = &self.node {
            let literal = Literal::i64_unsuffixed(*value);
            return quote!(#literal);
        }
        let code = self.code();
        quote!(rt::count(__d, #code, #label)?)
    }

    /// Rust code of type `i128`, inside of a decoder.
    pub(crate) fn argument(&self, label: &str) -> TokenStream {
        self.number().unwrap_or_else(|| {
            let code = self.code();
            quote!(rt::argument(__d, #code, #label)?)
        })
    }

    /// Rust code of type `i128`, inside of an encoder.
    pub(crate) fn write_argument(&self, label: &str) -> TokenStream {
        self.number().unwrap_or_else(|| {
            let code = self.code();
            quote!(rt::write_argument(__e, #code, #label)?)
        })
    }

    /// Rust code of type `i128`, of an expression that always has a value.
    fn number(&self) -> Option<TokenStream> {
        Some(match &self.node {
            Node::Int(value) => {
                let literal = Literal::i64_unsuffixed(*value);
                quote!(#literal)
            }
            Node::Const(path) => quote!(#path as i128),
            Node::Path(path) => int(path),
            Node::Len(path) => quote!(#(#path).*.len() as i128),
            Node::Remaining => quote!(i128::from(__d.remaining())),
            Node::Size => quote!(i128::from(__d.size())),
            Node::Position => quote!(i128::from(__d.position())),
            Node::Binary(op, a, b) if op.is_bitwise() => {
                let (op, a, b) = (op.token(), a.operand()?, b.operand()?);
                quote!(#a #op #b)
            }
            Node::If(condition, yes, no) => {
                let (condition, yes, no) = (condition.truth()?, yes.number()?, no.number()?);
                quote!(if #condition { #yes } else { #no })
            }
            Node::Not(_) | Node::Binary(..) => {
                let truth = self.truth()?;
                quote!(i128::from(#truth))
            }
            Node::Find(path, key, wanted, member) => {
                let wanted = wanted.number()?;
                find(path, key, &wanted, member)
            }
            Node::Sum(..) | Node::Neg(_) => return None,
        })
    }

    /// Rust code of type `bool`, of a comparison that always has a value.
    fn truth(&self) -> Option<TokenStream> {
        Some(match &self.node {
            Node::Not(inner) => {
                let inner = inner.truth()?;
                quote!(!(#inner))
            }
            Node::Binary(op, a, b) if op.joins_truths() => {
                let (op, a, b) = (op.token(), a.nested(*op)?, b.nested(*op)?);
                quote!(#a #op #b)
            }
            Node::Binary(op, a, b) if op.yields_truth() => {
                let (op, a, b) = (op.token(), a.operand()?, b.operand()?);
                quote!(#a #op #b)
            }
            _ => return None,
        })
    }

    /// As [`Self::number`], in parentheses where an operator would take it apart.
    fn operand(&self) -> Option<TokenStream> {
        let number = self.number()?;
        Some(match &self.node {
            Node::Const(_) | Node::Len(_) | Node::If(..) => quote!((#number)),
            Node::Binary(op, ..) if op.is_bitwise() => quote!((#number)),
            _ => number,
        })
    }

    /// As [`Self::truth`], in parentheses where another operator would take it apart.
    fn nested(&self, outer: Operator) -> Option<TokenStream> {
        let truth = self.truth()?;
        Some(match &self.node {
            Node::Binary(inner, ..) if inner.joins_truths() && *inner != outer => quote!((#truth)),
            _ => truth,
        })
    }

    /// Rust code of type `i128`, inside of a function that returns an option.
    fn value(&self) -> TokenStream {
        match (self.number(), &self.node) {
            (Some(number), _) => number,
            (None, Node::Sum(path, member)) => {
                let member = member_of_one(member);
                quote!(#(#path).*.iter().try_fold(0_i128, |sum, one| sum.checked_add(#member))?)
            }
            (None, Node::Find(path, key, wanted, member)) => find(path, key, &wanted.value(), member),
            (None, Node::Not(inner)) => {
                let inner = inner.value();
                quote!(i128::from(#inner == 0))
            }
            (None, Node::Neg(inner)) => {
                let inner = inner.value();
                quote!(i128::checked_neg(#inner)?)
            }
            (None, Node::Binary(op, a, b)) => {
                let (op, a, b) = (op.variant(), a.value(), b.value());
                quote!(rt::Binary::#op.apply(#a, #b)?)
            }
            (None, Node::If(condition, yes, no)) => {
                let (condition, yes, no) = (condition.value(), yes.value(), no.value());
                quote!(if #condition != 0 { #yes } else { #no })
            }
            (
                None,
                Node::Int(_)
                | Node::Const(_)
                | Node::Path(_)
                | Node::Len(_)
                | Node::Remaining
                | Node::Size
                | Node::Position,
            ) => no_code(),
        }
    }

    /// The same expression as data.
    pub(crate) fn schema(&self) -> TokenStream {
        let list = |items: &[TokenStream]| quote!(Borrowed(&[#(#items),*]));
        let names = |path: &[Ident]| {
            let names = path.iter().map(name_of);
            quote!(Borrowed(&[#(Borrowed(#names)),*]))
        };
        match &self.node {
            Node::Int(value) => {
                let value = Literal::i64_unsuffixed(*value);
                quote!(rt::Expr::Int(#value))
            }
            Node::Const(path) => {
                let name = path.segments.last().map(|last| name_of(&last.ident)).unwrap_or_default();
                let span = Span::call_site().located_at(path.span());
                quote_spanned!(span=> rt::Expr::Const(Borrowed(#name), rt::constant(#path as i128)))
            }
            Node::Path(path) => {
                let path = names(path);
                quote!(rt::Expr::Path(#path))
            }
            Node::Len(path) => {
                let path = names(path);
                quote!(rt::Expr::Len(#path))
            }
            Node::Sum(path, member) => {
                let (path, member) = (names(path), name_of(member));
                quote!(rt::Expr::Sum(#path, Borrowed(#member)))
            }
            Node::Find(path, key, wanted, member) => {
                let (path, key, member) = (names(path), name_of(key), name_of(member));
                let operands = list(&[wanted.schema()]);
                quote!(rt::Expr::Find(#path, Borrowed(#key), #operands, Borrowed(#member)))
            }
            Node::Remaining => quote!(rt::Expr::Remaining),
            Node::Size => quote!(rt::Expr::Size),
            Node::Position => quote!(rt::Expr::Position),
            Node::Not(inner) => {
                let operands = list(&[inner.schema()]);
                quote!(rt::Expr::Unary(rt::Unary::Not, #operands))
            }
            Node::Neg(inner) => {
                let operands = list(&[inner.schema()]);
                quote!(rt::Expr::Unary(rt::Unary::Neg, #operands))
            }
            Node::Binary(op, a, b) => {
                let (op, operands) = (op.variant(), list(&[a.schema(), b.schema()]));
                quote!(rt::Expr::Binary(rt::Binary::#op, #operands))
            }
            Node::If(condition, yes, no) => {
                let operands = list(&[condition.schema(), yes.schema(), no.schema()]);
                quote!(rt::Expr::If(#operands))
            }
        }
    }
}

/// Rust code of type `i128`: a member of the first element with a key.
fn find(path: &[Ident], key: &Ident, wanted: &TokenStream, member: &Ident) -> TokenStream {
    let (key, member) = (member_of_one(key), member_of_one(member));
    quote_spanned!(at(path)=> rt::find(&#(#path).*, #wanted, |one| (#key, #member)))
}

/// Ends the compilation: no code, or a guess, would be worse than a panic of the macro.
fn no_code() -> TokenStream {
    unreachable!("a value that is always there has its code already")
}
