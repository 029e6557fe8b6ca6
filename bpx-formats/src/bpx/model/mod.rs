//! Models, which are files of type `M` (section 12) with vertices, bones, and the frames of animations.
//!
//! * [`Model`] opens and reads models. [`Mesh`] is a vertex array with its indices, [`Records`] is an array of records
//!   that is copied only if necessary, and [`Frames`] holds the positions of all bones in all frames.
//! * [`ModelBuilder`] builds models.
//!
//! The rules of models are part of [`verify`](super::verify()).
//!
//! # Coordinates
//! X is right, Y is forward, Z is up (section 4). These axes form a right-handed system, as later drafts of the
//! specification say; the text of 2021 says that the system is left-handed (I-43). Numbers are stored unchanged.
//! Lengths have no unit. The specification does not state which component of a [rotation](BoneTransform::rotation) is
//! the real part.

mod builder;
mod frames;
mod mesh;
mod open;
mod records;
pub(crate) mod registry;
mod rules;

#[cfg(test)]
mod tests;

pub use self::builder::{IndicesId, ModelBuilder, Pose};
pub use self::frames::Frames;
pub use self::mesh::{Mesh, Vertices};
pub use self::open::Model;
pub use self::records::Records;
pub(crate) use self::rules::check_model;
pub use super::layout::model::{
    ANIMATION_ARRAY, BONE_ARRAY, Bone, BoneArray, BoneTransform, FRAME_ARRAY, FrameArray, INDEX_ARRAY, IndexArray,
    KIND, ModelExt, ModelSection, SECTIONS, STRINGS, VERTEX_ARRAY, VertexArray, VertexArrayHeader,
};
