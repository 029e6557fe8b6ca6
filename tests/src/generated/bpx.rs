//! Generated from the schema of `bpx`.
//!
//! Needs bpx-schema 0.1.0.

use bpx_schema::codec::{CText, Regions, Tree};
use bpx_schema::{Record, structure};

/// Content of a cell: a scalar type of structured data, or a text of fixed size.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Record)]
#[repr(u8)]
pub enum ColumnType {
    /// Nothing; takes no bytes.
    NULL = 0,
    /// A truth value.
    Boolean = 1,
    /// 8 bits, unsigned.
    UInt8 = 2,
    /// 16 bits, unsigned.
    UInt16 = 3,
    /// 32 bits, unsigned.
    UInt32 = 4,
    /// 64 bits, unsigned.
    UInt64 = 5,
    /// 8 bits, signed.
    Int8 = 6,
    /// 16 bits, signed.
    Int16 = 7,
    /// 32 bits, signed.
    Int32 = 8,
    /// 64 bits, signed.
    Int64 = 9,
    /// 32 bits, IEEE 754.
    Float = 10,
    /// 64 bits, IEEE 754.
    Double = 11,
    /// UTF-8, followed by zeros; the column states the size.
    Varchar = 12,
}

/// The type of a file, which is the byte after the signature (section 8.2).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Record)]
#[repr(u8)]
#[schema(spec = "8.2")]
pub enum FileKind {
    /// Pixels.
    Texture = 84,
    /// Vertices, bones and frames.
    Model = 77,
    /// Compiled shaders and their symbols.
    ShaderPackage = 83,
    /// A type that the specification names, but does not define.
    Scene = 67,
    /// Objects, that is, files.
    Package = 80,
}

/// The type of a value (section 10.2.1).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Record)]
#[repr(u8)]
#[schema(spec = "10.2.1")]
pub enum SdType {
    /// No value.
    NULL = 0,
    /// A truth value.
    Boolean = 1,
    /// An unsigned 8-bit integer.
    UInt8 = 2,
    /// An unsigned 16-bit integer.
    UInt16 = 3,
    /// An unsigned 32-bit integer.
    UInt32 = 4,
    /// An unsigned 64-bit integer.
    UInt64 = 5,
    /// A signed 8-bit integer.
    Int8 = 6,
    /// A signed 16-bit integer.
    Int16 = 7,
    /// A signed 32-bit integer.
    Int32 = 8,
    /// A signed 64-bit integer.
    Int64 = 9,
    /// A 32-bit IEEE 754 float.
    Float = 10,
    /// A 64-bit IEEE 754 float.
    Double = 11,
    /// A text.
    String = 12,
    /// Elements.
    Array = 13,
    /// Properties.
    Object = 14,
}

/// The processor that a package is made for (section 14.2.1).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Record)]
#[repr(u8)]
#[schema(spec = "14.2.1")]
pub enum Architecture {
    /// 64-bit processors of Intel and AMD.
    #[schema(name = "x86_64")]
    X8664 = 0,
    /// 64-bit processors of ARM.
    #[schema(name = "aarch64")]
    Aarch64 = 1,
    /// 32-bit processors of Intel and AMD.
    #[schema(name = "x86")]
    X86 = 2,
    /// 32-bit processors of ARM, with hardware floats.
    #[schema(name = "armv7hl")]
    Armv7hl = 3,
    /// Any.
    #[schema(name = "any")]
    Any = 4,
}

/// The system that a package is made for (section 14.2.2).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Record)]
#[repr(u8)]
#[schema(spec = "14.2.2")]
pub enum Platform {
    /// Linux.
    Linux = 0,
    /// macOS.
    MacOS = 1,
    /// Windows.
    Windows = 2,
    /// Android.
    Android = 3,
    /// Any.
    Any = 4,
}

/// Section types that every file may use (section 10).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Record)]
#[repr(u8)]
#[schema(spec = "10")]
pub enum StandardSection {
    /// Rows and columns, as the reference crate writes them.
    Table = 253,
    /// Structured data.
    StructuredData = 254,
    /// Texts.
    Strings = 255,
}

/// Flags of a section: its compression and its check (section 9.1.6).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Record)]
#[repr(u8)]
#[schema(spec = "9.1.6", flags)]
pub enum SectionFlag {
    /// The content is a zlib stream.
    CompressedZlib = 0x1,
    /// The content is an xz stream.
    CompressedXZ = 0x2,
    /// The checksum is a CRC-32 of the content.
    CheckCrc32 = 0x4,
    /// The checksum is the byte sum of the content.
    CheckWeak = 0x8,
}

/// A step of a pipeline (section 13.3).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Record)]
#[repr(u8)]
#[schema(spec = "13.3")]
pub enum Stage {
    /// The stage that runs for each vertex.
    Vertex = 0,
    /// The stage that runs for each patch.
    Hull = 1,
    /// The stage that runs for each vertex of a divided patch.
    Domain = 2,
    /// The stage that runs for each primitive.
    Geometry = 3,
    /// The stage that runs for each pixel.
    Pixel = 4,
}

