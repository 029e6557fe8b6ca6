//! Models, files of type `M` (2019, section 9). X points to the left, Y forward and Z up, in a left-handed system.

use super::ModelSection;
use crate::elements::element_offset;
use bpx_schema::{Record, structure};

/// Size in bytes of each number of a component, the same for all types.
const NUMBER: u64 = 4;

/// Components of a vertex (2019, section 9.2).
#[structure]
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[brw(little)]
#[br(assert(rest.len() == 0))]
#[schema(
    spec = "v0 9.2",
    assert(
        vertex_size == sum(components.size) * NUMBER,
        text = "expected vertices of {sum(components.size) * NUMBER} bytes, the size of the components, found {vertex_size}",
        code = "vertex-format.size-of-components",
        spec = "v0 9.2"
    )
)]
pub struct VertexFormat {
    /// Size of a vertex in bytes.
    #[schema(name = "VertexSize", spec = "v0 9.2.1")]
    pub vertex_size: u16,
    /// Number of components.
    #[br(temp)]
    #[bw(calc = components.len())]
    #[schema(name = "NumComponents", spec = "v0 9.2.2")]
    component_count: u8,
    /// Always zero.
    #[schema(name = "Reserved", spec = "v0 9.2", reserved)]
    pub reserved: u8,
    /// The components, in their order in a vertex.
    #[br(count = component_count)]
    #[schema(spec = "v0 9.2")]
    pub components: Vec<Component>,
    /// Bytes after the last component; empty in a valid section.
    #[br(parse_with = until_eof)]
    pub rest: Vec<u8>,
}

/// One or more numbers of a vertex (2019, section 9.2).
#[structure]
#[bitfield]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[schema(spec = "v0 9.2", bits = 8)]
pub struct Component {
    /// Type of the numbers.
    #[schema(name = "Type", spec = "v0 9.2.3", codes = ComponentType, known)]
    pub kind: B4,
    /// Number of numbers in the component.
    #[schema(name = "Size", spec = "v0 9.2.4")]
    pub size: B4,
}

/// Type of the numbers of a component (2019, section 9.2.3). Each number has 32 bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Record)]
#[repr(u8)]
#[schema(spec = "v0 9.2.3")]
pub enum ComponentType {
    /// Floats.
    #[schema(name = "FLOAT")]
    Float = 0x1,
    /// Signed integers.
    #[schema(name = "INT")]
    Int = 0x2,
    /// Unsigned integers.
    #[schema(name = "UINT")]
    Uint = 0x3,
}

/// Vertices (2019, section 9.3).
#[structure]
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[brw(little)]
#[schema(
    spec = "v0 9.3",
    assert(
        header.index_array != 0 || header.vertex_count % 3 == 0,
        severity = warning,
        text = "expected a multiple of 3 vertices without indices, found {header.vertex_count}",
        on = header.vertex_count,
        code = "v0.triangles",
        spec = "v0 9.3.2"
    )
)]
pub struct VertexArray {
    /// Header of the vertices.
    #[schema(spec = "v0 9.3")]
    pub header: VertexArrayHeader,
    /// The vertices, each of the size that the vertex format states.
    #[br(parse_with = until_eof)]
    #[schema(spec = "v0 9.3.4")]
    pub vertices: Vec<u8>,
}

/// Header of vertices (2019, section 9.3): 12 bytes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Record)]
#[brw(little)]
#[schema(spec = "v0 9.3", size = 12)]
pub struct VertexArrayHeader {
    /// Path of the material, as an offset in the strings section.
    #[schema(name = "Material", spec = "v0 9.3.1", text_in("strings", code = "v0.material", absent = fault))]
    pub material: u32,
    /// Number of vertices.
    #[schema(name = "VertexCount", spec = "v0 9.3.2")]
    pub vertex_count: u32,
    /// Number of the index array of the vertices among all sections, counted from 1; 0 for no index array.
    #[schema(
        name = "IndexArray",
        spec = "v0 9.3.3",
        index_in("sections", first = 1, key = ModelSection::IndexArray, code = "v0.index-array")
    )]
    pub index_array: u32,
}

/// Numbers of vertices, counted from 0 (2019, section 9.4).
#[structure]
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[brw(little)]
#[br(assert(rest.len() == 0))]
#[schema(spec = "v0 9.4")]
pub struct IndexArray {
    /// Number of indices.
    #[br(temp)]
    #[bw(calc = indices.len())]
    #[schema(name = "IndexCount", spec = "v0 9.4.1")]
    index_count: u32,
    /// The indices.
    #[br(count = index_count)]
    #[schema(spec = "v0 9.4")]
    pub indices: Vec<u32>,
    /// Bytes after the last index; empty in a valid section.
    #[br(parse_with = until_eof)]
    pub rest: Vec<u8>,
}

/// Bones (2019, section 9.5).
#[structure]
#[derive(Debug, Clone, Default, PartialEq)]
#[brw(little)]
#[br(assert(rest.len() == 0))]
#[schema(spec = "v0 9.5")]
pub struct BoneArray {
    /// Number of bones.
    #[br(temp)]
    #[bw(calc = bones.len())]
    #[schema(name = "BoneCount", spec = "v0 9.5.1", range(1..=1024))]
    bone_count: u16,
    /// The bones.
    #[br(count = bone_count)]
    #[schema(spec = "v0 9.5")]
    pub bones: Vec<Bone>,
    /// Bytes after the last bone; empty in a valid section.
    #[br(parse_with = until_eof)]
    pub rest: Vec<u8>,
}

/// A bone (2019, section 9.5): 68 bytes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Record)]
#[brw(little)]
#[schema(spec = "v0 9.5", size = 68)]
pub struct Bone {
    /// Initial position, as a 4 x 4 matrix.
    #[schema(name = "InitTransform", spec = "v0 9.6.1")]
    pub transform: [f32; 16],
    /// Name, as an offset in the strings section.
    #[schema(name = "Name", spec = "v0 9.6.2", text_in("strings", code = "v0.bone-name", absent = fault))]
    pub name: u32,
}

/// Transforms of bones, frame after frame (2019, section 9.7).
#[structure]
#[derive(Debug, Clone, Default, PartialEq)]
#[brw(little)]
#[br(assert(rest.len() == 0))]
#[schema(spec = "v0 9.7")]
pub struct FrameArray {
    /// The transforms.
    #[br(count = remaining / BoneUpdate::SIZE)]
    #[schema(spec = "v0 9.7")]
    pub updates: Vec<BoneUpdate>,
    /// Bytes after the last whole transform; empty in a valid section.
    #[br(parse_with = until_eof)]
    pub rest: Vec<u8>,
}

/// Position of a bone in a frame (2019, section 9.7.2): 64 bytes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Record)]
#[brw(little)]
#[schema(spec = "v0 9.7.2", size = 64)]
pub struct BoneUpdate {
    /// The position, as a 4 x 4 matrix.
    #[schema(spec = "v0 9.7.2")]
    pub transform: [f32; 16],
}

impl VertexFormat {
    /// Returns the size in bytes of a vertex with these components.
    #[must_use]
    pub fn computed_size(&self) -> u64 {
        element_offset(0, self.components.iter().map(|one| u64::from(one.size())).sum(), NUMBER)
    }
}
