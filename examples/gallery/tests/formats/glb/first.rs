//! The first version of GLB (2015): JSON whose size the header states, and all others are numbers.

use bpx_schema::structure;

/// A file.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little, magic = b"glTF")]
pub struct Glb {
    #[schema(supported(1))]
    pub version: u32,
    #[br(temp)]
    #[bw(calc = size_of(self))]
    length: u32,
    #[br(temp)]
    #[bw(calc = scene.len())]
    scene_size: u32,
    /// 0 for JSON.
    #[schema(one_of(0))]
    pub scene_format: u32,
    #[br(count = scene_size)]
    #[schema(utf8)]
    pub scene: Vec<u8>,
    #[br(parse_with = until_eof)]
    pub numbers: Vec<u8>,
}
