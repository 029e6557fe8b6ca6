//! Generated from the schema of `gpb`.
//!
//! Needs bpx-schema 0.1.0.

use bpx_schema::codec::Tree;
use bpx_schema::{Record, structure};

/// The property that a channel changes, and the number of floats of each key (`5 AnimationChannel`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Record)]
#[repr(u8)]
#[schema(spec = "5 AnimationChannel")]
pub enum TargetAttribute {
    /// No property; readers skip the channel.
    None = 0,
    /// 3 floats.
    Scale = 1,
    /// 1 float.
    ScaleX = 2,
    /// 1 float.
    ScaleY = 3,
    /// 1 float.
    ScaleZ = 4,
    /// 4 floats: x, y, z, w.
    Rotate = 8,
    /// 3 floats.
    Translate = 9,
    /// 1 float.
    TranslateX = 10,
    /// 1 float.
    TranslateY = 11,
    /// 1 float.
    TranslateZ = 12,
    /// 7 floats.
    RotateTranslate = 16,
    /// 10 floats.
    ScaleRotateTranslate = 17,
    /// 6 floats.
    ScaleTranslate = 18,
    /// 7 floats.
    ScaleRotate = 19,
}

/// Weight and slant of the letters (`enum FontStyle`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Record)]
#[repr(u8)]
#[schema(spec = "Enums")]
pub enum FontStyle {
    /// Regular weight, upright.
    PLAIN = 0,
    /// Bold, upright.
    BOLD = 1,
    /// Regular weight, slanted.
    ITALIC = 2,
    /// Bold, slanted.
    #[schema(name = "BOLD_ITALIC")]
    BoldItalic = 4,
}

/// Meaning of a pixel in the texture of a font (`enum FontFormat`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Record)]
#[repr(u8)]
#[schema(spec = "Enums")]
pub enum FontFormat {
    /// The share of the pixel that the letter covers.
    BITMAP = 0,
    /// The distance of the pixel from the outline.
    #[schema(name = "DISTANCE_FIELD")]
    DistanceField = 1,
}

/// Types of primitives, which indices form (`enum PrimitiveType`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Record)]
#[repr(u8)]
#[schema(spec = "Enums")]
pub enum Primitive {
    /// Points.
    POINTS = 0,
    /// Two indices form a line.
    LINES = 1,
    /// Each index forms a line with the index before.
    #[schema(name = "LINE_STRIP")]
    LineStrip = 3,
    /// Three indices form a triangle.
    TRIANGLES = 4,
    /// Each index forms a triangle with the two indices before.
    #[schema(name = "TRIANGLE_STRIP")]
    TriangleStrip = 5,
}

/// Size of an index (`enum IndexFormat`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Record)]
#[repr(u16)]
#[schema(spec = "Enums")]
pub enum IndexFormat {
    /// One byte.
    INDEX8 = 5121,
    /// Two bytes.
    INDEX16 = 5123,
    /// Four bytes.
    INDEX32 = 5125,
}

/// Purpose of a node (`enum NodeType`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Record)]
#[repr(u8)]
#[schema(spec = "Enums")]
pub enum NodeKind {
    /// A coordinate system in the scene.
    NODE = 1,
    /// A joint of a skin.
    JOINT = 2,
}

/// The type of the object at the offset of a reference (`Object Definitions`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Record)]
#[repr(u8)]
#[schema(spec = "Object Definitions")]
pub enum ObjectKind {
    /// A scene.
    Scene = 1,
    /// A node at any level.
    Node = 2,
    /// An object that contains all animations.
    Animations = 3,
    /// A camera, which is stored inside of its node.
    Camera = 32,
    /// A light, which is stored inside of its node.
    Light = 33,
    /// A mesh.
    Mesh = 34,
    /// A font.
    Font = 128,
}

