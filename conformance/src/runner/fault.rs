//! Compares the fault that a program reports with the expected one: the verdict, the class and the place.

use super::note::{About, Note};
use crate::protocol::{Finding, Hello};
use crate::suite::{Expect, OneOrMore};
use bpx_schema::report::{Class, Verdict};

/// A fault in the words of a program.
#[derive(Clone, Copy)]
pub(super) struct StatedFault<'a> {
    pub(super) verdict: Option<&'a str>,
    pub(super) class: Option<&'a str>,
    pub(super) at: Option<&'a str>,
    pub(super) offset: Option<u64>,
}

impl<'a> StatedFault<'a> {
    pub(super) fn of(finding: &'a Finding) -> Self {
        let Finding { class, at, offset, .. } = finding;
        Self { verdict: None, class: class.as_deref(), at: at.as_deref(), offset: *offset }
    }

    /// Returns the class of the suite that the program's class means.
    pub(super) fn suite_class(&self, hello: &Hello) -> Option<Class> {
        let class = self.class.map(|class| hello.classes.get(class).map_or(class, String::as_str))?;
        Class::ALL.iter().find(|one| one.name() == class).copied()
    }

    /// Returns the differences from the expectation. Compares only what the program states, because a program need not
    /// know the words of the suite to refuse a file correctly (D-22).
    pub(super) fn notes_on(&self, expect: &Expect, hello: &Hello) -> Vec<Note> {
        let mut notes = Vec::new();
        let mut note = |about, found: &str, expected: &dyn ToString| {
            notes.push(Note { about, found: found.to_owned(), expected: expected.to_string() });
        };
        let class = self.suite_class(hello);
        match self.verdict {
            Some(verdict) if !is_refusal(verdict) => note(About::Word, verdict, &"a verdict of the suite"),
            // A class implies a verdict only where the case has no class to compare.
            stated => {
                let implied = || class.filter(|_| expect.class.is_none()).map(|class| class.verdict().name());
                if let Some(verdict) = stated.or_else(implied).filter(|word| !expect.verdict.has_word(word)) {
                    note(About::Verdict, verdict, &expect.verdict);
                }
            }
        }
        match (class, self.class) {
            (None, Some(word)) => note(About::Word, word, &"a class of the suite"),
            (Some(class), _) => {
                if let Some(wanted) = expect.class.as_ref().filter(|wanted| !wanted.has_word(class.name())) {
                    note(About::Class, class.name(), wanted);
                }
            }
            (None, None) => {}
        }
        if let (Some(wanted), Some(found)) = (&expect.path, self.at)
            && !is_same_place(found, wanted)
        {
            note(About::Path, found, wanted);
        }
        if let (Some(wanted), Some(found)) = (expect.offset, self.offset)
            && wanted != found
        {
            note(About::Offset, &found.to_string(), &wanted);
        }
        notes
    }
}

/// Returns whether a word is the verdict of a file that is refused.
fn is_refusal(word: &str) -> bool {
    [Verdict::Malformed, Verdict::Invalid, Verdict::Unsupported].iter().any(|verdict| verdict.name() == word)
}

impl OneOrMore {
    fn has_word(&self, word: &str) -> bool {
        self.words().iter().any(|one| one == word)
    }
}

/// Returns whether two paths name the same place. A text names the parts of the layout, and a model names the values.
/// The same field of the table of sections is `table[0].reserved` in a text and `sections[0].header.reserved` in a
/// model.
fn is_same_place(found: &str, wanted: &str) -> bool {
    /// Members that only hold other members.
    const HOLDERS: [&str; 5] = ["header", "content", "body", "root", "key"];
    let parts = |path: &str| -> Vec<String> {
        let parts = path.split('.').filter(|part| !part.is_empty() && !HOLDERS.contains(part));
        parts
            .map(|part| part.strip_prefix("table[").map_or(part.to_owned(), |rest| format!("sections[{rest}")))
            .collect()
    };
    found == wanted || parts(found) == parts(wanted)
}

#[cfg(test)]
mod tests {
    use super::is_same_place;

    #[test]
    fn places_of_texts_and_of_models_are_the_same() {
        for (found, wanted) in [
            ("sections[0].header.reserved", "table[0].reserved"),
            ("sections[0].content.object_table", "sections[0].object_table"),
            ("root.params[2].name", "body.params[2].key.name"),
            ("", ""),
        ] {
            assert!(is_same_place(found, wanted), "{found} {wanted}");
        }
        for (found, wanted) in [
            ("sections[1].header.reserved", "table[0].reserved"),
            ("table", "sections"),
            ("clips[1].fps", "clips[1]"),
            ("", "clips[1]"),
        ] {
            assert!(!is_same_place(found, wanted), "{found} {wanted}");
        }
    }
}
