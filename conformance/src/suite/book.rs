//! The clauses of the texts, as `docs/clauses.toml` and `docs/clauses` list them.

use super::load::parse_toml;
use super::{Files, Level};
use crate::SuiteError;
use serde::Deserialize;
use std::path::Path;

/// The clauses of the texts, with the data that cases need.
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
    /// The format of the declarations.
    #[serde(skip)]
    pub format: String,
    /// Declarations (`Column.kind`, `ColumnType::*`) and stable names of rules.
    pub names: Vec<String>,
    /// The interpretations that the declarations follow.
    #[serde(default)]
    pub readings: Vec<String>,
}

/// A clause of a text.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Clause {
    /// Id of the clause.
    pub id: String,
    /// The text that has the clause.
    pub document: String,
    /// Section of the text.
    pub section: String,
    /// The kind of the clause, such as a table, a field or a code.
    pub kind: String,
    /// Level of the requirement.
    pub level: String,
    /// Content of the clause, in words of this project.
    pub text: String,
    /// For a section type, the number of the type.
    pub value: Option<u64>,
    /// For a section type, whether a file must have a section of the type.
    pub required: Option<bool>,
    /// For a section type, whether a file may have at most one section of the type.
    pub single: Option<bool>,
    /// For a section type, the version that introduced the type, unless it is the first version.
    pub since: Option<u32>,
    /// The interpretations that apply to the clause.
    #[serde(default)]
    pub readings: Vec<String>,
    /// The reason why no file can break the clause.
    pub unbroken: Option<String>,
    /// Declarations and rules that cover the clause.
    #[serde(default)]
    pub covers: Vec<String>,
    /// Tests of the clause. A text `conformance/golden/NAME.src` in the list keeps the clause.
    #[serde(default)]
    pub tests: Vec<String>,
}

impl Book {
    /// Reads the files of `docs` beside the folder of a suite.
    ///
    /// # Errors
    /// Returns an error if a file cannot be read, or has another structure.
    pub fn load(folder: &Path) -> Result<Self, SuiteError> {
        Self::read(&Files::folder(folder))
    }

    /// Reads the files of `docs`, from a folder or from the program.
    ///
    /// # Errors
    /// Returns an error if a file cannot be read, or has another structure.
    pub fn read(files: &Files) -> Result<Self, SuiteError> {
        let mut book = Self::default();
        for name in std::iter::once("docs/clauses.toml".to_owned()).chain(files.toml_below("docs/clauses")?) {
            let mut part: Self = parse_toml(files, &name)?;
            let stem = name.rsplit_once('/').map_or(&*name, |(_, stem)| stem).trim_end_matches(".toml");
            let format = if stem == "clauses" { "bpx" } else { stem };
            part.ours.iter_mut().for_each(|ours| format.clone_into(&mut ours.format));
            book.clauses.extend(part.clauses);
            book.ours.extend(part.ours);
        }
        Ok(book)
    }

    /// Returns the strongest level at which some clauses allow a case to demand a refusal. A file must follow a
    /// permitted form and a field as the text states them; a definition requires nothing.
    #[must_use]
    pub fn strongest_level(&self, clauses: &[String]) -> Level {
        let cited = || self.clauses.iter().filter(|clause| clauses.contains(&clause.id));
        let has = |level: Level| cited().any(|clause| clause.level == level.name());
        let field = cited().any(|clause| clause.level == "info" && matches!(&*clause.kind, "field" | "table"));
        if has(Level::Must) || field || has(Level::May) && !has(Level::Should) { Level::Must } else { Level::Should }
    }
}
