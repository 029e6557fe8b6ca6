use super::load::{SuiteError, read, toml_files};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::Path;

/// What the ids in cases stand for.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Explanations {
    /// Clauses of the specifications, by id.
    pub clauses: BTreeMap<String, Clause>,
    /// Mistakes that cases find, by name.
    pub flags: BTreeMap<String, Flag>,
}

/// What a specification says.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Clause {
    /// Its id.
    pub id: String,
    /// The specification.
    pub document: String,
    /// The section of it.
    pub section: String,
    /// What it says, in other words.
    pub text: String,
}

/// A mistake.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Flag {
    /// What goes wrong.
    pub what: String,
    /// What that does to whoever relies on it.
    pub harm: String,
}

/// A file of clauses, of which a part is read here.
#[derive(Deserialize)]
struct Clauses {
    #[serde(default, rename = "clause")]
    clauses: Vec<Clause>,
}

impl Explanations {
    /// Reads `cases/flags.toml` in the folder of a suite, and `clauses.toml` and `clauses/*.toml` in `docs` beside it; a file
    /// that is not there explains nothing.
    ///
    /// # Errors
    /// When a file cannot be read, or is none of these.
    pub fn load(folder: &Path) -> Result<Self, SuiteError> {
        let docs = folder.join("../docs");
        let mut paths = vec![docs.join("clauses.toml")];
        let more = docs.join("clauses");
        if more.is_dir() {
            paths.extend(toml_files(&more)?);
        }
        let mut explained = Self::default();
        for path in paths.iter().filter(|path| path.is_file()) {
            let file: Clauses = parse(path)?;
            explained.clauses.extend(file.clauses.into_iter().map(|clause| (clause.id.clone(), clause)));
        }
        let flags = folder.join("cases/flags.toml");
        if flags.is_file() {
            explained.flags = parse(&flags)?;
        }
        Ok(explained)
    }
}

fn parse<T: serde::de::DeserializeOwned>(path: &Path) -> Result<T, SuiteError> {
    let told = |error: toml::de::Error| SuiteError::Text { path: path.to_owned(), message: error.to_string() };
    toml::from_str(&read(path)?).map_err(told)
}
