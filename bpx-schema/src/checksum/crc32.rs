use super::Checksum;

/// CRC-32 of IEEE 802.3, as zlib uses it, computed by the crate crc32fast.
#[derive(Clone, Debug)]
pub struct Crc32 {
    hasher: crc32fast::Hasher,
}

impl Default for Crc32 {
    fn default() -> Self {
        Self::resume(0)
    }
}

impl Crc32 {
    /// Returns the CRC-32 of `bytes`, of any size, in one call.
    #[must_use]
    pub fn checksum_of(bytes: &[u8]) -> u32 {
        let mut checksum = Self::default();
        checksum.update(bytes);
        checksum.finish()
    }

    /// Creates a state that continues after bytes with the checksum `value`.
    #[must_use]
    pub fn resume(value: u32) -> Self {
        Self { hasher: crc32fast::Hasher::new_with_initial(value) }
    }

    /// Returns the checksum as a 32-bit number.
    #[must_use]
    pub fn finish(self) -> u32 {
        self.hasher.finalize()
    }
}

impl Checksum for Crc32 {
    const NAME: &'static str = "crc32";
    const BITS: u32 = 32;

    fn update(&mut self, bytes: &[u8]) {
        self.hasher.update(bytes);
    }

    fn value(&self) -> u64 {
        u64::from(self.clone().finish())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_values() {
        let mut state = Crc32::default();
        assert_eq!(state.value(), 0);
        state.update(b"123456789");
        assert_eq!(state.value(), 0xCBF4_3926);
        let mut head = Crc32::default();
        head.update(b"1234567");
        let mut tail = Crc32::resume(head.finish());
        tail.update(b"89");
        assert_eq!(tail.finish(), 0xCBF4_3926);
    }
}
