//! Writes expressions as attributes spell them.

use super::names::ident;
use bpx_model::{Expr, Relation, Spelling, Text};

/// Spells expressions as in Rust. A named constant is written as its value, because the schema does not have its path.
struct Attribute;

impl Spelling for Attribute {
    fn name(&self, name: &str) -> String {
        ident(name)
    }

    fn constant(&self, _: &str, value: i64) -> String {
        value.to_string()
    }

    fn len(&self, array: &str) -> String {
        format!("{array}.len()")
    }
}

/// Returns the expression as text.
pub(super) fn text(expr: &Expr) -> String {
    expr.spelled(&Attribute)
}

/// Returns a relation as attributes spell it.
pub(super) fn relation(relation: &Relation) -> String {
    relation.spelled(&text)
}

/// Returns `a.b.c`
pub(super) fn path(path: &[Text]) -> String {
    path.iter().map(|part| ident(part)).collect::<Vec<_>>().join(".")
}
