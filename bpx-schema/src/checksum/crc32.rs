//! CRC-32 of IEEE 802.3.

#[derive(Clone, Debug, Default)]
pub(super) struct Crc32(crc32fast::Hasher);

impl Crc32 {
    pub(super) fn resume(value: u32) -> Self {
        Self(crc32fast::Hasher::new_with_initial(value))
    }

    pub(super) fn update(&mut self, bytes: &[u8]) {
        self.0.update(bytes);
    }

    pub(super) fn value(&self) -> u32 {
        let value = self.0.clone().finalize();
        if fault!(CrcUnfinished) { !value } else { value }
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
    }
}
