//! Generated from the schema of `bpx-v0`.
//!
//! Needs bpx-schema 0.1.0.

use bpx_schema::codec::{CText, Regions};
use bpx_schema::{Record, structure};

/// Type of the numbers of a component (2019, section 9.2.3). Each number has 32 bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Record)]
#[repr(u8)]
#[schema(spec = "v0 9.2.3")]
pub enum ComponentType {
    /// Floats.
    FLOAT = 1,
    /// Signed integers.
    INT = 2,
    /// Unsigned integers.
    UINT = 3,
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

/// A rendering API (2019, sections 10.2.2 and 11.2.2).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Record)]
#[repr(u8)]
#[schema(spec = "v0 10.2.2", flags)]
pub enum Api {
    /// DirectX.
    DirectX = 0x1,
    /// OpenGL.
    OpenGL = 0x2,
    /// Vulkan.
    Vulkan = 0x4,
    /// Metal.
    Metal = 0x8,
}

/// Flags of a section (2019, section 7.1.4). In later versions the same bit means xz.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Record)]
#[repr(u8)]
#[schema(spec = "v0 7.1.4", flags)]
pub enum SectionFlag {
    /// The content is a zlib stream.
    Compressed = 0x2,
}

/// Format of a pixel (2019, section 8.3.1).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Record)]
#[repr(u8)]
#[schema(spec = "v0 8.3.1")]
pub enum TextureFormat {
    /// Three channels of 8 bits.
    RGB = 1,
    /// Four channels of 8 bits.
    RGBA = 2,
    /// One channel of 8 bits.
    #[schema(name = "GREY_SCALE")]
    GreyScale = 3,
    /// One channel, a float of 32 bits.
    FLOAT = 4,
}

/// Use of a texture (2019, section 8.3.2).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Record)]
#[repr(u8)]
#[schema(spec = "v0 8.3.2", flags)]
pub enum TextureFlag {
    /// The texture is an array of layers.
    Array = 0x1,
    /// The loader compresses the texture for the graphics processor.
    Compressed = 0x2,
    /// The six layers of the texture are the sides of a cube.
    CubeMap = 0x4,
}

/// The program for DirectX (2019, section 10.4): 16 bytes. A shader is identified by the number of its section among
/// all sections, counted from 1; 0 means no shader.
#[derive(Debug, Clone, PartialEq, Record)]
#[brw(little)]
#[schema(spec = "v0 10.4", size = 16)]
pub struct AssemblyDX {
    /// Lowest version of DirectX that runs the program.
    #[schema(name = "MinVersion", spec = "v0 10.4")]
    pub min_version: u32,
    /// The vertex shader.
    #[schema(
        name = "VertexShaderID",
        spec = "v0 10.4",
        index_in("sections", code = "v0.shader-index", spec = "v0 10.4", first = 1, key(1))
    )]
    pub vertex: u32,
    /// The geometry shader.
    #[schema(
        name = "GeometryShaderID",
        spec = "v0 10.4",
        index_in("sections", code = "v0.shader-index", spec = "v0 10.4", first = 1, key(1))
    )]
    pub geometry: u32,
    /// The pixel shader.
    #[schema(
        name = "PixelShaderID",
        spec = "v0 10.4",
        index_in("sections", code = "v0.shader-index", spec = "v0 10.4", first = 1, key(1))
    )]
    pub pixel: u32,
}

/// The program for OpenGL (2019, section 10.5): 20 bytes. Shaders are identified by section numbers as in
/// [`AssemblyDx`].
#[derive(Debug, Clone, PartialEq, Record)]
#[brw(little)]
#[schema(spec = "v0 10.5", size = 20)]
pub struct AssemblyGL {
    /// Lowest version of OpenGL that runs the program, times ten; 45 means 4.5.
    #[schema(name = "MinVersion", spec = "v0 10.5.1")]
    pub min_version: u32,
    /// The vertex shader.
    #[schema(
        name = "VertexShaderID",
        spec = "v0 10.5",
        index_in("sections", code = "v0.shader-index", spec = "v0 10.5", first = 1, key(1))
    )]
    pub vertex: u32,
    /// The geometry shader.
    #[schema(
        name = "GeometryShaderID",
        spec = "v0 10.5",
        index_in("sections", code = "v0.shader-index", spec = "v0 10.5", first = 1, key(1))
    )]
    pub geometry: u32,
    /// The pixel shader.
    #[schema(
        name = "PixelShaderID",
        spec = "v0 10.5",
        index_in("sections", code = "v0.shader-index", spec = "v0 10.5", first = 1, key(1))
    )]
    pub pixel: u32,
    /// Always zero.
    #[schema(name = "Reserved", spec = "v0 10.5", reserved)]
    pub reserved: u32,
}

