# Written by `bpx schema export bpx-v0 --target ksy`.
#
# This file lacks these parts of the schema, because the language cannot express them:
# * AssemblyDX.vertex: the relation v0.shader-index
# * AssemblyDX.geometry: the relation v0.shader-index
# * AssemblyDX.pixel: the relation v0.shader-index
# * AssemblyGL.vertex: the relation v0.shader-index
# * AssemblyGL.geometry: the relation v0.shader-index
# * AssemblyGL.pixel: the relation v0.shader-index
# * Asset.virtual_path: the relation v0.virtual-path
# * Asset.virtual_path: the relation v0.limit
# * Asset.virtual_path: the relation v0.unsafe-path
# * Asset.virtual_path: the relation v0.duplicate-path
# * Asset.file_id: the relation v0.file-id
# * AssetRegistry: the rule asset-registry.assert-1
# * Bone.name: the relation v0.bone-name
# * BoneArray: the rule bone-array.assert-1
# * FrameArray: the rule frame-array.assert-1
# * IndexArray: the rule index-array.assert-1
# * Layout: the rule v0.file-size
# * Layout: the rule v0.trailing-bytes
# * Layout: the rule v0.required
# * Layout: the rule v0.required
# * Layout: the rule v0.required
# * Layout: the rule v0.required
# * Layout: the rule v0.required
# * Layout: the rule v0.required
# * Layout: the rule v0.required
# * Layout: the rule v0.required
# * Layout: the rule v0.required
# * Layout: the rule v0.required
# * Layout: the rule container.overlap-head
# * Layout: the rule container.overlap
# * Layout: the rule v0.single
# * Layout: the rule v0.single
# * Layout: the rule v0.single
# * Layout: the rule v0.single
# * Layout: the checksum header.checksum (layout.checksum)
# * PackageExt.asset_count: the relation v0.asset-count
# * PackageExt.asset_count: the relation v0.orphan
# * ShaderExt.shader_count: the relation v0.shader-count
# * TextureExt: the rule v0.cube-map
# * VertexArray: the rule v0.triangles
# * VertexArrayHeader.material: the relation v0.material
# * VertexArrayHeader.index_array: the relation v0.index-array
# * VertexFormat: the rule vertex-format.assert-1
# * VertexFormat: the rule vertex-format.size-of-components
meta:
  id: bpx_v0
  endian: le
  bit-endian: le
doc: "A file of version 0 (2019, sections 6 and 7). Section v0 6."
seq:
  - id: "header"
    doc: "The main header."
    type: "main_header"
  - id: "table"
    doc: "One entry for each section."
    type: "section_header"
    repeat: expr
    repeat-expr: "header.section_count"
instances:
  "sections":
    doc: "The contents of the sections. The file does not state the decompressed size of a compressed content."
    type: "layout_sections(_index)"
    repeat: expr
    repeat-expr: table.size
