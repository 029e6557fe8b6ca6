//! The clauses of the specifications: every name in `docs/clauses.toml` and `docs/clauses` exists, nothing is covered
//! by no clause, and widths, places and numbers of the texts are those of the declarations.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

mod clause;
mod declared;
mod page;
mod source;

use self::clause::{Book, Clause, Document, Format, Kind, Level, State, path, text};
use self::declared::Declared;
use bpx_formats::bpx::kind::section_uses;
use std::collections::{BTreeMap, BTreeSet};

/// How the page is put right.
const HOW: &str = "`cargo xtask clauses` puts it right";

/// What rules of the text form of BLK name as their section: the documentation has none about it.
const TEXT_FORM: &str = "Text form";

/// Collects all mistakes, so that one run reports them all.
fn none(mistakes: &[String]) {
    assert!(mistakes.is_empty(), "{} mistakes:\n{}", mistakes.len(), mistakes.join("\n"));
}

#[test]
fn ids_name_document_and_section() {
    let mut ids = BTreeSet::new();
    let mut mistakes = Vec::new();
    let books = Format::ALL.map(|format| (format, Book::read(format)));
    for (format, clause) in books.iter().flat_map(|(format, book)| book.clauses.iter().map(move |one| (format, one))) {
        if !format.documents().contains(&clause.document) {
            mistakes.push(format!("{}: belongs to the file of another format", clause.id));
        }
        let start = clause.document.start(&clause.section);
        let name = clause.id.strip_prefix(&start).unwrap_or_default();
        if name.is_empty() || !name.chars().all(|c| matches!(c, 'a'..='z' | '0'..='9' | '-')) {
            mistakes.push(format!("{}: should begin with {start} and go on in lower case", clause.id));
        }
        let named = clause.document.sections();
        let numbered = clause.section.split('.').all(|part| part.parse::<u32>().is_ok());
        if if named.is_empty() { !numbered } else { !named.contains(&&*clause.section) } {
            mistakes.push(format!("{}: section {} is none", clause.id, clause.section));
        }
        if !ids.insert(&clause.id) {
            mistakes.push(format!("{}: occurs twice", clause.id));
        }
    }
    none(&mistakes);
}

/// Sections are numbered without gaps, so a section without a clause shows as a gap; sections with names are listed,
/// and what declarations call a section is one.
#[test]
fn no_section_is_left_out() {
    let mut mistakes = Vec::new();
    for document in Document::ALL.into_iter().filter(|document| !document.sections().is_empty()) {
        let format = Format::ALL.into_iter().find(|format| format.documents().contains(&document)).unwrap();
        let book = Book::read(format);
        for section in document.sections().iter().filter(|name| book.of(document).all(|one| one.section != **name)) {
            mistakes.push(format!("{}: no clause of {section}", document.prefix()));
        }
        let declared = Declared::of(format).sections;
        let known = |name: &str| name.is_empty() || name == TEXT_FORM || document.sections().contains(&name);
        let unknown = declared.iter().filter(|name| !known(name));
        mistakes.extend(unknown.map(|name| format!("{}: a declaration or a rule names {name}", document.prefix())));
    }
    let book = Book::read(Format::Bpx);
    for document in Format::Bpx.documents().iter().copied() {
        let mut last: BTreeMap<Vec<u32>, BTreeSet<u32>> = BTreeMap::new();
        for clause in book.of(document) {
            let numbers: Vec<u32> = clause.section.split('.').map(|part| part.parse().unwrap()).collect();
            for len in 1..=numbers.len() {
                last.entry(numbers[..len - 1].to_vec()).or_default().insert(numbers[len - 1]);
            }
        }
        for (parent, children) in last {
            // The sections before section 4 specify nothing.
            let first = if parent.is_empty() { 4 } else { 1 };
            let all: BTreeSet<u32> = (first..=*children.last().unwrap()).collect();
            for missing in all.difference(&children) {
                mistakes.push(format!("{}: no clause of {parent:?}.{missing}", document.prefix()));
            }
        }
    }
    none(&mistakes);
}

