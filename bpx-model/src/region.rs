use super::Algorithm;
use super::{Expr, List, Search, Text};

/// Bytes that have offsets of their own, with optional transforms and checks; without an offset and an array, the bytes of a field
/// that follows the field before.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "json", derive(serde::Serialize, serde::Deserialize))]
pub struct Region {
    /// One region for each element of this array field; the name of the element in expressions is `entry`.
    pub each: Option<Text>,
    /// Offset in bytes from the beginning of the space; `None` for the next byte.
    pub at: Option<Expr>,
    /// The bytes at that place, if a reader searches for it.
    #[cfg_attr(feature = "json", serde(default, skip_serializing_if = "Option::is_none"))]
    pub search: Option<Search>,
    /// Stored size in bytes. Without an offset, `None` means the rest of the space, or a stream that ends by itself.
    pub size: Option<Expr>,
    /// Whether the bytes are a stream whose decoder finds its end, so that more bytes may follow.
    #[cfg_attr(feature = "json", serde(default, skip_serializing_if = "std::ops::Not::not"))]
    pub self_ending: bool,
    /// Conversions of stored bytes to content: the first step whose condition holds is used.
    pub steps: List<Step>,
    /// Size in bytes of the content, or `None` when it is not stated.
    pub content_size: Option<Expr>,
    /// Checksums of the content: the first check whose condition holds is used.
    pub checks: List<Check>,
    /// The placing of the bytes by a writer.
    #[cfg_attr(feature = "json", serde(default, skip_serializing_if = "Placement::is_default"))]
    pub place: Placement,
    /// For a field whose stored bytes are parts in an array: those parts.
    #[cfg_attr(feature = "json", serde(default, skip_serializing_if = "Option::is_none"))]
    pub joined: Option<Joined>,
}

/// Stored bytes that consist of members of the elements of an array, in order.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "json", derive(serde::Serialize, serde::Deserialize))]
pub struct Joined {
    /// A field of the same structure, an array of structures.
    pub array: Text,
    /// The bytes of an element, whose name in expressions is `entry`.
    pub bytes: Expr,
}

/// The rules by which a writer places bytes that have an offset. By default, they follow the bytes of the field before,
/// one after the other.
#[derive(Debug, Clone, PartialEq, Default)]
#[cfg_attr(feature = "json", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "json", serde(default))]
pub struct Placement {
    /// Each offset is a multiple of this number of bytes; zeros fill the space before it.
    pub align: Option<Expr>,
    /// The field with an offset that precedes these bytes, instead of the field before.
    pub after: Option<Text>,
    /// Whether the last region comes first; of a field in the elements of a list, that of the last element.
    pub reverse: bool,
    /// Whether regions of the same bytes are stored once.
    pub share: bool,
    /// Whether zeros follow each region up to the alignment, which is constant; the last one too.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "std::ops::Not::not"))]
    pub padded: bool,
}

impl Placement {
    /// After the field before, in order.
    pub const DEFAULT: Self = Self { align: None, after: None, reverse: false, share: false, padded: false };

    /// Returns the offset after the zeros that follow a region, from the offset of its end; the same without such zeros.
    #[must_use]
    pub fn padded_end(&self, end: u64) -> u64 {
        let align = match &self.align {
            Some(Expr::Int(align) | Expr::Const(_, align)) if self.padded => u64::try_from(*align).unwrap_or(1),
            _ => 1,
        };
        end.checked_next_multiple_of(align.max(1)).unwrap_or(end)
    }

    #[cfg(feature = "json")]
    fn is_default(&self) -> bool {
        *self == Self::DEFAULT
    }
}

/// A number that a writer sets after all bytes are placed.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "json", derive(serde::Serialize, serde::Deserialize))]
pub struct Setting {
    /// The field of the regions that the value describes, with one number for each region; empty for the file.
    pub field: Text,
    /// Field and member, or `entry` and a member of the element that describes the region.
    pub target: List<Text>,
    /// Its value, from the facts of a placed region (`region.offset`, `region.stored_size`, `region.content_size`,
    /// `region.checksum`), of all regions of the field (`regions.offset`), of the file (`file.size`, `file.end`), and from
    /// fields.
    pub value: Expr,
}

impl Region {
    /// Returns the expressions from which a reader takes facts, with the names of the facts: offset, stored size, size
    /// of the content, checksum.
    pub fn facts(&self) -> impl Iterator<Item = (&Expr, &'static str)> {
        let checks = self.checks.iter().map(|check| (&check.stored, "checksum"));
        let places = [(&self.at, "offset"), (&self.size, "stored_size"), (&self.content_size, "content_size")];
        places.into_iter().filter_map(|(expr, fact)| Some((expr.as_ref()?, fact))).chain(checks)
    }

    /// Returns whether the bytes follow the field before.
    #[must_use]
    pub fn is_in_place(&self) -> bool {
        self.each.is_none() && self.at.is_none() && self.search.is_none()
    }

    /// Returns whether a field is read from the content of bytes whose form or size is stated: the content is a
    /// separate space.
    #[must_use]
    pub fn is_stored(&self) -> bool {
        let more = self.size.is_some() || self.content_size.is_some();
        self.is_in_place() || self.each.is_none() && (more || !self.steps.is_empty() || !self.checks.is_empty())
    }

    /// Returns why the stream cannot end by itself, if the declaration states that it does.
    #[must_use]
    pub fn endless(&self) -> Option<String> {
        if !self.self_ending {
            return None;
        }
        if !self.is_in_place() || self.size.is_some() || self.joined.is_some() || self.steps.is_empty() {
            return Some(Self::NO_STREAM.to_owned());
        }
        self.steps.iter().find_map(|step| Self::joins_streams(step.transform.name()))
    }

    /// The message for a region that cannot be a stream that ends by itself.
    pub const NO_STREAM: &str =
        "a stream that ends by itself needs a transform, and must have no offset, no size and no joined parts";

    /// Returns why a stream of a built-in transform does not end by itself: its decoder joins all streams that follow each
    /// other, or needs the size.
    #[must_use]
    pub fn joins_streams(transform: &str) -> Option<String> {
        let joins = ["bzip2", "gzip", "lz4", "lz4-block", "lzma", "xz", "zstd"].contains(&transform);
        joins.then(|| {
            format!(
                "expected `zlib`, `deflate` or an own transform for a stream that ends by itself, found `{transform}`"
            )
        })
    }

    /// Returns whether the content is not a part of the surrounding bytes, so that it is dropped after the field is
    /// read.
    #[must_use]
    pub fn is_dropped(&self) -> bool {
        self.is_stored() && (self.joined.is_some() || !self.steps.is_empty())
    }
}

/// One way to transform a region.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "json", derive(serde::Serialize, serde::Deserialize))]
pub struct Step {
    /// The transform applies if this is not zero.
    pub when: Expr,
    /// The algorithm.
    pub transform: Algorithm,
}

/// One way to check a region.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "json", derive(serde::Serialize, serde::Deserialize))]
pub struct Check {
    /// The transform applies if this is not zero.
    pub when: Expr,
    /// The accepted algorithms, the specified one first.
    pub algorithms: List<Algorithm>,
    /// The stated value.
    pub stored: Expr,
}
