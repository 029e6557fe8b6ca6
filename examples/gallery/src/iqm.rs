//! IQM, models of the Inter-Quake engines (version 2).
//!
//! The header has a count and an offset for each of its tables; a table without elements usually has the offset 0.
//! Arrays of vertices are regions: an element of a list describes each array. The size of an array follows from its
//! format and from the number of vertices, so a writer sets no size.
//!
//! Extensions form a list in which each element has the offset of the next element; the declaration nests the next
//! element in it. Names are offsets of texts; rules check the names with the pool of texts.

use crate::{content, missing};
use bpx_schema::codec::{F16, Regions};
use bpx_schema::layout::{Content, FileWriter};
use bpx_schema::{Codec, Record, Result, structure};

/// Number that means that a triangle has no neighbour.
pub const NONE: u32 = 0xFFFF_FFFF;

/// A file.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[schema(
    derive(
        header.text_size = text.len(),
        header.mesh_count = meshes.len(),
        header.vertex_array_count = vertex_arrays.len(),
        header.triangle_count = triangles.len(),
        header.joint_count = joints.len(),
        header.pose_count = poses.len(),
        header.animation_count = animations.len(),
        header.comment_size = comment.len()
    ),
    set(header.file_size = file.end),
    assert(
        header.pose_count == 0 || header.frame_channel_count == sum(
            poses,
            (entry.mask & 1) + (entry.mask >> 1 & 1) + (entry.mask >> 2 & 1) + (entry.mask >> 3 & 1) + (entry.mask >> 4 & 1)
                + (entry.mask >> 5 & 1) + (entry.mask >> 6 & 1) + (entry.mask >> 7 & 1) + (entry.mask >> 8 & 1)
                + (entry.mask >> 9 & 1)
        ),
        code = "iqm.channels",
        text = "expected as many channels as the masks of poses have bits, found {header.frame_channel_count}",
        on = header.frame_channel_count
    ),
    each(meshes, assert(
        entry.first_vertex + entry.vertex_count <= header.vertex_count,
        code = "mesh.vertices",
        text = "expected vertices among {header.vertex_count}, found up to {entry.first_vertex + entry.vertex_count}",
        on = first_vertex
    )),
    each(meshes, assert(
        entry.first_triangle + entry.triangle_count <= header.triangle_count,
        code = "mesh.triangles",
        text = "expected triangles among {header.triangle_count}, found up to {entry.first_triangle + entry.triangle_count}",
        on = first_triangle
    )),
    each(triangles, assert(
        entry.a < header.vertex_count && entry.b < header.vertex_count && entry.c < header.vertex_count,
        code = "triangle.corners",
        text = "expected numbers of {header.vertex_count} vertices, found {entry.a}, {entry.b} and {entry.c}",
        on = a
    )),
    each(adjacency, assert(
        (entry.a < header.triangle_count || entry.a == NONE) && (entry.b < header.triangle_count || entry.b == NONE)
            && (entry.c < header.triangle_count || entry.c == NONE),
        code = "iqm.neighbours",
        text = "expected numbers of {header.triangle_count} triangles, found {entry.a}, {entry.b} and {entry.c}",
        on = a
    )),
    each(joints, assert(
        entry.parent >= -1 && entry.parent < index,
        code = "joint.parent",
        text = "expected a joint before {index} or -1, found {entry.parent}",
        on = parent
    )),
    each(poses, assert(
        entry.parent >= -1 && entry.parent < index,
        code = "pose.parent",
        text = "expected a pose before {index} or -1, found {entry.parent}",
        on = parent
    )),
    each(animations, assert(
        entry.first_frame + entry.frame_count <= header.frame_count,
        code = "animation.frames",
        text = "expected frames among {header.frame_count}, found up to {entry.first_frame + entry.frame_count}",
        on = first_frame
    ))
)]
pub struct Iqm {
    /// Counts and offsets of all tables.
    pub header: Header,
    /// Texts, each with its NUL; other parts refer to a text by its offset in this field.
    #[br(count = header.text_size)]
    #[schema(region(at = header.text_offset), pool("texts"))]
    pub text: Vec<u8>,
    /// Parts of the model.
    #[br(count = header.mesh_count)]
    #[schema(region(at = header.meshes_offset, place(align = 4)))]
    pub meshes: Vec<Mesh>,
    /// Descriptions of the arrays of vertices.
    #[br(count = header.vertex_array_count)]
    #[schema(region(at = header.vertex_arrays_offset, place(align = 4)))]
    pub vertex_arrays: Vec<VertexArray>,
    /// The arrays of vertices themselves. Integers and floats have 1, 2, 4 or 8 bytes each.
    #[br(args(entry.format))]
    #[schema(region(
        each = vertex_arrays,
        at = entry.offset,
        size = header.vertex_count * entry.components
            * if entry.format < 2 { 1 } else if entry.format < 4 || entry.format == 6 { 2 }
                else if entry.format == 8 { 8 } else { 4 },
        place(align = 4),
        set(entry.offset = region.offset)
    ))]
    pub vertices: Regions<Vertices>,
    /// The triangles of all meshes.
    #[br(count = header.triangle_count)]
    #[schema(region(at = header.triangles_offset, place(align = 4)))]
    pub triangles: Vec<Triangle>,
    /// Neighbours of each triangle; may be absent.
    #[br(count = if header.adjacency_offset == 0 { 0 } else { header.triangle_count })]
    #[schema(region(at = header.adjacency_offset, place(align = 4)))]
    pub adjacency: Vec<Triangle>,
    /// The bones in their rest pose.
    #[br(count = header.joint_count)]
    #[schema(region(at = header.joints_offset, place(align = 4)))]
    pub joints: Vec<Joint>,
    /// Offsets and scales of the channels of frames, for each bone.
    #[br(count = header.pose_count)]
    #[schema(region(at = header.poses_offset, place(align = 4)))]
    pub poses: Vec<Pose>,
    /// Ranges of frames.
    #[br(count = header.animation_count)]
    #[schema(region(at = header.animations_offset, place(align = 4)))]
    pub animations: Vec<Animation>,
    /// The channels of all frames.
    #[br(count = header.frame_count * header.frame_channel_count)]
    #[schema(region(at = header.frames_offset, place(align = 4)))]
    pub frames: Vec<u16>,
    /// Bounding volume of the model in each frame; may be absent.
    #[br(count = if header.bounds_offset == 0 { 0 } else { header.frame_count })]
    #[schema(region(at = header.bounds_offset, place(align = 4)))]
    pub bounds: Vec<Bounds>,
    /// A comment.
    #[br(count = header.comment_size)]
    #[schema(region(at = header.comment_offset))]
    pub comment: Vec<u8>,
    /// The first extension.
    #[br(if(header.extensions_offset != 0))]
    #[schema(region(at = header.extensions_offset, place(align = 4)))]
    pub extension: Option<Box<Extension>>,
}