#[test]
fn clauses_are_covered_and_proved() {
    let mistake = |clause: &Clause| {
        let (covers, tests) = (!clause.covers.is_empty(), !clause.tests.is_empty());
        let what = match clause.state() {
            State::Pending if covers && tests || clause.reason.is_some() => {
                "is pending, and yet is covered and tested, or says why not"
            }
            State::Left if clause.reason.is_none() => "is covered by nothing, and says no reason",
            State::Covered if clause.reason.is_some() => "is covered, and says why not",
            State::Covered if !tests => "is covered, and nothing tests it",
            _ if clause.level == Level::Must && clause.reason.is_some() => "is a must, and nothing covers it",
            _ if clause.text.is_empty() || !clause.text.ends_with('.') => "says nothing",
            _ if clause.required.is_some() != clause.single.is_some() => "states only one of required and single",
            _ if clause.required.is_some() && clause.kind != Kind::SectionUse => {
                "states required or single, but is not a section type"
            }
            _ if clause.bits.is_some() && clause.kind != Kind::Field => "has a width, and is not a field",
            _ if clause.unbroken.is_some() && clause.level != Level::Must => {
                "is not a must, and says why nothing breaks it"
            }
            _ => return None,
        };
        Some(format!("{}: {what}", clause.id))
    };
    for format in Format::ALL {
        let book = Book::read(format);
        none(&book.clauses.iter().filter_map(mistake).collect::<Vec<_>>());
        let pending = book.clauses.iter().filter(|clause| clause.pending).count();
        println!("{} clauses of {format}, {pending} of them pending", book.clauses.len());
    }
}

#[test]
fn every_name_exists() {
    let mut mistakes = Vec::new();
    for format in Format::ALL {
        names_exist(format, &mut mistakes);
    }
    none(&mistakes);
}

fn names_exist(format: Format, mistakes: &mut Vec<String>) {
    let (names, readings) = (Declared::of(format).names(), format.readings());
    for clause in &Book::read(format).clauses {
        for name in clause.covers.iter().filter(|name| !names.contains(*name) && !source::is_function(name)) {
            mistakes.push(format!("{}: nothing is called {name}", clause.id));
        }
        for test in clause.tests.iter().filter(|test| !source::is_proof(test)) {
            mistakes.push(format!("{}: there is no test or golden {test}", clause.id));
        }
        for reading in clause.readings.iter().filter(|reading| !readings.contains(*reading)) {
            mistakes.push(format!("{}: there is no reading {reading}", clause.id));
        }
    }
}

/// Returns whether a name of `[[ours]]` means this part.
fn means(pattern: &str, name: &str) -> bool {
    match pattern.strip_suffix('*') {
        Some(start) => name.starts_with(start),
        None => name == pattern,
    }
}

#[test]
fn everything_is_covered_or_ours() {
    let mut mistakes = Vec::new();
    for format in Format::ALL {
        covered_or_ours(format, &mut mistakes);
    }
    none(&mistakes);
}

fn covered_or_ours(format: Format, mistakes: &mut Vec<String>) {
    let (book, declared) = (Book::read(format), Declared::of(format));
    let covered: BTreeSet<_> = book.clauses.iter().flat_map(|clause| &clause.covers).collect();
    let patterns: Vec<_> = book.ours.iter().flat_map(|ours| &ours.names).collect();
    let (parts, names) = (declared.parts(), declared.names());
    for part in parts.iter().filter(|part| !covered.contains(part)) {
        if !patterns.iter().any(|pattern| means(pattern, part)) {
            mistakes.push(format!("{part}: no clause names it, and it is not listed as ours"));
        }
    }
    for pattern in patterns {
        if covered.contains(pattern) {
            mistakes.push(format!("{pattern}: is listed as ours, and a clause names it"));
        }
        if !names.iter().chain(&declared.in_sources).any(|name| means(pattern, name)) {
            mistakes.push(format!("{pattern}: is listed as ours, and is nothing"));
        }
    }
    let known = |name: &str| names.iter().any(|one| one.rsplit_once("::").map_or(&**one, |(_, last)| last) == name);
    let listed = |name: &&String| book.ours.iter().any(|ours| ours.names.contains(name));
    for name in declared.in_sources.iter().filter(|name| !known(name) && !listed(name)) {
        mistakes.push(format!("{name}: is declared, and the test does not know its schema"));
    }
    assert!(book.ours.iter().all(|ours| !ours.reason.is_empty()));
}

