//! Defines the entries of a file of corrections.

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

/// A table, and the changes of the table.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct Entry {
    /// The file that contains the table; readers ignore the name.
    #[serde(rename = "file")]
    _file: Option<String>,
    #[serde(rename = "line")]
    _line: Option<u64>,
    #[serde(rename = "form")]
    _form: Option<String>,
    /// The number of the section, or the title if the section has no number.
    pub section: String,
    /// The name of the table that `spec tables` shows.
    pub name: String,
    /// The number of the table among the tables with this section and name, from 1.
    pub number: Option<usize>,
    /// The [`table_fingerprint`] of the table before the corrections.
    pub was: Option<String>,
    pub rename: Option<String>,
    pub unit: Option<UnitName>,
    pub endian: Option<EndianName>,
    pub code: Option<u64>,
    pub header: Option<Vec<String>>,
    pub rows: Option<Vec<Vec<String>>>,
    /// The condition of each row.
    pub when: Option<Vec<String>>,
    /// Whether the reader ignores the table.
    pub ignore: bool,
    /// Whether the entry adds a table to the document.
    pub add: bool,
    pub cell: Vec<Cell>,
}

/// A cell, with the old and the new text.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Cell {
    pub row: Which,
    pub column: Which,
    pub was: String,
    pub text: String,
}

/// A row that contains a cell with the text, or a column with the title; or the number of a row or column, from 1.
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
            return Err(
                "expected only `header`, `rows` and `when` for a table to add, found a change of an existing table"
                    .to_owned(),
            );
        }
        if self.add && (self.rows.is_none() || self.name.is_empty()) {
            return Err("expected a name and rows for the table to add, found no name or no rows".to_owned());
        }
        if replaced && !self.add && self.was.is_none() {
            return Err(
                "expected `was` beside `header`, `rows` and `when`, found no `was`; `bpx spec tables --toml` prints it"
                    .into(),
            );
        }
        if let (Some(when), Some(rows)) = (&self.when, &self.rows)
            && when.len() != rows.len()
        {
            return Err(format!("expected {} conditions, one for each row, found {}", rows.len(), when.len()));
        }
        if self.number == Some(0) {
            return Err("expected a number from 1, found 0".to_owned());
        }
        Ok(())
    }
}

/// Returns a checksum of the cells and conditions of a table, in hexadecimal digits.
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
