//! Reads tables from specification documents: structures, codes, sections and diagrams. Also finds contradictions in
//! the documents.
//!
//! Data flows one way: from text to [lines](line), to blocks (each form of documents has a reader), to a [`Document`],
//! and to each [`Inconsistency`]. If a form of text has lost tabs, borders of pages or cells of pictures, the readers
//! repair the loss where only one reading is possible (D-40). The crate knows no name of a format, a structure or a
//! field.
#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

mod account;
mod against;
mod alike;
mod build;
mod chapters;
mod columns;
mod content;
mod corrections;
mod declare;
mod forms;
mod inconsistency;
mod known;
mod limit;
mod links;
mod measure;
mod model;
mod name;
mod nested;
mod nesting;
mod packing;
mod parts;
mod pdf;
mod phrases;
mod pictures;
mod prose;
mod rules;
mod show;
mod size;
mod statements;
mod tables;
mod titles;
mod toml_text;
mod types;
mod unexplained;
mod units;
mod unread;

pub use self::account::{Account, State, TableAccount, Totals, account, open_sentence};
pub use self::against::{DeclaredUse, DeclaredUses, Difference, Pair, differences, pairs};
pub use self::content::{Unreadable, text_of};
pub use self::corrections::{Corrected, Corrections, Unapplied};
pub use self::declare::{Declarations, declare, names_in};
pub use self::inconsistency::Inconsistency;
pub use self::known::{JudgedDifferences, KnownDifferences, KnownEntry};
pub use self::limit::TooLarge;
pub use self::model::{BitBox, Body, Diagram, DiagramRow, Document, Field, Form, Number, Section, SectionUse, Source};
pub use self::model::{Skipped, Stated, Table, TypeSize, Value};
pub use self::rules::IDS;
pub use self::size::Size;

use self::corrections::Keys;
use self::forms::block::Block;
use self::limit::Allowance;

/// Reads the files of one document, each with its name, in the order of the document. There is no limit on the size of
/// the document.
#[must_use]
pub fn read(files: &[(&str, &str)]) -> Document {
    let mut allowance = Allowance::new(u64::MAX);
    let (sources, blocks) = read_blocks(files, &mut allowance);
    build::build_document(sources, blocks, &mut allowance)
}

/// Reads files as [`read`] does, and applies corrections to the tables before the columns are interpreted. The parts of
/// the document may take about `max_memory` bytes.
///
/// # Errors
/// [`TooLarge`].
pub fn read_with(files: &[(&str, &str)], corrections: &Corrections, max_memory: u64) -> Result<Corrected, TooLarge> {
    let mut allowance = Allowance::new(max_memory);
    let (sources, mut blocks) = read_blocks(files, &mut allowance);
    allowance.check(&sources)?;
    let mut unapplied = Vec::new();
    if !corrections.is_empty() {
        let keys = Keys::of(&blocks, &build::build_document(sources.clone(), blocks.clone(), &mut allowance.clone()));
        let mut outcome = corrections.correct_tables(&mut blocks, &keys, &mut allowance);
        allowance.check(&sources)?;
        unapplied = std::mem::take(&mut outcome.unapplied);
        blocks = outcome.apply_to_blocks(blocks);
    }
    let document = build::build_document(sources, blocks, &mut allowance);
    allowance.check(&document.sources)?;
    Ok(Corrected { document, unapplied })
}

/// Returns the tables of a document as TOML, before their columns are interpreted. A person may change the TOML;
/// [`Corrections`] read the result. There is no limit on the size of the document, so call [`read_with`] first.
#[must_use]
pub fn tables_toml(files: &[(&str, &str)], corrections: &Corrections) -> String {
    let mut allowance = Allowance::new(u64::MAX);
    let (sources, blocks) = read_blocks(files, &mut allowance);
    let document = build::build_document(sources, blocks.clone(), &mut allowance);
    let keys = Keys::of(&blocks, &document);
    let mut corrected = blocks.clone();
    let outcome = corrections.correct_tables(&mut corrected, &keys, &mut allowance);
    corrections::corrections_text(&document, &keys, (&blocks, &corrected), &outcome)
}

/// Returns the blocks of all files, until the memory for the document is used up.
fn read_blocks(files: &[(&str, &str)], allowance: &mut Allowance) -> (Vec<Source>, Vec<Block>) {
    let mut sources = Vec::new();
    let mut blocks = Vec::new();
    let mut first: usize = 1;
    let mut texts = Vec::new();
    for (name, text) in files {
        sources.push(Source { name: (*name).to_owned(), line: first });
        let lines = forms::pages::read_lines(text, first);
        if !allowance.charge_lines(&lines) {
            return (sources, blocks);
        }
        first += lines.len();
        texts.push((*name, lines));
    }
    let mut add = |block| {
        if allowance.charge_block(&block) {
            blocks.push(block);
        }
    };
    forms::read_files(&texts, &mut add);
    (sources, blocks)
}

/// Checks that the examples of the README compile and succeed.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
