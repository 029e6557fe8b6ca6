//! Documents of an invented format in each form, with the damage of extraction: their tables and their contradictions.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

use bpx_documents::{Body, Document, IDS, Size};
use std::collections::BTreeSet;
use std::fmt::Write;

const FILES: &[&str] = &["tabs.txt", "pipes.md", "members.txt", "macros.tex"];

fn text(name: &str) -> String {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/spec").join(name);
    std::fs::read_to_string(path).unwrap()
}

fn document(name: &str) -> Document {
    bpx_documents::read(&[(name, &text(name))])
}

/// Prints a document: sections, tables, stated sizes, inconsistencies.
fn shown(document: &Document) -> String {
    let mut text = String::new();
    for section in &document.sections {
        writeln!(text, "{:>3} {} {}", section.line, section.number, section.title).unwrap();
    }
    for table in &document.tables {
        write!(text, "\n{table}").unwrap();
    }
    text.push('\n');
    for stated in &document.stated {
        writeln!(text, "{:>3} {} has {} bits", stated.line, stated.name, stated.bits).unwrap();
    }
    text.push('\n');
    for found in &document.inconsistencies {
        writeln!(text, "{:>3} {}: {}: {} {:?}", found.line, found.id, found.subject, found.message, found.against)
            .unwrap();
    }
    text
}

fn snapshot(name: &str) {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path("spec");
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!(name.split('.').next().unwrap(), shown(&document(name))));
}

#[test]
fn tables_between_tabs() {
    snapshot("tabs.txt");
}

#[test]
fn tables_between_pipes() {
    snapshot("pipes.md");
}

#[test]
fn lists_of_members() {
    snapshot("members.txt");
}

#[test]
fn latex() {
    snapshot("macros.tex");
}

#[test]
fn every_id_is_found_somewhere_and_is_listed() {
    let found: BTreeSet<_> =
        FILES.iter().flat_map(|name| document(name).inconsistencies).map(|found| found.id).collect();
    let listed: BTreeSet<_> = IDS.iter().map(|(id, _)| *id).collect();
    assert_eq!(found, listed);
    assert!(IDS.is_sorted(), "sorted, each once");
}

#[test]
fn a_sound_document_has_no_inconsistencies() {
    let text = "# Header (8 bytes)\n\n| Name | Type | Size | Notes |\n|---|---|---|---|\n| Id | u32 | 32 | |\n\
                | Kind | u8 | 8 | see below |\n| Reserved | u8[3] | 24 | zero |\n\n## Kind\n\nThere are 2 values:\n\n\
                | Name | Value |\n|---|---|\n| A | 0 |\n| B | 255 |\n\n## Id\n\nAn Id is 4 bytes long.\n";
    let document = bpx_documents::read(&[("sound.md", text)]);
    assert_eq!(document.inconsistencies, []);
    assert_eq!(document.stated.len(), 2, "{:?}", document.stated);
    let Body::Structure { fields, size } = &document.tables[0].body else { panic!() };
    assert_eq!((fields.len(), *size), (3, Size::bits(64)));
    assert_eq!((document.tables[1].structure.as_str(), document.tables[1].field.as_str()), ("Header", "Kind"));
    // One value more, and the same document is at fault, at the line of the value.
    let wrong = text.replace("| B | 255 |", "| B | 256 |");
    let found = bpx_documents::read(&[("wrong.md", &wrong)]).inconsistencies;
    assert_eq!(found.iter().map(|found| (found.id, found.line)).collect::<Vec<_>>(), [("value.wide", 16)]);
}

#[test]
fn lines_of_several_files_are_counted_on() {
    let (first, second) = (
        "\\section{A}\nWords.\n",
        "\\section{B}\n\\begin{tabular}{ll}\nName & Value \\\\\nX & 1 \\\\\n\\end{tabular}\n",
    );
    let document = bpx_documents::read(&[("a.tex", first), ("b.tex", second)]);
    assert_eq!(document.sections.iter().map(|section| section.number.as_str()).collect::<Vec<_>>(), ["1", "2"]);
    assert_eq!(document.tables[0].line, 4);
    assert_eq!(document.place(4), ("b.tex", 2));
}

/// Reads a text: whatever is found, its lines are lines of the text.
fn sane(text: &str) -> Document {
    let document = bpx_documents::read(&[("text", text)]);
    let lines = 1..=text.lines().count();
    assert!(document.tables.iter().all(|table| lines.contains(&table.line)), "{document:?}");
    assert!(document.sections.iter().all(|section| lines.contains(&section.line)), "{document:?}");
    let found = document.inconsistencies.iter();
    assert!(
        found.flat_map(|found| found.against.iter().chain([&found.line])).all(|line| lines.contains(line)),
        "{document:?}"
    );
    document
}

/// Reading any cut or changed file ends.
#[test]
fn damage_ends_in_a_document() {
    for name in FILES {
        let text = text(name);
        // Not every one: in debug builds each costs a millisecond.
        let cuts = text.char_indices().map(|(at, _)| at).step_by(13);
        for at in cuts {
            sane(&text[..at]);
            sane(&text[at..]);
        }
        for mark in ['\t', '|', '{', '}', '\\', '[', ']', '&', '-', '0', '\u{fb01}'] {
            sane(&text.replace(mark, ""));
            sane(&text.replace(['a', ' '], &mark.to_string()));
        }
    }
}

/// Files that would take a reader with recursion or with quadratic time too far.
#[test]
fn depth_and_length_are_no_danger() {
    let deep = |open: &str, close: &str| format!("{}u8{}", open.repeat(50_000), close.repeat(50_000));
    for cell in [deep("(", ")"), deep("[", ";1]"), deep("", "[1]"), deep("{", "}"), "x".repeat(200_000)] {
        let tabs = sane(&format!("Name\tType\tSize\n{cell}\t{cell}\t{cell}\n\n{cell}\n{cell}\t{cell}\n"));
        assert_eq!(tabs.tables[0].body.kind(), "structure");
        let pipes = sane(&format!("| Name | Value |\n|---|---|\n| {cell} | {cell} |\n"));
        assert_eq!(pipes.tables[0].body.kind(), "enumeration");
        let field = "\\section{A}\n\\begin{bytefield}{0}\n\\bitbox{8}{CELL} \\\\\n\\bitbox{8}{B}\n";
        let latex = sane(&field.replace("CELL", &cell));
        assert_eq!(latex.tables[0].body.kind(), "diagram");
    }
}
