use super::{Kind, NameMap};
use crate::ReadOptions;
use bpx_schema::{Limits, Result};
use std::sync::Arc;

/// What a file may need beside itself, and what it may not say.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct Companions {
    /// Names for the SLIM kinds.
    pub names: Option<Arc<NameMap>>,
    /// The dictionary for SLIM_ZST_DICT.
    pub dictionary: Option<Arc<Dictionary>>,
    /// The kind of a file that lacks its first byte, which would say it; unpackers of archives leave such files.
    pub bare: Option<Kind>,
}

impl Companions {
    /// From the bytes of a name map (`.nm`) and of a dictionary (`.dict`), where there are any.
    ///
    /// # Errors
    /// When the name map is not sound.
    pub fn read(names: Option<&[u8]>, dictionary: Option<&[u8]>, limits: Limits) -> Result<Self> {
        let names = names.map(|bytes| NameMap::read(bytes, limits)).transpose()?;
        let dictionary = dictionary.map(|bytes| Arc::new(Dictionary::new(bytes)));
        Ok(Self { names: names.map(Arc::new), dictionary, bare: None })
    }

    /// What the options of any format hold.
    ///
    /// # Errors
    /// As [`Self::read`].
    pub fn of(options: &ReadOptions) -> Result<Self> {
        let read = Self::read(options.names.as_deref(), options.dictionary.as_deref(), options.limits)?;
        Ok(Self { bare: options.bare, ..read })
    }

    /// Number of shared names.
    #[must_use]
    pub fn shared(&self) -> usize {
        self.names.as_ref().map_or(0, |names| names.len())
    }
}

/// A dictionary of ZSTD, which several files share.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Dictionary(Vec<u8>);

impl Dictionary {
    /// A dictionary from the bytes of its file.
    #[must_use]
    pub fn new(bytes: impl Into<Vec<u8>>) -> Self {
        Self(bytes.into())
    }

    /// The bytes of its file.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.0
    }

    /// The digest by which a name map refers to it, and which in hexadecimal is its file name: BLAKE3.
    #[must_use]
    pub fn digest(&self) -> [u8; 32] {
        *blake3::hash(&self.0).as_bytes()
    }
}
