//! Options for reading files of any format.

use bpx_schema::Limits;
use std::sync::Arc;

/// The limits of reading, and other files that are needed to read some files.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct ReadOptions {
    /// Limits on the cost of reading.
    pub limits: Limits,
    /// The map of names that the files of an archive share, as stored.
    pub names: Option<Arc<[u8]>>,
    /// The dictionary for decompression that the files of an archive share, as stored.
    pub dictionary: Option<Arc<[u8]>>,
    /// Whether the checksums of sections that are read in part are compared. Then each such section is read completely.
    pub check: bool,
    /// The kind of a BLK file whose first byte, which states the kind, is missing.
    #[cfg(feature = "blk")]
    pub bare: Option<crate::blk::Kind>,
    /// The names and the dictionary that were read last, shared by clones of the options.
    #[cfg(feature = "blk")]
    pub(crate) companions: crate::blk::KnownCompanions,
}

impl ReadOptions {
    /// Sets the limits.
    #[must_use]
    pub fn with_limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// Sets the shared map of names.
    #[must_use]
    pub fn with_names(mut self, names: impl Into<Arc<[u8]>>) -> Self {
        self.names = Some(names.into());
        self
    }

    /// Sets the shared dictionary.
    #[must_use]
    pub fn with_dictionary(mut self, dictionary: impl Into<Arc<[u8]>>) -> Self {
        self.dictionary = Some(dictionary.into());
        self
    }

    /// Sets whether the checksums of sections that are read in part are compared.
    #[must_use]
    pub fn with_check(mut self, check: bool) -> Self {
        self.check = check;
        self
    }

    /// Sets the kind of BLK files whose first byte, which states the kind, is missing.
    #[cfg(feature = "blk")]
    #[must_use]
    pub fn with_bare(mut self, kind: crate::blk::Kind) -> Self {
        self.bare = Some(kind);
        self
    }
}