/// The target of a shader package (section 13.2.3), with the codes that files use.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Record)]
#[repr(u8)]
#[schema(spec = "13.2.3")]
pub enum ShaderTarget {
    /// DirectX 11.
    DX11 = 1,
    /// DirectX 12.
    DX12 = 2,
    /// OpenGL 3.3.
    GL33 = 3,
    /// OpenGL 4.0.
    GL40 = 4,
    /// OpenGL 4.1.
    GL41 = 5,
    /// OpenGL 4.2.
    GL42 = 6,
    /// OpenGL 4.3.
    GL43 = 7,
    /// OpenGL 4.4.
    GL44 = 8,
    /// OpenGL 4.5.
    GL45 = 9,
    /// OpenGL 4.6.
    GL46 = 10,
    /// OpenGL ES 3.0.
    ES30 = 11,
    /// OpenGL ES 3.1.
    ES31 = 12,
    /// OpenGL ES 3.2.
    ES32 = 13,
    /// Vulkan 1.0.
    VK10 = 14,
    /// Vulkan 1.1.
    VK11 = 15,
    /// Vulkan 1.2.
    VK12 = 16,
    /// Metal.
    MT = 17,
    /// Any target; for assemblies.
    Any = 255,
}

/// Whether a shader package holds shared symbols or a program (section 13.2.4).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Record)]
#[repr(u8)]
#[schema(spec = "13.2.4")]
pub enum ShaderKind {
    /// Symbols that programs share.
    Assembly = 65,
    /// The stages of a pipeline and their symbols.
    Program = 80,
}

/// Use of a symbol (section 13.4.3).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Record)]
#[repr(u16)]
#[schema(spec = "13.4.3", flags)]
pub enum SymbolFlag {
    /// Used by the vertex stage.
    VertexStage = 0x1,
    /// Used by the hull stage.
    HullStage = 0x2,
    /// Used by the domain stage.
    DomainStage = 0x4,
    /// Used by the geometry stage.
    GeometryStage = 0x8,
    /// Used by the pixel stage.
    PixelStage = 0x10,
    /// Part of an assembly.
    Assembly = 0x20,
    /// Not defined by this package.
    External = 0x40,
    /// Defined by this package.
    Internal = 0x80,
    /// Has extended data.
    ExtendedData = 0x100,
    /// Takes a register of the pipeline.
    Register = 0x200,
}

/// Type of a symbol (section 13.4.4).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Record)]
#[repr(u8)]
#[schema(spec = "13.4.4")]
pub enum SymbolKind {
    /// A texture.
    Texture = 0,
    /// A sampler.
    Sampler = 1,
    /// A buffer of constants.
    ConstantBuffer = 2,
    /// A constant outside of buffers.
    Constant = 3,
    /// The format of vertices; at most one in a program.
    VertexFormat = 4,
    /// The state of the pipeline; at most one in a program.
    Pipeline = 5,
    /// An output of the pixel stage.
    Output = 6,
}

/// Format of a pixel (section 11.3.1).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Record)]
#[repr(u8)]
#[schema(spec = "11.3.1")]
pub enum PixelFormat {
    /// Red, green and blue, 8 bits each.
    RGB = 1,
    /// Red, green, blue and opacity, 8 bits each.
    RGBA = 2,
    /// Brightness, 8 bits.
    GreyScale = 3,
    /// One float of 32 bits.
    Float = 4,
}

/// Use of a texture (section 11.3.2).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Record)]
#[repr(u8)]
#[schema(spec = "11.3.2", flags)]
pub enum TextureFlag {
    /// The layers of the texture form an array.
    Array = 0x1,
    /// The graphics processor compresses the texture when it is loaded.
    Compressed = 0x2,
    /// The six layers of the texture are the sides of a cube.
    CubeMap = 0x4,
}

/// A bone (section 12.5): 28 bytes. X is right, Y is forward, Z is up.
#[derive(Debug, Clone, PartialEq, Record)]
#[brw(little)]
#[schema(spec = "12.5", size = 28)]
pub struct Bone {
    /// Position of the beginning of the bone, before any animation.
    #[schema(name = "Head", spec = "12.6.1")]
    pub head: [f32; 3],
    /// Position of the end of the bone, before any animation.
    #[schema(name = "Tail", spec = "12.6.2")]
    pub tail: [f32; 3],
    /// Name of the bone, as an offset in the strings section.
    #[schema(
        name = "Name",
        spec = "12.6.3",
        text_in("strings", code = "model.bone-name", spec = "12.6.3", absent(code = "model.strings", spec = "12.8"))
    )]
    pub name: u32,
}

/// The bones (section 12.5).
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[schema(
    spec = "12.5",
    assert(remaining == 0, class = TrailingBytes, severity = warning, text = "{remaining} bytes are left after {bone_count} elements", on = position, code = "model.trailing")
)]
pub struct BoneArray {
    /// Number of bones.
    #[br(temp)]
    #[bw(calc = bones.len())]
    #[schema(name = "BoneCount", spec = "12.5.1", range(1..=1024), code = "model.bone-count")]
    bone_count: u16,
    /// The bones.
    #[br(count = bone_count)]
    #[schema(spec = "12.5", pool("bones"))]
    pub bones: Vec<Bone>,
}

