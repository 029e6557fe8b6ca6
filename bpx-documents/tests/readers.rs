//! No reader fails on any text, and every line that it names is a line of the text.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

use bpx_documents::{account, declare, read};
use proptest::prelude::*;

/// Pieces of the forms, from which texts are put together.
const PIECES: &[&str] = &[
    "struct ",
    "enum ",
    "union ",
    "typedef ",
    "{",
    "}",
    "};",
    ";",
    ",",
    "u32 a",
    "uint8_t x[",
    "]",
    " : 3",
    "/*",
    "*/",
    "// c",
    "#define A_B ",
    "0x10",
    "1 << 3",
    "= ",
    "\n",
    "\n\n",
    "    ",
    "\t",
    "+-+-+-+-+-+",
    "|",
    "| a |",
    "/ b /",
    "+   +",
    "0 1 2 3 4 5 6 7",
    "- ",
    "* ",
    "magic: u32",
    "DWORD   a",
    "4 bytes: b",
    "Byte 0 - 3: c",
    "0x04 u16 d",
    "+ For each x",
    "If y = 2",
    "(u8)",
    "\\section{A}",
    "\\begin{tabular}{l}",
    "\\end{tabular}",
    " & ",
    "\\\\",
    "\\multirow{3}{*}{a}",
    "\\multicolumn{9}{c}{b}",
    "\\endhead",
    "\\begin{itemize}",
    "\\item[1] ",
    "\\item ",
    "\\end{itemize}",
    "\\begin{verbatim}",
    "\\end{verbatim}",
    "\\input{x}",
    "meta:\n",
    "seq:\n",
    "- id: a\n",
    "type: u4\n",
    "é",
    "\u{0}",
    "'",
    "\"",
    "<",
    ">",
    "(",
    ")",
    "[",
];

fn check(name: &str, text: &str) {
    let document = read(&[(name, text)]);
    let lines = text.lines().count().max(1);
    let named = document.tables.iter().map(|table| table.line);
    let named = named.chain(document.skipped.iter().map(|skipped| skipped.line));
    named.for_each(|line| assert!((1..=lines).contains(&line), "line {line} of {lines} in {text:?}"));
    let declared = declare(&document);
    assert!(account(&document, &declared).totals.seen >= document.tables.len());
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn pieces_of_forms(pieces in prop::collection::vec(prop::sample::select(PIECES), 0..60)) {
        let text = pieces.concat();
        for name in ["a.txt", "a.md", "a.tex", "a.ksy"] {
            check(name, &text);
        }
    }

    #[test]
    fn any_text(text in "\\PC{0,200}") {
        check("a.txt", &text);
        check("a.tex", &format!("\\section{{A}}\n{text}"));
    }
}
