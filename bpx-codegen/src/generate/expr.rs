//! Writes expressions as attributes spell them.

use super::names::rust_ident;
use bpx_model::{Expr, Relation, Spelling, Text};

/// Spells expressions as in Rust. A named constant is written as its value, because the schema does not have its path.
struct AttributeSpelling;

impl Spelling for AttributeSpelling {
    fn spell_name(&self, name: &str) -> String {
        rust_ident(name)
    }

    fn spell_constant(&self, _: &str, value: i64) -> String {
        value.to_string()
    }

    fn spell_len(&self, array: &str) -> String {
        format!("{array}.len()")
    }
}

/// Returns the expression as text.
pub(super) fn expr_text(expr: &Expr) -> String {
    expr.spell_with(&AttributeSpelling)
}

/// Returns a relation as attributes spell it.
pub(super) fn relation_text(relation: &Relation) -> String {
    relation.spell_with(&expr_text)
}

/// Returns `a.b.c`
pub(super) fn path_text(path: &[Text]) -> String {
    path.iter().map(|part| rust_ident(part)).collect::<Vec<_>>().join(".")
}
