"""Structures of gpb, written by `bpx schema export gpb --target python`.

The functions are read(Structure, data), validate(Structure, data) and write(value), and for whole files read_file(ROOT, data), from_json(ROOT, json) and write_file(value). The module needs Python 3.9 and bpx_runtime.py.
"""
import enum

from bpx_runtime import (  # written by the same command; its folder has to be in `sys.path`
    REST,
    Bits,
    Case,
    Claim,
    Data,
    Digits,
    F,
    Fault,
    Field,
    FixedPoint,
    Float,
    Int,
    Malformed,
    Named,
    NoValue,
    Place,
    Pool,
    Region,
    Relation,
    Rule,
    Search,
    Setting,
    Stored,
    Structure,
    Sum,
    Text,
    Uleb,
    Until,
    Varint,
    _div,
    _fit,
    _rem,
    _shl,
    _shr,
    _whole,
    from_json,
    read,
    read_file,
    validate,
    write,
    write_file,
)


class FontFormat(enum.IntEnum):
    "Meaning of a pixel in the texture of a font (`enum FontFormat`). Section Enums."

    BITMAP = 0  # The share of the pixel that the letter covers.
    DISTANCE_FIELD = 1  # The distance of the pixel from the outline.


class FontStyle(enum.IntEnum):
    "Weight and slant of the letters (`enum FontStyle`). Section Enums."

    PLAIN = 0  # Regular weight, upright.
    BOLD = 1  # Bold, upright.
    ITALIC = 2  # Regular weight, slanted.
    BOLD_ITALIC = 4  # Bold, slanted.


class IndexFormat(enum.IntEnum):
    "Size of an index (`enum IndexFormat`). Section Enums."

    INDEX8 = 5121  # One byte.
    INDEX16 = 5123  # Two bytes.
    INDEX32 = 5125  # Four bytes.


class NodeKind(enum.IntEnum):
    "Purpose of a node (`enum NodeType`). Section Enums."

    NODE = 1  # A coordinate system in the scene.
    JOINT = 2  # A joint of a skin.


class ObjectKind(enum.IntEnum):
    "The type of the object at the offset of a reference (`Object Definitions`)."

    Scene = 1  # A scene.
    Node = 2  # A node at any level.
    Animations = 3  # An object that contains all animations.
    Camera = 32  # A camera, which is stored inside of its node.
    Light = 33  # A light, which is stored inside of its node.
    Mesh = 34  # A mesh.
    Font = 128  # A font.


class Primitive(enum.IntEnum):
    "Types of primitives, which indices form (`enum PrimitiveType`). Section Enums."

    POINTS = 0  # Points.
    LINES = 1  # Two indices form a line.
    LINE_STRIP = 3  # Each index forms a line with the index before.
    TRIANGLES = 4  # Three indices form a triangle.
    TRIANGLE_STRIP = 5  # Each index forms a triangle with the two indices before.


class TargetAttribute(enum.IntEnum):
    "The property that a channel changes, and the number of floats of each key (`5 AnimationChannel`)."

    None_ = 0  # No property; readers skip the channel.
    Scale = 1  # 3 floats.
    ScaleX = 2  # 1 float.
    ScaleY = 3  # 1 float.
    ScaleZ = 4  # 1 float.
    Rotate = 8  # 4 floats: x, y, z, w.
    Translate = 9  # 3 floats.
    TranslateX = 10  # 1 float.
    TranslateY = 11  # 1 float.
    TranslateZ = 12  # 1 float.
    RotateTranslate = 16  # 7 floats.
    ScaleRotateTranslate = 17  # 10 floats.
    ScaleTranslate = 18  # 6 floats.
    ScaleRotate = 19  # 7 floats.


# The values by their names in the schema.
TargetAttribute.NAMES = {"None": 0, "Scale": 1, "ScaleX": 2, "ScaleY": 3, "ScaleZ": 4, "Rotate": 8, "Translate": 9, "TranslateX": 10, "TranslateY": 11, "TranslateZ": 12, "RotateTranslate": 16, "ScaleRotateTranslate": 17, "ScaleTranslate": 18, "ScaleRotate": 19}


