//! Reads numbers of bits out of bytes, for structures of bit fields.

/// Returns the number in `width` bits from the bit `first` on, least significant bit first.
#[inline(always)]
#[must_use]
pub fn get_bits<const N: usize>(bytes: &[u8; N], first: u16, width: u16) -> u128 {
    let (skipped, shift) = (usize::from(first / 8), u32::from(first % 8));
    let mut value = 0_u128;
    for (byte, at) in bytes.iter().skip(skipped).zip((0_u32..136).step_by(8)) {
        // The bits of the first byte before the number are dropped, and the bits of a seventeenth byte beyond 128.
        let byte = u128::from(*byte);
        value |= match at {
            // If the number begins with a byte, the seventeenth byte has none of its bits.
            128 => byte.checked_shl(128 - shift).unwrap_or(0),
            _ => byte << at >> shift,
        };
    }
    value & low_mask(width)
}

/// Returns the number in `width` bits from the bit `first` on, most significant bit first.
#[inline(always)]
#[must_use]
pub fn get_bits_big<const N: usize>(bytes: &[u8; N], first: u16, width: u16) -> u128 {
    let end = usize::from(first) + usize::from(width);
    // A number of no bits has no last byte.
    let (skipped, last) = (usize::from(first / 8), end.div_ceil(8).saturating_sub(1));
    // Only the upper bits of the last byte belong to the number. Bits before the number are shifted out or masked.
    let after = (8 - end % 8) % 8;
    let mut value = 0_u128;
    for (at, byte) in bytes.iter().enumerate().take(last + 1).skip(skipped) {
        let byte = u128::from(*byte);
        value = if at == last { value << (8 - after) | byte >> after } else { value << 8 | byte };
    }
    value & low_mask(width)
}

/// Returns a mask whose lowest `width` bits are set; `width` is at most 128.
#[inline(always)]
fn low_mask(width: u16) -> u128 {
    1_u128.checked_shl(u32::from(width)).map_or(u128::MAX, |above| above - 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schema::{BitPlace, Endian};

    #[test]
    fn both_orders_agree_with_bits_one_by_one() {
        let bytes: [u8; 18] = std::array::from_fn(|at| (at as u8).wrapping_mul(0x9d).wrapping_add(0x35));
        for first in 0..17_u16 {
            for width in 1..=127_u16 {
                let place = |order| BitPlace { first, width, order }.read_number(&bytes);
                assert_eq!(get_bits(&bytes, first, width), place(Endian::Little), "{first} {width}");
                assert_eq!(get_bits_big(&bytes, first, width), place(Endian::Big), "{first} {width}");
            }
        }
    }
}
