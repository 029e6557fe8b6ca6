# Written by `bpx schema export bpx --target ksy`.
#
# This file lacks these parts of the schema, because the language cannot express them:
# * Bone.name: the relation model.bone-name
# * Bone.name: the relation model.strings
# * BoneArray: the rule model.trailing
# * BoneTransform.bone: the relation model.bone-id
# * BoneTransform.bone: the relation model.bone-array
# * Column.kind: the rule column.kind.known, which real files break (I-26)
# * Column.len: the rule column.len.range, which real files break (I-26)
# * Column.reserved: the rule column.reserved.zero, which real files break (I-26)
# * Content: the later cases for bytes that do not form Table
# * Content: the later cases for bytes that do not form ExtendedData
# * FrameArray.transforms: the relation model.whole-frames
# * FrameArray: the rule frame-array.whole-transforms
# * IndexArray: the rule model.trailing
# * IndexArray: the rule model.triangles
# * Layout: the rule container.file-size
# * Layout: the rule container.trailing-bytes
# * Layout: the rule container.plain-size
# * Layout: the rule container.both-compressions
# * Layout: the rule container.both-checks
# * Layout: the rule container.overlap-head
# * Layout: the rule container.overlap
# * Layout: the rule package.contiguous
# * Layout: the rule package.object-table-unused
# * Layout: the rule texture.pixel-array
# * Layout: the rule model.vertex-array
# * Layout: the rule shader.symbol-table
# * Layout: the rule shader.strings
# * Layout: the rule package.data
# * Layout: the rule package.data
# * Layout: the rule package.object-table
# * Layout: the rule package.strings
# * Layout: the rule package.strings
# * Layout: the rule texture.single
# * Layout: the rule model.single
# * Layout: the rule shader.single
# * Layout: the rule package.single
# * Layout: the checksum header.checksum (layout.checksum)
# * Layout.sections: xz; only the stored bytes are available
# * Layout.sections: checksums
# * Layout.sections: the check of the stated content size
# * ModelExt.symbol_name: the relation model.symbol-name
# * ModelExt.symbol_name: the relation model.strings
# * ModelExt.reserved: the rule model.reserved, which real files break (I-27)
# * ObjectHeader.name: the relation package.name
# * ObjectHeader.name: the relation package.name-limit
# * ObjectHeader.name: the relation package.empty-name
# * ObjectHeader.name: the relation package.unsafe-name
# * ObjectHeader.name: the relation package.duplicate-name
# * ObjectHeader.start: the relation package.start
# * ObjectTable: the rule object-table.whole-records
# * PackageExt.reserved: the rule package.reserved, which real files break (I-27)
# * Scalar.bool: the rule scalar.bool.bool.range, which real files break (I-11)
# * SectionHeader.flags: the rule section-header.flags.known, which real files break (I-8)
# * SectionHeader.reserved: the rule section-header.reserved.zero, which real files break (I-5)
# * Shader.stage: the relation shader.duplicate-stage
# * ShaderExt.symbol_count: the relation shader.symbol-count
# * ShaderExt.kind: the relation shader.shader
# * ShaderExt.kind: the relation shader.vertex-format
# * ShaderExt.kind: the relation shader.pipeline
# * ShaderExt.reserved: the rule shader.reserved, which real files break (I-27)
# * ShaderExt: the rule shader.target-any
# * Symbol.name: the relation shader.name
# * Symbol.name: the relation shader.limit
# * Symbol.name: the relation shader.duplicate-name
# * Symbol.flags: the rule shader.symbol-flags, which real files break (I-34)
# * SymbolTable: the rule symbol-table.whole-symbols
# * Table: the rule table.whole-rows
# * Table: the rule table.free-flags
# * Table: the rule table.row-padding
# * TableHeader.reserved: the rule table-header.reserved.zero, which real files break (I-26)
# * TextureExt.flags: the rule texture.flags, which real files break (I-34)
# * TextureExt.reserved: the rule texture.reserved, which real files break (I-27)
# * TextureExt: the rule texture.cube-layers
# * VertexArray: the rule model.vertices
# * VertexArray: the rule model.triangles
# * VertexArrayHeader.index_array: the relation model.index-array
# * VertexArrayHeader.reserved: the rule model.vertex-reserved, which real files break (I-27)
meta:
  id: bpx
  endian: le
  bit-endian: le
doc: "A file of version 1 or 2 (sections 8 to 10). Section 8."
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
    doc: "The contents of the sections. If both compression flags are set, the content is xz; if both check flags are set, the checksum is weak. A plain section is as long as its content."
    type: "layout_sections(_index)"
    repeat: expr
    repeat-expr: table.size
