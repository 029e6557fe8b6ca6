//! The page that is generated from the clauses.

use crate::clause::{Book, Clause, Document, Level, State};
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// The text above the tables.
const HEAD: &str = "\
# Clauses

Generated from [clauses.toml](clauses.toml) and the files in [clauses](clauses): `cargo xtask clauses` rewrites it. The
clauses of the specifications in our own words, each with the declarations and rules that cover it, and the tests and
cases that prove it. A test is the name of a function; *golden* is a valid file, and *golden: name* is the fault of this
name in it. Numbers such as I-1 are [readings](interpretations.md).

*Pending* clauses wait for declarations, or for tests. A clause that nothing covers states the reason.
";

pub(crate) fn page(books: &[Book]) -> String {
    let mut page = String::from(HEAD);
    counts(&mut page, books).unwrap();
    for (document, book) in
        Document::ALL.into_iter().flat_map(|document| books.iter().map(move |book| (document, book)))
    {
        clauses(&mut page, book, document).unwrap();
    }
    beyond(&mut page, books).unwrap();
    readings(&mut page, books).unwrap();
    page
}

fn counts(page: &mut String, books: &[Book]) -> std::fmt::Result {
    page.push_str(
        "\n| text | level | clauses | covered | pending | covered by nothing |\n|---|---|---:|---:|---:|---:|\n",
    );
    for document in Document::ALL {
        for level in Level::ALL {
            let of = |state: Option<State>| {
                let clauses = books.iter().flat_map(|book| book.of(document)).filter(|clause| clause.level == level);
                clauses.filter(|clause| state.is_none_or(|state| clause.state() == state)).count()
            };
            let [all, covered, pending, left] =
                [None, Some(State::Covered), Some(State::Pending), Some(State::Left)].map(of);
            let text = document.prefix();
            writeln!(page, "| `{text}` | {level} | {all} | {covered} | {pending} | {left} |")?;
        }
    }
    Ok(())
}

fn clauses(page: &mut String, book: &Book, document: Document) -> std::fmt::Result {
    if book.of(document).next().is_none() {
        return Ok(());
    }
    write!(page, "\n## {}\n", document.title())?;
    let mut section = "";
    for clause in book.of(document) {
        if clause.section != section {
            section = &clause.section;
            write!(page, "\n### Section {section} of `{}`\n\n", document.prefix())?;
            page.push_str("| clause | level | what it says | covered by | tests |\n|---|---|---|---|---|\n");
        }
        let covers = match (clause.state(), &clause.reason) {
            (State::Pending, _) if clause.covers.is_empty() => "*pending*".to_owned(),
            (State::Pending, _) => format!("{}; *tests pending*", code(&clause.covers)),
            (_, Some(reason)) => format!("*{reason}*"),
            _ => code(&clause.covers),
        };
        let tests: Vec<_> = clause.tests.iter().map(|test| proof(test)).collect();
        let name = clause.id.strip_prefix(&document.start(section)).unwrap_or(&clause.id);
        writeln!(page, "| {name} | {} | {} | {covers} | {} |", clause.level, says(clause), tests.join(", "))?;
    }
    Ok(())
}

/// What a clause says, its number and its readings.
fn says(clause: &Clause) -> String {
    let mut text = clause.text.clone();
    let number = |text: &mut String, what: &str, number: Option<u64>| {
        if let Some(number) = number {
            let _ = write!(text, " ({what} {number})");
        }
    };
    number(&mut text, "bits:", clause.bits);
    number(&mut text, "value:", clause.value);
    if let Some(since) = clause.since {
        let _ = write!(text, " (since version {since})");
    }
    if !clause.readings.is_empty() {
        let _ = write!(text, " {}", clause.readings.join(", "));
    }
    text
}

fn beyond(page: &mut String, books: &[Book]) -> std::fmt::Result {
    page.push_str("\n## Beyond the texts\n\nDeclarations and rules that no text has.\n\n");
    page.push_str("| names | reason |\n|---|---|\n");
    for ours in books.iter().flat_map(|book| &book.ours) {
        let readings = if ours.readings.is_empty() { String::new() } else { format!(" {}", ours.readings.join(", ")) };
        writeln!(page, "| {} | {}{readings} |", code(&ours.names), ours.reason)?;
    }
    Ok(())
}

/// Returns the clauses that each reading is about.
fn readings(page: &mut String, books: &[Book]) -> std::fmt::Result {
    page.push_str("\n## Readings\n\nThe clauses that each [reading](interpretations.md) is about.\n\n");
    page.push_str("| reading | clauses |\n|---|---|\n");
    let mut index: BTreeMap<u32, Vec<&str>> = BTreeMap::new();
    for clause in books.iter().flat_map(|book| &book.clauses) {
        for reading in &clause.readings {
            index.entry(number(reading)).or_default().push(&clause.id);
        }
    }
    for reading in books.iter().flat_map(|book| &book.ours).flat_map(|ours| &ours.readings) {
        index.entry(number(reading)).or_default();
    }
    for (reading, ids) in index {
        let ids = if ids.is_empty() { "(beyond the texts)".to_owned() } else { code(&ids) };
        writeln!(page, "| I-{reading} | {ids} |")?;
    }
    Ok(())
}

/// Returns the number of `I-7`.
pub(crate) fn number(reading: &str) -> u32 {
    reading.strip_prefix("I-").and_then(|number| number.parse().ok()).unwrap_or_else(|| panic!("{reading}"))
}

fn code(names: &[impl AsRef<str>]) -> String {
    names.iter().map(|name| format!("`{}`", name.as_ref())).collect::<Vec<_>>().join(", ")
}

/// Returns a test or a golden, as a link.
fn proof(proof: &str) -> String {
    let (file, name) = proof.split_once("::").map_or((proof, None), |(file, name)| (file, Some(name)));
    let stem = file.rsplit('/').next().and_then(|last| last.strip_suffix(".src"));
    let label = match (stem, name) {
        (Some(golden), None) => format!("golden {golden}"),
        (Some(golden), Some(fault)) => format!("golden {golden}: {fault}"),
        (None, name) => name.unwrap_or(file).to_owned(),
    };
    format!("[{label}](../{file})")
}
