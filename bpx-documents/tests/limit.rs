//! Documents whose parts need the program used more memory than the limit allows are refused, at a line.
#![allow(missing_docs, clippy::unwrap_used, clippy::indexing_slicing, clippy::panic)]

use bpx_documents::{Body, Corrections, TooLarge, read, read_with};

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

/// Marks that repeat a cell or widen a table cost memory in proportion to the text.
#[test]
fn repeated_cells_and_columns_take_little_memory() {
    let cell = "a".repeat(1 << 16);
    let cells = |name: &str, text: &str| {
        let document = read(&[(name, text)]);
        let Body::Other { header, rows } = &document.tables[0].body else { panic!("{:?}", document.tables[0].body) };
        header.iter().chain(rows.iter().flatten()).map(String::len).sum::<usize>()
    };
    let repeated = format!("[cols=64*]\n|===\n64*|{cell}\n64*|b\n|===\n");
    let wide = format!(
        "\\begin{{tabular}}{{ll}}\n\\multicolumn{{256}}{{c}}{{{cell}}} & x \\\\\n{}\\end{{tabular}}\n",
        "a & b \\\\\n".repeat(3)
    );
    for (name, text) in [("kiln.adoc", repeated), ("kiln.tex", wide)] {
        let size = cells(name, &text);
        assert!(size <= 12 * text.len(), "{name}: {size} bytes of cells for {} bytes of text", text.len());
    }
    // Sums of columns have no limit in the text.
    let _ = read(&[("kiln.adoc", "[cols=\"18446744073709551615*,1\"]\n|===\n|a |b\n|===\n")]);
}

/// Cells that a correction adds to short rows are charged.
#[test]
fn cells_of_corrections_are_charged() {
    let header: String = (0..200).map(|at| format!("! c{at}\n")).collect();
    let text = format!("= Pot =\n{{|\n{header}{}|}}\n", "|-\n| x\n".repeat(200));
    let list: String =
        (1..=200).map(|row| format!("{{ row = {row}, column = 200, was = \"\", text = \"y\" }},\n")).collect();
    let entry = format!("[[table]]\nsection = \"Pot\"\nname = \"Pot\"\ncell = [\n{list}]\n");
    let corrections = Corrections::read("pot.fix.toml", &entry).unwrap();
    let files = [("pot.wiki", &*text)];
    let needed = |corrections: &Corrections| {
        (10..32).map(|bits| 1_u64 << bits).find(|limit| read_with(&files, corrections, *limit).is_ok()).unwrap()
    };
    assert_eq!(read_with(&files, &corrections, u64::MAX).unwrap().unapplied, []);
    assert!(needed(&corrections) > 2 * needed(&Corrections::default()));
}

/// The smallest and the largest number are consecutive in no set.
#[test]
fn values_may_be_the_smallest_and_the_largest_number() {
    let rows = "| 0 | Cold |\n| 0xFFFFFFFFFFFFFFFF | Hot |\n";
    let document = read(&[("kiln.md", &format!("# 1 Heat flags\n\n| Value | Name |\n|---|---|\n{rows}"))]);
    let (Body::Enumeration { values } | Body::Flags { values }) = &document.tables[0].body else { panic!() };
    assert_eq!(values[1].value, Some(u64::MAX));
}