/// Meaning of a part of a vertex (`enum VertexUsage`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Record)]
#[repr(u8)]
#[schema(spec = "Enums")]
pub enum VertexUsage {
    /// Position.
    POSITION = 1,
    /// Direction of the surface.
    NORMAL = 2,
    /// Colour.
    COLOR = 3,
    /// Direction along the surface.
    TANGENT = 4,
    /// Direction along the surface, across the tangent.
    BINORMAL = 5,
    /// Weights of the joints that move the vertex.
    BLENDWEIGHTS = 6,
    /// Numbers of the joints that move the vertex, as floats.
    BLENDINDICES = 7,
    /// Position on a texture.
    TEXCOORD0 = 8,
    /// Position on the second texture.
    TEXCOORD1 = 9,
    /// Position on the third texture.
    TEXCOORD2 = 10,
    /// Position on the fourth texture.
    TEXCOORD3 = 11,
    /// Position on the fifth texture.
    TEXCOORD4 = 12,
    /// Position on the sixth texture.
    TEXCOORD5 = 13,
    /// Position on the seventh texture.
    TEXCOORD6 = 14,
    /// Position on the eighth texture.
    TEXCOORD7 = 15,
}

/// An animation, with channels that change values together (`4 Animation`).
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[schema(
    spec = "4 Animation",
    assert(count(id, entry == 0) == 0, class = BadText, text = "the text contains a NUL", on = id, code = "gpb.nul-in-string", spec = "Primitives"),
    assert((id.len() <= 4999) || (count(id, entry == 0) != 0), class = OutOfRange, text = "the text has {id.len()} bytes, but a known reader accepts at most {4999}", on = id, code = "gpb.string-too-long", spec = "Primitives", lenient = "I-81")
)]
pub struct Animation {
    #[br(temp)]
    #[bw(calc = id.len())]
    id_length: u32,
    /// Name of the animation, which no reference states.
    #[br(count = id_length)]
    #[schema(utf8, lenient = "I-80", code = "gpb.text")]
    pub id: Vec<u8>,
    #[br(temp)]
    #[bw(calc = channels.len())]
    channel_count: u32,
    /// The channels of the animation; often none.
    #[br(count = channel_count)]
    pub channels: Vec<Channel>,
}

/// All animations of a bundle (`3 Animations`).
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[schema(spec = "3 Animations")]
pub struct Animations {
    #[br(temp)]
    #[bw(calc = animations.len())]
    animation_count: u32,
    /// The animations, in order.
    #[br(count = animation_count)]
    pub animations: Vec<Animation>,
}

/// A box and a sphere that contain a mesh (`34 Mesh`): 40 bytes.
#[derive(Debug, Clone, PartialEq, Record)]
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

/// A bundle of version 1.0 to 1.5 (`File Structure`).
///
/// An object states neither its type nor its id. The reference with the object's offset states both.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[schema(
    spec = "File Structure",
    assert(remaining == 0, class = TrailingBytes, text = "{remaining} bytes follow the last object", on = position, code = "gpb.trailing-bytes", lenient = "I-85")
)]
pub struct Bundle {
    /// Always `\xABGPB\xBB\r\n\x1A\n`.
    #[schema(spec = "File Structure", magic = b"\xabGPB\xbb\r\n\x1a\n", code = "gpb.bad-magic")]
    pub identifier: [u8; 9],
    /// Always 1.
    #[schema(spec = "File Structure", supported(1), code = "gpb.unsupported-version")]
    pub major: u8,
    /// Minor version, from 0 to 5; some fields exist only since a minor version.
    #[schema(spec = "File Structure", supported(0, 1, 2, 3, 4, 5), code = "gpb.unsupported-version")]
    pub minor: u8,
    #[br(temp)]
    #[bw(calc = references.len())]
    reference_count: u32,
    /// Ids, types and offsets of the objects; usually sorted by id.
    #[br(count = reference_count)]
    #[schema(spec = "References")]
    pub references: Vec<Reference>,
    #[br(temp, if(find(references.kind == 128, references.kind) == 0, 0))]
    #[bw(calc = meshes.len())]
    mesh_count: u32,
    /// The meshes; empty in a font bundle.
    #[br(count = mesh_count)]
    #[schema(spec = "34 Mesh")]
    pub meshes: Vec<Mesh>,
    #[br(temp, if(find(references.kind == 128, references.kind) == 0, 0))]
    #[bw(calc = objects.len())]
    object_count: u32,
    /// The objects, usually a scene and perhaps animations.
    #[br(count = object_count, args(find(references.offset == position, references.kind), minor))]
    #[schema(spec = "Objects")]
    pub objects: Vec<Object>,
    /// The font, in a font bundle.
    #[br(if(find(references.kind == 128, references.kind) != 0), args(minor))]
    #[schema(spec = "128 Font")]
    pub font: Option<Font>,
}

