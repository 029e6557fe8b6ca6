//! Reads tables from specification documents: structures, codes, sections and diagrams; and finds contradictions in
//! them.
//!
//! Data flows one way: text, [lines](line), blocks (one reader a form), [`Document`], [`Inconsistency`].
//! Losses of a form of text (tabs, borders of pages, cells of pictures) are repaired if only one reading is left
//! (D-40); nothing here knows the name of a format, a structure or a field.
#![forbid(unsafe_code)]

mod account;
mod against;
mod build;
mod chapters;
mod columns;
mod content;
mod declare;
mod forms;
mod known;
mod links;
mod measure;
mod model;
mod name;
mod pdf;
mod phrases;
mod prose;
mod rules;
mod show;
mod size;
mod statements;
mod tables;
mod types;
mod units;

pub use self::account::{Account, State, TableAccount, Totals, account};
pub use self::against::{DeclaredUse, DeclaredUses, Difference, Pair, differences, pairs};
pub use self::content::{Unreadable, text_of};
pub use self::declare::{Declarations, declare, names_in};
pub use self::known::{Judged, Known, KnownEntry};
pub use self::model::{BitBox, Body, Diagram, DiagramRow, Document, Field, Form, Number, Section, SectionUse, Source};
pub use self::model::{Skipped, Stated, Table, TypeSize, Value};
pub use self::rules::{IDS, Inconsistency};
pub use self::size::Size;

/// Reads the files of one document, each with its name, in the order of the document.
#[must_use]
pub fn read(files: &[(&str, &str)]) -> Document {
    let mut sources = Vec::new();
    let mut blocks = Vec::new();
    let mut first: usize = 1;
    let mut texts = Vec::new();
    for (name, text) in files {
        sources.push(Source { name: (*name).to_owned(), line: first });
        let lines = forms::line::lines(text, first);
        first += lines.len();
        texts.push((*name, lines));
    }
    forms::read(&texts, &mut |block| blocks.push(block));
    build::document(sources, blocks)
}
