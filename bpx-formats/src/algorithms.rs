//! The algorithms whose names are in the declarations of formats.

use crate::ReadOptions;
use bpx_schema::Algorithms;

/// Returns the algorithms that the formats of this build name, and the built-in algorithms. A reader that works from a
/// schema alone needs all of them.
#[must_use]
pub fn algorithms() -> Algorithms {
    let algorithms = Algorithms::builtin();
    #[cfg(feature = "bpx")]
    let algorithms = algorithms.with_checksum::<crate::bpx::Crc32Legacy>();
    #[cfg(feature = "blk")]
    let algorithms = algorithms.with_transform(crate::blk::SharedZstd::default());
    algorithms
}

impl ReadOptions {
    /// Returns the algorithms that the formats of this build name and, if the options have a dictionary, the transform
    /// that uses the dictionary. Readers that work from a schema alone need these algorithms.
    #[must_use]
    pub fn algorithms(&self) -> Algorithms {
        let algorithms = algorithms();
        #[cfg(feature = "blk")]
        if let Some(dictionary) = &self.dictionary {
            return algorithms.with_transform(crate::blk::SharedZstd::from(dictionary.clone()));
        }
        algorithms
    }
}
