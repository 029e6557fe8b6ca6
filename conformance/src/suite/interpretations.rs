//! The readings of the texts, as `docs/interpretations.md` lists them.

use super::Case;
use super::explain::Explanations;
use std::collections::BTreeMap;

/// A passage where a text is silent or contradicts itself, and the reading of the passage.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Interpretation {
    /// The subject.
    pub title: String,
    /// The reading of this project.
    pub text: String,
}

impl Explanations {
    /// Returns the numbers of the readings that a case depends on: the case's own readings, then the readings of its
    /// clauses, each once.
    #[must_use]
    pub fn readings_of<'a>(&'a self, case: &'a Case) -> Vec<&'a str> {
        let clauses = case.clauses.iter().filter_map(|id| self.clauses.get(id));
        let all = case.readings.iter().chain(clauses.flat_map(|clause| &clause.readings));
        let mut numbers: Vec<&str> = Vec::new();
        for number in all {
            if !numbers.contains(&number.as_str()) {
                numbers.push(number);
            }
        }
        numbers
    }
}

/// Returns the readings of a text by their numbers: headings `### I-1: subject`, each with an item `* Reading: ..`.
pub(super) fn parse(text: &str) -> BTreeMap<String, Interpretation> {
    let mut readings: BTreeMap<String, Interpretation> = BTreeMap::new();
    let mut number = String::new();
    let mut inside = false;
    for line in text.lines() {
        if line.starts_with('#') {
            number.clear();
        }
        if let Some((id, title)) = line.strip_prefix("### ").and_then(|line| line.split_once(": ")) {
            number = id.to_owned();
            readings.insert(number.clone(), Interpretation { title: title.to_owned(), text: String::new() });
        }
        let Some(reading) = readings.get_mut(&number) else { continue };
        let begins = line.strip_prefix("* Reading:");
        inside = begins.is_some() || inside && line.starts_with(' ');
        if inside {
            let words = begins.unwrap_or(line).trim().replace("**", "");
            reading.text.push_str(if reading.text.is_empty() { "" } else { " " });
            reading.text.push_str(&words);
        }
    }
    readings
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reading_is_its_item() {
        let text = "# Readings\n\n### I-5: bytes\n\n* Text: they\n  are zero.\n* Reading: zeros are written.\n  **Strict**: an\n  error.\n* Test: some.\n\n## Others\n\n* Reading: of nothing\n\n### I-7: sizes\n\n* Reading: `as` stored.\n";
        let reading = |title: &str, text: &str| Interpretation { title: title.to_owned(), text: text.to_owned() };
        let expected = [
            ("I-5".to_owned(), reading("bytes", "zeros are written. Strict: an error.")),
            ("I-7".to_owned(), reading("sizes", "`as` stored.")),
        ];
        assert_eq!(parse(text), BTreeMap::from(expected));
    }
}