/// The header, which is the first 124 bytes.
#[derive(Debug, Clone, PartialEq, Eq, Record)]
#[brw(little)]
#[schema(size = 124)]
pub struct Header {
    /// Signature: `INTERQUAKEMODEL` and a NUL.
    #[schema(magic = b"INTERQUAKEMODEL\0")]
    pub signature: [u8; 16],
    /// Version of the format.
    #[schema(supported(2))]
    pub version: u32,
    /// Size of the whole file in bytes.
    pub file_size: u32,
    /// Flags that an engine defines.
    pub flags: u32,
    /// Size of the texts in bytes.
    pub text_size: u32,
    /// Offset of the texts.
    pub text_offset: u32,
    /// Number of meshes.
    pub mesh_count: u32,
    /// Offset of the meshes.
    pub meshes_offset: u32,
    /// Number of arrays of vertices.
    pub vertex_array_count: u32,
    /// Number of vertices in each array.
    pub vertex_count: u32,
    /// Offset of the descriptions of the arrays of vertices.
    pub vertex_arrays_offset: u32,
    /// Number of triangles.
    pub triangle_count: u32,
    /// Offset of the triangles.
    pub triangles_offset: u32,
    /// Offset of the neighbours of triangles, or 0.
    pub adjacency_offset: u32,
    /// Number of joints.
    pub joint_count: u32,
    /// Offset of the joints.
    pub joints_offset: u32,
    /// Number of poses.
    pub pose_count: u32,
    /// Offset of the poses.
    pub poses_offset: u32,
    /// Number of animations.
    pub animation_count: u32,
    /// Offset of the animations.
    pub animations_offset: u32,
    /// Number of frames.
    pub frame_count: u32,
    /// Number of channels in each frame.
    pub frame_channel_count: u32,
    /// Offset of the frames.
    pub frames_offset: u32,
    /// Offset of the bounds, or 0.
    pub bounds_offset: u32,
    /// Size of the comment in bytes.
    pub comment_size: u32,
    /// Offset of the comment.
    pub comment_offset: u32,
    /// Number of extensions.
    pub extension_count: u32,
    /// Offset of the first extension, which has the offset of the next extension; 0 for none.
    pub extensions_offset: u32,
}

