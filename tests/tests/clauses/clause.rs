//! `docs/clauses.toml` as values.

use serde::Deserialize;
use std::fmt;
use std::path::PathBuf;

/// The whole file.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Book {
    #[serde(rename = "clause")]
    pub(crate) clauses: Vec<Clause>,
    pub(crate) ours: Vec<Ours>,
}

/// What a text says in one place.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Clause {
    pub(crate) id: String,
    pub(crate) document: Document,
    pub(crate) section: String,
    pub(crate) kind: Kind,
    pub(crate) level: Level,
    pub(crate) text: String,
    /// Width of a field, as the text gives it.
    pub(crate) bits: Option<u64>,
    /// Number of a code, a flag or a type of section.
    pub(crate) value: Option<u64>,
    /// Of a type of section: whether there must be one.
    pub(crate) required: Option<bool>,
    /// Of a type of section: whether there may be no more than one.
    pub(crate) single: Option<bool>,
    /// Of a type of section: the version that it comes with, when that is not the first.
    pub(crate) since: Option<u32>,
    #[serde(default)]
    pub(crate) covers: Vec<String>,
    #[serde(default)]
    pub(crate) tests: Vec<String>,
    #[serde(default)]
    pub(crate) readings: Vec<String>,
    #[serde(default)]
    pub(crate) pending: bool,
    pub(crate) reason: Option<String>,
}

/// What is declared or reported beyond the texts.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Ours {
    pub(crate) names: Vec<String>,
    pub(crate) reason: String,
    #[serde(default)]
    pub(crate) readings: Vec<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
pub(crate) enum Document {
    #[serde(rename = "bpx-2021")]
    Bpx2021,
    #[serde(rename = "bpx-2019")]
    Bpx2019,
}

/// What stands there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Kind {
    Table,
    Field,
    EnumValue,
    FlagValue,
    SectionUse,
    Must,
    Should,
    May,
    Definition,
}

/// What it asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Level {
    Must,
    Should,
    May,
    Info,
}

impl Document {
    pub(crate) const ALL: [Self; 2] = [Self::Bpx2021, Self::Bpx2019];

    /// What ids begin with.
    pub(crate) fn prefix(self) -> &'static str {
        match self {
            Self::Bpx2021 => "bpx2",
            Self::Bpx2019 => "bpx0",
        }
    }

    pub(crate) fn title(self) -> &'static str {
        match self {
            Self::Bpx2021 => "Versions 1 and 2 (the text of June 2021)",
            Self::Bpx2019 => "Version 0 (the text of 2019)",
        }
    }
}

impl Level {
    pub(crate) const ALL: [Self; 4] = [Self::Must, Self::Should, Self::May, Self::Info];
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Must => "must",
            Self::Should => "should",
            Self::May => "may",
            Self::Info => "info",
        })
    }
}

impl Clause {
    /// How far the project is with it.
    pub(crate) fn state(&self) -> State {
        match (self.pending, self.covers.is_empty()) {
            (true, _) => State::Pending,
            (false, true) => State::Left,
            (false, false) => State::Covered,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum State {
    Covered,
    Pending,
    /// Nothing covers it, for a reason.
    Left,
}

impl Book {
    pub(crate) fn read() -> Self {
        toml::from_str(&text("docs/clauses.toml")).unwrap_or_else(|error| panic!("docs/clauses.toml: {error}"))
    }

    pub(crate) fn of(&self, document: Document) -> impl Iterator<Item = &Clause> {
        self.clauses.iter().filter(move |clause| clause.document == document)
    }
}

/// A path of the workspace.
pub(crate) fn path(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("..").join(name)
}

/// Text of a file of the workspace.
pub(crate) fn text(name: &str) -> String {
    std::fs::read_to_string(path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}
