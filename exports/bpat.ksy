# Written by `bpx schema export bpat --target ksy`.
#
# This file lacks these parts of the schema, because the language cannot express them:
# * BoneParents: the rule bpat.bone-parent
# * Clip.loops: the rule bpat.loops, which real files break (I-73)
# * Clip.flags: the rule bpat.flags, which real files break (I-118)
# * Header.clip_table_offset: the rule bpat.alignment, which real files break (I-72)
# * Header.palette_data_offset: the rule bpat.alignment, which real files break (I-72)
# * Layout: the rule bpat.frame-range
# * Layout: the rule bpat.frame-order
# * Layout: the rule bpat.name-range
# * Layout: the rule bpat.name-end
# * Layout: the rule bpat.variant
# * Layout: the rule bpat.anchor-bone
# * Layout: the rule bpat.name-range
# * Layout: the rule bpat.name-end
# * Layout: the rule bpat.species
# * Layout: the rule bpat.species
# * Layout: the rule bpat.alignment
# * Layout: the rule bpat.alignment
# * Layout: the rule bpat.alignment
# * Layout: the rule bpat.alignment
# * Layout: the rule bpat.no-sockets
# * Layout: the rule bpat.contact-count
# * Layout: the rule bpat.no-contacts
# * Layout: the rule bpat.reserved
# * Layout: the rule bpat.layout-3b
# * Layout: the rule bpat.reserved
# * Layout: the rule bpat.alignment
# * Layout: the rule bpat.alignment
# * Layout: the rule bpat.alignment
# * Markers: the rule bpat.marker
# * Markers: the rule bpat.marker
# * Markers: the rule bpat.marker
# * Markers: the rule bpat.marker
# * Markers: the rule bpat.marker
meta:
  id: bpat
  endian: le
  bit-endian: le
doc: "A file (`Layout`) of version 1, 2 or 3. The header states the offsets of the sections; any order is valid. Each clip describes the regions of its poses. The decoder reads the tables, and reads the poses only if there is a listener. Files of two layouts state version 3. In the first layout, the palettes are poses, and the last two numbers of the extension are reserved. In the second layout, these two numbers state the offsets of a bind palette and of the parents of the bones, and the palettes are skinning matrices. The offset of the bind palette is the only difference between the layouts; 0 means the first layout."
seq:
  - id: "header"
    doc: "Counts and offsets of the parts."
    type: "header"
  - id: "contact_data_offset_stored"
    doc: "Offset of the contacts, or 0 for a file without contacts. This field and the next four exist since version 3."
    type: u8
    if: "header.version == 3"
  - id: "contact_entry_count_stored"
    doc: "Number of contacts, which is the number of frames or 0."
    type: u4
    if: "header.version == 3"
  - id: "reserved0_stored"
    doc: "Always zero."
    type: u4
    if: "header.version == 3"
  - id: "bind_palette_offset_stored"
    doc: "Offset of the bind palette, or 0 for a file without a bind palette, whose palettes are poses."
    type: u8
    if: "header.version == 3"
  - id: "bone_parent_offset_stored"
    doc: "Offset of the parents of the bones, or 0 for a file without parents."
    type: u8
    if: "header.version == 3"
instances:
  "contact_data_offset":
    value: "(header.version == 3) ? contact_data_offset_stored : 0"
  "contact_entry_count":
    value: "(header.version == 3) ? contact_entry_count_stored : 0"
  "reserved0":
    value: "(header.version == 3) ? reserved0_stored : 0"
  "bind_palette_offset":
    value: "(header.version == 3) ? bind_palette_offset_stored : 0"
  "bone_parent_offset":
    value: "(header.version == 3) ? bone_parent_offset_stored : 0"
  "clips":
    doc: "One entry for each animation."
    pos: "header.clip_table_offset"
    type: "clip(header.version)"
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
    doc: "The poses of the sockets, clip by clip, after all palettes."
    type: "layout_socket_data(_index)"
    repeat: expr
    repeat-expr: clips.size
  "contacts":
    doc: "The contacts of the feet, frame by frame."
    pos: "contact_data_offset"
    type: "contact"
    repeat: expr
    repeat-expr: "contact_entry_count"
    if: "contact_entry_count != 0"
  "bind_palette":
    doc: "The bone poses in which the mesh was modelled."
    pos: "bind_palette_offset"
    type: "column_matrix"
    repeat: expr
    repeat-expr: "header.bone_count"
    if: "bind_palette_offset != 0"
  "bone_parents":
    doc: "The parents of the bones, which form the tree of the skeleton."
    pos: "bone_parent_offset"
    type: "bone_parents(header.bone_count)"
    if: "bone_parent_offset != 0"