/// Data of an engine.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
pub struct Extension {
    /// Offset of the name in the texts.
    #[schema(text_in("texts", code = "extension.name"))]
    pub name: u32,
    #[br(temp)]
    #[bw(calc = data.len())]
    data_size: u32,
    /// Offset of the data.
    pub data_offset: u32,
    /// Offset of the next extension, or 0.
    pub next: u32,
    /// Data of the extension.
    #[br(count = data_size)]
    #[schema(region(at = data_offset))]
    pub data: Vec<u8>,
    /// The next extension.
    #[br(if(next != 0))]
    #[schema(region(at = next, place(align = 4)))]
    pub following: Option<Box<Extension>>,
}

/// A part of the model.
#[derive(Debug, Clone, Default, PartialEq, Eq, Record)]
#[brw(little)]
pub struct Mesh {
    /// Offset of the name in the texts.
    #[schema(text_in("texts", code = "mesh.name"))]
    pub name: u32,
    /// Offset of the name of the material in the texts.
    #[schema(text_in("texts", code = "mesh.material"))]
    pub material: u32,
    /// Number of the first vertex of the mesh.
    pub first_vertex: u32,
    /// Number of vertices of the mesh.
    pub vertex_count: u32,
    /// Number of the first triangle of the mesh.
    pub first_triangle: u32,
    /// Number of triangles of the mesh.
    pub triangle_count: u32,
}

/// The description of an array of vertices.
#[derive(Debug, Clone, Default, PartialEq, Eq, Record)]
#[brw(little)]
pub struct VertexArray {
    /// Attribute that the array holds.
    #[schema(codes = Meaning)]
    pub meaning: u32,
    /// Flags that an engine defines.
    pub flags: u32,
    /// Type of a component.
    #[schema(codes = Format, known)]
    pub format: u32,
    /// Number of components of a vertex.
    pub components: u32,
    /// Offset of the array.
    pub offset: u32,
}

/// Vertex attributes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Record)]
#[repr(u32)]
pub enum Meaning {
    Position = 0,
    TextureCoordinate = 1,
    Normal = 2,
    Tangent = 3,
    BlendIndexes = 4,
    BlendWeights = 5,
    Color = 6,
    /// The first attribute that an engine defines; the code minus 16 is the offset of its name in the texts.
    Custom = 16,
}

/// Types of components.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Record)]
#[repr(u32)]
pub enum Format {
    Byte = 0,
    UnsignedByte = 1,
    Short = 2,
    UnsignedShort = 3,
    Int = 4,
    UnsignedInt = 5,
    Half = 6,
    Float = 7,
    Double = 8,
}