class VertexUsage(enum.IntEnum):
    "Meaning of a part of a vertex (`enum VertexUsage`). Section Enums."

    POSITION = 1  # Position.
    NORMAL = 2  # Direction of the surface.
    COLOR = 3  # Colour.
    TANGENT = 4  # Direction along the surface.
    BINORMAL = 5  # Direction along the surface, across the tangent.
    BLENDWEIGHTS = 6  # Weights of the joints that move the vertex.
    BLENDINDICES = 7  # Numbers of the joints that move the vertex, as floats.
    TEXCOORD0 = 8  # Position on a texture.
    TEXCOORD1 = 9  # Position on the second texture.
    TEXCOORD2 = 10  # Position on the third texture.
    TEXCOORD3 = 11  # Position on the fourth texture.
    TEXCOORD4 = 12  # Position on the fifth texture.
    TEXCOORD5 = 13  # Position on the sixth texture.
    TEXCOORD6 = 14  # Position on the seventh texture.
    TEXCOORD7 = 15  # Position on the eighth texture.


class Animation(Structure):
    "An animation, with channels that change values together (`4 Animation`)."

    FIELDS = (
        Field("id_length", Int(4), derived=lambda s: s.len("id")),
        Field("id", Int(1), count=lambda s: s.get("id_length"), rules=(Rule("utf8", "gpb.text", lenient="I-80"),)),  # Name of the animation, which no reference states.
        Field("channel_count", Int(4), derived=lambda s: s.len("channels")),
        Field("channels", Named(lambda: Channel), count=lambda s: s.get("channel_count")),  # The channels of the animation; often none.
    )
    RULES = (Rule("assert", "gpb.nul-in-string", lambda s: (s.fold(("id",), lambda s: (s.get("entry") == 0)) == 0), kind="bad-text", on=("id",), needs=("id",)), Rule("assert", "gpb.string-too-long", lambda s: ((s.len("id") <= 4999) or (s.fold(("id",), lambda s: (s.get("entry") == 0)) != 0)), lenient="I-81", kind="out-of-range", on=("id",), needs=("id",)))


class Animations(Structure):
    "All animations of a bundle (`3 Animations`)."

    FIELDS = (
        Field("animation_count", Int(4), derived=lambda s: s.len("animations")),
        Field("animations", Named(lambda: Animation), count=lambda s: s.get("animation_count")),  # The animations, in order.
    )


class Bounds(Structure):
    "A box and a sphere that contain a mesh (`34 Mesh`): 40 bytes."

    SIZE = 40
    FIELDS = (
        Field("min", Float(4), count=3),  # Corner of the box with the smallest coordinates.
        Field("max", Float(4), count=3),  # Corner of the box with the largest coordinates.
        Field("center", Float(4), count=3),  # Centre of the sphere.
        Field("radius", Float(4)),  # Radius of the sphere.
    )


class Bundle(Structure):
    "A bundle of version 1.0 to 1.5 (`File Structure`). An object states neither its type nor its id. The reference with the object's offset states both."

    FIELDS = (
        Field("identifier", Int(1), count=9, rules=(Rule("magic", "gpb.bad-magic", b"\xabGPB\xbb\r\n\x1a\n"),)),  # Always `\xABGPB\xBB\r\n\x1A\n`.
        Field("major", Int(1), rules=(Rule("supported", "gpb.unsupported-version", (1,)),)),  # Always 1.
        Field("minor", Int(1), rules=(Rule("supported", "gpb.unsupported-version", (0, 1, 2, 3, 4, 5)),)),  # Minor version, from 0 to 5; some fields exist only since a minor version.
        Field("reference_count", Int(4), derived=lambda s: s.len("references")),
        Field("references", Named(lambda: Reference), count=lambda s: s.get("reference_count")),  # Ids, types and offsets of the objects; usually sorted by id.
        Field("mesh_count", Int(4), when=lambda s: (s.find(("references",), "kind", 128, "kind") == 0), otherwise=0, derived=lambda s: s.len("meshes")),
        Field("meshes", Named(lambda: Mesh), count=lambda s: s.get("mesh_count")),  # The meshes; empty in a font bundle.
        Field("object_count", Int(4), when=lambda s: (s.find(("references",), "kind", 128, "kind") == 0), otherwise=0, derived=lambda s: s.len("objects")),
        Field("objects", Named(lambda: Object, lambda s: s.find(("references",), "offset", s.position(), "kind"), lambda s: s.get("minor")), count=lambda s: s.get("object_count")),  # The objects, usually a scene and perhaps animations.
        Field("font", Named(lambda: Font, lambda s: s.get("minor")), when=lambda s: (s.find(("references",), "kind", 128, "kind") != 0)),  # The font, in a font bundle.
    )
    RULES = (Rule("assert", "gpb.trailing-bytes", lambda s: (s.remaining() == 0), lenient="I-85", kind="trailing-bytes", on=("position",)),)


