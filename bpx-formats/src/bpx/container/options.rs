use bpx_schema::Limits;

/// How a container is read.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct OpenOptions {
    /// Bounds that hold whatever the file says.
    pub limits: Limits,
    /// Whether checksums, of the header and of contents, are not looked at. Sizes always are. Off by default.
    pub skip_checks: bool,
}

impl OpenOptions {
    /// With other bounds.
    #[must_use]
    pub const fn with_limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// With or without a look at checksums.
    #[must_use]
    pub const fn with_skip_checks(mut self, skip: bool) -> Self {
        self.skip_checks = skip;
        self
    }
}
