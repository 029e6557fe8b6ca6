//! Contents of sections, by the type of the section and the type of the file.

use super::model::{self, BoneArray, FrameArray, IndexArray, VertexArray};
use super::package::{self, ObjectTable};
use super::shader::{self, Shader, SymbolTable};
use super::texture;
use crate::bpx::sd;
use crate::bpx::strings::Strings;
use crate::bpx::table::Table;
use bpx_schema::codec::Tree;
use bpx_schema::structure;

const TABLE: u8 = 0xFD;
const STRUCTURED_DATA: u8 = 0xFE;
const STRINGS: u8 = 0xFF;

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
    /// A table, if the bytes form rows and columns, because no specification reserves the section type for tables. In
    /// shader packages, writers put a hash of 8 bytes into a section of this type.
    #[br(pre_assert(section == TABLE && file != shader::KIND))]
    #[schema(attempt = "I-26")]
    Table(Table),
    /// The objects of a package.
    #[br(pre_assert(file == package::KIND && version == 2 && section == package::OBJECT_TABLE))]
    ObjectTable(ObjectTable),
    /// The pixels of a texture.
    #[br(pre_assert(file == texture::KIND && section == texture::PIXEL_ARRAY))]
    PixelArray(#[br(parse_with = until_eof)] Vec<u8>),
    /// Vertices of a model.
    #[br(pre_assert(file == model::KIND && version == 2 && section == model::VERTEX_ARRAY))]
    VertexArray(VertexArray),
    /// Indices of vertices.
    #[br(pre_assert(file == model::KIND && version == 2 && section == model::INDEX_ARRAY))]
    IndexArray(IndexArray),
    /// The bones of a model.
    #[br(pre_assert(file == model::KIND && version == 2 && section == model::BONE_ARRAY))]
    BoneArray(BoneArray),
    /// The frames of the animations of a model.
    #[br(pre_assert(file == model::KIND && version == 2 && section == model::FRAME_ARRAY))]
    FrameArray(FrameArray),
    /// The animations of a model; their form is not specified.
    #[br(pre_assert(file == model::KIND && version == 2 && section == model::ANIMATION_ARRAY))]
    AnimationArray(#[br(parse_with = until_eof)] Vec<u8>),
    /// The code of a stage.
    #[br(pre_assert(file == shader::KIND && version == 2 && section == shader::SHADER))]
    Shader(Shader),
    /// The symbols of a shader package.
    #[br(pre_assert(file == shader::KIND && version == 2 && section == shader::SYMBOL_TABLE))]
    SymbolTable(SymbolTable),
    /// Extended data of symbols, which is a sequence of objects.
    #[br(pre_assert(file == shader::KIND && version == 2 && section == shader::EXTENDED_DATA))]
    #[schema(attempt = "I-35")]
    ExtendedData(#[br(parse_with = until_eof, args(sd::NONE))] Vec<Tree<sd::Node>>),
    /// The content of any other section.
    Data(#[br(parse_with = until_eof)] Vec<u8>),
}
