//! The registry of the algorithms of this build.

use crate::algorithms::{Algorithms, BuiltIn};
use crate::{checksum, transform};

impl Algorithms {
    /// Creates a registry of the algorithms of this build, which depend on the enabled features.
    #[must_use]
    pub fn builtin() -> Self {
        Self::of_build(BuiltIn { transforms: transform::BUILT_IN, checksums: checksum::BUILT_IN })
    }
}