/// Readings lead somewhere: each is about a clause, has a test, and every rule that is excused names one.
#[test]
fn every_reading_is_used() {
    let mut mistakes = Vec::new();
    for format in Format::ALL {
        let (book, declared, headings) = (Book::read(format), Declared::of(format), format.readings());
        let clauses = book.clauses.iter().flat_map(|clause| &clause.readings);
        let used: BTreeSet<_> = clauses.chain(book.ours.iter().flat_map(|ours| &ours.readings)).cloned().collect();
        mistakes.extend(headings.difference(&used).map(|reading| format!("{reading}: no clause is read so")));
        mistakes.extend(declared.readings.difference(&headings).map(|reading| format!("{reading}: a rule names it")));
    }
    let text = text("docs/interpretations.md");
    for entry in text.split("\n### ").skip(1) {
        let title = entry.lines().next().unwrap_or_default();
        for part in ["\n* Text: ", "\n* Found: ", "\n* Reading: ", "\n* Test: "] {
            if !entry.contains(part) {
                mistakes.push(format!("{title}: no{}", part.trim_start_matches("\n*")));
            }
        }
    }
    none(&mistakes);
}

/// What is in backquotes after "Test:" is a test, a golden, a fault of one, or a crate.
#[test]
fn tests_of_readings_exist() {
    let (text, proofs) = (text("docs/interpretations.md"), source::proofs());
    let mut mistakes = Vec::new();
    let mut named = 0;
    for entry in text.split("\n### ").skip(1) {
        let (number, rest) = entry.split_once(':').unwrap();
        let tests = rest.split_once("\n* Test: ").map_or("", |(_, tests)| tests);
        let tests = tests.split("\n\n").next().unwrap_or_default();
        for name in tests.split('`').skip(1).step_by(2) {
            let known = match name.rsplit_once("::") {
                Some((_, test)) => proofs.contains(test),
                None => proofs.contains(name) || path(name).is_dir(),
            };
            if !known {
                mistakes.push(format!("{number}: there is no {name}"));
            }
            named += 1;
        }
    }
    none(&mistakes);
    assert!(named > 60, "{named} tests");
}

/// The tables of the texts, as transcribed, against what is declared: numbers of codes, widths of fields, and that the
/// rows of a table follow each other and fill its structure.
#[test]
fn clauses_agree_with_the_declarations() {
    // How many numbers, widths and structures are compared at least. Clips of BPAT have a size by version, so that their
    // places are compared by golden files alone.
    for (format, least) in Format::ALL.into_iter().zip([(40, 30, 4), (2, 20, 1), (16, 4, 1), (30, 20, 1)]) {
        tables_agree(format, least);
    }
}

fn tables_agree(format: Format, least: (usize, usize, usize)) {
    let (book, declared) = (Book::read(format), Declared::of(format));
    let (mut mistakes, mut numbers, mut widths) = (Vec::new(), 0, 0);
    // For each text and structure, where the next field should begin, and the size; in bits.
    let mut rows: BTreeMap<(Document, &str), (u64, u64)> = BTreeMap::new();
    for clause in &book.clauses {
        let mut differs = |what: &str, stated: u64, actual: u64| {
            if stated != actual {
                mistakes.push(format!("{}: {what} {stated} in the text, {actual} declared", clause.id));
            }
        };
        let stated =
            clause.value.is_some() || matches!(clause.kind, Kind::EnumValue | Kind::FlagValue | Kind::SectionUse);
        for actual in clause.covers.iter().filter_map(|name| declared.value(name)).filter(|_| stated) {
            differs("the value is", clause.value.unwrap_or(u64::MAX), actual);
            numbers += 1;
        }
        let member = clause.covers.first().and_then(|name| declared.member(name));
        let Some((bits, member)) = clause.bits.zip(member) else { continue };
        if let Some(actual) = member.bits {
            differs("the width is", bits, actual);
            widths += 1;
        }
        if let Some((structure, size, begin)) = &member.place {
            let (next, _) = rows.entry((clause.document, structure)).or_insert((0, *size));
            differs("the field begins at bit", *next, *begin);
            *next = begin + bits;
        }
    }
    for ((document, structure), (end, size)) in &rows {
        if end != size {
            mistakes.push(format!("{structure} has {size} bits, the rows of {} {end}", document.prefix()));
        }
    }
    none(&mistakes);
    let seen = (numbers, widths, rows.len());
    assert!(seen.0 > least.0 && seen.1 > least.1 && seen.2 > least.2, "{format}: {seen:?}, {rows:?}");
}

