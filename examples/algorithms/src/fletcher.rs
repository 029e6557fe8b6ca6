//! Declares Fletcher-16, a checksum of two sums modulo 255.

use bpx_schema::checksum::Checksum;

/// Fletcher-16.
#[derive(Debug, Default, Clone, Copy)]
pub struct Fletcher16 {
    bytes: u32,
    sums: u32,
}

impl Checksum for Fletcher16 {
    const NAME: &'static str = "fletcher16";
    const BITS: u32 = 16;

    fn update(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.bytes = (self.bytes + u32::from(*byte)) % 255;
            self.sums = (self.sums + self.bytes) % 255;
        }
    }

    fn value(&self) -> u64 {
        u64::from(self.sums << 8 | self.bytes)
    }
}
