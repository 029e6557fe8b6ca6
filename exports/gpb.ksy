# Written by `bpx schema export gpb --target ksy`.
#
# This file lacks these parts of the schema, because the language cannot express them:
# * Animation.id: the rule gpb.text, which real files break (I-80)
# * Animation: the rule gpb.nul-in-string
# * Animation: the rule gpb.string-too-long
# * Bundle.mesh_count and all later fields: an expression searches or sums an array
# * Bundle: the rule gpb.trailing-bytes
# * Channel.target_id: the rule gpb.text, which real files break (I-80)
# * Channel: the rule gpb.nul-in-string
# * Channel: the rule gpb.string-too-long
# * Font.family: the rule gpb.text, which real files break (I-80)
# * Font.style: the rule gpb.bad-font-style, which real files break (I-83)
# * Font: the rule gpb.nul-in-string
# * Font: the rule gpb.string-too-long
# * FontSize.charset: the rule gpb.text, which real files break (I-80)
# * FontSize.format: the rule gpb.bad-font-format, which real files break (I-83)
# * FontSize: the rule gpb.nul-in-string
# * FontSize: the rule gpb.string-too-long
# * FontSize: the rule gpb.texture-size
# * Look.has_skin: the rule gpb.bad-bool, which real files break (I-82)
# * Mesh: the rule gpb.vertex-bytes-not-multiple
# * MeshPart.primitive: the rule gpb.bad-primitive-type, which real files break (I-83)
# * MeshPart: the rule gpb.index-bytes-not-multiple
# * MeshSkin: the rule gpb.bind-pose-count
# * Model.mesh: the rule gpb.text, which real files break (I-80)
# * Model: the rule gpb.nul-in-string
# * Model: the rule gpb.string-too-long
# * Model: the rule gpb.bad-xref
# * Model: the rule gpb.external-xref
# * Name.text: the rule gpb.text, which real files break (I-80)
# * Name: the rule gpb.nul-in-string
# * Name: the rule gpb.string-too-long
# * Name: the rule gpb.bad-xref
# * Name: the rule gpb.external-xref
# * Node.parent_id: the rule gpb.text, which real files break (I-80)
# * Node: the rule gpb.nul-in-string
# * Node: the rule gpb.string-too-long
# * Reference.id: the relation gpb.duplicate-id
# * Reference.id: the relation gpb.reference-order
# * Reference.id: the rule gpb.text, which real files break (I-80)
# * Reference: the rule gpb.nul-in-string
# * Reference: the rule gpb.string-too-long
# * Scene.active_camera: the rule gpb.text, which real files break (I-80)
# * Scene: the rule gpb.nul-in-string
# * Scene: the rule gpb.string-too-long
# * Scene: the rule gpb.bad-xref
# * Scene: the rule gpb.external-xref
# * VertexElement.usage: the rule gpb.bad-vertex-usage, which real files break (I-83)
# * VertexElement.size: the rule gpb.bad-vertex-size, which real files break (I-83)
meta:
  id: gpb
  endian: le
  bit-endian: le
doc: "A bundle of version 1.0 to 1.5 (`File Structure`). An object states neither its type nor its id. The reference with the object's offset states both."
seq:
  - id: "identifier"
    doc: "Always `\\xABGPB\\xBB\\r\\n\\x1A\\n`."
    contents: [171, 71, 80, 66, 187, 13, 10, 26, 10]
  - id: "major"
    doc: "Always 1."
    type: u1
    valid: {expr: "(_ == 1)"}
  - id: "minor"
    doc: "Minor version, from 0 to 5; some fields exist only since a minor version."
    type: u1
    valid: {expr: "(_ == 0 or _ == 1 or _ == 2 or _ == 3 or _ == 4 or _ == 5)"}
  - id: "reference_count"
    type: u4
  - id: "references"
    doc: "Ids, types and offsets of the objects; usually sorted by id."
    type: "reference"
    repeat: expr
    repeat-expr: "reference_count"
  - id: "unsaid"
    size-eos: true
