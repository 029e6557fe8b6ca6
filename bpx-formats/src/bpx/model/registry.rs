//! The rules of models that are written by hand.

use bpx_schema::Codec;
use bpx_schema::report::DeclaredRule;

/// A model has vertices. The declaration of files has the rule.
pub(crate) const VERTEX_ARRAY: DeclaredRule =
    DeclaredRule::new(<crate::bpx::Layout as Codec>::schema, "model.vertex-array");

bpx_schema::rules! {
    /// A file that is opened as a model is one.
    KIND = "model.kind", BadMagic, "12";
    /// A model is of version 2.
    VERSION = "model.version", UnsupportedVersion, "12";
    /// A model that refers to a name has a section of names.
    STRINGS = "model.strings", Missing, "12.8";
    /// The name of the symbol is a text.
    SYMBOL_NAME = "model.symbol-name", OutOfBounds | Unterminated | BadText, "12.2.2";
    /// The names of bones are texts.
    BONE_NAME = "model.bone-name", OutOfBounds | Unterminated | BadText, "12.6.3";
    /// The number of the section of indices, counted from 1, names one.
    INDEX_ARRAY = "model.index-array", BadReference, "12.3.3";
    /// An index is less than the number of vertices of every array that uses it.
    INDEX = "model.index", BadReference, "12.4";
    /// A model with frames has bones.
    BONE_ARRAY = "model.bone-array", Missing, "12.7";
    /// The bone of a transform is less than the number of bones.
    BONE_ID = "model.bone-id", BadReference, "12.7.3";
    /// Every frame has every bone.
    WHOLE_FRAMES = "model.whole-frames", Inconsistent as Warning, "12.7";
}
