//! Models, which link nodes to the meshes that are drawn (`11 Model`).

use super::Name;
use super::texts::LONGEST_TEXT;
use bpx_schema::structure;

/// A mesh at a node; the name is empty if the node has no mesh (`11 Model`).
#[structure]
#[derive(Debug, Clone, Default, PartialEq)]
#[brw(little)]
#[schema(
    spec = "11 Model",
    assert(
        count(mesh, entry == 0) == 0,
        class = BadText,
        text = "the text contains a NUL",
        on = mesh,
        code = "gpb.nul-in-string",
        spec = "Primitives"
    ),
    assert(
        mesh.len() <= LONGEST_TEXT || count(mesh, entry == 0) != 0,
        class = OutOfRange,
        text = "the text has {mesh.len()} bytes, but a known reader accepts at most {LONGEST_TEXT}",
        on = mesh,
        code = "gpb.string-too-long",
        spec = "Primitives",
        lenient = "I-81"
    ),
    assert(
        mesh.len() == 0 || mesh.len() > 1 && mesh[0] == b'#'
            || count(mesh, entry == b'#') != 0 && last(mesh) != b'#',
        class = BadReference,
        text = "expected `#` and an id, found {mesh}",
        on = mesh,
        code = "gpb.bad-xref",
        spec = "Xrefs"
    ),
    assert(
        mesh.len() < 2 || mesh[0] == b'#' || count(mesh, entry == b'#') == 0 || last(mesh) == b'#',
        class = BadReference,
        severity = note,
        text = "expected a mesh of this file, found {mesh}; known readers read no objects of other files",
        on = mesh,
        code = "gpb.external-xref",
        spec = "Xrefs"
    )
)]
pub struct Model {
    #[br(temp)]
    #[bw(calc = mesh.len())]
    mesh_length: u32,
    /// `#` and the id of the mesh; empty if nothing is drawn.
    #[br(count = mesh_length)]
    #[schema(utf8, lenient = "I-80", code = "gpb.text")]
    pub mesh: Vec<u8>,
    /// Skin and materials; present if there is a mesh.
    #[br(if(mesh_length != 0))]
    pub look: Option<Look>,
}

/// Skin and materials of a mesh (`11 Model`).
#[structure]
#[derive(Debug, Clone, Default, PartialEq)]
#[brw(little)]
#[schema(spec = "11 Model")]
pub struct Look {
    /// 1 if there is a skin, 0 if not.
    #[schema(name = "hasSkin", one_of(0, 1), code = "gpb.bad-bool", lenient = "I-82")]
    pub has_skin: u8,
    /// The joints that move the mesh.
    #[br(if(has_skin != 0))]
    #[schema(name = "meshSkin", spec = "36 MeshSkin")]
    pub skin: Option<MeshSkin>,
    #[br(temp)]
    #[bw(calc = materials.len())]
    material_count: u32,
    /// Names of materials in another file: a name for each part, or a single name for all parts; an empty name means no
    /// material.
    #[br(count = material_count, args(0))]
    pub materials: Vec<Name>,
}

/// The joints that move a mesh (`36 MeshSkin`).
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[schema(spec = "36 MeshSkin")]
pub struct MeshSkin {
    /// Transform of the mesh when it was bound, column by column.
    #[schema(name = "bindShape")]
    pub bind_shape: [f32; 16],
    #[br(temp)]
    #[bw(calc = joints.len())]
    #[schema(range(1..=0xFFFF_FFFF), code = "gpb.zero-joints")]
    joint_count: u32,
    /// `#` and the id of each node that is a joint.
    #[br(count = joint_count, args(1))]
    pub joints: Vec<Name>,
    #[br(temp)]
    #[bw(calc = bind_poses.len())]
    bind_pose_count: u32,
    /// The inverse of each joint's pose when the mesh was bound: 16 floats each, column by column.
    #[br(count = bind_pose_count, assert(bind_pose_count == joint_count * 16))]
    #[schema(name = "jointsBindPoses", code = "gpb.bind-pose-count")]
    pub bind_poses: Vec<f32>,
}
