//! The facts of a layout that a writer knows, and their names in expressions.

/// A fact of the layout of a file, which a writer knows when it has placed the contents of the file. Expressions name
/// it by an owner and a name, such as `region.offset`.
///
/// ```
/// use bpx_model::LayoutFact;
///
/// assert_eq!(LayoutFact::find("region", "stored_size"), Some(LayoutFact::StoredSize));
/// assert_eq!(LayoutFact::find("file", "stored_size"), None);
/// assert_eq!(LayoutFact::names_of(LayoutFact::FILE).collect::<Vec<_>>(), ["end", "size"]);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LayoutFact {
    /// The offset of a region in bytes.
    Offset,
    /// The number of bytes that store a region.
    StoredSize,
    /// The number of bytes of the content of a region.
    ContentSize,
    /// The checksum of the content of a region.
    ContentChecksum,
    /// The offset in bytes at which the first of all regions of a field begins.
    FirstOffset,
    /// The offset in bytes after the last part of the file.
    FileEnd,
    /// The size of the file in bytes.
    FileSize,
}

impl LayoutFact {
    /// The owner of the facts of one region.
    pub const REGION: &str = "region";

    /// The owner of the facts of all regions of a field.
    pub const REGIONS: &str = "regions";

    /// The owner of the facts of the file.
    pub const FILE: &str = "file";

    const ALL: [Self; 7] = [
        Self::Offset,
        Self::StoredSize,
        Self::ContentSize,
        Self::ContentChecksum,
        Self::FirstOffset,
        Self::FileEnd,
        Self::FileSize,
    ];

    /// Returns the owner in expressions.
    #[must_use]
    pub const fn owner(self) -> &'static str {
        match self {
            Self::Offset | Self::StoredSize | Self::ContentSize | Self::ContentChecksum => Self::REGION,
            Self::FirstOffset => Self::REGIONS,
            Self::FileEnd | Self::FileSize => Self::FILE,
        }
    }

    /// Returns the name in expressions, after the owner.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Offset | Self::FirstOffset => "offset",
            Self::StoredSize => "stored_size",
            Self::ContentSize => "content_size",
            Self::ContentChecksum => "checksum",
            Self::FileEnd => "end",
            Self::FileSize => "size",
        }
    }

    /// Returns whether only a region with a content of its own has the fact.
    #[must_use]
    pub const fn needs_content(self) -> bool {
        matches!(self, Self::ContentSize | Self::ContentChecksum)
    }

    /// Returns the names of the facts of an owner.
    pub fn names_of(owner: &str) -> impl Iterator<Item = &'static str> {
        Self::of_owner(owner).map(Self::name)
    }

    /// Returns the facts of an owner; no facts for any other name.
    pub fn of_owner(owner: &str) -> impl Iterator<Item = Self> {
        Self::ALL.into_iter().filter(move |fact| fact.owner() == owner)
    }

    /// Returns the fact that an expression names, if there is one.
    #[must_use]
    pub fn find(owner: &str, name: &str) -> Option<Self> {
        Self::of_owner(owner).find(|fact| fact.name() == name)
    }
}
