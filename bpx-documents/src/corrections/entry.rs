//! The entries of a file of corrections, as they are written.

use crate::forms::block::Grid;
use crate::size::Unit;
use bpx_model::Endian;
use serde::Deserialize;
use std::fmt;
use toml::Spanned;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct File {
    #[serde(default)]
    pub table: Vec<Spanned<Entry>>,
}

/// A table, and its changes.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct Entry {
    /// The place where the table was found, for information only.
    #[serde(rename = "file")]
    _file: Option<String>,
    #[serde(rename = "line")]
    _line: Option<u64>,
    #[serde(rename = "form")]
    _form: Option<String>,
    /// Number of the section, or the title if there is none.
    pub section: String,
    /// The name that `spec tables` shows.
    pub name: String,
    /// Which of several tables with this section and name, from 1.
    pub number: Option<usize>,
    /// The [`table_fingerprint`] of the table as it was read.
    pub was: Option<String>,
    pub rename: Option<String>,
    pub unit: Option<UnitName>,
    pub endian: Option<EndianName>,
    pub code: Option<u64>,
    pub header: Option<Vec<String>>,
    pub rows: Option<Vec<Vec<String>>>,
    /// The conditions of rows.
    pub when: Option<Vec<String>>,
    /// The table describes nothing.
    pub ignore: bool,
    /// The table is not in the document.
    pub add: bool,
    pub cell: Vec<Cell>,
}

/// A cell, and its new text.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Cell {
    pub row: Which,
    pub column: Which,
    pub was: String,
    pub text: String,
}

/// A row by one of its cells, or a column by its title; or either by its number, from 1.
#[derive(Debug, Clone, Deserialize)]
#[serde(untagged)]
pub(super) enum Which {
    Number(usize),
    Text(String),
}

impl fmt::Display for Which {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => write!(f, "{number}"),
            Self::Text(text) => write!(f, "`{text}`"),
        }
    }
}

#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum UnitName {
    Bits,
    Bytes,
}

impl From<UnitName> for Unit {
    fn from(name: UnitName) -> Self {
        match name {
            UnitName::Bits => Self::Bits,
            UnitName::Bytes => Self::Bytes,
        }
    }
}

#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum EndianName {
    Little,
    Big,
}

impl From<EndianName> for Endian {
    fn from(name: EndianName) -> Self {
        match name {
            EndianName::Little => Self::Little,
            EndianName::Big => Self::Big,
        }
    }
}

impl Entry {
    /// Checks an entry without the document.
    pub(super) fn check_entry(&self) -> Result<(), String> {
        let replaced = self.header.is_some() || self.rows.is_some() || self.when.is_some();
        if self.add && (self.was.is_some() || self.ignore || self.rename.is_some() || !self.cell.is_empty()) {
            return Err("expected header and rows of a table to add, found a change of one".to_owned());
        }
        if self.add && (self.rows.is_none() || self.name.is_empty()) {
            return Err("expected a name and rows of the table to add, found none".to_owned());
        }
        if replaced && !self.add && self.was.is_none() {
            return Err(
                "expected `was` beside `header` and `rows`, found none; `bpx spec tables --toml` prints it".into()
            );
        }
        if let (Some(when), Some(rows)) = (&self.when, &self.rows)
            && when.len() != rows.len()
        {
            return Err(format!("expected {} conditions, as many as rows, found {}", rows.len(), when.len()));
        }
        if self.number == Some(0) {
            return Err("expected a number from 1, found 0".to_owned());
        }
        Ok(())
    }
}

/// Returns a short text that is another one when a cell of the table is.
pub(super) fn table_fingerprint(grid: &Grid) -> String {
    let mut hash = crc32fast::Hasher::new();
    let rows = grid.rows.iter().map(|row| (&row.when, &row.cells));
    for (when, cells) in [(&String::new(), &grid.header)].into_iter().chain(rows) {
        for text in [when].into_iter().chain(cells) {
            hash.update(text.as_bytes());
            // This byte occurs in no text, so it separates cells unambiguously.
            hash.update(&[0xff]);
        }
        hash.update(&[0xfe]);
    }
    format!("{:08x}", hash.finalize())
}
