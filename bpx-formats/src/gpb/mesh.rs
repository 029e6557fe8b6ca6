//! Meshes (`34 Mesh`).

use crate::total::total_size;
use bpx_schema::value::Coded;
use bpx_schema::{Record, structure};
use std::num::NonZeroU64;

/// Meaning of a part of a vertex (`enum VertexUsage`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Record)]
#[repr(u32)]
#[schema(spec = "Enums")]
pub enum VertexUsage {
    /// Position.
    #[schema(name = "POSITION")]
    Position = 1,
    /// Direction of the surface.
    #[schema(name = "NORMAL")]
    Normal = 2,
    /// Colour.
    #[schema(name = "COLOR")]
    Color = 3,
    /// Direction along the surface.
    #[schema(name = "TANGENT")]
    Tangent = 4,
    /// Direction along the surface, across the tangent.
    #[schema(name = "BINORMAL")]
    Binormal = 5,
    /// Weights of the joints that move the vertex.
    #[schema(name = "BLENDWEIGHTS")]
    BlendWeights = 6,
    /// Numbers of the joints that move the vertex, as floats.
    #[schema(name = "BLENDINDICES")]
    BlendIndices = 7,
    /// Position on a texture.
    #[schema(name = "TEXCOORD0")]
    TexCoord0 = 8,
    /// Position on the second texture.
    #[schema(name = "TEXCOORD1")]
    TexCoord1 = 9,
    /// Position on the third texture.
    #[schema(name = "TEXCOORD2")]
    TexCoord2 = 10,
    /// Position on the fourth texture.
    #[schema(name = "TEXCOORD3")]
    TexCoord3 = 11,
    /// Position on the fifth texture.
    #[schema(name = "TEXCOORD4")]
    TexCoord4 = 12,
    /// Position on the sixth texture.
    #[schema(name = "TEXCOORD5")]
    TexCoord5 = 13,
    /// Position on the seventh texture.
    #[schema(name = "TEXCOORD6")]
    TexCoord6 = 14,
    /// Position on the eighth texture.
    #[schema(name = "TEXCOORD7")]
    TexCoord7 = 15,
}

/// Types of primitives, which indices form (`enum PrimitiveType`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Record)]
#[repr(u32)]
#[schema(spec = "Enums")]
pub enum Primitive {
    /// Points.
    #[schema(name = "POINTS")]
    Points = 0,
    /// Two indices form a line.
    #[schema(name = "LINES")]
    Lines = 1,
    /// Each index forms a line with the index before.
    #[schema(name = "LINE_STRIP")]
    LineStrip = 3,
    /// Three indices form a triangle.
    #[schema(name = "TRIANGLES")]
    Triangles = 4,
    /// Each index forms a triangle with the two indices before.
    #[schema(name = "TRIANGLE_STRIP")]
    TriangleStrip = 5,
}

/// Size of an index (`enum IndexFormat`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Record)]
#[repr(u32)]
#[schema(spec = "Enums")]
pub enum IndexFormat {
    /// One byte.
    #[schema(name = "INDEX8")]
    Index8 = 0x1401,
    /// Two bytes.
    #[schema(name = "INDEX16")]
    Index16 = 0x1403,
    /// Four bytes.
    #[schema(name = "INDEX32")]
    Index32 = 0x1405,
}

const INDEX16: u32 = IndexFormat::Index16 as u32;
const INDEX32: u32 = IndexFormat::Index32 as u32;

/// A part of every vertex of a mesh (`34 Mesh`): 8 bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Record)]
#[brw(little)]
#[schema(spec = "34 Mesh", size = 8)]
pub struct VertexElement {
    /// Meaning of the numbers.
    #[schema(codes = VertexUsage, known, code = "gpb.bad-vertex-usage", lenient = "I-83")]
    pub usage: u32,
    /// Number of floats, from 1 to 4.
    #[schema(range(1..=4), code = "gpb.bad-vertex-size", lenient = "I-83")]
    pub size: u32,
}

