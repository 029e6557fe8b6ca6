//! Expressions, as attributes spell them.

use super::names::ident;
use bpx_model::{Expr, Relation, Spelling, Text};

/// As Rust spells it; a named constant becomes its value, as the schema does not say where it is declared.
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

/// Returns the expression.
pub(super) fn text(expr: &Expr) -> String {
    expr.spelled(&Attribute)
}

/// Returns what a value has to do with another part.
pub(super) fn relation(relation: &Relation) -> String {
    relation.spelled(&text)
}

/// `a.b.c`
pub(super) fn path(path: &[Text]) -> String {
    path.iter().map(|part| ident(part)).collect::<Vec<_>>().join(".")
}
