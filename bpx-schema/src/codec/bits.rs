//! Bits in bytes, for structures of bits. How wide a field is, and which numbers it takes, is said by the specifiers of
//! modular-bitfield; its own structures would have to be named by every crate that declares some.

use crate::report::{Class, Error, Location, Result};
use modular_bitfield::Specifier;

/// The width of a bit field.
#[must_use]
#[allow(clippy::cast_possible_truncation, reason = "at most 128")]
pub const fn width<S: Specifier>() -> u16 {
    S::BITS as u16
}

/// The number in `width` bits from the bit `first` on, least significant bit first.
#[inline(always)]
#[must_use]
pub fn get_bits<const N: usize>(bytes: &[u8; N], first: u16, width: u16) -> u128 {
    let (skipped, shift) = (usize::from(first / 8), u32::from(first % 8));
    let mut value = 0_u128;
    for (byte, at) in bytes.iter().skip(skipped).zip((0_u32..136).step_by(8)) {
        // The first byte loses the bits before the number, and a seventeenth those that no number has.
        let byte = u128::from(*byte);
        value |= match at {
            // Where the number begins with a byte, none of its bits is in the seventeenth.
            128 => byte.checked_shl(128 - shift).unwrap_or(0),
            _ => byte << at >> shift,
        };
    }
    value & mask(width)
}

/// Sets such bits.
///
/// # Errors
/// When the value needs more of them; nothing is changed then.
#[inline]
pub fn set_bits<S, const N: usize>(bytes: &mut [u8; N], first: u16, value: S::InOut, name: &str) -> Result<()>
where
    S: Specifier<InOut: Copy + Into<u128>, Bytes: Into<u128>>,
{
    let width = width::<S>();
    let Ok(bits) = S::into_bytes(value) else { return Err(too_wide(name, value.into(), width)) };
    let value: u128 = bits.into();
    for at in 0..width {
        let bit = usize::from(first) + usize::from(at);
        if let Some(byte) = bytes.get_mut(bit / 8) {
            let mask = 1_u8 << (bit % 8);
            let set = value >> at & 1 == 1;
            *byte = if set { *byte | mask } else { *byte & !mask };
        }
    }
    Ok(())
}

/// So many bits, at most 128.
#[inline(always)]
fn mask(width: u16) -> u128 {
    1_u128.checked_shl(u32::from(width)).map_or(u128::MAX, |above| above - 1)
}

/// A value that is too wide for its bit field.
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
        set_bits::<B3, _>(&mut bytes, 7, 0b010, "x").unwrap();
        assert_eq!(bytes, [0b0010_0000, 0b0000_0101, 0]);
        assert!(set_bits::<B3, _>(&mut bytes, 7, 8, "x").is_err());
    }

    #[test]
    fn a_number_may_begin_in_any_bit() {
        for first in 0..8_u16 {
            let mut bytes = [0; 17];
            set_bits::<B128, _>(&mut bytes, first, u128::MAX, "x").unwrap();
            assert_eq!(get_bits(&bytes, first, 128), u128::MAX, "{first}");
            assert_eq!(bytes.iter().map(|byte| byte.count_ones()).sum::<u32>(), 128);
        }
    }
}