/// An array of vertices.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[br(import(format: u32))]
pub enum Vertices {
    #[br(pre_assert(format == 0))]
    SignedBytes(#[br(parse_with = until_eof)] Vec<i8>),
    #[br(pre_assert(format == 1))]
    Bytes(#[br(parse_with = until_eof)] Vec<u8>),
    #[br(pre_assert(format == 2))]
    Shorts(#[br(parse_with = until_eof)] Vec<i16>),
    #[br(pre_assert(format == 3))]
    UnsignedShorts(#[br(parse_with = until_eof)] Vec<u16>),
    #[br(pre_assert(format == 4))]
    Ints(#[br(parse_with = until_eof)] Vec<i32>),
    #[br(pre_assert(format == 5))]
    UnsignedInts(#[br(parse_with = until_eof)] Vec<u32>),
    #[br(pre_assert(format == 6))]
    Halves(#[br(parse_with = until_eof)] Vec<F16>),
    #[br(pre_assert(format == 7))]
    Floats(#[br(parse_with = until_eof)] Vec<f32>),
    #[br(pre_assert(format == 8))]
    Doubles(#[br(parse_with = until_eof)] Vec<f64>),
    /// An array of an unknown format.
    Other(#[br(parse_with = until_eof)] Vec<u8>),
}

/// The numbers of three vertices, or of three triangles.
#[derive(Debug, Clone, Default, PartialEq, Eq, Record)]
#[brw(little)]
pub struct Triangle {
    pub a: u32,
    pub b: u32,
    pub c: u32,
}

/// A bone in its rest pose.
#[derive(Debug, Clone, Default, PartialEq, Record)]
#[brw(little)]
pub struct Joint {
    /// Offset of the name in the texts.
    #[schema(text_in("texts", code = "joint.name"))]
    pub name: u32,
    /// Number of the parent joint, or -1.
    pub parent: i32,
    /// Position.
    pub translate: [f32; 3],
    /// A quaternion: x, y, z, w.
    pub rotate: [f32; 4],
    /// Scale.
    pub scale: [f32; 3],
}

/// The offsets and scales of the channels of a bone.
#[derive(Debug, Clone, Default, PartialEq, Record)]
#[brw(little)]
pub struct Pose {
    /// Number of the parent pose, or -1.
    pub parent: i32,
    /// Mask with one bit for each channel that frames hold.
    pub mask: u32,
    /// Value of each channel for the stored number 0.
    pub channel_offsets: [f32; 10],
    /// Change of each channel for one step of the stored number.
    pub channel_scales: [f32; 10],
}

/// A range of frames.
#[derive(Debug, Clone, Default, PartialEq, Record)]
#[brw(little)]
pub struct Animation {
    /// Offset of the name in the texts.
    #[schema(text_in("texts", code = "animation.name"))]
    pub name: u32,
    /// Number of the first frame.
    pub first_frame: u32,
    /// Number of frames in the range.
    pub frame_count: u32,
    /// Number of frames in a second.
    pub frame_rate: f32,
    #[schema(codes = AnimationFlag)]
    pub flags: u32,
}

/// Flags of an animation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Record)]
#[repr(u32)]
#[schema(flags)]
pub enum AnimationFlag {
    /// The animation repeats.
    Loop = 1,
}

/// The bounding volume of the model in a frame.
#[derive(Debug, Clone, Default, PartialEq, Record)]
#[brw(little)]
pub struct Bounds {
    /// The least x, y and z.
    pub least: [f32; 3],
    /// The greatest x, y and z.
    pub greatest: [f32; 3],
    /// Radius of the bounding circle in x and y.
    pub circle: f32,
    /// Radius of the bounding sphere.
    pub sphere: f32,
}

/// Reads an array of vertices.
pub fn read(file: &[u8], meaning: Meaning) -> Result<Vec<u8>> {
    let model = Iqm::from_slice(file)?;
    content(file, Iqm::VERTICES, &model.vertices, find(&model, meaning)?)
}

/// Replaces an array of vertices, even by an array with more bytes for each vertex; the parts after it move.
pub fn replace(file: &[u8], meaning: Meaning, (format, components): (Format, u32), data: &[u8]) -> Result<Vec<u8>> {
    let mut model = Iqm::from_slice(file)?;
    let index = find(&model, meaning)?;
    if let Some(array) = model.vertex_arrays.get_mut(index) {
        (array.format, array.components) = (format as u32, components);
    }
    let mut writer = FileWriter::edit(&model, [], file)?;
    writer.put(Iqm::VERTICES, index as u64, Content::new(data))?;
    writer.place()?.to_vec()
}

fn find(model: &Iqm, meaning: Meaning) -> Result<usize> {
    let found = model.vertex_arrays.iter().position(|array| array.meaning == meaning as u32);
    found.ok_or_else(|| missing(format!("no array of vertices of the meaning {meaning:?}")))
}
