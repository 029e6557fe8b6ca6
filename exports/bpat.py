"""Structures of bpat, written by `bpx schema export bpat --target python`.

read(Structure, data), validate(Structure, data), write(value), and for whole files read_file(ROOT, data), from_json(ROOT, json), write_file(value); needs Python 3.9 and bpx_runtime.py.
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


class Species(enum.IntEnum):
    "Which creature the skeleton belongs to (`BpatHeader`)."

    humanoid = 0  # A person.
    horse = 1  # A horse.
    elephant = 2  # An elephant.
    humanoid_sword = 3  # A person with a sword: occurs in files, but is not in the specification.
    humanoid_spear = 4  # A person with a spear: not in the specification.
    humanoid_skeleton = 5  # A skeleton: not in the specification.


class Clip(Structure):
    "One animation (`BpatClipEntry`): 32 bytes."

    SIZE = 32
    FIELDS = (
        Field("name_offset", Int(4)),  # Offset of the name in the string table, in bytes.
        Field("name_length", Int(4)),  # Size of the name in bytes, without its NUL.
        Field("frame_count", Int(4), rules=(Rule("range", "bpat.frame-count", (1, 4294967295)),)),  # Number of frames, at least 1.
        Field("frame_offset", Int(4)),  # Number of the first frame, counted over all clips.
        Field("fps", Float(4)),  # Frames a second; any bits.
        Field("loops", Int(1), rules=(Rule("range", "bpat.loops", (0, 1), lenient="I-73"),)),  # 1 when the clip starts over at its end, 0 when not.
        Field("pad", Int(1), count=3, rules=(Rule("zero", "bpat.reserved"),)),  # Always zero.
        Field("reserved", Int(4), count=2, rules=(Rule("zero", "bpat.reserved"),)),  # Always zero.
    )


class Frame(Structure):
    "The poses of the bones in one frame (`Layout`)."

    PARAMS = ("bone_count",)
    FIELDS = (
        Field("bones", Named(lambda: Matrix), count=lambda s: s.get("bone_count")),  # Bone by bone.
    )


class Header(Structure):
    "What the file holds and where (`BpatHeader`): 64 bytes. Offsets count bytes from the beginning of the file. The place of the socket data is not stated: it follows the palettes."

    SIZE = 64
    FIELDS = (
        Field("magic", Int(1), count=4, rules=(Rule("magic", "bpat.magic", b"BPAT"),)),  # Always `BPAT`.
        Field("version", Int(4), rules=(Rule("supported", "bpat.version", (1,)),)),  # Always 1. The versions 2 and 3 exist, with other layouts.
        Field("species_id", Int(4), codes=Species, rules=(Rule("known", "bpat.species"),)),  # Which creature.
        Field("bone_count", Int(4), rules=(Rule("range", "bpat.bone-count", (1, 64)),)),  # Number of bones, which is the number of matrices in a frame: 1 to 64.
        Field("socket_count", Int(4)),  # Number of sockets; 0 for a file without sockets.
        Field("clip_count", Int(4), rules=(Rule("range", "bpat.clip-count", (1, 4294967295)),)),  # Number of clips, at least 1.
        Field("frame_total", Int(4)),  # Number of frames of all clips together.
        Field("string_table_size", Int(4)),  # Size of the string table in bytes, every NUL included.
        Field("clip_table_offset", Int(8), rules=(Rule("multiple-of", "bpat.alignment", 16, lenient="I-72"),)),  # Offset of the clips.
        Field("socket_table_offset", Int(8), rules=(Rule("multiple-of", "bpat.alignment", 16, lenient="I-72"),)),  # Offset of the sockets; 0 for a file without sockets.
        Field("string_table_offset", Int(8), rules=(Rule("multiple-of", "bpat.alignment", 16, lenient="I-72"),)),  # Offset of the string table.
        Field("palette_data_offset", Int(8), rules=(Rule("multiple-of", "bpat.alignment", 16, lenient="I-72"),)),  # Offset of the palettes.
    )


class Layout(Structure):
    "A file of version 1 (`Layout`). The header states where each section lies; any order is valid. The poses are regions that each clip describes: they are read only when a listener is present, so decoding reads the tables only."

    FIELDS = (
        Field("header", Named(lambda: Header)),  # Number and places of the parts.
        Field("clips", Named(lambda: Clip), count=lambda s: s.get("header", "clip_count"), region=Region(at=lambda s: s.get("header", "clip_table_offset"), place=Place(align=lambda s: 16))),  # One entry for each animation.
        Field("sockets", Named(lambda: Socket), count=lambda s: s.get("header", "socket_count"), region=Region(at=lambda s: (s.get("header", "clip_table_offset") if (s.get("header", "socket_count") == 0) else s.get("header", "socket_table_offset")), place=Place(align=lambda s: 16))),  # One entry for each socket. In a file without sockets, the offset has no meaning.
        Field("strings", Int(1), count=lambda s: s.get("header", "string_table_size"), region=Region(at=lambda s: s.get("header", "string_table_offset"), place=Place(align=lambda s: 16))),  # Names, each with its NUL; usually UTF-8. Names may share bytes.
        Field("palettes", Named(lambda: Palette, lambda s: s.get("header", "bone_count")), region=Region(each="clips", at=lambda s: _fit(s.get("header", "palette_data_offset") + _fit(_fit(s.get("entry", "frame_offset") * s.get("header", "bone_count")) * 64)), size=lambda s: _fit(_fit(s.get("entry", "frame_count") * s.get("header", "bone_count")) * 64), blame=(None, None, None, None), place=Place(align=lambda s: 16))),  # The poses of the bones, clip by clip.
        Field("socket_data", Named(lambda: SocketPalette, lambda s: s.get("header", "socket_count")), region=Region(each="clips", at=lambda s: _fit(_fit(s.get("header", "palette_data_offset") + _fit(_fit(s.get("header", "frame_total") * s.get("header", "bone_count")) * 64)) + _fit(_fit(s.get("entry", "frame_offset") * s.get("header", "socket_count")) * 48)), size=lambda s: _fit(_fit(s.get("entry", "frame_count") * s.get("header", "socket_count")) * 48), blame=(None, None, None, None), place=Place(align=lambda s: 16))),  # The poses of the sockets, clip by clip: after all palettes.
    )
    RULES = (Rule("each", "bpat.frame-range", ("clips", lambda s: (_fit(s.get("entry", "frame_offset") + s.get("entry", "frame_count")) <= s.get("header", "frame_total")), (), ()), kind="out-of-bounds", on=("frame_offset",)), Rule("each", "bpat.frame-order", ("clips", lambda s: (s.get("entry", "frame_offset") == s.get("before", "frame_count")), ("frame_count",), ()), on=("frame_offset",)), Rule("each", "bpat.name-range", ("clips", lambda s: (_fit(s.get("entry", "name_offset") + s.get("entry", "name_length")) < s.len("strings")), (), ()), kind="out-of-bounds", on=("name_offset",)), Rule("each", "bpat.anchor-bone", ("sockets", lambda s: (s.get("entry", "anchor_bone") < s.get("header", "bone_count")), (), ()), kind="bad-reference", on=("anchor_bone",)), Rule("each", "bpat.name-range", ("sockets", lambda s: (_fit(s.get("entry", "name_offset") + s.get("entry", "name_length")) < s.len("strings")), (), ()), kind="out-of-bounds", on=("name_offset",)), Rule("assert", "bpat.species", lambda s: ((s.get("header", "species_id") < 3) or (s.get("header", "species_id") > 5)), lenient="I-70", kind="unknown-code", on=("header", "species_id")), Rule("assert", "bpat.no-sockets", lambda s: ((s.get("header", "socket_count") != 0) or (s.get("header", "socket_table_offset") == 0)), severity="warning", on=("header", "socket_table_offset")))
    DERIVED = ((("header", "clip_count"), lambda s: s.len("clips")), (("header", "socket_count"), lambda s: s.len("sockets")), (("header", "string_table_size"), lambda s: s.len("strings")), (("header", "frame_total"), lambda s: s.sum(("clips",), "frame_count"), Rule("calc", "bpat.frame-total", "count-mismatch")))
    SETTINGS = (
        Setting("clips", ("header", "clip_table_offset"), lambda s: s.get("region", "offset")),
        Setting("sockets", ("header", "socket_table_offset"), lambda s: (0 if (s.get("header", "socket_count") == 0) else s.get("region", "offset"))),
        Setting("strings", ("header", "string_table_offset"), lambda s: s.get("region", "offset")),
        Setting("palettes", ("header", "palette_data_offset"), lambda s: s.get("regions", "offset")),
        Setting("palettes", ("entry", "frame_offset"), lambda s: _div(_fit(s.get("region", "offset") - s.get("regions", "offset")), _fit(s.get("header", "bone_count") * 64))),
    )


class Matrix(Structure):
    "Pose of a bone (`Layout`): 64 bytes, row by row. The element in row r and column c is `rows[r][c]`. The translation is `rows[0][3]`, `rows[1][3]`, `rows[2][3]`: the floats 3, 7 and 11. The last row is 0, 0, 0, 1. (The specification compares the bytes with those of a `QMatrix4x4`, which are column by column; see I-76.)"

    SIZE = 64
    FIELDS = (
        Field("rows", Float(4), count=16),  # Four rows of four.
    )


class Palette(Structure):
    "The poses of the bones in one clip (`Layout`)."

    PARAMS = ("bone_count",)
    FIELDS = (
        Field("frames", Named(lambda: Frame, lambda s: s.get("bone_count")), count=REST),  # Frame by frame.
    )


class Socket(Structure):
    "A point that follows a bone (`BpatSocketEntry`): 32 bytes."

    SIZE = 32
    FIELDS = (
        Field("name_offset", Int(4)),  # Offset of the name in the string table, in bytes.
        Field("name_length", Int(4)),  # Size of the name in bytes, without its NUL.
        Field("anchor_bone", Int(4)),  # Number of the bone that it follows, from 0.
        Field("local_offset", Float(4), count=3),  # Where it is, in the space of the bone: x, y, z.
        Field("reserved", Int(4), count=2, rules=(Rule("zero", "bpat.reserved"),)),  # Always zero.
    )


class SocketFrame(Structure):
    "The poses of the sockets in one frame (`Layout`)."

    PARAMS = ("socket_count",)
    FIELDS = (
        Field("sockets", Named(lambda: SocketMatrix), count=lambda s: s.get("socket_count")),  # Socket by socket.
    )


class SocketMatrix(Structure):
    "Pose of a socket (`Layout`): 48 bytes, the rows 0 to 2 of a `Matrix` whose last row is 0, 0, 0, 1."

    SIZE = 48
    FIELDS = (
        Field("rows", Float(4), count=12),  # Three rows of four.
    )


class SocketPalette(Structure):
    "The poses of the sockets in one clip (`Layout`)."

    PARAMS = ("socket_count",)
    FIELDS = (
        Field("frames", Named(lambda: SocketFrame, lambda s: s.get("socket_count")), count=REST),  # Frame by frame.
    )


# All structures, by the names of the schema.
STRUCTURES = {
    "Clip": Clip,
    "Frame": Frame,
    "Header": Header,
    "Layout": Layout,
    "Matrix": Matrix,
    "Palette": Palette,
    "Socket": Socket,
    "SocketFrame": SocketFrame,
    "SocketMatrix": SocketMatrix,
    "SocketPalette": SocketPalette,
}

# What a file begins with.
ROOT = Layout
