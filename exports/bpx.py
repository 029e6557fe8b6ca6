"""Structures of bpx, written by `bpx schema export bpx --target python`.

The functions are read(Structure, data), validate(Structure, data) and write(value), and for whole files read_file(ROOT, data), from_json(ROOT, json) and write_file(value). The module needs Python 3.9 and bpx_runtime.py.

This module does not check these rules, because they are Rust functions: table.whole-rows, table.free-flags, table.row-padding.
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


class Architecture(enum.IntEnum):
    "The processor that a package is made for (section 14.2.1)."

    x86_64 = 0  # 64-bit processors of Intel and AMD.
    aarch64 = 1  # 64-bit processors of ARM.
    x86 = 2  # 32-bit processors of Intel and AMD.
    armv7hl = 3  # 32-bit processors of ARM, with hardware floats.
    any = 4  # Any.


class ColumnType(enum.IntEnum):
    "Content of a cell: a scalar type of structured data, or a text of fixed size."

    NULL = 0  # Nothing; takes no bytes.
    Boolean = 1  # A truth value.
    UInt8 = 2  # 8 bits, unsigned.
    UInt16 = 3  # 16 bits, unsigned.
    UInt32 = 4  # 32 bits, unsigned.
    UInt64 = 5  # 64 bits, unsigned.
    Int8 = 6  # 8 bits, signed.
    Int16 = 7  # 16 bits, signed.
    Int32 = 8  # 32 bits, signed.
    Int64 = 9  # 64 bits, signed.
    Float_ = 10  # 32 bits, IEEE 754.
    Double = 11  # 64 bits, IEEE 754.
    Varchar = 12  # UTF-8, followed by zeros; the column states the size.


# The values by their names in the schema.
ColumnType.NAMES = {"NULL": 0, "Boolean": 1, "UInt8": 2, "UInt16": 3, "UInt32": 4, "UInt64": 5, "Int8": 6, "Int16": 7, "Int32": 8, "Int64": 9, "Float": 10, "Double": 11, "Varchar": 12}


class FileKind(enum.IntEnum):
    "The type of a file, which is the byte after the signature (section 8.2)."

    Texture = 84  # Pixels.
    Model = 77  # Vertices, bones and frames.
    ShaderPackage = 83  # Compiled shaders and their symbols.
    Scene = 67  # A type that the specification names, but does not define.
    Package = 80  # Objects, that is, files.


class PixelFormat(enum.IntEnum):
    "Format of a pixel (section 11.3.1)."

    RGB = 1  # Red, green and blue, 8 bits each.
    RGBA = 2  # Red, green, blue and opacity, 8 bits each.
    GreyScale = 3  # Brightness, 8 bits.
    Float_ = 4  # One float of 32 bits.


# The values by their names in the schema.
PixelFormat.NAMES = {"RGB": 1, "RGBA": 2, "GreyScale": 3, "Float": 4}


class Platform(enum.IntEnum):
    "The system that a package is made for (section 14.2.2)."

    Linux = 0  # Linux.
    MacOS = 1  # macOS.
    Windows = 2  # Windows.
    Android = 3  # Android.
    Any = 4  # Any.


class SdType(enum.IntEnum):
    "The type of a value (section 10.2.1)."

    NULL = 0  # No value.
    Boolean = 1  # A truth value.
    UInt8 = 2  # An unsigned 8-bit integer.
    UInt16 = 3  # An unsigned 16-bit integer.
    UInt32 = 4  # An unsigned 32-bit integer.
    UInt64 = 5  # An unsigned 64-bit integer.
    Int8 = 6  # A signed 8-bit integer.
    Int16 = 7  # A signed 16-bit integer.
    Int32 = 8  # A signed 32-bit integer.
    Int64 = 9  # A signed 64-bit integer.
    Float_ = 10  # A 32-bit IEEE 754 float.
    Double = 11  # A 64-bit IEEE 754 float.
    String = 12  # A text.
    Array = 13  # Elements.
    Object = 14  # Properties.


# The values by their names in the schema.
SdType.NAMES = {"NULL": 0, "Boolean": 1, "UInt8": 2, "UInt16": 3, "UInt32": 4, "UInt64": 5, "Int8": 6, "Int16": 7, "Int32": 8, "Int64": 9, "Float": 10, "Double": 11, "String": 12, "Array": 13, "Object": 14}


class SectionFlag(enum.IntFlag):
    "Flags of a section: its compression and its check (section 9.1.6)."

    CompressedZlib = 1  # The content is a zlib stream.
    CompressedXZ = 2  # The content is an xz stream.
    CheckCrc32 = 4  # The checksum is a CRC-32 of the content.
    CheckWeak = 8  # The checksum is the byte sum of the content.


class ShaderKind(enum.IntEnum):
    "Whether a shader package holds shared symbols or a program (section 13.2.4)."

    Assembly = 65  # Symbols that programs share.
    Program = 80  # The stages of a pipeline and their symbols.


class ShaderTarget(enum.IntEnum):
    "The target of a shader package (section 13.2.3), with the codes that files use."

    DX11 = 1  # DirectX 11.
    DX12 = 2  # DirectX 12.
    GL33 = 3  # OpenGL 3.3.
    GL40 = 4  # OpenGL 4.0.
    GL41 = 5  # OpenGL 4.1.
    GL42 = 6  # OpenGL 4.2.
    GL43 = 7  # OpenGL 4.3.
    GL44 = 8  # OpenGL 4.4.
    GL45 = 9  # OpenGL 4.5.
    GL46 = 10  # OpenGL 4.6.
    ES30 = 11  # OpenGL ES 3.0.
    ES31 = 12  # OpenGL ES 3.1.
    ES32 = 13  # OpenGL ES 3.2.
    VK10 = 14  # Vulkan 1.0.
    VK11 = 15  # Vulkan 1.1.
    VK12 = 16  # Vulkan 1.2.
    MT = 17  # Metal.
    Any = 255  # Any target; for assemblies.


class Stage(enum.IntEnum):
    "A step of a pipeline (section 13.3)."

    Vertex = 0  # The stage that runs for each vertex.
    Hull = 1  # The stage that runs for each patch.
    Domain = 2  # The stage that runs for each vertex of a divided patch.
    Geometry = 3  # The stage that runs for each primitive.
    Pixel = 4  # The stage that runs for each pixel.


class StandardSection(enum.IntEnum):
    "Section types that every file may use (section 10)."

    Table = 253  # Rows and columns, as the reference crate writes them.
    StructuredData = 254  # Structured data.
    Strings = 255  # Texts.


class SymbolFlag(enum.IntFlag):
    "Use of a symbol (section 13.4.3)."

    VertexStage = 1  # Used by the vertex stage.
    HullStage = 2  # Used by the hull stage.
    DomainStage = 4  # Used by the domain stage.
    GeometryStage = 8  # Used by the geometry stage.
    PixelStage = 16  # Used by the pixel stage.
    Assembly = 32  # Part of an assembly.
    External = 64  # Not defined by this package.
    Internal = 128  # Defined by this package.
    ExtendedData = 256  # Has extended data.
    Register = 512  # Takes a register of the pipeline.


class SymbolKind(enum.IntEnum):
    "Type of a symbol (section 13.4.4)."

    Texture = 0  # A texture.
    Sampler = 1  # A sampler.
    ConstantBuffer = 2  # A buffer of constants.
    Constant = 3  # A constant outside of buffers.
    VertexFormat = 4  # The format of vertices; at most one in a program.
    Pipeline = 5  # The state of the pipeline; at most one in a program.
    Output = 6  # An output of the pixel stage.


class TextureFlag(enum.IntFlag):
    "Use of a texture (section 11.3.2)."

    Array = 1  # The layers of the texture form an array.
    Compressed = 2  # The graphics processor compresses the texture when it is loaded.
    CubeMap = 4  # The six layers of the texture are the sides of a cube.


class Bone(Structure):
    "A bone (section 12.5): 28 bytes. X is right, Y is forward, Z is up."

    SIZE = 28
    FIELDS = (
        Field("head", Float(4), count=3),  # Position of the beginning of the bone, before any animation.
        Field("tail", Float(4), count=3),  # Position of the end of the bone, before any animation.
        Field("name", Int(4), relations=(Relation("text", "strings", Claim("model.bone-name"), absent=Claim("model.strings")),)),  # Name of the bone, as an offset in the strings section.
    )


class BoneArray(Structure):
    "The bones (section 12.5)."

    FIELDS = (
        Field("bone_count", Int(2), derived=lambda s: s.len("bones"), rules=(Rule("range", "model.bone-count", (1, 1024)),)),  # Number of bones.
        Field("bones", Named(lambda: Bone), count=lambda s: s.get("bone_count"), pool=Pool("bones")),  # The bones.
    )
    RULES = (Rule("assert", "model.trailing", lambda s: (s.remaining() == 0), kind="trailing-bytes", severity="warning", on=("position",)),)


class BoneTransform(Structure):
    "Position of a bone in a frame (section 12.7.3): 44 bytes. X is right, Y is forward, Z is up."

    SIZE = 44
    FIELDS = (
        Field("rotation", Float(4), count=4),  # Rotation as a quaternion; the specification does not state which component is the real part.
        Field("position", Float(4), count=3),  # Position.
        Field("scale", Float(4), count=3),  # Scale.
        Field("bone", Int(4), relations=(Relation("index", "bones", Claim("model.bone-id"), absent=Claim("model.bone-array")),)),  # Number of the bone, counted from 0.
    )


class Column(Structure):
    "Describes the cells of one column."

    SIZE = 8
    FIELDS = (
        Field("name", Int(4)),  # Name, as an offset in the strings section.
        Field("kind", Int(1), codes=ColumnType, rules=(Rule("known", "column.kind.known", lenient="I-26"),)),  # Type of the values.
        Field("len", Int(2), rules=(Rule("range", "column.len.range", (1, 65535), lenient="I-26"),)),  # Number of values in a cell; for a text, the number of bytes.
        Field("reserved", Int(1), rules=(Rule("zero", "column.reserved.zero", lenient="I-26"),)),  # Always zero.
    )


class Content(Structure):
    "The content of a section (section 10)."

    PARAMS = ("file", "section", "version")
    CASES = (
        Case("Strings", lambda s: (s.get("section") == 255), (
            Field("strings", Named(lambda: Strings)),
        )),
        Case("StructuredData", lambda s: (s.get("section") == 254), (
            Field("structured_data", Named(lambda: Node, lambda s: 255)),
        )),
        Case("Table", lambda s: ((s.get("section") == 253) and (s.get("file") != 83)), (
            Field("table", Named(lambda: Table)),
        ), "I-26"),
        Case("ObjectTable", lambda s: (((s.get("file") == 80) and (s.get("version") == 2)) and (s.get("section") == 2)), (
            Field("object_table", Named(lambda: ObjectTable)),
        )),
        Case("PixelArray", lambda s: ((s.get("file") == 84) and (s.get("section") == 1)), (
            Field("pixel_array", Int(1), count=REST),
        )),
        Case("VertexArray", lambda s: (((s.get("file") == 77) and (s.get("version") == 2)) and (s.get("section") == 2)), (
            Field("vertex_array", Named(lambda: VertexArray)),
        )),
        Case("IndexArray", lambda s: (((s.get("file") == 77) and (s.get("version") == 2)) and (s.get("section") == 3)), (
            Field("index_array", Named(lambda: IndexArray)),
        )),
        Case("BoneArray", lambda s: (((s.get("file") == 77) and (s.get("version") == 2)) and (s.get("section") == 4)), (
            Field("bone_array", Named(lambda: BoneArray)),
        )),
        Case("FrameArray", lambda s: (((s.get("file") == 77) and (s.get("version") == 2)) and (s.get("section") == 5)), (
            Field("frame_array", Named(lambda: FrameArray)),
        )),
        Case("AnimationArray", lambda s: (((s.get("file") == 77) and (s.get("version") == 2)) and (s.get("section") == 6)), (
            Field("animation_array", Int(1), count=REST),
        )),
        Case("Shader", lambda s: (((s.get("file") == 83) and (s.get("version") == 2)) and (s.get("section") == 1)), (
            Field("shader", Named(lambda: Shader)),
        )),
        Case("SymbolTable", lambda s: (((s.get("file") == 83) and (s.get("version") == 2)) and (s.get("section") == 2)), (
            Field("symbol_table", Named(lambda: SymbolTable)),
        )),
        Case("ExtendedData", lambda s: (((s.get("file") == 83) and (s.get("version") == 2)) and (s.get("section") == 3)), (
            Field("extended_data", Named(lambda: Node, lambda s: 255), count=REST),
        ), "I-35"),
        Case("Data", None, (
            Field("data", Int(1), count=REST),
        )),
    )


class FrameArray(Structure):
    "The frames of all animations, each with the positions of all bones (section 12.7)."

    FIELDS = (
        Field("transforms", Named(lambda: BoneTransform), count=lambda s: _div(s.remaining(), 44), relations=(Relation("count", "bones", Claim("model.whole-frames", severity="warning"), multiple=True),)),  # The positions of all bones in all frames.
        Field("rest", Int(1), count=REST),  # Bytes after the last whole transform; empty in a valid array.
    )
    RULES = (Rule("assert", "frame-array.whole-transforms", lambda s: (s.len("rest") == 0)),)


class IndexArray(Structure):
    "Indices of vertices (section 12.4)."

    FIELDS = (
        Field("index_count", Int(4), derived=lambda s: s.len("indices")),  # Number of indices.
        Field("indices", Int(4), count=lambda s: s.get("index_count")),  # Indices in the array of vertices, counted from 0.
    )
    RULES = (Rule("assert", "model.trailing", lambda s: (s.remaining() == 0), kind="trailing-bytes", severity="warning", on=("position",)), Rule("assert", "model.triangles", lambda s: (_rem(s.get("index_count"), 3) == 0), severity="warning", on=("index_count",), needs=("index_count",)))


class Layout(Structure):
    "A file of version 1 or 2 (sections 8 to 10). Section 8."

    FIELDS = (
        Field("header", Named(lambda: MainHeader)),  # The main header.
        Field("table", Named(lambda: SectionHeader), count=lambda s: s.get("header", "section_count"), pool=Pool("sections", "kind")),  # One entry for each section.
        Field("sections", Named(lambda: Content, lambda s: s.get("header", "kind"), lambda s: s.get("entry", "kind"), lambda s: s.get("header", "version")), region=Region(each="table", at=lambda s: s.get("entry", "pointer"), size=lambda s: (s.get("entry", "content_size") if ((s.get("entry", "flags") & 3) == 0) else s.get("entry", "stored_size")), content_size=lambda s: s.get("entry", "content_size"), steps=((lambda s: ((s.get("entry", "flags") & 2) != 0), "xz"), (lambda s: ((s.get("entry", "flags") & 1) != 0), "zlib")), checks=((lambda s: ((s.get("entry", "flags") & 8) != 0), ("byte-sum",), lambda s: s.get("entry", "checksum")), (lambda s: ((s.get("entry", "flags") & 4) != 0), ("crc32", "crc32-legacy"), lambda s: s.get("entry", "checksum"))), blame=(lambda s: "pointer", lambda s: "content_size" if ((s.get("entry", "flags") & 3) == 0) else "stored_size", lambda s: "content_size", lambda s: "checksum"))),  # The contents of the sections. If both compression flags are set, the content is xz; if both check flags are set, the checksum is weak. A plain section is as long as its content.
    )
    RULES = (Rule("assert", "container.file-size", lambda s: (s.get("header", "file_size") <= s.size()), kind="truncated", on=("header", "file_size")), Rule("assert", "container.trailing-bytes", lambda s: ((s.get("header", "file_size") == 0) or (s.get("header", "file_size") >= s.size())), kind="trailing-bytes", severity="note", on=("header", "file_size")), Rule("each", "container.plain-size", ("table", lambda s: (((s.get("entry", "flags") & (1 | 2)) != 0) or (s.get("entry", "stored_size") == s.get("entry", "content_size"))), (), ()), kind="size-mismatch", on=("stored_size",), needs=("table",)), Rule("each", "container.both-compressions", ("table", lambda s: ((s.get("entry", "flags") & (1 | 2)) != (1 | 2)), (), ()), severity="note", on=("flags",), needs=("table",)), Rule("each", "container.both-checks", ("table", lambda s: ((s.get("entry", "flags") & (4 | 8)) != (4 | 8)), (), ()), severity="note", on=("flags",), needs=("table",)), Rule("each", "container.overlap-head", ("table", lambda s: ((s.get("entry", "pointer") >= _fit(40 + _fit(s.len("table") * 24))) or ((s.get("entry", "content_size") if ((s.get("entry", "flags") & (1 | 2)) == 0) else s.get("entry", "stored_size")) == 0)), (), ()), kind="overlap", severity="warning", on=("pointer",), needs=("table",)), Rule("each", "container.overlap", ("table", lambda s: (s.get("overlapped", "sections") == s.get("index")), (), (), ("sections",)), kind="overlap", severity="note", on=("pointer",)), Rule("each", "package.contiguous", ("table", lambda s: ((((s.get("header", "kind") != 80) or (s.get("entry", "kind") != 1)) or (s.get("first", "kind") == s.get("index"))) or (s.element(("table",), _fit(s.get("index") - 1), ("kind",)) == 1)), (), ("kind",)), on=("kind",), needs=("header", "table")), Rule("each", "package.object-table-unused", ("table", lambda s: (((s.get("header", "kind") != 80) or (s.get("header", "version") != 1)) or (s.get("entry", "kind") != 2)), (), ()), severity="warning", on=("kind",), needs=("header", "table")), Rule("assert", "texture.pixel-array", lambda s: ((s.get("header", "kind") != 84) or (s.find(("table",), "kind", 1, "kind") == 1)), kind="missing", on=("table",), needs=("header", "table")), Rule("assert", "model.vertex-array", lambda s: (((s.get("header", "kind") != 77) or (s.get("header", "version") != 2)) or (s.find(("table",), "kind", 2, "kind") == 2)), kind="missing", on=("table",), needs=("header", "table")), Rule("assert", "shader.symbol-table", lambda s: (((s.get("header", "kind") != 83) or (s.get("header", "version") != 2)) or (s.find(("table",), "kind", 2, "kind") == 2)), kind="missing", on=("table",), needs=("header", "table")), Rule("assert", "shader.strings", lambda s: (((s.get("header", "kind") != 83) or (s.get("header", "version") != 2)) or (s.find(("table",), "kind", 255, "kind") == 255)), kind="missing", on=("table",), needs=("header", "table")), Rule("assert", "package.data", lambda s: (((s.get("header", "kind") != 80) or ((s.find(("table",), "kind", 1, "content_size") < 12) if (s.get("header", "version") == 1) else (s.find(("table",), "kind", 2, "content_size") < 20))) or (s.find(("table",), "kind", 1, "kind") == 1)), kind="missing", on=("table",), needs=("header", "table")), Rule("assert", "package.data", lambda s: (((s.get("header", "kind") != 80) or (not ((s.find(("table",), "kind", 1, "content_size") < 12) if (s.get("header", "version") == 1) else (s.find(("table",), "kind", 2, "content_size") < 20)))) or (s.find(("table",), "kind", 1, "kind") == 1)), lenient="I-29", kind="missing", on=("table",), needs=("header", "table")), Rule("assert", "package.object-table", lambda s: (((s.get("header", "kind") != 80) or (s.get("header", "version") != 2)) or (s.find(("table",), "kind", 2, "kind") == 2)), kind="missing", on=("table",), needs=("header", "table")), Rule("assert", "package.strings", lambda s: (((s.get("header", "kind") != 80) or ((s.find(("table",), "kind", 1, "content_size") < 12) if (s.get("header", "version") == 1) else (s.find(("table",), "kind", 2, "content_size") < 20))) or (s.find(("table",), "kind", 255, "kind") == 255)), kind="missing", on=("table",), needs=("header", "table")), Rule("assert", "package.strings", lambda s: (((s.get("header", "kind") != 80) or (not ((s.find(("table",), "kind", 1, "content_size") < 12) if (s.get("header", "version") == 1) else (s.find(("table",), "kind", 2, "content_size") < 20)))) or (s.find(("table",), "kind", 255, "kind") == 255)), lenient="I-29", kind="missing", on=("table",), needs=("header", "table")), Rule("each", "texture.single", ("table", lambda s: (((s.get("header", "kind") != 84) or (s.get("first", "kind") == s.get("index"))) or (s.get("entry", "kind") != 1)), (), ("kind",)), kind="duplicate", on=("kind",), needs=("header", "table")), Rule("each", "model.single", ("table", lambda s: ((((s.get("header", "kind") != 77) or (s.get("header", "version") != 2)) or (s.get("first", "kind") == s.get("index"))) or ((((s.get("entry", "kind") != 4) and (s.get("entry", "kind") != 5)) and (s.get("entry", "kind") != 6)) and (s.get("entry", "kind") != 255))), (), ("kind",)), kind="duplicate", on=("kind",), needs=("header", "table")), Rule("each", "shader.single", ("table", lambda s: ((((s.get("header", "kind") != 83) or (s.get("header", "version") != 2)) or (s.get("first", "kind") == s.get("index"))) or (((s.get("entry", "kind") != 2) and (s.get("entry", "kind") != 3)) and (s.get("entry", "kind") != 255))), (), ("kind",)), kind="duplicate", on=("kind",), needs=("header", "table")), Rule("each", "package.single", ("table", lambda s: (((s.get("header", "kind") != 80) or (s.get("first", "kind") == s.get("index"))) or ((((s.get("entry", "kind") != 2) or (s.get("header", "version") != 2)) and (s.get("entry", "kind") != 254)) and (s.get("entry", "kind") != 255))), (), ("kind",)), kind="duplicate", on=("kind",), needs=("header", "table")))
    DERIVED = ((("header", "section_count"), lambda s: s.len("table")),)
    SUMS = (Sum("byte-sum", ("header", "checksum"), ("header", "table"), "layout.checksum", skip=(("header", "checksum"),), or_skip=(("table", "reserved"),)),)
    SETTINGS = (
        Setting("sections", ("entry", "stored_size"), lambda s: s.get("region", "stored_size")),
        Setting("sections", ("entry", "pointer"), lambda s: s.get("region", "offset")),
        Setting("sections", ("entry", "content_size"), lambda s: s.get("region", "content_size")),
        Setting("sections", ("entry", "checksum"), lambda s: s.get("region", "checksum")),
        Setting("", ("header", "file_size"), lambda s: (0 if (s.get("header", "file_size") == 0) else s.get("file", "end"))),
    )


class MainHeader(Structure):
    "The first 40 bytes of a file, in versions 1 and 2 (section 8)."

    FIELDS = (
        Field("signature", Int(1), count=3, rules=(Rule("magic", "main-header.signature", b"BPX"),)),  # Always `BPX`.
        Field("kind", Int(1), codes=FileKind),  # Type of the file; a container may have any byte here.
        Field("checksum", Int(4)),  # Byte sum of this header and the section table, with this field as zero.
        Field("file_size", Int(8)),  # Size of the file in bytes, or 0 if the writer did not state the size.
        Field("section_count", Int(4)),  # Number of sections.
        Field("version", Int(4), rules=(Rule("supported", "main-header.version", (1, 2)),)),  # Version of the format: 1 for SDK 1.0 and 2.0, 2 since SDK 3.0.
        Field("type_ext", Named(lambda: TypeExt, lambda s: s.get("kind"), lambda s: s.get("version"))),  # Type-specific extension (TypeExt); zero for types that do not use it.
    )


class ModelExt(Structure):
    "Type-specific extension of the main header of a model (section 12.2): 16 bytes."

    SIZE = 16
    FIELDS = (
        Field("shader_hash", Int(8)),  # Hash of the virtual path of the shader package that declares the format of the vertices.
        Field("symbol_name", Int(4), relations=(Relation("text", "strings", Claim("model.symbol-name"), when=lambda s: ((s.get("shader_hash") != 0) or (s.get("symbol_name") != 0)), absent=Claim("model.strings")),)),  # Name of the symbol that declares the format in the shader package, as an offset in the strings section.
        Field("reserved", Int(1), count=4, rules=(Rule("zero", "model.reserved", lenient="I-27"),)),  # Always zero.
    )


class Node(Structure):
    "One value: the root object, a property of an object, or an element of an array (sections 10.2.4, 10.2.6). Section 10.2."

    PARAMS = ("parent",)
    FIELDS = (
        Field("name", Int(8), when=lambda s: (s.get("parent") == 14)),  # Hash of the property's name; elements and the root have no name.
        Field("kind", Int(1), when=lambda s: (s.get("parent") != 255), otherwise=14, codes=SdType),  # Type of the value; the root is an object, and does not state its type.
        Field("value", Named(lambda: Scalar, lambda s: s.get("kind"))),  # The value, unless the type has parts.
        Field("count", Int(1), when=lambda s: ((s.get("kind") == 13) or (s.get("kind") == 14)), otherwise=0, derived=lambda s: s.len("children")),  # Number of properties or elements.
        Field("children", Named(lambda: Node, lambda s: s.get("kind")), count=lambda s: s.get("count"), children=True),  # Properties or elements.
    )


class ObjectHeader(Structure):
    "Size, name and offset of an object, in revision 2 (section 14.4): 20 bytes."

    SIZE = 20
    FIELDS = (
        Field("size", Int(8)),  # Size of the object in bytes; the object may continue in the following Data sections.
        Field("name", Int(4), relations=(Relation("text", "strings", Claim("package.name"), whole=True, largest=65535, shared=Claim("package.name-limit"), filled=Claim("package.empty-name", severity="warning"), file_path=Claim("package.unsafe-name", severity="warning"), unique=Claim("package.duplicate-name", severity="warning")),)),  # Name, as an offset in the strings section.
        Field("start", Int(4), relations=(Relation("index", "sections", Claim("package.start"), required=True, key=lambda s: 1),)),  # Number of the Data section where the object begins, counted from 0 over all sections.
        Field("offset", Int(4)),  # Offset of the first byte of the object in the content of that section, in bytes.
    )


class ObjectTable(Structure):
    "The list of objects, in revision 2 (section 14.4)."

    FIELDS = (
        Field("objects", Named(lambda: ObjectHeader), count=lambda s: _div(s.remaining(), 20)),  # The objects.
        Field("rest", Int(1), count=REST),  # Bytes after the last whole entry; empty in a valid table.
    )
    RULES = (Rule("assert", "object-table.whole-records", lambda s: (s.len("rest") == 0)),)


class PackageExt(Structure):
    "Type-specific extension of the main header of a package (section 14.2): 16 bytes, the same in both revisions."

    SIZE = 16
    FIELDS = (
        Field("architecture", Int(1), codes=Architecture, rules=(Rule("known", "package.architecture"),)),  # The processor that the package is made for.
        Field("platform", Int(1), codes=Platform, rules=(Rule("known", "package.platform"),)),  # The system that the package is made for.
        Field("generator", Int(1), count=2),  # The program that wrote the package, as two ASCII characters: `PK` is fpkg, `BP` the engine, `BD` the debug tools. The metadata depends on the program.
        Field("reserved", Int(1), count=12, rules=(Rule("zero", "package.reserved", lenient="I-27"),)),  # Always zero.
    )


class Scalar(Structure):
    "A value without parts (section 10.2.2)."

    PARAMS = ("kind",)
    CASES = (
        Case("Null", lambda s: (s.get("kind") == 0), (
        )),
        Case("Bool", lambda s: (s.get("kind") == 1), (
            Field("bool", Int(1), rules=(Rule("range", "scalar.bool.bool.range", (0, 1), lenient="I-11"),)),
        )),
        Case("UInt8", lambda s: (s.get("kind") == 2), (
            Field("uint8", Int(1)),
        )),
        Case("UInt16", lambda s: (s.get("kind") == 3), (
            Field("uint16", Int(2)),
        )),
        Case("UInt32", lambda s: (s.get("kind") == 4), (
            Field("uint32", Int(4)),
        )),
        Case("UInt64", lambda s: (s.get("kind") == 5), (
            Field("uint64", Int(8)),
        )),
        Case("Int8", lambda s: (s.get("kind") == 6), (
            Field("int8", Int(1, signed=True)),
        )),
        Case("Int16", lambda s: (s.get("kind") == 7), (
            Field("int16", Int(2, signed=True)),
        )),
        Case("Int32", lambda s: (s.get("kind") == 8), (
            Field("int32", Int(4, signed=True)),
        )),
        Case("Int64", lambda s: (s.get("kind") == 9), (
            Field("int64", Int(8, signed=True)),
        )),
        Case("Float", lambda s: (s.get("kind") == 10), (
            Field("float", Float(4)),
        )),
        Case("Double", lambda s: (s.get("kind") == 11), (
            Field("double", Float(8)),
        )),
        Case("String", lambda s: (s.get("kind") == 12), (
            Field("string", Text(), rules=(Rule("utf8", "scalar.string.string.utf8"),)),
        )),
        Case("Array", lambda s: (s.get("kind") == 13), (
        )),
        Case("Object", lambda s: (s.get("kind") == 14), (
        )),
    )


class SectionHeader(Structure):
    "Describes one section (section 9.1)."

    SIZE = 24
    FIELDS = (
        Field("pointer", Int(8)),  # Offset of the stored content from the beginning of the file, in bytes.
        Field("stored_size", Int(4)),  # Size of the content as stored, in bytes.
        Field("content_size", Int(4)),  # Size of the content, in bytes.
        Field("checksum", Int(4)),  # Checksum of the content; the flags state the algorithm.
        Field("kind", Int(1), codes=StandardSection),  # Type of the section; its meaning depends on the type of the file.
        Field("flags", Int(1), codes=SectionFlag, rules=(Rule("known", "section-header.flags.known", lenient="I-8"),)),  # Compression and check of the content.
        Field("reserved", Int(1), count=2, rules=(Rule("zero", "section-header.reserved.zero", lenient="I-5"),)),  # Always zero.
    )


class Shader(Structure):
    "The code of a stage (section 13.3)."

    FIELDS = (
        Field("stage", Int(1), relations=(Relation("unique", "", Claim("shader.duplicate-stage", severity="warning")),), codes=Stage, rules=(Rule("known", "shader.stage"),)),  # The stage.
        Field("code", Int(1), count=REST),  # The code, in a form that depends on the target.
    )


class ShaderExt(Structure):
    "Type-specific extension of the main header of a shader package (section 13.2): 16 bytes."

    SIZE = 16
    FIELDS = (
        Field("assembly", Int(8)),  # Hash of the name of the assembly itself, or of the assembly to which a program is linked; 0 if there is none.
        Field("symbol_count", Int(2), relations=(Relation("count", "symbols", Claim("shader.symbol-count")),)),  # Number of symbols.
        Field("target", Int(1), codes=ShaderTarget, rules=(Rule("known", "shader.target"),)),  # The target.
        Field("kind", Int(1), relations=(Relation("needs", "sections", Claim("shader.shader"), when=lambda s: (s.get("kind") != 65), key=lambda s: 1), Relation("single", "symbols", Claim("shader.vertex-format"), when=lambda s: (s.get("kind") == 80), key=lambda s: 4), Relation("single", "symbols", Claim("shader.pipeline"), when=lambda s: (s.get("kind") == 80), key=lambda s: 5)), codes=ShaderKind, rules=(Rule("known", "shader.type"),)),  # Whether the package is an assembly or a program.
        Field("reserved", Int(1), count=4, rules=(Rule("zero", "shader.reserved", lenient="I-27"),)),  # Always zero.
    )
    RULES = (Rule("assert", "shader.target-any", lambda s: ((s.get("kind") != 80) or (s.get("target") != 255)), kind="inconsistent", severity="warning", on=("target",)),)


class Strings(Structure):
    "Consecutive texts; other values refer to them by the offset of their first byte (section 10.1.2). Section 10.1."

    FIELDS = (
        Field("strings", Text(), count=REST, pool=Pool("strings"), rules=(Rule("utf8", "strings.strings.utf8"),)),  # The texts.
    )


class Symbol(Structure):
    "An input, output or declaration of a shader (section 13.4): 12 bytes."

    SIZE = 12
    FIELDS = (
        Field("name", Int(4), relations=(Relation("text", "strings", Claim("shader.name"), whole=True, largest=65535, shared=Claim("shader.limit"), unique=Claim("shader.duplicate-name", severity="warning")),)),  # Name of the symbol, as an offset in the strings section.
        Field("extended_data", Int(4)),  # Extended data of the symbol, as an offset in the section of extended data; without meaning unless a flag states that the symbol has extended data.
        Field("flags", Int(2), codes=SymbolFlag, rules=(Rule("known", "shader.symbol-flags", lenient="I-34"),)),  # Use of the symbol.
        Field("kind", Int(1), codes=SymbolKind, rules=(Rule("known", "shader.symbol-type"),)),  # Type of the symbol.
        Field("register", Int(1)),  # The register of the symbol; without meaning unless a flag states that the symbol has a register.
    )


class SymbolTable(Structure):
    "The list of symbols (section 13.4)."

    FIELDS = (
        Field("symbols", Named(lambda: Symbol), count=lambda s: _div(s.remaining(), 12), pool=Pool("symbols", "kind")),  # The symbols.
        Field("rest", Int(1), count=REST),  # Bytes after the last whole entry; empty in a valid table.
    )
    RULES = (Rule("assert", "symbol-table.whole-symbols", lambda s: (s.len("rest") == 0)),)


class Table(Structure):
    "A table, with columns and rows. A table without columns, or with columns that take no bytes, has no rows; the remaining bytes are kept without a meaning."

    FIELDS = (
        Field("header", Named(lambda: TableHeader)),  # Name, and number of columns.
        Field("columns", Named(lambda: Column), count=lambda s: s.get("header", "column_count")),  # The columns, which describe the cells of a row.
        Field("rows", Int(1), count=REST),  # The rows as stored; see `Table::rows`.
    )
    DERIVED = ((("header", "column_count"), lambda s: s.len("columns")),)


class TableHeader(Structure):
    "The first 8 bytes of a table."

    SIZE = 8
    FIELDS = (
        Field("name", Int(4)),  # Name of the table, as an offset in the strings section.
        Field("column_count", Int(2)),  # Number of columns.
        Field("reserved", Int(1), count=2, rules=(Rule("zero", "table-header.reserved.zero", lenient="I-26"),)),  # Always zero.
    )


class TextureExt(Structure):
    "Type-specific extension of the main header of a texture (section 11.2): 16 bytes."

    SIZE = 16
    BITS = (
        Bits("array", 0, 16),  # Number of layers; readers use the number only if a flag states several layers (section 11.3.4).
        Bits("width", 16, 4),  # Base-2 logarithm of the width in pixels, minus 1.
        Bits("height", 20, 4),  # Base-2 logarithm of the height in pixels, minus 1.
        Bits("format", 24, 4, codes=PixelFormat, rules=(Rule("known", "texture.format"),)),  # Format of a pixel.
        Bits("flags", 28, 4, codes=TextureFlag, rules=(Rule("known", "texture.flags", lenient="I-34"),)),  # Use of the texture.
        Bits("mipmaps", 32, 8),  # Number of smaller copies that a program computes when it loads the texture; the file contains no copies.
        Bits("reserved", 40, 88, rules=(Rule("zero", "texture.reserved", lenient="I-27"),)),  # Always zero.
    )
    RULES = (Rule("assert", "texture.cube-layers", lambda s: (((s.get("flags") & 4) == 0) or (s.get("array") == 6)), kind="inconsistent", on=("array",)),)


class TypeExt(Structure):
    "Type-specific extension of the main header (section 8.7): 16 bytes."

    PARAMS = ("kind", "version")
    CASES = (
        Case("Texture", lambda s: (s.get("kind") == 84), (
            Field("texture", Named(lambda: TextureExt)),
        )),
        Case("Model", lambda s: ((s.get("kind") == 77) and (s.get("version") == 2)), (
            Field("model", Named(lambda: ModelExt)),
        )),
        Case("Shader", lambda s: ((s.get("kind") == 83) and (s.get("version") == 2)), (
            Field("shader", Named(lambda: ShaderExt)),
        )),
        Case("Package", lambda s: (s.get("kind") == 80), (
            Field("package", Named(lambda: PackageExt)),
        )),
        Case("Other", None, (
            Field("other", Int(1), count=16),
        )),
    )


class VertexArray(Structure):
    "Vertices (section 12.3), as bytes, because a shader package declares the format of the vertices."

    FIELDS = (
        Field("header", Named(lambda: VertexArrayHeader)),  # Number of vertices, and references to material and indices.
        Field("vertices", Int(1), count=REST),  # The vertices, one after the other.
    )
    RULES = (Rule("assert", "model.vertices", lambda s: ((s.len("vertices") == 0) if (s.get("header", "vertex_count") == 0) else ((s.len("vertices") >= s.get("header", "vertex_count")) and (_rem(s.len("vertices"), s.get("header", "vertex_count")) == 0))), kind="size-mismatch", on=("header", "vertex_count")), Rule("assert", "model.triangles", lambda s: ((s.get("header", "index_array") != 0) or (_rem(s.get("header", "vertex_count"), 3) == 0)), severity="warning", on=("header", "vertex_count"), needs=("header",)))


class VertexArrayHeader(Structure):
    "Header of vertices (section 12.3): 20 bytes."

    SIZE = 20
    FIELDS = (
        Field("material_hash", Int(8)),  # Hash of the virtual path of the material to apply.
        Field("vertex_count", Int(4)),  # Number of vertices.
        Field("index_array", Int(4), relations=(Relation("index", "sections", Claim("model.index-array"), first=1, key=lambda s: 3),)),  # Number of the index section, counted from 1 over all sections, or 0 if there is none.
        Field("reserved", Int(1), count=4, rules=(Rule("zero", "model.vertex-reserved", lenient="I-27"),)),  # Always zero.
    )


# All structures, by the names of the schema.
STRUCTURES = {
    "Bone": Bone,
    "BoneArray": BoneArray,
    "BoneTransform": BoneTransform,
    "Column": Column,
    "Content": Content,
    "FrameArray": FrameArray,
    "IndexArray": IndexArray,
    "Layout": Layout,
    "MainHeader": MainHeader,
    "ModelExt": ModelExt,
    "Node": Node,
    "ObjectHeader": ObjectHeader,
    "ObjectTable": ObjectTable,
    "PackageExt": PackageExt,
    "Scalar": Scalar,
    "SectionHeader": SectionHeader,
    "Shader": Shader,
    "ShaderExt": ShaderExt,
    "Strings": Strings,
    "Symbol": Symbol,
    "SymbolTable": SymbolTable,
    "Table": Table,
    "TableHeader": TableHeader,
    "TextureExt": TextureExt,
    "TypeExt": TypeExt,
    "VertexArray": VertexArray,
    "VertexArrayHeader": VertexArrayHeader,
}

# The structure that a file begins with.
ROOT = Layout
