//! The documentation of the gallery: `docs/gallery.md` and a page for each format, made of what the tests see.
//!
//! `GALLERY=overwrite` writes them; otherwise they must be what the tests make.

use crate::constructs::{Constructs, Word, words};
use crate::exports::said;
use crate::pages::{Page, all};
use bpx_schema::budget::Budget;
use bpx_schema::dump::{DumpOptions, Outline, dump_to_string};
use bpx_schema::report::Verdict;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// What is measured of a page.
struct Measured {
    /// Lines of declarations, and other lines of the page, without comments and blank lines.
    lines: (usize, usize),
    samples: usize,
    identical: usize,
    bytes: u64,
    /// Bytes of samples that no field has.
    unexplained: u64,
}

/// The file of a page, or the files of its folder, `mod.rs` first.
fn sources(page: &Page) -> Vec<PathBuf> {
    let path = manifest().join("src").join(page.name);
    if !path.is_dir() {
        return vec![path.with_extension("rs")];
    }
    let mut files: Vec<_> = std::fs::read_dir(path).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort_by_key(|file| (!file.ends_with("mod.rs"), file.clone()));
    files
}

fn source(page: &Page) -> String {
    sources(page).iter().map(|file| std::fs::read_to_string(file).unwrap()).collect()
}

fn manifest() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The items of a page that are declarations, and the others. The code is formatted: an item begins at the margin, and so
/// does the line that ends it.
fn items(source: &str) -> (Vec<String>, Vec<String>) {
    let (mut declared, mut others) = (Vec::new(), Vec::new());
    let mut item = String::new();
    for line in source.lines().filter(|line| !line.starts_with("//!")) {
        item += line;
        item.push('\n');
        let is_end = !line.starts_with([' ', ')']) && (line.ends_with(';') || line.ends_with('}'));
        if is_end {
            let is_declared = item.contains("#[structure]") || item.contains("Record") && item.contains("#[derive(");
            if is_declared { &mut declared } else { &mut others }.push(std::mem::take(&mut item));
        }
    }
    (declared, others)
}

fn code_lines(items: &[String]) -> usize {
    let lines = items.iter().flat_map(|item| item.lines()).map(str::trim);
    lines.filter(|line| !line.is_empty() && !line.starts_with("//")).count()
}

fn measured(page: &Page) -> Measured {
    let (declared, others) = items(&source(page));
    let is_import = |item: &String| ["use ", "pub use ", "mod "].iter().any(|word| item.trim_start().starts_with(word));
    let others: Vec<_> = others.into_iter().filter(|item| !is_import(item)).collect();
    let samples = (page.samples)();
    let lines = (code_lines(&declared), code_lines(&others));
    let mut measured = Measured { lines, samples: samples.len(), identical: 0, bytes: 0, unexplained: 0 };
    for (index, file) in samples.iter().enumerate() {
        // A note may say where zeros fill up an alignment.
        let report = (page.validate)(file);
        assert_eq!(report.verdict(), Verdict::Valid, "{} {index}: {:?}", page.name, report.findings());
        measured.identical += usize::from((page.comes_back)(file) == [true; 2]);
        measured.bytes += file.len() as u64;
        let budget = Budget::default();
        let mut outline = Outline::new(&budget);
        (page.watch)(file, &mut outline).unwrap();
        let gaps = outline.extents(file.len() as u64).into_iter().filter(|extent| extent.is_gap);
        measured.unexplained += gaps.map(|gap| gap.size).sum::<u64>();
    }
    measured
}