/// A camera; a single byte 0 if there is no camera (`32 Camera`).
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[schema(spec = "32 Camera")]
pub struct Camera {
    /// Type of the camera: 0 none, 1 perspective, 2 orthographic.
    #[schema(name = "cameraType", one_of(0, 1, 2), code = "gpb.bad-camera-type")]
    pub kind: u8,
    /// Projection and visible range, unless there is no camera.
    #[br(if(kind != 0), args(kind))]
    pub lens: Option<Lens>,
}

/// The values of one property over time (`5 AnimationChannel`).
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[schema(
    spec = "5 AnimationChannel",
    assert(count(target_id, entry == 0) == 0, class = BadText, text = "the text contains a NUL", on = target_id, code = "gpb.nul-in-string", spec = "Primitives"),
    assert((target_id.len() <= 4999) || (count(target_id, entry == 0) != 0), class = OutOfRange, text = "the text has {target_id.len()} bytes, but a known reader accepts at most {4999}", on = target_id, code = "gpb.string-too-long", spec = "Primitives", lenient = "I-81")
)]
pub struct Channel {
    #[br(temp)]
    #[bw(calc = target_id.len())]
    #[schema(range(1..=4294967295), code = "gpb.empty-target")]
    target_id_length: u32,
    /// Id of the node that the channel changes, without `#`.
    #[br(count = target_id_length)]
    #[schema(name = "targetId", utf8, lenient = "I-80", code = "gpb.text")]
    pub target_id: Vec<u8>,
    /// The property that the channel changes.
    #[schema(name = "targetAttribute", codes = TargetAttribute)]
    pub target_attribute: u32,
    #[br(temp)]
    #[bw(calc = key_times.len())]
    key_count: u32,
    /// Times of the keys, in milliseconds.
    #[br(count = key_count)]
    #[schema(name = "keyTimes")]
    pub key_times: Vec<u32>,
    #[br(temp)]
    #[bw(calc = values.len())]
    value_count: u32,
    /// The values of all keys, one key after the other.
    #[br(count = value_count)]
    pub values: Vec<f32>,
    #[br(temp)]
    #[bw(calc = tangents_in.len())]
    tangent_in_count: u32,
    /// Tangents that lead into the keys; usually empty.
    #[br(count = tangent_in_count)]
    pub tangents_in: Vec<f32>,
    #[br(temp)]
    #[bw(calc = tangents_out.len())]
    tangent_out_count: u32,
    /// Tangents that lead out of the keys; usually empty.
    #[br(count = tangent_out_count)]
    pub tangents_out: Vec<f32>,
    #[br(temp)]
    #[bw(calc = interpolation.len())]
    interpolation_count: u32,
    /// Interpolation between keys: 1 linear, 2 Bezier, 3 cardinal, 4 Hermite, 5 B-spline, 6 steps; usually one value
    /// for all keys.
    #[br(count = interpolation_count)]
    pub interpolation: Vec<u32>,
}

/// A font in one or more sizes (`128 Font`).
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[br(import(minor: u64))]
#[schema(
    spec = "128 Font",
    assert(count(family, entry == 0) == 0, class = BadText, text = "the text contains a NUL", on = family, code = "gpb.nul-in-string", spec = "Primitives"),
    assert((family.len() <= 4999) || (count(family, entry == 0) != 0), class = OutOfRange, text = "the text has {family.len()} bytes, but a known reader accepts at most {4999}", on = family, code = "gpb.string-too-long", spec = "Primitives", lenient = "I-81")
)]
pub struct Font {
    #[br(temp)]
    #[bw(calc = family.len())]
    #[schema(range(1..=4294967295), code = "gpb.empty-family")]
    family_length: u32,
    /// Name of the family.
    #[br(count = family_length)]
    #[schema(utf8, lenient = "I-80", code = "gpb.text")]
    pub family: Vec<u8>,
    /// Weight and slant of the letters.
    #[schema(codes = FontStyle, known, lenient = "I-83", code = "gpb.bad-font-style")]
    pub style: u32,
    /// Number of sizes; always one before version 1.4.
    #[br(temp, if(minor >= 4, 1))]
    #[bw(calc = sizes.len())]
    #[schema(range(1..=4294967295), code = "gpb.zero-font-sizes")]
    size_count: u32,
    /// The sizes, each with a texture of its own.
    #[br(count = size_count, args(minor))]
    pub sizes: Vec<FontSize>,
}

