# Written by `bpx schema export bpat --target ksy`.
#
# This file lacks, because the language cannot express it:
# * Clip.loops: the rule bpat.loops, which real files break (I-73)
# * Header.clip_table_offset: the rule bpat.alignment, which real files break (I-72)
# * Header.socket_table_offset: the rule bpat.alignment, which real files break (I-72)
# * Header.string_table_offset: the rule bpat.alignment, which real files break (I-72)
# * Header.palette_data_offset: the rule bpat.alignment, which real files break (I-72)
# * Layout: the rule bpat.frame-range
# * Layout: the rule bpat.frame-order
# * Layout: the rule bpat.name-range
# * Layout: the rule bpat.anchor-bone
# * Layout: the rule bpat.name-range
# * Layout: the rule bpat.species
# * Layout: the rule bpat.no-sockets
meta:
  id: bpat
  endian: le
  bit-endian: le
doc: "A file of version 1 (`Layout`). The header states where each section lies; any order is valid. The poses are regions that each clip describes: they are read only when a listener is present, so decoding reads the tables only."
seq:
  - id: "header"
    doc: "Number and places of the parts."
    type: "header"
instances:
  "clips":
    doc: "One entry for each animation."
    pos: "header.clip_table_offset"
    type: "clip"
    repeat: expr
    repeat-expr: "header.clip_count"
  "sockets":
    doc: "One entry for each socket. In a file without sockets, the offset has no meaning."
    pos: "((header.socket_count == 0) ? header.clip_table_offset : header.socket_table_offset)"
    type: "socket"
    repeat: expr
    repeat-expr: "header.socket_count"
  "strings":
    doc: "Names, each with its NUL; usually UTF-8. Names may share bytes."
    pos: "header.string_table_offset"
    size: "header.string_table_size"
  "palettes":
    doc: "The poses of the bones, clip by clip."
    type: "layout_palettes(_index)"
    repeat: expr
    repeat-expr: clips.size
  "socket_data":
    doc: "The poses of the sockets, clip by clip: after all palettes."
    type: "layout_socket_data(_index)"
    repeat: expr
    repeat-expr: clips.size
