//! Expressions as trees: parsed once, then emitted as code and as data from the same tree.

mod emit;
mod operator;
mod parse;
mod scope;
#[cfg(feature = "pretty")]
mod twin;

pub(crate) use self::operator::Operator;
pub(crate) use self::scope::{Known, Scope, Words};

use proc_macro2::TokenStream;
use quote::quote;
use syn::{Error, Ident, Result};

/// An expression.
#[derive(Clone)]
pub(crate) struct Tree {
    /// As written, for messages that point at it.
    tokens: TokenStream,
    pub(crate) node: Node,
}

#[derive(Clone)]
pub(crate) enum Node {
    Int(i64),
    Const(syn::Path),
    Path(Vec<Ident>),
    Len(Vec<Ident>),
    Sum(Vec<Ident>, Ident),
    /// Array, key, value of the key, member.
    Find(Vec<Ident>, Ident, Box<Tree>, Ident),
    Remaining,
    Size,
    Position,
    Not(Box<Tree>),
    Neg(Box<Tree>),
    Binary(Operator, Box<Tree>, Box<Tree>),
    If(Box<Tree>, Box<Tree>, Box<Tree>),
}

/// What an expression yields.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Yields {
    Number,
    Truth,
}

impl Tree {
    /// An error that points at the expression.
    pub(crate) fn error(&self, message: impl std::fmt::Display) -> Error {
        Error::new_spanned(&self.tokens, message)
    }

    /// Refuses names that are not known or are no numbers, and numbers where a truth value is needed.
    pub(crate) fn check(&self, scope: &Scope, wanted: Yields) -> Result<()> {
        if let Some(message) = scope.refuse(&self.node).or_else(|| scope.refuse_word(self)) {
            return Err(self.error(message));
        }
        match &self.node {
            Node::Find(_, _, wanted, _) => wanted.check(scope, Yields::Number)?,
            Node::Not(inner) => inner.check(scope, Yields::Truth)?,
            Node::Neg(inner) => inner.check(scope, Yields::Number)?,
            Node::Binary(op, a, b) => {
                let inner = if op.joins_truths() { Yields::Truth } else { Yields::Number };
                a.check(scope, inner)?;
                b.check(scope, inner)?;
            }
            Node::If(condition, yes, no) => {
                condition.check(scope, Yields::Truth)?;
                yes.check(scope, wanted)?;
                no.check(scope, wanted)?;
                return Ok(());
            }
            Node::Int(_)
            | Node::Const(_)
            | Node::Path(_)
            | Node::Len(_)
            | Node::Sum(..)
            | Node::Remaining
            | Node::Size
            | Node::Position => {}
        }
        match (self.yields(), wanted) {
            (Yields::Number, Yields::Truth) => {
                Err(self.error("a condition is a comparison, and this is a number: did you mean `.. != 0`?"))
            }
            (Yields::Truth, Yields::Number) => Err(self.error("a number is needed here, and this is a comparison")),
            _ => Ok(()),
        }
    }

    fn yields(&self) -> Yields {
        match &self.node {
            Node::Not(_) => Yields::Truth,
            Node::Binary(op, ..) if op.yields_truth() => Yields::Truth,
            _ => Yields::Number,
        }
    }

    /// The expressions that it computes with.
    fn operands(&self) -> Vec<&Self> {
        match &self.node {
            Node::Not(inner) | Node::Neg(inner) | Node::Find(_, _, inner, _) => vec![inner],
            Node::Binary(_, a, b) => vec![a, b],
            Node::If(a, b, c) => vec![a, b, c],
            Node::Int(_)
            | Node::Const(_)
            | Node::Path(_)
            | Node::Len(_)
            | Node::Sum(..)
            | Node::Remaining
            | Node::Size
            | Node::Position => Vec::new(),
        }
    }

    /// Whether the value depends on the bytes around, which a writer does not have.
    pub(crate) fn needs_space(&self) -> bool {
        !self.all(&|node| !matches!(node, Node::Remaining | Node::Size | Node::Position))
    }

    /// Whether something holds for it and for all that it computes with.
    pub(crate) fn all(&self, holds: &dyn Fn(&Node) -> bool) -> bool {
        let mut all = true;
        self.visit(&mut |tree| all &= holds(&tree.node));
        all
    }

    /// Calls for it and for all that it computes with.
    pub(crate) fn visit<'t>(&'t self, each: &mut dyn FnMut(&'t Self)) {
        each(self);
        self.operands().into_iter().for_each(|one| one.visit(each));
    }

    /// Whether two conditions compare the same with different constants, so that they never hold together.
    pub(crate) fn excludes(&self, other: &Self) -> bool {
        let parts = |tree: &Self| match &tree.node {
            Node::Binary(Operator::Eq, a, b) if matches!(b.node, Node::Int(_) | Node::Const(_)) => {
                Some((a.tokens.to_string(), b.tokens.to_string()))
            }
            _ => None,
        };
        match (parts(self), parts(other)) {
            (Some((a, one)), Some((b, other))) => a == b && one != other,
            _ => false,
        }
    }

    /// Code for how many elements are looked at to compute each of these once.
    pub(crate) fn search_cost<'t>(trees: impl IntoIterator<Item = &'t Self>) -> TokenStream {
        let searched = trees.into_iter().flat_map(Self::searched);
        quote!(0_u64 #(.saturating_add(#(#searched).*.len() as u64))*)
    }

    /// The arrays that are searched or summed.
    fn searched(&self) -> Vec<&[Ident]> {
        let mut found: Vec<&[Ident]> = Vec::new();
        self.visit(&mut |tree| {
            if let Node::Find(path, ..) | Node::Sum(path, _) = &tree.node {
                found.push(path);
            }
        });
        found
    }
}