class Camera(Structure):
    "A camera; a single byte 0 if there is no camera (`32 Camera`)."

    FIELDS = (
        Field("kind", Int(1), rules=(Rule("one-of", "gpb.bad-camera-type", (0, 1, 2)),)),  # Type of the camera: 0 none, 1 perspective, 2 orthographic.
        Field("lens", Named(lambda: Lens, lambda s: s.get("kind")), when=lambda s: (s.get("kind") != 0)),  # Projection and visible range, unless there is no camera.
    )


class Channel(Structure):
    "The values of one property over time (`5 AnimationChannel`)."

    FIELDS = (
        Field("target_id_length", Int(4), derived=lambda s: s.len("target_id"), rules=(Rule("range", "gpb.empty-target", (1, 4294967295)),)),
        Field("target_id", Int(1), count=lambda s: s.get("target_id_length"), rules=(Rule("utf8", "gpb.text", lenient="I-80"),)),  # Id of the node that the channel changes, without `#`.
        Field("target_attribute", Int(4), codes=TargetAttribute),  # The property that the channel changes.
        Field("key_count", Int(4), derived=lambda s: s.len("key_times")),
        Field("key_times", Int(4), count=lambda s: s.get("key_count")),  # Times of the keys, in milliseconds.
        Field("value_count", Int(4), derived=lambda s: s.len("values")),
        Field("values", Float(4), count=lambda s: s.get("value_count")),  # The values of all keys, one key after the other.
        Field("tangent_in_count", Int(4), derived=lambda s: s.len("tangents_in")),
        Field("tangents_in", Float(4), count=lambda s: s.get("tangent_in_count")),  # Tangents that lead into the keys; usually empty.
        Field("tangent_out_count", Int(4), derived=lambda s: s.len("tangents_out")),
        Field("tangents_out", Float(4), count=lambda s: s.get("tangent_out_count")),  # Tangents that lead out of the keys; usually empty.
        Field("interpolation_count", Int(4), derived=lambda s: s.len("interpolation")),
        Field("interpolation", Int(4), count=lambda s: s.get("interpolation_count")),  # Interpolation between keys: 1 linear, 2 Bezier, 3 cardinal, 4 Hermite, 5 B-spline, 6 steps; usually one value for all keys.
    )
    RULES = (Rule("assert", "gpb.nul-in-string", lambda s: (s.fold(("target_id",), lambda s: (s.get("entry") == 0)) == 0), kind="bad-text", on=("target_id",), needs=("target_id",)), Rule("assert", "gpb.string-too-long", lambda s: ((s.len("target_id") <= 4999) or (s.fold(("target_id",), lambda s: (s.get("entry") == 0)) != 0)), lenient="I-81", kind="out-of-range", on=("target_id",), needs=("target_id",)))