/// An asset, which has a path and a section with its bytes (2019, section 11.3): 8 bytes.
#[derive(Debug, Clone, PartialEq, Record)]
#[brw(little)]
#[schema(spec = "v0 11.3", size = 8)]
pub struct Asset {
    /// Path, as an offset in the strings section.
    #[schema(
        name = "VirtualPath",
        spec = "v0 11.3.1",
        text_in("strings", code = "v0.virtual-path", spec = "v0 11.3.1", whole, largest = 65535, shared(code = "v0.limit", spec = "v0 11.3.1"), file_path(code = "v0.unsafe-path", spec = "v0 11.3.1", severity = warning), unique(code = "v0.duplicate-path", spec = "v0 11.3.1", severity = warning))
    )]
    pub virtual_path: u32,
    /// Number of the File section among all sections, counted from 1.
    #[schema(
        name = "FileId",
        spec = "v0 11.3",
        index_in("sections", code = "v0.file-id", spec = "v0 11.3", first = 1, required, key(2))
    )]
    pub file_id: u32,
}

/// The list of assets (2019, section 11.3).
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[br(assert(rest.len() == 0))]
#[schema(spec = "v0 11.3")]
pub struct AssetRegistry {
    /// The assets.
    #[br(count = remaining / 8)]
    #[schema(spec = "v0 11.3", pool("assets"))]
    pub assets: Vec<Asset>,
    /// Bytes after the last whole entry; empty in a valid section.
    #[br(parse_with = until_eof)]
    pub rest: Vec<u8>,
}

/// A bone (2019, section 9.5): 68 bytes.
#[derive(Debug, Clone, PartialEq, Record)]
#[brw(little)]
#[schema(spec = "v0 9.5", size = 68)]
pub struct Bone {
    /// Initial position, as a 4 x 4 matrix.
    #[schema(name = "InitTransform", spec = "v0 9.6.1")]
    pub transform: [f32; 16],
    /// Name, as an offset in the strings section.
    #[schema(
        name = "Name",
        spec = "v0 9.6.2",
        text_in("strings", code = "v0.bone-name", spec = "v0 9.6.2", absent = fault)
    )]
    pub name: u32,
}

/// Bones (2019, section 9.5).
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[br(assert(rest.len() == 0))]
#[schema(spec = "v0 9.5")]
pub struct BoneArray {
    /// Number of bones.
    #[br(temp)]
    #[bw(calc = bones.len())]
    #[schema(name = "BoneCount", spec = "v0 9.5.1", range(1..=1024))]
    bone_count: u16,
    /// The bones.
    #[br(count = bone_count)]
    #[schema(spec = "v0 9.5")]
    pub bones: Vec<Bone>,
    /// Bytes after the last bone; empty in a valid section.
    #[br(parse_with = until_eof)]
    pub rest: Vec<u8>,
}

/// Position of a bone in a frame (2019, section 9.7.2): 64 bytes.
#[derive(Debug, Clone, PartialEq, Record)]
#[brw(little)]
#[schema(spec = "v0 9.7.2", size = 64)]
pub struct BoneUpdate {
    /// The position, as a 4 x 4 matrix.
    #[schema(spec = "v0 9.7.2")]
    pub transform: [f32; 16],
}

/// One or more numbers of a vertex (2019, section 9.2).
#[structure]
#[bitfield]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[brw(little)]
#[schema(spec = "v0 9.2", bits = 8)]
pub struct Component {
    /// Type of the numbers.
    #[schema(name = "Type", spec = "v0 9.2.3", codes = ComponentType, known)]
    pub kind: B4,
    /// Number of numbers in the component.
    #[schema(name = "Size")]
    pub size: B4,
}

