//! Sets bit fields. The specifiers of modular-bitfield define the width of a field and which numbers the field can
//! hold. The structures of modular-bitfield are not used, because then every crate that declares bit fields would need
//! modular-bitfield as a dependency.

use crate::report::{Class, Error, Result};
use crate::schema::{BitPlace, Endian};
use modular_bitfield::Specifier;

/// Sets a bit field to a number.
///
/// # Errors
/// Returns an error, and changes nothing, when the value needs more bits than the field has.
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
    // At most 128.
    let width = u16::try_from(S::BITS).unwrap_or(u16::MAX);
    let Ok(bits) = S::into_bytes(value) else { return Err(too_wide(name, value.into(), width)) };
    BitPlace { first, width, order }.write_number(bits.into(), bytes);
    Ok(())
}

/// Returns the fault that a value is too wide for its bit field.
#[cold]
fn too_wide(name: &str, value: u128, bits: u16) -> Error {
    let message = format!("{value} needs more than {bits} bits");
    Error::unlocated_fault(Class::Overflow, message).in_field(name)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::codec::bits::get_bits;
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
}
