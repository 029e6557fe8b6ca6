use super::Endian;

/// The position of a bit field in the bytes of its structure.
///
/// Bits are numbered from the first bit of the first byte. If the least significant bit comes first, the first bit is
/// the lowest bit of its byte, and a number begins with its lowest bit. If the most significant bit comes first, the
/// first bit is the highest bit of its byte, and a number begins with its highest bit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BitPlace {
    /// Number of the first bit, from 0.
    pub first: u16,
    /// Width in bits, at most 127.
    pub width: u16,
    /// The bit order: which bit of a byte comes first.
    pub order: Endian,
}

impl BitPlace {
    /// Returns the index of the byte that holds a bit of the number, and the number of the bit in that byte. Bit 0 is
    /// the lowest bit of the number and of the byte.
    #[must_use]
    pub fn of_bit(&self, bit: u16) -> (usize, u32) {
        let (first, bit) = (usize::from(self.first), usize::from(bit));
        let place = match self.order {
            Endian::Little => first + bit,
            // The last bit of the number is its lowest.
            Endian::Big => first + usize::from(self.width) - 1 - bit,
        };
        let low = (place % 8) as u32;
        (place / 8, if self.order == Endian::Big { 7 - low } else { low })
    }

    /// Returns whether a number fits into the field.
    #[must_use]
    pub fn can_hold(&self, number: u128) -> bool {
        number.checked_shr(u32::from(self.width)).is_none_or(|above| above == 0)
    }

    /// Reads the number from the bytes of the structure.
    #[must_use]
    pub fn read_number(&self, bytes: &[u8]) -> u128 {
        (0..self.width.min(128)).fold(0, |number, bit| {
            let (byte, shift) = self.of_bit(bit);
            number | u128::from(bytes.get(byte).is_some_and(|byte| byte >> shift & 1 == 1)) << bit
        })
    }

    /// Writes a number to the bytes of the structure, but only as many of its bits as the field has.
    pub fn write_number(&self, number: u128, bytes: &mut [u8]) {
        for bit in 0..self.width.min(128) {
            let (byte, shift) = self.of_bit(bit);
            if let Some(byte) = bytes.get_mut(byte) {
                *byte = *byte & !(1 << shift) | u8::from(number >> bit & 1 == 1) << shift;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers of 4, 12 and 8 bits over three bytes, in both orders, computed by hand.
    #[test]
    fn numbers_lie_in_the_order_of_bits() {
        let bytes = [0x12, 0x34, 0x56];
        let numbers = |order| {
            [(0, 4), (4, 12), (16, 8)].map(|(first, width)| BitPlace { first, width, order }.read_number(&bytes))
        };
        assert_eq!(numbers(Endian::Little), [0x2, 0x341, 0x56]);
        assert_eq!(numbers(Endian::Big), [0x1, 0x234, 0x56]);
    }

    #[test]
    fn a_number_that_is_put_is_read_again() {
        for order in [Endian::Little, Endian::Big] {
            for (first, width) in [(0, 1), (3, 5), (7, 2), (5, 17), (1, 128), (9, 36)] {
                let place = BitPlace { first, width, order };
                let number =
                    0x0123_4567_89ab_cdef_0011_2233_4455_6677_u128.rotate_left(11) & (u128::MAX >> (128 - width));
                for ground in [0x00, 0xff] {
                    let mut bytes = [ground; 18];
                    place.write_number(number, &mut bytes);
                    assert_eq!(place.read_number(&bytes), number);
                    place.write_number(if ground == 0 { 0 } else { u128::MAX }, &mut bytes);
                    assert_eq!(bytes, [ground; 18], "{place:?}");
                }
            }
        }
    }
}
