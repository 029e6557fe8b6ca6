//! What the texts say, as `docs/clauses.toml` and `docs/clauses` list it.

use super::load::{SuiteError, parse, toml_files};
use serde::Deserialize;
use std::path::Path;

/// The clauses of the texts, as far as cases are concerned.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
pub struct Book {
    /// The clauses, in the order of the texts.
    #[serde(rename = "clause")]
    pub clauses: Vec<Clause>,
}

/// What a text says in one place.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Clause {
    /// Its id.
    pub id: String,
    /// The text.
    pub document: String,
    /// Section of the text.
    pub section: String,
    /// What stands there: a table, a field, a code ..
    pub kind: String,
    /// What it asks for.
    pub level: String,
    /// What it says.
    pub text: String,
    /// Of a type of section: its number.
    pub value: Option<u64>,
    /// Of a type of section: whether there must be one.
    pub required: Option<bool>,
    /// Of a type of section: whether there may be no more than one.
    pub single: Option<bool>,
    /// Of a type of section: the version that it comes with, when that is not the first.
    pub since: Option<u32>,
    /// Interpretations that say how it is read.
    #[serde(default)]
    pub readings: Vec<String>,
    /// Why no file can break it.
    pub unbroken: Option<String>,
    /// Declarations and rules that cover it.
    #[serde(default)]
    pub covers: Vec<String>,
    /// Tests, and texts that prove it: `conformance/golden/NAME.src` is one that keeps it.
    #[serde(default)]
    pub tests: Vec<String>,
}

impl Book {
    /// Reads the files of a folder `docs`.
    ///
    /// # Errors
    /// When one cannot be read, or is not of this shape.
    pub fn load(docs: &Path) -> Result<Self, SuiteError> {
        let mut book = Self::default();
        for path in std::iter::once(docs.join("clauses.toml")).chain(toml_files(&docs.join("clauses"))?) {
            let part: Self = parse(&path)?;
            book.clauses.extend(part.clauses);
        }
        Ok(book)
    }
}
