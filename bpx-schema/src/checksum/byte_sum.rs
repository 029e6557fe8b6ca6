use super::Checksum;

/// Sum of the unsigned bytes modulo 2^32.
#[derive(Clone, Debug, Default)]
pub struct ByteSum(u32);

impl Checksum for ByteSum {
    const NAME: &'static str = "byte-sum";
    const BITS: u32 = 32;

    fn update(&mut self, bytes: &[u8]) {
        // Blocks of 64 become one sum-of-absolute-differences instruction per 16 bytes.
        let (blocks, tail) = bytes.as_chunks::<64>();
        for block in blocks {
            self.add(block);
        }
        self.add(tail);
    }

    fn value(&self) -> u64 {
        u64::from(self.0)
    }
}

impl ByteSum {
    #[inline(always)]
    fn add(&mut self, bytes: &[u8]) {
        let sum = bytes.iter().fold(0_u32, |sum, &byte| sum.wrapping_add(u32::from(byte)));
        self.0 = self.0.wrapping_add(sum);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sum(bytes: &[u8]) -> u64 {
        super::super::checksum_of::<ByteSum>(bytes)
    }

    #[test]
    fn known_values() {
        assert_eq!(sum(b""), 0);
        assert_eq!(sum(b"123456789"), 0x1DD);
        assert_eq!(sum(&[0xFF; 1000]), 255_000);
        let all: Vec<u8> = (0..=255).collect();
        assert_eq!(sum(&all), 32_640);
    }

    #[test]
    fn wraps_at_32_bits() {
        let mut state = ByteSum(u32::MAX);
        state.update(&[2]);
        assert_eq!(state.value(), 1);
    }
}
