use super::List;
use std::fmt;

/// An offset that a reader finds by searching for bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "json", derive(serde::Serialize, serde::Deserialize))]
pub struct RegionSearch {
    /// The bytes that a reader searches for, at least one.
    pub bytes: List<u8>,
    /// Whether the search finds the last occurrence in the space instead of the first.
    pub last: bool,
    /// Number of bytes to which the search is limited, at the end of the space if `last` is true, otherwise at the
    /// beginning; `None` for the whole space.
    #[cfg_attr(feature = "json", serde(default, skip_serializing_if = "Option::is_none"))]
    pub within: Option<u64>,
}

impl RegionSearch {
    /// Returns the word for the search in declarations.
    #[must_use]
    pub fn declaration_word(&self) -> &'static str {
        if self.last { "find_last" } else { "find_first" }
    }

    /// Returns the beginning and the end of the searched bytes in a space of `size` bytes.
    #[must_use]
    pub fn searched_range(&self, size: u64) -> (u64, u64) {
        let within = self.within.map_or(size, |within| within.min(size));
        if self.last { (size - within, size) } else { (0, within) }
    }

    /// Returns the offset at which the bytes occur in a space, or `None` if they do not occur.
    #[must_use]
    pub fn find(&self, space: &[u8]) -> Option<u64> {
        let (from, to) = self.searched_range(space.len() as u64);
        let searched = space.get(usize::try_from(from).ok()?..usize::try_from(to).ok()?)?;
        let mut places = searched.windows(self.bytes.len().max(1));
        let is_here = |place: &[u8]| *place == *self.bytes;
        let place = if self.last { places.rposition(is_here) } else { places.position(is_here) };
        from.checked_add(place? as u64)
    }
}

impl fmt::Display for RegionSearch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}(b\"{}\"", self.declaration_word(), self.bytes.escape_ascii())?;
        if let Some(within) = self.within {
            write!(f, ", within = {within}")?;
        }
        f.write_str(")")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_whole_signature_lies_within_the_bound() {
        let find = |last: bool, within: Option<u64>| {
            RegionSearch { bytes: b"ab".as_slice().into(), last, within }.find(b".ab.ab..")
        };
        assert_eq!([find(false, None), find(true, None)], [Some(1), Some(4)]);
        assert_eq!([find(false, Some(3)), find(false, Some(2))], [Some(1), None]);
        assert_eq!([find(true, Some(4)), find(true, Some(3)), find(true, Some(100))], [Some(4), None, Some(4)]);
    }

    #[test]
    fn a_space_that_is_shorter_than_the_signature_has_none() {
        let search = RegionSearch { bytes: b"abc".as_slice().into(), last: true, within: None };
        assert_eq!([search.find(b""), search.find(b"ab"), search.find(b"abc")], [None, None, Some(0)]);
    }
}
