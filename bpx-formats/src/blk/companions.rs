use super::{Kind, NameMap};
use crate::ReadOptions;
use bpx_schema::{Limits, Result};
use std::sync::Arc;

/// Data that a file may need besides its own bytes.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct Companions {
    /// Names for the SLIM kinds.
    pub names: Option<Arc<NameMap>>,
    /// The dictionary for SLIM_ZST_DICT.
    pub dictionary: Option<Arc<Dictionary>>,
    /// The kind of a file whose first byte, which states the kind, is missing. Unpackers of archives write such files.
    pub bare: Option<Kind>,
}

impl Companions {
    /// Reads a name map (`.nm`) and a dictionary (`.dict`), each if present.
    ///
    /// # Errors
    /// when the name map is not valid.
    pub fn read(names: Option<&[u8]>, dictionary: Option<&[u8]>, limits: Limits) -> Result<Self> {
        let names = names.map(|bytes| NameMap::read(bytes, limits)).transpose()?;
        let dictionary = dictionary.map(|bytes| Arc::new(Dictionary::new(bytes)));
        Ok(Self { names: names.map(Arc::new), dictionary, bare: None })
    }

    /// Returns the companions that the options of a reader hold.
    ///
    /// # Errors
    /// Returns the errors of [`Self::read`].
    pub fn of(options: &ReadOptions) -> Result<Self> {
        let read = Self::read(options.names.as_deref(), options.dictionary.as_deref(), options.limits)?;
        Ok(Self { bare: options.bare, ..read })
    }

    /// Returns the number of shared names.
    #[must_use]
    pub fn shared(&self) -> usize {
        self.names.as_ref().map_or(0, |names| names.len())
    }
}

/// A ZSTD dictionary that several files share.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Dictionary(Vec<u8>);

impl Dictionary {
    /// Returns a dictionary from the bytes of its file.
    #[must_use]
    pub fn new(bytes: impl Into<Vec<u8>>) -> Self {
        Self(bytes.into())
    }

    /// Returns the bytes of its file.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.0
    }

    /// Returns the BLAKE3 digest of the dictionary. A name map refers to the dictionary by it; in hexadecimal, it is
    /// the name of the file.
    #[must_use]
    pub fn digest(&self) -> [u8; 32] {
        *blake3::hash(&self.0).as_bytes()
    }
}