/// Position of a bone in a frame (section 12.7.3): 44 bytes. X is right, Y is forward, Z is up.
#[derive(Debug, Clone, PartialEq, Record)]
#[brw(little)]
#[schema(spec = "12.7.3", size = 44)]
pub struct BoneTransform {
    /// Rotation as a quaternion; the specification does not state which component is the real part.
    #[schema(name = "Rotation", spec = "12.7.3")]
    pub rotation: [f32; 4],
    /// Position.
    #[schema(name = "Position", spec = "12.7.3")]
    pub position: [f32; 3],
    /// Scale.
    #[schema(name = "Scale", spec = "12.7.3")]
    pub scale: [f32; 3],
    /// Number of the bone, counted from 0.
    #[schema(
        name = "BoneId",
        spec = "12.7.3",
        index_in("bones", code = "model.bone-id", spec = "12.7.3", absent(code = "model.bone-array", spec = "12.7"))
    )]
    pub bone: u32,
}

/// Describes the cells of one column.
#[derive(Debug, Clone, PartialEq, Record)]
#[brw(little)]
#[schema(size = 8)]
pub struct Column {
    /// Name, as an offset in the strings section.
    #[schema(name = "Name")]
    pub name: u32,
    /// Type of the values.
    #[schema(name = "Type", codes = ColumnType, known, lenient = "I-26")]
    pub kind: u8,
    /// Number of values in a cell; for a text, the number of bytes.
    #[schema(name = "Len", range(1..=65535), lenient = "I-26")]
    pub len: u16,
    /// Always zero.
    #[schema(name = "Reserved", reserved, lenient = "I-26")]
    pub reserved: u8,
}

