//! The clauses of the texts, as `docs/clauses.toml` and `docs/clauses` list them.

use super::load::parse_toml;
use super::{Files, Level};
use crate::SuiteError;
use serde::Deserialize;
use std::path::Path;

/// The clauses of the texts, as far as cases are concerned.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
pub struct Book {
    /// The clauses, in the order of the texts.
    #[serde(rename = "clause")]
    pub clauses: Vec<Clause>,
    /// Declarations and rules of the project that no text has.
    #[serde(default)]
    pub ours: Vec<Ours>,
}

/// Declarations and rules that no text has.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
pub struct Ours {
    /// The format that they are of.
    #[serde(skip)]
    pub format: String,
    /// Declarations (`Column.kind`, `ColumnType::*`) and stable names of rules.
    pub names: Vec<String>,
    /// The interpretations that they follow.
    #[serde(default)]
    pub readings: Vec<String>,
}

/// A clause of a text.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Clause {
    /// Its id.
    pub id: String,
    /// The text.
    pub document: String,
    /// Section of the text.
    pub section: String,
    /// The kind of the clause: a table, a field, a code ..
    pub kind: String,
    /// Its requirement.
    pub level: String,
    /// Its content.
    pub text: String,
    /// For a type of section, its number.
    pub value: Option<u64>,
    /// For a type of section, whether there must be one.
    pub required: Option<bool>,
    /// For a type of section, whether there may be no more than one.
    pub single: Option<bool>,
    /// For a type of section, the version that introduces it, unless it is the first.
    pub since: Option<u32>,
    /// The interpretations that apply to it.
    #[serde(default)]
    pub readings: Vec<String>,
    /// The reason why no file can break it.
    pub unbroken: Option<String>,
    /// Declarations and rules that cover it.
    #[serde(default)]
    pub covers: Vec<String>,
    /// Tests, and texts that prove it: the text `conformance/golden/NAME.src` keeps it.
    #[serde(default)]
    pub tests: Vec<String>,
}

impl Book {
    /// Reads the files of `docs` beside the folder of a suite.
    ///
    /// # Errors
    /// Returns an error if one cannot be read, or has another structure.
    pub fn load(folder: &Path) -> Result<Self, SuiteError> {
        Self::read(&Files::folder(folder))
    }

    /// Reads the files of `docs`, from a folder or from the program.
    ///
    /// # Errors
    /// Returns an error if one cannot be read, or has another structure.
    pub fn read(files: &Files) -> Result<Self, SuiteError> {
        let mut book = Self::default();
        for name in std::iter::once("docs/clauses.toml".to_owned()).chain(files.toml_below("docs/clauses")?) {
            let mut part: Self = parse_toml(files, &name)?;
            let stem = name.rsplit('/').next().unwrap_or_default().trim_end_matches(".toml");
            let format = if stem == "clauses" { "bpx" } else { stem };
            part.ours.iter_mut().for_each(|ours| format.clone_into(&mut ours.format));
            book.clauses.extend(part.clauses);
            book.ours.extend(part.ours);
        }
        Ok(book)
    }

    /// Returns the strongest level at which some clauses allow a file to be refused. A permitted form and a field must
    /// be kept as the text states them; a definition requires nothing.
    #[must_use]
    pub fn strongest_level(&self, clauses: &[String]) -> Level {
        let cited = || self.clauses.iter().filter(|clause| clauses.contains(&clause.id));
        let has = |level: Level| cited().any(|clause| clause.level == level.name());
        let field = cited().any(|clause| clause.level == "info" && matches!(&*clause.kind, "field" | "table"));
        if has(Level::Must) || field || has(Level::May) && !has(Level::Should) { Level::Must } else { Level::Should }
    }
}
