//! Checks the words in the attributes of an item, one by one.

use crate::words::{self, AttributePlace, AttributeWord, WordFamily};
use proc_macro2::Span;
use syn::{Error, Ident, Result};

/// The words that were read, which are needed to reject words that are repeated or have no meaning.
pub(crate) struct SeenWords {
    place: AttributePlace,
    words: Vec<(String, Span)>,
}

impl SeenWords {
    pub(crate) fn new(place: AttributePlace) -> Self {
        Self { place, words: Vec::new() }
    }

    /// Adds a word; rejects a word that has no meaning here or that was read before.
    pub(crate) fn note_word(&mut self, key: &Ident, family: WordFamily) -> Result<&'static AttributeWord> {
        let found = words::find_word(&key.to_string(), family, self.place);
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