types:
  animation:
    doc: "An animation, with channels that change values together (`4 Animation`)."
    seq:
      - id: "id_length"
        type: u4
      - id: "id"
        doc: "Name of the animation, which no reference states."
        size: "id_length"
      - id: "channel_count"
        type: u4
      - id: "channels"
        doc: "The channels of the animation; often none."
        type: "channel"
        repeat: expr
        repeat-expr: "channel_count"
  animations:
    doc: "All animations of a bundle (`3 Animations`)."
    seq:
      - id: "animation_count"
        type: u4
      - id: "animations"
        doc: "The animations, in order."
        type: "animation"
        repeat: expr
        repeat-expr: "animation_count"
  bounds:
    doc: "A box and a sphere that contain a mesh (`34 Mesh`): 40 bytes."
    seq:
      - id: "min"
        doc: "Corner of the box with the smallest coordinates."
        type: f4
        repeat: expr
        repeat-expr: 3
      - id: "max"
        doc: "Corner of the box with the largest coordinates."
        type: f4
        repeat: expr
        repeat-expr: 3
      - id: "center"
        doc: "Centre of the sphere."
        type: f4
        repeat: expr
        repeat-expr: 3
      - id: "radius"
        doc: "Radius of the sphere."
        type: f4
  camera:
    doc: "A camera; a single byte 0 if there is no camera (`32 Camera`)."
    seq:
      - id: "kind"
        doc: "Type of the camera: 0 none, 1 perspective, 2 orthographic."
        type: u1
        valid: {expr: "(_ == 0 or _ == 1 or _ == 2)"}
      - id: "lens"
        doc: "Projection and visible range, unless there is no camera."
        type: "lens(kind)"
        if: "kind != 0"
  channel:
    doc: "The values of one property over time (`5 AnimationChannel`)."
    seq:
      - id: "target_id_length"
        type: u4
        valid: {expr: "(_ >= 1 and _ <= 4294967295)"}
      - id: "target_id"
        doc: "Id of the node that the channel changes, without `#`."
        size: "target_id_length"
      - id: "target_attribute"
        doc: "The property that the channel changes."
        type: u4
        enum: target_attribute
      - id: "key_count"
        type: u4
      - id: "key_times"
        doc: "Times of the keys, in milliseconds."
        type: u4
        repeat: expr
        repeat-expr: "key_count"
      - id: "value_count"
        type: u4
      - id: "values"
        doc: "The values of all keys, one key after the other."
        type: f4
        repeat: expr
        repeat-expr: "value_count"
      - id: "tangent_in_count"
        type: u4
      - id: "tangents_in"
        doc: "Tangents that lead into the keys; usually empty."
        type: f4
        repeat: expr
        repeat-expr: "tangent_in_count"
      - id: "tangent_out_count"
        type: u4
      - id: "tangents_out"
        doc: "Tangents that lead out of the keys; usually empty."
        type: f4
        repeat: expr
        repeat-expr: "tangent_out_count"
      - id: "interpolation_count"
        type: u4
      - id: "interpolation"
        doc: "Interpolation between keys: 1 linear, 2 Bezier, 3 cardinal, 4 Hermite, 5 B-spline, 6 steps; usually one value for all keys."
        type: u4
        repeat: expr
        repeat-expr: "interpolation_count"
  font:
    doc: "A font in one or more sizes (`128 Font`)."
    params:
      - id: "minor"
        type: s8
    seq:
      - id: "family_length"
        type: u4
        valid: {expr: "(_ >= 1 and _ <= 4294967295)"}
      - id: "family"
        doc: "Name of the family."
        size: "family_length"
      - id: "style"
        doc: "Weight and slant of the letters."
        type: u4
        enum: font_style
      - id: "size_count_stored"
        doc: "Number of sizes; always one before version 1.4."
        type: u4
        if: "minor >= 4"
        valid: {expr: "(_ >= 1 and _ <= 4294967295)"}
      - id: "sizes"
        doc: "The sizes, each with a texture of its own."
        type: "font_size(minor)"
        repeat: expr
        repeat-expr: "size_count"
    instances:
      "size_count":
        value: "(minor >= 4) ? size_count_stored : 1"
  font_size:
    doc: "One size of a font (`128 Font`)."
    params:
      - id: "minor"
        type: s8
    seq:
      - id: "line_height"
        doc: "Height of a line in pixels."
        type: u4
      - id: "charset_length"
        type: u4
      - id: "charset"
        doc: "The characters of the font; often empty."
        size: "charset_length"
      - id: "glyph_count"
        type: u4
        valid: {expr: "(_ >= 1 and _ <= 4294967295)"}
      - id: "glyphs"
        doc: "The positions of the characters on the texture."
        type: "glyph(minor)"
        repeat: expr
        repeat-expr: "glyph_count"
      - id: "texture_width"
        doc: "Width of the texture in pixels."
        type: u4
      - id: "texture_height"
        doc: "Height of the texture in pixels."
        type: u4
      - id: "texture_size"
        type: u4
      - id: "texture"
        doc: "One byte for each pixel, from the upper left."
        size: "texture_size"
      - id: "format_stored"
        doc: "Meaning of a pixel in the texture, since version 1.3; before version 1.3, a pixel always means coverage."
        type: u4
        if: "minor >= 3"
    instances:
      "format":
        value: "(minor >= 3) ? format_stored : 0"
  glyph:
    doc: "A character, and its rectangle on the texture (`128 Font`)."
    params:
      - id: "minor"
        type: s8
    seq:
      - id: "code"
        doc: "Unicode code point of the character."
        type: u4
      - id: "width"
        doc: "Width of the character in pixels."
        type: u4
      - id: "bearing_x_stored"
        doc: "Distance from the pen to the left edge, in pixels; 0 before version 1.5."
        type: s4
        if: "minor >= 5"
      - id: "advance"
        doc: "Distance that the pen moves, in pixels; missing before version 1.5, where the pen moves by the width."
        type: u4
        if: "minor >= 5"
      - id: "uv"
        doc: "Left, top, right and bottom edge of the rectangle, as fractions of the texture from 0 to 1."
        type: f4
        repeat: expr
        repeat-expr: 4
    instances:
      "bearing_x":
        value: "(minor >= 5) ? bearing_x_stored : 0"
  lamp:
    doc: "Colour and shape of a light (`33 Light`). A colour has red, green and blue."
    params:
      - id: "kind"
        type: s8
    seq:
      - id: "directional"
        type: "lamp_directional(kind)"
        if: case_number == 0
      - id: "point"
        type: "lamp_point(kind)"
        if: case_number == 1
      - id: "spot"
        type: "lamp_spot(kind)"
        if: case_number == 2
    instances:
      case_number:
        value: "(kind == 1) ? 0 : (kind == 2) ? 1 : (kind == 3) ? 2 : -1"
  lamp_directional:
    doc: "Light that has the same direction everywhere."
    params:
      - id: "kind"
        type: s8
    seq:
      - id: "color"
        doc: "Colour of the light."
        type: f4
        repeat: expr
        repeat-expr: 3
  lamp_point:
    doc: "Light from one point."
    params:
      - id: "kind"
        type: s8
    seq:
      - id: "color"
        doc: "Colour of the light."
        type: f4
        repeat: expr
        repeat-expr: 3
      - id: "range"
        doc: "Distance that the light reaches."
        type: f4
  lamp_spot:
    doc: "Light from one point, in a cone."
    params:
      - id: "kind"
        type: s8
    seq:
      - id: "color"
        doc: "Colour of the light."
        type: f4
        repeat: expr
        repeat-expr: 3
      - id: "range"
        doc: "Distance that the light reaches."
        type: f4
      - id: "inner_angle"
        doc: "Angle of the inner cone, which has full light, in radians."
        type: f4
      - id: "outer_angle"
        doc: "Angle of the outer cone, beyond which there is no light, in radians."
        type: f4
  lens:
    doc: "Projection and visible range of a camera (`32 Camera`)."
    params:
      - id: "kind"
        type: s8
    seq:
      - id: "perspective"
        type: "lens_perspective(kind)"
        if: case_number == 0
      - id: "orthographic"
        type: "lens_orthographic(kind)"
        if: case_number == 1
    instances:
      case_number:
        value: "(kind == 1) ? 0 : (kind == 2) ? 1 : -1"
  lens_perspective:
    doc: "A perspective projection, in which distant objects are smaller."
    params:
      - id: "kind"
        type: s8
    seq:
      - id: "aspect_ratio"
        doc: "Width of the visible part, divided by its height."
        type: f4
      - id: "near_plane"
        doc: "Nearest visible distance."
        type: f4
      - id: "far_plane"
        doc: "Farthest visible distance."
        type: f4
      - id: "field_of_view"
        doc: "Angle of the visible part from bottom to top, in degrees."
        type: f4
  lens_orthographic:
    doc: "An orthographic projection, in which the size does not depend on the distance."
    params:
      - id: "kind"
        type: s8
    seq:
      - id: "aspect_ratio"
        doc: "Width of the visible part, divided by its height."
        type: f4
      - id: "near_plane"
        doc: "Nearest visible distance."
        type: f4
      - id: "far_plane"
        doc: "Farthest visible distance."
        type: f4
      - id: "magnification"
        doc: "Width and height of the visible part; a known writer stores 0 as the height."
        type: f4
        repeat: expr
        repeat-expr: 2
  light:
    doc: "A light; a single byte 0 if there is no light (`33 Light`). Ambient light is a colour of the scene."
    seq:
      - id: "kind"
        doc: "Type of the light: 0 none, 1 directional, 2 point, 3 spot."
        type: u1
        valid: {expr: "(_ == 0 or _ == 1 or _ == 2 or _ == 3)"}
      - id: "lamp"
        doc: "Colour and shape of the light, unless there is no light."
        type: "lamp(kind)"
        if: "kind != 0"
  look:
    doc: "Skin and materials of a mesh (`11 Model`)."
    seq:
      - id: "has_skin"
        doc: "1 if there is a skin, 0 if not."
        type: u1
      - id: "skin"
        doc: "The joints that move the mesh."
        type: "mesh_skin"
        if: "has_skin != 0"
      - id: "material_count"
        type: u4
      - id: "materials"
        doc: "Names of materials in another file: a name for each part, or a single name for all parts; an empty name means no material."
        type: "name_(0)"
        repeat: expr
        repeat-expr: "material_count"
  mesh:
    doc: "Vertices, and the primitives that they form (`34 Mesh`)."
    seq:
      - id: "element_count"
        type: u4
        valid: {expr: "(_ >= 1 and _ <= 4294967295)"}
      - id: "elements"
        doc: "The parts of a vertex."
        type: "vertex_element"
        repeat: expr
        repeat-expr: "element_count"
      - id: "vertex_size"
        type: u4
        valid: {expr: "(_ >= 1 and _ <= 4294967295)"}
      - id: "vertices"
        doc: "The vertices, one after the other, as floats in the order of the elements."
        size: "vertex_size"
      - id: "bounds"
        doc: "Bounds of all vertices."
        type: "bounds"
      - id: "part_count"
        type: u4
      - id: "parts"
        doc: "The parts to draw; without parts, the vertices are drawn in their order."
        type: "mesh_part"
        repeat: expr
        repeat-expr: "part_count"
  mesh_part:
    doc: "A set of primitives of a mesh (`35 MeshPart`)."
    seq:
      - id: "primitive"
        doc: "Type of the primitives that the indices form."
        type: u4
        enum: primitive
      - id: "index_format"
        doc: "Size of an index."
        type: u4
        valid: {expr: "(_ == 5121 or _ == 5123 or _ == 5125)"}
      - id: "index_size"
        type: u4
      - id: "indices"
        doc: "The indices as stored, which are numbers of vertices counted from 0."
        size: "index_size"
  mesh_skin:
    doc: "The joints that move a mesh (`36 MeshSkin`)."
    seq:
      - id: "bind_shape"
        doc: "Transform of the mesh when it was bound, column by column."
        type: f4
        repeat: expr
        repeat-expr: 16
      - id: "joint_count"
        type: u4
        valid: {expr: "(_ >= 1 and _ <= 4294967295)"}
      - id: "joints"
        doc: "`#` and the id of each node that is a joint."
        type: "name_(1)"
        repeat: expr
        repeat-expr: "joint_count"
      - id: "bind_pose_count"
        type: u4
      - id: "bind_poses"
        doc: "The inverse of each joint's pose when the mesh was bound: 16 floats each, column by column."
        type: f4
        repeat: expr
        repeat-expr: "bind_pose_count"
  model:
    doc: "A mesh at a node; the name is empty if the node has no mesh (`11 Model`)."
    seq:
      - id: "mesh_length"
        type: u4
      - id: "mesh"
        doc: "`#` and the id of the mesh; empty if nothing is drawn."
        size: "mesh_length"
      - id: "look"
        doc: "Skin and materials; present if there is a mesh."
        type: "look"
        if: "mesh_length != 0"
  name_:
    doc: "A text as an element of a list (`Primitives`); `is_xref` is 1 if the text names an object (`Xrefs`)."
    params:
      - id: "is_xref"
        type: s8
    seq:
      - id: "length"
        type: u4
      - id: "text"
        doc: "The text."
        size: "length"
  node:
    doc: "A coordinate system in a scene, with its camera, light and model (`2 Node`). The children are stored between the id of the parent and the camera."
    params:
      - id: "minor"
        type: s8
    seq:
      - id: "kind"
        doc: "Purpose of the node."
        type: u4
        valid: {expr: "(_ == 1 or _ == 2)"}
      - id: "transform"
        doc: "Transform relative to the parent, **column by column**, so the floats 12, 13 and 14 are the translation."
        type: f4
        repeat: expr
        repeat-expr: 16
      - id: "parent_id_length_stored"
        type: u4
        if: "minor >= 2"
      - id: "parent_id"
        doc: "Id of the parent node, since version 1.2; empty at the top."
        size: "parent_id_length"
      - id: "child_count"
        type: u4
      - id: "children"
        type: "node(minor)"
        repeat: expr
        repeat-expr: "child_count"
      - id: "camera"
        doc: "The camera of the node."
        type: "camera"
      - id: "light"
        doc: "The light of the node."
        type: "light"
      - id: "model"
        doc: "The model of the node."
        type: "model"
    instances:
      "parent_id_length":
        value: "(minor >= 2) ? parent_id_length_stored : 0"
  object:
    doc: "An object at the top of a bundle; the reference to it states its type. Section Objects."
    params:
      - id: "kind"
        type: s8
      - id: "minor"
        type: s8
    seq:
      - id: "scene"
        type: "object_scene(kind, minor)"
        if: case_number == 0
      - id: "node"
        type: "object_node(kind, minor)"
        if: case_number == 1
      - id: "animations"
        type: "object_animations(kind, minor)"
        if: case_number == 2
    instances:
      case_number:
        value: "(kind == 1) ? 0 : (kind == 2) ? 1 : (kind == 3) ? 2 : -1"
  object_scene:
    doc: "A scene."
    params:
      - id: "kind"
        type: s8
      - id: "minor"
        type: s8
    seq:
      - id: "scene"
        type: "scene(minor)"
  object_node:
    doc: "A node outside of any scene."
    params:
      - id: "kind"
        type: s8
      - id: "minor"
        type: s8
    seq:
      - id: "node"
        type: "node(minor)"
  object_animations:
    doc: "An object that contains all animations."
    params:
      - id: "kind"
        type: s8
      - id: "minor"
        type: s8
    seq:
      - id: "animations"
        type: "animations"
  reference:
    doc: "Type, id and offset of an object (`References`)."
    seq:
      - id: "id_length"
        type: u4
        valid: {expr: "(_ >= 1 and _ <= 4294967295)"}
      - id: "id"
        doc: "The id of the object, unique in the file."
        size: "id_length"
      - id: "kind"
        doc: "Type of the object."
        type: u4
        valid: {expr: "(_ == 1 or _ == 2 or _ == 3 or _ == 32 or _ == 33 or _ == 34 or _ == 128)"}
      - id: "offset"
        doc: "Offset in bytes from the beginning of the file to the object; 0 for a camera or a light that was not written."
        type: u4
  scene:
    doc: "A scene with nodes, the active camera and the ambient light (`1 Scene`)."
    params:
      - id: "minor"
        type: s8
    seq:
      - id: "node_count"
        type: u4
      - id: "nodes"
        doc: "The nodes at the top of the scene, each with all its descendants."
        type: "node(minor)"
        repeat: expr
        repeat-expr: "node_count"
      - id: "active_camera_length"
        type: u4
      - id: "active_camera"
        doc: "`#` and the id of the node whose camera is active; empty if there is none."
        size: "active_camera_length"
      - id: "ambient_color"
        doc: "Ambient light as red, green and blue."
        type: f4
        repeat: expr
        repeat-expr: 3
  vertex_element:
    doc: "A part of every vertex of a mesh (`34 Mesh`): 8 bytes."
    seq:
      - id: "usage"
        doc: "Meaning of the numbers."
        type: u4
        enum: vertex_usage
      - id: "size"
        doc: "Number of floats, from 1 to 4."
        type: u4
