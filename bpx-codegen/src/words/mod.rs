//! The words of `#[br(..)]`, `#[bw(..)]`, `#[brw(..)]` and `#[schema(..)]` in one table. The macros take the accepted
//! words and the texts of errors from the table, and `cargo xtask guide` writes the page of all attributes from the
//! table.

mod example;
mod files;
mod layout;
mod lookup;
mod names;
mod place;
mod refused;
mod relations;
mod rules;
mod values;
mod word;

pub use self::example::{EXAMPLES, Example};
pub use self::place::AttributePlace;
pub use self::refused::{REFUSED, RefusedWords};
pub use self::word::{AttributeWord, WordFamily};

pub(crate) use self::lookup::{find_word, rule_words};
pub(crate) use self::word::WordKey;

/// Words that belong to one subject.
#[derive(Debug)]
#[non_exhaustive]
pub struct WordTopic {
    /// Title of the subject's part of the page.
    pub title: &'static str,
    /// The words of the subject.
    pub words: &'static [AttributeWord],
}

/// All words, by subject.
pub const TOPICS: &[WordTopic] = &[
    WordTopic { title: "Names and numbers of the specification", words: names::WORDS },
    WordTopic { title: "Byte order, sizes and computed fields", words: layout::WORDS },
    WordTopic { title: "Lists, conditions and cases", words: values::WORDS },
    WordTopic { title: "Rules", words: rules::WORDS },
    WordTopic { title: "References to other parts", words: relations::WORDS },
    WordTopic { title: "Offsets, stored forms and whole files", words: files::WORDS },
];

/// Returns every word, in the order of [`TOPICS`].
#[must_use]
pub fn all_words() -> Vec<&'static AttributeWord> {
    let mut words = Vec::new();
    TOPICS.iter().for_each(|topic| words.extend(topic.words));
    words
}

impl AttributeWord {
    /// Returns the heading of the word on the page of attributes, from which GitHub and mdBook make the anchor.
    #[must_use]
    pub fn heading(&self) -> String {
        let is_shared = all_words().iter().any(|other| other.name == self.name && other.family != self.family);
        match self.family {
            WordFamily::Schema if is_shared => format!("{} in schema", self.name),
            _ => self.name.to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_is_in_the_table_once() {
        for word in all_words() {
            let same =
                all_words().into_iter().filter(|other| other.key == word.key || other.heading() == word.heading());
            assert_eq!(same.count(), 1, "{}", word.heading());
            assert!(!word.places.is_empty() && !word.syntax.is_empty() && !word.meaning.is_empty(), "{}", word.name);
            assert!(word.syntax.iter().all(|syntax| syntax.contains(word.name)), "{}", word.name);
        }
        // `Width` is the last one, so that all before it are in the table when the numbers agree.
        assert_eq!(all_words().len(), WordKey::Width as usize + 1);
    }
}