types:
  bone:
    doc: "A bone (section 12.5): 28 bytes. X is right, Y is forward, Z is up."
    seq:
      - id: "head"
        doc: "Position of the beginning of the bone, before any animation."
        type: f4
        repeat: expr
        repeat-expr: 3
      - id: "tail"
        doc: "Position of the end of the bone, before any animation."
        type: f4
        repeat: expr
        repeat-expr: 3
      - id: "name_field"
        doc: "Name of the bone, as an offset in the strings section."
        type: u4
  bone_array:
    doc: "The bones (section 12.5)."
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
  bone_transform:
    doc: "Position of a bone in a frame (section 12.7.3): 44 bytes. X is right, Y is forward, Z is up."
    seq:
      - id: "rotation"
        doc: "Rotation as a quaternion; the specification does not state which component is the real part."
        type: f4
        repeat: expr
        repeat-expr: 4
      - id: "position"
        doc: "Position."
        type: f4
        repeat: expr
        repeat-expr: 3
      - id: "scale"
        doc: "Scale."
        type: f4
        repeat: expr
        repeat-expr: 3
      - id: "bone"
        doc: "Number of the bone, counted from 0."
        type: u4
  column:
    doc: "Describes the cells of one column."
    seq:
      - id: "name_field"
        doc: "Name, as an offset in the strings section."
        type: u4
      - id: "kind"
        doc: "Type of the values."
        type: u1
      - id: "len"
        doc: "Number of values in a cell; for a text, the number of bytes."
        type: u2
      - id: "reserved"
        doc: "Always zero."
        type: u1
  content:
    doc: "The content of a section (section 10)."
    params:
      - id: "file"
        type: s8
      - id: "section"
        type: s8
      - id: "version"
        type: s8
    seq:
      - id: "strings"
        type: "content_strings(file, section, version)"
        if: case_number == 0
      - id: "structured_data"
        type: "content_structured_data(file, section, version)"
        if: case_number == 1
      - id: "table"
        type: "content_table(file, section, version)"
        if: case_number == 2
      - id: "object_table"
        type: "content_object_table(file, section, version)"
        if: case_number == 3
      - id: "pixel_array"
        type: "content_pixel_array(file, section, version)"
        if: case_number == 4
      - id: "vertex_array"
        type: "content_vertex_array(file, section, version)"
        if: case_number == 5
      - id: "index_array"
        type: "content_index_array(file, section, version)"
        if: case_number == 6
      - id: "bone_array"
        type: "content_bone_array(file, section, version)"
        if: case_number == 7
      - id: "frame_array"
        type: "content_frame_array(file, section, version)"
        if: case_number == 8
      - id: "animation_array"
        type: "content_animation_array(file, section, version)"
        if: case_number == 9
      - id: "shader"
        type: "content_shader(file, section, version)"
        if: case_number == 10
      - id: "symbol_table"
        type: "content_symbol_table(file, section, version)"
        if: case_number == 11
      - id: "extended_data"
        type: "content_extended_data(file, section, version)"
        if: case_number == 12
      - id: "data"
        type: "content_data(file, section, version)"
        if: case_number == 13
    instances:
      case_number:
        value: "(section == 255) ? 0 : (section == 254) ? 1 : ((section == 253) and (file != 83)) ? 2 : (((file == 80) and (version == 2)) and (section == 2)) ? 3 : ((file == 84) and (section == 1)) ? 4 : (((file == 77) and (version == 2)) and (section == 2)) ? 5 : (((file == 77) and (version == 2)) and (section == 3)) ? 6 : (((file == 77) and (version == 2)) and (section == 4)) ? 7 : (((file == 77) and (version == 2)) and (section == 5)) ? 8 : (((file == 77) and (version == 2)) and (section == 6)) ? 9 : (((file == 83) and (version == 2)) and (section == 1)) ? 10 : (((file == 83) and (version == 2)) and (section == 2)) ? 11 : (((file == 83) and (version == 2)) and (section == 3)) ? 12 : 13"
  content_strings:
    doc: "Texts."
    params:
      - id: "file"
        type: s8
      - id: "section"
        type: s8
      - id: "version"
        type: s8
    seq:
      - id: "strings"
        type: "strings"
  content_structured_data:
    doc: "Structured data."
    params:
      - id: "file"
        type: s8
      - id: "section"
        type: s8
      - id: "version"
        type: s8
    seq:
      - id: "structured_data"
        type: "node(255)"
  content_table:
    doc: "A table, if the bytes form rows and columns, because no specification reserves the section type for tables. In shader packages, writers put a hash of 8 bytes into a section of this type."
    params:
      - id: "file"
        type: s8
      - id: "section"
        type: s8
      - id: "version"
        type: s8
    seq:
      - id: "table"
        type: "table"
  content_object_table:
    doc: "The objects of a package."
    params:
      - id: "file"
        type: s8
      - id: "section"
        type: s8
      - id: "version"
        type: s8
    seq:
      - id: "object_table"
        type: "object_table"
  content_pixel_array:
    doc: "The pixels of a texture."
    params:
      - id: "file"
        type: s8
      - id: "section"
        type: s8
      - id: "version"
        type: s8
    seq:
      - id: "pixel_array"
        size-eos: true
  content_vertex_array:
    doc: "Vertices of a model."
    params:
      - id: "file"
        type: s8
      - id: "section"
        type: s8
      - id: "version"
        type: s8
    seq:
      - id: "vertex_array"
        type: "vertex_array"
  content_index_array:
    doc: "Indices of vertices."
    params:
      - id: "file"
        type: s8
      - id: "section"
        type: s8
      - id: "version"
        type: s8
    seq:
      - id: "index_array"
        type: "index_array"
  content_bone_array:
    doc: "The bones of a model."
    params:
      - id: "file"
        type: s8
      - id: "section"
        type: s8
      - id: "version"
        type: s8
    seq:
      - id: "bone_array"
        type: "bone_array"
  content_frame_array:
    doc: "The frames of the animations of a model."
    params:
      - id: "file"
        type: s8
      - id: "section"
        type: s8
      - id: "version"
        type: s8
    seq:
      - id: "frame_array"
        type: "frame_array"
  content_animation_array:
    doc: "The animations of a model; their form is not specified."
    params:
      - id: "file"
        type: s8
      - id: "section"
        type: s8
      - id: "version"
        type: s8
    seq:
      - id: "animation_array"
        size-eos: true
  content_shader:
    doc: "The code of a stage."
    params:
      - id: "file"
        type: s8
      - id: "section"
        type: s8
      - id: "version"
        type: s8
    seq:
      - id: "shader"
        type: "shader"
  content_symbol_table:
    doc: "The symbols of a shader package."
    params:
      - id: "file"
        type: s8
      - id: "section"
        type: s8
      - id: "version"
        type: s8
    seq:
      - id: "symbol_table"
        type: "symbol_table"
  content_extended_data:
    doc: "Extended data of symbols, which is a sequence of objects."
    params:
      - id: "file"
        type: s8
      - id: "section"
        type: s8
      - id: "version"
        type: s8
    seq:
      - id: "extended_data"
        type: "node(255)"
        repeat: eos
  content_data:
    doc: "The content of any other section."
    params:
      - id: "file"
        type: s8
      - id: "section"
        type: s8
      - id: "version"
        type: s8
    seq:
      - id: "data"
        size-eos: true
  frame_array:
    doc: "The frames of all animations, each with the positions of all bones (section 12.7)."
    seq:
      - id: "transforms"
        doc: "The positions of all bones in all frames."
        type: "bone_transform"
        repeat: expr
        repeat-expr: "((_io.size - _io.pos) / 44)"
      - id: "rest"
        doc: "Bytes after the last whole transform; empty in a valid array."
        size-eos: true
  index_array:
    doc: "Indices of vertices (section 12.4)."
    seq:
      - id: "index_count"
        doc: "Number of indices."
        type: u4
      - id: "indices"
        doc: "Indices in the array of vertices, counted from 0."
        type: u4
        repeat: expr
        repeat-expr: "index_count"
  layout_sections:
    params:
      - id: index
        type: s4
    instances:
      "entry":
        value: "_parent.table[index]"
      "content_xz":
        io: _parent._io
        pos: "entry.pointer"
        size: "(((entry.flags & 3) == 0) ? entry.content_size : entry.stored_size)"
        doc: "Stored bytes: the language cannot express xz."
        if: "((entry.flags & 2) != 0)"
      "content_zlib":
        io: _parent._io
        pos: "entry.pointer"
        size: "(((entry.flags & 3) == 0) ? entry.content_size : entry.stored_size)"
        process: zlib
        type: "content(_parent.header.kind, entry.kind, _parent.header.version)"
        if: "(not ((entry.flags & 2) != 0)) and ((entry.flags & 1) != 0)"
      "content_plain":
        io: _parent._io
        pos: "entry.pointer"
        size: "(((entry.flags & 3) == 0) ? entry.content_size : entry.stored_size)"
        type: "content(_parent.header.kind, entry.kind, _parent.header.version)"
        if: "(not ((entry.flags & 2) != 0)) and (not ((entry.flags & 1) != 0))"
      "content":
        value: "((not ((entry.flags & 2) != 0)) and ((entry.flags & 1) != 0)) ? content_zlib : content_plain"
  main_header:
    doc: "The first 40 bytes of a file, in versions 1 and 2 (section 8)."
    seq:
      - id: "signature"
        doc: "Always `BPX`."
        contents: [66, 80, 88]
      - id: "kind"
        doc: "Type of the file; a container may have any byte here."
        type: u1
      - id: "checksum"
        doc: "Byte sum of this header and the section table, with this field as zero."
        type: u4
      - id: "file_size"
        doc: "Size of the file in bytes, or 0 if the writer did not state the size."
        type: u8
      - id: "section_count"
        doc: "Number of sections."
        type: u4
      - id: "version"
        doc: "Version of the format: 1 for SDK 1.0 and 2.0, 2 since SDK 3.0."
        type: u4
        valid: {expr: "(_ == 1 or _ == 2)"}
      - id: "type_ext"
        doc: "Type-specific extension (TypeExt); zero for types that do not use it."
        type: "type_ext(kind, version)"
  model_ext:
    doc: "Type-specific extension of the main header of a model (section 12.2): 16 bytes."
    seq:
      - id: "shader_hash"
        doc: "Hash of the virtual path of the shader package that declares the format of the vertices."
        type: u8
      - id: "symbol_name"
        doc: "Name of the symbol that declares the format in the shader package, as an offset in the strings section."
        type: u4
      - id: "reserved"
        doc: "Always zero."
        size: 4
  node:
    doc: "One value: the root object, a property of an object, or an element of an array (sections 10.2.4, 10.2.6). Section 10.2."
    params:
      - id: "parent"
        type: s8
    seq:
      - id: "name_field"
        doc: "Hash of the property's name; elements and the root have no name."
        type: u8
        if: "parent == 14"
      - id: "kind_stored"
        doc: "Type of the value; the root is an object, and does not state its type."
        type: u1
        if: "parent != 255"
      - id: "value_field"
        doc: "The value, unless the type has parts."
        type: "scalar(kind)"
      - id: "count_stored"
        doc: "Number of properties or elements."
        type: u1
        if: "(kind == 13) or (kind == 14)"
      - id: "children"
        doc: "Properties or elements."
        type: "node(kind)"
        repeat: expr
        repeat-expr: "count"
    instances:
      "kind":
        value: "(parent != 255) ? kind_stored : 14"
      "count":
        value: "((kind == 13) or (kind == 14)) ? count_stored : 0"
  object_header:
    doc: "Size, name and offset of an object, in revision 2 (section 14.4): 20 bytes."
    seq:
      - id: "size"
        doc: "Size of the object in bytes; the object may continue in the following Data sections."
        type: u8
      - id: "name_field"
        doc: "Name, as an offset in the strings section."
        type: u4
      - id: "start"
        doc: "Number of the Data section where the object begins, counted from 0 over all sections."
        type: u4
      - id: "offset"
        doc: "Offset of the first byte of the object in the content of that section, in bytes."
        type: u4
  object_table:
    doc: "The list of objects, in revision 2 (section 14.4)."
    seq:
      - id: "objects"
        doc: "The objects."
        type: "object_header"
        repeat: expr
        repeat-expr: "((_io.size - _io.pos) / 20)"
      - id: "rest"
        doc: "Bytes after the last whole entry; empty in a valid table."
        size-eos: true
  package_ext:
    doc: "Type-specific extension of the main header of a package (section 14.2): 16 bytes, the same in both revisions."
    seq:
      - id: "architecture"
        doc: "The processor that the package is made for."
        type: u1
        enum: architecture
        valid: {in-enum: true}
      - id: "platform"
        doc: "The system that the package is made for."
        type: u1
        enum: platform
        valid: {in-enum: true}
      - id: "generator"
        doc: "The program that wrote the package, as two ASCII characters: `PK` is fpkg, `BP` the engine, `BD` the debug tools. The metadata depends on the program."
        size: 2
      - id: "reserved"
        doc: "Always zero."
        size: 12
  scalar:
    doc: "A value without parts (section 10.2.2)."
    params:
      - id: "kind"
        type: s8
    seq:
      - id: "null_field"
        type: "scalar_null(kind)"
        if: case_number == 0
      - id: "bool_field"
        type: "scalar_bool(kind)"
        if: case_number == 1
      - id: "u_int8"
        type: "scalar_u_int8(kind)"
        if: case_number == 2
      - id: "u_int16"
        type: "scalar_u_int16(kind)"
        if: case_number == 3
      - id: "u_int32"
        type: "scalar_u_int32(kind)"
        if: case_number == 4
      - id: "u_int64"
        type: "scalar_u_int64(kind)"
        if: case_number == 5
      - id: "int8"
        type: "scalar_int8(kind)"
        if: case_number == 6
      - id: "int16"
        type: "scalar_int16(kind)"
        if: case_number == 7
      - id: "int32"
        type: "scalar_int32(kind)"
        if: case_number == 8
      - id: "int64"
        type: "scalar_int64(kind)"
        if: case_number == 9
      - id: "float"
        type: "scalar_float(kind)"
        if: case_number == 10
      - id: "double"
        type: "scalar_double(kind)"
        if: case_number == 11
      - id: "string"
        type: "scalar_string(kind)"
        if: case_number == 12
      - id: "array"
        type: "scalar_array(kind)"
        if: case_number == 13
      - id: "object"
        type: "scalar_object(kind)"
        if: case_number == 14
    instances:
      case_number:
        value: "(kind == 0) ? 0 : (kind == 1) ? 1 : (kind == 2) ? 2 : (kind == 3) ? 3 : (kind == 4) ? 4 : (kind == 5) ? 5 : (kind == 6) ? 6 : (kind == 7) ? 7 : (kind == 8) ? 8 : (kind == 9) ? 9 : (kind == 10) ? 10 : (kind == 11) ? 11 : (kind == 12) ? 12 : (kind == 13) ? 13 : (kind == 14) ? 14 : -1"
  scalar_null:
    doc: "No value."
    params:
      - id: "kind"
        type: s8
  scalar_bool:
    doc: "0 is false, 1 is true."
    params:
      - id: "kind"
        type: s8
    seq:
      - id: "bool_field"
        type: u1
  scalar_u_int8:
    doc: "An unsigned 8-bit integer."
    params:
      - id: "kind"
        type: s8
    seq:
      - id: "uint8"
        type: u1
  scalar_u_int16:
    doc: "An unsigned 16-bit integer."
    params:
      - id: "kind"
        type: s8
    seq:
      - id: "uint16"
        type: u2
  scalar_u_int32:
    doc: "An unsigned 32-bit integer."
    params:
      - id: "kind"
        type: s8
    seq:
      - id: "uint32"
        type: u4
  scalar_u_int64:
    doc: "An unsigned 64-bit integer."
    params:
      - id: "kind"
        type: s8
    seq:
      - id: "uint64"
        type: u8
  scalar_int8:
    doc: "A signed 8-bit integer."
    params:
      - id: "kind"
        type: s8
    seq:
      - id: "int8"
        type: s1
  scalar_int16:
    doc: "A signed 16-bit integer."
    params:
      - id: "kind"
        type: s8
    seq:
      - id: "int16"
        type: s2
  scalar_int32:
    doc: "A signed 32-bit integer."
    params:
      - id: "kind"
        type: s8
    seq:
      - id: "int32"
        type: s4
  scalar_int64:
    doc: "A signed 64-bit integer."
    params:
      - id: "kind"
        type: s8
    seq:
      - id: "int64"
        type: s8
  scalar_float:
    doc: "A 32-bit IEEE 754 float."
    params:
      - id: "kind"
        type: s8
    seq:
      - id: "float"
        type: f4
  scalar_double:
    doc: "A 64-bit IEEE 754 float."
    params:
      - id: "kind"
        type: s8
    seq:
      - id: "double"
        type: f8
  scalar_string:
    doc: "A text."
    params:
      - id: "kind"
        type: s8
    seq:
      - id: "string"
        type: strz
        encoding: UTF-8
  scalar_array:
    doc: "Elements."
    params:
      - id: "kind"
        type: s8
  scalar_object:
    doc: "Properties."
    params:
      - id: "kind"
        type: s8
  section_header:
    doc: "Describes one section (section 9.1)."
    seq:
      - id: "pointer"
        doc: "Offset of the stored content from the beginning of the file, in bytes."
        type: u8
      - id: "stored_size"
        doc: "Size of the content as stored, in bytes."
        type: u4
      - id: "content_size"
        doc: "Size of the content, in bytes."
        type: u4
      - id: "checksum"
        doc: "Checksum of the content; the flags state the algorithm."
        type: u4
      - id: "kind"
        doc: "Type of the section; its meaning depends on the type of the file."
        type: u1
      - id: "flags"
        doc: "Compression and check of the content."
        type: u1
      - id: "reserved"
        doc: "Always zero."
        size: 2
    instances:
      "flags_compressed_zlib":
        doc: "The content is a zlib stream."
        value: "(flags & 1) != 0"
      "flags_compressed_xz":
        doc: "The content is an xz stream."
        value: "(flags & 2) != 0"
      "flags_check_crc32":
        doc: "The checksum is a CRC-32 of the content."
        value: "(flags & 4) != 0"
      "flags_check_weak":
        doc: "The checksum is the byte sum of the content."
        value: "(flags & 8) != 0"
  shader:
    doc: "The code of a stage (section 13.3)."
    seq:
      - id: "stage"
        doc: "The stage."
        type: u1
        enum: stage
        valid: {in-enum: true}
      - id: "code"
        doc: "The code, in a form that depends on the target."
        size-eos: true
  shader_ext:
    doc: "Type-specific extension of the main header of a shader package (section 13.2): 16 bytes."
    seq:
      - id: "assembly"
        doc: "Hash of the name of the assembly itself, or of the assembly to which a program is linked; 0 if there is none."
        type: u8
      - id: "symbol_count"
        doc: "Number of symbols."
        type: u2
      - id: "target"
        doc: "The target."
        type: u1
        valid: {expr: "(_ == 1 or _ == 2 or _ == 3 or _ == 4 or _ == 5 or _ == 6 or _ == 7 or _ == 8 or _ == 9 or _ == 10 or _ == 11 or _ == 12 or _ == 13 or _ == 14 or _ == 15 or _ == 16 or _ == 17 or _ == 255)"}
      - id: "kind"
        doc: "Whether the package is an assembly or a program."
        type: u1
        valid: {expr: "(_ == 65 or _ == 80)"}
      - id: "reserved"
        doc: "Always zero."
        size: 4
  strings:
    doc: "Consecutive texts; other values refer to them by the offset of their first byte (section 10.1.2). Section 10.1."
    seq:
      - id: "strings"
        doc: "The texts."
        type: strz
        encoding: UTF-8
        repeat: eos
  symbol:
    doc: "An input, output or declaration of a shader (section 13.4): 12 bytes."
    seq:
      - id: "name_field"
        doc: "Name of the symbol, as an offset in the strings section."
        type: u4
      - id: "extended_data"
        doc: "Extended data of the symbol, as an offset in the section of extended data; without meaning unless a flag states that the symbol has extended data."
        type: u4
      - id: "flags"
        doc: "Use of the symbol."
        type: u2
      - id: "kind"
        doc: "Type of the symbol."
        type: u1
        valid: {expr: "(_ == 0 or _ == 1 or _ == 2 or _ == 3 or _ == 4 or _ == 5 or _ == 6)"}
      - id: "register_field"
        doc: "The register of the symbol; without meaning unless a flag states that the symbol has a register."
        type: u1
    instances:
      "flags_vertex_stage":
        doc: "Used by the vertex stage."
        value: "(flags & 1) != 0"
      "flags_hull_stage":
        doc: "Used by the hull stage."
        value: "(flags & 2) != 0"
      "flags_domain_stage":
        doc: "Used by the domain stage."
        value: "(flags & 4) != 0"
      "flags_geometry_stage":
        doc: "Used by the geometry stage."
        value: "(flags & 8) != 0"
      "flags_pixel_stage":
        doc: "Used by the pixel stage."
        value: "(flags & 16) != 0"
      "flags_assembly":
        doc: "Part of an assembly."
        value: "(flags & 32) != 0"
      "flags_external":
        doc: "Not defined by this package."
        value: "(flags & 64) != 0"
      "flags_internal":
        doc: "Defined by this package."
        value: "(flags & 128) != 0"
      "flags_extended_data":
        doc: "Has extended data."
        value: "(flags & 256) != 0"
      "flags_register_field":
        doc: "Takes a register of the pipeline."
        value: "(flags & 512) != 0"
  symbol_table:
    doc: "The list of symbols (section 13.4)."
    seq:
      - id: "symbols"
        doc: "The symbols."
        type: "symbol"
        repeat: expr
        repeat-expr: "((_io.size - _io.pos) / 12)"
      - id: "rest"
        doc: "Bytes after the last whole entry; empty in a valid table."
        size-eos: true
  table:
    doc: "A table, with columns and rows. A table without columns, or with columns that take no bytes, has no rows; the remaining bytes are kept without a meaning."
    seq:
      - id: "header"
        doc: "Name, and number of columns."
        type: "table_header"
      - id: "columns"
        doc: "The columns, which describe the cells of a row."
        type: "column"
        repeat: expr
        repeat-expr: "header.column_count"
      - id: "rows"
        doc: "The rows as stored; see `Table::rows`."
        size-eos: true
  table_header:
    doc: "The first 8 bytes of a table."
    seq:
      - id: "name_field"
        doc: "Name of the table, as an offset in the strings section."
        type: u4
      - id: "column_count"
        doc: "Number of columns."
        type: u2
      - id: "reserved"
        doc: "Always zero."
        size: 2
  texture_ext:
    doc: "Type-specific extension of the main header of a texture (section 11.2): 16 bytes."
    seq:
      - id: "array"
        doc: "Number of layers; readers use the number only if a flag states several layers (section 11.3.4)."
        type: b16
      - id: "width"
        doc: "Base-2 logarithm of the width in pixels, minus 1."
        type: b4
      - id: "height"
        doc: "Base-2 logarithm of the height in pixels, minus 1."
        type: b4
      - id: "format"
        doc: "Format of a pixel."
        type: b4
        enum: pixel_format
        valid: {in-enum: true}
      - id: "flags"
        doc: "Use of the texture."
        type: b4
      - id: "mipmaps"
        doc: "Number of smaller copies that a program computes when it loads the texture; the file contains no copies."
        type: b8
      - id: "reserved"
        doc: "Always zero."
        size: 11
    instances:
      "flags_array":
        doc: "The layers of the texture form an array."
        value: "(flags & 1) != 0"
      "flags_compressed":
        doc: "The graphics processor compresses the texture when it is loaded."
        value: "(flags & 2) != 0"
      "flags_cube_map":
        doc: "The six layers of the texture are the sides of a cube."
        value: "(flags & 4) != 0"
  type_ext:
    doc: "Type-specific extension of the main header (section 8.7): 16 bytes."
    params:
      - id: "kind"
        type: s8
      - id: "version"
        type: s8
    seq:
      - id: "texture"
        type: "type_ext_texture(kind, version)"
        if: case_number == 0
      - id: "model"
        type: "type_ext_model(kind, version)"
        if: case_number == 1
      - id: "shader"
        type: "type_ext_shader(kind, version)"
        if: case_number == 2
      - id: "package"
        type: "type_ext_package(kind, version)"
        if: case_number == 3
      - id: "other"
        type: "type_ext_other(kind, version)"
        if: case_number == 4
    instances:
      case_number:
        value: "(kind == 84) ? 0 : ((kind == 77) and (version == 2)) ? 1 : ((kind == 83) and (version == 2)) ? 2 : (kind == 80) ? 3 : 4"
  type_ext_texture:
    doc: "The extension of a texture."
    params:
      - id: "kind"
        type: s8
      - id: "version"
        type: s8
    seq:
      - id: "texture"
        type: "texture_ext"
  type_ext_model:
    doc: "The extension of a model of version 2; the specification does not define the extension of version 1."
    params:
      - id: "kind"
        type: s8
      - id: "version"
        type: s8
    seq:
      - id: "model"
        type: "model_ext"
  type_ext_shader:
    doc: "The extension of a shader package of version 2; the specification does not define the extension of version 1."
    params:
      - id: "kind"
        type: s8
      - id: "version"
        type: s8
    seq:
      - id: "shader"
        type: "shader_ext"
  type_ext_package:
    doc: "The extension of a package."
    params:
      - id: "kind"
        type: s8
      - id: "version"
        type: s8
    seq:
      - id: "package"
        type: "package_ext"
  type_ext_other:
    doc: "The extension of any other file, which is zero unless the type of the file defines another value."
    params:
      - id: "kind"
        type: s8
      - id: "version"
        type: s8
    seq:
      - id: "other"
        size: 16
  vertex_array:
    doc: "Vertices (section 12.3), as bytes, because a shader package declares the format of the vertices."
    seq:
      - id: "header"
        doc: "Number of vertices, and references to material and indices."
        type: "vertex_array_header"
      - id: "vertices"
        doc: "The vertices, one after the other."
        size-eos: true
  vertex_array_header:
    doc: "Header of vertices (section 12.3): 20 bytes."
    seq:
      - id: "material_hash"
        doc: "Hash of the virtual path of the material to apply."
        type: u8
      - id: "vertex_count"
        doc: "Number of vertices."
        type: u4
      - id: "index_array"
        doc: "Number of the index section, counted from 1 over all sections, or 0 if there is none."
        type: u4
      - id: "reserved"
        doc: "Always zero."
        size: 4
