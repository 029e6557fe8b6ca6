//! Packages, files of type `P` (2019, section 11).

use bpx_schema::{Record, structure};

/// Type of the section that lists the assets.
pub(super) const REGISTRY: u8 = 1;
/// Type of the sections that hold the bytes of assets.
pub(super) const FILE: u8 = 2;
/// Type of the section that holds the paths.
pub(super) const STRINGS: u8 = 3;

/// The list of assets (2019, section 11.3).
#[structure]
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[brw(little)]
#[br(assert(rest.len() == 0))]
#[schema(spec = "v0 11.3")]
pub struct AssetRegistry {
    /// The assets.
    #[br(count = remaining / Asset::SIZE)]
    #[schema(spec = "v0 11.3", pool("assets"))]
    pub assets: Vec<Asset>,
    /// Bytes after the last whole entry; empty in a valid section.
    #[br(parse_with = until_eof)]
    pub rest: Vec<u8>,
}

/// An asset, which has a path and a section with its bytes (2019, section 11.3): 8 bytes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Record)]
#[brw(little)]
#[schema(spec = "v0 11.3", size = 8)]
pub struct Asset {
    /// Path, as an offset in the strings section.
    #[schema(
        name = "VirtualPath",
        spec = "v0 11.3.1",
        text_in(
            "strings",
            code = "v0.virtual-path",
            largest = 65_535,
            shared(code = "v0.limit"),
            file_path(code = "v0.unsafe-path", severity = warning),
            unique(code = "v0.duplicate-path", severity = warning)
        )
    )]
    pub virtual_path: u32,
    /// Number of the File section among all sections, counted from 1.
    #[schema(
        name = "FileId",
        spec = "v0 11.3",
        index_in("sections", first = 1, required, key = FILE, code = "v0.file-id")
    )]
    pub file_id: u32,
}
