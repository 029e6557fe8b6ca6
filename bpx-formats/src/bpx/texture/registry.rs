//! The hand-written rules of textures.

use bpx_schema::report::Rule;
use std::sync::LazyLock;

/// The rule that a texture has a section of pixels. The declaration of files states the rule.
pub(crate) static PIXEL_ARRAY: LazyLock<Rule> = LazyLock::new(|| crate::bpx::Layout::RULE_TEXTURE_PIXEL_ARRAY.rule());

bpx_schema::rules! {
    /// The pixels have the size that the header implies.
    SIZE = "texture.size", SizeMismatch, "11.4";
}
