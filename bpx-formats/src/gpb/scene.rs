//! Scenes (`1 Scene`).

use super::Node;
use super::texts::LONGEST_TEXT;
use bpx_schema::codec::Tree;
use bpx_schema::structure;

/// A scene with nodes, the active camera and the ambient light (`1 Scene`).
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[br(import(minor: u8))]
#[schema(
    spec = "1 Scene",
    assert(
        count(active_camera, entry == 0) == 0,
        class = BadText,
        text = "the text contains a NUL",
        on = active_camera,
        code = "gpb.nul-in-string",
        spec = "Primitives"
    ),
    assert(
        active_camera.len() <= LONGEST_TEXT || count(active_camera, entry == 0) != 0,
        class = OutOfRange,
        text = "the text has {active_camera.len()} bytes, but a known reader accepts at most {LONGEST_TEXT}",
        on = active_camera,
        code = "gpb.string-too-long",
        spec = "Primitives",
        lenient = "I-81"
    ),
    assert(
        active_camera.len() == 0 || active_camera.len() > 1 && active_camera[0] == b'#'
            || count(active_camera, entry == b'#') != 0 && last(active_camera) != b'#',
        class = BadReference,
        text = "expected `#` and an id, found {active_camera}",
        on = active_camera,
        code = "gpb.bad-xref",
        spec = "Xrefs"
    ),
    assert(
        active_camera.len() < 2 || active_camera[0] == b'#' || count(active_camera, entry == b'#') == 0 || last(active_camera) == b'#',
        class = BadReference,
        severity = note,
        text = "expected a node of this file, found {active_camera}; known readers read no objects of other files",
        on = active_camera,
        code = "gpb.external-xref",
        spec = "Xrefs"
    )
)]
pub struct Scene {
    #[br(temp)]
    #[bw(calc = nodes.len())]
    node_count: u32,
    /// The nodes at the top of the scene, each with all its descendants.
    #[br(count = node_count, args(minor))]
    pub nodes: Vec<Tree<Node>>,
    #[br(temp)]
    #[bw(calc = active_camera.len())]
    active_camera_length: u32,
    /// `#` and the id of the node whose camera is active; empty if there is none.
    #[br(count = active_camera_length)]
    #[schema(name = "activeCameraNode", utf8, lenient = "I-80", code = "gpb.text")]
    pub active_camera: Vec<u8>,
    /// Ambient light as red, green and blue.
    #[schema(name = "ambientColor")]
    pub ambient_color: [f32; 3],
}
