//! Generates Rust code with checked arithmetic for expressions.

use crate::parse::{ExprPart, ExprTree};
use bpx_model::{Binary, Expr, Unary};
use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};

/// Returns the variables for the beginning and the end of a field, or of the structure.
pub(super) fn span_of(name: &str) -> (Ident, Ident) {
    (format_ident!("__start_{}", name), format_ident!("__end_{}", name))
}

/// Returns code for a member of `one`, in which a compile error points at the name of the member.
fn member_of_one(member: &Ident) -> TokenStream {
    let span = Span::call_site().located_at(member.span());
    quote_spanned!(span=> rt::value(&one.__members().#member))
}

/// An operand and its code.
type CodedOperand<'t> = (ExprPart<'t>, TokenStream);

impl ExprTree {
    /// Returns Rust code of type `Option<i128>`, `Option<bool>` or a similar type. Its value is `None` if a computation
    /// has no result.
    pub(crate) fn option_code(&self) -> TokenStream {
        let root = self.root();
        if let Some(value) = root.plain_code() {
            return quote!(Some(#value));
        }
        match root.checked_code(&ExprPart::plain_code) {
            Some(checked) => checked,
            None => {
                let value = root.value_code();
                quote!((|| Some(#value))())
            }
        }
    }

    /// Returns Rust code of type `bool`, inside of a decoder.
    pub(crate) fn read_condition(&self, label: &str) -> TokenStream {
        self.root().plain_code().unwrap_or_else(|| {
            let code = self.option_code();
            quote!(rt::read_condition(__d, #code, #label)?)
        })
    }

    /// Returns Rust code of type `bool`, inside of an encoder; false if the condition has no value.
    pub(crate) fn condition_or_false(&self) -> TokenStream {
        self.root().plain_code().unwrap_or_else(|| {
            let code = self.option_code();
            quote!(#code == Some(true))
        })
    }

    /// Returns Rust code of type `bool`, inside of an encoder, which returns an error if the condition has no value.
    pub(crate) fn write_condition(&self, label: &str) -> TokenStream {
        self.root().plain_code().unwrap_or_else(|| {
            let code = self.option_code();
            quote!(rt::write_condition(__e, #code, #label)?)
        })
    }

    /// Returns Rust code of type `u64`, inside of a decoder.
    pub(crate) fn read_count(&self, label: &str) -> TokenStream {
        self.read_fact(label, "count")
    }

    /// Returns Rust code of type `u64`, inside of a decoder, for a fact about the bytes of a field, such as its size.
    pub(crate) fn read_fact(&self, label: &str, fact: &str) -> TokenStream {
        if let Expr::Int(value) = self.expr() {
            let literal = Literal::i64_unsuffixed(*value);
            return quote!(#literal);
        }
        let code = self.option_code();
        match fact {
            "count" => quote!(rt::read_count(__d, #code, #label)?),
            _ => quote!(rt::read_fact(__d, #code, #label, #fact)?),
        }
    }

    /// Returns Rust code of type `i128`, inside of a decoder.
    pub(crate) fn read_argument(&self, label: &str) -> TokenStream {
        self.root().plain_code().unwrap_or_else(|| {
            let code = self.option_code();
            quote!(rt::read_argument(__d, #code, #label)?)
        })
    }

    /// Returns Rust code of type `i128`, inside of an encoder.
    pub(crate) fn write_argument(&self, label: &str) -> TokenStream {
        self.root().plain_code().unwrap_or_else(|| {
            let code = self.option_code();
            quote!(rt::write_argument(__e, #code, #label)?)
        })
    }

    /// Returns code for the number of elements that are read to compute each of the expressions once.
    pub(crate) fn search_cost(trees: &[&Self]) -> TokenStream {
        let parts = Self::parts_of(trees).into_iter();
        let searched = parts.filter(|part| matches!(part.expr, Expr::Find(..) | Expr::Sum(..) | Expr::Fold(..)));
        let searched = searched.map(ExprPart::path_tokens);
        // Steps above the largest number are above each limit too.
        quote!(0_u64 #(.saturating_add(rt::elements(&#searched).len() as u64))*)
    }
}

impl ExprPart<'_> {
    /// Returns Rust code of type `i128`, `bool`, `f64` or `rt::ExprBytes`, if the expression always has a value.
    ///
    /// The code does not depend on the types of names, because only the compiler knows the types of members.
    fn plain_code(self) -> Option<TokenStream> {
        self.unchecked_code(&Self::plain_code)
    }

    /// Returns code of an operation, if it has a result for all operands.
    fn unchecked_code(self, operand: &dyn Fn(Self) -> Option<TokenStream>) -> Option<TokenStream> {
        let operands = self.operands();
        Some(match (self.expr, &*operands) {
            (Expr::Int(value), _) => self.spanned_literal(Literal::i64_unsuffixed(*value)),
            (Expr::Bool(value), _) => quote!(#value),
            (Expr::Float(value), _) => self.spanned_literal(Literal::f64_suffixed(*value)),
            (Expr::Text(text), _) => {
                let literal = Literal::byte_string(text.as_bytes());
                quote_spanned!(self.span()=> rt::bytes(#literal))
            }
            (Expr::Bytes(bytes), _) => {
                let literal = Literal::byte_string(bytes);
                quote_spanned!(self.span()=> rt::bytes(#literal))
            }
            (Expr::Const(..), _) => {
                let path = self.tokens();
                quote!(#path as i128)
            }
            (Expr::Path(_), _) => {
                let path = self.path_tokens();
                quote_spanned!(self.span()=> rt::value(&#path))
            }
            (Expr::Len(_), _) => {
                let path = self.path_tokens();
                quote!(#path.len() as i128)
            }
            (Expr::Remaining, _) => quote!(i128::from(__d.remaining())),
            (Expr::Size, _) => quote!(i128::from(__d.space_size())),
            (Expr::Position, _) => quote!(i128::from(__d.position())),
            (Expr::SizeOf(name), _) => {
                let (start, end) = span_of(name);
                quote!(rt::size_between(#start, #end))
            }
            (Expr::OffsetOf(name), _) => {
                let ((begin, _), (start, _)) = (span_of(Expr::SELF), span_of(name));
                quote!(rt::size_between(#begin, #start))
            }
            (Expr::Find(..), [wanted]) => self.find_code(&operand(*wanted)?),
            (Expr::Unary(Unary::Not, _), [a]) => {
                let a = operand(*a)?;
                quote!(!(#a))
            }
            (Expr::Unary(Unary::Float, _), [a]) => {
                let a = a.typed_argument(operand(*a)?);
                quote_spanned!(self.span()=> rt::float(#a))
            }
            (Expr::Binary(op, _), [a, b]) if !is_checked(*op) => {
                return op_code(*op, self.span(), (*a, operand(*a)?), (*b, operand(*b)?));
            }
            (Expr::If(_), [condition, yes, no]) => {
                let (condition, yes, no) = (operand(*condition)?, operand(*yes)?, operand(*no)?);
                quote!(if #condition { #yes } else { #no })
            }
            (
                Expr::Element(..)
                | Expr::Sum(..)
                | Expr::Find(..)
                | Expr::Fold(..)
                | Expr::Unary(..)
                | Expr::Binary(..)
                | Expr::If(_),
                _,
            ) => return None,
        })
    }

    /// Returns Rust code of type `Option`, for an operation that has no result for some operands.
    fn checked_code(self, operand: &dyn Fn(Self) -> Option<TokenStream>) -> Option<TokenStream> {
        let operands = self.operands();
        let typed = |one: &Self| operand(*one).map(|code| one.typed_argument(code));
        match (self.expr, &*operands) {
            (Expr::Binary(op, _), [a, b]) => {
                let function = checked_function(*op)?;
                let (a, b) = (typed(a)?, typed(b)?);
                Some(quote_spanned!(self.span()=> #function(#a, #b)))
            }
            (Expr::Unary(Unary::Neg, _), [a]) => typed(a).map(|a| quote_spanned!(self.span()=> rt::neg(#a))),
            (Expr::Unary(Unary::Int, _), [a]) => typed(a).map(|a| quote_spanned!(self.span()=> rt::int(#a))),
            _ => None,
        }
    }

    /// Returns Rust code of the value, inside of a function that returns an option.
    fn value_code(self) -> TokenStream {
        if let Some(plain) = self.plain_code() {
            return plain;
        }
        if let Some(checked) = self.checked_code(&|operand| Some(operand.value_code())) {
            return quote!(#checked?);
        }
        let operands = self.operands();
        match (self.expr, &*operands) {
            (Expr::Sum(..), []) => {
                let (path, member) = (self.path_tokens(), self.member_names().map(member_of_one));
                quote!(rt::elements(&#path).iter().try_fold(0_i128, |sum, one| sum.checked_add(#(#member)*))?)
            }
            (Expr::Fold(..), [of_each]) => {
                let (path, of_each) = (self.path_tokens(), of_each.value_code());
                quote_spanned!(self.span()=> rt::sum_elements(rt::elements(&#path), |entry| { let _ = entry; Some(#of_each) })?)
            }
            (Expr::Element(..), [index]) => {
                let (path, index, members) = (self.path_tokens(), index.value_code(), self.member_names());
                quote_spanned!(self.span()=> rt::value(&#path.get(rt::index(#index)?)?#(.__members().#members)*))
            }
            (expr, _) => self.unchecked_code(&|operand| Some(operand.value_code())).unwrap_or_else(|| no_code(expr)),
        }
    }

    /// Puts code in parentheses if the precedence of operators requires them.
    fn group_operand(self, code: TokenStream, outer: Binary) -> TokenStream {
        let joins = |op: Binary| op.joins_truths();
        match self.expr {
            Expr::Const(..) | Expr::Len(_) | Expr::If(_) => quote!((#code)),
            Expr::Binary(op, _) if is_checked(*op) => code,
            Expr::Binary(op, _) if joins(outer) && (op.is_comparison() || *op == outer) => code,
            Expr::Binary(..) => quote!((#code)),
            _ => code,
        }
    }

    /// Returns code as an argument, with a type suffix for literals.
    fn typed_argument(self, code: TokenStream) -> TokenStream {
        match self.expr {
            Expr::Int(value) => self.spanned_literal(Literal::i128_suffixed(i128::from(*value))),
            _ => code,
        }
    }

    fn spanned_literal(self, mut literal: Literal) -> TokenStream {
        literal.set_span(self.span());
        quote!(#literal)
    }

    /// Returns the names of the members after the path of the array.
    fn member_names(&self) -> impl Iterator<Item = &Ident> {
        self.names().iter().skip(self.expr.path().map_or(0, <[_]>::len))
    }

    /// Returns Rust code of type `i128`: a member of the first element with the wanted key.
    fn find_code(self, wanted: &TokenStream) -> TokenStream {
        let path = self.path_tokens();
        let members: Vec<_> = self.member_names().map(member_of_one).collect();
        quote_spanned!(self.span()=> rt::find_member(rt::elements(&#path), #wanted, |one| (#(#members),*)))
    }
}

/// Returns the function of the runtime for an operation that has no result for some operands.
fn checked_function(op: Binary) -> Option<TokenStream> {
    match op {
        Binary::Add => Some(quote!(rt::add)),
        Binary::Sub => Some(quote!(rt::sub)),
        Binary::Mul => Some(quote!(rt::mul)),
        Binary::Div => Some(quote!(rt::div)),
        Binary::Rem => Some(quote!(rt::rem)),
        Binary::Shl => Some(quote!(rt::shl)),
        Binary::Shr => Some(quote!(rt::shr)),
        Binary::And | Binary::Or | Binary::Xor | Binary::Both | Binary::Either => None,
        Binary::Eq | Binary::Ne | Binary::Lt | Binary::Le | Binary::Gt | Binary::Ge => None,
    }
}

fn is_checked(op: Binary) -> bool {
    checked_function(op).is_some()
}

/// Returns Rust code of an operation with a result for all operands, which uses Rust's operator. `&&` and `||` compute
/// the second operand only if needed.
fn op_code(op: Binary, span: Span, (a, first): CodedOperand<'_>, (b, second): CodedOperand<'_>) -> Option<TokenStream> {
    let (first, second) = (a.group_operand(first, op), b.group_operand(second, op));
    let token = match op {
        Binary::And => quote_spanned!(span=> &),
        Binary::Or => quote_spanned!(span=> |),
        Binary::Xor => quote_spanned!(span=> ^),
        Binary::Eq => quote_spanned!(span=> ==),
        Binary::Ne => quote_spanned!(span=> !=),
        Binary::Lt => quote_spanned!(span=> <),
        Binary::Le => quote_spanned!(span=> <=),
        Binary::Gt => quote_spanned!(span=> >),
        Binary::Ge => quote_spanned!(span=> >=),
        Binary::Both => quote_spanned!(span=> &&),
        Binary::Either => quote_spanned!(span=> ||),
        Binary::Add | Binary::Sub | Binary::Mul | Binary::Div | Binary::Rem | Binary::Shl | Binary::Shr => return None,
    };
    Some(quote!(#first #token #second))
}

/// Panics, because code that is missing or wrong would be worse than a panic.
fn no_code(expr: &Expr) -> TokenStream {
    unreachable!("expected an expression with code for its number of operands, found `{expr}`")
}