class Font(Structure):
    "A font in one or more sizes (`128 Font`)."

    PARAMS = ("minor",)
    FIELDS = (
        Field("family_length", Int(4), derived=lambda s: s.len("family"), rules=(Rule("range", "gpb.empty-family", (1, 4294967295)),)),
        Field("family", Int(1), count=lambda s: s.get("family_length"), rules=(Rule("utf8", "gpb.text", lenient="I-80"),)),  # Name of the family.
        Field("style", Int(4), codes=FontStyle, rules=(Rule("known", "gpb.bad-font-style", lenient="I-83"),)),  # Weight and slant of the letters.
        Field("size_count", Int(4), when=lambda s: (s.get("minor") >= 4), otherwise=1, derived=lambda s: s.len("sizes"), rules=(Rule("range", "gpb.zero-font-sizes", (1, 4294967295)),)),  # Number of sizes; always one before version 1.4.
        Field("sizes", Named(lambda: FontSize, lambda s: s.get("minor")), count=lambda s: s.get("size_count")),  # The sizes, each with a texture of its own.
    )
    RULES = (Rule("assert", "gpb.nul-in-string", lambda s: (s.fold(("family",), lambda s: (s.get("entry") == 0)) == 0), kind="bad-text", on=("family",), needs=("family",)), Rule("assert", "gpb.string-too-long", lambda s: ((s.len("family") <= 4999) or (s.fold(("family",), lambda s: (s.get("entry") == 0)) != 0)), lenient="I-81", kind="out-of-range", on=("family",), needs=("family",)))


class FontSize(Structure):
    "One size of a font (`128 Font`)."

    PARAMS = ("minor",)
    FIELDS = (
        Field("line_height", Int(4)),  # Height of a line in pixels.
        Field("charset_length", Int(4), derived=lambda s: s.len("charset")),
        Field("charset", Int(1), count=lambda s: s.get("charset_length"), rules=(Rule("utf8", "gpb.text", lenient="I-80"),)),  # The characters of the font; often empty.
        Field("glyph_count", Int(4), derived=lambda s: s.len("glyphs"), rules=(Rule("range", "gpb.zero-glyphs", (1, 4294967295)),)),
        Field("glyphs", Named(lambda: Glyph, lambda s: s.get("minor")), count=lambda s: s.get("glyph_count")),  # The positions of the characters on the texture.
        Field("texture_width", Int(4)),  # Width of the texture in pixels.
        Field("texture_height", Int(4)),  # Height of the texture in pixels.
        Field("texture_size", Int(4), derived=lambda s: s.len("texture")),
        Field("texture", Int(1), count=lambda s: s.get("texture_size")),  # One byte for each pixel, from the upper left.
        Field("format", Int(4), when=lambda s: (s.get("minor") >= 3), otherwise=0, codes=FontFormat, rules=(Rule("known", "gpb.bad-font-format", lenient="I-83"),)),  # Meaning of a pixel in the texture, since version 1.3; before version 1.3, a pixel always means coverage.
    )
    RULES = (Rule("assert", "gpb.nul-in-string", lambda s: (s.fold(("charset",), lambda s: (s.get("entry") == 0)) == 0), kind="bad-text", on=("charset",), needs=("charset",)), Rule("assert", "gpb.string-too-long", lambda s: ((s.len("charset") <= 4999) or (s.fold(("charset",), lambda s: (s.get("entry") == 0)) != 0)), lenient="I-81", kind="out-of-range", on=("charset",), needs=("charset",)), Rule("assert", "gpb.texture-size", lambda s: (s.get("texture_size") == _fit(s.get("texture_width") * s.get("texture_height"))), needs=("texture_width", "texture_height", "texture_size")))


class Glyph(Structure):
    "A character, and its rectangle on the texture (`128 Font`)."

    PARAMS = ("minor",)
    FIELDS = (
        Field("code", Int(4)),  # Unicode code point of the character.
        Field("width", Int(4)),  # Width of the character in pixels.
        Field("bearing_x", Int(4, signed=True), when=lambda s: (s.get("minor") >= 5), otherwise=0),  # Distance from the pen to the left edge, in pixels; 0 before version 1.5.
        Field("advance", Int(4), when=lambda s: (s.get("minor") >= 5)),  # Distance that the pen moves, in pixels; missing before version 1.5, where the pen moves by the width.
        Field("uv", Float(4), count=4),  # Left, top, right and bottom edge of the rectangle, as fractions of the texture from 0 to 1.
    )


class Lamp(Structure):
    "Colour and shape of a light (`33 Light`). A colour has red, green and blue."

    PARAMS = ("kind",)
    CASES = (
        Case("Directional", lambda s: (s.get("kind") == 1), (
            Field("color", Float(4), count=3),  # Colour of the light.
        )),
        Case("Point", lambda s: (s.get("kind") == 2), (
            Field("color", Float(4), count=3),  # Colour of the light.
            Field("range", Float(4)),  # Distance that the light reaches.
        )),
        Case("Spot", lambda s: (s.get("kind") == 3), (
            Field("color", Float(4), count=3),  # Colour of the light.
            Field("range", Float(4)),  # Distance that the light reaches.
            Field("inner_angle", Float(4)),  # Angle of the inner cone, which has full light, in radians.
            Field("outer_angle", Float(4)),  # Angle of the outer cone, beyond which there is no light, in radians.
        )),
    )


