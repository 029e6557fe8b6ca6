//! Reads corrections of tables by a person: a TOML file. The corrections apply before the reader interprets columns.
//!
//! An entry names a table by section, name and number. A replacement states the fingerprint of the old text (`was`). An
//! entry stays valid when other parts of the document change, and never changes another text.

mod apply;
mod entry;
mod keys;
mod text;

pub(crate) use self::apply::CorrectionEffects;
use self::entry::{Entry, File};
pub(crate) use self::keys::{Key, Keys};
pub(crate) use self::text::corrections_text;
use super::model::Document;

/// Corrections of the tables of a document.
///
/// ```toml
/// [[table]]
/// section = "2.1"
/// name = "Light"
/// unit = "bytes"
/// endian = "little"
///
/// [[table.cell]]
/// row = "Range"
/// column = "Size"
/// was = "4 bytse"
/// text = "4 bytes"
/// ```
#[derive(Debug, Clone, Default)]
pub struct Corrections {
    entries: Vec<PlacedEntry>,
}

/// An entry, with its file and line.
#[derive(Debug, Clone)]
struct PlacedEntry {
    place: String,
    entry: Entry,
}

/// A document that was read with corrections.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Corrected {
    /// The document.
    pub document: Document,
    /// The corrections that were not applied.
    pub unapplied: Vec<Unapplied>,
}

/// A correction that was not applied, for example because the document has changed or has no such table.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Unapplied {
    /// The file and the line of the entry.
    pub place: String,
    /// The reason why the correction was not applied.
    pub message: String,
}

impl Corrections {
    /// Reads a file of corrections.
    ///
    /// # Errors
    /// Returns an error if the text is not a file of corrections; the error states the line, and what the reader
    /// expects there.
    pub fn read(name: &str, text: &str) -> Result<Self, String> {
        let file: File = toml::from_str(text).map_err(|error| format!("not a file of corrections: {error}"))?;
        let line = |at: usize| text.bytes().take(at).filter(|byte| *byte == b'\n').count() + 1;
        let mut entries = Vec::new();
        for table in file.table {
            let place = format!("{name}:{}", line(table.span().start));
            let entry = table.into_inner();
            entry.check_entry().map_err(|message| format!("{place}: {message}"))?;
            entries.push(PlacedEntry { place, entry });
        }
        Ok(Self { entries })
    }

    /// Adds the corrections of another file.
    pub fn extend(&mut self, more: Self) {
        self.entries.extend(more.entries);
    }

    /// Returns whether there are no corrections.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }
}