/// One size of a font (`128 Font`).
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[br(import(minor: u64))]
#[schema(
    spec = "128 Font",
    assert(count(charset, entry == 0) == 0, class = BadText, text = "the text contains a NUL", on = charset, code = "gpb.nul-in-string", spec = "Primitives"),
    assert((charset.len() <= 4999) || (count(charset, entry == 0) != 0), class = OutOfRange, text = "the text has {charset.len()} bytes, but a known reader accepts at most {4999}", on = charset, code = "gpb.string-too-long", spec = "Primitives", lenient = "I-81"),
    assert(texture_size == (texture_width * texture_height), code = "gpb.texture-size", spec = "")
)]
pub struct FontSize {
    /// Height of a line in pixels.
    #[schema(name = "size")]
    pub line_height: u32,
    #[br(temp)]
    #[bw(calc = charset.len())]
    charset_length: u32,
    /// The characters of the font; often empty.
    #[br(count = charset_length)]
    #[schema(utf8, lenient = "I-80", code = "gpb.text")]
    pub charset: Vec<u8>,
    #[br(temp)]
    #[bw(calc = glyphs.len())]
    #[schema(range(1..=4294967295), code = "gpb.zero-glyphs")]
    glyph_count: u32,
    /// The positions of the characters on the texture.
    #[br(count = glyph_count, args(minor))]
    pub glyphs: Vec<Glyph>,
    /// Width of the texture in pixels.
    #[schema(name = "texMapWidth")]
    pub texture_width: u32,
    /// Height of the texture in pixels.
    #[schema(name = "texMapHeight")]
    pub texture_height: u32,
    #[br(temp)]
    #[bw(calc = texture.len())]
    texture_size: u32,
    /// One byte for each pixel, from the upper left.
    #[br(count = texture_size)]
    #[schema(name = "texMap")]
    pub texture: Vec<u8>,
    /// Meaning of a pixel in the texture, since version 1.3; before version 1.3, a pixel always means coverage.
    #[br(if(minor >= 3, 0))]
    #[schema(codes = FontFormat, known, lenient = "I-83", code = "gpb.bad-font-format")]
    pub format: u32,
}

/// A character, and its rectangle on the texture (`128 Font`).
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[br(import(minor: u64))]
#[schema(spec = "128 Font")]
pub struct Glyph {
    /// Unicode code point of the character.
    #[schema(name = "index")]
    pub code: u32,
    /// Width of the character in pixels.
    pub width: u32,
    /// Distance from the pen to the left edge, in pixels; 0 before version 1.5.
    #[br(if(minor >= 5, 0))]
    #[schema(name = "bearingX")]
    pub bearing_x: i32,
    /// Distance that the pen moves, in pixels; missing before version 1.5, where the pen moves by the width.
    #[br(if(minor >= 5))]
    pub advance: Option<u32>,
    /// Left, top, right and bottom edge of the rectangle, as fractions of the texture from 0 to 1.
    #[schema(name = "uvCoords")]
    pub uv: [f32; 4],
}

/// Colour and shape of a light (`33 Light`). A colour has red, green and blue.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[br(import(kind: u64))]
#[schema(spec = "33 Light")]
pub enum Lamp {
    /// Light that has the same direction everywhere.
    #[br(pre_assert(kind == 1))]
    Directional {
        /// Colour of the light.
        color: [f32; 3],
    },
    /// Light from one point.
    #[br(pre_assert(kind == 2))]
    Point {
        /// Colour of the light.
        color: [f32; 3],
        /// Distance that the light reaches.
        range: f32,
    },
    /// Light from one point, in a cone.
    #[br(pre_assert(kind == 3))]
    Spot {
        /// Colour of the light.
        color: [f32; 3],
        /// Distance that the light reaches.
        range: f32,
        /// Angle of the inner cone, which has full light, in radians.
        #[schema(name = "innerAngle")]
        inner_angle: f32,
        /// Angle of the outer cone, beyond which there is no light, in radians.
        #[schema(name = "outerAngle")]
        outer_angle: f32,
    },
}

