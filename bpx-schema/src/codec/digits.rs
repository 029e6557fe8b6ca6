//! Numbers that are stored digit by digit.

use super::{Fixed, TooLarge};
use crate::schema::{self, DigitForm, Endian};
use std::fmt;
use std::marker::PhantomData;

/// The kind of digits in a [`Digits`] number: [`Base8`], [`Base10`], [`Base16`] or [`Packed`].
pub trait DigitCoding: Copy {
    /// The kind of digits as data.
    const DIGITS: schema::DigitKind;
}

/// How a [`Digits`] number fills its bytes: [`Zeros`], [`Nul`], [`NulSpace`], [`SpacesBefore`] or [`SpacesBehind`].
pub trait DigitFilling: Copy {
    /// The kind of filling as data.
    const FILL: schema::DigitFill;
}

macro_rules! words {
    ($of:ident $name:ident: $type:ident; $($(#[$doc:meta])* $word:ident $value:ident;)*) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
        pub struct $word;

        impl $of for $word {
            const $name: schema::$type = schema::$type::$value;
        }
    )*};
}

words! { DigitCoding DIGITS: DigitKind;
    /// ASCII digits of base 8.
    Base8 Octal;
    /// ASCII digits of base 10.
    Base10 Decimal;
    /// ASCII digits of base 16. Writers use capital letters.
    Base16 Hex;
    /// Two decimal digits in each byte.
    Packed Bcd;
}

words! { DigitFilling FILL: DigitFill;
    /// Zeros before the digits.
    Zeros Zeros;
    /// Zeros before the digits, and a NUL after them.
    Nul Nul;
    /// Zeros before the digits, and a NUL and a space after them.
    NulSpace NulSpace;
    /// Spaces before the digits.
    SpacesBefore SpacesBefore;
    /// Spaces after the digits.
    SpacesBehind SpacesBehind;
}

/// A number of `N` ASCII digits of base 8, filled as `F` states.
pub type Octal<const N: usize, F = Zeros> = Digits<N, Base8, F>;
/// A number of `N` ASCII digits of base 10, filled as `F` states.
pub type Decimal<const N: usize, F = Zeros> = Digits<N, Base10, F>;
/// A number of `N` ASCII digits of base 16, filled as `F` states.
pub type Hex<const N: usize, F = Zeros> = Digits<N, Base16, F>;
/// A number of two decimal digits in each of `N` bytes.
pub type Bcd<const N: usize> = Digits<N, Packed, Zeros>;

/// An unsigned whole number in `N` bytes, digit by digit.
///
/// The value keeps the stored bytes. For every kind of filling, readers accept spaces before ASCII digits, and spaces
/// and NULs after the digits. Without a digit, the number is 0. Bytes that are not a number are kept too: the rule
/// `digits` reports such bytes, and expressions use -1 as their value.
///
/// ```
/// use bpx_schema::codec::{Bcd, Nul, Octal};
///
/// let mode = Octal::<8, Nul>::new(0o644).unwrap();
/// assert_eq!(mode.bytes(), b"0000644\0");
/// assert_eq!(Octal::<8, Nul>::from(*b"   644 \0").value(), Some(0o644));
/// assert_eq!((Octal::<4>::new(0o10000), Octal::<4>::from(*b"8888").value()), (None, None));
/// assert_eq!(Bcd::<2>::from([0x12, 0x34]).value(), Some(1234));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Digits<const N: usize, D, F> {
    bytes: [u8; N],
    form: PhantomData<(D, F)>,
}

impl<const N: usize, D: DigitCoding, F: DigitFilling> Digits<N, D, F> {
    /// The kinds of digits and filling.
    pub const FORM: DigitForm = DigitForm { digits: D::DIGITS, fill: F::FILL };

    /// Returns a number whose bytes are filled as writers do, or `None` if the number does not fit.
    #[must_use]
    pub fn new(value: u64) -> Option<Self> {
        Some(Self::from(*Self::FORM.digit_bytes(value, N)?.first_chunk()?))
    }

    /// Returns the number, or `None` when the bytes are not a number.
    #[must_use]
    pub fn value(self) -> Option<u64> {
        Self::FORM.read_number(&self.bytes)
    }

    /// Returns the bytes, as they are stored.
    #[must_use]
    pub fn bytes(&self) -> &[u8; N] {
        &self.bytes
    }

    /// Sets the number, and returns whether the number fits. If the bytes already have this number, they are kept.
    pub fn set(&mut self, value: u64) -> bool {
        let new = if self.value() == Some(value) { Some(*self) } else { Self::new(value) };
        new.map(|new| *self = new).is_some()
    }
}

impl<const N: usize, D, F> From<[u8; N]> for Digits<N, D, F> {
    fn from(bytes: [u8; N]) -> Self {
        Self { bytes, form: PhantomData }
    }
}

impl<const N: usize, D: DigitCoding, F: DigitFilling> Default for Digits<N, D, F> {
    fn default() -> Self {
        Self::new(0).unwrap_or(Self::from([b'0'; N]))
    }
}

impl<const N: usize, D: DigitCoding, F: DigitFilling> fmt::Debug for Digits<N, D, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}(\"{}\")", D::DIGITS.name(), self.bytes.escape_ascii())
    }
}

impl<const N: usize, D: DigitCoding, F: DigitFilling> From<Digits<N, D, F>> for i128 {
    fn from(number: Digits<N, D, F>) -> Self {
        number.value().map_or(-1, Self::from)
    }
}

impl<const N: usize, D: DigitCoding, F: DigitFilling> TryFrom<i128> for Digits<N, D, F> {
    type Error = TooLarge;

    fn try_from(value: i128) -> Result<Self, TooLarge> {
        u64::try_from(value).ok().and_then(Self::new).ok_or(TooLarge)
    }
}

impl<const N: usize, D: DigitCoding, F: DigitFilling> Fixed for Digits<N, D, F> {
    const SIZE: usize = N;

    #[inline(always)]
    fn get(bytes: &[u8], _: Endian) -> Self {
        Self::from(bytes.first_chunk().copied().unwrap_or([0; N]))
    }

    #[inline(always)]
    fn put(&self, bytes: &mut [u8], _: Endian) {
        if let Some(bytes) = bytes.first_chunk_mut() {
            *bytes = self.bytes;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_stay_when_the_number_stays() {
        let mut size = Octal::<12, Nul>::from(*b"        644 ");
        assert!(size.set(0o644));
        assert_eq!(size.bytes(), b"        644 ");
        assert!(size.set(0o645) && !size.set(1 << 33));
        assert_eq!(size.bytes(), b"00000000645\0");
        assert_eq!(format!("{size:?}"), "Octal(\"00000000645\\x00\")");
    }

    #[test]
    fn what_is_no_number_is_below_all_numbers() {
        assert_eq!(i128::from(Hex::<2>::from(*b"xx")), -1);
        assert_eq!(Decimal::<2, SpacesBehind>::default().bytes(), b"0 ");
        assert!(Bcd::<1>::try_from(100).is_err() && Bcd::<1>::try_from(-1).is_err());
    }
}
