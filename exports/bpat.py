"""Structures of bpat, written by `bpx schema export bpat --target python`.

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


class Species(enum.IntEnum):
    "The creature that the skeleton belongs to (`BpatHeader`)."

    humanoid = 0  # A person.
    horse = 1  # A horse.
    elephant = 2  # An elephant.
    humanoid_sword = 3  # A humanoid with a sword, which occurs in files but is not in the specification.
    humanoid_spear = 4  # A humanoid with a spear, which is not in the specification.
    humanoid_skeleton = 5  # A skeleton, which is not in the specification.
    humanoid_caster = 6  # A humanoid that casts spells; since version 2.
    humanoid_stave_caster = 7  # A humanoid that casts spells with a staff; since version 2.
    sheep = 8  # A sheep; since version 2.
    wolf = 9  # A wolf; since version 2.


class BoneParent(Structure):
    "The parent of a bone (`Layout`): one byte."

    SIZE = 1
    FIELDS = (
        Field("parent", Int(1)),  # Number of an earlier bone, or 255 for a bone without a parent.
    )


class BoneParents(Structure):
    "The parents of all bones (`Layout`)."

    PARAMS = ("bone_count",)
    FIELDS = (
        Field("bones", Named(lambda: BoneParent), count=lambda s: s.get("bone_count")),  # The parent of each bone.
    )
    RULES = (Rule("each", "bpat.bone-parent", ("bones", lambda s: ((s.get("entry", "parent") == 255) or (s.get("entry", "parent") < s.get("index"))), (), ()), kind="bad-reference", on=("parent",)),)


class Clip(Structure):
    "One animation (`BpatClipEntry`): 32 bytes in version 1, 44 in version 2, 48 in version 3."

    PARAMS = ("version",)
    FIELDS = (
        Field("name_offset", Int(4)),  # Offset of the name in the string table, in bytes.
        Field("name_length", Int(4)),  # Size of the name in bytes, without its NUL.
        Field("frame_count", Int(4), rules=(Rule("range", "bpat.frame-count", (1, 4294967295)),)),  # Number of frames, at least 1.
        Field("frame_offset", Int(4)),  # Number of the first frame, counted over all clips.
        Field("fps", Float(4)),  # Frames per second; every bit pattern is valid.
        Field("loops", Int(1), rules=(Rule("range", "bpat.loops", (0, 1), lenient="I-73"),)),  # 1 when the clip starts over at its end, 0 when not.
        Field("pad", Int(1), count=3, when=lambda s: (s.get("version") != 3), rules=(Rule("zero", "bpat.reserved"),)),  # Always zero; only in versions 1 and 2.
        Field("reserved", Int(4), count=2, when=lambda s: (s.get("version") == 1), rules=(Rule("zero", "bpat.reserved"),)),  # Always zero; only in version 1.
        Field("flags", Int(1), when=lambda s: (s.get("version") == 3), otherwise=0, rules=(Rule("range", "bpat.flags", (0, 1), lenient="I-118"),)),  # 1 when the clip supplies contact with the ground, 0 when not; since version 3.
        Field("variant_ordinal", Int(1), when=lambda s: (s.get("version") == 3), otherwise=0),  # Number of the clip in its family, from 0; since version 3.
        Field("variant_pad", Int(1), when=lambda s: (s.get("version") == 3), otherwise=0, rules=(Rule("zero", "bpat.reserved"),)),  # Always zero; since version 3.
        Field("variant_family", Int(2), when=lambda s: (s.get("version") == 3), otherwise=0),  # Number of the first clip of the family, or of the clip itself if it has no family; since version 3.
        Field("variant_reserved", Int(2), when=lambda s: (s.get("version") == 3), otherwise=0, rules=(Rule("zero", "bpat.reserved"),)),  # Always zero; since version 3.
        Field("markers", Named(lambda: Markers), when=lambda s: (s.get("version") >= 2)),  # Moments of the clip; since version 2.
    )


class ColumnMatrix(Structure):
    "A matrix of a file with a bind palette (`Layout`): 64 bytes, column by column. The element in row r and column c is `columns[c][r]`. The translation is `columns[3][0]`, `columns[3][1]`, `columns[3][2]`, which are the floats 12, 13 and 14."

    SIZE = 64
    FIELDS = (
        Field("columns", Float(4), count=16),  # Four columns of four numbers.
    )


class Contact(Structure):
    "The heights of a creature's feet in one frame (`Layout`): 8 bytes."

    SIZE = 8
    FIELDS = (
        Field("sole_y", Float(4)),  # The y coordinate of the lowest point of the soles, relative to the bind pose.
        Field("foot_y", Float(4)),  # The y coordinate of the lowest origin of a foot bone.
    )


class Frame(Structure):
    "The poses of the bones in one frame (`Layout`)."

    PARAMS = ("bone_count", "bind_palette")
    FIELDS = (
        Field("bones", Named(lambda: Matrix), count=lambda s: s.get("bone_count"), when=lambda s: (s.get("bind_palette") == 0)),  # The pose of each bone, row by row, in a file without a bind palette.
        Field("skins", Named(lambda: ColumnMatrix), count=lambda s: s.get("bone_count"), when=lambda s: (s.get("bind_palette") != 0)),  # The pose of each bone times the inverse of its bind pose, column by column, in a file with a bind palette.
    )


class Header(Structure):
    "The header with counts and offsets of the parts (`BpatHeader`): 64 bytes. Offsets count bytes from the beginning of the file. The header does not state the offset of the socket data, because the socket data follows the palettes."

    SIZE = 64
    FIELDS = (
        Field("magic", Int(1), count=4, rules=(Rule("magic", "bpat.magic", b"BPAT"),)),  # Always `BPAT`.
        Field("version", Int(4), rules=(Rule("supported", "bpat.version", (1, 2, 3)),)),  # 1, 2 or 3. The number decides the size of a clip, and whether an extension follows the header.
        Field("species_id", Int(4), codes=Species, rules=(Rule("known", "bpat.species"),)),  # The code of the creature.
        Field("bone_count", Int(4), rules=(Rule("range", "bpat.bone-count", (1, 64)),)),  # Number of bones, from 1 to 64, which is the number of matrices in a frame.
        Field("socket_count", Int(4)),  # Number of sockets; 0 for a file without sockets.
        Field("clip_count", Int(4), rules=(Rule("range", "bpat.clip-count", (1, 4294967295)),)),  # Number of clips, at least 1.
        Field("frame_total", Int(4)),  # Number of frames of all clips together.
        Field("string_table_size", Int(4)),  # Size of the string table in bytes, every NUL included.
        Field("clip_table_offset", Int(8), rules=(Rule("multiple-of", "bpat.alignment", 16, lenient="I-72"),)),  # Offset of the clips.
        Field("socket_table_offset", Int(8)),  # Offset of the sockets; 0 for a file without sockets.
        Field("string_table_offset", Int(8)),  # Offset of the string table.
        Field("palette_data_offset", Int(8), rules=(Rule("multiple-of", "bpat.alignment", 16, lenient="I-72"),)),  # Offset of the palettes.
    )


class Layout(Structure):
    "A file (`Layout`) of version 1, 2 or 3. The header states the offsets of the sections; any order is valid. Each clip describes the regions of its poses. The decoder reads the tables, and reads the poses only if there is a listener. Files of two layouts state version 3. In the first layout, the palettes are poses, and the last two numbers of the extension are reserved. In the second layout, these two numbers state the offsets of a bind palette and of the parents of the bones, and the palettes are skinning matrices. The offset of the bind palette is the only difference between the layouts; 0 means the first layout."

    FIELDS = (
        Field("header", Named(lambda: Header)),  # Counts and offsets of the parts.
        Field("contact_data_offset", Int(8), when=lambda s: (s.get("header", "version") == 3), otherwise=0),  # Offset of the contacts, or 0 for a file without contacts. This field and the next four exist since version 3.
        Field("contact_entry_count", Int(4), when=lambda s: (s.get("header", "version") == 3), otherwise=0),  # Number of contacts, which is the number of frames or 0.
        Field("reserved0", Int(4), when=lambda s: (s.get("header", "version") == 3), otherwise=0),  # Always zero.
        Field("bind_palette_offset", Int(8), when=lambda s: (s.get("header", "version") == 3), otherwise=0),  # Offset of the bind palette, or 0 for a file without a bind palette, whose palettes are poses.
        Field("bone_parent_offset", Int(8), when=lambda s: (s.get("header", "version") == 3), otherwise=0),  # Offset of the parents of the bones, or 0 for a file without parents.
        Field("clips", Named(lambda: Clip, lambda s: s.get("header", "version")), count=lambda s: s.get("header", "clip_count"), region=Region(at=lambda s: s.get("header", "clip_table_offset"), place=Place(align=lambda s: 16))),  # One entry for each animation.
        Field("sockets", Named(lambda: Socket), count=lambda s: s.get("header", "socket_count"), region=Region(at=lambda s: (s.get("header", "clip_table_offset") if (s.get("header", "socket_count") == 0) else s.get("header", "socket_table_offset")), place=Place(align=lambda s: (4 if (s.get("header", "version") == 2) else 16)))),  # One entry for each socket. In a file without sockets, the offset has no meaning.
        Field("strings", Int(1), count=lambda s: s.get("header", "string_table_size"), region=Region(at=lambda s: s.get("header", "string_table_offset"), place=Place(align=lambda s: (4 if (s.get("header", "version") == 2) else 16)))),  # Names, each with its NUL; usually UTF-8. Names may share bytes.
        Field("palettes", Named(lambda: Palette, lambda s: s.get("header", "bone_count"), lambda s: s.get("bind_palette_offset")), region=Region(each="clips", at=lambda s: _fit(s.get("header", "palette_data_offset") + _fit(_fit(s.get("entry", "frame_offset") * s.get("header", "bone_count")) * 64)), size=lambda s: _fit(_fit(s.get("entry", "frame_count") * s.get("header", "bone_count")) * 64), blame=(None, None, None, None), place=Place(align=lambda s: 16))),  # The poses of the bones, clip by clip.
        Field("socket_data", Named(lambda: SocketPalette, lambda s: s.get("header", "socket_count")), region=Region(each="clips", at=lambda s: _fit(_fit(s.get("header", "palette_data_offset") + _fit(_fit(s.get("header", "frame_total") * s.get("header", "bone_count")) * 64)) + _fit(_fit(s.get("entry", "frame_offset") * s.get("header", "socket_count")) * 48)), size=lambda s: _fit(_fit(s.get("entry", "frame_count") * s.get("header", "socket_count")) * 48), blame=(None, None, None, None), place=Place(align=lambda s: 16))),  # The poses of the sockets, clip by clip, after all palettes.
        Field("contacts", Named(lambda: Contact), count=lambda s: s.get("contact_entry_count"), when=lambda s: (s.get("contact_entry_count") != 0), region=Region(at=lambda s: s.get("contact_data_offset"), place=Place(align=lambda s: 16))),  # The contacts of the feet, frame by frame.
        Field("bind_palette", Named(lambda: ColumnMatrix), count=lambda s: s.get("header", "bone_count"), when=lambda s: (s.get("bind_palette_offset") != 0), region=Region(at=lambda s: s.get("bind_palette_offset"), place=Place(align=lambda s: 16))),  # The bone poses in which the mesh was modelled.
        Field("bone_parents", Named(lambda: BoneParents, lambda s: s.get("header", "bone_count")), when=lambda s: (s.get("bone_parent_offset") != 0), region=Region(at=lambda s: s.get("bone_parent_offset"), place=Place(align=lambda s: 16))),  # The parents of the bones, which form the tree of the skeleton.
    )
    RULES = (Rule("each", "bpat.frame-range", ("clips", lambda s: (_fit(s.get("entry", "frame_offset") + s.get("entry", "frame_count")) <= s.get("header", "frame_total")), (), ()), kind="out-of-bounds", on=("frame_offset",), needs=("header", "clips")), Rule("each", "bpat.frame-order", ("clips", lambda s: (s.get("entry", "frame_offset") == s.get("before", "frame_count")), ("frame_count",), ()), on=("frame_offset",), needs=("clips",)), Rule("each", "bpat.name-range", ("clips", lambda s: (_fit(s.get("entry", "name_offset") + s.get("entry", "name_length")) < s.len("strings")), (), ()), kind="out-of-bounds", on=("name_offset",), needs=("clips", "strings")), Rule("each", "bpat.name-end", ("clips", lambda s: ((_fit(s.get("entry", "name_offset") + s.get("entry", "name_length")) >= s.len("strings")) or (s.element(("strings",), _fit(s.get("entry", "name_offset") + s.get("entry", "name_length")), ()) == 0)), (), ()), kind="unterminated", on=("name_offset",), needs=("clips", "strings")), Rule("each", "bpat.variant", ("clips", lambda s: ((s.get("header", "version") != 3) or (_fit(s.get("entry", "variant_family") + s.get("entry", "variant_ordinal")) == s.get("index"))), (), ()), lenient="I-118", on=("variant_family",), needs=("header", "clips")), Rule("each", "bpat.anchor-bone", ("sockets", lambda s: (s.get("entry", "anchor_bone") < s.get("header", "bone_count")), (), ()), kind="bad-reference", on=("anchor_bone",), needs=("header", "sockets")), Rule("each", "bpat.name-range", ("sockets", lambda s: (_fit(s.get("entry", "name_offset") + s.get("entry", "name_length")) < s.len("strings")), (), ()), kind="out-of-bounds", on=("name_offset",), needs=("sockets", "strings")), Rule("each", "bpat.name-end", ("sockets", lambda s: ((_fit(s.get("entry", "name_offset") + s.get("entry", "name_length")) >= s.len("strings")) or (s.element(("strings",), _fit(s.get("entry", "name_offset") + s.get("entry", "name_length")), ()) == 0)), (), ()), kind="unterminated", on=("name_offset",), needs=("sockets", "strings")), Rule("assert", "bpat.species", lambda s: ((s.get("header", "species_id") < 3) or (s.get("header", "species_id") > 5)), lenient="I-70", kind="unknown-code", on=("header", "species_id"), needs=("header",)), Rule("assert", "bpat.species", lambda s: (((s.get("header", "version") != 1) or (s.get("header", "species_id") < 6)) or (s.get("header", "species_id") > 9)), kind="unknown-code", on=("header", "species_id"), needs=("header",)), Rule("assert", "bpat.alignment", lambda s: ((s.get("header", "version") == 2) or (_rem(s.get("header", "socket_table_offset"), 16) == 0)), lenient="I-72", on=("header", "socket_table_offset"), needs=("header",)), Rule("assert", "bpat.alignment", lambda s: ((s.get("header", "version") == 2) or (_rem(s.get("header", "string_table_offset"), 16) == 0)), lenient="I-72", on=("header", "string_table_offset"), needs=("header",)), Rule("assert", "bpat.alignment", lambda s: ((s.get("header", "version") != 2) or (_rem(s.get("header", "socket_table_offset"), 4) == 0)), lenient="I-72", on=("header", "socket_table_offset"), needs=("header",)), Rule("assert", "bpat.alignment", lambda s: ((s.get("header", "version") != 2) or (_rem(s.get("header", "string_table_offset"), 4) == 0)), lenient="I-72", on=("header", "string_table_offset"), needs=("header",)), Rule("assert", "bpat.no-sockets", lambda s: ((s.get("header", "socket_count") != 0) or (s.get("header", "socket_table_offset") == 0)), severity="warning", on=("header", "socket_table_offset"), needs=("header",)), Rule("assert", "bpat.contact-count", lambda s: ((s.get("contact_entry_count") == 0) or (s.get("contact_entry_count") == s.get("header", "frame_total"))), kind="count-mismatch", on=("contact_entry_count",), needs=("header", "contact_entry_count")), Rule("assert", "bpat.no-contacts", lambda s: ((s.get("contact_entry_count") != 0) or (s.get("contact_data_offset") == 0)), severity="warning", on=("contact_data_offset",), needs=("contact_data_offset", "contact_entry_count")), Rule("assert", "bpat.reserved", lambda s: (s.get("reserved0") == 0), kind="reserved-not-zero", on=("reserved0",), needs=("reserved0",)), Rule("assert", "bpat.layout-3b", lambda s: ((s.get("bind_palette_offset") == 0) or (s.get("bone_parent_offset") != 0)), kind="unsupported-feature", on=("bone_parent_offset",), needs=("bind_palette_offset", "bone_parent_offset")), Rule("assert", "bpat.reserved", lambda s: ((s.get("bind_palette_offset") != 0) or (s.get("bone_parent_offset") == 0)), kind="reserved-not-zero", on=("bone_parent_offset",), needs=("bind_palette_offset", "bone_parent_offset")), Rule("assert", "bpat.alignment", lambda s: (_rem(s.get("contact_data_offset"), 16) == 0), lenient="I-72", on=("contact_data_offset",), needs=("contact_data_offset",)), Rule("assert", "bpat.alignment", lambda s: (_rem(s.get("bind_palette_offset"), 16) == 0), lenient="I-72", on=("bind_palette_offset",), needs=("bind_palette_offset",)), Rule("assert", "bpat.alignment", lambda s: (_rem(s.get("bone_parent_offset"), 16) == 0), lenient="I-72", on=("bone_parent_offset",), needs=("bone_parent_offset",)))
    DERIVED = ((("header", "clip_count"), lambda s: s.len("clips")), (("header", "socket_count"), lambda s: s.len("sockets")), (("header", "string_table_size"), lambda s: s.len("strings")), (("header", "frame_total"), lambda s: s.sum(("clips",), "frame_count"), Rule("calc", "bpat.frame-total", "count-mismatch")))
    SETTINGS = (
        Setting("clips", ("header", "clip_table_offset"), lambda s: s.get("region", "offset")),
        Setting("sockets", ("header", "socket_table_offset"), lambda s: (0 if (s.get("header", "socket_count") == 0) else s.get("region", "offset"))),
        Setting("strings", ("header", "string_table_offset"), lambda s: s.get("region", "offset")),
        Setting("palettes", ("header", "palette_data_offset"), lambda s: s.get("regions", "offset")),
        Setting("palettes", ("entry", "frame_offset"), lambda s: _div(_fit(s.get("region", "offset") - s.get("regions", "offset")), _fit(s.get("header", "bone_count") * 64))),
        Setting("contacts", ("contact_data_offset",), lambda s: s.get("region", "offset")),
        Setting("bind_palette", ("bind_palette_offset",), lambda s: s.get("region", "offset")),
        Setting("bone_parents", ("bone_parent_offset",), lambda s: s.get("region", "offset")),
    )


class Markers(Structure):
    "Moments of a clip, as fractions of the clip from 0 to 1, or -1 for a moment that is not set (`BpatClipEntry`): 20 bytes."

    SIZE = 20
    FIELDS = (
        Field("anticipation_start", Float(4)),  # The moment when the creature begins to prepare.
        Field("weapon_release", Float(4)),  # The moment when the weapon leaves the hand.
        Field("contact", Float(4)),  # The moment when the blow meets its target.
        Field("recover_unlocked", Float(4)),  # The moment from which the creature may recover.
        Field("exit_safe", Float(4)),  # The moment from which the clip may end.
    )
    RULES = (Rule("assert", "bpat.marker", lambda s: ((s.get("anticipation_start") == _fit(-1.0)) or ((s.get("anticipation_start") >= 0.0) and (s.get("anticipation_start") <= 1.0))), lenient="I-118", kind="out-of-range", on=("anticipation_start",)), Rule("assert", "bpat.marker", lambda s: ((s.get("weapon_release") == _fit(-1.0)) or ((s.get("weapon_release") >= 0.0) and (s.get("weapon_release") <= 1.0))), lenient="I-118", kind="out-of-range", on=("weapon_release",)), Rule("assert", "bpat.marker", lambda s: ((s.get("contact") == _fit(-1.0)) or ((s.get("contact") >= 0.0) and (s.get("contact") <= 1.0))), lenient="I-118", kind="out-of-range", on=("contact",)), Rule("assert", "bpat.marker", lambda s: ((s.get("recover_unlocked") == _fit(-1.0)) or ((s.get("recover_unlocked") >= 0.0) and (s.get("recover_unlocked") <= 1.0))), lenient="I-118", kind="out-of-range", on=("recover_unlocked",)), Rule("assert", "bpat.marker", lambda s: ((s.get("exit_safe") == _fit(-1.0)) or ((s.get("exit_safe") >= 0.0) and (s.get("exit_safe") <= 1.0))), lenient="I-118", kind="out-of-range", on=("exit_safe",)))


class Matrix(Structure):
    "Pose of a bone (`Layout`): 64 bytes, row by row. The element in row r and column c is `rows[r][c]`. The translation is `rows[0][3]`, `rows[1][3]`, `rows[2][3]`, which are the floats 3, 7 and 11. The last row is 0, 0, 0, 1. (The specification compares the bytes with those of a `QMatrix4x4`, which are column by column; see I-76.)"

    SIZE = 64
    FIELDS = (
        Field("rows", Float(4), count=16),  # Four rows of four numbers.
    )


class Palette(Structure):
    "The poses of the bones in one clip (`Layout`)."

    PARAMS = ("bone_count", "bind_palette")
    FIELDS = (
        Field("frames", Named(lambda: Frame, lambda s: s.get("bone_count"), lambda s: s.get("bind_palette")), count=REST),  # The frames of the clip, in order.
    )


class Socket(Structure):
    "A point that follows a bone (`BpatSocketEntry`): 32 bytes."

    SIZE = 32
    FIELDS = (
        Field("name_offset", Int(4)),  # Offset of the name in the string table, in bytes.
        Field("name_length", Int(4)),  # Size of the name in bytes, without its NUL.
        Field("anchor_bone", Int(4)),  # Number of the bone that the socket follows, from 0.
        Field("local_offset", Float(4), count=3),  # Position of the socket in the space of the bone: x, y, z.
        Field("reserved", Int(4), count=2, rules=(Rule("zero", "bpat.reserved"),)),  # Always zero.
    )


class SocketFrame(Structure):
    "The poses of the sockets in one frame (`Layout`)."

    PARAMS = ("socket_count",)
    FIELDS = (
        Field("sockets", Named(lambda: SocketMatrix), count=lambda s: s.get("socket_count")),  # The pose of each socket.
    )


class SocketMatrix(Structure):
    "Pose of a socket (`Layout`): 48 bytes, the rows 0 to 2 of a `Matrix` whose last row is 0, 0, 0, 1."

    SIZE = 48
    FIELDS = (
        Field("rows", Float(4), count=12),  # Three rows of four numbers.
    )


class SocketPalette(Structure):
    "The poses of the sockets in one clip (`Layout`)."

    PARAMS = ("socket_count",)
    FIELDS = (
        Field("frames", Named(lambda: SocketFrame, lambda s: s.get("socket_count")), count=REST),  # The frames of the clip, in order.
    )


# All structures, by the names of the schema.
STRUCTURES = {
    "BoneParent": BoneParent,
    "BoneParents": BoneParents,
    "Clip": Clip,
    "ColumnMatrix": ColumnMatrix,
    "Contact": Contact,
    "Frame": Frame,
    "Header": Header,
    "Layout": Layout,
    "Markers": Markers,
    "Matrix": Matrix,
    "Palette": Palette,
    "Socket": Socket,
    "SocketFrame": SocketFrame,
    "SocketMatrix": SocketMatrix,
    "SocketPalette": SocketPalette,
}

# The structure that a file begins with.
ROOT = Layout