enums:
  font_format:
    0:
      id: "bitmap"
      doc: "The share of the pixel that the letter covers."
    1:
      id: "distance_field"
      doc: "The distance of the pixel from the outline."
  font_style:
    0:
      id: "plain"
      doc: "Regular weight, upright."
    1:
      id: "bold"
      doc: "Bold, upright."
    2:
      id: "italic"
      doc: "Regular weight, slanted."
    4:
      id: "bold_italic"
      doc: "Bold, slanted."
  index_format:
    5121:
      id: "index8"
      doc: "One byte."
    5123:
      id: "index16"
      doc: "Two bytes."
    5125:
      id: "index32"
      doc: "Four bytes."
  node_kind:
    1:
      id: "node"
      doc: "A coordinate system in the scene."
    2:
      id: "joint"
      doc: "A joint of a skin."
  object_kind:
    1:
      id: "scene"
      doc: "A scene."
    2:
      id: "node"
      doc: "A node at any level."
    3:
      id: "animations"
      doc: "An object that contains all animations."
    32:
      id: "camera"
      doc: "A camera, which is stored inside of its node."
    33:
      id: "light"
      doc: "A light, which is stored inside of its node."
    34:
      id: "mesh"
      doc: "A mesh."
    128:
      id: "font"
      doc: "A font."
  primitive:
    0:
      id: "points"
      doc: "Points."
    1:
      id: "lines"
      doc: "Two indices form a line."
    3:
      id: "line_strip"
      doc: "Each index forms a line with the index before."
    4:
      id: "triangles"
      doc: "Three indices form a triangle."
    5:
      id: "triangle_strip"
      doc: "Each index forms a triangle with the two indices before."
  target_attribute:
    0:
      id: "none"
      doc: "No property; readers skip the channel."
    1:
      id: "scale"
      doc: "3 floats."
    2:
      id: "scale_x"
      doc: "1 float."
    3:
      id: "scale_y"
      doc: "1 float."
    4:
      id: "scale_z"
      doc: "1 float."
    8:
      id: "rotate"
      doc: "4 floats: x, y, z, w."
    9:
      id: "translate"
      doc: "3 floats."
    10:
      id: "translate_x"
      doc: "1 float."
    11:
      id: "translate_y"
      doc: "1 float."
    12:
      id: "translate_z"
      doc: "1 float."
    16:
      id: "rotate_translate"
      doc: "7 floats."
    17:
      id: "scale_rotate_translate"
      doc: "10 floats."
    18:
      id: "scale_translate"
      doc: "6 floats."
    19:
      id: "scale_rotate"
      doc: "7 floats."
  vertex_usage:
    1:
      id: "position"
      doc: "Position."
    2:
      id: "normal"
      doc: "Direction of the surface."
    3:
      id: "color"
      doc: "Colour."
    4:
      id: "tangent"
      doc: "Direction along the surface."
    5:
      id: "binormal"
      doc: "Direction along the surface, across the tangent."
    6:
      id: "blendweights"
      doc: "Weights of the joints that move the vertex."
    7:
      id: "blendindices"
      doc: "Numbers of the joints that move the vertex, as floats."
    8:
      id: "texcoord0"
      doc: "Position on a texture."
    9:
      id: "texcoord1"
      doc: "Position on the second texture."
    10:
      id: "texcoord2"
      doc: "Position on the third texture."
    11:
      id: "texcoord3"
      doc: "Position on the fourth texture."
    12:
      id: "texcoord4"
      doc: "Position on the fifth texture."
    13:
      id: "texcoord5"
      doc: "Position on the sixth texture."
    14:
      id: "texcoord6"
      doc: "Position on the seventh texture."
    15:
      id: "texcoord7"
      doc: "Position on the eighth texture."
