use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;
use syn::{BinOp, Error, Result};

/// An operator between two expressions.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Operator {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    And,
    Or,
    Xor,
    Shl,
    Shr,
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
    Both,
    Either,
}

impl Operator {
    /// The operator as Rust writes it.
    pub(super) fn parse(op: &BinOp) -> Result<Self> {
        Ok(match op {
            BinOp::Add(_) => Self::Add,
            BinOp::Sub(_) => Self::Sub,
            BinOp::Mul(_) => Self::Mul,
            BinOp::Div(_) => Self::Div,
            BinOp::Rem(_) => Self::Rem,
            BinOp::BitAnd(_) => Self::And,
            BinOp::BitOr(_) => Self::Or,
            BinOp::BitXor(_) => Self::Xor,
            BinOp::Shl(_) => Self::Shl,
            BinOp::Shr(_) => Self::Shr,
            BinOp::Eq(_) => Self::Eq,
            BinOp::Ne(_) => Self::Ne,
            BinOp::Lt(_) => Self::Lt,
            BinOp::Le(_) => Self::Le,
            BinOp::Gt(_) => Self::Gt,
            BinOp::Ge(_) => Self::Ge,
            BinOp::And(_) => Self::Both,
            BinOp::Or(_) => Self::Either,
            _ => return Err(Error::new_spanned(op, "an expression cannot assign")),
        })
    }

    /// Whether the operands are truth values.
    pub(super) fn joins_truths(self) -> bool {
        matches!(self, Self::Both | Self::Either)
    }

    /// Whether the result is a truth value.
    pub(super) fn yields_truth(self) -> bool {
        self.joins_truths() || matches!(self, Self::Eq | Self::Ne | Self::Lt | Self::Le | Self::Gt | Self::Ge)
    }

    /// Whether every two numbers have a result, which Rust's own operator computes.
    pub(super) fn is_bitwise(self) -> bool {
        matches!(self, Self::And | Self::Or | Self::Xor)
    }

    /// The operator in Rust.
    pub(super) fn token(self) -> TokenStream {
        match self {
            Self::Add => quote!(+),
            Self::Sub => quote!(-),
            Self::Mul => quote!(*),
            Self::Div => quote!(/),
            Self::Rem => quote!(%),
            Self::And => quote!(&),
            Self::Or => quote!(|),
            Self::Xor => quote!(^),
            Self::Shl => quote!(<<),
            Self::Shr => quote!(>>),
            Self::Eq => quote!(==),
            Self::Ne => quote!(!=),
            Self::Lt => quote!(<),
            Self::Le => quote!(<=),
            Self::Gt => quote!(>),
            Self::Ge => quote!(>=),
            Self::Both => quote!(&&),
            Self::Either => quote!(||),
        }
    }

    /// The variant of [`Binary`](bpx_model::Binary).
    pub(super) fn variant(self) -> Ident {
        let name = match self {
            Self::Add => "Add",
            Self::Sub => "Sub",
            Self::Mul => "Mul",
            Self::Div => "Div",
            Self::Rem => "Rem",
            Self::And => "And",
            Self::Or => "Or",
            Self::Xor => "Xor",
            Self::Shl => "Shl",
            Self::Shr => "Shr",
            Self::Eq => "Eq",
            Self::Ne => "Ne",
            Self::Lt => "Lt",
            Self::Le => "Le",
            Self::Gt => "Gt",
            Self::Ge => "Ge",
            Self::Both => "Both",
            Self::Either => "Either",
        };
        Ident::new(name, Span::call_site())
    }
}
