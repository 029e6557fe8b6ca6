//! Finds phrases that the project does not use. `typos` matches single words only, so this module finds phrases of
//! several words.

use crate::command::{Outcome, output_of, workspace_root};
use std::process::Command;

/// The phrases, each with the phrase to write instead.
const PHRASES: &[(&str, &str)] = &[
    ("belong into", "belong in"),
    ("belongs into", "belongs in"),
    ("up to and with", "up to and including"),
    ("so many bytes", "this many bytes"),
    ("so many elements", "this many elements"),
];

/// Verbs before a negated noun: "is not a number" replaces "is no number".
const VERBS: &[&str] = &["is", "are", "was", "were"];

/// Words after "no" that do not begin a noun, or that belong to a fixed expression.
const AFTER_NO: &[&str] = &["less", "longer", "more", "one", "other", "stronger", "such"];

/// The beginnings of the paths of tests, of texts by other authors, and of this list.
const SKIPPED: &[&str] = &["bpx-documents/tests/", "docs/clauses", "docs/gallery/", "xtask/src/phrases.rs"];

/// Fails if a text of Rust or Markdown has one of the phrases.
pub(crate) fn check_phrases() -> Outcome {
    let root = workspace_root()?;
    let files = output_of(Command::new("git").args(["ls-files", "*.rs", "*.md"]).current_dir(&root))?;
    let mut found = String::new();
    for file in files.lines().filter(|file| !SKIPPED.iter().any(|skipped| file.starts_with(skipped))) {
        let text = std::fs::read_to_string(root.join(file)).map_err(|error| format!("{file}: {error}"))?;
        for (number, line) in (1..).zip(text.lines()) {
            if let Some(advice) = phrase_advice(line) {
                found += &format!("{file}:{number}: {advice}\n");
            }
        }
    }
    if found.is_empty() { Ok(()) } else { Err(format!("phrases that the project does not use:\n{found}")) }
}

/// Returns the advice for the first unwanted phrase in a line.
fn phrase_advice(line: &str) -> Option<String> {
    let phrase = PHRASES.iter().find(|(phrase, _)| line.contains(phrase));
    if let Some((phrase, better)) = phrase {
        return Some(format!("expected \"{better}\", found \"{phrase}\""));
    }
    let words: Vec<_> = line.split_whitespace().collect();
    let is_negation = |part: &&[&str]| {
        let [before, verb, "no", noun] = **part else { return false };
        let begins_noun = noun.starts_with(|first: char| first.is_alphanumeric()) && !AFTER_NO.contains(&noun);
        VERBS.contains(&verb) && begins_noun && !before.to_lowercase().ends_with("there")
    };
    let [_, verb, _, noun] = *words.windows(4).find(is_negation)? else { return None };
    let noun = noun.trim_end_matches(|last: char| !last.is_alphanumeric());
    Some(format!("expected \"{verb} not\" before \"{noun}\", found \"{verb} no {noun}\""))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn phrases_are_found_with_their_replacements() {
        let found = phrase_advice("/// Returns an error if it is no list.").unwrap();
        assert_eq!(found, "expected \"is not\" before \"list\", found \"is no list\"");
        assert_eq!(phrase_advice("it belongs into it").unwrap(), "expected \"belongs in\", found \"belongs into\"");
        for fine in
            ["there is no list", "Err(\"there is no list\")", "it is no longer read", "it is not a list", "has no list"]
        {
            assert_eq!(phrase_advice(fine), None, "{fine}");
        }
    }
}
