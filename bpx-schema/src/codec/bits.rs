//! Bits in bytes, for structures of bit fields. The specifiers of modular-bitfield define width and numbers of a field.
//! Its structures are not used, because every crate that declares some would need it as a dependency.

use crate::report::{Class, Error, Location, Result};
use crate::schema::{BitPlace, Endian};
use modular_bitfield::Specifier;

/// Returns the width of a bit field.
#[must_use]
#[allow(clippy::cast_possible_truncation, reason = "at most 128")]
pub const fn width<S: Specifier>() -> u16 {
    S::BITS as u16
}

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
    value & mask(width)
}

/// Returns the number in `width` bits from the bit `first` on, most significant bit first.
#[inline(always)]
#[must_use]
pub fn get_bits_big<const N: usize>(bytes: &[u8; N], first: u16, width: u16) -> u128 {
    let end = usize::from(first) + usize::from(width);
    let (skipped, last) = (usize::from(first / 8), end.div_ceil(8).saturating_sub(1));
    // Only the upper bits of the last byte belong to the number. Bits before the number are shifted out or masked.
    let after = (8 - end % 8) % 8;
    let mut value = 0_u128;
    for (at, byte) in bytes.iter().enumerate().take(last + 1).skip(skipped) {
        let byte = u128::from(*byte);
        value = if at == last { value << (8 - after) | byte >> after } else { value << 8 | byte };
    }
    value & mask(width)
}

/// Sets the bits of a number.
///
/// # Errors
/// Returns an error when the value needs more bits than the number has; nothing is changed then.
#[inline]
pub fn set_bits<S, const N: usize>(
    bytes: &mut [u8; N],
    first: u16,
    order: Endian,
    value: S::InOut,
    name: &str,
) -> Result<()>
where
    S: Specifier<InOut: Copy + Into<u128>, Bytes: Into<u128>>,
{
    let width = width::<S>();
    let Ok(bits) = S::into_bytes(value) else { return Err(too_wide(name, value.into(), width)) };
    BitPlace { first, width, order }.put(bits.into(), bytes);
    Ok(())
}

/// Returns a mask of this many bits, at most 128.
#[inline(always)]
fn mask(width: u16) -> u128 {
    1_u128.checked_shl(u32::from(width)).map_or(u128::MAX, |above| above - 1)
}

/// Returns the fault for a value that is too wide for its bit field.
#[cold]
fn too_wide(name: &str, value: u128, bits: u16) -> Error {
    let message = format!("{value} needs more than {bits} bits");
    Error::fault(Class::Overflow, Location::default(), message).in_field(name)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use modular_bitfield::specifiers::{B3, B128};

    #[test]
    fn bits_cross_bytes() {
        let mut bytes = [0b1010_0000, 0b0000_0101, 0];
        assert_eq!(get_bits(&bytes, 5, 6), 0b10_1101);
        set_bits::<B3, _>(&mut bytes, 7, Endian::Little, 0b010, "x").unwrap();
        assert_eq!(bytes, [0b0010_0000, 0b0000_0101, 0]);
        assert!(set_bits::<B3, _>(&mut bytes, 7, Endian::Little, 8, "x").is_err());
    }

    #[test]
    fn a_number_may_begin_in_any_bit() {
        for first in 0..8_u16 {
            let mut bytes = [0; 17];
            set_bits::<B128, _>(&mut bytes, first, Endian::Little, u128::MAX, "x").unwrap();
            assert_eq!(get_bits(&bytes, first, 128), u128::MAX, "{first}");
            assert_eq!(bytes.iter().map(|byte| byte.count_ones()).sum::<u32>(), 128);
        }
    }

    #[test]
    fn both_orders_agree_with_bits_one_by_one() {
        let bytes: [u8; 18] = std::array::from_fn(|at| (at as u8).wrapping_mul(0x9d).wrapping_add(0x35));
        for first in 0..17_u16 {
            for width in 1..=127_u16 {
                let place = |order| BitPlace { first, width, order }.number(&bytes);
                assert_eq!(get_bits(&bytes, first, width), place(Endian::Little), "{first} {width}");
                assert_eq!(get_bits_big(&bytes, first, width), place(Endian::Big), "{first} {width}");
            }
        }
    }
}
