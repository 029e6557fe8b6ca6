# Written by `bpx schema export blk --target ksy`.
#
# This file lacks these parts of the schema, because the language cannot express them:
# * Body.blocks: the relation blk.block.cycle
# * Body.blocks: the relation blk.block.parents
# * Body.blocks: the relation blk.block.orphan
# * Body.blocks: the relation blk.block.depth
# * Body: the rule blk.param.offset
# * Body: the rule blk.block.params
# * Body: the rule blk.block.params
# * Body: the rule blk.block.children
# * Body: the rule blk.blocks.none
# * Body: the rule blk.params.unclaimed
# * Body: the rule blk.rest
# * Content: the rule blk.inner-kind
# * File: the rule blk.kind
# * Frame.content: zstd; only the stored bytes are available
# * Frame.content: blk-zstd-dictionary; only the stored bytes are available
# * Names: the rule blk.names.count
# * Names: the rule blk.names.unterminated
# * Names: the rule blk.names.rest
# * Param: the rule blk.param.bool
# * SizedFrame.content: zstd; only the stored bytes are available
meta:
  id: blk
  endian: le
  bit-endian: le
doc: "A file, with its kind and its body as stored. Section Kinds of BLK files."
seq:
  - id: "kind"
    doc: "Kind, which decides how the body is stored."
    type: u1
  - id: "body"
    doc: "The body, when it is not compressed."
    type: "body(kind)"
    if: "((kind == 1) or (kind == 3)) or (kind == 6)"
  - id: "sized"
    doc: "The compressed body, after its size."
    type: "sized_frame"
    if: "kind == 2"
  - id: "frame"
    doc: "The compressed body, up to the end of the file."
    type: "frame(kind)"
    if: "(kind == 4) or (kind == 5)"
