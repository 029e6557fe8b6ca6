//! Generated from the schema of `gpb`.
//!
//! Needs bpx-schema 0.1.0.

use bpx_schema::codec::Tree;
use bpx_schema::{Record, structure};

/// What a channel moves, and by how many floats a key (`5 AnimationChannel`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Record)]
#[repr(u8)]
#[schema(spec = "5 AnimationChannel")]
pub enum TargetAttribute {
    /// Nothing: a reader skips the channel.
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

/// How letters stand (`enum FontStyle`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Record)]
#[repr(u8)]
#[schema(spec = "Enums")]
pub enum FontStyle {
    /// Upright and thin.
    PLAIN = 0,
    /// Thick.
    BOLD = 1,
    /// Slanted.
    ITALIC = 2,
    /// Both.
    #[schema(name = "BOLD_ITALIC")]
    BOLDITALIC = 4,
}

/// What the texture of a font holds (`enum FontFormat`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Record)]
#[repr(u8)]
#[schema(spec = "Enums")]
pub enum FontFormat {
    /// How much of a pixel is covered.
    BITMAP = 0,
    /// How far a pixel is from the outline.
    #[schema(name = "DISTANCE_FIELD")]
    DISTANCEFIELD = 1,
}

/// How indices form what is drawn (`enum PrimitiveType`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Record)]
#[repr(u8)]
#[schema(spec = "Enums")]
pub enum Primitive {
    /// Points.
    POINTS = 0,
    /// Pairs.
    LINES = 1,
    /// Each with the one before.
    #[schema(name = "LINE_STRIP")]
    LINESTRIP = 3,
    /// Triples.
    TRIANGLES = 4,
    /// Each with the two before.
    #[schema(name = "TRIANGLE_STRIP")]
    TRIANGLESTRIP = 5,
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

/// What a node is for (`enum NodeType`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Record)]
#[repr(u8)]
#[schema(spec = "Enums")]
pub enum NodeKind {
    /// A place in the scene.
    NODE = 1,
    /// A joint of a skin.
    JOINT = 2,
}

/// What a reference leads to (`Object Definitions`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Record)]
#[repr(u8)]
#[schema(spec = "Object Definitions")]
pub enum ObjectKind {
    /// A scene.
    Scene = 1,
    /// A node, wherever it stands.
    Node = 2,
    /// All animations.
    Animations = 3,
    /// A camera, inside of its node.
    Camera = 32,
    /// A light, inside of its node.
    Light = 33,
    /// A mesh.
    Mesh = 34,
    /// A font.
    Font = 128,
}

/// What a part of a vertex means (`enum VertexUsage`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Record)]
#[repr(u8)]
#[schema(spec = "Enums")]
pub enum VertexUsage {
    /// Where it is.
    POSITION = 1,
    /// Which way the surface looks.
    NORMAL = 2,
    /// Its colour.
    COLOR = 3,
    /// Along the surface.
    TANGENT = 4,
    /// Along the surface, across the tangent.
    BINORMAL = 5,
    /// How much joints move it.
    BLENDWEIGHTS = 6,
    /// Which joints move it, as floats.
    BLENDINDICES = 7,
    /// Where it is on a texture.
    TEXCOORD0 = 8,
    /// As before, on the next texture.
    TEXCOORD1 = 9,
    /// As before, on the next texture.
    TEXCOORD2 = 10,
    /// As before, on the next texture.
    TEXCOORD3 = 11,
    /// As before, on the next texture.
    TEXCOORD4 = 12,
    /// As before, on the next texture.
    TEXCOORD5 = 13,
    /// As before, on the next texture.
    TEXCOORD6 = 14,
    /// As before, on the next texture.
    TEXCOORD7 = 15,
}

/// What moves together (`4 Animation`).
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[schema(spec = "4 Animation")]
pub struct Animation {
    #[br(temp)]
    #[bw(calc = id.len())]
    id_length: u32,
    /// Its name, which no reference has.
    #[br(count = id_length)]
    #[schema(utf8, lenient = "I-80", code = "gpb.text")]
    pub id: Vec<u8>,
    #[br(temp)]
    #[bw(calc = channels.len())]
    channel_count: u32,
    /// What moves; often nothing.
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
    /// One after the other.
    #[br(count = animation_count)]
    pub animations: Vec<Animation>,
}

/// Around what lies all of a mesh (`34 Mesh`): 40 bytes.
#[derive(Debug, Clone, PartialEq, Record)]
#[brw(little)]
#[schema(spec = "34 Mesh", size = 40)]
pub struct Bounds {
    /// The least corner of the box.
    pub min: [f32; 3],
    /// The greatest corner of the box.
    pub max: [f32; 3],
    /// The middle of the sphere.
    pub center: [f32; 3],
    /// The radius of the sphere.
    pub radius: f32,
}

/// A bundle of version 1.0 to 1.5 (`File Structure`).
///
/// Objects say neither what they are nor what they are called: the reference does that leads to where they begin.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[schema(spec = "File Structure")]
pub struct Bundle {
    /// Always `\xABGPB\xBB\r\n\x1A\n`.
    #[schema(magic = b"\xabGPB\xbb\r\n\x1a\n", code = "gpb.bad-magic")]
    pub identifier: [u8; 9],
    /// Always 1.
    #[schema(supported(1), code = "gpb.unsupported-version")]
    pub major: u8,
    /// 0 to 5: what there is beside the rest depends on it.
    #[schema(supported(0, 1, 2, 3, 4, 5), code = "gpb.unsupported-version")]
    pub minor: u8,
    #[br(temp)]
    #[bw(calc = references.len())]
    reference_count: u32,
    /// What the file holds, and where; usually sorted by id.
    #[br(count = reference_count)]
    #[schema(spec = "References")]
    pub references: Vec<Reference>,
    #[br(temp, if(find(references.kind == 128, references.kind) == 0, 0))]
    #[bw(calc = meshes.len())]
    mesh_count: u32,
    /// The meshes; none in the bundle of a font.
    #[br(count = mesh_count)]
    #[schema(spec = "34 Mesh")]
    pub meshes: Vec<Mesh>,
    #[br(temp, if(find(references.kind == 128, references.kind) == 0, 0))]
    #[bw(calc = objects.len())]
    object_count: u32,
    /// Usually a scene, then perhaps animations.
    #[br(count = object_count, args(find(references.offset == position, references.kind), minor))]
    #[schema(spec = "Objects")]
    pub objects: Vec<Object>,
    /// The font, when the file is one.
    #[br(if(find(references.kind == 128, references.kind) != 0), args(minor))]
    #[schema(spec = "128 Font")]
    pub font: Option<Font>,
}

/// A camera, or none: one byte (`32 Camera`).
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[schema(spec = "32 Camera")]
pub struct Camera {
    /// 0 none, 1 perspective, 2 orthographic.
    #[schema(name = "cameraType", one_of(0, 1, 2), code = "gpb.bad-camera-type")]
    pub kind: u8,
    /// What it sees.
    #[br(if(kind != 0), args(kind))]
    pub lens: Option<Lens>,
}

/// How one thing moves (`5 AnimationChannel`).
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[schema(spec = "5 AnimationChannel")]
pub struct Channel {
    #[br(temp)]
    #[bw(calc = target_id.len())]
    #[schema(range(1..=4294967295), code = "gpb.empty-target")]
    target_id_length: u32,
    /// Id of a node, without `#`.
    #[br(count = target_id_length)]
    #[schema(name = "targetId", utf8, lenient = "I-80", code = "gpb.text")]
    pub target_id: Vec<u8>,
    /// What of it moves.
    #[schema(name = "targetAttribute", codes = TargetAttribute)]
    pub target_attribute: u32,
    #[br(temp)]
    #[bw(calc = key_times.len())]
    key_count: u32,
    /// When, in milliseconds.
    #[br(count = key_count)]
    #[schema(name = "keyTimes")]
    pub key_times: Vec<u32>,
    #[br(temp)]
    #[bw(calc = values.len())]
    value_count: u32,
    /// To what, key by key.
    #[br(count = value_count)]
    pub values: Vec<f32>,
    #[br(temp)]
    #[bw(calc = tangents_in.len())]
    tangent_in_count: u32,
    /// How values come in; usually none.
    #[br(count = tangent_in_count)]
    pub tangents_in: Vec<f32>,
    #[br(temp)]
    #[bw(calc = tangents_out.len())]
    tangent_out_count: u32,
    /// How values go out; usually none.
    #[br(count = tangent_out_count)]
    pub tangents_out: Vec<f32>,
    #[br(temp)]
    #[bw(calc = interpolation.len())]
    interpolation_count: u32,
    /// 1 linear, 2 Bezier, 3 cardinal, 4 Hermite, 5 B-spline, 6 steps; usually one for all keys.
    #[br(count = interpolation_count)]
    pub interpolation: Vec<u32>,
}

/// A font in one or more sizes (`128 Font`).
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[br(import(minor: u64))]
#[schema(spec = "128 Font")]
pub struct Font {
    #[br(temp)]
    #[bw(calc = family.len())]
    #[schema(range(1..=4294967295), code = "gpb.empty-family")]
    family_length: u32,
    /// Name of the family.
    #[br(count = family_length)]
    #[schema(utf8, lenient = "I-80", code = "gpb.text")]
    pub family: Vec<u8>,
    /// How letters stand.
    #[schema(codes = FontStyle, known, lenient = "I-83", code = "gpb.bad-font-style")]
    pub style: u32,
    /// One before version 1.4.
    #[br(temp, if(minor >= 4, 1))]
    #[bw(calc = sizes.len())]
    #[schema(range(1..=4294967295), code = "gpb.zero-font-sizes")]
    size_count: u32,
    /// Each with a texture of its own.
    #[br(count = size_count, args(minor))]
    pub sizes: Vec<FontSize>,
}

/// A font in one size (`128 Font`).
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[br(import(minor: u64))]
#[schema(spec = "128 Font")]
pub struct FontSize {
    /// Height of a line in pixels.
    #[schema(name = "size")]
    pub line_height: u32,
    #[br(temp)]
    #[bw(calc = charset.len())]
    charset_length: u32,
    /// The characters; often empty.
    #[br(count = charset_length)]
    #[schema(utf8, lenient = "I-80", code = "gpb.text")]
    pub charset: Vec<u8>,
    #[br(temp)]
    #[bw(calc = glyphs.len())]
    #[schema(range(1..=4294967295), code = "gpb.zero-glyphs")]
    glyph_count: u32,
    /// Where characters are on the texture.
    #[br(count = glyph_count, args(minor))]
    pub glyphs: Vec<Glyph>,
    /// Width of the texture in pixels.
    #[schema(name = "texMapWidth")]
    pub texture_width: u32,
    /// Height of the texture in pixels.
    #[schema(name = "texMapHeight")]
    pub texture_height: u32,
    #[br(temp, assert(texture_size == (texture_width * texture_height)))]
    #[bw(calc = texture.len())]
    #[schema(code = "gpb.texture-size")]
    texture_size: u32,
    /// One byte a pixel, from the upper left.
    #[br(count = texture_size)]
    #[schema(name = "texMap")]
    pub texture: Vec<u8>,
    /// What the texture holds, since version 1.3; before, how much is covered.
    #[br(if(minor >= 3, 0))]
    #[schema(codes = FontFormat, known, lenient = "I-83", code = "gpb.bad-font-format")]
    pub format: u32,
}

/// Where a character is on the texture (`128 Font`).
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[br(import(minor: u64))]
#[schema(spec = "128 Font")]
pub struct Glyph {
    /// Number of the character in Unicode.
    #[schema(name = "index")]
    pub code: u32,
    /// In pixels.
    pub width: u32,
    /// Where it begins, from the pen, in pixels; since version 1.5, before 0.
    #[br(if(minor >= 5, 0))]
    #[schema(name = "bearingX")]
    pub bearing_x: i32,
    /// How far the pen moves, in pixels; since version 1.5, before its width.
    #[br(if(minor >= 5))]
    pub advance: Option<u32>,
    /// Left, top, right, bottom: 0 to 1 of the texture.
    #[schema(name = "uvCoords")]
    pub uv: [f32; 4],
}

/// How a light shines (`33 Light`). Colours are red, green, blue.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[br(import(kind: u64))]
#[schema(spec = "33 Light")]
pub enum Lamp {
    /// From everywhere in one direction.
    #[br(pre_assert(kind == 1))]
    Directional {
        /// Of the light.
        color: [f32; 3],
    },
    /// From one point.
    #[br(pre_assert(kind == 2))]
    Point {
        /// Of the light.
        color: [f32; 3],
        /// How far it reaches.
        range: f32,
    },
    /// From one point, in a cone.
    #[br(pre_assert(kind == 3))]
    Spot {
        /// Of the light.
        color: [f32; 3],
        /// How far it reaches.
        range: f32,
        /// Of the cone that is fully lit, in radians.
        #[schema(name = "innerAngle")]
        inner_angle: f32,
        /// Of the cone that is lit at all, in radians.
        #[schema(name = "outerAngle")]
        outer_angle: f32,
    },
}

/// What a camera sees (`32 Camera`).
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[br(import(kind: u64))]
#[schema(spec = "32 Camera")]
pub enum Lens {
    /// Things that are far are small.
    #[br(pre_assert(kind == 1))]
    Perspective {
        /// Width by height.
        #[schema(name = "aspectRatio")]
        aspect_ratio: f32,
        /// Nearest distance that is seen.
        #[schema(name = "nearPlane")]
        near_plane: f32,
        /// Farthest distance that is seen.
        #[schema(name = "farPlane")]
        far_plane: f32,
        /// From bottom to top, in degrees.
        #[schema(name = "fieldOfView")]
        field_of_view: f32,
    },
    /// Things are as large everywhere.
    #[br(pre_assert(kind == 2))]
    Orthographic {
        /// Width by height.
        #[schema(name = "aspectRatio")]
        aspect_ratio: f32,
        /// Nearest distance that is seen.
        #[schema(name = "nearPlane")]
        near_plane: f32,
        /// Farthest distance that is seen.
        #[schema(name = "farPlane")]
        far_plane: f32,
        /// Width and height of what is seen; a known writer leaves the second 0.
        magnification: [f32; 2],
    },
}

/// A light, or none: one byte (`33 Light`). Ambient light is a colour of the scene.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[schema(spec = "33 Light")]
pub struct Light {
    /// 0 none, 1 directional, 2 point, 3 spot.
    #[schema(name = "lightType", one_of(0, 1, 2, 3), code = "gpb.bad-light-type")]
    pub kind: u8,
    /// How it shines.
    #[br(if(kind != 0), args(kind))]
    pub lamp: Option<Lamp>,
}

/// How a mesh is drawn (`11 Model`).
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[schema(spec = "11 Model")]
pub struct Look {
    /// 1 when there is a skin, 0 when not.
    #[schema(name = "hasSkin", one_of(0, 1), lenient = "I-82", code = "gpb.bad-bool")]
    pub has_skin: u8,
    /// How joints move it.
    #[br(if(has_skin != 0))]
    #[schema(name = "meshSkin", spec = "36 MeshSkin")]
    pub skin: Option<MeshSkin>,
    #[br(temp)]
    #[bw(calc = materials.len())]
    material_count: u32,
    /// Names of materials, which another file describes: one for each part, or one for all; an empty one for none.
    #[br(count = material_count)]
    pub materials: Vec<Name>,
}

/// Vertices, and how they form surfaces (`34 Mesh`).
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[schema(spec = "34 Mesh")]
pub struct Mesh {
    #[br(temp)]
    #[bw(calc = elements.len())]
    #[schema(range(1..=4294967295), code = "gpb.zero-vertex-elements")]
    element_count: u32,
    /// What a vertex is made of.
    #[br(
        count = element_count,
        assert((vertex_size % (if element_count == 0 { 1 } else { sum(elements.size) * 4 })) == 0)
    )]
    #[schema(name = "vertexFormat", lenient = "I-83", code = "gpb.vertex-bytes-not-multiple")]
    pub elements: Vec<VertexElement>,
    #[br(temp)]
    #[bw(calc = vertices.len())]
    #[schema(range(1..=4294967295), code = "gpb.zero-vertices")]
    vertex_size: u32,
    /// The vertices, one after the other: floats in the order of the elements.
    #[br(count = vertex_size)]
    pub vertices: Vec<u8>,
    /// Around all vertices.
    pub bounds: Bounds,
    #[br(temp)]
    #[bw(calc = parts.len())]
    part_count: u32,
    /// What is drawn of it; without any, the vertices in their order.
    #[br(count = part_count)]
    #[schema(spec = "35 MeshPart")]
    pub parts: Vec<MeshPart>,
}

