//! Checksums and hashes in their simplest form.
//!
//! The functions are slow and use no tables on purpose, and share no code with the codecs that they judge.

/// A checksum that a text may name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Algorithm {
    Sum,
    Crc32,
    Crc32Legacy,
    Adler32,
}

impl Algorithm {
    pub(super) fn from_name(name: &str) -> Option<Self> {
        Some(match name {
            "sum" => Self::Sum,
            "crc32" => Self::Crc32,
            "crc32_legacy" => Self::Crc32Legacy,
            "adler32" => Self::Adler32,
            _ => return None,
        })
    }

    /// Returns the algorithm with the name in a schema.
    pub(crate) fn of_schema(algorithm: &bpx_schema::schema::Algorithm) -> Option<Self> {
        Self::from_name(&match algorithm.name() {
            "byte-sum" => "sum".to_owned(),
            other => other.replace('-', "_"),
        })
    }

    pub(crate) fn of(self, bytes: &[u8]) -> u32 {
        match self {
            Self::Sum => bytes.iter().fold(0, |sum: u32, byte| sum.wrapping_add(u32::from(*byte))),
            Self::Crc32 => crc32_by_steps(bytes, 8),
            Self::Crc32Legacy => crc32_by_steps(bytes, 1),
            Self::Adler32 => adler32(bytes),
        }
    }
}

/// Returns the string hash of BPX, which begins with 5381. For each byte, the function multiplies the hash by 33 and
/// adds the byte.
pub(super) fn djb2(bytes: &[u8]) -> u64 {
    bytes.iter().fold(5381, |hash: u64, byte| hash.wrapping_mul(33).wrapping_add(u64::from(*byte)))
}

/// Computes a CRC-32 with this number of steps for each entry of the table. 8 steps give CRC-32; 1 step gives the table
/// of an old library that shifted each entry once.
fn crc32_by_steps(bytes: &[u8], steps: u32) -> u32 {
    let mut state = u32::MAX;
    for byte in bytes {
        let mut entry = (state ^ u32::from(*byte)) & 0xFF;
        for _ in 0..steps {
            let odd = entry & 1 == 1;
            entry >>= 1;
            if odd {
                entry ^= 0xEDB8_8320;
            }
        }
        state = (state >> 8) ^ entry;
    }
    !state
}

fn adler32(bytes: &[u8]) -> u32 {
    let (mut low, mut high) = (1u32, 0u32);
    for byte in bytes {
        low = (low + u32::from(*byte)) % 65521;
        high = (high + low) % 65521;
    }
    (high << 16) | low
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn published_check_values() {
        let digits = b"123456789";
        assert_eq!(Algorithm::Crc32.of(digits), 0xCBF4_3926);
        assert_eq!(Algorithm::Crc32Legacy.of(digits), 0xFF12_4790);
        assert_eq!(Algorithm::Adler32.of(digits), 0x091E_01DE);
        assert_eq!(Algorithm::Sum.of(digits), 477);
        assert_eq!(djb2(b""), 0x1505);
        assert_eq!(djb2(b"Version"), 0xd0ad_d3b8_d42b);
        assert_eq!(djb2("été".as_bytes()), 0x31_1626_5db1);
        assert_eq!(djb2(b"__debug__"), 0x0377_beb4_dd40_88e8);
    }
}
