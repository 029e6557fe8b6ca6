//! Defines sizes, and the units in which documents count sizes.

use bpx_model::Offset;
use serde::Serialize;

/// A size in bits: exact, a range, or unknown (from 0 without end).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub struct Size {
    /// The smallest size in bits.
    pub min: u64,
    /// The largest size in bits; `None` if there is no limit.
    pub max: Option<u64>,
}

impl Size {
    /// A size from 0 bits, without a limit.
    pub const VARIABLE: Self = Self { min: 0, max: None };

    /// Returns a size that never changes.
    #[must_use]
    pub const fn bits(bits: u64) -> Self {
        Self { min: bits, max: Some(bits) }
    }

    /// Returns the size in bits if it never changes.
    #[must_use]
    pub fn exact(self) -> Option<u64> {
        self.max.filter(|max| *max == self.min)
    }

    /// Adds another size. If the largest size needs more than 64 bits, the sum has no limit. A clipped smallest size is
    /// still a lower bound.
    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        let max = (Offset::from(self.max) + other.max).get();
        Self { min: self.min.saturating_add(other.min), max }
    }

    /// Multiplies the size by a number, with the same limits as [`plus`](Self::plus).
    #[must_use]
    pub fn times(self, count: u64) -> Self {
        Self { min: self.min.saturating_mul(count), max: (Offset::from(self.max) * count).get() }
    }
}

impl std::fmt::Display for Size {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match (self.exact(), self.max) {
            (Some(bits), _) => write!(f, "{bits}"),
            (None, Some(max)) => write!(f, "{}..{max}", self.min),
            (None, None) if self.min == 0 => f.write_str("varies"),
            (None, None) => write!(f, "{}..", self.min),
        }
    }
}

/// A unit of sizes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Unit {
    Bits,
    Bytes,
}

impl Unit {
    /// Returns the unit that a word names.
    pub(super) fn of(word: &str) -> Option<Self> {
        let word = word.trim_matches(|c: char| !c.is_alphanumeric());
        let is = |words: &[&str]| words.iter().any(|one| one.eq_ignore_ascii_case(word));
        match word {
            _ if is(&["bit", "bits"]) => Some(Self::Bits),
            _ if word == "B" || is(&["byte", "bytes", "octet", "octets"]) => Some(Self::Bytes),
            _ => None,
        }
    }

    /// Returns the number of bits in the unit.
    pub(super) const fn bits(self) -> u64 {
        match self {
            Self::Bits => 1,
            Self::Bytes => 8,
        }
    }

    /// Returns the size of `count` units.
    pub(super) fn size(self, count: u64) -> Size {
        Size::bits(self.bits()).times(count)
    }
}