/// Something that is drawn of a mesh (`35 MeshPart`).
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[schema(spec = "35 MeshPart")]
pub struct MeshPart {
    /// How indices form what is drawn.
    #[schema(name = "primitiveType", codes = Primitive, known, lenient = "I-83", code = "gpb.bad-primitive-type")]
    pub primitive: u32,
    /// Size of an index.
    #[schema(name = "indexFormat", codes = IndexFormat, known, code = "gpb.bad-index-format")]
    pub index_format: u32,
    #[br(
        temp,
        assert((index_size % (if index_format == 5125 { 4 } else { if index_format == 5123 { 2 } else { 1 } })) == 0)
    )]
    #[bw(calc = indices.len())]
    #[schema(lenient = "I-83", code = "gpb.index-bytes-not-multiple")]
    index_size: u32,
    /// Numbers of vertices.
    #[br(count = index_size)]
    pub indices: Vec<u8>,
}

/// How joints move a mesh (`36 MeshSkin`).
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[schema(spec = "36 MeshSkin")]
pub struct MeshSkin {
    /// Column by column.
    #[schema(name = "bindShape")]
    pub bind_shape: [f32; 16],
    #[br(temp)]
    #[bw(calc = joints.len())]
    #[schema(range(1..=4294967295), code = "gpb.zero-joints")]
    joint_count: u32,
    /// `#id` of nodes.
    #[br(count = joint_count)]
    pub joints: Vec<Name>,
    #[br(temp, assert(bind_pose_count == (joint_count * 16)))]
    #[bw(calc = bind_poses.len())]
    #[schema(code = "gpb.bind-pose-count")]
    bind_pose_count: u32,
    /// The inverse of the pose of each joint, in which the mesh was bound: 16 floats each, column by column.
    #[br(count = bind_pose_count)]
    #[schema(name = "jointsBindPoses")]
    pub bind_poses: Vec<f32>,
}

