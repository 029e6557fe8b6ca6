use super::Checksum;

/// The largest prime below 2^16.
const MODULUS: u32 = 65_521;
/// Number of bytes after which the sums have to be reduced: the largest n for which 255 n (n + 1) / 2 + (n + 1)
/// (MODULUS - 1) is below 2^32.
const STRIDE: usize = 5552;

/// Adler-32 of RFC 1950.
#[derive(Clone, Debug)]
pub struct Adler32 {
    bytes: u32,
    sums: u32,
}

impl Default for Adler32 {
    fn default() -> Self {
        Self { bytes: 1, sums: 0 }
    }
}

impl Checksum for Adler32 {
    const NAME: &'static str = "adler32";
    const BITS: u32 = 32;

    fn update(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(STRIDE) {
            for byte in chunk {
                self.bytes = self.bytes.wrapping_add(u32::from(*byte));
                self.sums = self.sums.wrapping_add(self.bytes);
            }
            self.bytes %= MODULUS;
            self.sums %= MODULUS;
        }
    }

    fn value(&self) -> u64 {
        u64::from(self.sums << 16 | self.bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checksum::checksum_of;

    #[test]
    fn known_values() {
        assert_eq!(checksum_of::<Adler32>(b""), 1);
        assert_eq!(checksum_of::<Adler32>(b"123456789"), 0x091E_01DE);
        assert_eq!(checksum_of::<Adler32>(b"Wikipedia"), 0x11E6_0398);
    }

    #[test]
    fn the_largest_sums_do_not_overflow() {
        // 100,000 bytes of 255, by the definition with wide numbers.
        let (mut a, mut b) = (1_u64, 0_u64);
        for _ in 0..100_000 {
            a = (a + 255) % 65_521;
            b = (b + a) % 65_521;
        }
        assert_eq!(checksum_of::<Adler32>(&vec![255; 100_000]), b << 16 | a);
    }
}