/// The table of all pages.
fn overview(pages: &[(Page, Constructs)], words: &BTreeMap<String, Word>) -> String {
    let mut text = String::from(
        "# The gallery\n\n\
         Formats of other authors, each declared completely in one page of `examples/gallery/src`. `cargo xtask gallery` makes\n\
         this document from the declarations, from files that libraries of other authors write in the tests, and from lists of\n\
         what each specification defines (`examples/gallery/constructs`).\n\n\
         * *Constructs*: those that the page declares, of those on the list of the format. Its page lists the missing ones.\n\
         * *Lines*: of declarations; and of other code, which shows how a program edits a file. *By hand* is hand-written\n  \
           code that the page needs to read or write.\n\
         * *Identical*: files that are equal byte for byte after the declaration has written them, and after the schema\n  \
           alone has written them from JSON.\n\
         * *Unexplained*: bytes of the files that no field has.\n\
         * *Kaitai Struct*: values of the files that its compiled reader, generated from the exported schema, reads\n  \
           correctly; and those that its language cannot express.\n\n\
         | format | constructs | lines: declared, edits | by hand | files | identical | unexplained | Kaitai Struct | reader and writer of the test |\n\
         |---|---|---|---|---|---|---|---|---|\n",
    );
    let said = said();
    for (page, list) in pages {
        let Measured { lines, samples, identical, bytes, unexplained } = measured(page);
        let declared = list.constructs.iter().filter(|one| one.missing.is_none()).count();
        let (equal, lacking) = said.get(page.name).copied().unwrap_or_default();
        let share = unexplained as f64 * 100.0 / bytes as f64;
        let hand = if list.hand.is_empty() { "none".to_owned() } else { list.hand.join("; ") };
        let _ = writeln!(
            text,
            "| [{}](gallery/{}.md) | {declared} of {} | {}, {} | {hand} | {samples} | {identical} | {share:.1} % | {equal}, {lacking} | {}; {} |",
            list.title,
            page.name,
            list.constructs.len(),
            lines.0,
            lines.1,
            list.reader,
            list.writer
        );
    }
    text += "\n## Beside binrw, deku and Kaitai Struct\n\n\
             What a construct needs, and whether a declaration expresses it without a hand-written function. Kaitai Struct\n\
             writes only in Java and Python, and computes no sizes, offsets and checksums when it writes. The numbers count\n\
             constructs of the lists above.\n\n\
             | format | here | binrw | deku | Kaitai Struct |\n|---|---|---|---|---|\n";
    for (_, list) in pages {
        let count = |has: fn(&Word) -> bool| list.constructs.iter().filter(|one| has(&words[&one.word])).count();
        let declared = list.constructs.iter().filter(|one| one.missing.is_none()).count();
        let (binrw, deku, kaitai) = (count(|one| one.binrw), count(|one| one.deku), count(|one| one.kaitai));
        let _ = writeln!(
            text,
            "| {} | {declared} of {} | {binrw} | {deku} | {kaitai} |",
            list.title,
            list.constructs.len()
        );
    }
    text += "\n| what is needed | binrw | deku | Kaitai Struct |\n|---|---|---|---|\n";
    let shown = |has: bool| if has { "yes" } else { "no" };
    for Word { title, binrw, deku, kaitai } in words.values() {
        let _ = writeln!(text, "| {title} | {} | {} | {} |", shown(*binrw), shown(*deku), shown(*kaitai));
    }
    text
}

/// The file or the folder of a module.
fn module(folder: &str, name: &str) -> String {
    let path = format!("{folder}/{name}");
    if manifest().join(&path).is_dir() { path } else { path + ".rs" }
}

/// The page of a format.
fn document(page: &Page, list: &Constructs) -> String {
    let source = source(page);
    let about: Vec<_> = source.lines().map_while(|line| line.strip_prefix("//!")).map(str::trim).collect();
    let mut text = format!(
        "# {}\n\n{}\n\nThe page is `examples/gallery/{}`, its test `examples/gallery/{}`.\n\n",
        list.title,
        about.join("\n"),
        module("src", page.name),
        module("tests/formats", page.name)
    );
    let _ = write!(
        text,
        "## What the specification defines\n\nFrom: {}.\n\n| construct | declared as |\n|---|---|\n",
        list.specification
    );
    for construct in &list.constructs {
        let declared = construct.declared.iter().map(|path| format!("`{path}`")).collect::<Vec<_>>().join(", ");
        let declared = construct.missing.as_ref().map_or(declared, |reason| format!("missing: {reason}"));
        let _ = writeln!(text, "| {} | {declared} |", construct.name);
    }
    let _ = write!(text, "\n## The declaration\n\n```rust\n{}```\n", items(&source).0.concat().trim_start());
    let sample = &(page.samples)()[0];
    let dump = dump_to_string(sample, &DumpOptions::default(), &|watch| (page.watch)(sample, watch)).unwrap();
    let shown: Vec<_> = dump.lines().take(LINES).map(str::trim_end).collect();
    let _ = write!(text, "\n## The first lines of a dump\n\n```text\n{}\n```\n", shown.join("\n"));
    let report = (page.validate)(&(page.damaged)());
    let first = report.findings().first().unwrap_or_else(|| panic!("{}: the damaged file is sound", page.name));
    let _ = write!(text, "\n## A finding\n\n```text\n{first}\n```\n");
    text
}

/// Lines of a dump that a page shows.
const LINES: usize = 40;

#[test]
fn documents_are_current() {
    let words = words();
    let pages = all().into_iter().map(|page| {
        let list = Constructs::of(page.name, &(page.model)(), &words);
        (page, list)
    });
    let pages: Vec<_> = pages.collect();
    let mut expected = vec![(PathBuf::from("gallery.md"), overview(&pages, &words))];
    expected.extend(
        pages
            .iter()
            .map(|(page, list)| (Path::new("gallery").join(page.name).with_extension("md"), document(page, list))),
    );
    let docs = manifest().join("../../docs");
    for (path, text) in expected {
        let path = docs.join(path);
        if std::env::var_os("GALLERY").is_some_and(|value| value == "overwrite") {
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(&path, &text).unwrap();
        }
        let found = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(found == text, "{}: expected what `cargo xtask gallery` writes", path.display());
    }
}