types:
  assembly_dx:
    doc: "The program for DirectX (2019, section 10.4): 16 bytes. A shader is identified by the number of its section among all sections, counted from 1; 0 means no shader. Section v0 10.4."
    seq:
      - id: "min_version"
        doc: "Lowest version of DirectX that runs the program."
        type: u4
      - id: "vertex"
        doc: "The vertex shader."
        type: u4
      - id: "geometry"
        doc: "The geometry shader."
        type: u4
      - id: "pixel"
        doc: "The pixel shader."
        type: u4
  assembly_gl:
    doc: "The program for OpenGL (2019, section 10.5): 20 bytes. Shaders are identified by section numbers as in `AssemblyDx`. Section v0 10.5."
    seq:
      - id: "min_version"
        doc: "Lowest version of OpenGL that runs the program, times ten; 45 means 4.5."
        type: u4
      - id: "vertex"
        doc: "The vertex shader."
        type: u4
      - id: "geometry"
        doc: "The geometry shader."
        type: u4
      - id: "pixel"
        doc: "The pixel shader."
        type: u4
      - id: "reserved"
        doc: "Always zero."
        type: u4
        valid: {expr: "(_ == 0)"}
  asset:
    doc: "An asset, which has a path and a section with its bytes (2019, section 11.3): 8 bytes. Section v0 11.3."
    seq:
      - id: "virtual_path"
        doc: "Path, as an offset in the strings section."
        type: u4
      - id: "file_id"
        doc: "Number of the File section among all sections, counted from 1."
        type: u4
  asset_registry:
    doc: "The list of assets (2019, section 11.3). Section v0 11.3."
    seq:
      - id: "assets"
        doc: "The assets."
        type: "asset"
        repeat: expr
        repeat-expr: "((_io.size - _io.pos) / 8)"
      - id: "rest"
        doc: "Bytes after the last whole entry; empty in a valid section."
        size-eos: true
  bone:
    doc: "A bone (2019, section 9.5): 68 bytes. Section v0 9.5."
    seq:
      - id: "transform"
        doc: "Initial position, as a 4 x 4 matrix."
        type: f4
        repeat: expr
        repeat-expr: 16
      - id: "name_field"
        doc: "Name, as an offset in the strings section."
        type: u4
  bone_array:
    doc: "Bones (2019, section 9.5). Section v0 9.5."
    seq:
      - id: "bone_count"
        doc: "Number of bones."
        type: u2
        valid: {expr: "(_ >= 1 and _ <= 1024)"}
      - id: "bones"
        doc: "The bones."
        type: "bone"
        repeat: expr
        repeat-expr: "bone_count"
      - id: "rest"
        doc: "Bytes after the last bone; empty in a valid section."
        size-eos: true
  bone_update:
    doc: "Position of a bone in a frame (2019, section 9.7.2): 64 bytes. Section v0 9.7.2."
    seq:
      - id: "transform"
        doc: "The position, as a 4 x 4 matrix."
        type: f4
        repeat: expr
        repeat-expr: 16
  component:
    doc: "One or more numbers of a vertex (2019, section 9.2). Section v0 9.2."
    seq:
      - id: "kind"
        doc: "Type of the numbers."
        type: b4
        valid: {expr: "(_ == 1 or _ == 2 or _ == 3)"}
      - id: "size"
        doc: "Number of numbers in the component."
        type: b4
  content:
    doc: "The content of a section (2019, sections 8 to 11). Section v0 7.1.3."
    params:
      - id: "file"
        type: s8
      - id: "section"
        type: s8
    seq:
      - id: "vertex_format"
        type: "content_vertex_format(file, section)"
        if: case_number == 0
      - id: "vertex_array"
        type: "content_vertex_array(file, section)"
        if: case_number == 1
      - id: "index_array"
        type: "content_index_array(file, section)"
        if: case_number == 2
      - id: "bone_array"
        type: "content_bone_array(file, section)"
        if: case_number == 3
      - id: "frame_array"
        type: "content_frame_array(file, section)"
        if: case_number == 4
      - id: "assembly_dx"
        type: "content_assembly_dx(file, section)"
        if: case_number == 5
      - id: "assembly_gl"
        type: "content_assembly_gl(file, section)"
        if: case_number == 6
      - id: "asset_registry"
        type: "content_asset_registry(file, section)"
        if: case_number == 7
      - id: "strings"
        type: "content_strings(file, section)"
        if: case_number == 8
      - id: "data"
        type: "content_data(file, section)"
        if: case_number == 9
    instances:
      case_number:
        value: "((file == 77) and (section == 1)) ? 0 : ((file == 77) and (section == 2)) ? 1 : ((file == 77) and (section == 3)) ? 2 : ((file == 77) and (section == 4)) ? 3 : ((file == 77) and (section == 5)) ? 4 : ((file == 83) and (section == 2)) ? 5 : ((file == 83) and (section == 3)) ? 6 : ((file == 80) and (section == 1)) ? 7 : (((file == 77) and (section == 7)) or ((file == 80) and (section == 3))) ? 8 : 9"
  content_vertex_format:
    doc: "The components of a vertex of a model."
    params:
      - id: "file"
        type: s8
      - id: "section"
        type: s8
    seq:
      - id: "vertex_format"
        type: "vertex_format"
  content_vertex_array:
    doc: "Vertices of a model."
    params:
      - id: "file"
        type: s8
      - id: "section"
        type: s8
    seq:
      - id: "vertex_array"
        type: "vertex_array"
  content_index_array:
    doc: "Numbers of vertices of a model."
    params:
      - id: "file"
        type: s8
      - id: "section"
        type: s8
    seq:
      - id: "index_array"
        type: "index_array"
  content_bone_array:
    doc: "Bones of a model."
    params:
      - id: "file"
        type: s8
      - id: "section"
        type: s8
    seq:
      - id: "bone_array"
        type: "bone_array"
  content_frame_array:
    doc: "Transforms of bones of a model."
    params:
      - id: "file"
        type: s8
      - id: "section"
        type: s8
    seq:
      - id: "frame_array"
        type: "frame_array"
  content_assembly_dx:
    doc: "The program for DirectX of a shader package."
    params:
      - id: "file"
        type: s8
      - id: "section"
        type: s8
    seq:
      - id: "assembly_dx"
        type: "assembly_dx"
  content_assembly_gl:
    doc: "The program for OpenGL of a shader package."
    params:
      - id: "file"
        type: s8
      - id: "section"
        type: s8
    seq:
      - id: "assembly_gl"
        type: "assembly_gl"
  content_asset_registry:
    doc: "The assets of a package."
    params:
      - id: "file"
        type: s8
      - id: "section"
        type: s8
    seq:
      - id: "asset_registry"
        type: "asset_registry"
  content_strings:
    doc: "Texts of a model or a package."
    params:
      - id: "file"
        type: s8
      - id: "section"
        type: s8
    seq:
      - id: "strings"
        type: "strings"
  content_data:
    doc: "All other contents, such as pixels, code, files, animations, and sections that no table lists."
    params:
      - id: "file"
        type: s8
      - id: "section"
        type: s8
    seq:
      - id: "data"
        size-eos: true
  frame_array:
    doc: "Transforms of bones, frame after frame (2019, section 9.7). Section v0 9.7."
    seq:
      - id: "updates"
        doc: "The transforms."
        type: "bone_update"
        repeat: expr
        repeat-expr: "((_io.size - _io.pos) / 64)"
      - id: "rest"
        doc: "Bytes after the last whole transform; empty in a valid section."
        size-eos: true
  index_array:
    doc: "Numbers of vertices, counted from 0 (2019, section 9.4). Section v0 9.4."
    seq:
      - id: "index_count"
        doc: "Number of indices."
        type: u4
      - id: "indices"
        doc: "The indices."
        type: u4
        repeat: expr
        repeat-expr: "index_count"
      - id: "rest"
        doc: "Bytes after the last index; empty in a valid section."
        size-eos: true
  layout_sections:
    params:
      - id: index
        type: s4
    instances:
      "entry":
        value: "_parent.table[index]"
      "content_zlib":
        io: _parent._io
        pos: "entry.pointer"
        size: "entry.size"
        process: zlib
        type: "content(_parent.header.kind, entry.kind)"
        if: "((entry.flags & 2) != 0)"
      "content_plain":
        io: _parent._io
        pos: "entry.pointer"
        size: "entry.size"
        type: "content(_parent.header.kind, entry.kind)"
        if: "(not ((entry.flags & 2) != 0))"
      "content":
        value: "(((entry.flags & 2) != 0)) ? content_zlib : content_plain"
  main_header:
    doc: "The first 32 bytes of a file (2019, section 6). Section v0 6."
    seq:
      - id: "signature"
        doc: "Always `BPX`."
        contents: [66, 80, 88]
      - id: "kind"
        doc: "Type of the content."
        type: u1
      - id: "checksum"
        doc: "CRC-32 of all other bytes of the file."
        type: u4
      - id: "file_size"
        doc: "Size in bytes of the file after the 32 bytes of the header; 0 if the writer did not state the size."
        type: u8
      - id: "section_count"
        doc: "Number of sections."
        type: u4
      - id: "version"
        doc: "Always 0."
        type: u4
        valid: {expr: "(_ == 0)"}
      - id: "type_ext"
        doc: "Type-specific extension."
        type: "type_ext(kind)"
  package_ext:
    doc: "Type-specific extension of a package (2019, section 11.2). Section v0 11.2."
    seq:
      - id: "asset_count"
        doc: "Number of assets."
        type: u4
      - id: "compatibility"
        doc: "The rendering APIs that the package is made for."
        type: u1
        valid: {expr: "(_ & 240 == 0)"}
      - id: "reserved"
        doc: "Always zero."
        contents: [0, 0, 0]
    instances:
      "compatibility_direct_x":
        doc: "DirectX."
        value: "(compatibility & 1) != 0"
      "compatibility_open_gl":
        doc: "OpenGL."
        value: "(compatibility & 2) != 0"
      "compatibility_vulkan":
        doc: "Vulkan."
        value: "(compatibility & 4) != 0"
      "compatibility_metal":
        doc: "Metal."
        value: "(compatibility & 8) != 0"
  section_header:
    doc: "Describes one section (2019, section 7.1). Section v0 7.1."
    seq:
      - id: "pointer"
        doc: "Offset of the stored content from the beginning of the file, in bytes."
        type: u8
      - id: "size"
        doc: "Size of the content as stored, in bytes."
        type: u4
      - id: "kind"
        doc: "Type of the section; its meaning depends on the type of the file."
        type: u1
      - id: "flags"
        doc: "Flags of the section, which state whether the content is compressed."
        type: u1
        valid: {expr: "(_ & 253 == 0)"}
      - id: "reserved"
        doc: "Always zero."
        contents: [0, 0]
    instances:
      "flags_compressed":
        doc: "The content is a zlib stream."
        value: "(flags & 2) != 0"
  shader_ext:
    doc: "Type-specific extension of a shader package (2019, section 10.2). Section v0 10.2."
    seq:
      - id: "shader_count"
        doc: "Number of shaders."
        type: u4
      - id: "compatibility"
        doc: "The rendering APIs that the shaders are made for."
        type: u1
        valid: {expr: "(_ & 240 == 0)"}
      - id: "reserved"
        doc: "Always zero."
        contents: [0, 0, 0]
    instances:
      "compatibility_direct_x":
        doc: "DirectX."
        value: "(compatibility & 1) != 0"
      "compatibility_open_gl":
        doc: "OpenGL."
        value: "(compatibility & 2) != 0"
      "compatibility_vulkan":
        doc: "Vulkan."
        value: "(compatibility & 4) != 0"
      "compatibility_metal":
        doc: "Metal."
        value: "(compatibility & 8) != 0"
  strings:
    doc: "Consecutive texts; other values refer to them by the offset of their first byte (2019, section 9.8). Section v0 9.8."
    seq:
      - id: "strings"
        doc: "The texts."
        type: strz
        encoding: UTF-8
        repeat: eos
  texture_ext:
    doc: "Type-specific extension of a texture (2019, section 8.2): 8 bytes. Section v0 8.2."
    seq:
      - id: "array"
        doc: "Number of layers of an array or a cube map."
        type: b16
      - id: "width"
        doc: "Width: `2^(width + 1)` pixels."
        type: b4
      - id: "height"
        doc: "Height: `2^(height + 1)` pixels."
        type: b4
      - id: "format"
        doc: "Format of a pixel."
        type: b4
        enum: texture_format
        valid: {in-enum: true}
      - id: "flags"
        doc: "Use of the texture."
        type: b4
        valid: {expr: "(_ & 8 == 0)"}
      - id: "mipmaps"
        doc: "Number of mip maps that the loader computes."
        type: b8
      - id: "reserved"
        doc: "Always zero."
        type: b24
        valid: {expr: "(_ == 0)"}
    instances:
      "flags_array":
        doc: "The texture is an array of layers."
        value: "(flags & 1) != 0"
      "flags_compressed":
        doc: "The loader compresses the texture for the graphics processor."
        value: "(flags & 2) != 0"
      "flags_cube_map":
        doc: "The six layers of the texture are the sides of a cube."
        value: "(flags & 4) != 0"
  type_ext:
    doc: "Type-specific extension: the last eight bytes of the main header (2019, section 6.7). Section v0 6.7."
    params:
      - id: "file"
        type: s8
    seq:
      - id: "texture"
        type: "type_ext_texture(file)"
        if: case_number == 0
      - id: "model"
        type: "type_ext_model(file)"
        if: case_number == 1
      - id: "shader"
        type: "type_ext_shader(file)"
        if: case_number == 2
      - id: "package"
        type: "type_ext_package(file)"
        if: case_number == 3
      - id: "raw"
        type: "type_ext_raw(file)"
        if: case_number == 4
    instances:
      case_number:
        value: "(file == 84) ? 0 : (file == 77) ? 1 : (file == 83) ? 2 : (file == 80) ? 3 : 4"
  type_ext_texture:
    doc: "The extension of a texture."
    params:
      - id: "file"
        type: s8
    seq:
      - id: "texture"
        type: "texture_ext"
  type_ext_model:
    doc: "The extension of a model, which is unused."
    params:
      - id: "file"
        type: s8
    seq:
      - id: "model"
        type: "unused_ext"
  type_ext_shader:
    doc: "The extension of a shader package."
    params:
      - id: "file"
        type: s8
    seq:
      - id: "shader"
        type: "shader_ext"
  type_ext_package:
    doc: "The extension of a package."
    params:
      - id: "file"
        type: s8
    seq:
      - id: "package"
        type: "package_ext"
  type_ext_raw:
    doc: "The extension of other types of files, which is not defined."
    params:
      - id: "file"
        type: s8
    seq:
      - id: "raw"
        size: 8
  unused_ext:
    doc: "Eight bytes without a use (2019, section 4). Section v0 4."
    seq:
      - id: "reserved"
        doc: "Always zero."
        contents: [0, 0, 0, 0, 0, 0, 0, 0]
  vertex_array:
    doc: "Vertices (2019, section 9.3). Section v0 9.3."
    seq:
      - id: "header"
        doc: "Header of the vertices."
        type: "vertex_array_header"
      - id: "vertices"
        doc: "The vertices, each of the size that the vertex format states."
        size-eos: true
  vertex_array_header:
    doc: "Header of vertices (2019, section 9.3): 12 bytes. Section v0 9.3."
    seq:
      - id: "material"
        doc: "Path of the material, as an offset in the strings section."
        type: u4
      - id: "vertex_count"
        doc: "Number of vertices."
        type: u4
      - id: "index_array"
        doc: "Number of the index array of the vertices among all sections, counted from 1; 0 for no index array."
        type: u4
  vertex_format:
    doc: "Components of a vertex (2019, section 9.2). Section v0 9.2."
    seq:
      - id: "vertex_size"
        doc: "Size of a vertex in bytes."
        type: u2
      - id: "component_count"
        doc: "Number of components."
        type: u1
      - id: "reserved"
        doc: "Always zero."
        type: u1
        valid: {expr: "(_ == 0)"}
      - id: "components"
        doc: "The components, in their order in a vertex."
        type: "component"
        repeat: expr
        repeat-expr: "component_count"
      - id: "rest"
        doc: "Bytes after the last component; empty in a valid section."
        size-eos: true
enums:
  component_type:
    1:
      id: "float"
      doc: "Floats."
    2:
      id: "int_"
      doc: "Signed integers."
    3:
      id: "uint"
      doc: "Unsigned integers."
  file_kind:
    84:
      id: "texture"
      doc: "Pixels."
    77:
      id: "model"
      doc: "Vertices, bones and frames."
    83:
      id: "shader_package"
      doc: "Compiled shaders and their symbols."
    67:
      id: "scene"
      doc: "A type that the specification names, but does not define."
    80:
      id: "package"
      doc: "Objects, that is, files."
  texture_format:
    1:
      id: "rgb"
      doc: "Three channels of 8 bits."
    2:
      id: "rgba"
      doc: "Four channels of 8 bits."
    3:
      id: "grey_scale"
      doc: "One channel of 8 bits."
    4:
      id: "float"
      doc: "One channel, a float of 32 bits."
