//! What a section contains: by its type, and by the type of the file.

use super::sd;
use super::strings::Strings;
use bpx_derive::structure;
use bpx_schema::codec::Tree;

const STRUCTURED_DATA: u8 = 0xFE;
const STRINGS: u8 = 0xFF;

/// The content of a section (section 10).
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[br(import(file: u8, section: u8))]
#[schema(spec = "10")]
pub enum Content {
    /// Texts.
    #[br(pre_assert(section == STRINGS))]
    Strings(Strings),
    /// Structured data.
    #[br(pre_assert(section == STRUCTURED_DATA))]
    StructuredData(#[br(args(sd::NONE))] Tree<sd::Node>),
    /// Anything else.
    Data(#[br(parse_with = until_eof)] Vec<u8>),
}
