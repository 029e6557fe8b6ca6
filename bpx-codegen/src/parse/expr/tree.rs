//! Expressions: parsed once into the tree of the model, then emitted as code and as data from that tree.

use crate::check::scope::Scope;
use bpx_model::{Binary, Expr, Kind};

use proc_macro2::{Span, TokenStream};
use quote::quote;
use syn::{Error, Ident, Result};

/// An expression, and where it is written.
#[derive(Clone)]
pub(crate) struct Tree {
    pub(crate) expr: Expr,
    /// Where each part is written, an operator before its operands.
    pub(crate) sources: Vec<Source>,
}

/// How a part of an expression is written.
#[derive(Clone, Default)]
pub(crate) struct Source {
    /// As written, for messages that point at it; of a constant, its path.
    pub(crate) tokens: TokenStream,
    /// The names in it, in the order in which [`Expr`] has them.
    pub(crate) names: Vec<Ident>,
}

/// A part of an expression, and where it is written.
#[derive(Clone, Copy)]
pub(crate) struct Part<'t> {
    pub(crate) expr: &'t Expr,
    pub(crate) sources: &'t [Source],
}

impl Tree {
    /// An error that points at the expression.
    pub(crate) fn error(&self, message: impl std::fmt::Display) -> Error {
        Error::new_spanned(self.root().tokens(), message)
    }

    /// The whole.
    pub(crate) fn root(&self) -> Part<'_> {
        Part { expr: &self.expr, sources: &self.sources }
    }

    /// The tree of the model, in which constants have no values.
    pub(crate) fn expr(&self) -> &Expr {
        &self.expr
    }

    /// Refuses names that are not known, operands of other types, and another type than the wanted one.
    pub(crate) fn check(&self, scope: &Scope, wanted: Kind) -> Result<()> {
        self.expr.check(scope, wanted).map_err(|fault| {
            let tokens = self.sources.get(fault.part).map(|source| &source.tokens);
            Error::new_spanned(tokens.unwrap_or(&TokenStream::new()), fault.error)
        })
    }

    /// Whether the value depends on the bytes around, which a writer does not have.
    pub(crate) fn needs_space(&self) -> bool {
        self.expr.needs_space()
    }

    /// Whether two conditions compare the same with different constants, so that they never hold together.
    pub(crate) fn excludes(&self, other: &Self) -> bool {
        let compared = |tree: &Self| match (tree.expr(), &*tree.root().operands()) {
            (Expr::Binary(Binary::Eq, _), [a, b]) if matches!(b.expr, Expr::Int(_) | Expr::Const(..)) => {
                Some((a.tokens().to_string(), b.tokens().to_string()))
            }
            _ => None,
        };
        match (compared(self), compared(other)) {
            (Some((a, one)), Some((b, other))) => a == b && one != other,
            _ => false,
        }
    }

    /// Code for how many elements are looked at to compute each of these once.
    pub(crate) fn search_cost<'t>(trees: impl IntoIterator<Item = &'t Self>) -> TokenStream {
        let parts = trees.into_iter().flat_map(|tree| tree.root().all());
        let searched = parts.filter(|part| matches!(part.expr, Expr::Find(..) | Expr::Sum(..)));
        let searched = searched.map(Part::path);
        quote!(0_u64 #(.saturating_add(#searched.len() as u64))*)
    }
}

impl<'t> Part<'t> {
    /// The expressions that it computes with.
    pub(crate) fn operands(self) -> Vec<Self> {
        let mut rest = self.sources.get(1..).unwrap_or_default();
        let operands = self.expr.operands().iter().map(|expr| {
            let (own, behind) = rest.split_at(expr.parts().len());
            rest = behind;
            Self { expr, sources: own }
        });
        operands.collect()
    }

    /// It, and all that it computes with.
    pub(crate) fn all(self) -> Vec<Self> {
        let operands = self.operands().into_iter().flat_map(Self::all);
        std::iter::once(self).chain(operands).collect()
    }

    /// The names in it.
    pub(crate) fn names(self) -> &'t [Ident] {
        self.sources.first().map_or(&[], |source| &source.names)
    }

    /// The path to the field that it looks at, as code.
    pub(crate) fn path(self) -> TokenStream {
        let len = self.expr.path().map_or(0, <[_]>::len);
        let names = self.names().iter().take(len);
        quote!(#(#names).*)
    }

    /// As written.
    pub(crate) fn tokens(self) -> TokenStream {
        self.sources.first().map(|source| source.tokens.clone()).unwrap_or_default()
    }

    /// Where code about it is to blame, so that the compiler points at it.
    pub(crate) fn span(self) -> Span {
        let name = self.names().first().map(Ident::span);
        let written = || self.tokens().into_iter().next().map(|token| token.span());
        name.or_else(written).map_or_else(Span::call_site, |span| Span::call_site().located_at(span))
    }
}
