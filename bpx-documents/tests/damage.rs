//! Reading any file of markup ends, in time in proportion to the file, and all reported lines are lines of the file.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

use bpx_documents::{Body, Document, read};
use proptest::prelude::*;
use rayon::iter::{IntoParallelIterator, ParallelIterator};

/// Reads a text: whatever is found, its lines are lines of the text.
fn sane(name: &str, text: &str) -> Document {
    let document = read(&[(name, text)]);
    let lines = 1..=text.lines().count();
    for table in &document.tables {
        assert!(lines.contains(&table.line), "{name}: {table:?}");
        if let Body::Structure { fields, .. } = &table.body {
            assert!(fields.iter().all(|field| lines.contains(&field.line)), "{name}: {table:?}");
        }
    }
    assert!(document.sections.iter().all(|section| lines.contains(&section.line)), "{name}: {:?}", document.sections);
    assert!(document.skipped.iter().all(|one| lines.contains(&one.line)), "{name}: {:?}", document.skipped);
    document
}

const NAMES: [&str; 8] = ["a.md", "a.html", "a.adoc", "a.rst", "a.wiki", "a.org", "a.csv", "a.txt"];

/// Marks of all forms, and some words between them.
const PIECES: &[&str] = &[
    "\n",
    "\n\n",
    " ",
    "    ",
    "\t",
    "a",
    "Name",
    "u8",
    "12",
    "é",
    "\u{fb01}",
    "|",
    "||",
    "!",
    "!!",
    "|-",
    "|}",
    "{|",
    "|+",
    "|===",
    ",===",
    "!===",
    "2+|",
    ".2+|",
    "3*|",
    "a|",
    "----",
    "....",
    "====",
    "====  ====\n",
    "```",
    "~~~",
    "+---+---+\n",
    "+===+===+\n",
    "| a | b |\n",
    "|---|---|\n",
    "|---+---|\n",
    "# ",
    "== ",
    "* ",
    "** ",
    "- ",
    "1. ",
    "> ",
    ": ",
    "::",
    "::\n\n",
    ".. ",
    ".. table:: ",
    ".. list-table::\n\n",
    ".. csv-table::\n",
    "   :header: a, b\n",
    "   * - ",
    "     - ",
    ":sup:`",
    "`",
    "``",
    "*",
    "**",
    "_",
    "[",
    "]",
    "[[",
    "]]",
    "](",
    ")",
    "{{",
    "}}",
    "'''",
    "''",
    "<table>",
    "<tr>",
    "<td>",
    "<td rowspan=3 colspan=2>",
    "<th>",
    "</table>",
    "</td>",
    "<pre>",
    "</pre>",
    "<dl><dt>",
    "<dd>",
    "<li>",
    "<ul>",
    "<sup>",
    "</sup>",
    "<br>",
    "<ref>",
    "</ref>",
    "<!--",
    "-->",
    "&amp;",
    "&#",
    "<",
    ">",
    "\\",
    "\"",
    ",",
    ";",
    "#+begin_src c\n",
    "#+end_src\n",
    "#+CAPTION: ",
    "[source,c]\n",
    "[cols=\"1,2\"]\n",
    ".Title\n",
    "include::x[]",
    "footnote:[",
    "link:",
    "<<",
    ">>",
    "---\n",
    "{#id}",
    "[^1]",
    "[^1]: ",
    "^",
    "~",
    "+",
    "struct A {",
    "};",
];

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(150) })]

    #[test]
    fn any_pieces_end_in_a_document(pieces in prop::collection::vec(prop::sample::select(PIECES), 0..80)) {
        let text = pieces.concat();
        for name in NAMES {
            sane(name, &text);
        }
    }

    #[test]
    fn any_text_ends_in_a_document(text in "\\PC{0,200}") {
        for name in NAMES {
            sane(name, &text);
        }
    }
}

/// Files that would take a reader with quadratic time or with recursion too far.
#[test]
fn length_and_depth_are_no_danger() {
    const MANY: usize = 10_000;
    let many = |text: &str| text.repeat(MANY);
    let counted = |text: fn(usize) -> String| (0..MANY).map(text).collect::<String>();
    let cases: Vec<(&str, String)> = vec![
        ("a.md", many(">")),
        ("a.md", many("- ")),
        ("a.md", many("<table>\n\n")),
        ("a.md", many("<table><tr><td>a\n")),
        ("a.md", format!("{}\n{}\n{}", "|a".repeat(1000), "|-".repeat(1000), many("|b\n"))),
        ("a.md", many("`")),
        ("a.md", many("[")),
        ("a.html", many("<table><tr><td>")),
        ("a.html", format!("<table>{}", many("<tr><td rowspan=60000 colspan=1000>a"))),
        ("a.html", format!("<table><tr>{}{}", "<td rowspan=60000>b".repeat(2000), many("<tr><td>c"))),
        ("a.html", many("<sup>")),
        ("a.adoc", counted(|at| format!("```{at}\n"))),
        ("a.adoc", many("|===\n|a |b\n")),
        ("a.adoc", format!("|===\n{}\n{}|===\n", ".1000+|a ".repeat(2000), many("|b\n"))),
        ("a.adoc", format!("|===\n{}\n|===\n", "100000*|a ".repeat(100))),
        ("a.adoc", many("<<")),
        ("a.rst", many("+--+--+\n")),
        ("a.rst", many("+--+--+\n|a |b |\n+--+ c|\n")),
        ("a.rst", many("== ==\na  b\n\n")),
        ("a.rst", counted(|at| format!("{}a::\n\n", " ".repeat(at % 100)))),
        ("a.wiki", many("{|\n|-\n|\n")),
        ("a.wiki", many("<ref")),
        ("a.wiki", format!("{{|\n| {}\n|}}\n", many("{{a"))),
        ("a.org", format!("{} ]]", many("[["))),
        ("a.org", many("#+begin_src\n")),
        ("a.csv", many("a,\"b\n")),
        ("a.rst", format!("{0}\n{1}{0}\n", "= ".repeat(4000), "a\n".repeat(4000))),
        ("a.tex", format!("\\section{{{}{}}}\n", many("^{"), many("}"))),
        ("a.tex", format!("\\section{{{}{}}}\n", many("\\textsuperscript{"), many("}"))),
        ("a.txt", many("+--+--+\n|a |b |\n")),
        ("a.txt", many("- 0: none\n")),
        ("a.txt", format!("u32 lids;\nu32 numPots;\n{}", many("For each pot:\n"))),
    ];
    cases.into_par_iter().for_each(|(name, text)| drop(sane(name, &text)));
}