/// Projection and visible range of a camera (`32 Camera`).
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[br(import(kind: u64))]
#[schema(spec = "32 Camera")]
pub enum Lens {
    /// A perspective projection, in which distant objects are smaller.
    #[br(pre_assert(kind == 1))]
    Perspective {
        /// Width of the visible part, divided by its height.
        #[schema(name = "aspectRatio")]
        aspect_ratio: f32,
        /// Nearest visible distance.
        #[schema(name = "nearPlane")]
        near_plane: f32,
        /// Farthest visible distance.
        #[schema(name = "farPlane")]
        far_plane: f32,
        /// Angle of the visible part from bottom to top, in degrees.
        #[schema(name = "fieldOfView")]
        field_of_view: f32,
    },
    /// An orthographic projection, in which the size does not depend on the distance.
    #[br(pre_assert(kind == 2))]
    Orthographic {
        /// Width of the visible part, divided by its height.
        #[schema(name = "aspectRatio")]
        aspect_ratio: f32,
        /// Nearest visible distance.
        #[schema(name = "nearPlane")]
        near_plane: f32,
        /// Farthest visible distance.
        #[schema(name = "farPlane")]
        far_plane: f32,
        /// Width and height of the visible part; a known writer stores 0 as the height.
        magnification: [f32; 2],
    },
}

/// A light; a single byte 0 if there is no light (`33 Light`). Ambient light is a colour of the scene.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[schema(spec = "33 Light")]
pub struct Light {
    /// Type of the light: 0 none, 1 directional, 2 point, 3 spot.
    #[schema(name = "lightType", one_of(0, 1, 2, 3), code = "gpb.bad-light-type")]
    pub kind: u8,
    /// Colour and shape of the light, unless there is no light.
    #[br(if(kind != 0), args(kind))]
    pub lamp: Option<Lamp>,
}

