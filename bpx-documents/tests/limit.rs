//! Documents whose parts need the program used more memory than the limit allows are refused, at a line.
#![allow(missing_docs, clippy::unwrap_used)]

use bpx_documents::{Corrections, TooLarge, read_with};

fn refused(text: &str, max_memory: u64) -> Option<TooLarge> {
    let files = [("first.md", "# 1 Empty\n"), ("second.md", text)];
    read_with(&files, &Corrections::default(), max_memory).err()
}

/// Each kind of part is charged: a document of as many is refused, with half the limit.
#[test]
fn parts_of_all_kinds_are_charged() {
    let table: String = (0..500).map(|at| format!("| f{at} | u32 | {} |\n", 4 * at)).collect();
    let codes: String = (0..500).map(|at| format!("| {at} | Name{at} |\n")).collect();
    let documents = [
        ("fields", format!("# 2 Thing\n\n| Name | Type | Offset |\n|---|---|---|\n{table}"), 700_000),
        ("codes", format!("# 2 Kinds\n\n| Value | Name |\n|---|---|\n{codes}"), 130_000),
        ("headings", "# Title\n".repeat(500), 150_000),
        ("lines", "\n".repeat(5000), 300_000),
        ("marks", "|".repeat(5000), 300_000),
        ("statements", ";".repeat(1000), 300_000),
    ];
    for (kind, text, least) in documents {
        let error = refused(&text, least).unwrap();
        assert_eq!((&*error.file, error.limit), ("second.md", least), "{kind}");
        assert!((1..=5000).contains(&error.line), "{kind}: {error:?}");
        assert_eq!(refused(&text, 4 * least), None, "{kind}");
    }
}

#[test]
fn the_line_is_that_of_the_first_row_that_is_too_much() {
    let row = |at: usize| format!("| f{at} | u8 |\n");
    let table: String = (0..100).map(row).collect();
    let text = format!("# 2 Thing\n\n| Name | Type |\n|---|---|\n{table}");
    let lines: Vec<usize> =
        [110_000, 150_000].into_iter().filter_map(|limit| Some(refused(&text, limit)?.line)).collect();
    // Lines, rows and cells of the whole table take 97 kB, each field 1280 bytes.
    assert!(matches!(*lines, [10..=20, 40..=55]), "{lines:?}");
}
