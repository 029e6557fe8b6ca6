//! The rules of models that are written by hand.

use bpx_schema::report::{Rule, declared_rule};
use std::sync::LazyLock;

/// A model has vertices. The declaration of files has the rule.
pub(crate) static VERTEX_ARRAY: LazyLock<Rule> =
    LazyLock::new(|| declared_rule::<crate::bpx::Layout>("model.vertex-array"));

bpx_schema::rules! {
    /// An index is less than the number of vertices of every array that uses it.
    INDEX = "model.index", BadReference, "12.4";
}
