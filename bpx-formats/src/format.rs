//! The formats of this library, by name.

use crate::model::format_name;
use crate::{ModelError, ModelOptions, ReadOptions};
use bpx_schema::codec::Decoder;
use bpx_schema::report::{Mode, Report};
use bpx_schema::schema::Structure;
use bpx_schema::source::ReadAt;
use bpx_schema::watch::Watch;
use bpx_schema::{Codec, Result};
use serde_json::Value;
use std::sync::Arc;

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
    pub fn verify(self, source: &dyn ReadAt, mode: Mode, options: &ReadOptions) -> Result<Report> {
        match self {
            #[cfg(feature = "bpx")]
            Self::Bpx => crate::bpx::container::verify_with(source, mode, options.limits),
        }
    }

    /// Tells a listener every part of a file.
    ///
    /// # Errors
    /// When the bytes end before the structure does; what was read before is told all the same.
    pub fn watch(self, file: &[u8], options: &ReadOptions, watch: &mut dyn Watch) -> Result<()> {
        match self {
            #[cfg(feature = "bpx")]
            Self::Bpx => {
                let mut decoder = Decoder::new(file, options.limits).watched(watch);
                crate::bpx::Layout::decode(&mut decoder, &[]).map(drop)
            }
        }
    }

    /// A file as JSON, without loss unless it is to be brief.
    ///
    /// # Errors
    /// When the file cannot be read as a whole.
    pub fn to_json(self, source: &Arc<dyn ReadAt>, options: &ReadOptions, model: ModelOptions) -> Result<Value> {
        match self {
            #[cfg(feature = "bpx")]
            Self::Bpx => {
                let container = crate::bpx::Container::open(Arc::clone(source), options.limits)?;
                crate::bpx::json::to_json(&container, model)
            }
        }
    }

    /// The file that a model describes, in the format that the model names.
    ///
    /// # Errors
    /// When the JSON is no model of a file, or the file cannot be written.
    pub fn from_json(model: &Value, options: &ReadOptions) -> Result<Vec<u8>, ModelError> {
        let name = format_name(model)?;
        let known = || Self::ALL.iter().map(|format| format.name()).collect::<Vec<_>>().join(", ");
        let format = Self::from_name(name).ok_or_else(|| ModelError::unexpected("format", known()))?;
        let _ = options;
        match format {
            #[cfg(feature = "bpx")]
            Self::Bpx => crate::bpx::json::from_json(model),
        }
    }

    /// The bytes of a file, read and written again without a change.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn rewrite(self, source: &Arc<dyn ReadAt>, options: &ReadOptions) -> Result<Vec<u8>> {
        match self {
            #[cfg(feature = "bpx")]
            Self::Bpx => {
                let container = crate::bpx::Container::open(Arc::clone(source), options.limits)?;
                let mut bytes = Vec::new();
                crate::bpx::container::Editor::of(&container).write_to(&mut bytes)?;
                Ok(bytes)
            }
        }
    }
}
