use super::Checksum;

/// Declares the sum of words of one size and byte order.
///
/// An incomplete last word is filled with zeros.
macro_rules! word_sum {
    ($(#[$doc:meta])* $name:ident, $word:ty, $from:ident, $text:literal) => {
        $(#[$doc])*
        #[derive(Clone, Debug, Default)]
        pub struct $name {
            sum: $word,
            /// Bytes of an incomplete word.
            part: [u8; size_of::<$word>()],
            filled: usize,
        }

        impl Checksum for $name {
            const NAME: &'static str = $text;
            const BITS: u32 = <$word>::BITS;

            fn update(&mut self, bytes: &[u8]) {
                let mut rest = bytes;
                while self.filled > 0
                    && let Some((byte, tail)) = rest.split_first()
                {
                    self.push(*byte);
                    rest = tail;
                }
                let (words, tail) = rest.as_chunks();
                self.sum = words.iter().fold(self.sum, |sum, word| sum.wrapping_add(<$word>::$from(*word)));
                for byte in tail {
                    self.push(*byte);
                }
            }

            fn value(&self) -> u64 {
                // Missing bytes of the part are zeros.
                u64::from(self.sum.wrapping_add(<$word>::$from(self.part)))
            }
        }

        impl $name {
            fn push(&mut self, byte: u8) {
                if let Some(place) = self.part.get_mut(self.filled) {
                    *place = byte;
                }
                self.filled += 1;
                if self.filled == self.part.len() {
                    self.sum = self.sum.wrapping_add(<$word>::$from(self.part));
                    (self.part, self.filled) = (Default::default(), 0);
                }
            }
        }
    };
}

word_sum! {
    /// Sum of unsigned words of 16 bits, low byte first, modulo 2^16. An incomplete last word is filled with zeros.
    Sum16Le, u16, from_le_bytes, "sum16-le"
}
word_sum! {
    /// Sum of unsigned words of 16 bits, high byte first, modulo 2^16. An incomplete last word is filled with zeros.
    Sum16Be, u16, from_be_bytes, "sum16-be"
}
word_sum! {
    /// Sum of unsigned words of 32 bits, low byte first, modulo 2^32. An incomplete last word is filled with zeros.
    Sum32Le, u32, from_le_bytes, "sum32-le"
}
word_sum! {
    /// Sum of unsigned words of 32 bits, high byte first, modulo 2^32. An incomplete last word is filled with zeros.
    Sum32Be, u32, from_be_bytes, "sum32-be"
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checksum::checksum_of;

    #[test]
    fn sums_by_hand() {
        let bytes = [0x01, 0x02, 0x03, 0x04, 0xFF];
        assert_eq!(checksum_of::<Sum16Le>(&bytes), 0x0201 + 0x0403 + 0x00FF);
        assert_eq!(checksum_of::<Sum16Be>(&bytes), (0x0102 + 0x0304 + 0xFF00) % 0x1_0000);
        assert_eq!(checksum_of::<Sum32Le>(&bytes), 0x0403_0201 + 0xFF);
        assert_eq!(checksum_of::<Sum32Be>(&bytes), (0x0102_0304 + 0xFF00_0000_u64) % (1 << 32));
        assert_eq!(checksum_of::<Sum16Le>(&[0xFF; 4]), 0xFFFE);
        assert_eq!(checksum_of::<Sum32Be>(&[0xFF; 8]), 0xFFFF_FFFE);
        assert_eq!(checksum_of::<Sum32Be>(&[]), 0);
    }
}