types:
  clip:
    doc: "One animation (`BpatClipEntry`): 32 bytes."
    seq:
      - id: "name_offset"
        doc: "Offset of the name in the string table, in bytes."
        type: u4
      - id: "name_length"
        doc: "Size of the name in bytes, without its NUL."
        type: u4
      - id: "frame_count"
        doc: "Number of frames, at least 1."
        type: u4
        valid: {expr: "(_ >= 1 and _ <= 4294967295)"}
      - id: "frame_offset"
        doc: "Number of the first frame, counted over all clips."
        type: u4
      - id: "fps"
        doc: "Frames a second; any bits."
        type: f4
      - id: "loops"
        doc: "1 when the clip starts over at its end, 0 when not."
        type: u1
      - id: "pad"
        doc: "Always zero."
        contents: [0, 0, 0]
      - id: "reserved"
        doc: "Always zero."
        type: u4
        repeat: expr
        repeat-expr: 2
        valid: {expr: "(_ == 0)"}
  frame:
    doc: "The poses of the bones in one frame (`Layout`)."
    params:
      - id: "bone_count"
        type: s8
    seq:
      - id: "bones"
        doc: "Bone by bone."
        type: "matrix"
        repeat: expr
        repeat-expr: "bone_count"
  header:
    doc: "What the file holds and where (`BpatHeader`): 64 bytes. Offsets count bytes from the beginning of the file. The place of the socket data is not stated: it follows the palettes."
    seq:
      - id: "magic"
        doc: "Always `BPAT`."
        contents: [66, 80, 65, 84]
      - id: "version"
        doc: "Always 1. The versions 2 and 3 exist, with other layouts."
        type: u4
        valid: {expr: "(_ == 1)"}
      - id: "species_id"
        doc: "Which creature."
        type: u4
        valid: {expr: "(_ == 0 or _ == 1 or _ == 2 or _ == 3 or _ == 4 or _ == 5)"}
      - id: "bone_count"
        doc: "Number of bones, which is the number of matrices in a frame: 1 to 64."
        type: u4
        valid: {expr: "(_ >= 1 and _ <= 64)"}
      - id: "socket_count"
        doc: "Number of sockets; 0 for a file without sockets."
        type: u4
      - id: "clip_count"
        doc: "Number of clips, at least 1."
        type: u4
        valid: {expr: "(_ >= 1 and _ <= 4294967295)"}
      - id: "frame_total"
        doc: "Number of frames of all clips together."
        type: u4
      - id: "string_table_size"
        doc: "Size of the string table in bytes, every NUL included."
        type: u4
      - id: "clip_table_offset"
        doc: "Offset of the clips."
        type: u8
      - id: "socket_table_offset"
        doc: "Offset of the sockets; 0 for a file without sockets."
        type: u8
      - id: "string_table_offset"
        doc: "Offset of the string table."
        type: u8
      - id: "palette_data_offset"
        doc: "Offset of the palettes."
        type: u8
  layout_palettes:
    params:
      - id: index
        type: s4
    instances:
      "entry":
        value: "_parent.clips[index]"
      "content":
        io: _parent._io
        pos: "(_parent.header.palette_data_offset + ((entry.frame_offset * _parent.header.bone_count) * 64))"
        size: "((entry.frame_count * _parent.header.bone_count) * 64)"
        type: "palette(_parent.header.bone_count)"
  layout_socket_data:
    params:
      - id: index
        type: s4
    instances:
      "entry":
        value: "_parent.clips[index]"
      "content":
        io: _parent._io
        pos: "((_parent.header.palette_data_offset + ((_parent.header.frame_total * _parent.header.bone_count) * 64)) + ((entry.frame_offset * _parent.header.socket_count) * 48))"
        size: "((entry.frame_count * _parent.header.socket_count) * 48)"
        type: "socket_palette(_parent.header.socket_count)"
  matrix:
    doc: "Pose of a bone (`Layout`): 64 bytes, row by row. The element in row r and column c is `rows[r][c]`. The translation is `rows[0][3]`, `rows[1][3]`, `rows[2][3]`: the floats 3, 7 and 11. The last row is 0, 0, 0, 1. (The specification compares the bytes with those of a `QMatrix4x4`, which are column by column; see I-76.)"
    seq:
      - id: "rows"
        doc: "Four rows of four."
        type: f4
        repeat: expr
        repeat-expr: 16
  palette:
    doc: "The poses of the bones in one clip (`Layout`)."
    params:
      - id: "bone_count"
        type: s8
    seq:
      - id: "frames"
        doc: "Frame by frame."
        type: "frame(bone_count)"
        repeat: eos
  socket:
    doc: "A point that follows a bone (`BpatSocketEntry`): 32 bytes."
    seq:
      - id: "name_offset"
        doc: "Offset of the name in the string table, in bytes."
        type: u4
      - id: "name_length"
        doc: "Size of the name in bytes, without its NUL."
        type: u4
      - id: "anchor_bone"
        doc: "Number of the bone that it follows, from 0."
        type: u4
      - id: "local_offset"
        doc: "Where it is, in the space of the bone: x, y, z."
        type: f4
        repeat: expr
        repeat-expr: 3
      - id: "reserved"
        doc: "Always zero."
        type: u4
        repeat: expr
        repeat-expr: 2
        valid: {expr: "(_ == 0)"}
  socket_frame:
    doc: "The poses of the sockets in one frame (`Layout`)."
    params:
      - id: "socket_count"
        type: s8
    seq:
      - id: "sockets"
        doc: "Socket by socket."
        type: "socket_matrix"
        repeat: expr
        repeat-expr: "socket_count"
  socket_matrix:
    doc: "Pose of a socket (`Layout`): 48 bytes, the rows 0 to 2 of a `Matrix` whose last row is 0, 0, 0, 1."
    seq:
      - id: "rows"
        doc: "Three rows of four."
        type: f4
        repeat: expr
        repeat-expr: 12
  socket_palette:
    doc: "The poses of the sockets in one clip (`Layout`)."
    params:
      - id: "socket_count"
        type: s8
    seq:
      - id: "frames"
        doc: "Frame by frame."
        type: "socket_frame(socket_count)"
        repeat: eos
enums:
  species:
    0:
      id: "humanoid"
      doc: "A person."
    1:
      id: "horse"
      doc: "A horse."
    2:
      id: "elephant"
      doc: "An elephant."
    3:
      id: "humanoid_sword"
      doc: "A person with a sword: occurs in files, but is not in the specification."
    4:
      id: "humanoid_spear"
      doc: "A person with a spear: not in the specification."
    5:
      id: "humanoid_skeleton"
      doc: "A skeleton: not in the specification."
