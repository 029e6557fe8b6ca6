//! The rules of textures that are written by hand.

use bpx_schema::report::{Rule, declared_rule};
use std::sync::LazyLock;

/// A texture has a section of pixels. The declaration of files has the rule.
pub(crate) static PIXEL_ARRAY: LazyLock<Rule> =
    LazyLock::new(|| declared_rule::<crate::bpx::Layout>("texture.pixel-array"));

bpx_schema::rules! {
    /// The pixels have the size that follows from the header.
    SIZE = "texture.size", SizeMismatch, "11.4";
}