/// A mesh at a node, or none: an empty name (`11 Model`).
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[schema(spec = "11 Model")]
pub struct Model {
    #[br(temp)]
    #[bw(calc = mesh.len())]
    mesh_length: u32,
    /// `#id` of the mesh; empty when nothing is drawn.
    #[br(count = mesh_length)]
    #[schema(utf8, lenient = "I-80", code = "gpb.text")]
    pub mesh: Vec<u8>,
    /// How it is drawn; there when there is a mesh.
    #[br(if(mesh_length != 0))]
    pub look: Option<Look>,
}

/// A text of its own, in a list (`Primitives`).
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[schema(spec = "Primitives")]
pub struct Name {
    #[br(temp)]
    #[bw(calc = text.len())]
    length: u32,
    /// The text.
    #[br(count = length)]
    #[schema(utf8, lenient = "I-80", code = "gpb.text")]
    pub text: Vec<u8>,
}

/// A place in a scene, and what is there (`2 Node`).
///
/// The children stand between the name of the parent and the camera.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[br(import(minor: u64))]
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

/// What lies at the top of a bundle, by the type of the reference to it.
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
    /// All animations.
    #[br(pre_assert(kind == 3))]
    Animations(Animations),
}

/// Leads to an object (`References`).
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[schema(spec = "References")]
pub struct Reference {
    #[br(temp)]
    #[bw(calc = id.len())]
    #[schema(range(1..=4294967295), code = "gpb.empty-id")]
    id_length: u32,
    /// The name of the object, the only one in the file.
    #[br(count = id_length)]
    #[schema(utf8, lenient = "I-80", code = "gpb.text")]
    pub id: Vec<u8>,
    /// What it is.
    #[schema(name = "type", codes = ObjectKind, known, code = "gpb.bad-type-id")]
    pub kind: u32,
    /// Where it begins in the file, in bytes; 0 for a camera or a light that was not written.
    pub offset: u32,
}

/// Nodes, and how they are looked at (`1 Scene`).
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[br(import(minor: u64))]
#[schema(spec = "1 Scene")]
pub struct Scene {
    #[br(temp)]
    #[bw(calc = nodes.len())]
    node_count: u32,
    /// The nodes at the top, each with all below it.
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

/// A part of every vertex of a mesh (`34 Mesh`): 8 bytes.
#[derive(Debug, Clone, PartialEq, Record)]
#[brw(little)]
#[schema(spec = "34 Mesh", size = 8)]
pub struct VertexElement {
    /// What it means.
    #[schema(codes = VertexUsage, known, lenient = "I-83", code = "gpb.bad-vertex-usage")]
    pub usage: u32,
    /// Number of floats, 1 to 4.
    #[schema(range(1..=4), lenient = "I-83", code = "gpb.bad-vertex-size")]
    pub size: u32,
}