/// The content of a section (section 10).
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[br(import(file: u64, section: u64, version: u64))]
#[schema(spec = "10")]
pub enum Content {
    /// Texts.
    #[br(pre_assert(section == 255))]
    Strings(Strings),
    /// Structured data.
    #[br(pre_assert(section == 254))]
    StructuredData(#[br(args(255))] Tree<Node>),
    /// A table, if the bytes form rows and columns, because no specification reserves the section type for tables. In
    /// shader packages, writers put a hash of 8 bytes into a section of this type.
    #[br(pre_assert((section == 253) && (file != 83)))]
    #[schema(attempt = "I-26")]
    Table(Table),
    /// The objects of a package.
    #[br(pre_assert(((file == 80) && (version == 2)) && (section == 2)))]
    ObjectTable(ObjectTable),
    /// The pixels of a texture.
    #[br(pre_assert((file == 84) && (section == 1)))]
    PixelArray(#[br(parse_with = until_eof)] Vec<u8>),
    /// Vertices of a model.
    #[br(pre_assert(((file == 77) && (version == 2)) && (section == 2)))]
    VertexArray(VertexArray),
    /// Indices of vertices.
    #[br(pre_assert(((file == 77) && (version == 2)) && (section == 3)))]
    IndexArray(IndexArray),
    /// The bones of a model.
    #[br(pre_assert(((file == 77) && (version == 2)) && (section == 4)))]
    BoneArray(BoneArray),
    /// The frames of the animations of a model.
    #[br(pre_assert(((file == 77) && (version == 2)) && (section == 5)))]
    FrameArray(FrameArray),
    /// The animations of a model; their form is not specified.
    #[br(pre_assert(((file == 77) && (version == 2)) && (section == 6)))]
    AnimationArray(#[br(parse_with = until_eof)] Vec<u8>),
    /// The code of a stage.
    #[br(pre_assert(((file == 83) && (version == 2)) && (section == 1)))]
    Shader(Shader),
    /// The symbols of a shader package.
    #[br(pre_assert(((file == 83) && (version == 2)) && (section == 2)))]
    SymbolTable(SymbolTable),
    /// Extended data of symbols, which is a sequence of objects.
    #[br(pre_assert(((file == 83) && (version == 2)) && (section == 3)))]
    #[schema(attempt = "I-35")]
    ExtendedData(#[br(parse_with = until_eof, args(255))] Vec<Tree<Node>>),
    /// The content of any other section.
    Data(#[br(parse_with = until_eof)] Vec<u8>),
}

/// The frames of all animations, each with the positions of all bones (section 12.7).
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[schema(
    spec = "12.7",
    assert(rest.len() == 0, text = "{rest.len()} bytes are left after {transforms.len()} transforms of {44} bytes", code = "frame-array.whole-transforms")
)]
pub struct FrameArray {
    /// The positions of all bones in all frames.
    #[br(count = remaining / 44)]
    #[schema(
        spec = "12.7",
        count_of("bones", code = "model.whole-frames", spec = "12.7", severity = warning, multiple)
    )]
    pub transforms: Vec<BoneTransform>,
    /// Bytes after the last whole transform; empty in a valid array.
    #[br(parse_with = until_eof)]
    pub rest: Vec<u8>,
}

/// Indices of vertices (section 12.4).
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[schema(
    spec = "12.4",
    assert(remaining == 0, class = TrailingBytes, severity = warning, text = "{remaining} bytes are left after {index_count} elements", on = position, code = "model.trailing"),
    assert((index_count % 3) == 0, severity = warning, text = "expected a multiple of 3 indices, found {index_count}", on = index_count, code = "model.triangles", spec = "12.3.2")
)]
pub struct IndexArray {
    /// Number of indices.
    #[br(temp)]
    #[bw(calc = indices.len())]
    #[schema(name = "IndexCount", spec = "12.4.1")]
    index_count: u32,
    /// Indices in the array of vertices, counted from 0.
    #[br(count = index_count)]
    #[schema(spec = "12.4")]
    pub indices: Vec<u32>,
}

// TODO: `crc32-legacy` is not built in: `super::Crc32Legacy` must implement `Checksum`
/// A file of version 1 or 2 (sections 8 to 10).
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[schema(
    spec = "8",
    assert(header.file_size <= size, class = Truncated, text = "expected {size} bytes, the size of the file, found {header.file_size}", on = header.file_size, code = "container.file-size", spec = "8.6"),
    assert((header.file_size == 0) || (header.file_size >= size), class = TrailingBytes, severity = note, text = "{size - header.file_size} bytes follow the stated end", on = header.file_size, code = "container.trailing-bytes", spec = "8.6"),
    each(table, assert(((entry.flags & (1 | 2)) != 0) || (entry.stored_size == entry.content_size), class = SizeMismatch, text = "expected {entry.content_size} stored bytes, the size of the content of a plain section, found {entry.stored_size}", on = stored_size, code = "container.plain-size", spec = "9.1.2")),
    each(table, assert((entry.flags & (1 | 2)) != (1 | 2), severity = note, text = "expected at most one compression flag, found both; readers use xz", on = flags, code = "container.both-compressions", spec = "9.1.6")),
    each(table, assert((entry.flags & (4 | 8)) != (4 | 8), severity = note, text = "expected at most one check flag, found both; readers use the weak checksum", on = flags, code = "container.both-checks", spec = "9.1.6")),
    each(table, assert((entry.pointer >= (40 + (table.len() * 24))) || ((if (entry.flags & (1 | 2)) == 0 { entry.content_size } else { entry.stored_size }) == 0), class = Overlap, severity = warning, text = "expected an offset after header and table, found {entry.pointer}", on = pointer, code = "container.overlap-head", spec = "9.1.1")),
    each(table, assert(overlapped.sections == index, class = Overlap, severity = note, text = "expected a section with bytes of its own, found bytes that section {overlapped.sections} also contains", on = pointer, code = "container.overlap", spec = "9.1.1")),
    each(table, assert((((header.kind != 80) || (entry.kind != 1)) || (first.kind == index)) || (table[index - 1].kind == 1), text = "expected Data sections that follow each other, found other sections between this Data section and the Data section before", on = kind, code = "package.contiguous", spec = "14.1")),
    each(table, assert(((header.kind != 80) || (header.version != 1)) || (entry.kind != 2), severity = warning, text = "expected no object table in a package of revision 1, found one, which readers ignore", on = kind, code = "package.object-table-unused", spec = "14.1")),
    assert((header.kind != 84) || (find(table.kind == 1, table.kind) == 1), class = Missing, text = "a texture needs a section PixelArray (type 1)", on = table, code = "texture.pixel-array", spec = "11.1"),
    assert(((header.kind != 77) || (header.version != 2)) || (find(table.kind == 2, table.kind) == 2), class = Missing, text = "a model needs a section VertexArray (type 2)", on = table, code = "model.vertex-array", spec = "12.1"),
    assert(((header.kind != 83) || (header.version != 2)) || (find(table.kind == 2, table.kind) == 2), class = Missing, text = "a shader package needs a section SymbolTable (type 2)", on = table, code = "shader.symbol-table", spec = "13.1"),
    assert(((header.kind != 83) || (header.version != 2)) || (find(table.kind == 255, table.kind) == 255), class = Missing, text = "a shader package needs a section Strings (type 255)", on = table, code = "shader.strings", spec = "13.1"),
    assert(((header.kind != 80) || (if header.version == 1 { find(table.kind == 1, table.content_size) < 12 } else { find(table.kind == 2, table.content_size) < 20 })) || (find(table.kind == 1, table.kind) == 1), class = Missing, text = "a package needs a section Data (type 1)", on = table, code = "package.data", spec = "14.1"),
    assert(((header.kind != 80) || !(if header.version == 1 { find(table.kind == 1, table.content_size) < 12 } else { find(table.kind == 2, table.content_size) < 20 })) || (find(table.kind == 1, table.kind) == 1), class = Missing, text = "a package needs a section Data (type 1)", on = table, code = "package.data", spec = "14.1", lenient = "I-29"),
    assert(((header.kind != 80) || (header.version != 2)) || (find(table.kind == 2, table.kind) == 2), class = Missing, text = "a package needs a section ObjectTable (type 2)", on = table, code = "package.object-table", spec = "14.1"),
    assert(((header.kind != 80) || (if header.version == 1 { find(table.kind == 1, table.content_size) < 12 } else { find(table.kind == 2, table.content_size) < 20 })) || (find(table.kind == 255, table.kind) == 255), class = Missing, text = "a package needs a section Strings (type 255)", on = table, code = "package.strings", spec = "14.1"),
    assert(((header.kind != 80) || !(if header.version == 1 { find(table.kind == 1, table.content_size) < 12 } else { find(table.kind == 2, table.content_size) < 20 })) || (find(table.kind == 255, table.kind) == 255), class = Missing, text = "a package needs a section Strings (type 255)", on = table, code = "package.strings", spec = "14.1", lenient = "I-29"),
    each(table, assert(((header.kind != 84) || (first.kind == index)) || (entry.kind != 1), class = Duplicate, text = "expected one section of type {entry.kind}, found another; readers use section {first.kind}", on = kind, code = "texture.single", spec = "11.1")),
    each(table, assert((((header.kind != 77) || (header.version != 2)) || (first.kind == index)) || ((((entry.kind != 4) && (entry.kind != 5)) && (entry.kind != 6)) && (entry.kind != 255)), class = Duplicate, text = "expected one section of type {entry.kind}, found another; readers use section {first.kind}", on = kind, code = "model.single", spec = "12.1")),
    each(table, assert((((header.kind != 83) || (header.version != 2)) || (first.kind == index)) || (((entry.kind != 2) && (entry.kind != 3)) && (entry.kind != 255)), class = Duplicate, text = "expected one section of type {entry.kind}, found another; readers use section {first.kind}", on = kind, code = "shader.single", spec = "13.1")),
    each(table, assert(((header.kind != 80) || (first.kind == index)) || ((((entry.kind != 2) || (header.version != 2)) && (entry.kind != 254)) && (entry.kind != 255)), class = Duplicate, text = "expected one section of type {entry.kind}, found another; readers use section {first.kind}", on = kind, code = "package.single", spec = "14.1")),
    derive(header.section_count = table.len()),
    sum(byte_sum, over(header, table), stored = header.checksum, skip(header.checksum), or_skip(table.reserved), spec = "8.5"),
    set(header.file_size = if header.file_size == 0 { 0 } else { file.end })
)]
pub struct Layout {
    /// The main header.
    #[schema(spec = "8")]
    pub header: MainHeader,
    /// One entry for each section.
    #[br(count = header.section_count)]
    #[schema(spec = "9", pool("sections", key = kind))]
    pub table: Vec<SectionHeader>,
    /// The contents of the sections.
    ///
    /// If both compression flags are set, the content is xz; if both check flags are set, the checksum is weak. A plain
    /// section is as long as its content.
    #[br(args(header.kind, entry.kind, header.version))]
    #[schema(
        region(each = table, at = entry.pointer, size = if (entry.flags & 3) == 0 { entry.content_size } else { entry.stored_size }, content_size = entry.content_size, transform(xz if (entry.flags & 2) != 0, zlib if (entry.flags & 1) != 0), check(byte_sum if (entry.flags & 8) != 0, stored = entry.checksum), check(crc32 | super::Crc32Legacy if (entry.flags & 4) != 0, stored = entry.checksum), set(entry.stored_size = region.stored_size))
    )]
    pub sections: Regions<Content>,
}

/// The first 40 bytes of a file, in versions 1 and 2 (section 8).
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[schema(spec = "8")]
pub struct MainHeader {
    /// Always `BPX`.
    #[schema(name = "Signature", spec = "8.1", magic = b"BPX", code = "main-header.signature")]
    pub signature: [u8; 3],
    /// Type of the file; a container may have any byte here.
    #[schema(name = "Type", spec = "8.2", codes = FileKind)]
    pub kind: u8,
    /// Byte sum of this header and the section table, with this field as zero.
    #[schema(name = "Chksum", spec = "8.5")]
    pub checksum: u32,
    /// Size of the file in bytes, or 0 if the writer did not state the size.
    #[schema(name = "FileSize", spec = "8.6")]
    pub file_size: u64,
    /// Number of sections.
    #[schema(name = "SectionNum", spec = "8.4")]
    pub section_count: u32,
    /// Version of the format: 1 for SDK 1.0 and 2.0, 2 since SDK 3.0.
    #[schema(name = "Version", spec = "8.3", supported(1, 2), code = "main-header.version")]
    pub version: u32,
    /// Type-specific extension (TypeExt); zero for types that do not use it.
    #[br(args(kind, version))]
    #[schema(name = "TypeExt", spec = "8.7")]
    pub type_ext: TypeExt,
}

/// Type-specific extension of the main header of a model (section 12.2): 16 bytes.
#[derive(Debug, Clone, PartialEq, Record)]
#[brw(little)]
#[schema(spec = "12.2", size = 16)]
pub struct ModelExt {
    /// Hash of the virtual path of the shader package that declares the format of the vertices.
    #[schema(name = "ShaderHash", spec = "12.2.1")]
    pub shader_hash: u64,
    /// Name of the symbol that declares the format in the shader package, as an offset in the strings section.
    #[schema(
        name = "SymbolName",
        spec = "12.2.2",
        text_in("strings", code = "model.symbol-name", spec = "12.2.2", if((shader_hash != 0) || (symbol_name != 0)), absent(code = "model.strings", spec = "12.8"))
    )]
    pub symbol_name: u32,
    /// Always zero.
    #[schema(name = "Reserved", spec = "12.2", reserved, lenient = "I-27", code = "model.reserved")]
    pub reserved: [u8; 4],
}

