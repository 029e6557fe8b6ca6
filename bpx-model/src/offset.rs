use std::ops::{Add, Mul, Sub};

/// An offset or a size in bytes that a file, a schema or a caller states, or that is computed from such numbers.
///
/// A result below zero or above 2^64 - 1 does not exist, and a result that is computed from a missing number does not
/// exist either. A formula can thus be one expression, and [`get`](Self::get) at its end returns the number, if there
/// is one.
///
/// ```
/// use bpx_model::Offset;
///
/// let end = |begin: u64, size: u64, count: u64| (Offset::from(begin) + Offset::from(size) * count).get();
/// assert_eq!(end(8, 4, 2), Some(16));
/// assert_eq!(end(8, 1 << 63, 2), None);
/// assert_eq!((Offset::from(8) + 2).slice(3, b"0123456789abc"), Some(&b"abc"[..]));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Offset(Option<u64>);

impl Offset {
    /// Returns the number, if there is one.
    #[must_use]
    pub const fn get(self) -> Option<u64> {
        self.0
    }

    /// Returns the `size` bytes at this offset, or `None` if not all of these bytes exist.
    #[must_use]
    pub fn slice(self, size: impl Into<Self>, bytes: &[u8]) -> Option<&[u8]> {
        self.up_to(self + size, bytes)
    }

    /// Returns the bytes from this offset up to the offset `end`, or `None` if not all of these bytes exist.
    #[must_use]
    pub fn up_to(self, end: impl Into<Self>, bytes: &[u8]) -> Option<&[u8]> {
        bytes.get(usize::try_from(self.0?).ok()?..usize::try_from(end.into().0?).ok()?)
    }

    fn combine_with(self, other: impl Into<Self>, compute: fn(u64, u64) -> Option<u64>) -> Self {
        Self(self.0.zip(other.into().0).and_then(|(a, b)| compute(a, b)))
    }
}

impl From<u64> for Offset {
    fn from(number: u64) -> Self {
        Self(Some(number))
    }
}

impl From<Option<u64>> for Offset {
    fn from(number: Option<u64>) -> Self {
        Self(number)
    }
}

impl<T: Into<Offset>> Add<T> for Offset {
    type Output = Self;

    fn add(self, other: T) -> Self {
        self.combine_with(other, u64::checked_add)
    }
}

impl<T: Into<Offset>> Sub<T> for Offset {
    type Output = Self;

    fn sub(self, other: T) -> Self {
        self.combine_with(other, u64::checked_sub)
    }
}

impl<T: Into<Offset>> Mul<T> for Offset {
    type Output = Self;

    fn mul(self, other: T) -> Self {
        self.combine_with(other, u64::checked_mul)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_does_not_exist_stays_so() {
        let max = Offset::from(u64::MAX);
        for none in [max + 1, max * 2, Offset::from(0) - 1, Offset::from(None)] {
            assert_eq!(none.get(), None);
            // Later steps do not lead back to an existing number.
            assert_eq!([(none - 1).get(), (none * 2).get(), (max - none).get()], [None; 3]);
            assert_eq!(none.slice(0, b"bytes"), None);
        }
        assert_eq!(((max - 1) * 1 + 1).get(), Some(u64::MAX));
    }

    #[test]
    fn slices_are_whole_or_none() {
        let from = |offset: u64, size: u64| Offset::from(offset).slice(size, b"bytes");
        assert_eq!((from(1, 2), from(5, 0)), (Some(&b"yt"[..]), Some(&b""[..])));
        assert_eq!((from(4, 2), from(6, 0), from(1, u64::MAX)), (None, None, None));
        assert_eq!(Offset::from(3).up_to(2, b"bytes"), None);
    }
}