/// The content of a section (2019, sections 8 to 11).
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[br(import(file: u64, section: u64))]
#[schema(spec = "v0 7.1.3")]
pub enum Content {
    /// The components of a vertex of a model.
    #[br(pre_assert((file == 77) && (section == 1)))]
    VertexFormat(VertexFormat),
    /// Vertices of a model.
    #[br(pre_assert((file == 77) && (section == 2)))]
    VertexArray(VertexArray),
    /// Numbers of vertices of a model.
    #[br(pre_assert((file == 77) && (section == 3)))]
    IndexArray(IndexArray),
    /// Bones of a model.
    #[br(pre_assert((file == 77) && (section == 4)))]
    BoneArray(BoneArray),
    /// Transforms of bones of a model.
    #[br(pre_assert((file == 77) && (section == 5)))]
    FrameArray(FrameArray),
    /// The program for DirectX of a shader package.
    #[br(pre_assert((file == 83) && (section == 2)))]
    AssemblyDx(AssemblyDX),
    /// The program for OpenGL of a shader package.
    #[br(pre_assert((file == 83) && (section == 3)))]
    AssemblyGl(AssemblyGL),
    /// The assets of a package.
    #[br(pre_assert((file == 80) && (section == 1)))]
    AssetRegistry(AssetRegistry),
    /// Texts of a model or a package.
    #[br(pre_assert(((file == 77) && (section == 7)) || ((file == 80) && (section == 3))))]
    Strings(Strings),
    /// All other contents, such as pixels, code, files, animations, and sections that no table lists.
    Data(#[br(parse_with = until_eof)] Vec<u8>),
}

/// Transforms of bones, frame after frame (2019, section 9.7).
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[br(assert(rest.len() == 0))]
#[schema(spec = "v0 9.7")]
pub struct FrameArray {
    /// The transforms.
    #[br(count = remaining / 64)]
    #[schema(spec = "v0 9.7")]
    pub updates: Vec<BoneUpdate>,
    /// Bytes after the last whole transform; empty in a valid section.
    #[br(parse_with = until_eof)]
    pub rest: Vec<u8>,
}

/// Numbers of vertices, counted from 0 (2019, section 9.4).
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[br(assert(rest.len() == 0))]
#[schema(spec = "v0 9.4")]
pub struct IndexArray {
    /// Number of indices.
    #[br(temp)]
    #[bw(calc = indices.len())]
    #[schema(name = "IndexCount", spec = "v0 9.4.1")]
    index_count: u32,
    /// The indices.
    #[br(count = index_count)]
    #[schema(spec = "v0 9.4")]
    pub indices: Vec<u32>,
    /// Bytes after the last index; empty in a valid section.
    #[br(parse_with = until_eof)]
    pub rest: Vec<u8>,
}

/// A file of version 0 (2019, sections 6 and 7).
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[schema(
    spec = "v0 6",
    assert(header.file_size <= (size - 32), class = Truncated, text = "expected a stated size of {size - 32} bytes after the header, found {header.file_size}", on = header.file_size, code = "v0.file-size", spec = "v0 6.6"),
    assert((header.file_size == 0) || (header.file_size >= (size - 32)), class = TrailingBytes, severity = note, text = "{(size - 32) - header.file_size} bytes follow the stated end", on = header.file_size, code = "v0.trailing-bytes", spec = "v0 6.6"),
    assert((header.kind != 84) || (find(table.kind == 1, table.kind) == 1), class = Missing, text = "a texture needs a section PixelArray (type 1)", on = table, code = "v0.required", spec = "v0 8.1"),
    assert((header.kind != 77) || (find(table.kind == 1, table.kind) == 1), class = Missing, text = "a model needs a section VertexFormat (type 1)", on = table, code = "v0.required", spec = "v0 9.1"),
    assert((header.kind != 77) || (find(table.kind == 2, table.kind) == 2), class = Missing, text = "a model needs a section VertexArray (type 2)", on = table, code = "v0.required", spec = "v0 9.1"),
    assert((header.kind != 83) || (find(table.kind == 1, table.kind) == 1), class = Missing, text = "a shader package needs a section Shader (type 1)", on = table, code = "v0.required", spec = "v0 10.1"),
    assert((header.kind != 83) || (find(table.kind == 3, table.kind) == 3), class = Missing, text = "a shader package needs a section AssemblyGL (type 3)", on = table, code = "v0.required", spec = "v0 10.1"),
    assert((header.kind != 80) || (find(table.kind == 1, table.kind) == 1), class = Missing, text = "a package needs a section AssetRegistry (type 1)", on = table, code = "v0.required", spec = "v0 11.1"),
    assert(((header.kind != 80) || ((find(table.kind == 1, table.size) == 0) && (find(table.kind == 2, table.kind) == 0))) || (find(table.kind == 2, table.kind) == 2), class = Missing, text = "a package needs a section File (type 2)", on = table, code = "v0.required", spec = "v0 11.1"),
    assert(((header.kind != 80) || !((find(table.kind == 1, table.size) == 0) && (find(table.kind == 2, table.kind) == 0))) || (find(table.kind == 2, table.kind) == 2), class = Missing, text = "a package needs a section File (type 2)", on = table, code = "v0.required", spec = "v0 11.1", lenient = "I-55"),
    assert(((header.kind != 80) || ((find(table.kind == 1, table.size) == 0) && (find(table.kind == 2, table.kind) == 0))) || (find(table.kind == 3, table.kind) == 3), class = Missing, text = "a package needs a section Strings (type 3)", on = table, code = "v0.required", spec = "v0 11.1"),
    assert(((header.kind != 80) || !((find(table.kind == 1, table.size) == 0) && (find(table.kind == 2, table.kind) == 0))) || (find(table.kind == 3, table.kind) == 3), class = Missing, text = "a package needs a section Strings (type 3)", on = table, code = "v0.required", spec = "v0 11.1", lenient = "I-55"),
    each(table, assert((entry.pointer >= (32 + (table.len() * 16))) || (entry.size == 0), class = Overlap, severity = warning, text = "expected an offset after header and table, found {entry.pointer}", on = pointer, code = "container.overlap-head", spec = "v0 7.1.2")),
    each(table, assert(overlapped.sections == index, class = Overlap, severity = note, text = "expected a section with bytes of its own, found bytes that section {overlapped.sections} also contains", on = pointer, code = "container.overlap", spec = "v0 7.1.2")),
    each(table, assert(((header.kind != 84) || (first.kind == index)) || (entry.kind != 1), class = Duplicate, text = "expected one section of type {entry.kind}, found another; readers use section {first.kind}", on = kind, code = "v0.single", spec = "v0 8.1")),
    each(table, assert(((header.kind != 77) || (first.kind == index)) || (((((entry.kind != 1) && (entry.kind != 4)) && (entry.kind != 5)) && (entry.kind != 6)) && (entry.kind != 7)), class = Duplicate, text = "expected one section of type {entry.kind}, found another; readers use section {first.kind}", on = kind, code = "v0.single", spec = "v0 9.1")),
    each(table, assert(((header.kind != 83) || (first.kind == index)) || ((((entry.kind != 2) && (entry.kind != 3)) && (entry.kind != 4)) && (entry.kind != 5)), class = Duplicate, text = "expected one section of type {entry.kind}, found another; readers use section {first.kind}", on = kind, code = "v0.single", spec = "v0 10.1")),
    each(table, assert(((header.kind != 80) || (first.kind == index)) || ((entry.kind != 1) && (entry.kind != 3)), class = Duplicate, text = "expected one section of type {entry.kind}, found another; readers use section {first.kind}", on = kind, code = "v0.single", spec = "v0 11.1")),
    derive(header.section_count = table.len()),
    sum(crc32, over(header, ..), stored = header.checksum, skip(header.checksum), or_zero(header.checksum), spec = "v0 6.5"),
    set(header.file_size = if header.file_size == 0 { 0 } else { file.end - 32 })
)]
pub struct Layout {
    /// The main header.
    #[schema(spec = "v0 6")]
    pub header: MainHeader,
    /// One entry for each section.
    #[br(count = header.section_count)]
    #[schema(spec = "v0 7", pool("sections", key = kind))]
    pub table: Vec<SectionHeader>,
    /// The contents of the sections. The file does not state the decompressed size of a compressed content.
    #[br(args(header.kind, entry.kind))]
    #[schema(region(each = table, at = entry.pointer, size = entry.size, transform(zlib if (entry.flags & 2) != 0)))]
    pub sections: Regions<Content>,
}

/// The first 32 bytes of a file (2019, section 6).
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[schema(spec = "v0 6")]
pub struct MainHeader {
    /// Always `BPX`.
    #[schema(name = "Signature", spec = "v0 6.1", magic = b"BPX", code = "main-header.signature")]
    pub signature: [u8; 3],
    /// Type of the content.
    #[schema(name = "Type", spec = "v0 6.2", codes = FileKind)]
    pub kind: u8,
    /// CRC-32 of all other bytes of the file.
    #[schema(name = "Chksum", spec = "v0 6.5")]
    pub checksum: u32,
    /// Size in bytes of the file after the 32 bytes of the header; 0 if the writer did not state the size.
    #[schema(name = "FileSize", spec = "v0 6.6")]
    pub file_size: u64,
    /// Number of sections.
    #[schema(name = "SectionNum", spec = "v0 6.4")]
    pub section_count: u32,
    /// Always 0.
    #[schema(name = "Version", spec = "v0 6.3", supported(0), code = "main-header.version")]
    pub version: u32,
    /// Type-specific extension.
    #[br(args(kind))]
    #[schema(name = "TypeExt", spec = "v0 6.7")]
    pub type_ext: TypeExt,
}

/// Type-specific extension of a package (2019, section 11.2).
#[derive(Debug, Clone, PartialEq, Record)]
#[brw(little)]
#[schema(spec = "v0 11.2", size = 8)]
pub struct PackageExt {
    /// Number of assets.
    #[schema(
        name = "AssetCount",
        spec = "v0 11.2.1",
        count_of("assets", code = "v0.asset-count", spec = "v0 11.2.1"),
        referred("sections", code = "v0.orphan", spec = "v0 11.3", severity = note, by = "assets", key(2))
    )]
    pub asset_count: u32,
    /// The rendering APIs that the package is made for.
    #[schema(name = "CompatibilityFlags", spec = "v0 11.2.2", codes = Api, known)]
    pub compatibility: u8,
    /// Always zero.
    #[schema(name = "Reserved", spec = "v0 11.2", reserved)]
    pub reserved: [u8; 3],
}

