//! `docs/clauses.toml` and the files in `docs/clauses` as values.

use serde::Deserialize;
use std::collections::BTreeSet;
use std::fmt;
use std::path::PathBuf;

/// The clauses of a format: a whole file.
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
    /// Why no file can break it, or none that keeps to it shows that; the test of the suite wants cases otherwise.
    pub(crate) unbroken: Option<String>,
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
    #[serde(rename = "bpat-1")]
    Bpat,
    #[serde(rename = "blk")]
    Blk,
    #[serde(rename = "gpb")]
    Gpb,
}

/// A format with clauses of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Format {
    Bpx,
    Bpat,
    Blk,
    Gpb,
}

/// The content of the clause.
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

impl Format {
    pub(crate) const ALL: [Self; 4] = [Self::Bpx, Self::Bpat, Self::Blk, Self::Gpb];

    /// Returns the same in the library.
    pub(crate) fn of_library(self) -> &'static dyn bpx_formats::FileFormat {
        match self {
            Self::Bpx => &bpx_formats::bpx::BpxFormat,
            Self::Bpat => &bpx_formats::bpat::BpatFormat,
            Self::Blk => &bpx_formats::blk::BlkFormat,
            Self::Gpb => &bpx_formats::gpb::GpbFormat,
        }
    }

    /// Returns the file with its clauses.
    pub(crate) fn file(self) -> &'static str {
        match self {
            Self::Bpx => "docs/clauses.toml",
            Self::Bpat => "docs/clauses/bpat.toml",
            Self::Blk => "docs/clauses/blk.toml",
            Self::Gpb => "docs/clauses/gpb.toml",
        }
    }

    pub(crate) fn documents(self) -> &'static [Document] {
        match self {
            Self::Bpx => &[Document::Bpx2021, Document::Bpx2019],
            Self::Bpat => &[Document::Bpat],
            Self::Blk => &[Document::Blk],
            Self::Gpb => &[Document::Gpb],
        }
    }

    /// Numbers of its readings: those in the section of its name, and for BPX all others.
    pub(crate) fn readings(self) -> BTreeSet<String> {
        let text = text("docs/interpretations.md");
        let of = |part: &str| {
            let name = part.lines().next().unwrap_or_default();
            let found = [Self::Bpat, Self::Blk, Self::Gpb].into_iter().find(|format| format.to_string() == name);
            found.unwrap_or(Self::Bpx)
        };
        let lines = text.split("\n## ").filter(|part| of(part) == self).flat_map(str::lines);
        lines.filter_map(|line| line.strip_prefix("### ")?.split(':').next()).map(str::to_owned).collect()
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Bpx => "BPX",
            Self::Bpat => "BPAT",
            Self::Blk => "BLK",
            Self::Gpb => "GPB",
        })
    }
}

impl Document {
    pub(crate) const ALL: [Self; 5] = [Self::Bpx2021, Self::Bpx2019, Self::Bpat, Self::Blk, Self::Gpb];

    /// What ids begin with.
    pub(crate) fn prefix(self) -> &'static str {
        match self {
            Self::Bpx2021 => "bpx2",
            Self::Bpx2019 => "bpx0",
            Self::Bpat => "bpat",
            Self::Blk => "blk",
            Self::Gpb => "gpb",
        }
    }

    pub(crate) fn title(self) -> &'static str {
        match self {
            Self::Bpx2021 => "Versions 1 and 2 (the text of June 2021)",
            Self::Bpx2019 => "Version 0 (the text of 2019)",
            Self::Bpat => "BPAT (the text of April 2026)",
            Self::Blk => "BLK (the documentation of wt_blk)",
            Self::Gpb => "GPB (`gameplay-bundle.txt`)",
        }
    }

    /// Returns the sections of a text that has names for them; none where they are numbered.
    pub(crate) fn sections(self) -> &'static [&'static str] {
        match self {
            Self::Bpx2021 | Self::Bpx2019 => &[],
            Self::Bpat => &[
                "Goals",
                "Layout",
                "BpatHeader",
                "BpatClipEntry",
                "BpatSocketEntry",
                "Upload",
                "Versions",
                "Validation 1",
                "Validation 2",
                "Validation 3",
                "Validation 4",
                "Validation 5",
                "Validation 6",
                "Validation 7",
                "Validation 8",
                "Validation 9",
                "Validation 10",
                "Validation 11",
            ],
            Self::Blk => &[
                "Terminology",
                "Types",
                "Inlining",
                "Kinds of BLK files",
                "Name reference",
                "File layout",
                "Name Map",
                "Block count",
                "Field map",
                "Nesting map",
            ],
            Self::Gpb => &[
                "File Extension and Mime Type",
                "File Structure",
                "Objects",
                "References",
                "ID's",
                "Xrefs",
                "Primitives",
                "Arrays",
                "Enums",
                "Object Definitions",
                "1 Scene",
                "2 Node",
                "3 Animations",
                "4 Animation",
                "5 AnimationChannel",
                "11 Model",
                "16 Material",
                "17 Effect",
                "32 Camera",
                "33 Light",
                "34 Mesh",
                "35 MeshPart",
                "36 MeshSkin",
                "128 Font",
            ],
        }
    }

    /// What ids of clauses of a section begin with.
    pub(crate) fn start(self, section: &str) -> String {
        let section = section.to_ascii_lowercase().replace('\'', "").replace(' ', "-");
        format!("{}-{section}-", self.prefix())
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
    /// Returns how far the project is with it.
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
    pub(crate) fn read(format: Format) -> Self {
        let file = format.file();
        toml::from_str(&text(file)).unwrap_or_else(|error| panic!("{file}: {error}"))
    }

    pub(crate) fn of(&self, document: Document) -> impl Iterator<Item = &Clause> {
        self.clauses.iter().filter(move |clause| clause.document == document)
    }
}

/// Returns a path of the workspace.
pub(crate) fn path(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("..").join(name)
}

/// Text of a file of the workspace.
pub(crate) fn text(name: &str) -> String {
    std::fs::read_to_string(path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}
