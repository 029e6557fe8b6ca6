//! The contents of sections, which depend on the type of the section and the type of the file (2019, sections 8 to 11).

use super::model::{BoneArray, FrameArray, IndexArray, VertexArray, VertexFormat};
use super::package::AssetRegistry;
use super::shader::{AssemblyDx, AssemblyGl};
use super::strings::Strings;
use super::{MODEL, PACKAGE, SHADER};
use bpx_schema::structure;

/// The content of a section (2019, sections 8 to 11).
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[br(import(file: u8, section: u8))]
#[schema(spec = "v0 7.1.3")]
pub enum Content {
    /// The components of a vertex of a model.
    #[br(pre_assert(file == MODEL && section == 1))]
    VertexFormat(VertexFormat),
    /// Vertices of a model.
    #[br(pre_assert(file == MODEL && section == 2))]
    VertexArray(VertexArray),
    /// Numbers of vertices of a model.
    #[br(pre_assert(file == MODEL && section == 3))]
    IndexArray(IndexArray),
    /// Bones of a model.
    #[br(pre_assert(file == MODEL && section == 4))]
    BoneArray(BoneArray),
    /// Transforms of bones of a model.
    #[br(pre_assert(file == MODEL && section == 5))]
    FrameArray(FrameArray),
    /// The program for DirectX of a shader package.
    #[br(pre_assert(file == SHADER && section == 2))]
    AssemblyDx(AssemblyDx),
    /// The program for OpenGL of a shader package.
    #[br(pre_assert(file == SHADER && section == 3))]
    AssemblyGl(AssemblyGl),
    /// The assets of a package.
    #[br(pre_assert(file == PACKAGE && section == 1))]
    AssetRegistry(AssetRegistry),
    /// Texts of a model or a package.
    #[br(pre_assert(file == MODEL && section == 7 || file == PACKAGE && section == 3))]
    Strings(Strings),
    /// All other contents, such as pixels, code, files, animations, and sections that no table lists.
    Data(#[br(parse_with = until_eof)] Vec<u8>),
}
