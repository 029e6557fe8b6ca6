//! The structures of models, as declared (section 12).

use super::uses::{SectionUse, SectionUses};
use bpx_schema::{Record, structure};

/// Type of a file that is a model.
pub const KIND: u8 = b'M';
/// Type of sections that hold vertices.
pub const VERTEX_ARRAY: u8 = 2;
/// Type of sections that hold indices of vertices.
pub const INDEX_ARRAY: u8 = 3;
/// Type of the section that lists the bones.
pub const BONE_ARRAY: u8 = 4;
/// Type of the section that holds the frames of all animations.
pub const FRAME_ARRAY: u8 = 5;
/// Type of the section of animations, which the specification does not define.
pub const ANIMATION_ARRAY: u8 = 6;
/// Type of the section that holds the names.
pub const STRINGS: u8 = 255;

/// The sections of a model (section 12.1).
pub const SECTIONS: SectionUses = SectionUses {
    file: "a model",
    spec: "12.1",
    single: "model.single",
    list: &[
        SectionUse::any(VERTEX_ARRAY, "VertexArray").required("model.vertex-array"),
        SectionUse::any(INDEX_ARRAY, "IndexArray"),
        SectionUse::any(BONE_ARRAY, "BoneArray").single(),
        SectionUse::any(FRAME_ARRAY, "FrameArray").single(),
        SectionUse::any(ANIMATION_ARRAY, "AnimationArray").single(),
        SectionUse::any(STRINGS, "Strings").single(),
    ],
};

/// Types of sections of a model (section 12.1).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Record)]
#[repr(u8)]
#[schema(spec = "12.1")]
pub enum ModelSection {
    /// Vertices.
    VertexArray = 2,
    /// Indices of vertices.
    IndexArray = 3,
    /// Bones.
    BoneArray = 4,
    /// Positions of bones, frame by frame.
    FrameArray = 5,
    /// Animations.
    AnimationArray = 6,
    /// Names.
    Strings = 255,
}

/// Type-specific extension of the main header of a model (section 12.2): 16 bytes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Record)]
#[brw(little)]
#[schema(spec = "12.2", size = 16)]
pub struct ModelExt {
    /// Hash of the virtual path of the shader package that declares the format of the vertices.
    #[schema(name = "ShaderHash", spec = "12.2.1")]
    pub shader_hash: u64,
    /// Name of the symbol that declares the format in the shader package, as an offset in the strings section.
    #[schema(
        name = "SymbolName",
        spec = "12.2.2",
        text_in(
            "strings",
            code = "model.symbol-name",
            if(shader_hash != 0 || symbol_name != 0),
            absent(code = "model.strings", spec = "12.8")
        )
    )]
    pub symbol_name: u32,
    /// Always zero.
    #[schema(name = "Reserved", spec = "12.2", reserved, lenient = "I-27", code = "model.reserved")]
    pub reserved: [u8; 4],
}

/// Header of vertices (section 12.3): 20 bytes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Record)]
#[brw(little)]
#[schema(spec = "12.3", size = 20)]
pub struct VertexArrayHeader {
    /// Hash of the virtual path of the material to apply.
    #[schema(name = "MaterialHash", spec = "12.3.1")]
    pub material_hash: u64,
    /// Number of vertices.
    #[schema(name = "VertexCount", spec = "12.3.2")]
    pub vertex_count: u32,
    /// Number of the index section, counted from 1 over all sections, or 0 if there is none.
    #[schema(
        name = "IndexArray",
        spec = "12.3.3",
        index_in("sections", first = 1, key = INDEX_ARRAY, code = "model.index-array")
    )]
    pub index_array: u32,
    /// Always zero.
    #[schema(name = "Reserved", spec = "12.3", reserved, lenient = "I-27", code = "model.vertex-reserved")]
    pub reserved: [u8; 4],
}

/// Vertices (section 12.3), as bytes, because a shader package declares the format of the vertices.
#[structure]
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[brw(little)]
#[schema(
    spec = "12.3",
    assert(
        if header.vertex_count == 0 {
            vertices.len() == 0
        } else {
            vertices.len() >= header.vertex_count && vertices.len() % header.vertex_count == 0
        },
        class = SizeMismatch,
        text = "expected bytes for {header.vertex_count} vertices of equal size, found {vertices.len()} bytes",
        on = header.vertex_count,
        code = "model.vertices",
        spec = "12.3.4"
    ),
    assert(
        header.index_array != 0 || header.vertex_count % 3 == 0,
        severity = warning,
        text = "expected a multiple of 3 vertices, found {header.vertex_count}",
        on = header.vertex_count,
        code = "model.triangles",
        spec = "12.3.2"
    )
)]
pub struct VertexArray {
    /// Number of vertices, and references to material and indices.
    pub header: VertexArrayHeader,
    /// The vertices, one after the other.
    #[br(parse_with = until_eof)]
    pub vertices: Vec<u8>,
}