class Lens(Structure):
    "Projection and visible range of a camera (`32 Camera`)."

    PARAMS = ("kind",)
    CASES = (
        Case("Perspective", lambda s: (s.get("kind") == 1), (
            Field("aspect_ratio", Float(4)),  # Width of the visible part, divided by its height.
            Field("near_plane", Float(4)),  # Nearest visible distance.
            Field("far_plane", Float(4)),  # Farthest visible distance.
            Field("field_of_view", Float(4)),  # Angle of the visible part from bottom to top, in degrees.
        )),
        Case("Orthographic", lambda s: (s.get("kind") == 2), (
            Field("aspect_ratio", Float(4)),  # Width of the visible part, divided by its height.
            Field("near_plane", Float(4)),  # Nearest visible distance.
            Field("far_plane", Float(4)),  # Farthest visible distance.
            Field("magnification", Float(4), count=2),  # Width and height of the visible part; a known writer stores 0 as the height.
        )),
    )


class Light(Structure):
    "A light; a single byte 0 if there is no light (`33 Light`). Ambient light is a colour of the scene."

    FIELDS = (
        Field("kind", Int(1), rules=(Rule("one-of", "gpb.bad-light-type", (0, 1, 2, 3)),)),  # Type of the light: 0 none, 1 directional, 2 point, 3 spot.
        Field("lamp", Named(lambda: Lamp, lambda s: s.get("kind")), when=lambda s: (s.get("kind") != 0)),  # Colour and shape of the light, unless there is no light.
    )


class Look(Structure):
    "Skin and materials of a mesh (`11 Model`)."

    FIELDS = (
        Field("has_skin", Int(1), rules=(Rule("one-of", "gpb.bad-bool", (0, 1), lenient="I-82"),)),  # 1 if there is a skin, 0 if not.
        Field("skin", Named(lambda: MeshSkin), when=lambda s: (s.get("has_skin") != 0)),  # The joints that move the mesh.
        Field("material_count", Int(4), derived=lambda s: s.len("materials")),
        Field("materials", Named(lambda: Name, lambda s: 0), count=lambda s: s.get("material_count")),  # Names of materials in another file: a name for each part, or a single name for all parts; an empty name means no material.
    )


class Mesh(Structure):
    "Vertices, and the primitives that they form (`34 Mesh`)."

    FIELDS = (
        Field("element_count", Int(4), derived=lambda s: s.len("elements"), rules=(Rule("range", "gpb.zero-vertex-elements", (1, 4294967295)),)),
        Field("elements", Named(lambda: VertexElement), count=lambda s: s.get("element_count")),  # The parts of a vertex.
        Field("vertex_size", Int(4), derived=lambda s: s.len("vertices"), rules=(Rule("range", "gpb.zero-vertices", (1, 4294967295)),)),
        Field("vertices", Int(1), count=lambda s: s.get("vertex_size")),  # The vertices, one after the other, as floats in the order of the elements.
        Field("bounds", Named(lambda: Bounds)),  # Bounds of all vertices.
        Field("part_count", Int(4), derived=lambda s: s.len("parts")),
        Field("parts", Named(lambda: MeshPart), count=lambda s: s.get("part_count")),  # The parts to draw; without parts, the vertices are drawn in their order.
    )
    RULES = (Rule("assert", "gpb.vertex-bytes-not-multiple", lambda s: (_rem(s.get("vertex_size"), (1 if (s.get("element_count") == 0) else _fit(s.sum(("elements",), "size") * 4))) == 0), lenient="I-83", needs=("element_count", "elements", "vertex_size")),)


