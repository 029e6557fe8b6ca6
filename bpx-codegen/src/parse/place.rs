//! Checks the words in the attributes of an item, one by one.

use crate::words::{self, Family, Place, Word};
use proc_macro2::Span;
use syn::{Error, Ident, Result};

/// The words that were read, which are needed to reject words that are repeated or have no meaning.
pub(crate) struct Seen {
    place: Place,
    words: Vec<(String, Span)>,
}

impl Seen {
    pub(crate) fn new(place: Place) -> Self {
        Self { place, words: Vec::new() }
    }

    /// Adds a word; rejects a word that has no meaning here or that was read before.
    pub(crate) fn note(&mut self, key: &Ident, family: Family) -> Result<&'static Word> {
        let found = words::find(&key.to_string(), family, self.place);
        let found = found.map_err(|message| Error::new(key.span(), message))?;
        let name = match found.name {
            // A second byte order would contradict the first.
            "little" | "big" => "little` or `big",
            "is_big" | "is_little" => "is_big` or `is_little",
            name => name,
        };
        if !found.may_repeat && self.find(name).is_some() {
            return Err(Error::new(key.span(), format!("`{name}` is stated twice")));
        }
        self.words.push((name.to_owned(), key.span()));
        Ok(found)
    }

    /// Returns the source position of a word.
    pub(crate) fn find(&self, word: &str) -> Option<Span> {
        self.words.iter().find(|(seen, _)| seen == word).map(|(_, span)| *span)
    }
}