/// Describes one section (2019, section 7.1).
#[derive(Debug, Clone, PartialEq, Record)]
#[brw(little)]
#[schema(spec = "v0 7.1", size = 16)]
pub struct SectionHeader {
    /// Offset of the stored content from the beginning of the file, in bytes.
    #[schema(name = "Pointer", spec = "v0 7.1.2")]
    pub pointer: u64,
    /// Size of the content as stored, in bytes.
    #[schema(name = "Size", spec = "v0 7.1.1")]
    pub size: u32,
    /// Type of the section; its meaning depends on the type of the file.
    #[schema(name = "Type", spec = "v0 7.1.3")]
    pub kind: u8,
    /// Flags of the section, which state whether the content is compressed.
    #[schema(name = "Flags", spec = "v0 7.1.4", codes = SectionFlag, known)]
    pub flags: u8,
    /// Always zero.
    #[schema(name = "Reserved", spec = "v0 7.1", reserved)]
    pub reserved: [u8; 2],
}

/// Type-specific extension of a shader package (2019, section 10.2).
#[derive(Debug, Clone, PartialEq, Record)]
#[brw(little)]
#[schema(spec = "v0 10.2", size = 8)]
pub struct ShaderExt {
    /// Number of shaders.
    #[schema(
        name = "ShaderCount",
        spec = "v0 10.2.1",
        count_of("sections", code = "v0.shader-count", spec = "v0 10.2.1", key(1))
    )]
    pub shader_count: u32,
    /// The rendering APIs that the shaders are made for.
    #[schema(name = "CompatibilityFlags", spec = "v0 10.2.2", codes = Api, known)]
    pub compatibility: u8,
    /// Always zero.
    #[schema(name = "Reserved", spec = "v0 10.2", reserved)]
    pub reserved: [u8; 3],
}

