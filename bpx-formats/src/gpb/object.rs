//! Objects at the top of a bundle (`Objects`).

use super::{Animations, Node, ObjectKind, Scene};
use bpx_schema::codec::Tree;
use bpx_schema::structure;

const SCENE: u32 = ObjectKind::Scene as u32;
const NODE: u32 = ObjectKind::Node as u32;
const ANIMATIONS: u32 = ObjectKind::Animations as u32;

/// An object at the top of a bundle; the reference to it states its type.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[br(import(kind: u32, minor: u8))]
#[schema(spec = "Objects")]
pub enum Object {
    /// A scene.
    #[br(pre_assert(kind == SCENE))]
    Scene(#[br(args(minor))] Scene),
    /// A node outside of any scene.
    #[br(pre_assert(kind == NODE))]
    Node(#[br(args(minor))] Tree<Node>),
    /// An object that contains all animations.
    #[br(pre_assert(kind == ANIMATIONS))]
    Animations(Animations),
}

impl Object {
    /// Returns the type that references to the object state.
    #[must_use]
    pub fn kind(&self) -> ObjectKind {
        match self {
            Self::Scene(_) => ObjectKind::Scene,
            Self::Node(_) => ObjectKind::Node,
            Self::Animations(_) => ObjectKind::Animations,
        }
    }
}