class MeshPart(Structure):
    "A set of primitives of a mesh (`35 MeshPart`)."

    FIELDS = (
        Field("primitive", Int(4), codes=Primitive, rules=(Rule("known", "gpb.bad-primitive-type", lenient="I-83"),)),  # Type of the primitives that the indices form.
        Field("index_format", Int(4), codes=IndexFormat, rules=(Rule("known", "gpb.bad-index-format"),)),  # Size of an index.
        Field("index_size", Int(4), derived=lambda s: s.len("indices")),
        Field("indices", Int(1), count=lambda s: s.get("index_size")),  # The indices as stored, which are numbers of vertices counted from 0.
    )
    RULES = (Rule("assert", "gpb.index-bytes-not-multiple", lambda s: (_rem(s.get("index_size"), (4 if (s.get("index_format") == 5125) else (2 if (s.get("index_format") == 5123) else 1))) == 0), lenient="I-83", needs=("index_format", "index_size")),)


class MeshSkin(Structure):
    "The joints that move a mesh (`36 MeshSkin`)."

    FIELDS = (
        Field("bind_shape", Float(4), count=16),  # Transform of the mesh when it was bound, column by column.
        Field("joint_count", Int(4), derived=lambda s: s.len("joints"), rules=(Rule("range", "gpb.zero-joints", (1, 4294967295)),)),
        Field("joints", Named(lambda: Name, lambda s: 1), count=lambda s: s.get("joint_count")),  # `#` and the id of each node that is a joint.
        Field("bind_pose_count", Int(4), derived=lambda s: s.len("bind_poses")),
        Field("bind_poses", Float(4), count=lambda s: s.get("bind_pose_count")),  # The inverse of each joint's pose when the mesh was bound: 16 floats each, column by column.
    )
    RULES = (Rule("assert", "gpb.bind-pose-count", lambda s: (s.get("bind_pose_count") == _fit(s.get("joint_count") * 16)), needs=("joint_count", "bind_pose_count")),)


class Model(Structure):
    "A mesh at a node; the name is empty if the node has no mesh (`11 Model`)."

    FIELDS = (
        Field("mesh_length", Int(4), derived=lambda s: s.len("mesh")),
        Field("mesh", Int(1), count=lambda s: s.get("mesh_length"), rules=(Rule("utf8", "gpb.text", lenient="I-80"),)),  # `#` and the id of the mesh; empty if nothing is drawn.
        Field("look", Named(lambda: Look), when=lambda s: (s.get("mesh_length") != 0)),  # Skin and materials; present if there is a mesh.
    )
    RULES = (Rule("assert", "gpb.nul-in-string", lambda s: (s.fold(("mesh",), lambda s: (s.get("entry") == 0)) == 0), kind="bad-text", on=("mesh",), needs=("mesh",)), Rule("assert", "gpb.string-too-long", lambda s: ((s.len("mesh") <= 4999) or (s.fold(("mesh",), lambda s: (s.get("entry") == 0)) != 0)), lenient="I-81", kind="out-of-range", on=("mesh",), needs=("mesh",)), Rule("assert", "gpb.bad-xref", lambda s: (((s.len("mesh") == 0) or ((s.len("mesh") > 1) and (s.element(("mesh",), 0, ()) == 35))) or ((s.fold(("mesh",), lambda s: (s.get("entry") == 35)) != 0) and (s.element(("mesh",), _fit(s.len("mesh") - 1), ()) != 35))), kind="bad-reference", on=("mesh",), needs=("mesh",)), Rule("assert", "gpb.external-xref", lambda s: ((((s.len("mesh") < 2) or (s.element(("mesh",), 0, ()) == 35)) or (s.fold(("mesh",), lambda s: (s.get("entry") == 35)) == 0)) or (s.element(("mesh",), _fit(s.len("mesh") - 1), ()) == 35)), kind="bad-reference", severity="note", on=("mesh",), needs=("mesh",)))


