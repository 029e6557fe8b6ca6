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
    /// BPX, versions 1 and 2.
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

    /// The structure that a file begins with.
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
            Self::Bpx => crate::bpx::container::verify_with(source, mode, limits),
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
            Self::Bpx => crate::bpx::Layout::decode(&mut decoder, &[]).map(drop),
        }
    }
}
