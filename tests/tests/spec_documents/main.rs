//! Reads the texts of the specifications: `BPX_SPECS=DIR cargo xtask spec`.
//!
//! The texts are not part of the project. The snapshots have kinds, lines, counts and ids, and no word of the texts.
//! A table that is missing in a list, or another number of findings, is a fault of the reader, or a new text.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

mod clauses;
mod declared;
mod goldens;
mod line;
mod own;

use bpx_documents::{Body, Document};
use std::fmt::Write;
use std::path::PathBuf;

/// The sources of a revision in LaTeX, in the order of the document.
const LATEX: &str = include_str!("latex.txt");

/// Reads a document; its files are a line each.
fn read(folder: &str, files: &str) -> Document {
    let directory = PathBuf::from(std::env::var_os("BPX_SPECS").expect("BPX_SPECS says where the documents are"));
    let path = |file: &str| directory.join(folder).join(file);
    let text =
        |file: &str| std::fs::read_to_string(path(file)).unwrap_or_else(|e| panic!("{}: {e}", path(file).display()));
    let texts: Vec<_> = files.lines().map(|file| (file, text(file))).collect();
    bpx_documents::read(&texts.iter().map(|(name, text)| (*name, text.as_str())).collect::<Vec<_>>())
}

/// Kinds, lines, numbers and ids.
fn outline(document: &Document) -> String {
    let mut text = format!("{} sections, {} tables\n", document.sections.len(), document.tables.len());
    for table in &document.tables {
        let (rows, bits) = match &table.body {
            Body::Structure { fields, size } => (fields.len(), format!(", {size} bits")),
            Body::Types { types } => (types.len(), String::new()),
            Body::Enumeration { values } | Body::Flags { values } => (values.len(), String::new()),
            Body::Sections { sections } => (sections.len(), String::new()),
            Body::Diagram(diagram) => (diagram.rows.len(), if diagram.damaged { ", damaged" } else { "" }.to_owned()),
            Body::Other { rows, .. } => (rows.len(), String::new()),
        };
        writeln!(text, "{}: {} of {rows}{bits}", table.line, table.body.kind()).unwrap();
    }
    for found in &document.inconsistencies {
        writeln!(text, "{}: {} {:?}", found.line, found.id, found.against).unwrap();
    }
    text
}

macro_rules! documents {
    ($($name:ident: $folder:literal, $files:expr;)*) => {
        $(#[test]
        #[ignore = "the documents are elsewhere: BPX_SPECS=DIR cargo xtask spec"]
        fn $name() {
            let mut settings = insta::Settings::clone_current();
            settings.set_snapshot_path("");
            settings.set_prepend_module_to_snapshot(false);
            settings.set_omit_expression(true);
            settings.bind(|| insta::assert_snapshot!(stringify!($name), outline(&read($folder, $files))));
        })*
    };
}

documents! {
    bpx_2021: "", "bpx-2021-06-06.txt";
    bpx_2019: "", "bpx-2019-version0.txt";
    bpat: "", "bpat-v1.txt";
    blk: "", "blk.txt";
    gpb: "", "gpb.txt";
    latex_2021_01: "latex/2021-01-24", LATEX;
    latex_2021_06: "latex/2021-06-06", LATEX;
}