/// The checks distinguish existing and missing names.
#[test]
fn missing_names_are_reported() {
    let golden = "conformance/golden/bpx/strings.src";
    let tests = "bpx-formats/src/bpx/strings/tests.rs";
    assert!(source::is_proof(golden) && source::is_proof(&format!("{golden}::bad-utf8")));
    assert!(source::is_proof(&format!("{tests}::sections_grow")), "a test");
    assert!(source::is_proof(&format!("{tests}::any_bytes_end_well")), "a test with generated values");
    for none in ["::bad", "::bad-utf8\"", "::", "x"] {
        assert!(!source::is_proof(&format!("{golden}{none}")), "{none}");
    }
    for none in ["", "::view", "::sections_gro", "::sections_grow_"] {
        assert!(!source::is_proof(&format!("{tests}{none}")), "{none}");
    }
    let hash = "bpx-formats/src/bpx/hash.rs";
    assert!(source::is_function(&format!("{hash}::djb2")));
    assert!(!source::is_function(&format!("{hash}::known_values")), "a test is not a declaration");
    assert!(!source::is_function("djb2") && !source::is_function(hash) && !source::is_function("gone.rs::djb2"));
    let sample = source::Source::new(
        "#[structure]\n#[schema(name = \"Named\", spec = \"9.1\")]\npub struct A {\n}\n\
         #[derive(Debug, Record)]\npub enum B {}\n#[derive(Debug)]\nstruct C;\n\
         #[cfg(test)]\nmod tests {\n#[structure]\nstruct D;\n}\n",
    );
    assert_eq!(sample.declarations(), ["Named", "B"]);
    assert!(means("table.*", "table.rows") && means("Table", "Table") && !means("Table", "Table.rows"));
}

/// The columns "Required" and "Single Time" of the texts, as transcribed, against the tables that the rules follow.
#[test]
fn sections_occur_as_often_as_the_text_states() {
    let book = Book::read(Format::Bpx);
    let mut mistakes = Vec::new();
    let mut found = BTreeSet::new();
    // Findings name the text that they refer to.
    let section = |spec: &'static str| spec.trim_start_matches("v0 ");
    for (kind, version) in (0..=255_u8).flat_map(|kind| (0..=3).map(move |version| (kind, version))) {
        let Some(uses) = section_uses(kind, version) else { continue };
        let document = if version == 0 { Document::Bpx2019 } else { Document::Bpx2021 };
        let rows = book.of(document).filter(|clause| clause.section == section(uses.spec) && clause.required.is_some());
        let rows = rows.filter(|clause| clause.since.is_none_or(|since| since <= version));
        let stated: BTreeSet<_> = rows.map(|row| (row.value, row.required, row.single)).collect();
        let declared = uses.list.iter();
        let declared = declared.map(|one| (Some(u64::from(one.kind)), Some(one.required.is_some()), Some(one.single)));
        let declared: BTreeSet<_> = declared.collect();
        if stated != declared {
            let file = char::from(kind);
            mistakes.push(format!("{file}, version {version}: {stated:?} in the text, {declared:?} declared"));
        }
        found.insert((document, section(uses.spec)));
    }
    none(&mistakes);
    // The tables of the texts that a declaration follows; the others are pending.
    let tables = book.clauses.iter().filter(|clause| clause.required.is_some() && !clause.pending);
    let tables: BTreeSet<_> = tables.map(|clause| (clause.document, &*clause.section)).collect();
    assert_eq!(found, tables);
}

#[test]
fn the_page_is_current() {
    let page = page::page(&Format::ALL.map(Book::read));
    let file = path("docs/clauses.md");
    if std::env::var_os("CLAUSES").is_some_and(|value| value == "overwrite") {
        std::fs::write(&file, &page).unwrap();
    }
    let current = std::fs::read_to_string(&file).unwrap_or_default();
    assert!(current == page, "docs/clauses.md is not what docs/clauses.toml gives; {HOW}");
}
