//! The rules of models that are functions, not declarations.

use bpx_schema::report::Rule;
use std::sync::LazyLock;

/// The rule that a model has vertices, which the declaration of the file states.
pub(crate) static VERTEX_ARRAY: LazyLock<Rule> = LazyLock::new(|| crate::bpx::Layout::RULE_MODEL_VERTEX_ARRAY.rule());

bpx_schema::rules! {
    /// An index is less than the number of vertices of every array that uses it.
    INDEX = "model.index", BadReference, "12.4";
}