types:
  bone_parent:
    doc: "The parent of a bone (`Layout`): one byte."
    seq:
      - id: "parent"
        doc: "Number of an earlier bone, or 255 for a bone without a parent."
        type: u1
  bone_parents:
    doc: "The parents of all bones (`Layout`)."
    params:
      - id: "bone_count"
        type: s8
    seq:
      - id: "bones"
        doc: "The parent of each bone."
        type: "bone_parent"
        repeat: expr
        repeat-expr: "bone_count"
  clip:
    doc: "One animation (`BpatClipEntry`): 32 bytes in version 1, 44 in version 2, 48 in version 3."
    params:
      - id: "version"
        type: s8
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
        doc: "Frames per second; every bit pattern is valid."
        type: f4
      - id: "loops"
        doc: "1 when the clip starts over at its end, 0 when not."
        type: u1
      - id: "pad"
        doc: "Always zero; only in versions 1 and 2."
        contents: [0, 0, 0]
        if: "version != 3"
      - id: "reserved"
        doc: "Always zero; only in version 1."
        type: u4
        repeat: expr
        repeat-expr: 2
        if: "version == 1"
        valid: {expr: "(_ == 0)"}
      - id: "flags_stored"
        doc: "1 when the clip supplies contact with the ground, 0 when not; since version 3."
        type: u1
        if: "version == 3"
      - id: "variant_ordinal_stored"
        doc: "Number of the clip in its family, from 0; since version 3."
        type: u1
        if: "version == 3"
      - id: "variant_pad_stored"
        doc: "Always zero; since version 3."
        type: u1
        if: "version == 3"
        valid: {expr: "(_ == 0)"}
      - id: "variant_family_stored"
        doc: "Number of the first clip of the family, or of the clip itself if it has no family; since version 3."
        type: u2
        if: "version == 3"
      - id: "variant_reserved_stored"
        doc: "Always zero; since version 3."
        type: u2
        if: "version == 3"
        valid: {expr: "(_ == 0)"}
      - id: "markers"
        doc: "Moments of the clip; since version 2."
        type: "markers"
        if: "version >= 2"
    instances:
      "flags":
        value: "(version == 3) ? flags_stored : 0"
      "variant_ordinal":
        value: "(version == 3) ? variant_ordinal_stored : 0"
      "variant_pad":
        value: "(version == 3) ? variant_pad_stored : 0"
      "variant_family":
        value: "(version == 3) ? variant_family_stored : 0"
      "variant_reserved":
        value: "(version == 3) ? variant_reserved_stored : 0"
  column_matrix:
    doc: "A matrix of a file with a bind palette (`Layout`): 64 bytes, column by column. The element in row r and column c is `columns[c][r]`. The translation is `columns[3][0]`, `columns[3][1]`, `columns[3][2]`, which are the floats 12, 13 and 14."
    seq:
      - id: "columns"
        doc: "Four columns of four numbers."
        type: f4
        repeat: expr
        repeat-expr: 16
  contact:
    doc: "The heights of a creature's feet in one frame (`Layout`): 8 bytes."
    seq:
      - id: "sole_y"
        doc: "The y coordinate of the lowest point of the soles, relative to the bind pose."
        type: f4
      - id: "foot_y"
        doc: "The y coordinate of the lowest origin of a foot bone."
        type: f4
  frame:
    doc: "The poses of the bones in one frame (`Layout`)."
    params:
      - id: "bone_count"
        type: s8
      - id: "bind_palette"
        type: s8
    seq:
      - id: "bones"
        doc: "The pose of each bone, row by row, in a file without a bind palette."
        type: "matrix"
        repeat: expr
        repeat-expr: "bone_count"
        if: "bind_palette == 0"
      - id: "skins"
        doc: "The pose of each bone times the inverse of its bind pose, column by column, in a file with a bind palette."
        type: "column_matrix"
        repeat: expr
        repeat-expr: "bone_count"
        if: "bind_palette != 0"
  header:
    doc: "The header with counts and offsets of the parts (`BpatHeader`): 64 bytes. Offsets count bytes from the beginning of the file. The header does not state the offset of the socket data, because the socket data follows the palettes."
    seq:
      - id: "magic"
        doc: "Always `BPAT`."
        contents: [66, 80, 65, 84]
      - id: "version"
        doc: "1, 2 or 3. The number decides the size of a clip, and whether an extension follows the header."
        type: u4
        valid: {expr: "(_ == 1 or _ == 2 or _ == 3)"}
      - id: "species_id"
        doc: "The code of the creature."
        type: u4
        valid: {expr: "(_ == 0 or _ == 1 or _ == 2 or _ == 3 or _ == 4 or _ == 5 or _ == 6 or _ == 7 or _ == 8 or _ == 9)"}
      - id: "bone_count"
        doc: "Number of bones, from 1 to 64, which is the number of matrices in a frame."
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
        type: "palette(_parent.header.bone_count, _parent.bind_palette_offset)"
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
  markers:
    doc: "Moments of a clip, as fractions of the clip from 0 to 1, or -1 for a moment that is not set (`BpatClipEntry`): 20 bytes."
    seq:
      - id: "anticipation_start"
        doc: "The moment when the creature begins to prepare."
        type: f4
      - id: "weapon_release"
        doc: "The moment when the weapon leaves the hand."
        type: f4
      - id: "contact"
        doc: "The moment when the blow meets its target."
        type: f4
      - id: "recover_unlocked"
        doc: "The moment from which the creature may recover."
        type: f4
      - id: "exit_safe"
        doc: "The moment from which the clip may end."
        type: f4
  matrix:
    doc: "Pose of a bone (`Layout`): 64 bytes, row by row. The element in row r and column c is `rows[r][c]`. The translation is `rows[0][3]`, `rows[1][3]`, `rows[2][3]`, which are the floats 3, 7 and 11. The last row is 0, 0, 0, 1. (The specification compares the bytes with those of a `QMatrix4x4`, which are column by column; see I-76.)"
    seq:
      - id: "rows"
        doc: "Four rows of four numbers."
        type: f4
        repeat: expr
        repeat-expr: 16
  palette:
    doc: "The poses of the bones in one clip (`Layout`)."
    params:
      - id: "bone_count"
        type: s8
      - id: "bind_palette"
        type: s8
    seq:
      - id: "frames"
        doc: "The frames of the clip, in order."
        type: "frame(bone_count, bind_palette)"
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
        doc: "Number of the bone that the socket follows, from 0."
        type: u4
      - id: "local_offset"
        doc: "Position of the socket in the space of the bone: x, y, z."
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
        doc: "The pose of each socket."
        type: "socket_matrix"
        repeat: expr
        repeat-expr: "socket_count"
  socket_matrix:
    doc: "Pose of a socket (`Layout`): 48 bytes, the rows 0 to 2 of a `Matrix` whose last row is 0, 0, 0, 1."
    seq:
      - id: "rows"
        doc: "Three rows of four numbers."
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
        doc: "The frames of the clip, in order."
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
      doc: "A humanoid with a sword, which occurs in files but is not in the specification."
    4:
      id: "humanoid_spear"
      doc: "A humanoid with a spear, which is not in the specification."
    5:
      id: "humanoid_skeleton"
      doc: "A skeleton, which is not in the specification."
    6:
      id: "humanoid_caster"
      doc: "A humanoid that casts spells; since version 2."
    7:
      id: "humanoid_stave_caster"
      doc: "A humanoid that casts spells with a staff; since version 2."
    8:
      id: "sheep"
      doc: "A sheep; since version 2."
    9:
      id: "wolf"
      doc: "A wolf; since version 2."
