//! Declares the whole container: header, section table, and the regions of the sections.

use super::model::ModelSection;
use super::package::{ObjectHeader, ObjectHeaderV1, PackageSection};
use super::shader::ShaderSection;
use super::texture::TextureSection;
use super::{Content, FileKind, MainHeader, SectionHeader};
use crate::bpx::Crc32Legacy;
use bpx_schema::codec::Regions;
use bpx_schema::structure;

/// Bits of [`SectionHeader::flags`] that describe how the content is stored.
pub(crate) const ZLIB: u8 = 0x1;
pub(crate) const XZ: u8 = 0x2;
pub(crate) const CRC32: u8 = 0x4;
pub(crate) const WEAK: u8 = 0x8;

/// A file of version 1 or 2 (sections 8 to 10).
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[schema(
    spec = "8",
    derive(header.section_count = table.len()),
    set(header.file_size = if header.file_size == 0 { 0 } else { file.end }),
    sum(
        byte_sum,
        over(header, table),
        stored = header.checksum,
        skip(header.checksum),
        or_skip(table.reserved),
        spec = "8.5"
    ),
    assert(
        header.file_size <= size,
        class = Truncated,
        text = "expected {size} bytes, the size of the file, found {header.file_size}",
        on = header.file_size,
        code = "container.file-size",
        spec = "8.6"
    ),
    assert(
        header.file_size == 0 || header.file_size >= size,
        class = TrailingBytes,
        severity = note,
        text = "{size - header.file_size} bytes follow the stated end",
        on = header.file_size,
        code = "container.trailing-bytes",
        spec = "8.6"
    ),
    each(
        table,
        assert(
            entry.flags & (ZLIB | XZ) != 0 || entry.stored_size == entry.content_size,
            class = SizeMismatch,
            text = "expected {entry.content_size} stored bytes, the size of the content of a plain section, found \
                    {entry.stored_size}",
            on = stored_size,
            code = "container.plain-size",
            spec = "9.1.2"
        ),
        assert(
            entry.flags & (ZLIB | XZ) != ZLIB | XZ,
            severity = note,
            text = "expected at most one compression flag, found both; readers use xz",
            on = flags,
            code = "container.both-compressions",
            spec = "9.1.6"
        ),
        assert(
            entry.flags & (CRC32 | WEAK) != CRC32 | WEAK,
            severity = note,
            text = "expected at most one check flag, found both; readers use the weak checksum",
            on = flags,
            code = "container.both-checks",
            spec = "9.1.6"
        ),
        assert(
            entry.pointer >= MainHeader::SIZE + table.len() * SectionHeader::SIZE
                || (if entry.flags & (ZLIB | XZ) == 0 { entry.content_size } else { entry.stored_size }) == 0,
            class = Overlap,
            severity = warning,
            text = "expected an offset after header and table, found {entry.pointer}",
            on = pointer,
            code = "container.overlap-head",
            spec = "9.1.1"
        ),
        assert(
            overlapped.sections == index,
            class = Overlap,
            severity = note,
            text = "expected a section with bytes of its own, found bytes that section {overlapped.sections} also \
                contains",
            on = pointer,
            code = "container.overlap",
            spec = "9.1.1"
        ),
        assert(
            header.kind != FileKind::Package
                || entry.kind != PackageSection::Data
                || first.kind == index
                || table[index - 1].kind == PackageSection::Data,
            text = "expected Data sections that follow each other, found other sections between this Data section \
                and the Data section before",
            on = kind,
            code = "package.contiguous",
            spec = "14.1"
        ),
        assert(
            header.kind != FileKind::Package || header.version != 1 || entry.kind != PackageSection::ObjectTable,
            severity = warning,
            text = "expected no object table in a package of revision 1, found one, which readers ignore",
            on = kind,
            code = "package.object-table-unused",
            spec = "14.1"
        )
    ),
    assert(
        header.kind != FileKind::Texture || find(table.kind == TextureSection::PixelArray, table.kind) == TextureSection::PixelArray,
        class = Missing,
        text = "a texture needs a section PixelArray (type 1)",
        on = table,
        code = "texture.pixel-array",
        spec = "11.1"
    ),
    assert(
        header.kind != FileKind::Model || header.version != 2 || find(table.kind == ModelSection::VertexArray, table.kind) == ModelSection::VertexArray,
        class = Missing,
        text = "a model needs a section VertexArray (type 2)",
        on = table,
        code = "model.vertex-array",
        spec = "12.1"
    ),
    assert(
        header.kind != FileKind::ShaderPackage || header.version != 2 || find(table.kind == ShaderSection::SymbolTable, table.kind) == ShaderSection::SymbolTable,
        class = Missing,
        text = "a shader package needs a section SymbolTable (type 2)",
        on = table,
        code = "shader.symbol-table",
        spec = "13.1"
    ),
    assert(
        header.kind != FileKind::ShaderPackage || header.version != 2 || find(table.kind == ShaderSection::Strings, table.kind) == ShaderSection::Strings,
        class = Missing,
        text = "a shader package needs a section Strings (type 255)",
        on = table,
        code = "shader.strings",
        spec = "13.1"
    ),
    assert(
        header.kind != FileKind::Package || (if header.version == 1 { find(table.kind == PackageSection::Data, table.content_size) < ObjectHeaderV1::SIZE } else { find(table.kind == PackageSection::ObjectTable, table.content_size) < ObjectHeader::SIZE }) || find(table.kind == PackageSection::Data, table.kind) == PackageSection::Data,
        class = Missing,
        text = "a package needs a section Data (type 1)",
        on = table,
        code = "package.data",
        spec = "14.1"
    ),
    assert(
        header.kind != FileKind::Package || !(if header.version == 1 { find(table.kind == PackageSection::Data, table.content_size) < ObjectHeaderV1::SIZE } else { find(table.kind == PackageSection::ObjectTable, table.content_size) < ObjectHeader::SIZE }) || find(table.kind == PackageSection::Data, table.kind) == PackageSection::Data,
        class = Missing,
        text = "a package needs a section Data (type 1)",
        on = table,
        code = "package.data",
        spec = "14.1",
        lenient = "I-29"
    ),
    assert(
        header.kind != FileKind::Package || header.version != 2 || find(table.kind == PackageSection::ObjectTable, table.kind) == PackageSection::ObjectTable,
        class = Missing,
        text = "a package needs a section ObjectTable (type 2)",
        on = table,
        code = "package.object-table",
        spec = "14.1"
    ),
    assert(
        header.kind != FileKind::Package || (if header.version == 1 { find(table.kind == PackageSection::Data, table.content_size) < ObjectHeaderV1::SIZE } else { find(table.kind == PackageSection::ObjectTable, table.content_size) < ObjectHeader::SIZE }) || find(table.kind == PackageSection::Strings, table.kind) == PackageSection::Strings,
        class = Missing,
        text = "a package needs a section Strings (type 255)",
        on = table,
        code = "package.strings",
        spec = "14.1"
    ),
    assert(
        header.kind != FileKind::Package || !(if header.version == 1 { find(table.kind == PackageSection::Data, table.content_size) < ObjectHeaderV1::SIZE } else { find(table.kind == PackageSection::ObjectTable, table.content_size) < ObjectHeader::SIZE }) || find(table.kind == PackageSection::Strings, table.kind) == PackageSection::Strings,
        class = Missing,
        text = "a package needs a section Strings (type 255)",
        on = table,
        code = "package.strings",
        spec = "14.1",
        lenient = "I-29"
    ),
    each(
        table,
        assert(
            header.kind != FileKind::Texture || first.kind == index || entry.kind != TextureSection::PixelArray,
            class = Duplicate,
            text = "expected one section of type {entry.kind}, found another; readers use section {first.kind}",
            on = kind,
            code = "texture.single",
            spec = "11.1"
        ),
        assert(
            header.kind != FileKind::Model || header.version != 2 || first.kind == index || entry.kind != ModelSection::BoneArray && entry.kind != ModelSection::FrameArray && entry.kind != ModelSection::AnimationArray && entry.kind != ModelSection::Strings,
            class = Duplicate,
            text = "expected one section of type {entry.kind}, found another; readers use section {first.kind}",
            on = kind,
            code = "model.single",
            spec = "12.1"
        ),
        assert(
            header.kind != FileKind::ShaderPackage || header.version != 2 || first.kind == index || entry.kind != ShaderSection::SymbolTable && entry.kind != ShaderSection::ExtendedData && entry.kind != ShaderSection::Strings,
            class = Duplicate,
            text = "expected one section of type {entry.kind}, found another; readers use section {first.kind}",
            on = kind,
            code = "shader.single",
            spec = "13.1"
        ),
        assert(
            header.kind != FileKind::Package || first.kind == index || (entry.kind != PackageSection::ObjectTable || header.version != 2) && entry.kind != PackageSection::Metadata && entry.kind != PackageSection::Strings,
            class = Duplicate,
            text = "expected one section of type {entry.kind}, found another; readers use section {first.kind}",
            on = kind,
            code = "package.single",
            spec = "14.1"
        )
    )
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
    /// If both compression flags are set, the content is xz; if both check flags are set, the checksum is weak. A
    /// plain section is as long as its content.
    #[br(args(header.kind, entry.kind, header.version))]
    #[schema(region(
        each = table,
        at = entry.pointer,
        size = if entry.flags & 3 == 0 { entry.content_size } else { entry.stored_size },
        content_size = entry.content_size,
        transform(xz if entry.flags & XZ != 0, zlib if entry.flags & ZLIB != 0),
        check(byte_sum if entry.flags & WEAK != 0, stored = entry.checksum),
        check(crc32 | Crc32Legacy if entry.flags & CRC32 != 0, stored = entry.checksum),
        set(entry.stored_size = region.stored_size)
    ))]
    pub sections: Regions<Content>,
}