/// Indices of vertices (section 12.4).
#[structure]
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[brw(little)]
#[schema(
    spec = "12.4",
    assert(
        remaining == 0,
        class = TrailingBytes,
        severity = warning,
        text = "{remaining} bytes are left after {index_count} elements",
        on = position,
        code = "model.trailing"
    ),
    assert(
        index_count % 3 == 0,
        severity = warning,
        text = "expected a multiple of 3 indices, found {index_count}",
        on = index_count,
        code = "model.triangles",
        spec = "12.3.2"
    )
)]
pub struct IndexArray {
    /// Number of indices.
    #[br(temp)]
    #[bw(calc = indices.len())]
    #[schema(name = "IndexCount", spec = "12.4.1")]
    index_count: u32,
    /// Indices in the array of vertices, counted from 0.
    #[br(count = index_count)]
    #[schema(spec = "12.4")]
    pub indices: Vec<u32>,
}

/// A bone (section 12.5): 28 bytes. X is right, Y is forward, Z is up.
#[derive(Debug, Clone, Copy, Default, PartialEq, Record)]
#[brw(little)]
#[schema(spec = "12.5", size = 28)]
pub struct Bone {
    /// Position of the beginning of the bone, before any animation.
    #[schema(name = "Head", spec = "12.6.1")]
    pub head: [f32; 3],
    /// Position of the end of the bone, before any animation.
    #[schema(name = "Tail", spec = "12.6.2")]
    pub tail: [f32; 3],
    /// Name of the bone, as an offset in the strings section.
    #[schema(
        name = "Name",
        spec = "12.6.3",
        text_in("strings", code = "model.bone-name", absent(code = "model.strings", spec = "12.8"))
    )]
    pub name: u32,
}

/// The bones (section 12.5).
#[structure]
#[derive(Debug, Clone, Default, PartialEq)]
#[brw(little)]
#[schema(
    spec = "12.5",
    assert(
        remaining == 0,
        class = TrailingBytes,
        severity = warning,
        text = "{remaining} bytes are left after {bone_count} elements",
        on = position,
        code = "model.trailing"
    )
)]
pub struct BoneArray {
    /// Number of bones.
    #[br(temp)]
    #[bw(calc = bones.len())]
    #[schema(name = "BoneCount", spec = "12.5.1", range(1..=1024), code = "model.bone-count")]
    bone_count: u16,
    /// The bones.
    #[br(count = bone_count)]
    #[schema(spec = "12.5", pool("bones"))]
    pub bones: Vec<Bone>,
}

/// Position of a bone in a frame (section 12.7.3): 44 bytes. X is right, Y is forward, Z is up.
#[derive(Debug, Clone, Copy, Default, PartialEq, Record)]
#[brw(little)]
#[schema(spec = "12.7.3", size = 44)]
pub struct BoneTransform {
    /// Rotation as a quaternion; the specification does not state which component is the real part.
    #[schema(name = "Rotation", spec = "12.7.3")]
    pub rotation: [f32; 4],
    /// Position.
    #[schema(name = "Position", spec = "12.7.3")]
    pub position: [f32; 3],
    /// Scale.
    #[schema(name = "Scale", spec = "12.7.3")]
    pub scale: [f32; 3],
    /// Number of the bone, counted from 0.
    #[schema(
        name = "BoneId",
        spec = "12.7.3",
        index_in("bones", code = "model.bone-id", absent(code = "model.bone-array", spec = "12.7"))
    )]
    pub bone: u32,
}

/// The frames of all animations, each with the positions of all bones (section 12.7).
#[structure]
#[derive(Debug, Clone, Default, PartialEq)]
#[brw(little)]
#[schema(
    spec = "12.7",
    assert(
        rest.len() == 0,
        text = "{rest.len()} bytes are left after {transforms.len()} transforms of {BoneTransform::SIZE} bytes",
        code = "frame-array.whole-transforms"
    )
)]
pub struct FrameArray {
    /// The positions of all bones in all frames.
    #[br(count = remaining / BoneTransform::SIZE)]
    #[schema(spec = "12.7", count_of("bones", multiple, code = "model.whole-frames", severity = warning))]
    pub transforms: Vec<BoneTransform>,
    /// Bytes after the last whole transform; empty in a valid array.
    #[br(parse_with = until_eof)]
    pub rest: Vec<u8>,
}
