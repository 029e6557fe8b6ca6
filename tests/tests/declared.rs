//! How much of each format is declared: the share of declarations must not shrink.
//!
//! Counted are lines of product code of `bpx-formats`, without blank lines and comments. A declaration is an item with
//! `#[structure]` or `#[derive(Record)]`. A rule that a declaration checks with a Rust function counts as written by hand.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

use bpx_formats::formats;
use bpx_schema::report::declared_rules;
use bpx_schema::schema::{Model, Rule};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// Calls that compute offsets and sizes, or take numbers out of bytes.
const ARITHMETIC: &[&str] = &[
    "saturating_",
    "checked_add",
    "checked_sub",
    "checked_mul",
    "checked_div",
    "checked_rem",
    "next_multiple",
    "wrapping_",
    "Offset::",
    "to_le_bytes",
    "from_le_bytes",
];

/// What is counted for a format, or for shared code.
#[derive(Debug, Default, Clone, PartialEq, Eq, Deserialize, Serialize)]
struct Counts {
    items: usize,
    declared_lines: usize,
    hand_lines: usize,
    arithmetic_lines: usize,
    declared_codes: usize,
    hand_codes: usize,
}

/// Adds the lines of a file.
fn count(source: &str, counts: &mut Counts) {
    let lines: Vec<_> = source.lines().collect();
    let mut at = 0;
    while at < lines.len() {
        // The code is formatted: an item begins at the margin, and so does the line that ends it.
        let head = lines[at..].iter().take_while(|line| line.starts_with("#[") || line.starts_with("///")).count();
        let attributes = &lines[at..at + head];
        let has = |text: &str| attributes.iter().any(|line| line.starts_with(text));
        let declared = has("#[structure]")
            || attributes.iter().any(|line| line.starts_with("#[derive(") && line.contains("Record"));
        let is_test = has("#[cfg(test)]") || has("#[cfg(all(test");
        let body = &lines[at + head..];
        let ends = |line: &&str| {
            !line.starts_with([' ', ')', '}']) && (line.ends_with(';') || line.ends_with('}')) || line.starts_with('}')
        };
        let size = if declared || is_test { body.iter().position(ends).map_or(body.len(), |end| end + 1) } else { 1 };
        let item = &lines[at..(at + head + size).min(lines.len())];
        let code = item.iter().map(|line| line.trim()).filter(|line| !line.is_empty() && !line.starts_with("//"));
        for line in code.filter(|_| !is_test) {
            if declared {
                counts.declared_lines += 1;
            } else {
                counts.hand_lines += 1;
                counts.arithmetic_lines += usize::from(ARITHMETIC.iter().any(|call| line.contains(call)));
            }
        }
        counts.items += usize::from(declared);
        at += head + size;
    }
}

/// The Rust files of a folder that are product code.
fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in folder.read_dir().unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_str().unwrap();
        match (path.is_dir(), name) {
            (_, "tests" | "by_hand") => {}
            (true, _) => sources(&path, found),
            (false, _) => found.extend(path.extension().is_some_and(|extension| extension == "rs").then_some(path)),
        }
    }
}

fn measured() -> BTreeMap<String, Counts> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../bpx-formats/src");
    let mut files = Vec::new();
    sources(&folder, &mut files);
    let mut table: BTreeMap<String, Counts> = BTreeMap::new();
    for path in files {
        let first = path.strip_prefix(&folder).unwrap().components().next().unwrap().as_os_str().to_str().unwrap();
        let name = if formats().iter().any(|format| format.name() == first) { first } else { "shared" };
        count(&std::fs::read_to_string(&path).unwrap(), table.entry(name.to_owned()).or_default());
    }
    for format in formats() {
        let roots = format.roots();
        let models: Vec<_> = roots.iter().map(|root| Model::from_root(root)).collect();
        let structures = models.iter().flat_map(|model| model.structures.values());
        let custom = structures.flat_map(|structure| structure.rules.iter());
        let custom = custom.filter(|rule| matches!(rule.rule, Rule::Custom(_))).map(|rule| rule.code.to_string());
        let by_hand = format.written_rules().into_iter().map(|rule| rule.code.to_string());
        let by_hand: BTreeSet<_> = custom.chain(by_hand).collect();
        let declared: BTreeSet<_> = declared_rules(&roots).into_iter().map(|rule| rule.code.to_string()).collect();
        let counts = table.get_mut(format.name()).unwrap();
        counts.hand_codes = by_hand.len();
        counts.declared_codes = declared.difference(&by_hand).count();
    }
    table
}

