//! Numbers of sizes for which Rust has no type.

use super::Fixed;
use crate::schema::{Endian, Type};

/// A whole number that is stored in `N` bytes, and kept in the larger type `T`.
///
/// ```
/// use bpx_schema::codec::{I24, U24};
///
/// assert_eq!(U24::new(0xFF_FFFF).map(U24::value), Some(0xFF_FFFF));
/// assert_eq!((U24::new(0x100_0000), I24::new(-0x80_0001)), (None, None));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, PartialOrd, Ord)]
pub struct NarrowInt<T, const N: usize>(T);

impl<T: Copy, const N: usize> NarrowInt<T, N> {
    /// Returns the number.
    #[inline]
    #[must_use]
    pub fn value(self) -> T {
        self.0
    }
}

/// The error that a number does not fit into its bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TooLarge;

impl std::fmt::Display for TooLarge {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("the number does not fit into its bytes")
    }
}

impl std::error::Error for TooLarge {}

macro_rules! narrow {
    ($($(#[$doc:meta])* $name:ident $ty:ty, $size:literal;)*) => {$(
        $(#[$doc])*
        pub type $name = NarrowInt<$ty, $size>;

        impl NarrowInt<$ty, $size> {
            const UNUSED: u32 = <$ty>::BITS - 8 * $size;
            /// The least number.
            pub const MIN: Self = Self(<$ty>::MIN >> Self::UNUSED);
            /// The greatest number.
            pub const MAX: Self = Self(<$ty>::MAX >> Self::UNUSED);

            /// Returns a number, or `None` when the value needs more bytes.
            #[inline]
            #[must_use]
            pub fn new(value: $ty) -> Option<Self> {
                (Self::MIN.0..=Self::MAX.0).contains(&value).then_some(Self(value))
            }
        }

        impl From<NarrowInt<$ty, $size>> for i128 {
            #[inline]
            fn from(number: NarrowInt<$ty, $size>) -> Self {
                Self::from(number.0)
            }
        }

        impl TryFrom<i128> for NarrowInt<$ty, $size> {
            type Error = TooLarge;

            fn try_from(value: i128) -> Result<Self, TooLarge> {
                <$ty>::try_from(value).ok().and_then(Self::new).ok_or(TooLarge)
            }
        }

        impl Fixed for NarrowInt<$ty, $size> {
            const SIZE: usize = $size;

            #[inline(always)]
            fn get(bytes: &[u8], endian: Endian) -> Self {
                let mut wide = [0; size_of::<$ty>()];
                if let (Some(bytes), Some(low)) = (bytes.first_chunk::<$size>(), wide.first_chunk_mut::<$size>()) {
                    *low = *bytes;
                    if endian == Endian::Big {
                        low.reverse();
                    }
                }
                Self(<$ty>::from_le_bytes(wide) << Self::UNUSED >> Self::UNUSED)
            }

            #[inline(always)]
            fn put(&self, bytes: &mut [u8], endian: Endian) {
                let wide = self.0.to_le_bytes();
                if let (Some(bytes), Some(low)) = (bytes.first_chunk_mut::<$size>(), wide.first_chunk::<$size>()) {
                    *bytes = *low;
                    if endian == Endian::Big {
                        bytes.reverse();
                    }
                }
            }
        }
    )*};
}

narrow! {
    /// A whole number of 3 bytes without a sign.
    U24 u32, 3;
    /// A whole number of 3 bytes with a sign.
    I24 i32, 3;
    /// A whole number of 5 bytes without a sign.
    U40 u64, 5;
    /// A whole number of 5 bytes with a sign.
    I40 i64, 5;
    /// A whole number of 6 bytes without a sign.
    U48 u64, 6;
    /// A whole number of 6 bytes with a sign.
    I48 i64, 6;
    /// A whole number of 7 bytes without a sign.
    U56 u64, 7;
    /// A whole number of 7 bytes with a sign.
    I56 i64, 7;
}

/// An IEEE 754 number of 2 bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct F16(u16);

impl F16 {
    /// Returns the number with these bits.
    #[must_use]
    pub const fn from_bits(bits: u16) -> Self {
        Self(bits)
    }

    /// Returns the bits of the number: 1 bit for the sign, 5 for the exponent, 10 for the fraction.
    #[must_use]
    pub const fn to_bits(self) -> u16 {
        self.0
    }

    /// Returns a number, or `None` when 2 bytes cannot hold the value exactly.
    #[must_use]
    pub fn new(value: f32) -> Option<Self> {
        let bits = value.to_bits();
        let sign = (bits >> 16) & 0x8000;
        let fraction = bits & 0x7f_ffff;
        let stored = match bits >> 23 & 0xff {
            0 if fraction == 0 => 0,
            0xff => 0x7c00 | fraction >> 13,
            exponent @ 113..=142 => (exponent - 112) << 10 | fraction >> 13,
            exponent @ 103..=112 => (0x80_0000 | fraction) >> (126 - exponent),
            _ => return None,
        };
        let found = Self(u16::try_from(sign | stored).ok()?);
        (found.value().to_bits() == bits).then_some(found)
    }

    /// Returns the number. The conversion is exact, and keeps the bits of NaN.
    #[must_use]
    pub fn value(self) -> f32 {
        let [sign, exponent, fraction] = [self.0 >> 15, self.0 >> 10 & 0x1f, self.0 & 0x3ff].map(u32::from);
        let magnitude = match exponent {
            // Subnormal: a multiple of 2^-24.
            0 => (fraction as f32 * f32::from_bits((127 - 24) << 23)).to_bits(),
            0x1f => 0x7f80_0000 | fraction << 13,
            exponent => (exponent + 112) << 23 | fraction << 13,
        };
        f32::from_bits(sign << 31 | magnitude)
    }

    /// Returns whether the number is neither infinite nor NaN.
    #[must_use]
    pub const fn is_finite(self) -> bool {
        self.0 & 0x7c00 != 0x7c00
    }
}

impl Fixed for F16 {
    const SIZE: usize = 2;

    #[inline(always)]
    fn get(bytes: &[u8], endian: Endian) -> Self {
        Self(u16::get(bytes, endian))
    }

    #[inline(always)]
    fn put(&self, bytes: &mut [u8], endian: Endian) {
        self.0.put(bytes, endian);
    }
}

/// Returns the message for a width that numbers of a type cannot have.
pub(crate) fn no_width(ty: &Type, width: i128) -> String {
    // Only whole numbers have a width, and their size is fixed.
    format!("expected a width from 1 to {} bytes, found {width}", ty.fixed_size().unwrap_or(0))
}

/// Returns a number as `size` bytes; the number must fit.
pub(crate) fn number_bytes(number: i128, size: u8, endian: Endian) -> Vec<u8> {
    let mut bytes: Vec<u8> = number.to_le_bytes().into_iter().take(usize::from(size)).collect();
    if endian == Endian::Big {
        bytes.reverse();
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_byte_orders_and_signs() {
        assert_eq!(U24::get(&[1, 2, 3], Endian::Little), U24::new(0x03_0201).unwrap());
        assert_eq!(U24::get(&[1, 2, 3], Endian::Big), U24::new(0x01_0203).unwrap());
        assert_eq!(I24::get(&[0xfe, 0xff, 0xff], Endian::Little).value(), -2);
        assert_eq!(I40::get(&[0x80, 0, 0, 0, 0], Endian::Big), I40::MIN);
        assert_eq!(U56::get(&[0xff; 7], Endian::Big).value(), (1 << 56) - 1);
        let mut bytes = [0; 6];
        I48::new(-3).unwrap().put(&mut bytes, Endian::Big);
        assert_eq!(bytes, [0xff, 0xff, 0xff, 0xff, 0xff, 0xfd]);
        U48::new(0x0102).unwrap().put(&mut bytes, Endian::Little);
        assert_eq!(bytes, [2, 1, 0, 0, 0, 0]);
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        assert_eq!((U24::new(1 << 24), I24::new(1 << 23), I56::new(-(1 << 55) - 1)), (None, None, None));
        assert!(U40::try_from(1_i128 << 40).is_err() && U40::try_from(-1_i128).is_err());
        assert_eq!(U40::try_from((1_i128 << 40) - 1), Ok(U40::MAX));
    }

    /// Compares with the definition of the format, computed in numbers of 8 bytes.
    #[test]
    fn every_half_is_the_number_that_its_bits_define() {
        for bits in 0..=u16::MAX {
            let half = F16::from_bits(bits);
            let (exponent, fraction) = (i32::from(bits >> 10 & 0x1f), f64::from(bits & 0x3ff));
            let sign = if bits >> 15 == 1 { -1.0 } else { 1.0 };
            let expected = match exponent {
                0 => sign * fraction * 2_f64.powi(-24),
                0x1f if fraction == 0.0 => sign * f64::INFINITY,
                0x1f => f64::NAN,
                exponent => sign * (1024.0 + fraction) * 2_f64.powi(exponent - 25),
            };
            let value = half.value();
            let same = f64::from(value).to_bits() == expected.to_bits() || value.is_nan() && expected.is_nan();
            assert!(same, "{bits:#06x}: {value} and {expected}");
            assert_eq!(F16::new(value), Some(half), "{bits:#06x}");
            assert_eq!(half.is_finite(), value.is_finite());
        }
        for value in [0.1, 65536.0, 1e-8, f32::MAX, f32::from_bits(0x7f80_0001), f32::from_bits(1)] {
            assert_eq!(F16::new(value), None, "{value}");
        }
    }
}