class Name(Structure):
    "A text as an element of a list (`Primitives`); `is_xref` is 1 if the text names an object (`Xrefs`)."

    PARAMS = ("is_xref",)
    FIELDS = (
        Field("length", Int(4), derived=lambda s: s.len("text")),
        Field("text", Int(1), count=lambda s: s.get("length"), rules=(Rule("utf8", "gpb.text", lenient="I-80"),)),  # The text.
    )
    RULES = (Rule("assert", "gpb.nul-in-string", lambda s: (s.fold(("text",), lambda s: (s.get("entry") == 0)) == 0), kind="bad-text", on=("text",)), Rule("assert", "gpb.string-too-long", lambda s: ((s.len("text") <= 4999) or (s.fold(("text",), lambda s: (s.get("entry") == 0)) != 0)), lenient="I-81", kind="out-of-range", on=("text",)), Rule("assert", "gpb.bad-xref", lambda s: (((s.get("is_xref") == 0) or ((s.len("text") > 1) and (s.element(("text",), 0, ()) == 35))) or ((s.fold(("text",), lambda s: (s.get("entry") == 35)) != 0) and (s.element(("text",), _fit(s.len("text") - 1), ()) != 35))), kind="bad-reference", on=("text",)), Rule("assert", "gpb.external-xref", lambda s: (((((s.get("is_xref") == 0) or (s.len("text") < 2)) or (s.element(("text",), 0, ()) == 35)) or (s.fold(("text",), lambda s: (s.get("entry") == 35)) == 0)) or (s.element(("text",), _fit(s.len("text") - 1), ()) == 35)), kind="bad-reference", severity="note", on=("text",)))


class Node(Structure):
    "A coordinate system in a scene, with its camera, light and model (`2 Node`). The children are stored between the id of the parent and the camera."

    PARAMS = ("minor",)
    FIELDS = (
        Field("kind", Int(4), codes=NodeKind, rules=(Rule("known", "gpb.bad-node-type"),)),  # Purpose of the node.
        Field("transform", Float(4), count=16),  # Transform relative to the parent, **column by column**, so the floats 12, 13 and 14 are the translation.
        Field("parent_id_length", Int(4), when=lambda s: (s.get("minor") >= 2), otherwise=0, derived=lambda s: s.len("parent_id")),
        Field("parent_id", Int(1), count=lambda s: s.get("parent_id_length"), rules=(Rule("utf8", "gpb.text", lenient="I-80"),)),  # Id of the parent node, since version 1.2; empty at the top.
        Field("child_count", Int(4), derived=lambda s: s.len("children")),
        Field("children", Named(lambda: Node, lambda s: s.get("minor")), count=lambda s: s.get("child_count"), children=True),
        Field("camera", Named(lambda: Camera)),  # The camera of the node.
        Field("light", Named(lambda: Light)),  # The light of the node.
        Field("model", Named(lambda: Model)),  # The model of the node.
    )
    RULES = (Rule("assert", "gpb.nul-in-string", lambda s: (s.fold(("parent_id",), lambda s: (s.get("entry") == 0)) == 0), kind="bad-text", on=("parent_id",)), Rule("assert", "gpb.string-too-long", lambda s: ((s.len("parent_id") <= 4999) or (s.fold(("parent_id",), lambda s: (s.get("entry") == 0)) != 0)), lenient="I-81", kind="out-of-range", on=("parent_id",)))


class Object(Structure):
    "An object at the top of a bundle; the reference to it states its type. Section Objects."

    PARAMS = ("kind", "minor")
    CASES = (
        Case("Scene", lambda s: (s.get("kind") == 1), (
            Field("scene", Named(lambda: Scene, lambda s: s.get("minor"))),
        )),
        Case("Node", lambda s: (s.get("kind") == 2), (
            Field("node", Named(lambda: Node, lambda s: s.get("minor"))),
        )),
        Case("Animations", lambda s: (s.get("kind") == 3), (
            Field("animations", Named(lambda: Animations)),
        )),
    )


class Reference(Structure):
    "Type, id and offset of an object (`References`)."

    FIELDS = (
        Field("id_length", Int(4), derived=lambda s: s.len("id"), rules=(Rule("range", "gpb.empty-id", (1, 4294967295)),)),
        Field("id", Int(1), count=lambda s: s.get("id_length"), relations=(Relation("unique", "", Claim("gpb.duplicate-id")), Relation("sorted", "", Claim("gpb.reference-order", severity="note"))), rules=(Rule("utf8", "gpb.text", lenient="I-80"),)),  # The id of the object, unique in the file.
        Field("kind", Int(4), codes=ObjectKind, rules=(Rule("known", "gpb.bad-type-id"),)),  # Type of the object.
        Field("offset", Int(4)),  # Offset in bytes from the beginning of the file to the object; 0 for a camera or a light that was not written.
    )
    RULES = (Rule("assert", "gpb.nul-in-string", lambda s: (s.fold(("id",), lambda s: (s.get("entry") == 0)) == 0), kind="bad-text", on=("id",), needs=("id",)), Rule("assert", "gpb.string-too-long", lambda s: ((s.len("id") <= 4999) or (s.fold(("id",), lambda s: (s.get("entry") == 0)) != 0)), lenient="I-81", kind="out-of-range", on=("id",), needs=("id",)))


