use crate::setters::setters;
use bpx_schema::Limits;

/// Options for opening a container.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct OpenOptions {
    /// Limits that hold for every file.
    pub limits: Limits,
    /// Whether the reader skips the checksums of the header and of contents. Sizes are always compared. Off by default.
    pub skip_checks: bool,
}

impl OpenOptions {
    setters! {
        /// Sets the limits.
        fn with_limits(limits: Limits) => limits = limits;
        /// Sets whether checksums are skipped.
        fn with_skip_checks(skip: bool) => skip_checks = skip;
    }
}
