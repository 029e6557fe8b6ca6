use super::Algorithm;
use super::{Expr, List, Text};

/// Bytes that lie somewhere else, perhaps transformed, perhaps checked; without an offset and an array, the bytes of a field
/// that lies in its place, behind the field before it.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "json", derive(serde::Serialize, serde::Deserialize))]
pub struct Region {
    /// One region for each element of this array field; expressions call the element `entry`.
    pub each: Option<Text>,
    /// Offset in bytes from the beginning of the space; none for the next byte.
    pub at: Option<Expr>,
    /// Size in bytes as stored; in place, none for the rest of the space.
    pub size: Option<Expr>,
    /// How to get from stored bytes to content: the first step whose condition holds.
    pub steps: List<Step>,
    /// Size in bytes of the content, or `None` when it is not stated.
    pub content_size: Option<Expr>,
    /// Checksum of the content: the first check whose condition holds.
    pub checks: List<Check>,
}

impl Region {
    /// Whether the bytes follow those of the field before.
    #[must_use]
    pub fn is_in_place(&self) -> bool {
        self.each.is_none() && self.at.is_none()
    }
}

/// One way to transform a region.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "json", derive(serde::Serialize, serde::Deserialize))]
pub struct Step {
    /// Applied when this is not zero.
    pub when: Expr,
    /// The algorithm.
    pub transform: Algorithm,
}

/// One way to check a region.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "json", derive(serde::Serialize, serde::Deserialize))]
pub struct Check {
    /// Applied when this is not zero.
    pub when: Expr,
    /// The algorithms of which one must match, the specified one first.
    pub algorithms: List<Algorithm>,
    /// The stated value.
    pub stored: Expr,
}
