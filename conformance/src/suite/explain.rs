use super::interpretations::{self, Interpretation};
use super::load::parse_toml;
use super::{Book, Clause, Files, Version};
use crate::SuiteError;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::Path;

const INTERPRETATIONS: &str = "docs/interpretations.md";
const FLAGS: &str = "cases/flags.toml";

/// Explanations of the ids in cases, and the version of the suite.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Explanations {
    /// The version of the suite, if the suite states a version.
    pub version: Option<Version>,
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
    /// The wrong behaviour.
    pub what: String,
    /// The harm to programs that rely on it.
    pub harm: String,
}

impl Explanations {
    /// Reads `cases/flags.toml` and the version in the folder of a suite, and the [`Book`] and the readings in `docs` beside
    /// it, as far as they exist.
    ///
    /// # Errors
    /// Returns an error if a file cannot be read, or has another structure.
    pub fn load(folder: &Path) -> Result<Self, SuiteError> {
        Self::read(&Files::folder(folder))
    }

    /// Reads the explanations, from a folder or from the program.
    ///
    /// # Errors
    /// Returns an error if a file cannot be read, or has another structure.
    pub fn read(files: &Files) -> Result<Self, SuiteError> {
        let mut explained = Self::default();
        if files.has_file("docs/clauses.toml") {
            let clauses = Book::read(files)?.clauses.into_iter();
            explained.clauses = clauses.map(|clause| (clause.id.clone(), clause)).collect();
        }
        if files.has_file(INTERPRETATIONS) {
            explained.readings = interpretations::parse(&files.read(INTERPRETATIONS)?);
        }
        if files.has_file(FLAGS) {
            explained.flags = parse_toml(files, FLAGS)?;
        }
        if files.has_file(Version::FILE) {
            explained.version = Some(Version::read(files)?);
        }
        Ok(explained)
    }
}
