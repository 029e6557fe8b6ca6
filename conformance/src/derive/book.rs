//! Which clauses of the texts a case is about: those that cover what it comes from.

use crate::suite::{SuiteError, read, sorted};
use serde::Deserialize;
use std::path::Path;

/// `docs/clauses.toml` and `docs/clauses`, as far as cases are concerned.
#[derive(Debug, Clone, Default, Deserialize)]
pub struct Book {
    /// The clauses, in the order of the texts.
    #[serde(rename = "clause")]
    pub clauses: Vec<Clause>,
}

/// What a text says in one place.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Clause {
    /// Its id.
    pub id: String,
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

/// What a case comes from.
#[derive(Debug, Clone, Default)]
pub(super) struct Topic {
    /// Declarations: `Structure.field`, `Structure`, `Codes::Name`.
    pub(super) names: Vec<String>,
    /// Stable names of rules.
    pub(super) rules: Vec<String>,
}

impl Book {
    /// Reads the files of a folder `docs`.
    ///
    /// # Errors
    /// When one cannot be read, or is not of this shape.
    pub fn load(docs: &Path) -> Result<Self, SuiteError> {
        let mut book = Self::default();
        for path in std::iter::once(docs.join("clauses.toml")).chain(sorted(&docs.join("clauses"))?) {
            let part: Self = toml::from_str(&read(&path)?)
                .map_err(|error| SuiteError::Text { path: path.clone(), message: error.to_string() })?;
            book.clauses.extend(part.clauses);
        }
        Ok(book)
    }

    /// The clauses of the text that a schema declares: ids begin with the format, and its version where it has several.
    pub(super) fn of(&self, schema: &str) -> impl Iterator<Item = &Clause> {
        let prefix = match schema {
            "bpx" => "bpx2-",
            "bpx-v0" => "bpx0-",
            other => other,
        };
        self.clauses.iter().filter(move |clause| clause.id.starts_with(prefix))
    }

    /// Ids of the clauses that cover a declaration: a file that has it, and is sound, keeps all of them.
    pub(super) fn mentioning(&self, schema: &str, names: &[String]) -> Vec<String> {
        let prefix = if schema == "bpx-v0" { "v0::" } else { "" };
        let own = |cover: &String| names.iter().any(|name| Some(&**name) == cover.strip_prefix(prefix));
        self.of(schema).filter(|clause| clause.covers.iter().any(own)).map(|clause| clause.id.clone()).collect()
    }

    /// Ids of the clauses that a sound text proves, and of others, in the order of the texts.
    pub(super) fn proved_by(&self, source: &str, others: &[String]) -> Vec<String> {
        let file = format!("conformance/golden/{source}.src");
        let found = self.clauses.iter().filter(|clause| clause.tests.contains(&file) || others.contains(&clause.id));
        found.map(|clause| clause.id.clone()).collect()
    }

    /// Ids of the clauses about something of a schema: all that cover one of the rules; of those that cover a declaration,
    /// those that describe it, and those that relate it to another one of the topic. A sentence that asks for more than a
    /// declaration shows is not met by touching it.
    pub(super) fn about(&self, schema: &str, topic: &Topic) -> Vec<String> {
        let names = if schema == "bpx-v0" { "v0::" } else { "" };
        let describes = |clause: &Clause| {
            let own = clause.covers.iter().map(|cover| cover.strip_prefix(names).unwrap_or(cover));
            let least = if matches!(&*clause.kind, "table" | "field" | "enum-value" | "flag-value") { 1 } else { 2 };
            own.filter(|cover| topic.names.iter().any(|name| name == cover)).count() >= least
        };
        // A rule that several codes share says nothing of one of them.
        let rules = |clause: &Clause| {
            let code = matches!(&*clause.kind, "enum-value" | "flag-value");
            !code && clause.covers.iter().any(|cover| topic.rules.contains(cover))
        };
        self.of(schema).filter(|clause| describes(clause) || rules(clause)).map(|clause| clause.id.clone()).collect()
    }
}
