use super::{Kind, NameMap};
use crate::ReadOptions;
use bpx_schema::{Limits, Result};
use std::sync::{Arc, Mutex, PoisonError};

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
    /// Returns an error when the bytes of the name map do not form a name map.
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
        Ok(Self { bare: options.bare, ..options.companions.read(options)? })
    }

    /// Returns the number of shared names.
    #[must_use]
    pub fn shared_count(&self) -> usize {
        self.names.as_ref().map_or(0, |names| names.len())
    }
}

/// The companions that were last read from the options, so that the names of an archive are read once for all of its
/// files. Clones share these companions.
#[derive(Debug, Clone, Default)]
pub(crate) struct KnownCompanions(Arc<Mutex<Option<(StoredCompanions, Companions)>>>);

/// The members of options from which companions are read.
#[derive(Debug)]
struct StoredCompanions {
    names: Option<Arc<[u8]>>,
    dictionary: Option<Arc<[u8]>>,
    limits: Limits,
}

impl StoredCompanions {
    fn of(options: &ReadOptions) -> Self {
        Self { names: options.names.clone(), dictionary: options.dictionary.clone(), limits: options.limits }
    }

    /// Returns whether both refer to the same bytes in memory, and have the same limits.
    fn is_same(&self, other: &Self) -> bool {
        let same = |a: &Option<Arc<[u8]>>, b: &Option<Arc<[u8]>>| match (a, b) {
            (Some(a), Some(b)) => Arc::ptr_eq(a, b),
            (a, b) => a.is_none() && b.is_none(),
        };
        same(&self.names, &other.names) && same(&self.dictionary, &other.dictionary) && self.limits == other.limits
    }
}

impl KnownCompanions {
    /// Returns the companions of options. Reads the companions only if the options changed since the last call.
    fn read(&self, options: &ReadOptions) -> Result<Companions> {
        let stored = StoredCompanions::of(options);
        // Another thread that needs them too waits for them.
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, companions)) = known.as_ref().filter(|(known, _)| known.is_same(&stored)) {
            return Ok(companions.clone());
        }
        let read = Companions::read(stored.names.as_deref(), stored.dictionary.as_deref(), stored.limits)?;
        *known = Some((stored, read.clone()));
        Ok(read)
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

    /// Returns the bytes of the dictionary file.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.0
    }

    /// Returns the BLAKE3 digest of the dictionary. A name map identifies the dictionary by this digest. The name of
    /// the dictionary file is the digest in hexadecimal.
    #[must_use]
    pub fn digest(&self) -> [u8; 32] {
        *blake3::hash(&self.0).as_bytes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_once_for_the_same_options() {
        let names = |name: &[u8]| NameMap::new([name], None).unwrap().to_vec(1).unwrap();
        let read = |options: &ReadOptions| Companions::of(options).unwrap().names.unwrap();
        let options = ReadOptions::default().with_names(names(b"a"));
        let first = read(&options);
        assert!(Arc::ptr_eq(&first, &read(&options)) && Arc::ptr_eq(&first, &read(&options.clone())));
        let others = options.clone().with_names(names(b"b"));
        assert_eq!((read(&others).get(0), read(&options).get(0)), (Some(&b"b"[..]), Some(&b"a"[..])));
        assert!(Companions::of(&options.clone().with_names(*b"no names")).is_err());
        assert_eq!(read(&options).get(0), Some(&b"a"[..]));
    }
}
