//! The tree of an expression, and the sources of its parts.

use bpx_model::{Binary, Expr, Unary};
use proc_macro2::{Span, TokenStream};
use quote::quote;
use syn::{Error, Ident, Result};

/// An expression and the sources of its parts.
#[derive(Clone)]
pub(crate) struct ExprTree {
    pub(super) expr: Expr,
    /// The source of each part, with operators before their operands.
    pub(super) sources: Vec<PartSource>,
}

/// The source of a part of an expression.
#[derive(Clone, Default)]
pub(super) struct PartSource {
    /// The tokens of the part, so that messages can point at them; for a constant, its path.
    pub(super) tokens: TokenStream,
    /// The names in the part, in the order of [`Expr`].
    pub(super) names: Vec<Ident>,
}

/// A part of an expression and its source.
#[derive(Clone, Copy)]
pub(crate) struct ExprPart<'t> {
    pub(crate) expr: &'t Expr,
    sources: &'t [PartSource],
}

impl ExprTree {
    /// Returns the negated condition.
    pub(crate) fn into_negated(self) -> Self {
        let source = PartSource { tokens: self.root().tokens(), names: Vec::new() };
        let expr = Expr::Unary(Unary::Not, vec![self.expr].into());
        Self { expr, sources: std::iter::once(source).chain(self.sources).collect() }
    }

    /// Returns an error that points at the expression.
    pub(crate) fn error(&self, message: impl std::fmt::Display) -> Error {
        self.error_at(0, message)
    }

    /// Returns an error that points at a part of the expression; `part` is an index in the order of [`Expr::parts`].
    pub(crate) fn error_at(&self, part: usize, message: impl std::fmt::Display) -> Error {
        let tokens = self.sources.get(part).map(|source| source.tokens.clone());
        // An error without tokens points at the whole call of the macro.
        Error::new_spanned(tokens.unwrap_or_default(), message)
    }

    /// Rejects a constant that is not an alignment, because a number has no multiples of it.
    pub(crate) fn expect_alignment(&self) -> Result<()> {
        let is_positive = match &self.expr {
            Expr::Int(value) => *value > 0,
            Expr::Unary(Unary::Neg, _) => false,
            _ => true,
        };
        if is_positive { Ok(()) } else { Err(self.error("expected an alignment of at least 1 byte: `align = 4`")) }
    }

    /// Returns the whole expression as a part.
    pub(crate) fn root(&self) -> ExprPart<'_> {
        ExprPart { expr: &self.expr, sources: &self.sources }
    }

    /// Returns all parts of these expressions.
    pub(crate) fn parts_of<'t>(trees: &[&'t Self]) -> Vec<ExprPart<'t>> {
        trees.iter().flat_map(|tree| tree.root().all_parts()).collect()
    }

    /// Returns the tree of the model, in which constants have no values.
    pub(crate) fn expr(&self) -> &Expr {
        &self.expr
    }

    /// Returns whether the value depends on the enclosing space, which a writer does not know.
    pub(crate) fn needs_space(&self) -> bool {
        self.expr.needs_space()
    }

    /// Returns whether two conditions compare the same value with different constants, so that they never hold
    /// together.
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
}

/// Returns the path to a member, as code; a member may be a bit field.
pub(crate) fn path_code<'n>(names: impl IntoIterator<Item = &'n Ident>) -> TokenStream {
    let mut names = names.into_iter();
    let first = names.next();
    quote!(#first #(.__members().#names)*)
}

impl<'t> ExprPart<'t> {
    /// Returns the operands of the part.
    pub(crate) fn operands(self) -> Vec<Self> {
        // The first source is that of the part itself.
        let mut rest = self.sources.get(1..).unwrap_or_default();
        let operands = self.expr.operands().iter().map(|expr| {
            let (own, after) = rest.split_at(expr.parts().len());
            rest = after;
            Self { expr, sources: own }
        });
        operands.collect()
    }

    /// Returns this part and all parts in it.
    pub(crate) fn all_parts(self) -> Vec<Self> {
        let mut all = vec![self];
        self.operands().into_iter().for_each(|operand| all.extend(operand.all_parts()));
        all
    }

    /// Returns the names in the part.
    pub(crate) fn names(self) -> &'t [Ident] {
        self.sources.first().map_or(&[], |source| &source.names)
    }

    /// Returns code of the path to the field that the part names.
    pub(crate) fn path_tokens(self) -> TokenStream {
        let len = self.expr.path().map_or(0, <[_]>::len);
        path_code(self.names().iter().take(len))
    }

    /// Returns the tokens of the part.
    pub(crate) fn tokens(self) -> TokenStream {
        // Each part has a source.
        self.sources.first().map(|source| source.tokens.clone()).unwrap_or_default()
    }

    /// Returns the span for code that computes the part, so that the compiler points at the expression.
    pub(crate) fn span(self) -> Span {
        let name = self.names().first().map(Ident::span);
        let written = || self.tokens().into_iter().next().map(|token| token.span());
        name.or_else(written).map_or_else(Span::call_site, |span| Span::call_site().located_at(span))
    }
}