class Scene(Structure):
    "A scene with nodes, the active camera and the ambient light (`1 Scene`)."

    PARAMS = ("minor",)
    FIELDS = (
        Field("node_count", Int(4), derived=lambda s: s.len("nodes")),
        Field("nodes", Named(lambda: Node, lambda s: s.get("minor")), count=lambda s: s.get("node_count")),  # The nodes at the top of the scene, each with all its descendants.
        Field("active_camera_length", Int(4), derived=lambda s: s.len("active_camera")),
        Field("active_camera", Int(1), count=lambda s: s.get("active_camera_length"), rules=(Rule("utf8", "gpb.text", lenient="I-80"),)),  # `#` and the id of the node whose camera is active; empty if there is none.
        Field("ambient_color", Float(4), count=3),  # Ambient light as red, green and blue.
    )
    RULES = (Rule("assert", "gpb.nul-in-string", lambda s: (s.fold(("active_camera",), lambda s: (s.get("entry") == 0)) == 0), kind="bad-text", on=("active_camera",), needs=("active_camera",)), Rule("assert", "gpb.string-too-long", lambda s: ((s.len("active_camera") <= 4999) or (s.fold(("active_camera",), lambda s: (s.get("entry") == 0)) != 0)), lenient="I-81", kind="out-of-range", on=("active_camera",), needs=("active_camera",)), Rule("assert", "gpb.bad-xref", lambda s: (((s.len("active_camera") == 0) or ((s.len("active_camera") > 1) and (s.element(("active_camera",), 0, ()) == 35))) or ((s.fold(("active_camera",), lambda s: (s.get("entry") == 35)) != 0) and (s.element(("active_camera",), _fit(s.len("active_camera") - 1), ()) != 35))), kind="bad-reference", on=("active_camera",), needs=("active_camera",)), Rule("assert", "gpb.external-xref", lambda s: ((((s.len("active_camera") < 2) or (s.element(("active_camera",), 0, ()) == 35)) or (s.fold(("active_camera",), lambda s: (s.get("entry") == 35)) == 0)) or (s.element(("active_camera",), _fit(s.len("active_camera") - 1), ()) == 35)), kind="bad-reference", severity="note", on=("active_camera",), needs=("active_camera",)))


class VertexElement(Structure):
    "A part of every vertex of a mesh (`34 Mesh`): 8 bytes."

    SIZE = 8
    FIELDS = (
        Field("usage", Int(4), codes=VertexUsage, rules=(Rule("known", "gpb.bad-vertex-usage", lenient="I-83"),)),  # Meaning of the numbers.
        Field("size", Int(4), rules=(Rule("range", "gpb.bad-vertex-size", (1, 4), lenient="I-83"),)),  # Number of floats, from 1 to 4.
    )


# All structures, by the names of the schema.
STRUCTURES = {
    "Animation": Animation,
    "Animations": Animations,
    "Bounds": Bounds,
    "Bundle": Bundle,
    "Camera": Camera,
    "Channel": Channel,
    "Font": Font,
    "FontSize": FontSize,
    "Glyph": Glyph,
    "Lamp": Lamp,
    "Lens": Lens,
    "Light": Light,
    "Look": Look,
    "Mesh": Mesh,
    "MeshPart": MeshPart,
    "MeshSkin": MeshSkin,
    "Model": Model,
    "Name": Name,
    "Node": Node,
    "Object": Object,
    "Reference": Reference,
    "Scene": Scene,
    "VertexElement": VertexElement,
}

# The structure that a file begins with.
ROOT = Bundle
