//! Nodes (`2 Node`).

use super::texts::LONGEST_TEXT;
use super::{Camera, Light, Model};
use bpx_schema::{Record, structure};

/// Purpose of a node (`enum NodeType`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Record)]
#[repr(u32)]
#[schema(spec = "Enums")]
pub enum NodeKind {
    /// A coordinate system in the scene.
    #[schema(name = "NODE")]
    Node = 1,
    /// A joint of a skin.
    #[schema(name = "JOINT")]
    Joint = 2,
}

/// A coordinate system in a scene, with its camera, light and model (`2 Node`).
///
/// The children are stored between the id of the parent and the camera.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[br(import(minor: u8))]
#[schema(
    spec = "2 Node",
    assert(
        count(parent_id, entry == 0) == 0,
        class = BadText,
        text = "the text contains a NUL",
        on = parent_id,
        code = "gpb.nul-in-string",
        spec = "Primitives"
    ),
    assert(
        parent_id.len() <= LONGEST_TEXT || count(parent_id, entry == 0) != 0,
        class = OutOfRange,
        text = "the text has {parent_id.len()} bytes, but a known reader accepts at most {LONGEST_TEXT}",
        on = parent_id,
        code = "gpb.string-too-long",
        spec = "Primitives",
        lenient = "I-81"
    )
)]
pub struct Node {
    /// Purpose of the node.
    #[schema(name = "type", codes = NodeKind, known, code = "gpb.bad-node-type")]
    pub kind: u32,
    /// Transform relative to the parent, **column by column**, so the floats 12, 13 and 14 are the translation.
    pub transform: [f32; 16],
    #[br(temp, if(minor >= 2, 0))]
    #[bw(calc = parent_id.len())]
    parent_id_length: u32,
    /// Id of the parent node, since version 1.2; empty at the top.
    #[br(count = parent_id_length)]
    #[schema(utf8, lenient = "I-80", code = "gpb.text")]
    pub parent_id: Vec<u8>,
    #[br(temp)]
    #[bw(calc = children.len())]
    child_count: u32,
    #[br(count = child_count, args(minor))]
    #[schema(children)]
    children: Vec<Node>,
    /// The camera of the node.
    pub camera: Camera,
    /// The light of the node.
    pub light: Light,
    /// The model of the node.
    pub model: Model,
}

impl Node {
    /// The transform without rotation, scale and translation.
    pub const IDENTITY: [f32; 16] = [1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0];

    /// Creates a node without camera, light and model.
    #[must_use]
    pub fn new(kind: NodeKind, transform: [f32; 16]) -> Self {
        let (camera, light, model) = (Camera::default(), Light::default(), Model::default());
        Self { kind: kind as u32, transform, parent_id: Vec::new(), camera, light, model }
    }

    /// Returns the translation along x, y and z.
    #[must_use]
    pub fn translation(&self) -> [f32; 3] {
        let [.., x, y, z, _] = self.transform;
        [x, y, z]
    }
}