/// Consecutive texts; other values refer to them by the offset of their first byte (2019, section 9.8).
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[schema(spec = "v0 9.8")]
pub struct Strings {
    /// The texts.
    #[br(parse_with = until_eof)]
    #[schema(spec = "v0 9.8", utf8, pool("strings"))]
    pub strings: Vec<CText>,
}

/// Type-specific extension of a texture (2019, section 8.2): 8 bytes.
#[structure]
#[bitfield]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[brw(little)]
#[schema(
    spec = "v0 8.2",
    bits = 64,
    assert(((flags & 4) == 0) || (array == 6), class = Inconsistent, text = "expected {6} layers in a cube map, found {array}", on = array, code = "v0.cube-map", spec = "v0 8.4")
)]
pub struct TextureExt {
    /// Number of layers of an array or a cube map.
    #[schema(name = "Array")]
    pub array: B16,
    /// Width: `2^(width + 1)` pixels.
    #[schema(name = "Width")]
    pub width: B4,
    /// Height: `2^(height + 1)` pixels.
    #[schema(name = "Height")]
    pub height: B4,
    /// Format of a pixel.
    #[schema(name = "Format", spec = "v0 8.3.1", codes = TextureFormat, known)]
    pub format: B4,
    /// Use of the texture.
    #[schema(name = "Flags", spec = "v0 8.3.2", codes = TextureFlag, known)]
    pub flags: B4,
    /// Number of mip maps that the loader computes.
    #[schema(name = "MipMap Level")]
    pub mipmaps: B8,
    /// Always zero.
    #[schema(name = "Reserved", spec = "v0 8.2", reserved)]
    pub reserved: B24,
}

