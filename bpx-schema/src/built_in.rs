//! The registry of the algorithms of this build.

use crate::algorithms::{Algorithms, BuiltIn};
use crate::{checksum, transform};

impl Algorithms {
    /// Returns the algorithms of this build, whose features are enabled.
    #[must_use]
    pub fn builtin() -> Self {
        Self::of_build(BuiltIn { transforms: transform::BUILT_IN, checksums: checksum::BUILT_IN })
    }
}