types:
  block:
    doc: "One block. Section Nesting map."
    params:
      - id: "kind"
        type: s8
    seq:
      - id: "name_field"
        doc: "The number of the name plus 1, or 0 for a block without a name."
        type: uleb
      - id: "param_count"
        doc: "Number of parameters of the block."
        type: uleb
      - id: "child_count"
        doc: "Number of child blocks."
        type: uleb
      - id: "first_child_stored"
        doc: "Number of the first child block; the other child blocks follow."
        type: uleb
        if: "child_count.number > 0"
      - id: "first_param_stored"
        doc: "Number of the first parameter of the block, in kinds of files whose blocks can share parameters. In other kinds, the parameters of a block follow the parameters of the block before."
        type: uleb
        if: "(kind == 6) and (param_count.number > 0)"
    instances:
      "first_child":
        value: "(child_count.number > 0) ? first_child_stored.number : 0"
      "first_param":
        value: "((kind == 6) and (param_count.number > 0)) ? first_param_stored.number : 0"
  body:
    doc: "The body of a file: names, values and blocks. Counts are stored with a variable length, and keep the length that they have in the file. The writer rejects a count that differs from the number of elements. Section File layout."
    params:
      - id: "kind"
        type: s8
    seq:
      - id: "head"
        doc: "The counts of names, blocks and parameters, the size of the payload, and the names."
        type: "head"
      - id: "payload"
        doc: "Strings, and values of more than the 4 bytes of a parameter record, without alignment."
        size: "head.payload_size.number"
      - id: "params"
        doc: "Parameters; the parameters of one block are adjacent."
        type: "param"
        repeat: expr
        repeat-expr: "head.param_count.number"
      - id: "blocks"
        doc: "Blocks; the root is the first."
        type: "block(kind)"
        repeat: expr
        repeat-expr: "head.block_count.number"
      - id: "rest"
        doc: "Bytes after the blocks, which the engine ignores."
        size-eos: true
  content:
    doc: "The content of a frame. Section Kinds of BLK files."
    params:
      - id: "file"
        type: s8
    seq:
      - id: "kind_stored"
        doc: "The kind of the inner file, which is FAT; only FAT_ZST files have this field."
        type: u1
        if: "file == 2"
      - id: "body"
        doc: "The body."
        type: "body(kind)"
    instances:
      "kind":
        value: "(file == 2) ? kind_stored : 1"
  frame:
    doc: "A frame of ZSTD up to the end of the file. Section Kinds of BLK files."
    params:
      - id: "file"
        type: s8
    seq:
      - id: "content_stored"
        size-eos: true
        doc: "The stored bytes: the language has no word for zstd or blk-zstd-dictionary here."
  head:
    doc: "The beginning of a body. Section File layout."
    seq:
      - id: "name_count"
        doc: "Number of names that the file itself holds."
        type: uleb
      - id: "names"
        doc: "The names and their size; absent when there are no names."
        type: "names(name_count.number)"
        if: "name_count.number > 0"
      - id: "block_count"
        doc: "Number of blocks, including the root."
        type: uleb
      - id: "param_count"
        doc: "Number of parameters of all blocks."
        type: uleb
      - id: "payload_size"
        doc: "Size of the payload in bytes."
        type: uleb
  names:
    doc: "The names that a file itself holds. Section Name Map."
    params:
      - id: "stated"
        type: s8
    seq:
      - id: "names_size"
        doc: "Size of all names in bytes."
        type: uleb
      - id: "bytes"
        doc: "The names in any encoding, each followed by a NUL."
        size: "names_size.number"
  param:
    doc: "One parameter. Section Field map."
    seq:
      - id: "key"
        doc: "Name and type of the parameter."
        type: "param_key"
      - id: "value_field"
        doc: "The value itself, or its offset in the payload in bytes. When the highest bit of the value of a string is set, the other bits are the number of a name."
        type: u4
  param_key:
    doc: "Name and type of a parameter. Section Field map."
    seq:
      - id: "name_field"
        doc: "Number of the name, from 0: shared names first, then the names of the file."
        type: b24
      - id: "kind"
        doc: "Type of the value."
        type: b8
        valid: {expr: "(_ == 1 or _ == 2 or _ == 3 or _ == 4 or _ == 5 or _ == 6 or _ == 7 or _ == 8 or _ == 9 or _ == 10 or _ == 11 or _ == 12 or _ == 13)"}
  sized_frame:
    doc: "A frame of ZSTD after its size. Section Kinds of BLK files."
    seq:
      - id: "size_low"
        doc: "The lower 16 bits of the size of the frame, in bytes."
        type: u2
      - id: "size_high"
        doc: "The upper 8 bits of the size of the frame."
        type: u1
      - id: "content_stored"
        size: "(size_low | (size_high << 16))"
        doc: "The stored bytes: the language has no word for zstd here."
      - id: "rest"
        doc: "Bytes after the frame; signed files have 256 such bytes."
        size-eos: true
  uleb:
    doc: "An unsigned LEB128 number: seven bits a byte, least significant group first."
    seq:
      - id: "groups"
        type: uleb_group
        repeat: until
        repeat-until: not _.more
    instances:
      number:
        value: "groups[0].low + (groups.size > 1 ? groups[1].low << 7 : 0) + (groups.size > 2 ? groups[2].low << 14 : 0) + (groups.size > 3 ? groups[3].low << 21 : 0) + (groups.size > 4 ? groups[4].low << 28 : 0) + (groups.size > 5 ? groups[5].low << 35 : 0) + (groups.size > 6 ? groups[6].low << 42 : 0) + (groups.size > 7 ? groups[7].low << 49 : 0) + (groups.size > 8 ? groups[8].low << 56 : 0) + (groups.size > 9 ? groups[9].low << 63 : 0)"
  uleb_group:
    meta:
      bit-endian: le
    seq:
      - id: "low"
        type: b7
      - id: "more"
        type: b1
enums:
  kind:
    1:
      id: "fat"
      doc: "A body with all of its names."
    2:
      id: "fat_zst"
      doc: "A compressed body with all of its names; bytes may follow."
    3:
      id: "slim"
      doc: "A body whose names are in a name map that several files share."
    4:
      id: "slim_zst"
      doc: "A compressed body whose names are in a name map that several files share."
    5:
      id: "slim_zst_dict"
      doc: "A body that is compressed with a dictionary that several files share; the names are in a shared name map."
    6:
      id: "fat_dedup"
      doc: "A body with all of its names, whose blocks may share parameters."
  param_type:
    1:
      id: "t"
      doc: "Bytes without a NUL, usually a text."
    2:
      id: "i"
      doc: "A signed 32-bit integer."
    3:
      id: "r"
      doc: "A 32-bit IEEE 754 float."
    4:
      id: "p2"
      doc: "Two floats."
    5:
      id: "p3"
      doc: "Three floats."
    6:
      id: "p4"
      doc: "Four floats."
    7:
      id: "ip2"
      doc: "Two integers."
    8:
      id: "ip3"
      doc: "Three integers."
    9:
      id: "b"
      doc: "A truth value, which is true if the lowest byte is not 0."
    10:
      id: "c"
      doc: "Blue, green, red, alpha, each one byte."
    11:
      id: "m"
      doc: "A matrix with four columns of three floats."
    12:
      id: "i64"
      doc: "A signed 64-bit integer."
    13:
      id: "ip4"
      doc: "Four integers."
