//! Models, files of type `M` (section 12): vertices, bones, and the frames of animations.
//!
//! Coordinates are those of the specification: Z is up, Y is forward, X is right.

mod declare;
mod rules;

pub use self::declare::{
    ANIMATION_ARRAY, BONE_ARRAY, Bone, BoneArray, BoneTransform, FRAME_ARRAY, FrameArray, INDEX_ARRAY, IndexArray,
    KIND, ModelExt, ModelSection, SECTIONS, STRINGS, VERTEX_ARRAY, VertexArray, VertexArrayHeader,
};
pub(crate) use self::rules::rules;
