//! Scenes (`1 Scene`).

use super::Node;
use bpx_schema::codec::Tree;
use bpx_schema::structure;

/// Nodes, the active camera and the ambient light (`1 Scene`).
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[br(import(minor: u8))]
#[schema(spec = "1 Scene")]
pub struct Scene {
    #[br(temp)]
    #[bw(calc = nodes.len())]
    node_count: u32,
    /// The nodes at the top, each with all nodes below it.
    #[br(count = node_count, args(minor))]
    pub nodes: Vec<Tree<Node>>,
    #[br(temp)]
    #[bw(calc = active_camera.len())]
    active_camera_length: u32,
    /// `#id` of the node with the camera, or empty.
    #[br(count = active_camera_length)]
    #[schema(name = "activeCameraNode", utf8, lenient = "I-80", code = "gpb.text")]
    pub active_camera: Vec<u8>,
    /// Red, green, blue.
    #[schema(name = "ambientColor")]
    pub ambient_color: [f32; 3],
}
