//! Nodes (`2 Node`).

use super::{Camera, Light, Model};
use bpx_schema::{Record, structure};

/// What a node is for (`enum NodeType`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Record)]
#[repr(u32)]
#[schema(spec = "Enums")]
pub enum NodeKind {
    /// A place in the scene.
    #[schema(name = "NODE")]
    Node = 1,
    /// A joint of a skin.
    #[schema(name = "JOINT")]
    Joint = 2,
}

/// A place in a scene, and what is there (`2 Node`).
///
/// The children stand between the name of the parent and the camera.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[br(import(minor: u8))]
#[schema(spec = "2 Node")]
pub struct Node {
    /// What it is for.
    #[schema(name = "type", codes = NodeKind, known, code = "gpb.bad-node-type")]
    pub kind: u32,
    /// Relative to the parent, **column by column**: the translation is in the floats 12, 13, 14.
    pub transform: [f32; 16],
    #[br(temp, if(minor >= 2, 0))]
    #[bw(calc = parent_id.len())]
    parent_id_length: u32,
    /// Id of the node around, since version 1.2; empty at the top.
    #[br(count = parent_id_length)]
    #[schema(utf8, lenient = "I-80", code = "gpb.text")]
    pub parent_id: Vec<u8>,
    #[br(temp)]
    #[bw(calc = children.len())]
    child_count: u32,
    #[br(count = child_count, args(minor))]
    #[schema(children)]
    children: Vec<Node>,
    /// The camera here, if any.
    pub camera: Camera,
    /// The light here, if any.
    pub light: Light,
    /// What is drawn here, if anything.
    pub model: Model,
}

impl Node {
    /// No rotation, no scale, no translation.
    pub const IDENTITY: [f32; 16] = [1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0];

    /// A node with nothing there.
    #[must_use]
    pub fn new(kind: NodeKind, transform: [f32; 16]) -> Self {
        let (camera, light, model) = (Camera::default(), Light::default(), Model::default());
        Self { kind: kind as u32, transform, parent_id: Vec::new(), camera, light, model }
    }

    /// x, y, z.
    #[must_use]
    pub fn translation(&self) -> [f32; 3] {
        let [.., x, y, z, _] = self.transform;
        [x, y, z]
    }
}
