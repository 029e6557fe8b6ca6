use crate::suite::is_like;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// A list of known failures.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Known {
    /// The entries.
    #[serde(default, rename = "fail")]
    pub entries: Vec<Entry>,
}

/// Cases that fail in one way, for one reason.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// Id of the case; `*` stands for any characters.
    pub case: String,
    /// The symptom, word for word.
    pub got: String,
    /// Why.
    pub why: String,
    /// Where it was reported.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub issue: String,
    /// The day from which on the entry counts no more: `2027-06-01`.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub until: String,
}

/// Why a list cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum KnownError {
    /// It cannot be read or written.
    #[error("{}: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What happened.
        source: std::io::Error,
    },
    /// It is no list of known failures.
    #[error("{}: {message}", path.display())]
    Text {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        message: String,
    },
}

impl Known {
    /// Reads a list.
    ///
    /// # Errors
    /// When the file cannot be read, or is no such list; an entry without a reason is none.
    pub fn read(path: &Path) -> Result<Self, KnownError> {
        let text = std::fs::read_to_string(path).map_err(|source| KnownError::Io { path: path.to_owned(), source })?;
        let wrong = |message: String| KnownError::Text { path: path.to_owned(), message };
        let known: Self = toml::from_str(&text).map_err(|error| wrong(error.to_string()))?;
        for entry in &known.entries {
            if entry.why.trim().is_empty() {
                return Err(wrong(format!("`{}` fails without a reason", entry.case)));
            }
            if !entry.until.is_empty() && !is_date(&entry.until) {
                return Err(wrong(format!("`{}` is no day such as 2027-06-01", entry.until)));
            }
        }
        Ok(known)
    }

    /// The list as a file, sorted.
    #[must_use]
    pub fn text(&self) -> String {
        let mut sorted: BTreeMap<(&str, &str), &Entry> = BTreeMap::new();
        for entry in &self.entries {
            sorted.insert((&entry.case, &entry.got), entry);
        }
        let mut text = String::new();
        for entry in sorted.values() {
            if !text.is_empty() {
                text.push('\n');
            }
            let quoted = |value: &str| serde_json::Value::from(value).to_string();
            let _ = writeln!(text, "[[fail]]\ncase = {}\ngot = {}", quoted(&entry.case), quoted(&entry.got));
            let _ = writeln!(text, "why = {}", quoted(&entry.why));
            for (name, value) in [("issue", &entry.issue), ("until", &entry.until)] {
                if !value.is_empty() {
                    let _ = writeln!(text, "{name} = {}", quoted(value));
                }
            }
        }
        text
    }
}

impl Entry {
    /// Whether a case is meant.
    #[must_use]
    pub fn matches(&self, case: &str) -> bool {
        is_like(case, &self.case)
    }
}

fn is_date(text: &str) -> bool {
    let parts: Vec<_> = text.split('-').collect();
    let digits = |part: &&str, len: usize| part.len() == len && part.bytes().all(|one| one.is_ascii_digit());
    matches!(&parts[..], [year, month, day] if digits(year, 4) && digits(month, 2) && digits(day, 2))
}