/// One value: the root object, a property of an object, or an element of an array (sections 10.2.4, 10.2.6).
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[br(import(parent: u64))]
#[schema(spec = "10.2")]
pub struct Node {
    /// Hash of the property's name; elements and the root have no name.
    #[br(if(parent == 14))]
    #[schema(name = "Name", spec = "10.2.4")]
    pub name: Option<u64>,
    /// Type of the value; the root is an object, and does not state its type.
    #[br(if(parent != 255, 14))]
    #[schema(name = "Type", spec = "10.2.1", codes = SdType)]
    pub kind: u8,
    /// The value, unless the type has parts.
    #[br(args(kind))]
    #[schema(name = "Value", spec = "10.2.2")]
    pub value: Scalar,
    /// Number of properties or elements.
    #[br(temp, if((kind == 13) || (kind == 14), 0))]
    #[bw(calc = children.len())]
    count: u8,
    /// Properties or elements.
    #[br(count = count, args(kind))]
    #[schema(children)]
    children: Vec<Node>,
}

/// Size, name and offset of an object, in revision 2 (section 14.4): 20 bytes.
#[derive(Debug, Clone, PartialEq, Record)]
#[brw(little)]
#[schema(spec = "14.4", size = 20)]
pub struct ObjectHeader {
    /// Size of the object in bytes; the object may continue in the following Data sections.
    #[schema(name = "Size", spec = "14.4.1")]
    pub size: u64,
    /// Name, as an offset in the strings section.
    #[schema(
        name = "Name",
        spec = "14.4.2",
        text_in("strings", code = "package.name", spec = "14.4.2", whole, largest = 65535, shared(code = "package.name-limit", spec = "14.4.2"), filled(code = "package.empty-name", spec = "14.4.2", severity = warning), file_path(code = "package.unsafe-name", spec = "14.4.2", severity = warning), unique(code = "package.duplicate-name", spec = "14.4.2", severity = warning))
    )]
    pub name: u32,
    /// Number of the Data section where the object begins, counted from 0 over all sections.
    #[schema(
        name = "Start",
        spec = "14.4.3",
        index_in("sections", code = "package.start", spec = "14.4.3", required, key(1))
    )]
    pub start: u32,
    /// Offset of the first byte of the object in the content of that section, in bytes.
    #[schema(name = "Offset", spec = "14.4")]
    pub offset: u32,
}

