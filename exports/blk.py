"""Structures of blk, written by `bpx schema export blk --target python`.

The functions are read(Structure, data), validate(Structure, data) and write(value), and for whole files read_file(ROOT, data), from_json(ROOT, json) and write_file(value). The module needs Python 3.9 and bpx_runtime.py.

This module does not implement these algorithms: the transform blk-zstd-dictionary, the transform zstd. The module reports a file that needs such an algorithm as unsupported.
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


class Kind(enum.IntEnum):
    "The kind of a file, which the first byte states, and which decides how the file stores its body. Section Kinds of BLK files."

    FAT = 1  # A body with all of its names.
    FAT_ZST = 2  # A compressed body with all of its names; bytes may follow.
    SLIM = 3  # A body whose names are in a name map that several files share.
    SLIM_ZST = 4  # A compressed body whose names are in a name map that several files share.
    SLIM_ZST_DICT = 5  # A body that is compressed with a dictionary that several files share; the names are in a shared name map.
    FAT_DEDUP = 6  # A body with all of its names, whose blocks may share parameters.


class ParamType(enum.IntEnum):
    "Type of a parameter. Section Types."

    t = 1  # Bytes without a NUL, usually a text.
    i = 2  # A signed 32-bit integer.
    r = 3  # A 32-bit IEEE 754 float.
    p2 = 4  # Two floats.
    p3 = 5  # Three floats.
    p4 = 6  # Four floats.
    ip2 = 7  # Two integers.
    ip3 = 8  # Three integers.
    b = 9  # A truth value, which is true if the lowest byte is not 0.
    c = 10  # Blue, green, red, alpha, each one byte.
    m = 11  # A matrix with four columns of three floats.
    i64 = 12  # A signed 64-bit integer.
    ip4 = 13  # Four integers.


class Block(Structure):
    "One block. Section Nesting map."

    PARAMS = ("kind",)
    FIELDS = (
        Field("name", Varint(32)),  # The number of the name plus 1, or 0 for a block without a name.
        Field("param_count", Varint(16)),  # Number of parameters of the block.
        Field("child_count", Varint(16)),  # Number of child blocks.
        Field("first_child", Varint(32), when=lambda s: (s.get("child_count") > 0), otherwise=0),  # Number of the first child block; the other child blocks follow.
        Field("first_param", Varint(32), when=lambda s: ((s.get("kind") == 6) and (s.get("param_count") > 0)), otherwise=0),  # Number of the first parameter of the block, in kinds of files whose blocks can share parameters. In other kinds, the parameters of a block follow the parameters of the block before.
    )


class Body(Structure):
    "The body of a file: names, values and blocks. Counts are stored with a variable length, and keep the length that they have in the file. The writer rejects a count that differs from the number of elements. Section File layout."

    PARAMS = ("kind",)
    FIELDS = (
        Field("head", Named(lambda: Head)),  # The counts of names, blocks and parameters, the size of the payload, and the names.
        Field("payload", Int(1), count=lambda s: s.get("head", "payload_size")),  # Strings, and values of more than the 4 bytes of a parameter record, without alignment.
        Field("params", Named(lambda: Param), count=lambda s: s.get("head", "param_count")),  # Parameters; the parameters of one block are adjacent.
        Field("blocks", Named(lambda: Block, lambda s: s.get("kind")), count=lambda s: s.get("head", "block_count"), relations=(Relation("tree", "", Claim("blk.block.cycle"), children=("first_child", "child_count"), parents=Claim("blk.block.parents"), orphan=Claim("blk.block.orphan"), depth=Claim("blk.block.depth")),)),  # Blocks; the root is the first.
        Field("rest", Int(1), count=REST),  # Bytes after the blocks, which the engine ignores.
    )
    RULES = (Rule("each", "blk.param.offset", ("params", lambda s: (((s.get("entry", "value") >= 2147483648) or (s.get("entry", "value") < s.len("payload"))) if (s.get("entry", "key", "kind") == 1) else (True if ((s.get("entry", "key", "kind") == 0) or (s.get("entry", "key", "kind") > 13)) else (True if ((((s.get("entry", "key", "kind") == 2) or (s.get("entry", "key", "kind") == 3)) or (s.get("entry", "key", "kind") == 9)) or (s.get("entry", "key", "kind") == 10)) else ((_fit(s.get("entry", "value") + 8) <= s.len("payload")) if (((s.get("entry", "key", "kind") == 4) or (s.get("entry", "key", "kind") == 7)) or (s.get("entry", "key", "kind") == 12)) else ((_fit(s.get("entry", "value") + 16) <= s.len("payload")) if ((s.get("entry", "key", "kind") == 6) or (s.get("entry", "key", "kind") == 13)) else ((_fit(s.get("entry", "value") + 48) <= s.len("payload")) if (s.get("entry", "key", "kind") == 11) else (_fit(s.get("entry", "value") + 12) <= s.len("payload")))))))), (), ()), kind="out-of-bounds", on=("value",), needs=("payload", "params")), Rule("each", "blk.block.params", ("blocks", lambda s: ((s.get("kind") == 6) or (_fit(s.get("before", "param_count") + s.get("entry", "param_count")) <= s.len("params"))), ("param_count",), ()), kind="out-of-bounds", on=("param_count",), needs=("params", "blocks")), Rule("each", "blk.block.params", ("blocks", lambda s: (((s.get("kind") != 6) or (s.get("entry", "param_count") == 0)) or (_fit(s.get("entry", "first_param") + s.get("entry", "param_count")) <= s.len("params"))), (), ()), kind="out-of-bounds", on=("param_count",), needs=("params", "blocks")), Rule("each", "blk.block.children", ("blocks", lambda s: ((s.get("entry", "child_count") == 0) or (_fit(s.get("entry", "first_child") + s.get("entry", "child_count")) <= s.len("blocks"))), (), ()), kind="out-of-bounds", needs=("blocks",)), Rule("assert", "blk.blocks.none", lambda s: (s.len("blocks") != 0), kind="missing", on=("blocks",), needs=("blocks",)), Rule("assert", "blk.params.unclaimed", lambda s: ((s.len("blocks") == 0) or (((s.len("params") == 0) or (s.fold(("blocks",), lambda s: ((s.get("entry", "param_count") > 0) and (_fit(s.get("entry", "first_param") + s.get("entry", "param_count")) >= s.len("params")))) != 0)) if (s.get("kind") == 6) else (s.sum(("blocks",), "param_count") >= s.len("params")))), lenient="I-102", kind="count-mismatch", on=("params",), needs=("params", "blocks")), Rule("assert", "blk.rest", lambda s: (s.len("rest") == 0), lenient="I-103", kind="trailing-bytes", on=("rest",)))


class Content(Structure):
    "The content of a frame. Section Kinds of BLK files."

    PARAMS = ("file",)
    FIELDS = (
        Field("kind", Int(1), when=lambda s: (s.get("file") == 2), otherwise=1),  # The kind of the inner file, which is FAT; only FAT_ZST files have this field.
        Field("body", Named(lambda: Body, lambda s: s.get("kind"))),  # The body.
    )
    RULES = (Rule("assert", "blk.inner-kind", lambda s: (s.get("kind") == 1), kind="unknown-tag", on=("kind",), needs=("kind",)),)


class File(Structure):
    "A file, with its kind and its body as stored. Section Kinds of BLK files."

    FIELDS = (
        Field("kind", Int(1), codes=Kind),  # Kind, which decides how the body is stored.
        Field("body", Named(lambda: Body, lambda s: s.get("kind")), when=lambda s: (((s.get("kind") == 1) or (s.get("kind") == 3)) or (s.get("kind") == 6))),  # The body, when it is not compressed.
        Field("sized", Named(lambda: SizedFrame), when=lambda s: (s.get("kind") == 2)),  # The compressed body, after its size.
        Field("frame", Named(lambda: Frame, lambda s: s.get("kind")), when=lambda s: ((s.get("kind") == 4) or (s.get("kind") == 5))),  # The compressed body, up to the end of the file.
    )
    RULES = (Rule("assert", "blk.kind", lambda s: ((s.get("kind") >= 1) and (s.get("kind") <= 6)), kind="unknown-tag", on=("kind",), needs=("kind",)),)


class Frame(Structure):
    "A frame of ZSTD up to the end of the file. Section Kinds of BLK files."

    PARAMS = ("file",)
    FIELDS = (
        Field("content", Named(lambda: Content, lambda s: s.get("file")), region=Region(steps=((lambda s: (s.get("file") == 4), "zstd"), (lambda s: True, "blk-zstd-dictionary")))),  # The frame, which holds a body.
    )


class Head(Structure):
    "The beginning of a body. Section File layout."

    FIELDS = (
        Field("name_count", Varint(32)),  # Number of names that the file itself holds.
        Field("names", Named(lambda: Names, lambda s: s.get("name_count")), when=lambda s: (s.get("name_count") > 0)),  # The names and their size; absent when there are no names.
        Field("block_count", Varint(32)),  # Number of blocks, including the root.
        Field("param_count", Varint(32)),  # Number of parameters of all blocks.
        Field("payload_size", Varint(32)),  # Size of the payload in bytes.
    )


class Names(Structure):
    "The names that a file itself holds. Section Name Map."

    PARAMS = ("stated",)
    FIELDS = (
        Field("names_size", Varint(32)),  # Size of all names in bytes.
        Field("bytes", Int(1), count=lambda s: s.get("names_size")),  # The names in any encoding, each followed by a NUL.
    )
    RULES = (Rule("assert", "blk.names.count", lambda s: ((s.fold(("bytes",), lambda s: (s.get("entry") == 0)) >= s.get("stated")) or ((s.len("bytes") != 0) and (s.element(("bytes",), _fit(s.len("bytes") - 1), ()) != 0))), kind="count-mismatch", on=("position",)), Rule("assert", "blk.names.unterminated", lambda s: (((s.fold(("bytes",), lambda s: (s.get("entry") == 0)) >= s.get("stated")) or (s.len("bytes") == 0)) or (s.element(("bytes",), _fit(s.len("bytes") - 1), ()) == 0)), kind="unterminated", on=("position",)), Rule("assert", "blk.names.rest", lambda s: ((s.fold(("bytes",), lambda s: (s.get("entry") == 0)) < s.get("stated")) or ((s.fold(("bytes",), lambda s: (s.get("entry") == 0)) == s.get("stated")) and ((s.len("bytes") == 0) or (s.element(("bytes",), _fit(s.len("bytes") - 1), ()) == 0)))), lenient="I-101", kind="count-mismatch", on=("position",)))


class Param(Structure):
    "One parameter. Section Field map."

    SIZE = 8
    FIELDS = (
        Field("key", Named(lambda: ParamKey)),  # Name and type of the parameter.
        Field("value", Int(4)),  # The value itself, or its offset in the payload in bytes. When the highest bit of the value of a string is set, the other bits are the number of a name.
    )
    RULES = (Rule("assert", "blk.param.bool", lambda s: ((s.get("key", "kind") != 9) or (s.get("value") <= 1)), lenient="I-106", kind="out-of-range", on=("value",)),)


class ParamKey(Structure):
    "Name and type of a parameter. Section Field map."

    SIZE = 4
    BITS = (
        Bits("name", 0, 24),  # Number of the name, from 0: shared names first, then the names of the file.
        Bits("kind", 24, 8, codes=ParamType, rules=(Rule("known", "blk.param.type"),)),  # Type of the value.
    )


class SizedFrame(Structure):
    "A frame of ZSTD after its size. Section Kinds of BLK files."

    FIELDS = (
        Field("size_low", Int(2)),  # The lower 16 bits of the size of the frame, in bytes.
        Field("size_high", Int(1)),  # The upper 8 bits of the size of the frame.
        Field("content", Named(lambda: Content, lambda s: 2), region=Region(size=lambda s: (s.get("size_low") | _shl(s.get("size_high"), 16)), steps=((lambda s: True, "zstd"),), numbers=(("stored_size", ((("size_low",), 0, 16), (("size_high",), 16, None))),))),  # The frame, which holds a FAT file (the kind, then the body).
        Field("rest", Int(1), count=REST),  # Bytes after the frame; signed files have 256 such bytes.
    )


# All structures, by the names of the schema.
STRUCTURES = {
    "Block": Block,
    "Body": Body,
    "Content": Content,
    "File": File,
    "Frame": Frame,
    "Head": Head,
    "Names": Names,
    "Param": Param,
    "ParamKey": ParamKey,
    "SizedFrame": SizedFrame,
}

# The structure that a file begins with.
ROOT = File
