//! The structure of a whole file of version 0 (2019, sections 6 and 7).

use super::{
    Content, HEADER, MODEL, MainHeader, ModelSection, PACKAGE, PackageSection, SHADER, SectionHeader, ShaderSection,
    TEXTURE, TextureSection,
};
use bpx_schema::codec::Regions;
use bpx_schema::structure;

/// Bit of [`SectionHeader::flags`] for compressed content.
pub(crate) const COMPRESSED: u8 = 0x2;

/// A file of version 0 (2019, sections 6 and 7).
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[schema(
    spec = "v0 6",
    derive(header.section_count = table.len()),
    set(header.file_size = if header.file_size == 0 { 0 } else { file.end - HEADER }),
    sum(
        crc32,
        over(header, ..),
        stored = header.checksum,
        skip(header.checksum),
        or_zero(header.checksum),
        spec = "v0 6.5"
    ),
    assert(
        header.file_size <= size - HEADER,
        class = Truncated,
        text = "expected a stated size of {size - HEADER} bytes after the header, found {header.file_size}",
        on = header.file_size,
        code = "v0.file-size",
        spec = "v0 6.6"
    ),
    assert(
        header.file_size == 0 || header.file_size >= size - HEADER,
        class = TrailingBytes,
        severity = note,
        text = "{size - HEADER - header.file_size} bytes follow the stated end",
        on = header.file_size,
        code = "v0.trailing-bytes",
        spec = "v0 6.6"
    ),
    assert(
        header.kind != TEXTURE || find(table.kind == TextureSection::PixelArray, table.kind) == TextureSection::PixelArray,
        class = Missing,
        text = "a texture needs a section PixelArray (type 1)",
        on = table,
        code = "v0.required",
        spec = "v0 8.1"
    ),
    assert(
        header.kind != MODEL || find(table.kind == ModelSection::VertexFormat, table.kind) == ModelSection::VertexFormat,
        class = Missing,
        text = "a model needs a section VertexFormat (type 1)",
        on = table,
        code = "v0.required",
        spec = "v0 9.1"
    ),
    assert(
        header.kind != MODEL || find(table.kind == ModelSection::VertexArray, table.kind) == ModelSection::VertexArray,
        class = Missing,
        text = "a model needs a section VertexArray (type 2)",
        on = table,
        code = "v0.required",
        spec = "v0 9.1"
    ),
    assert(
        header.kind != SHADER || find(table.kind == ShaderSection::Shader, table.kind) == ShaderSection::Shader,
        class = Missing,
        text = "a shader package needs a section Shader (type 1)",
        on = table,
        code = "v0.required",
        spec = "v0 10.1"
    ),
    assert(
        header.kind != SHADER || find(table.kind == ShaderSection::AssemblyGl, table.kind) == ShaderSection::AssemblyGl,
        class = Missing,
        text = "a shader package needs a section AssemblyGL (type 3)",
        on = table,
        code = "v0.required",
        spec = "v0 10.1"
    ),
    assert(
        header.kind != PACKAGE || find(table.kind == PackageSection::AssetRegistry, table.kind) == PackageSection::AssetRegistry,
        class = Missing,
        text = "a package needs a section AssetRegistry (type 1)",
        on = table,
        code = "v0.required",
        spec = "v0 11.1"
    ),
    assert(
        header.kind != PACKAGE || (find(table.kind == PackageSection::AssetRegistry, table.size) == 0 && find(table.kind == PackageSection::File, table.kind) == 0) || find(table.kind == PackageSection::File, table.kind) == PackageSection::File,
        class = Missing,
        text = "a package needs a section File (type 2)",
        on = table,
        code = "v0.required",
        spec = "v0 11.1"
    ),
    assert(
        header.kind != PACKAGE || !(find(table.kind == PackageSection::AssetRegistry, table.size) == 0 && find(table.kind == PackageSection::File, table.kind) == 0) || find(table.kind == PackageSection::File, table.kind) == PackageSection::File,
        class = Missing,
        text = "a package needs a section File (type 2)",
        on = table,
        code = "v0.required",
        spec = "v0 11.1",
        lenient = "I-55"
    ),
    assert(
        header.kind != PACKAGE || (find(table.kind == PackageSection::AssetRegistry, table.size) == 0 && find(table.kind == PackageSection::File, table.kind) == 0) || find(table.kind == PackageSection::Strings, table.kind) == PackageSection::Strings,
        class = Missing,
        text = "a package needs a section Strings (type 3)",
        on = table,
        code = "v0.required",
        spec = "v0 11.1"
    ),
    assert(
        header.kind != PACKAGE || !(find(table.kind == PackageSection::AssetRegistry, table.size) == 0 && find(table.kind == PackageSection::File, table.kind) == 0) || find(table.kind == PackageSection::Strings, table.kind) == PackageSection::Strings,
        class = Missing,
        text = "a package needs a section Strings (type 3)",
        on = table,
        code = "v0.required",
        spec = "v0 11.1",
        lenient = "I-55"
    ),
    each(
        table,
        assert(
            entry.pointer >= HEADER + table.len() * SectionHeader::SIZE || entry.size == 0,
            class = Overlap,
            severity = warning,
            text = "expected an offset after header and table, found {entry.pointer}",
            on = pointer,
            code = "container.overlap-head",
            spec = "v0 7.1.2"
        ),
        assert(
            overlapped.sections == index,
            class = Overlap,
            severity = note,
            text = "expected a section with bytes of its own, found bytes that section {overlapped.sections} also \
                contains",
            on = pointer,
            code = "container.overlap",
            spec = "v0 7.1.2"
        ),
        assert(
            header.kind != TEXTURE || first.kind == index || entry.kind != TextureSection::PixelArray,
            class = Duplicate,
            text = "expected one section of type {entry.kind}, found another; readers use section {first.kind}",
            on = kind,
            code = "v0.single",
            spec = "v0 8.1"
        ),
        assert(
            header.kind != MODEL || first.kind == index || entry.kind != ModelSection::VertexFormat && entry.kind != ModelSection::BoneArray && entry.kind != ModelSection::FrameArray && entry.kind != ModelSection::AnimationArray && entry.kind != ModelSection::Strings,
            class = Duplicate,
            text = "expected one section of type {entry.kind}, found another; readers use section {first.kind}",
            on = kind,
            code = "v0.single",
            spec = "v0 9.1"
        ),
        assert(
            header.kind != SHADER || first.kind == index || entry.kind != ShaderSection::AssemblyDx && entry.kind != ShaderSection::AssemblyGl && entry.kind != ShaderSection::AssemblyVgl && entry.kind != ShaderSection::AssemblyMsl,
            class = Duplicate,
            text = "expected one section of type {entry.kind}, found another; readers use section {first.kind}",
            on = kind,
            code = "v0.single",
            spec = "v0 10.1"
        ),
        assert(
            header.kind != PACKAGE || first.kind == index || entry.kind != PackageSection::AssetRegistry && entry.kind != PackageSection::Strings,
            class = Duplicate,
            text = "expected one section of type {entry.kind}, found another; readers use section {first.kind}",
            on = kind,
            code = "v0.single",
            spec = "v0 11.1"
        )
    )
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
    #[schema(region(
        each = table,
        at = entry.pointer,
        size = entry.size,
        transform(zlib if entry.flags & COMPRESSED != 0)
    ))]
    pub sections: Regions<Content>,
}
