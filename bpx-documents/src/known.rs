//! Known differences, each with a reason.

use super::Difference;
use super::toml_text::quote_text;
use bpx_model::pattern::is_like;
use serde::{Deserialize, Serialize};
use std::fmt::Write;

/// A list of known differences. A file with a list has a table `[[known]]` for each reason.
///
/// ```toml
/// [[known]]
/// id = "value.differs"
/// at = ["13.2.3 Target.GL33: 2 in the document, 3 declared", "13.2.3 Target.GL4*"]
/// why = "two targets have the same number in the text"
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct KnownDifferences {
    /// The entries.
    #[serde(default, rename = "known")]
    pub entries: Vec<KnownEntry>,
}

/// Differences of one kind that have the same reason.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct KnownEntry {
    /// The kind of difference, such as `field.resized`.
    pub id: String,
    /// The differences in the form in which they are shown; `*` matches any characters.
    pub at: Vec<String>,
    /// The reason; empty for a difference that nobody has examined.
    #[serde(default)]
    pub why: String,
}

/// The result of a comparison between a list and the differences that were found.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct JudgedDifferences {
    /// Differences that no entry lists.
    pub unlisted: Vec<Difference>,
    /// The number of listed differences.
    pub listed: usize,
    /// The id and the pattern of each listed difference that was not found.
    pub stale: Vec<(String, String)>,
    /// The id and the first pattern of each entry without a reason.
    pub unreasoned: Vec<(String, String)>,
}

impl JudgedDifferences {
    /// Returns whether the comparison found exactly the known differences, and each entry has a reason.
    #[must_use]
    pub fn is_fine(&self) -> bool {
        self.unlisted.is_empty() && self.stale.is_empty() && self.unreasoned.is_empty()
    }
}

impl KnownEntry {
    fn lists(&self, difference: &Difference) -> bool {
        self.at.iter().any(|pattern| self.is_for(pattern, difference))
    }

    fn is_for(&self, pattern: &str, difference: &Difference) -> bool {
        self.id == difference.id && is_like(&difference.to_string(), pattern)
    }
}

impl KnownDifferences {
    /// Compares the list with the differences that were found. An entry without patterns counts as stale.
    #[must_use]
    pub fn judge(&self, differences: Vec<Difference>) -> JudgedDifferences {
        let mut judged = JudgedDifferences::default();
        for entry in &self.entries {
            let first = entry.at.first().map_or("", String::as_str);
            if entry.at.is_empty() {
                judged.stale.push((entry.id.clone(), String::new()));
            }
            let found = |pattern: &&String| differences.iter().any(|one| entry.is_for(pattern, one));
            let stale = entry.at.iter().filter(|pattern| !found(pattern));
            judged.stale.extend(stale.map(|pattern| (entry.id.clone(), pattern.clone())));
            if entry.why.trim().is_empty() {
                judged.unreasoned.push((entry.id.clone(), first.to_owned()));
            }
        }
        for difference in differences {
            if self.entries.iter().any(|entry| entry.lists(&difference)) {
                judged.listed += 1;
            } else {
                judged.unlisted.push(difference);
            }
        }
        judged
    }

    /// Returns the list for the differences that were found, without stale patterns. New differences are at the end, in
    /// one entry without a reason for each kind and table.
    #[must_use]
    pub fn updated_for(&self, differences: &[Difference]) -> Self {
        let mut fixed = Self::default();
        for entry in &self.entries {
            let found = |pattern: &&String| differences.iter().any(|one| entry.is_for(pattern, one));
            let at: Vec<_> = entry.at.iter().filter(found).cloned().collect();
            if !at.is_empty() {
                fixed.entries.push(KnownEntry { at, ..entry.clone() });
            }
        }
        let mut new: Vec<(&Difference, KnownEntry)> = Vec::new();
        for difference in differences.iter().filter(|one| !self.entries.iter().any(|entry| entry.lists(one))) {
            let key = |one: &Difference| (one.id, one.section.clone(), one.table.clone());
            let at = difference.to_string();
            match new.iter_mut().find(|(first, _)| key(first) == key(difference)) {
                Some((_, entry)) => entry.at.push(at),
                None => {
                    let entry = KnownEntry { id: difference.id.to_owned(), at: vec![at], why: String::new() };
                    new.push((difference, entry));
                }
            }
        }
        fixed.entries.extend(new.into_iter().map(|(_, entry)| entry));
        fixed
    }

    /// Returns the text of a file that contains the list.
    #[must_use]
    pub fn text(&self) -> String {
        let mut text = String::new();
        for entry in &self.entries {
            if !text.is_empty() {
                text.push('\n');
            }
            let at = match &entry.at[..] {
                [one] => format!("[{}]", quote_text(one)),
                more => {
                    format!("[\n{}]", more.iter().map(|one| format!("    {},\n", quote_text(one))).collect::<String>())
                }
            };
            let _ = writeln!(
                text,
                "[[known]]\nid = {}\nat = {at}\nwhy = {}",
                quote_text(&entry.id),
                quote_text(&entry.why)
            );
        }
        text
    }
}
