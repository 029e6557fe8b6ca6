//! Fixed-point numbers.

use super::{Fixed, TooLarge};
use crate::schema::Endian;

/// A fixed-point number with `F` bits after the point. The stored whole number counts parts of the size 2^-F.
///
/// ```
/// use bpx_schema::codec::FixedPoint;
///
/// let half = FixedPoint::<i32, 16>::new(-1.5).unwrap();
/// assert_eq!((half.parts(), half.value()), (-0x1_8000, -1.5));
/// assert_eq!((FixedPoint::<u16, 8>::new(0.001), FixedPoint::<u16, 8>::new(256.0)), (None, None));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, PartialOrd, Ord)]
pub struct FixedPoint<T, const F: u32>(T);

impl<T: Copy + Into<i128>, const F: u32> FixedPoint<T, F> {
    /// Creates the number that has `parts` parts.
    #[must_use]
    pub const fn from_parts(parts: T) -> Self {
        Self(parts)
    }

    /// Returns the number of parts.
    #[must_use]
    pub fn parts(self) -> T {
        self.0
    }

    /// Returns the value of the number.
    #[must_use]
    pub fn value(self) -> f64 {
        value_of(self.0.into(), F)
    }
}

impl<T: TryFrom<i128>, const F: u32> FixedPoint<T, F> {
    /// Returns a fixed-point number, or `None` if the value is not a whole number of parts, or has too many parts.
    #[must_use]
    pub fn new(value: f64) -> Option<Self> {
        T::try_from(parts_of(value, F)?).ok().map(Self)
    }
}

impl<T: TryFrom<i128>, const F: u32> TryFrom<f64> for FixedPoint<T, F> {
    type Error = TooLarge;

    fn try_from(value: f64) -> Result<Self, TooLarge> {
        Self::new(value).ok_or(TooLarge)
    }
}

impl<T: Fixed, const F: u32> Fixed for FixedPoint<T, F> {
    const SIZE: usize = T::SIZE;

    #[inline(always)]
    fn get(bytes: &[u8], endian: Endian) -> Self {
        Self(T::get(bytes, endian))
    }

    #[inline(always)]
    fn put(&self, bytes: &mut [u8], endian: Endian) {
        self.0.put(bytes, endian);
    }
}

/// Returns the value of `parts` parts, for numbers of at most 32 bits.
pub(crate) fn value_of(parts: i128, fraction: u32) -> f64 {
    parts as f64 / (1_u64 << fraction.min(63)) as f64
}

/// Returns the number of parts of a value, or `None` if it is not a whole number, or is far larger than any type holds.
pub(crate) fn parts_of(value: f64, fraction: u32) -> Option<i128> {
    crate::schema::whole_of_float(value * (1_u64 << fraction.min(63)) as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_is_found_again() {
        for parts in i16::MIN..=i16::MAX {
            let number = FixedPoint::<i16, 14>::from_parts(parts);
            assert_eq!(number.value() * 16384.0, f64::from(parts));
            assert_eq!(FixedPoint::<i16, 14>::new(number.value()), Some(number));
        }
        for parts in [i32::MIN, -1, 0, 1, i32::MAX] {
            let number = FixedPoint::<i32, 30>::from_parts(parts);
            assert_eq!(FixedPoint::<i32, 30>::new(number.value()), Some(number));
        }
        assert_eq!(FixedPoint::<u32, 32>::from_parts(1 << 31).value(), 0.5);
    }

    #[test]
    fn what_has_no_such_number_of_parts_is_refused() {
        for value in [2.0, -2.000_061_035_156_25, 0.000_01, f64::NAN, f64::INFINITY] {
            assert_eq!(FixedPoint::<i16, 14>::new(value), None, "{value}");
        }
    }
}
