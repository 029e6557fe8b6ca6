use super::interpretations::{self, Interpretation};
use super::load::{SuiteError, parse, read};
use super::{Book, Clause};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::Path;

/// Explanations of the ids in cases.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Explanations {
    /// Clauses of the specifications, by id.
    pub clauses: BTreeMap<String, Clause>,
    /// Readings of the specifications, by number.
    pub readings: BTreeMap<String, Interpretation>,
    /// Mistakes that cases find, by name.
    pub flags: BTreeMap<String, Flag>,
}

/// A mistake.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Flag {
    /// What goes wrong.
    pub what: String,
    /// The harm to programs that rely on it.
    pub harm: String,
}

impl Explanations {
    /// Reads `cases/flags.toml` in the folder of a suite, and the [`Book`] and the readings in `docs` beside it, as far
    /// as they exist.
    ///
    /// # Errors
    /// When a file cannot be read, or has another structure.
    pub fn load(folder: &Path) -> Result<Self, SuiteError> {
        let mut explained = Self::default();
        let docs = folder.join("../docs");
        if docs.join("clauses.toml").is_file() {
            let clauses = Book::load(&docs)?.clauses.into_iter();
            explained.clauses = clauses.map(|clause| (clause.id.clone(), clause)).collect();
        }
        let interpretations = docs.join("interpretations.md");
        if interpretations.is_file() {
            explained.readings = interpretations::parse(&read(&interpretations)?);
        }
        let flags = folder.join("cases/flags.toml");
        if flags.is_file() {
            explained.flags = parse(&flags)?;
        }
        Ok(explained)
    }
}
