use bpx_schema::structure;

/// The first 12 bytes of an xz stream (section 2.1.1 of the xz format).
#[structure]
#[derive(Debug, Clone, PartialEq, Eq)]
#[brw(little)]
#[schema(spec = "2.1.1", sum(crc32, over(reserved, check), stored = checksum))]
pub struct StreamHeader {
    /// The signature of xz streams.
    #[schema(spec = "2.1.1.1", magic = b"\xFD7zXZ\0")]
    pub signature: [u8; 6],
    /// Always zero.
    #[schema(spec = "2.1.1.2", reserved)]
    pub reserved: u8,
    /// The integrity check that follows every block.
    #[schema(spec = "2.1.1.2", range(0..=15))]
    pub check: u8,
    /// CRC-32 of the two bytes before.
    #[schema(spec = "2.1.1.3")]
    pub checksum: u32,
}

/// The last 12 bytes of an xz stream (section 2.1.2 of the xz format).
#[structure]
#[derive(Debug, Clone, PartialEq, Eq)]
#[brw(little)]
#[schema(spec = "2.1.2", sum(crc32, over(backward_size, check), stored = checksum))]
pub struct StreamFooter {
    /// CRC-32 of the next six bytes.
    #[schema(spec = "2.1.2.1")]
    pub checksum: u32,
    /// Size of the index in units of 4 bytes, minus 1.
    #[schema(spec = "2.1.2.2")]
    pub backward_size: u32,
    /// Always zero.
    #[schema(spec = "2.1.2.3", reserved)]
    pub reserved: u8,
    /// The integrity check, as in the header of the stream.
    #[schema(spec = "2.1.2.3", range(0..=15))]
    pub check: u8,
    /// The signature at the end of xz streams.
    #[schema(spec = "2.1.2.4", magic = b"YZ")]
    pub signature: [u8; 2],
}

impl StreamFooter {
    /// Returns the size of the index in bytes.
    #[must_use]
    #[allow(clippy::arithmetic_side_effects, reason = "the number has 32 bits")]
    pub fn index_size(&self) -> u64 {
        (u64::from(self.backward_size) + 1) * 4
    }
}
