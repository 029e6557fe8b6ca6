//! Sizes have the unit that is stated or shown; without either they are open.

use super::{document, open, sizes, table};

const UNKNOWN: &str = "the document does not state the unit of sizes, and types and offsets do not show the unit";
const TORN: &str = "the document does not state the unit of sizes, and types and offsets contradict each other";

#[test]
fn types_show_the_unit() {
    let of = |a: &'static str, b: &'static str| {
        table("Mark", &["Name", "Type", "Size"], &[&["id", "u32", a], &["kind", "u16", b]])
    };
    for (a, b) in [("32", "16"), ("4", "2"), ("4 bytes", "2 bytes"), ("32 bits", "2 bytes"), ("0x4", "2")] {
        assert_eq!(sizes(&of(a, b)), [("id", Some(32)), ("kind", Some(16))], "{a} {b}");
        assert_eq!(open(&of(a, b)), [] as [&str; 0]);
    }
    // Several of a type fit one unit only.
    let many = table("Mark", &["Name", "Type", "Size"], &[&["points", "u32", "12"]]);
    assert_eq!(sizes(&many), [("points", Some(96))]);
}

#[test]
fn contradicting_types_leave_the_unit_open() {
    let torn = table("Mark", &["Name", "Type", "Size"], &[&["id", "u32", "32"], &["kind", "u16", "2"]]);
    assert_eq!(sizes(&torn), [("id", None), ("kind", None)]);
    assert_eq!(open(&torn), [TORN]);
}

#[test]
fn a_stated_unit_that_types_contradict_is_open() {
    let rows: &[&[&str]] = &[&["id", "u32", "32"], &["kind", "u16", "16"]];
    let titled = table("Mark", &["Name", "Type", "Size (bytes)"], rows);
    assert_eq!(sizes(&titled), [("id", None), ("kind", None)]);
    assert_eq!(open(&titled), ["the document states sizes in bytes, but types and offsets show bits"]);
}

#[test]
fn without_evidence_sizes_are_open() {
    let bare = table("Mark", &["Name", "Type", "Size"], &[&["id", "bytes", "16"], &["text", "ascii", "8"]]);
    assert_eq!(sizes(&bare), [("id", None), ("text", None)]);
    assert_eq!(open(&bare), [UNKNOWN]);
    let titled = table("Mark", &["Name", "Type", "Size (bytes)"], &[&["id", "bytes", "16"], &["text", "ascii", "8"]]);
    assert_eq!(sizes(&titled), [("id", Some(128)), ("text", Some(64))]);
    assert_eq!(open(&titled), [] as [&str; 0]);
}

#[test]
fn offsets_show_the_unit() {
    let of = |title: &str| {
        table("Mark", &[title, "Size", "Name"], &[&["0", "4", "id"], &["4", "2", "kind"], &["6", "2", "rest"]])
    };
    assert_eq!(sizes(&of("Offset")), [("id", Some(32)), ("kind", Some(16)), ("rest", Some(16))]);
    assert_eq!(sizes(&of("Bit offset")), [("id", Some(4)), ("kind", Some(2)), ("rest", Some(2))]);
    // Parts of bytes cannot be left out between fields that begin at bytes.
    let gap = table("Mark", &["Offset", "Size", "Name"], &[&["0x0", "1", "kind"], &["0x4", "4", "id"]]);
    assert_eq!(sizes(&gap), [("kind", Some(8)), ("id", Some(32))]);
    let bits =
        table("Mark", &["Offset", "Size", "Name"], &[&["0", "32", "id"], &["4", "16", "kind"], &["6", "8", "rest"]]);
    assert_eq!(sizes(&bits), [("id", Some(32)), ("kind", Some(16)), ("rest", Some(8))]);
}

#[test]
fn totals_show_the_unit() {
    let of = |heading: &str| table(heading, &["Name", "Size"], &[&["id", "16"], &["kind", "8"]]);
    assert_eq!(sizes(&of("Mark (24 bytes)")), [("id", Some(128)), ("kind", Some(64))]);
    assert_eq!(sizes(&of("Mark (3 bytes)")), [("id", Some(16)), ("kind", Some(8))]);
    assert_eq!(open(&of("Mark (7 bytes)")), [UNKNOWN]);
}

