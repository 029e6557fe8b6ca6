//! What reading a file of any format may need.

use bpx_schema::Limits;
use std::sync::Arc;

/// Limits, and the files that some files cannot be read without.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct ReadOptions {
    /// What reading may cost.
    pub limits: Limits,
    /// The map of names that files of an archive share, as stored.
    pub names: Option<Arc<[u8]>>,
    /// The dictionary of compression that files of an archive share, as stored.
    pub dictionary: Option<Arc<[u8]>>,
    /// The kind of a BLK file that lacks its first byte.
    #[cfg(feature = "blk")]
    pub bare: Option<crate::blk::Kind>,
}

impl ReadOptions {
    /// With other limits.
    #[must_use]
    pub fn with_limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// With a shared map of names.
    #[must_use]
    pub fn with_names(mut self, names: impl Into<Arc<[u8]>>) -> Self {
        self.names = Some(names.into());
        self
    }

    /// With a shared dictionary.
    #[must_use]
    pub fn with_dictionary(mut self, dictionary: impl Into<Arc<[u8]>>) -> Self {
        self.dictionary = Some(dictionary.into());
        self
    }

    /// The algorithms that the formats of this build name, with the dictionary if there is one: for readers by a schema
    /// alone.
    #[must_use]
    pub fn algorithms(&self) -> bpx_schema::Algorithms {
        let algorithms = crate::algorithms();
        #[cfg(feature = "blk")]
        if let Some(dictionary) = &self.dictionary {
            return algorithms.with_transform(crate::blk::SharedZstd::from(dictionary.clone()));
        }
        algorithms
    }

    /// For BLK files of this kind that lack their first byte.
    #[cfg(feature = "blk")]
    #[must_use]
    pub fn with_bare(mut self, kind: crate::blk::Kind) -> Self {
        self.bare = Some(kind);
        self
    }
}
