//! Tags, which are short texts that identify the type of something.

use super::Fixed;
use crate::schema::Endian;
use crate::value::elements::Elements;
use std::fmt;
use std::ops::Deref;

/// A tag of `N` bytes, in stored order, such as `IHDR`.
///
/// JSON and dumps show the tag as a text in ISO 8859-1.
///
/// ```
/// use bpx_schema::codec::FourCc;
///
/// let tag = FourCc::from(*b"IHDR");
/// assert_eq!(tag, *b"IHDR");
/// assert_eq!((tag.to_string(), FourCc::from(*b"\xa9n\0m").to_string()), ("IHDR".to_owned(), "\\xa9n\\x00m".to_owned()));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Tag<const N: usize>(pub [u8; N]);

/// A tag of four bytes.
pub type FourCc = Tag<4>;

impl<const N: usize> From<[u8; N]> for Tag<N> {
    fn from(bytes: [u8; N]) -> Self {
        Self(bytes)
    }
}

impl<const N: usize> Default for Tag<N> {
    fn default() -> Self {
        Self([0; N])
    }
}

impl<const N: usize> PartialEq<[u8; N]> for Tag<N> {
    fn eq(&self, other: &[u8; N]) -> bool {
        self.0 == *other
    }
}

impl<const N: usize> Elements for Tag<N> {
    type Element = u8;

    #[inline]
    fn elements(&self) -> &[u8] {
        &self.0
    }
}

impl<const N: usize> AsRef<[u8]> for Tag<N> {
    fn as_ref(&self) -> &[u8] {
        &self.0
    }
}

impl<const N: usize> Deref for Tag<N> {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.0
    }
}

impl<const N: usize> fmt::Display for Tag<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0.escape_ascii())
    }
}

impl<const N: usize> fmt::Debug for Tag<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Tag(\"{self}\")")
    }
}

impl<const N: usize> Fixed for Tag<N> {
    const SIZE: usize = N;

    #[inline(always)]
    fn get(bytes: &[u8], _: Endian) -> Self {
        Self(bytes.first_chunk().copied().unwrap_or([0; N]))
    }

    #[inline(always)]
    fn put(&self, bytes: &mut [u8], _: Endian) {
        if let Some(bytes) = bytes.first_chunk_mut() {
            *bytes = self.0;
        }
    }
}
