use super::Algorithm;
use super::{Expr, LayoutFact, List, RegionSearch, Text};

/// The bytes of a field that has an offset of its own, or is stored in another form, or whose regions an array
/// describes. Transforms and checks are optional. Without an offset, an array and a search, the bytes follow the
/// previous field.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "json", derive(serde::Serialize, serde::Deserialize))]
pub struct Region {
    /// The array field whose elements describe regions, one region for each element. In expressions, the name of the
    /// element is `entry`.
    pub each: Option<Text>,
    /// Offset in bytes from the beginning of the space; `None` if the expression of an offset is missing.
    pub at: Option<Expr>,
    /// The search by which a reader finds the bytes, if the declaration states one.
    #[cfg_attr(feature = "json", serde(default, skip_serializing_if = "Option::is_none"))]
    pub search: Option<RegionSearch>,
    /// Stored size in bytes. Without an offset, `None` means the rest of the space, or a stream that ends by itself.
    pub size: Option<Expr>,
    /// Whether the bytes are a stream whose decoder finds the end of the stream, so that other bytes may follow.
    #[cfg_attr(feature = "json", serde(default, skip_serializing_if = "std::ops::Not::not"))]
    pub self_ending: bool,
    /// Conversions of stored bytes to content. A reader uses the first step whose condition holds.
    pub steps: List<RegionStep>,
    /// Size of the content in bytes; `None` if the declaration does not state the size.
    pub content_size: Option<Expr>,
    /// Checksums of the content. A reader uses the first check whose condition holds.
    pub checks: List<RegionChecksum>,
    /// The rules by which a writer places the bytes.
    #[cfg_attr(feature = "json", serde(default, skip_serializing_if = "Placement::is_default"))]
    pub place: Placement,
    /// The parts in an array that form the stored bytes, if the bytes are stored as such parts.
    #[cfg_attr(feature = "json", serde(default, skip_serializing_if = "Option::is_none"))]
    pub joined: Option<JoinedParts>,
}

/// Stored bytes that are joined from parts, in the order of an array. Each element of the array has one part.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "json", derive(serde::Serialize, serde::Deserialize))]
pub struct JoinedParts {
    /// The name of an array of structures, which is a field of the same structure.
    pub array: Text,
    /// The expression for the part of an element. In the expression, the name of the element is `entry`.
    pub bytes: Expr,
}

/// The rules by which a writer places bytes with an offset. By default, the bytes follow the bytes of the previous
/// field with an offset, in the order of the regions.
#[derive(Debug, Clone, PartialEq, Default)]
#[cfg_attr(feature = "json", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "json", serde(default))]
pub struct Placement {
    /// The alignment in bytes. The offset of each region is a multiple of it, and zeros fill the space before the
    /// region.
    pub align: Option<Expr>,
    /// The field with an offset whose bytes precede these bytes, if it is not the previous field.
    pub after: Option<Text>,
    /// Whether the last region comes first. For a field in the elements of a list, the region of the last element comes
    /// first.
    pub reverse: bool,
    /// Whether a writer stores regions with the same bytes only once.
    pub share: bool,
    /// Whether zeros follow each region, also the last one, up to the alignment. The alignment must then be constant.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "std::ops::Not::not"))]
    pub padded: bool,
}

impl Placement {
    /// The default rules: the bytes follow the previous field, in the order of the regions.
    pub const DEFAULT: Self = Self { align: None, after: None, reverse: false, share: false, padded: false };

    /// Returns the offset after the zeros that follow a region, from the offset of the region's end. Returns that
    /// offset itself if no zeros follow.
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
pub struct NumberSetting {
    /// The field whose regions the number describes, with one number for each region; empty for a number that describes
    /// the file.
    pub field: Text,
    /// The path of the number. It begins with a field, or with `entry` for the element that describes the region.
    pub target: List<Text>,
    /// The value of the number. The expression can use the facts of a placed region (`region.offset`,
    /// `region.stored_size`, `region.content_size`, `region.checksum`), of all regions of the field (`regions.offset`)
    /// and of the file (`file.size`, `file.end`), and the values of fields.
    pub value: Expr,
}

impl Region {
    /// Returns the expressions from which a reader takes the offset, the stored size, the size of the content and the
    /// checksum, each with its fact.
    pub fn fact_exprs(&self) -> impl Iterator<Item = (&Expr, LayoutFact)> {
        let checks = self.checks.iter().map(|check| (&check.stored, LayoutFact::ContentChecksum));
        let places = [
            (&self.at, LayoutFact::Offset),
            (&self.size, LayoutFact::StoredSize),
            (&self.content_size, LayoutFact::ContentSize),
        ];
        places.into_iter().filter_map(|(expr, fact)| Some((expr.as_ref()?, fact))).chain(checks)
    }

    /// Returns whether the bytes follow the previous field.
    #[must_use]
    pub fn is_in_place(&self) -> bool {
        self.each.is_none() && self.at.is_none() && self.search.is_none()
    }

    /// Returns whether a reader reads the field from content that is a separate space, because the form or the size of
    /// the bytes is stated.
    #[must_use]
    pub fn is_stored(&self) -> bool {
        let more = self.size.is_some() || self.content_size.is_some();
        self.is_in_place() || self.each.is_none() && (more || !self.steps.is_empty() || !self.checks.is_empty())
    }

    /// Returns a message if the declaration states that the bytes are a stream that ends by itself, but such a stream
    /// is not possible.
    #[must_use]
    pub fn self_ending_fault(&self) -> Option<String> {
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

    /// Returns a message for a built-in transform whose stream does not end by itself, because its decoder joins all
    /// streams that follow each other, or needs the size.
    #[must_use]
    pub fn joins_streams(transform: &str) -> Option<String> {
        let joins = ["bzip2", "gzip", "lz4", "lz4-block", "lzma", "xz", "zstd"].contains(&transform);
        joins.then(|| {
            format!(
                "expected `zlib`, `deflate` or a transform of your own for a stream that ends by itself, found \
                    `{transform}`"
            )
        })
    }

    /// Returns whether the content is not a part of the surrounding bytes. A reader drops such content after it has
    /// read the field.
    #[must_use]
    pub fn is_dropped(&self) -> bool {
        self.is_stored() && (self.joined.is_some() || !self.steps.is_empty())
    }
}

/// A transform of a region, and its condition.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "json", derive(serde::Serialize, serde::Deserialize))]
pub struct RegionStep {
    /// The condition for the transform. The transform applies if the condition holds.
    pub when: Expr,
    /// The algorithm of the transform.
    pub transform: Algorithm,
}

/// A checksum of a region, and its condition.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "json", derive(serde::Serialize, serde::Deserialize))]
pub struct RegionChecksum {
    /// The condition for the checksum. The checksum applies if the condition holds.
    pub when: Expr,
    /// The algorithms that a reader accepts. The first algorithm is the specified one.
    pub algorithms: List<Algorithm>,
    /// The expression for the stated checksum.
    pub stored: Expr,
}
