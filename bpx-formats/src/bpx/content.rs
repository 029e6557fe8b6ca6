//! What a section contains: by its type, and by the type of the file.

use super::package::ObjectTable;
use super::sd;
use super::strings::Strings;
use super::table::Table;
use bpx_derive::structure;
use bpx_schema::codec::Tree;

const TABLE: u8 = 0xFD;
const STRUCTURED_DATA: u8 = 0xFE;
const STRINGS: u8 = 0xFF;
/// Type of a file of compiled shaders, where writers put an 8-byte hash into a section of the type of tables.
const SHADER_PACKAGE: u8 = b'S';
/// Type of a file of objects.
const PACKAGE: u8 = b'P';
/// Type of the section that lists the objects, in version 2.
const OBJECT_TABLE: u8 = 2;

/// The content of a section (section 10).
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[br(import(file: u8, section: u8, version: u32))]
#[schema(spec = "10")]
pub enum Content {
    /// Texts.
    #[br(pre_assert(section == STRINGS))]
    Strings(Strings),
    /// Structured data.
    #[br(pre_assert(section == STRUCTURED_DATA))]
    StructuredData(#[br(args(sd::NONE))] Tree<sd::Node>),
    /// Rows and columns, when the bytes form some: no specification text reserves the type for them.
    #[br(pre_assert(section == TABLE && file != SHADER_PACKAGE))]
    #[schema(attempt = "I-26")]
    Table(Table),
    /// The objects of a package.
    #[br(pre_assert(section == OBJECT_TABLE && file == PACKAGE && version == 2))]
    ObjectTable(ObjectTable),
    /// Anything else.
    Data(#[br(parse_with = until_eof)] Vec<u8>),
}