enums:
  architecture:
    0:
      id: "x86_64"
      doc: "64-bit processors of Intel and AMD."
    1:
      id: "aarch64"
      doc: "64-bit processors of ARM."
    2:
      id: "x86"
      doc: "32-bit processors of Intel and AMD."
    3:
      id: "armv7hl"
      doc: "32-bit processors of ARM, with hardware floats."
    4:
      id: "any"
      doc: "Any."
  column_type:
    0:
      id: "null_"
      doc: "Nothing; takes no bytes."
    1:
      id: "boolean"
      doc: "A truth value."
    2:
      id: "u_int8"
      doc: "8 bits, unsigned."
    3:
      id: "u_int16"
      doc: "16 bits, unsigned."
    4:
      id: "u_int32"
      doc: "32 bits, unsigned."
    5:
      id: "u_int64"
      doc: "64 bits, unsigned."
    6:
      id: "int8"
      doc: "8 bits, signed."
    7:
      id: "int16"
      doc: "16 bits, signed."
    8:
      id: "int32"
      doc: "32 bits, signed."
    9:
      id: "int64"
      doc: "64 bits, signed."
    10:
      id: "float"
      doc: "32 bits, IEEE 754."
    11:
      id: "double"
      doc: "64 bits, IEEE 754."
    12:
      id: "varchar"
      doc: "UTF-8, followed by zeros; the column states the size."
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
  pixel_format:
    1:
      id: "rgb"
      doc: "Red, green and blue, 8 bits each."
    2:
      id: "rgba"
      doc: "Red, green, blue and opacity, 8 bits each."
    3:
      id: "grey_scale"
      doc: "Brightness, 8 bits."
    4:
      id: "float"
      doc: "One float of 32 bits."
  platform:
    0:
      id: "linux"
      doc: "Linux."
    1:
      id: "mac_os"
      doc: "macOS."
    2:
      id: "windows"
      doc: "Windows."
    3:
      id: "android"
      doc: "Android."
    4:
      id: "any"
      doc: "Any."
  sd_type:
    0:
      id: "null_"
      doc: "No value."
    1:
      id: "boolean"
      doc: "A truth value."
    2:
      id: "u_int8"
      doc: "An unsigned 8-bit integer."
    3:
      id: "u_int16"
      doc: "An unsigned 16-bit integer."
    4:
      id: "u_int32"
      doc: "An unsigned 32-bit integer."
    5:
      id: "u_int64"
      doc: "An unsigned 64-bit integer."
    6:
      id: "int8"
      doc: "A signed 8-bit integer."
    7:
      id: "int16"
      doc: "A signed 16-bit integer."
    8:
      id: "int32"
      doc: "A signed 32-bit integer."
    9:
      id: "int64"
      doc: "A signed 64-bit integer."
    10:
      id: "float"
      doc: "A 32-bit IEEE 754 float."
    11:
      id: "double"
      doc: "A 64-bit IEEE 754 float."
    12:
      id: "string"
      doc: "A text."
    13:
      id: "array"
      doc: "Elements."
    14:
      id: "object"
      doc: "Properties."
  shader_kind:
    65:
      id: "assembly"
      doc: "Symbols that programs share."
    80:
      id: "program"
      doc: "The stages of a pipeline and their symbols."
  shader_target:
    1:
      id: "dx11"
      doc: "DirectX 11."
    2:
      id: "dx12"
      doc: "DirectX 12."
    3:
      id: "gl33"
      doc: "OpenGL 3.3."
    4:
      id: "gl40"
      doc: "OpenGL 4.0."
    5:
      id: "gl41"
      doc: "OpenGL 4.1."
    6:
      id: "gl42"
      doc: "OpenGL 4.2."
    7:
      id: "gl43"
      doc: "OpenGL 4.3."
    8:
      id: "gl44"
      doc: "OpenGL 4.4."
    9:
      id: "gl45"
      doc: "OpenGL 4.5."
    10:
      id: "gl46"
      doc: "OpenGL 4.6."
    11:
      id: "es30"
      doc: "OpenGL ES 3.0."
    12:
      id: "es31"
      doc: "OpenGL ES 3.1."
    13:
      id: "es32"
      doc: "OpenGL ES 3.2."
    14:
      id: "vk10"
      doc: "Vulkan 1.0."
    15:
      id: "vk11"
      doc: "Vulkan 1.1."
    16:
      id: "vk12"
      doc: "Vulkan 1.2."
    17:
      id: "mt"
      doc: "Metal."
    255:
      id: "any"
      doc: "Any target; for assemblies."
  stage:
    0:
      id: "vertex"
      doc: "The stage that runs for each vertex."
    1:
      id: "hull"
      doc: "The stage that runs for each patch."
    2:
      id: "domain"
      doc: "The stage that runs for each vertex of a divided patch."
    3:
      id: "geometry"
      doc: "The stage that runs for each primitive."
    4:
      id: "pixel"
      doc: "The stage that runs for each pixel."
  standard_section:
    253:
      id: "table"
      doc: "Rows and columns, as the reference crate writes them."
    254:
      id: "structured_data"
      doc: "Structured data."
    255:
      id: "strings"
      doc: "Texts."
  symbol_kind:
    0:
      id: "texture"
      doc: "A texture."
    1:
      id: "sampler"
      doc: "A sampler."
    2:
      id: "constant_buffer"
      doc: "A buffer of constants."
    3:
      id: "constant"
      doc: "A constant outside of buffers."
    4:
      id: "vertex_format"
      doc: "The format of vertices; at most one in a program."
    5:
      id: "pipeline"
      doc: "The state of the pipeline; at most one in a program."
    6:
      id: "output"
      doc: "An output of the pixel stage."