#[test]
fn a_sentence_and_other_tables_show_the_unit() {
    let plain = "## Mark\n\n| Name | Size |\n|---|---|\n| id | 16 |\n";
    let said = document(&format!("# Format\n\nAll sizes are given in bytes.\n\n{plain}"));
    assert_eq!(sizes(&said), [("id", Some(128))]);
    let other = "## Other\n\n| Name | Type | Size |\n|---|---|---|\n| a | u32 | 4 |\n";
    let shown = document(&format!("# Format\n\n{plain}\n{other}"));
    assert_eq!(shown.tables[0].open, [] as [&str; 0]);
    let torn = document(&format!("# Format\n\n{plain}\n{other}| b | u64 | 64 |\n"));
    assert_eq!(torn.tables[0].open, [UNKNOWN]);
}

#[test]
fn a_cell_that_is_not_understood_whole_states_no_size() {
    for cell in ["4 + N", "4 * count", "4N", "3 words", "4 bytes + padding", "2K", "4?", "10 or so", "4 [1]"] {
        let read = table("Mark", &["Name", "Type", "Size (bytes)"], &[&["text", "ascii", cell], &["id", "u32", "4"]]);
        assert_eq!(sizes(&read), [("text", None), ("id", Some(32))], "{cell}");
        assert_eq!(super::fields(&read)[0].stated, cell);
    }
}

#[test]
fn a_sentence_with_two_units_states_none() {
    let plain = "## Mark\n\n| Name | Size |\n|---|---|\n| id | 16 |\n| kind | 4 |\n";
    let said = document(&format!("# Format\n\nSizes under 8 are in bits, and larger sizes are in bytes.\n\n{plain}"));
    assert_eq!(sizes(&said), [("id", None), ("kind", None)]);
    assert_eq!(open(&said), [UNKNOWN]);
    let denied = document(&format!("# Format\n\nAll sizes are given in bytes, not in bits.\n\n{plain}"));
    assert_eq!(sizes(&denied), [("id", Some(128)), ("kind", Some(32))]);
}

#[test]
fn a_single_byte_beside_ranges_of_bytes_is_one_byte() {
    let rows: &[&[&str]] = &[&["0-1", "width"], &["2", "kind"], &["3", "glow"]];
    let bytes = table("Mark", &["Byte", "Content"], rows);
    assert_eq!(sizes(&bytes), [("width", Some(16)), ("kind", Some(8)), ("glow", Some(8))]);
    let places = table("Mark", &["Offset", "Content"], rows);
    assert_eq!(sizes(&places)[2], ("glow", None));
}

#[test]
fn sizes_with_a_dollar_sign_are_hexadecimal() {
    let rows: &[&[&str]] = &[&["$00", "$10", "name"], &["$10", "$02", "kind"]];
    assert_eq!(sizes(&table("Mark", &["Address", "Size", "Content"], rows)), [("name", Some(128)), ("kind", Some(16))]);
}

#[test]
fn a_truth_value_of_size_one_shows_no_unit() {
    let rows: &[&[&str]] = &[&["ready", "bool", "1"], &["code", "uint", "6"], &["count", "uint", "8"]];
    assert_eq!(open(&table("Mark", &["Name", "Type", "Size"], rows)), [UNKNOWN]);
    let beside: &[&[&str]] = &[&["ready", "bool", "1"], &["count", "uint16", "2"]];
    assert_eq!(sizes(&table("Mark", &["Name", "Type", "Size"], beside)), [("ready", Some(8)), ("count", Some(16))]);
}

#[test]
fn words_in_a_column_of_sizes_have_the_sizes_of_the_steps() {
    let rows: &[&[&str]] = &[
        &["00h", "3", "seal"],
        &["03h", "word", "count"],
        &["05h", "byte", "kind"],
        &["06h", "dword", "size"],
        &["0Ah", "word", "sum"],
    ];
    let read = table("Mark", &["Offset", "Size", "Description"], rows);
    let expected = [24, 16, 8, 32, 16].map(Some);
    assert_eq!(sizes(&read).into_iter().map(|(_, bits)| bits).collect::<Vec<_>>(), expected);
    // Steps of another size contradict a byte.
    let rows: &[&[&str]] = &[&["0", "byte", "kind"], &["2", "byte", "heat"], &["4", "2", "sum"]];
    assert_eq!(sizes(&table("Mark", &["Offset", "Size", "Description"], rows))[0].1, None);
}
