use crate::SuiteError;
use crate::suite::{OneOrMore, is_like};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;

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
    /// Ids of cases, one or several; `*` matches any characters.
    pub case: OneOrMore,
    /// The symptom, in the words of the runner.
    pub got: String,
    /// The reason; empty for a failure that nobody has examined.
    #[serde(default)]
    pub why: String,
    /// The address of the report of the failure.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub issue: String,
    /// The last day on which the entry counts, such as `2027-06-01`.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub until: String,
}

impl Known {
    /// Reads a list.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read, is not a list of known failures, or has an entry without a reason.
    pub fn read(path: &Path) -> Result<Self, SuiteError> {
        let known = Self::read_unfinished(path)?;
        match known.entries.iter().find(|entry| entry.why.trim().is_empty()) {
            Some(entry) => Err(SuiteError::text_error(
                path,
                &format!("{}: expected a reason, found none", entry.case.words().join(", ")),
            )),
            None => Ok(known),
        }
    }

    /// Reads a list in which reasons may be missing.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read, or is not a list of known failures.
    pub fn read_unfinished(path: &Path) -> Result<Self, SuiteError> {
        let text = std::fs::read_to_string(path).map_err(SuiteError::io_error_at(path))?;
        let known: Self = toml::from_str(&text).map_err(|error| SuiteError::text_error(path, &error))?;
        for entry in &known.entries {
            if entry.case.words().is_empty() {
                return Err(SuiteError::text_error(
                    path,
                    &format!("expected a case in each entry, found none: {}", entry.why),
                ));
            }
            if !entry.until.is_empty() && !is_date(&entry.until) {
                return Err(SuiteError::text_error(
                    path,
                    &format!("expected a day such as 2027-06-01, found `{}`", entry.until),
                ));
            }
        }
        Ok(known)
    }

    /// Returns the text of a file with the list, sorted by case.
    #[must_use]
    pub fn text(&self) -> String {
        let mut sorted: BTreeMap<(&[String], &str), &Entry> = BTreeMap::new();
        for entry in &self.entries {
            sorted.insert((entry.case.words(), &entry.got), entry);
        }
        let mut text = String::new();
        for entry in sorted.values() {
            if !text.is_empty() {
                text.push('\n');
            }
            let _ = match entry.case.words() {
                [case] => writeln!(text, "[[fail]]\ncase = {}", toml_string(case)),
                cases => {
                    let lines: String = cases.iter().map(|case| format!("    {},\n", toml_string(case))).collect();
                    writeln!(text, "[[fail]]\ncase = [\n{lines}]")
                }
            };
            let _ = writeln!(text, "got = {}\nwhy = {}", toml_string(&entry.got), toml_string(&entry.why));
            for (name, value) in [("issue", &entry.issue), ("until", &entry.until)] {
                if !value.is_empty() {
                    let _ = writeln!(text, "{name} = {}", toml_string(value));
                }
            }
        }
        text
    }

    /// Returns the entry that lists a failure of a case: the entry with the failure's symptom, else the first entry
    /// that matches the case.
    #[must_use]
    pub fn entry(&self, case: &str, symptom: &str) -> Option<&Entry> {
        let mut meant = self.entries.iter().filter(|entry| entry.matches(case));
        let first = meant.clone().next();
        meant.find(|entry| entry.got == symptom).or(first)
    }
}

impl Entry {
    /// Returns whether the entry matches a case.
    #[must_use]
    pub fn matches(&self, case: &str) -> bool {
        self.case.words().iter().any(|pattern| is_like(case, pattern))
    }
}

fn toml_string(value: &str) -> String {
    serde_json::Value::from(value).to_string()
}

/// Returns whether a text is a day such as `2027-06-01`.
#[must_use]
pub fn is_date(text: &str) -> bool {
    let parts: Vec<_> = text.split('-').collect();
    let digits = |part: &&str, len: usize| part.len() == len && part.bytes().all(|one| one.is_ascii_digit());
    matches!(&parts[..], [year, month, day] if digits(year, 4) && digits(month, 2) && digits(day, 2))
}