/// The counts as a table.
fn shown(table: &BTreeMap<String, Counts>) -> String {
    let mut text = "          items  declared   by hand  share  arithmetic  codes declared  by hand\n".to_owned();
    let mut row = |name: &str, counts: &Counts| {
        let Counts { items, declared_lines, hand_lines, arithmetic_lines, declared_codes, hand_codes } = counts;
        let share = *declared_lines as f64 * 100.0 / (declared_lines + hand_lines) as f64;
        let _ = writeln!(
            text,
            "{name:<8} {items:>6} {declared_lines:>9} {hand_lines:>9} {share:>5.1}% {arithmetic_lines:>11} \
             {declared_codes:>15} {hand_codes:>8}"
        );
    };
    let mut sum = Counts::default();
    for (name, counts) in table {
        row(name, counts);
        sum.items += counts.items;
        sum.declared_lines += counts.declared_lines;
        sum.hand_lines += counts.hand_lines;
        sum.arithmetic_lines += counts.arithmetic_lines;
        sum.declared_codes += counts.declared_codes;
        sum.hand_codes += counts.hand_codes;
    }
    row("total", &sum);
    text
}

/// Compares with `docs/declared.json`, and rewrites it under `DECLARED=overwrite`.
#[test]
fn no_format_has_more_by_hand() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/declared.json");
    let table = measured();
    println!("{}", shown(&table));
    if std::env::var_os("DECLARED").is_some_and(|value| value == "overwrite") {
        std::fs::write(&path, serde_json::to_string_pretty(&table).unwrap() + "\n").unwrap();
    }
    let bounds: BTreeMap<String, Counts> = serde_json::from_str(&std::fs::read_to_string(&path).unwrap()).unwrap();
    assert!(bounds.keys().eq(table.keys()), "{:?}", table.keys());
    for (name, now) in &table {
        let bound = &bounds[name];
        // A repair may take lines; a growth of a hundredth has to be noted, and so to be read.
        let slack = |lines: usize| lines + lines / 100;
        let more = [
            ("lines by hand", now.hand_lines, slack(bound.hand_lines)),
            ("lines with arithmetic", now.arithmetic_lines, slack(bound.arithmetic_lines)),
            ("rule codes by hand", now.hand_codes, bound.hand_codes),
            (
                "rule codes that disappeared",
                bound.declared_codes + bound.hand_codes,
                now.declared_codes + now.hand_codes,
            ),
        ];
        for (what, now, bound) in more {
            assert!(now <= bound, "{name}: {what}: expected at most {bound}, found {now}; see CONTRIBUTING.md");
        }
    }
}

#[test]
fn lines_are_counted_as_what_they_are() {
    let source = "//! About it.\n\nuse a::B;\n\n/// A header.\n#[derive(Record, Debug)]\n#[brw(little)]\npub struct Header {\n    \
                  /// Size.\n    pub size: u32,\n}\n\n/// A code.\n#[structure]\npub struct Unit(u8);\n\nfn end(at: u64) -> u64 {\n    \
                  // Why.\n    at.saturating_add(4)\n}\n\n#[cfg(test)]\nmod tests {\n    fn one() {}\n}\n";
    let mut counts = Counts::default();
    count(source, &mut counts);
    let expected = Counts { items: 2, declared_lines: 7, hand_lines: 4, arithmetic_lines: 1, ..Counts::default() };
    assert_eq!(counts, expected);
}