/// A box and a sphere that contain a mesh (`34 Mesh`): 40 bytes.
#[derive(Debug, Clone, Copy, PartialEq, Record)]
#[brw(little)]
#[schema(spec = "34 Mesh", size = 40)]
pub struct Bounds {
    /// Corner of the box with the smallest coordinates.
    pub min: [f32; 3],
    /// Corner of the box with the largest coordinates.
    pub max: [f32; 3],
    /// Centre of the sphere.
    pub center: [f32; 3],
    /// Radius of the sphere.
    pub radius: f32,
}

/// Vertices, and the primitives that they form (`34 Mesh`).
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[schema(spec = "34 Mesh")]
pub struct Mesh {
    #[br(temp)]
    #[bw(calc = elements.len())]
    #[schema(range(1..=0xFFFF_FFFF), code = "gpb.zero-vertex-elements")]
    element_count: u32,
    /// The parts of a vertex.
    #[br(count = element_count)]
    #[schema(name = "vertexFormat")]
    pub elements: Vec<VertexElement>,
    #[br(temp)]
    #[bw(calc = vertices.len())]
    #[schema(range(1..=0xFFFF_FFFF), code = "gpb.zero-vertices")]
    vertex_size: u32,
    /// The vertices, one after the other, as floats in the order of the elements.
    #[br(count = vertex_size, assert(vertex_size % (if element_count == 0 { 1 } else { sum(elements.size) * 4 }) == 0))]
    #[schema(code = "gpb.vertex-bytes-not-multiple", lenient = "I-83")]
    pub vertices: Vec<u8>,
    /// Bounds of all vertices.
    pub bounds: Bounds,
    #[br(temp)]
    #[bw(calc = parts.len())]
    part_count: u32,
    /// The parts to draw; without parts, the vertices are drawn in their order.
    #[br(count = part_count)]
    #[schema(spec = "35 MeshPart")]
    pub parts: Vec<MeshPart>,
}

impl Mesh {
    /// Returns the size of a vertex in bytes.
    #[must_use]
    pub fn stride(&self) -> u64 {
        // A larger number becomes the largest one: no vertices have as many bytes.
        total_size(self.elements.iter().map(|one| 4 * u64::from(one.size))).0
    }

    /// Returns the number of whole vertices.
    #[must_use]
    pub fn vertex_count(&self) -> u64 {
        NonZeroU64::new(self.stride()).map_or(0, |stride| self.vertices.len() as u64 / stride)
    }
}

/// A set of primitives of a mesh (`35 MeshPart`).
#[structure]
#[derive(Debug, Clone, PartialEq, Eq)]
#[brw(little)]
#[schema(spec = "35 MeshPart")]
pub struct MeshPart {
    /// Type of the primitives that the indices form.
    #[schema(name = "primitiveType", codes = Primitive, known, code = "gpb.bad-primitive-type", lenient = "I-83")]
    pub primitive: u32,
    /// Size of an index.
    #[schema(name = "indexFormat", codes = IndexFormat, known, code = "gpb.bad-index-format")]
    pub index_format: u32,
    #[br(temp)]
    #[bw(calc = indices.len())]
    index_size: u32,
    /// The indices as stored, which are numbers of vertices counted from 0.
    #[br(
        count = index_size,
        assert(index_size % (if index_format == INDEX32 { 4 } else { if index_format == INDEX16 { 2 } else { 1 } }) == 0)
    )]
    #[schema(code = "gpb.index-bytes-not-multiple", lenient = "I-83")]
    pub indices: Vec<u8>,
}

impl MeshPart {
    /// Returns the indices; none when the format is unknown, and none for incomplete bytes at the end.
    pub fn indices(&self) -> impl Iterator<Item = u32> + '_ {
        let size = match IndexFormat::from_raw(u64::from(self.index_format)) {
            Some(IndexFormat::Index32) => 4,
            Some(IndexFormat::Index16) => 2,
            Some(IndexFormat::Index8) => 1,
            None => usize::MAX,
        };
        let number = |bytes: &[u8]| bytes.iter().rev().fold(0_u32, |number, byte| (number << 8) | u32::from(*byte));
        self.indices.chunks_exact(size).map(number)
    }
}
