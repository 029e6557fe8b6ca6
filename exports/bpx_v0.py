"""Structures of bpx-v0, written by `bpx schema export bpx-v0 --target python`.

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


class Api(enum.IntFlag):
    "A rendering API (2019, sections 10.2.2 and 11.2.2). Section v0 10.2.2."

    DirectX = 1  # DirectX.
    OpenGL = 2  # OpenGL.
    Vulkan = 4  # Vulkan.
    Metal = 8  # Metal.


class ComponentType(enum.IntEnum):
    "Type of the numbers of a component (2019, section 9.2.3). Each number has 32 bits. Section v0 9.2.3."

    FLOAT = 1  # Floats.
    INT = 2  # Signed integers.
    UINT = 3  # Unsigned integers.


class FileKind(enum.IntEnum):
    "The type of a file, which is the byte after the signature (section 8.2)."

    Texture = 84  # Pixels.
    Model = 77  # Vertices, bones and frames.
    ShaderPackage = 83  # Compiled shaders and their symbols.
    Scene = 67  # A type that the specification names, but does not define.
    Package = 80  # Objects, that is, files.


class SectionFlag(enum.IntFlag):
    "Flags of a section (2019, section 7.1.4). In later versions the same bit means xz. Section v0 7.1.4."

    Compressed = 2  # The content is a zlib stream.


class TextureFlag(enum.IntFlag):
    "Use of a texture (2019, section 8.3.2). Section v0 8.3.2."

    Array = 1  # The texture is an array of layers.
    Compressed = 2  # The loader compresses the texture for the graphics processor.
    CubeMap = 4  # The six layers of the texture are the sides of a cube.


class TextureFormat(enum.IntEnum):
    "Format of a pixel (2019, section 8.3.1). Section v0 8.3.1."

    RGB = 1  # Three channels of 8 bits.
    RGBA = 2  # Four channels of 8 bits.
    GREY_SCALE = 3  # One channel of 8 bits.
    FLOAT = 4  # One channel, a float of 32 bits.


class AssemblyDX(Structure):
    "The program for DirectX (2019, section 10.4): 16 bytes. A shader is identified by the number of its section among all sections, counted from 1; 0 means no shader. Section v0 10.4."

    SIZE = 16
    FIELDS = (
        Field("min_version", Int(4)),  # Lowest version of DirectX that runs the program.
        Field("vertex", Int(4), relations=(Relation("index", "sections", Claim("v0.shader-index"), first=1, key=lambda s: 1),)),  # The vertex shader.
        Field("geometry", Int(4), relations=(Relation("index", "sections", Claim("v0.shader-index"), first=1, key=lambda s: 1),)),  # The geometry shader.
        Field("pixel", Int(4), relations=(Relation("index", "sections", Claim("v0.shader-index"), first=1, key=lambda s: 1),)),  # The pixel shader.
    )


class AssemblyGL(Structure):
    "The program for OpenGL (2019, section 10.5): 20 bytes. Shaders are identified by section numbers as in `AssemblyDx`. Section v0 10.5."

    SIZE = 20
    FIELDS = (
        Field("min_version", Int(4)),  # Lowest version of OpenGL that runs the program, times ten; 45 means 4.5.
        Field("vertex", Int(4), relations=(Relation("index", "sections", Claim("v0.shader-index"), first=1, key=lambda s: 1),)),  # The vertex shader.
        Field("geometry", Int(4), relations=(Relation("index", "sections", Claim("v0.shader-index"), first=1, key=lambda s: 1),)),  # The geometry shader.
        Field("pixel", Int(4), relations=(Relation("index", "sections", Claim("v0.shader-index"), first=1, key=lambda s: 1),)),  # The pixel shader.
        Field("reserved", Int(4), rules=(Rule("zero", "assembly-gl.reserved.zero"),)),  # Always zero.
    )


class Asset(Structure):
    "An asset, which has a path and a section with its bytes (2019, section 11.3): 8 bytes. Section v0 11.3."

    SIZE = 8
    FIELDS = (
        Field("virtual_path", Int(4), relations=(Relation("text", "strings", Claim("v0.virtual-path"), whole=True, largest=65535, shared=Claim("v0.limit"), file_path=Claim("v0.unsafe-path", severity="warning"), unique=Claim("v0.duplicate-path", severity="warning")),)),  # Path, as an offset in the strings section.
        Field("file_id", Int(4), relations=(Relation("index", "sections", Claim("v0.file-id"), first=1, required=True, key=lambda s: 2),)),  # Number of the File section among all sections, counted from 1.
    )


class AssetRegistry(Structure):
    "The list of assets (2019, section 11.3). Section v0 11.3."

    FIELDS = (
        Field("assets", Named(lambda: Asset), count=lambda s: _div(s.remaining(), 8), pool=Pool("assets")),  # The assets.
        Field("rest", Int(1), count=REST),  # Bytes after the last whole entry; empty in a valid section.
    )
    RULES = (Rule("assert", "asset-registry.assert-1", lambda s: (s.len("rest") == 0)),)


class Bone(Structure):
    "A bone (2019, section 9.5): 68 bytes. Section v0 9.5."

    SIZE = 68
    FIELDS = (
        Field("transform", Float(4), count=16),  # Initial position, as a 4 x 4 matrix.
        Field("name", Int(4), relations=(Relation("text", "strings", Claim("v0.bone-name"), absent="fault"),)),  # Name, as an offset in the strings section.
    )


class BoneArray(Structure):
    "Bones (2019, section 9.5). Section v0 9.5."

    FIELDS = (
        Field("bone_count", Int(2), derived=lambda s: s.len("bones"), rules=(Rule("range", "bone-array.bone-count.range", (1, 1024)),)),  # Number of bones.
        Field("bones", Named(lambda: Bone), count=lambda s: s.get("bone_count")),  # The bones.
        Field("rest", Int(1), count=REST),  # Bytes after the last bone; empty in a valid section.
    )
    RULES = (Rule("assert", "bone-array.assert-1", lambda s: (s.len("rest") == 0)),)


class BoneUpdate(Structure):
    "Position of a bone in a frame (2019, section 9.7.2): 64 bytes. Section v0 9.7.2."

    SIZE = 64
    FIELDS = (
        Field("transform", Float(4), count=16),  # The position, as a 4 x 4 matrix.
    )


class Component(Structure):
    "One or more numbers of a vertex (2019, section 9.2). Section v0 9.2."

    SIZE = 1
    BITS = (
        Bits("kind", 0, 4, codes=ComponentType, rules=(Rule("known", "component.kind.known"),)),  # Type of the numbers.
        Bits("size", 4, 4),  # Number of numbers in the component.
    )


class Content(Structure):
    "The content of a section (2019, sections 8 to 11). Section v0 7.1.3."

    PARAMS = ("file", "section")
    CASES = (
        Case("VertexFormat", lambda s: ((s.get("file") == 77) and (s.get("section") == 1)), (
            Field("vertex_format", Named(lambda: VertexFormat)),
        )),
        Case("VertexArray", lambda s: ((s.get("file") == 77) and (s.get("section") == 2)), (
            Field("vertex_array", Named(lambda: VertexArray)),
        )),
        Case("IndexArray", lambda s: ((s.get("file") == 77) and (s.get("section") == 3)), (
            Field("index_array", Named(lambda: IndexArray)),
        )),
        Case("BoneArray", lambda s: ((s.get("file") == 77) and (s.get("section") == 4)), (
            Field("bone_array", Named(lambda: BoneArray)),
        )),
        Case("FrameArray", lambda s: ((s.get("file") == 77) and (s.get("section") == 5)), (
            Field("frame_array", Named(lambda: FrameArray)),
        )),
        Case("AssemblyDx", lambda s: ((s.get("file") == 83) and (s.get("section") == 2)), (
            Field("assembly_dx", Named(lambda: AssemblyDX)),
        )),
        Case("AssemblyGl", lambda s: ((s.get("file") == 83) and (s.get("section") == 3)), (
            Field("assembly_gl", Named(lambda: AssemblyGL)),
        )),
        Case("AssetRegistry", lambda s: ((s.get("file") == 80) and (s.get("section") == 1)), (
            Field("asset_registry", Named(lambda: AssetRegistry)),
        )),
        Case("Strings", lambda s: (((s.get("file") == 77) and (s.get("section") == 7)) or ((s.get("file") == 80) and (s.get("section") == 3))), (
            Field("strings", Named(lambda: Strings)),
        )),
        Case("Data", None, (
            Field("data", Int(1), count=REST),
        )),
    )


class FrameArray(Structure):
    "Transforms of bones, frame after frame (2019, section 9.7). Section v0 9.7."

    FIELDS = (
        Field("updates", Named(lambda: BoneUpdate), count=lambda s: _div(s.remaining(), 64)),  # The transforms.
        Field("rest", Int(1), count=REST),  # Bytes after the last whole transform; empty in a valid section.
    )
    RULES = (Rule("assert", "frame-array.assert-1", lambda s: (s.len("rest") == 0)),)


class IndexArray(Structure):
    "Numbers of vertices, counted from 0 (2019, section 9.4). Section v0 9.4."

    FIELDS = (
        Field("index_count", Int(4), derived=lambda s: s.len("indices")),  # Number of indices.
        Field("indices", Int(4), count=lambda s: s.get("index_count")),  # The indices.
        Field("rest", Int(1), count=REST),  # Bytes after the last index; empty in a valid section.
    )
    RULES = (Rule("assert", "index-array.assert-1", lambda s: (s.len("rest") == 0)),)


class Layout(Structure):
    "A file of version 0 (2019, sections 6 and 7). Section v0 6."

    FIELDS = (
        Field("header", Named(lambda: MainHeader)),  # The main header.
        Field("table", Named(lambda: SectionHeader), count=lambda s: s.get("header", "section_count"), pool=Pool("sections", "kind")),  # One entry for each section.
        Field("sections", Named(lambda: Content, lambda s: s.get("header", "kind"), lambda s: s.get("entry", "kind")), region=Region(each="table", at=lambda s: s.get("entry", "pointer"), size=lambda s: s.get("entry", "size"), steps=((lambda s: ((s.get("entry", "flags") & 2) != 0), "zlib"),), blame=(lambda s: "pointer", lambda s: "size", None, None))),  # The contents of the sections. The file does not state the decompressed size of a compressed content.
    )
    RULES = (Rule("assert", "v0.file-size", lambda s: (s.get("header", "file_size") <= _fit(s.size() - 32)), kind="truncated", on=("header", "file_size")), Rule("assert", "v0.trailing-bytes", lambda s: ((s.get("header", "file_size") == 0) or (s.get("header", "file_size") >= _fit(s.size() - 32))), kind="trailing-bytes", severity="note", on=("header", "file_size")), Rule("assert", "v0.required", lambda s: ((s.get("header", "kind") != 84) or (s.find(("table",), "kind", 1, "kind") == 1)), kind="missing", on=("table",), needs=("header", "table")), Rule("assert", "v0.required", lambda s: ((s.get("header", "kind") != 77) or (s.find(("table",), "kind", 1, "kind") == 1)), kind="missing", on=("table",), needs=("header", "table")), Rule("assert", "v0.required", lambda s: ((s.get("header", "kind") != 77) or (s.find(("table",), "kind", 2, "kind") == 2)), kind="missing", on=("table",), needs=("header", "table")), Rule("assert", "v0.required", lambda s: ((s.get("header", "kind") != 83) or (s.find(("table",), "kind", 1, "kind") == 1)), kind="missing", on=("table",), needs=("header", "table")), Rule("assert", "v0.required", lambda s: ((s.get("header", "kind") != 83) or (s.find(("table",), "kind", 3, "kind") == 3)), kind="missing", on=("table",), needs=("header", "table")), Rule("assert", "v0.required", lambda s: ((s.get("header", "kind") != 80) or (s.find(("table",), "kind", 1, "kind") == 1)), kind="missing", on=("table",), needs=("header", "table")), Rule("assert", "v0.required", lambda s: (((s.get("header", "kind") != 80) or ((s.find(("table",), "kind", 1, "size") == 0) and (s.find(("table",), "kind", 2, "kind") == 0))) or (s.find(("table",), "kind", 2, "kind") == 2)), kind="missing", on=("table",), needs=("header", "table")), Rule("assert", "v0.required", lambda s: (((s.get("header", "kind") != 80) or (not ((s.find(("table",), "kind", 1, "size") == 0) and (s.find(("table",), "kind", 2, "kind") == 0)))) or (s.find(("table",), "kind", 2, "kind") == 2)), lenient="I-55", kind="missing", on=("table",), needs=("header", "table")), Rule("assert", "v0.required", lambda s: (((s.get("header", "kind") != 80) or ((s.find(("table",), "kind", 1, "size") == 0) and (s.find(("table",), "kind", 2, "kind") == 0))) or (s.find(("table",), "kind", 3, "kind") == 3)), kind="missing", on=("table",), needs=("header", "table")), Rule("assert", "v0.required", lambda s: (((s.get("header", "kind") != 80) or (not ((s.find(("table",), "kind", 1, "size") == 0) and (s.find(("table",), "kind", 2, "kind") == 0)))) or (s.find(("table",), "kind", 3, "kind") == 3)), lenient="I-55", kind="missing", on=("table",), needs=("header", "table")), Rule("each", "container.overlap-head", ("table", lambda s: ((s.get("entry", "pointer") >= _fit(32 + _fit(s.len("table") * 16))) or (s.get("entry", "size") == 0)), (), ()), kind="overlap", severity="warning", on=("pointer",), needs=("table",)), Rule("each", "container.overlap", ("table", lambda s: (s.get("overlapped", "sections") == s.get("index")), (), (), ("sections",)), kind="overlap", severity="note", on=("pointer",)), Rule("each", "v0.single", ("table", lambda s: (((s.get("header", "kind") != 84) or (s.get("first", "kind") == s.get("index"))) or (s.get("entry", "kind") != 1)), (), ("kind",)), kind="duplicate", on=("kind",), needs=("header", "table")), Rule("each", "v0.single", ("table", lambda s: (((s.get("header", "kind") != 77) or (s.get("first", "kind") == s.get("index"))) or (((((s.get("entry", "kind") != 1) and (s.get("entry", "kind") != 4)) and (s.get("entry", "kind") != 5)) and (s.get("entry", "kind") != 6)) and (s.get("entry", "kind") != 7))), (), ("kind",)), kind="duplicate", on=("kind",), needs=("header", "table")), Rule("each", "v0.single", ("table", lambda s: (((s.get("header", "kind") != 83) or (s.get("first", "kind") == s.get("index"))) or ((((s.get("entry", "kind") != 2) and (s.get("entry", "kind") != 3)) and (s.get("entry", "kind") != 4)) and (s.get("entry", "kind") != 5))), (), ("kind",)), kind="duplicate", on=("kind",), needs=("header", "table")), Rule("each", "v0.single", ("table", lambda s: (((s.get("header", "kind") != 80) or (s.get("first", "kind") == s.get("index"))) or ((s.get("entry", "kind") != 1) and (s.get("entry", "kind") != 3))), (), ("kind",)), kind="duplicate", on=("kind",), needs=("header", "table")))
    DERIVED = ((("header", "section_count"), lambda s: s.len("table")),)
    SUMS = (Sum("crc32", ("header", "checksum"), ("header", None), "layout.checksum", skip=(("header", "checksum"),), or_zero=(("header", "checksum"),)),)
    SETTINGS = (
        Setting("sections", ("entry", "pointer"), lambda s: s.get("region", "offset")),
        Setting("sections", ("entry", "size"), lambda s: s.get("region", "stored_size")),
        Setting("", ("header", "file_size"), lambda s: (0 if (s.get("header", "file_size") == 0) else _fit(s.get("file", "end") - 32))),
    )


class MainHeader(Structure):
    "The first 32 bytes of a file (2019, section 6). Section v0 6."

    FIELDS = (
        Field("signature", Int(1), count=3, rules=(Rule("magic", "main-header.signature", b"BPX"),)),  # Always `BPX`.
        Field("kind", Int(1), codes=FileKind),  # Type of the content.
        Field("checksum", Int(4)),  # CRC-32 of all other bytes of the file.
        Field("file_size", Int(8)),  # Size in bytes of the file after the 32 bytes of the header; 0 if the writer did not state the size.
        Field("section_count", Int(4)),  # Number of sections.
        Field("version", Int(4), rules=(Rule("supported", "main-header.version", (0,)),)),  # Always 0.
        Field("type_ext", Named(lambda: TypeExt, lambda s: s.get("kind"))),  # Type-specific extension.
    )


class PackageExt(Structure):
    "Type-specific extension of a package (2019, section 11.2). Section v0 11.2."

    SIZE = 8
    FIELDS = (
        Field("asset_count", Int(4), relations=(Relation("count", "assets", Claim("v0.asset-count")), Relation("referred", "sections", Claim("v0.orphan", severity="note"), by="assets", key=lambda s: 2))),  # Number of assets.
        Field("compatibility", Int(1), codes=Api, rules=(Rule("known", "package-ext.compatibility.known"),)),  # The rendering APIs that the package is made for.
        Field("reserved", Int(1), count=3, rules=(Rule("zero", "package-ext.reserved.zero"),)),  # Always zero.
    )


class SectionHeader(Structure):
    "Describes one section (2019, section 7.1). Section v0 7.1."

    SIZE = 16
    FIELDS = (
        Field("pointer", Int(8)),  # Offset of the stored content from the beginning of the file, in bytes.
        Field("size", Int(4)),  # Size of the content as stored, in bytes.
        Field("kind", Int(1)),  # Type of the section; its meaning depends on the type of the file.
        Field("flags", Int(1), codes=SectionFlag, rules=(Rule("known", "section-header.flags.known"),)),  # Flags of the section, which state whether the content is compressed.
        Field("reserved", Int(1), count=2, rules=(Rule("zero", "section-header.reserved.zero"),)),  # Always zero.
    )


class ShaderExt(Structure):
    "Type-specific extension of a shader package (2019, section 10.2). Section v0 10.2."

    SIZE = 8
    FIELDS = (
        Field("shader_count", Int(4), relations=(Relation("count", "sections", Claim("v0.shader-count"), key=lambda s: 1),)),  # Number of shaders.
        Field("compatibility", Int(1), codes=Api, rules=(Rule("known", "shader-ext.compatibility.known"),)),  # The rendering APIs that the shaders are made for.
        Field("reserved", Int(1), count=3, rules=(Rule("zero", "shader-ext.reserved.zero"),)),  # Always zero.
    )


class Strings(Structure):
    "Consecutive texts; other values refer to them by the offset of their first byte (2019, section 9.8). Section v0 9.8."

    FIELDS = (
        Field("strings", Text(), count=REST, pool=Pool("strings"), rules=(Rule("utf8", "strings.strings.utf8"),)),  # The texts.
    )


class TextureExt(Structure):
    "Type-specific extension of a texture (2019, section 8.2): 8 bytes. Section v0 8.2."

    SIZE = 8
    BITS = (
        Bits("array", 0, 16),  # Number of layers of an array or a cube map.
        Bits("width", 16, 4),  # Width: `2^(width + 1)` pixels.
        Bits("height", 20, 4),  # Height: `2^(height + 1)` pixels.
        Bits("format", 24, 4, codes=TextureFormat, rules=(Rule("known", "texture-ext.format.known"),)),  # Format of a pixel.
        Bits("flags", 28, 4, codes=TextureFlag, rules=(Rule("known", "texture-ext.flags.known"),)),  # Use of the texture.
        Bits("mipmaps", 32, 8),  # Number of mip maps that the loader computes.
        Bits("reserved", 40, 24, rules=(Rule("zero", "texture-ext.reserved.zero"),)),  # Always zero.
    )
    RULES = (Rule("assert", "v0.cube-map", lambda s: (((s.get("flags") & 4) == 0) or (s.get("array") == 6)), kind="inconsistent", on=("array",)),)


class TypeExt(Structure):
    "Type-specific extension: the last eight bytes of the main header (2019, section 6.7). Section v0 6.7."

    PARAMS = ("file",)
    CASES = (
        Case("Texture", lambda s: (s.get("file") == 84), (
            Field("texture", Named(lambda: TextureExt)),
        )),
        Case("Model", lambda s: (s.get("file") == 77), (
            Field("model", Named(lambda: UnusedExt)),
        )),
        Case("Shader", lambda s: (s.get("file") == 83), (
            Field("shader", Named(lambda: ShaderExt)),
        )),
        Case("Package", lambda s: (s.get("file") == 80), (
            Field("package", Named(lambda: PackageExt)),
        )),
        Case("Raw", None, (
            Field("raw", Int(1), count=8),
        )),
    )


class UnusedExt(Structure):
    "Eight bytes without a use (2019, section 4). Section v0 4."

    SIZE = 8
    FIELDS = (
        Field("reserved", Int(1), count=8, rules=(Rule("zero", "unused-ext.reserved.zero"),)),  # Always zero.
    )


class VertexArray(Structure):
    "Vertices (2019, section 9.3). Section v0 9.3."

    FIELDS = (
        Field("header", Named(lambda: VertexArrayHeader)),  # Header of the vertices.
        Field("vertices", Int(1), count=REST),  # The vertices, each of the size that the vertex format states.
    )
    RULES = (Rule("assert", "v0.triangles", lambda s: ((s.get("header", "index_array") != 0) or (_rem(s.get("header", "vertex_count"), 3) == 0)), severity="warning", on=("header", "vertex_count"), needs=("header",)),)


class VertexArrayHeader(Structure):
    "Header of vertices (2019, section 9.3): 12 bytes. Section v0 9.3."

    SIZE = 12
    FIELDS = (
        Field("material", Int(4), relations=(Relation("text", "strings", Claim("v0.material"), absent="fault"),)),  # Path of the material, as an offset in the strings section.
        Field("vertex_count", Int(4)),  # Number of vertices.
        Field("index_array", Int(4), relations=(Relation("index", "sections", Claim("v0.index-array"), first=1, key=lambda s: 3),)),  # Number of the index array of the vertices among all sections, counted from 1; 0 for no index array.
    )


class VertexFormat(Structure):
    "Components of a vertex (2019, section 9.2). Section v0 9.2."

    FIELDS = (
        Field("vertex_size", Int(2)),  # Size of a vertex in bytes.
        Field("component_count", Int(1), derived=lambda s: s.len("components")),  # Number of components.
        Field("reserved", Int(1), rules=(Rule("zero", "vertex-format.reserved.zero"),)),  # Always zero.
        Field("components", Named(lambda: Component), count=lambda s: s.get("component_count")),  # The components, in their order in a vertex.
        Field("rest", Int(1), count=REST),  # Bytes after the last component; empty in a valid section.
    )
    RULES = (Rule("assert", "vertex-format.assert-1", lambda s: (s.len("rest") == 0)), Rule("assert", "vertex-format.size-of-components", lambda s: (s.get("vertex_size") == _fit(s.sum(("components",), "size") * 4)), needs=("vertex_size", "components")))


# All structures, by the names of the schema.
STRUCTURES = {
    "AssemblyDX": AssemblyDX,
    "AssemblyGL": AssemblyGL,
    "Asset": Asset,
    "AssetRegistry": AssetRegistry,
    "Bone": Bone,
    "BoneArray": BoneArray,
    "BoneUpdate": BoneUpdate,
    "Component": Component,
    "Content": Content,
    "FrameArray": FrameArray,
    "IndexArray": IndexArray,
    "Layout": Layout,
    "MainHeader": MainHeader,
    "PackageExt": PackageExt,
    "SectionHeader": SectionHeader,
    "ShaderExt": ShaderExt,
    "Strings": Strings,
    "TextureExt": TextureExt,
    "TypeExt": TypeExt,
    "UnusedExt": UnusedExt,
    "VertexArray": VertexArray,
    "VertexArrayHeader": VertexArrayHeader,
    "VertexFormat": VertexFormat,
}

# The structure that a file begins with.
ROOT = Layout