/// The list of objects, in revision 2 (section 14.4).
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[schema(
    spec = "14.4",
    assert(rest.len() == 0, text = "{rest.len()} bytes are left after {objects.len()} entries of {20} bytes", code = "object-table.whole-records")
)]
pub struct ObjectTable {
    /// The objects.
    #[br(count = remaining / 20)]
    pub objects: Vec<ObjectHeader>,
    /// Bytes after the last whole entry; empty in a valid table.
    #[br(parse_with = until_eof)]
    pub rest: Vec<u8>,
}

/// Type-specific extension of the main header of a package (section 14.2): 16 bytes, the same in both revisions.
#[derive(Debug, Clone, PartialEq, Record)]
#[brw(little)]
#[schema(spec = "14.2", size = 16)]
pub struct PackageExt {
    /// The processor that the package is made for.
    #[schema(name = "Architecture", spec = "14.2.1", codes = Architecture, known, code = "package.architecture")]
    pub architecture: u8,
    /// The system that the package is made for.
    #[schema(name = "Platform", spec = "14.2.2", codes = Platform, known, code = "package.platform")]
    pub platform: u8,
    /// The program that wrote the package, as two ASCII characters: `PK` is fpkg, `BP` the engine, `BD` the debug
    /// tools. The metadata depends on the program.
    #[schema(name = "Generator", spec = "14.2.3")]
    pub generator: [u8; 2],
    /// Always zero.
    #[schema(name = "Reserved", reserved, lenient = "I-27", code = "package.reserved")]
    pub reserved: [u8; 12],
}

/// A value without parts (section 10.2.2).
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[br(import(kind: u64))]
#[schema(spec = "10.2.2")]
pub enum Scalar {
    /// No value.
    #[br(pre_assert(kind == 0))]
    Null,
    /// 0 is false, 1 is true.
    #[br(pre_assert(kind == 1))]
    Bool(#[schema(range(0..=1), lenient = "I-11")] u8),
    /// An unsigned 8-bit integer.
    #[br(pre_assert(kind == 2))]
    UInt8(u8),
    /// An unsigned 16-bit integer.
    #[br(pre_assert(kind == 3))]
    UInt16(u16),
    /// An unsigned 32-bit integer.
    #[br(pre_assert(kind == 4))]
    UInt32(u32),
    /// An unsigned 64-bit integer.
    #[br(pre_assert(kind == 5))]
    UInt64(u64),
    /// A signed 8-bit integer.
    #[br(pre_assert(kind == 6))]
    Int8(i8),
    /// A signed 16-bit integer.
    #[br(pre_assert(kind == 7))]
    Int16(i16),
    /// A signed 32-bit integer.
    #[br(pre_assert(kind == 8))]
    Int32(i32),
    /// A signed 64-bit integer.
    #[br(pre_assert(kind == 9))]
    Int64(i64),
    /// A 32-bit IEEE 754 float.
    #[br(pre_assert(kind == 10))]
    Float(f32),
    /// A 64-bit IEEE 754 float.
    #[br(pre_assert(kind == 11))]
    Double(f64),
    /// A text.
    #[br(pre_assert(kind == 12))]
    String(#[schema(spec = "10.2.3", utf8)] CText),
    /// Elements.
    #[br(pre_assert(kind == 13))]
    Array,
    /// Properties.
    #[br(pre_assert(kind == 14))]
    Object,
}

/// Describes one section (section 9.1).
#[derive(Debug, Clone, PartialEq, Record)]
#[brw(little)]
#[schema(spec = "9.1", size = 24)]
pub struct SectionHeader {
    /// Offset of the stored content from the beginning of the file, in bytes.
    #[schema(name = "Pointer", spec = "9.1.1")]
    pub pointer: u64,
    /// Size of the content as stored, in bytes.
    #[schema(name = "CSize", spec = "9.1.2")]
    pub stored_size: u32,
    /// Size of the content, in bytes.
    #[schema(name = "USize", spec = "9.1.3")]
    pub content_size: u32,
    /// Checksum of the content; the flags state the algorithm.
    #[schema(name = "Chksum", spec = "9.1.4")]
    pub checksum: u32,
    /// Type of the section; its meaning depends on the type of the file.
    #[schema(name = "Type", spec = "9.1.5", codes = StandardSection)]
    pub kind: u8,
    /// Compression and check of the content.
    #[schema(name = "Flags", spec = "9.1.6", codes = SectionFlag, known, lenient = "I-8")]
    pub flags: u8,
    /// Always zero.
    #[schema(name = "Reserved", spec = "9.1", reserved, lenient = "I-5")]
    pub reserved: [u8; 2],
}

/// The code of a stage (section 13.3).
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[schema(spec = "13.3")]
pub struct Shader {
    /// The stage.
    #[schema(
        name = "Stage",
        spec = "13.3",
        codes = Stage,
        known,
        code = "shader.stage",
        unique(code = "shader.duplicate-stage", spec = "13.3", severity = warning)
    )]
    pub stage: u8,
    /// The code, in a form that depends on the target.
    #[br(parse_with = until_eof)]
    pub code: Vec<u8>,
}

