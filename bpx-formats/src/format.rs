//! The formats of this library, by name.

use bpx_schema::codec::Decoder;
use bpx_schema::report::{Mode, Report};
use bpx_schema::schema::Structure;
use bpx_schema::source::ReadAt;
use bpx_schema::watch::Watch;
use bpx_schema::{Codec, Limits, Result};

/// A format.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Format {
    /// BPX, versions 0 to 2.
    #[cfg(feature = "bpx")]
    Bpx,
}

impl Format {
    /// Every format that is compiled in.
    pub const ALL: &'static [Self] = &[
        #[cfg(feature = "bpx")]
        Self::Bpx,
    ];

    /// Name, in lower case; also the usual extension of files.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            #[cfg(feature = "bpx")]
            Self::Bpx => "bpx",
        }
    }

    /// The format of this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|format| format.name() == name)
    }

    /// The structures that files begin with, by name: that of [`schema`](Self::schema), then those of versions with a
    /// layout of their own.
    #[must_use]
    pub fn schemas(self) -> Vec<(&'static str, &'static Structure)> {
        match self {
            #[cfg(feature = "bpx")]
            Self::Bpx => vec![("bpx", self.schema()), ("bpx-v0", <crate::bpx::v0::Layout as Codec>::schema())],
        }
    }

    /// The structure that a file begins with, in the current version.
    #[must_use]
    pub fn schema(self) -> &'static Structure {
        match self {
            #[cfg(feature = "bpx")]
            Self::Bpx => <crate::bpx::Layout as Codec>::schema(),
        }
    }

    /// Checks every rule of a file, and collects all that is wrong.
    ///
    /// # Errors
    /// Those of reading the source, which say nothing about the file.
    pub fn verify(self, source: &dyn ReadAt, mode: Mode, limits: Limits) -> Result<Report> {
        match self {
            #[cfg(feature = "bpx")]
            Self::Bpx => match crate::bpx::v0::is_version_0(source)? {
                true => crate::bpx::v0::verify_with(source, mode, limits),
                false => crate::bpx::container::verify_with(source, mode, limits),
            },
        }
    }

    /// Tells a listener every part of a file.
    ///
    /// # Errors
    /// When the bytes end before the structure does; what was read before is told all the same.
    pub fn watch(self, file: &[u8], limits: Limits, watch: &mut dyn Watch) -> Result<()> {
        let mut decoder = Decoder::new(file, limits).watched(watch);
        match self {
            #[cfg(feature = "bpx")]
            Self::Bpx if crate::bpx::v0::begins(file) => crate::bpx::v0::Layout::decode(&mut decoder, &[]).map(drop),
            #[cfg(feature = "bpx")]
            Self::Bpx => crate::bpx::Layout::decode(&mut decoder, &[]).map(drop),
        }
    }
}
