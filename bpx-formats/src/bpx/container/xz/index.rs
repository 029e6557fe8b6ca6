use bpx_schema::codec::Uleb;
use bpx_schema::structure;

/// Sizes of all blocks of a stream (section 4 of the xz format).
#[structure]
#[derive(Debug, Clone, PartialEq, Eq)]
#[brw(little)]
#[schema(spec = "4", sum(crc32, over(indicator, padding), stored = checksum))]
pub struct Index {
    /// The byte 0, which distinguishes an index from a block.
    #[schema(spec = "4.1", range(0..=0))]
    pub indicator: u8,
    /// Number of blocks.
    #[br(temp)]
    #[bw(calc = records.len())]
    #[schema(spec = "4.2")]
    count: Uleb<u64>,
    /// One record for each block, in the order of the blocks.
    #[br(count = count)]
    #[schema(spec = "4.3")]
    pub records: Vec<IndexRecord>,
    /// Zeros up to a multiple of 4 bytes.
    #[br(count = (4 - position % 4) % 4)]
    #[schema(spec = "4.4", reserved)]
    pub padding: Vec<u8>,
    /// CRC-32 of the bytes of the index before the checksum.
    #[schema(spec = "4.5")]
    pub checksum: u32,
}

/// Sizes of one block (section 4.3 of the xz format).
#[structure]
#[derive(Debug, Clone, PartialEq, Eq)]
#[schema(spec = "4.3")]
pub struct IndexRecord {
    /// Size of the block in bytes, with header, data and check, but without the padding before the check.
    #[schema(spec = "4.3.1")]
    pub unpadded_size: Uleb<u64>,
    /// Size of the block's content in bytes.
    #[schema(spec = "4.3.2")]
    pub content_size: Uleb<u64>,
}