/// Type-specific extension of the main header of a shader package (section 13.2): 16 bytes.
#[derive(Debug, Clone, PartialEq, Record)]
#[brw(little)]
#[schema(
    spec = "13.2",
    assert((kind != 80) || (target != 255), class = Inconsistent, severity = warning, text = "expected a concrete target for a program, found `Any`, which is for assemblies", on = target, code = "shader.target-any", spec = "13.2.3"),
    size = 16
)]
pub struct ShaderExt {
    /// Hash of the name of the assembly itself, or of the assembly to which a program is linked; 0 if there is none.
    #[schema(name = "Assembly", spec = "13.2.1")]
    pub assembly: u64,
    /// Number of symbols.
    #[schema(name = "NumSymbols", spec = "13.2.2", count_of("symbols", code = "shader.symbol-count", spec = "13.2.2"))]
    pub symbol_count: u16,
    /// The target.
    #[schema(name = "Target", spec = "13.2.3", codes = ShaderTarget, known, code = "shader.target")]
    pub target: u8,
    /// Whether the package is an assembly or a program.
    #[schema(
        name = "Type",
        spec = "13.2.4",
        codes = ShaderKind,
        known,
        code = "shader.type",
        needs("sections", code = "shader.shader", spec = "13.1", if(kind != 65), key(1)),
        single("symbols", code = "shader.vertex-format", spec = "13.4.4", if(kind == 80), key(4)),
        single("symbols", code = "shader.pipeline", spec = "13.4.4", if(kind == 80), key(5))
    )]
    pub kind: u8,
    /// Always zero.
    #[schema(name = "Reserved", spec = "13.2", reserved, lenient = "I-27", code = "shader.reserved")]
    pub reserved: [u8; 4],
}

/// Consecutive texts; other values refer to them by the offset of their first byte (section 10.1.2).
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[schema(spec = "10.1")]
pub struct Strings {
    /// The texts.
    #[br(parse_with = until_eof)]
    #[schema(spec = "10.1.1", utf8, pool("strings"))]
    pub strings: Vec<CText>,
}

/// An input, output or declaration of a shader (section 13.4): 12 bytes.
#[derive(Debug, Clone, PartialEq, Record)]
#[brw(little)]
#[schema(spec = "13.4", size = 12)]
pub struct Symbol {
    /// Name of the symbol, as an offset in the strings section.
    #[schema(
        name = "Name",
        spec = "13.4.1",
        text_in("strings", code = "shader.name", spec = "13.4.1", whole, largest = 65535, shared(code = "shader.limit", spec = "13.4.1"), unique(code = "shader.duplicate-name", spec = "13.4.1", severity = warning))
    )]
    pub name: u32,
    /// Extended data of the symbol, as an offset in the section of extended data; without meaning unless a flag states
    /// that the symbol has extended data.
    #[schema(name = "ExtendedData", spec = "13.4.2")]
    pub extended_data: u32,
    /// Use of the symbol.
    #[schema(
        name = "Flags",
        spec = "13.4.3",
        codes = SymbolFlag,
        known,
        lenient = "I-34",
        code = "shader.symbol-flags"
    )]
    pub flags: u16,
    /// Type of the symbol.
    #[schema(name = "Type", spec = "13.4.4", codes = SymbolKind, known, code = "shader.symbol-type")]
    pub kind: u8,
    /// The register of the symbol; without meaning unless a flag states that the symbol has a register.
    #[schema(name = "Register", spec = "13.4.5")]
    pub register: u8,
}

/// The list of symbols (section 13.4).
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[schema(
    spec = "13.4",
    assert(rest.len() == 0, text = "{rest.len()} bytes are left after {symbols.len()} entries of {12} bytes", code = "symbol-table.whole-symbols")
)]
pub struct SymbolTable {
    /// The symbols.
    #[br(count = remaining / 12)]
    #[schema(spec = "13.4", pool("symbols", key = kind))]
    pub symbols: Vec<Symbol>,
    /// Bytes after the last whole entry; empty in a valid table.
    #[br(parse_with = until_eof)]
    pub rest: Vec<u8>,
}