/// Skin and materials of a mesh (`11 Model`).
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[schema(spec = "11 Model")]
pub struct Look {
    /// 1 if there is a skin, 0 if not.
    #[schema(name = "hasSkin", one_of(0, 1), lenient = "I-82", code = "gpb.bad-bool")]
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

/// Vertices, and the primitives that they form (`34 Mesh`).
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[schema(
    spec = "34 Mesh",
    assert((vertex_size % (if element_count == 0 { 1 } else { sum(elements.size) * 4 })) == 0, code = "gpb.vertex-bytes-not-multiple", spec = "", lenient = "I-83")
)]
pub struct Mesh {
    #[br(temp)]
    #[bw(calc = elements.len())]
    #[schema(range(1..=4294967295), code = "gpb.zero-vertex-elements")]
    element_count: u32,
    /// The parts of a vertex.
    #[br(count = element_count)]
    #[schema(name = "vertexFormat")]
    pub elements: Vec<VertexElement>,
    #[br(temp)]
    #[bw(calc = vertices.len())]
    #[schema(range(1..=4294967295), code = "gpb.zero-vertices")]
    vertex_size: u32,
    /// The vertices, one after the other, as floats in the order of the elements.
    #[br(count = vertex_size)]
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

/// A set of primitives of a mesh (`35 MeshPart`).
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[schema(
    spec = "35 MeshPart",
    assert((index_size % (if index_format == 5125 { 4 } else { if index_format == 5123 { 2 } else { 1 } })) == 0, code = "gpb.index-bytes-not-multiple", spec = "", lenient = "I-83")
)]
pub struct MeshPart {
    /// Type of the primitives that the indices form.
    #[schema(name = "primitiveType", codes = Primitive, known, lenient = "I-83", code = "gpb.bad-primitive-type")]
    pub primitive: u32,
    /// Size of an index.
    #[schema(name = "indexFormat", codes = IndexFormat, known, code = "gpb.bad-index-format")]
    pub index_format: u32,
    #[br(temp)]
    #[bw(calc = indices.len())]
    index_size: u32,
    /// The indices as stored, which are numbers of vertices counted from 0.
    #[br(count = index_size)]
    pub indices: Vec<u8>,
}

/// The joints that move a mesh (`36 MeshSkin`).
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[schema(spec = "36 MeshSkin", assert(bind_pose_count == (joint_count * 16), code = "gpb.bind-pose-count", spec = ""))]
pub struct MeshSkin {
    /// Transform of the mesh when it was bound, column by column.
    #[schema(name = "bindShape")]
    pub bind_shape: [f32; 16],
    #[br(temp)]
    #[bw(calc = joints.len())]
    #[schema(range(1..=4294967295), code = "gpb.zero-joints")]
    joint_count: u32,
    /// `#` and the id of each node that is a joint.
    #[br(count = joint_count, args(1))]
    pub joints: Vec<Name>,
    #[br(temp)]
    #[bw(calc = bind_poses.len())]
    bind_pose_count: u32,
    /// The inverse of each joint's pose when the mesh was bound: 16 floats each, column by column.
    #[br(count = bind_pose_count)]
    #[schema(name = "jointsBindPoses")]
    pub bind_poses: Vec<f32>,
}

/// A mesh at a node; the name is empty if the node has no mesh (`11 Model`).
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[schema(
    spec = "11 Model",
    assert(count(mesh, entry == 0) == 0, class = BadText, text = "the text contains a NUL", on = mesh, code = "gpb.nul-in-string", spec = "Primitives"),
    assert((mesh.len() <= 4999) || (count(mesh, entry == 0) != 0), class = OutOfRange, text = "the text has {mesh.len()} bytes, but a known reader accepts at most {4999}", on = mesh, code = "gpb.string-too-long", spec = "Primitives", lenient = "I-81"),
    assert(((mesh.len() == 0) || ((mesh.len() > 1) && (mesh[0] == 35))) || ((count(mesh, entry == 35) != 0) && (mesh[mesh.len() - 1] != 35)), class = BadReference, text = "expected `#` and an id, found {mesh}", on = mesh, code = "gpb.bad-xref", spec = "Xrefs"),
    assert((((mesh.len() < 2) || (mesh[0] == 35)) || (count(mesh, entry == 35) == 0)) || (mesh[mesh.len() - 1] == 35), class = BadReference, severity = note, text = "expected a mesh of this file, found {mesh}; known readers read no objects of other files", on = mesh, code = "gpb.external-xref", spec = "Xrefs")
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

/// A text as an element of a list (`Primitives`); `is_xref` is 1 if the text names an object (`Xrefs`).
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[br(import(is_xref: u64))]
#[schema(
    spec = "Primitives",
    assert(count(text, entry == 0) == 0, class = BadText, text = "the text contains a NUL", on = text, code = "gpb.nul-in-string"),
    assert((text.len() <= 4999) || (count(text, entry == 0) != 0), class = OutOfRange, text = "the text has {text.len()} bytes, but a known reader accepts at most {4999}", on = text, code = "gpb.string-too-long", lenient = "I-81"),
    assert(((is_xref == 0) || ((text.len() > 1) && (text[0] == 35))) || ((count(text, entry == 35) != 0) && (text[text.len() - 1] != 35)), class = BadReference, text = "expected `#` and an id, found {text}", on = text, code = "gpb.bad-xref", spec = "Xrefs"),
    assert(((((is_xref == 0) || (text.len() < 2)) || (text[0] == 35)) || (count(text, entry == 35) == 0)) || (text[text.len() - 1] == 35), class = BadReference, severity = note, text = "expected an object of this file, found {text}; known readers read no objects of other files", on = text, code = "gpb.external-xref", spec = "Xrefs")
)]
pub struct Name {
    #[br(temp)]
    #[bw(calc = text.len())]
    length: u32,
    /// The text.
    #[br(count = length)]
    #[schema(utf8, lenient = "I-80", code = "gpb.text")]
    pub text: Vec<u8>,
}

/// A coordinate system in a scene, with its camera, light and model (`2 Node`).
///
/// The children are stored between the id of the parent and the camera.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[br(import(minor: u64))]
#[schema(
    spec = "2 Node",
    assert(count(parent_id, entry == 0) == 0, class = BadText, text = "the text contains a NUL", on = parent_id, code = "gpb.nul-in-string", spec = "Primitives"),
    assert((parent_id.len() <= 4999) || (count(parent_id, entry == 0) != 0), class = OutOfRange, text = "the text has {parent_id.len()} bytes, but a known reader accepts at most {4999}", on = parent_id, code = "gpb.string-too-long", spec = "Primitives", lenient = "I-81")
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

/// An object at the top of a bundle; the reference to it states its type.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[br(import(kind: u64, minor: u64))]
#[schema(spec = "Objects")]
pub enum Object {
    /// A scene.
    #[br(pre_assert(kind == 1))]
    Scene(#[br(args(minor))] Scene),
    /// A node outside of any scene.
    #[br(pre_assert(kind == 2))]
    Node(#[br(args(minor))] Tree<Node>),
    /// An object that contains all animations.
    #[br(pre_assert(kind == 3))]
    Animations(Animations),
}

/// Type, id and offset of an object (`References`).
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[schema(
    spec = "References",
    assert(count(id, entry == 0) == 0, class = BadText, text = "the text contains a NUL", on = id, code = "gpb.nul-in-string", spec = "Primitives"),
    assert((id.len() <= 4999) || (count(id, entry == 0) != 0), class = OutOfRange, text = "the text has {id.len()} bytes, but a known reader accepts at most {4999}", on = id, code = "gpb.string-too-long", spec = "Primitives", lenient = "I-81")
)]
pub struct Reference {
    #[br(temp)]
    #[bw(calc = id.len())]
    #[schema(range(1..=4294967295), code = "gpb.empty-id")]
    id_length: u32,
    /// The id of the object, unique in the file.
    #[br(count = id_length)]
    #[schema(
        utf8,
        lenient = "I-80",
        code = "gpb.text",
        unique(code = "gpb.duplicate-id", spec = "ID's"),
        sorted(code = "gpb.reference-order", spec = "References", severity = note)
    )]
    pub id: Vec<u8>,
    /// Type of the object.
    #[schema(name = "type", codes = ObjectKind, known, code = "gpb.bad-type-id")]
    pub kind: u32,
    /// Offset in bytes from the beginning of the file to the object; 0 for a camera or a light that was not written.
    pub offset: u32,
}

/// A scene with nodes, the active camera and the ambient light (`1 Scene`).
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[br(import(minor: u64))]
#[schema(
    spec = "1 Scene",
    assert(count(active_camera, entry == 0) == 0, class = BadText, text = "the text contains a NUL", on = active_camera, code = "gpb.nul-in-string", spec = "Primitives"),
    assert((active_camera.len() <= 4999) || (count(active_camera, entry == 0) != 0), class = OutOfRange, text = "the text has {active_camera.len()} bytes, but a known reader accepts at most {4999}", on = active_camera, code = "gpb.string-too-long", spec = "Primitives", lenient = "I-81"),
    assert(((active_camera.len() == 0) || ((active_camera.len() > 1) && (active_camera[0] == 35))) || ((count(active_camera, entry == 35) != 0) && (active_camera[active_camera.len() - 1] != 35)), class = BadReference, text = "expected `#` and an id, found {active_camera}", on = active_camera, code = "gpb.bad-xref", spec = "Xrefs"),
    assert((((active_camera.len() < 2) || (active_camera[0] == 35)) || (count(active_camera, entry == 35) == 0)) || (active_camera[active_camera.len() - 1] == 35), class = BadReference, severity = note, text = "expected a node of this file, found {active_camera}; known readers read no objects of other files", on = active_camera, code = "gpb.external-xref", spec = "Xrefs")
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

/// A part of every vertex of a mesh (`34 Mesh`): 8 bytes.
#[derive(Debug, Clone, PartialEq, Record)]
#[brw(little)]
#[schema(spec = "34 Mesh", size = 8)]
pub struct VertexElement {
    /// Meaning of the numbers.
    #[schema(codes = VertexUsage, known, lenient = "I-83", code = "gpb.bad-vertex-usage")]
    pub usage: u32,
    /// Number of floats, from 1 to 4.
    #[schema(range(1..=4), lenient = "I-83", code = "gpb.bad-vertex-size")]
    pub size: u32,
}