/// Type-specific extension: the last eight bytes of the main header (2019, section 6.7).
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[br(import(file: u64))]
#[schema(spec = "v0 6.7")]
pub enum TypeExt {
    /// The extension of a texture.
    #[br(pre_assert(file == 84))]
    Texture(TextureExt),
    /// The extension of a model, which is unused.
    #[br(pre_assert(file == 77))]
    Model(UnusedExt),
    /// The extension of a shader package.
    #[br(pre_assert(file == 83))]
    Shader(ShaderExt),
    /// The extension of a package.
    #[br(pre_assert(file == 80))]
    Package(PackageExt),
    /// The extension of other types of files, which is not defined.
    Raw([u8; 8]),
}

/// Eight bytes without a use (2019, section 4).
#[derive(Debug, Clone, PartialEq, Record)]
#[brw(little)]
#[schema(spec = "v0 4", size = 8)]
pub struct UnusedExt {
    /// Always zero.
    #[schema(name = "Reserved", spec = "v0 4", reserved)]
    pub reserved: [u8; 8],
}

/// Vertices (2019, section 9.3).
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[schema(
    spec = "v0 9.3",
    assert((header.index_array != 0) || ((header.vertex_count % 3) == 0), severity = warning, text = "expected a multiple of 3 vertices without indices, found {header.vertex_count}", on = header.vertex_count, code = "v0.triangles", spec = "v0 9.3.2")
)]
pub struct VertexArray {
    /// Header of the vertices.
    #[schema(spec = "v0 9.3")]
    pub header: VertexArrayHeader,
    /// The vertices, each of the size that the vertex format states.
    #[br(parse_with = until_eof)]
    #[schema(spec = "v0 9.3.4")]
    pub vertices: Vec<u8>,
}

/// Header of vertices (2019, section 9.3): 12 bytes.
#[derive(Debug, Clone, PartialEq, Record)]
#[brw(little)]
#[schema(spec = "v0 9.3", size = 12)]
pub struct VertexArrayHeader {
    /// Path of the material, as an offset in the strings section.
    #[schema(
        name = "Material",
        spec = "v0 9.3.1",
        text_in("strings", code = "v0.material", spec = "v0 9.3.1", absent = fault)
    )]
    pub material: u32,
    /// Number of vertices.
    #[schema(name = "VertexCount", spec = "v0 9.3.2")]
    pub vertex_count: u32,
    /// Number of the index array of the vertices among all sections, counted from 1; 0 for no index array.
    #[schema(
        name = "IndexArray",
        spec = "v0 9.3.3",
        index_in("sections", code = "v0.index-array", spec = "v0 9.3.3", first = 1, key(3))
    )]
    pub index_array: u32,
}

/// Components of a vertex (2019, section 9.2).
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[br(assert(rest.len() == 0))]
#[schema(
    spec = "v0 9.2",
    assert(vertex_size == (sum(components.size) * 4), text = "expected vertices of {sum(components.size) * 4} bytes, the size of the components, found {vertex_size}", code = "vertex-format.size-of-components")
)]
pub struct VertexFormat {
    /// Size of a vertex in bytes.
    #[schema(name = "VertexSize", spec = "v0 9.2.1")]
    pub vertex_size: u16,
    /// Number of components.
    #[br(temp)]
    #[bw(calc = components.len())]
    #[schema(name = "NumComponents", spec = "v0 9.2.2")]
    component_count: u8,
    /// Always zero.
    #[schema(name = "Reserved", spec = "v0 9.2", reserved)]
    pub reserved: u8,
    /// The components, in their order in a vertex.
    #[br(count = component_count)]
    #[schema(spec = "v0 9.2")]
    pub components: Vec<Component>,
    /// Bytes after the last component; empty in a valid section.
    #[br(parse_with = until_eof)]
    pub rest: Vec<u8>,
}