// TODO: the rule `table.whole-rows` is the function `whole_rows`, which the schema does not contain
// TODO: the rule `table.free-flags` is the function `free_flags`, which the schema does not contain
// TODO: the rule `table.row-padding` is the function `row_padding`, which the schema does not contain
/// A table, with columns and rows.
///
/// A table without columns, or with columns that take no bytes, has no rows; the remaining bytes are kept without a
/// meaning.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[schema(derive(header.column_count = columns.len()))]
pub struct Table {
    /// Name, and number of columns.
    pub header: TableHeader,
    /// The columns, which describe the cells of a row.
    #[br(count = header.column_count)]
    pub columns: Vec<Column>,
    /// The rows as stored; see [`Table::rows`].
    #[br(parse_with = until_eof)]
    pub rows: Vec<u8>,
}

/// The first 8 bytes of a table.
#[derive(Debug, Clone, PartialEq, Record)]
#[brw(little)]
#[schema(size = 8)]
pub struct TableHeader {
    /// Name of the table, as an offset in the strings section.
    #[schema(name = "Name")]
    pub name: u32,
    /// Number of columns.
    #[schema(name = "Columns")]
    pub column_count: u16,
    /// Always zero.
    #[schema(name = "Reserved", reserved, lenient = "I-26")]
    pub reserved: [u8; 2],
}

/// Type-specific extension of the main header of a texture (section 11.2): 16 bytes.
#[structure]
#[bitfield]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[brw(little)]
#[schema(
    spec = "11.2",
    bits = 128,
    assert(((flags & 4) == 0) || (array == 6), class = Inconsistent, text = "expected {6} layers in a cube map, found {array}", on = array, code = "texture.cube-layers", spec = "11.4")
)]
pub struct TextureExt {
    /// Number of layers; readers use the number only if a flag states several layers (section 11.3.4).
    #[schema(name = "Array")]
    pub array: B16,
    /// Base-2 logarithm of the width in pixels, minus 1.
    #[schema(name = "Width")]
    pub width: B4,
    /// Base-2 logarithm of the height in pixels, minus 1.
    #[schema(name = "Height")]
    pub height: B4,
    /// Format of a pixel.
    #[schema(name = "Format", spec = "11.3.1", codes = PixelFormat, known, code = "texture.format")]
    pub format: B4,
    /// Use of the texture.
    #[schema(name = "Flags", spec = "11.3.2", codes = TextureFlag, known, lenient = "I-34", code = "texture.flags")]
    pub flags: B4,
    /// Number of smaller copies that a program computes when it loads the texture; the file contains no copies.
    #[schema(name = "MipMap Level")]
    pub mipmaps: B8,
    /// Always zero.
    #[schema(name = "Reserved", reserved, lenient = "I-27", code = "texture.reserved")]
    pub reserved: B88,
}

/// Type-specific extension of the main header (section 8.7): 16 bytes.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[br(import(kind: u64, version: u64))]
#[schema(spec = "8.7")]
pub enum TypeExt {
    /// The extension of a texture.
    #[br(pre_assert(kind == 84))]
    Texture(TextureExt),
    /// The extension of a model of version 2; the specification does not define the extension of version 1.
    #[br(pre_assert((kind == 77) && (version == 2)))]
    Model(ModelExt),
    /// The extension of a shader package of version 2; the specification does not define the extension of version 1.
    #[br(pre_assert((kind == 83) && (version == 2)))]
    Shader(ShaderExt),
    /// The extension of a package.
    #[br(pre_assert(kind == 80))]
    Package(PackageExt),
    /// The extension of any other file, which is zero unless the type of the file defines another value.
    Other([u8; 16]),
}

/// Vertices (section 12.3), as bytes, because a shader package declares the format of the vertices.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[schema(
    spec = "12.3",
    assert(if header.vertex_count == 0 { vertices.len() == 0 } else { (vertices.len() >= header.vertex_count) && ((vertices.len() % header.vertex_count) == 0) }, class = SizeMismatch, text = "expected bytes for {header.vertex_count} vertices of equal size, found {vertices.len()} bytes", on = header.vertex_count, code = "model.vertices", spec = "12.3.4"),
    assert((header.index_array != 0) || ((header.vertex_count % 3) == 0), severity = warning, text = "expected a multiple of 3 vertices, found {header.vertex_count}", on = header.vertex_count, code = "model.triangles", spec = "12.3.2")
)]
pub struct VertexArray {
    /// Number of vertices, and references to material and indices.
    pub header: VertexArrayHeader,
    /// The vertices, one after the other.
    #[br(parse_with = until_eof)]
    pub vertices: Vec<u8>,
}

/// Header of vertices (section 12.3): 20 bytes.
#[derive(Debug, Clone, PartialEq, Record)]
#[brw(little)]
#[schema(spec = "12.3", size = 20)]
pub struct VertexArrayHeader {
    /// Hash of the virtual path of the material to apply.
    #[schema(name = "MaterialHash", spec = "12.3.1")]
    pub material_hash: u64,
    /// Number of vertices.
    #[schema(name = "VertexCount", spec = "12.3.2")]
    pub vertex_count: u32,
    /// Number of the index section, counted from 1 over all sections, or 0 if there is none.
    #[schema(
        name = "IndexArray",
        spec = "12.3.3",
        index_in("sections", code = "model.index-array", spec = "12.3.3", first = 1, key(3))
    )]
    pub index_array: u32,
    /// Always zero.
    #[schema(name = "Reserved", spec = "12.3", reserved, lenient = "I-27", code = "model.vertex-reserved")]
    pub reserved: [u8; 4],
}
