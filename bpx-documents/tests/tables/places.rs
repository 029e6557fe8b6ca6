//! Tables that state places in an unusual way: bytes and bits, groups of rows, offsets from the end.

use super::{document, fields, sizes, table};
use bpx_documents::{account, declare};

/// The order of the first bits, and the names, first bits and widths of all bits in a document.
fn bits(text: &str) -> Vec<(String, u16, u16, bpx_model::Endian)> {
    let model = declare(&document(text)).model;
    let bodies = model.structures.values().filter_map(|structure| match &structure.body {
        bpx_model::Body::Bits(bits) => Some(bits.to_vec()),
        _ => None,
    });
    bodies.flatten().map(|bit| (bit.name.to_string(), bit.bit, bit.bits, bit.order)).collect()
}

#[test]
fn bytes_and_bits_are_places_of_bits() {
    use bpx_model::Endian::{Big, Little};
    let rows = "| 0 | 0-3 | kind |\n| 0 | 4-7 | heat |\n| 1 | 0-7 | lids |\n| 2 | 0-6 | pots |\n| 2 | 7 | on |\n";
    let head = "| Byte | Bits | Field |\n|---|---|---|\n";
    let text = format!("# Mark\n\nBit 0 is the least significant bit.\n\n{head}{rows}");
    let expected = [("kind", Some(4)), ("heat", Some(4)), ("lids", Some(8)), ("pots", Some(7)), ("on", Some(1))];
    assert_eq!(sizes(&document(&text)), expected);
    assert_eq!(bits(&text)[..2], [("kind".to_owned(), 0, 4, Little), ("heat".to_owned(), 4, 4, Little)]);
    // From the highest bit, in a big-endian document too.
    let rows = "| 0 | 7-4 | heat |\n| 0 | 3-0 | kind |\n| 1-2 | | size |\n| 3 | 7 | on |\n| 3 | 6:0 | pots |\n";
    let text = format!("# Mark\n\nAll numbers are big-endian.\n\n{head}{rows}");
    let expected = [("kind", Some(4)), ("heat", Some(4)), ("size", Some(16)), ("pots", Some(7)), ("on", Some(1))];
    assert_eq!(sizes(&document(&text)), expected);
    assert_eq!(bits(&text)[..2], [("kind".to_owned(), 0, 4, Little), ("heat".to_owned(), 4, 4, Little)]);
    assert!(bits(&text).iter().all(|(.., order)| *order != Big));
    // These are numbers of bits.
    let rows = "| 0 | 4 | kind |\n| 0 | 4 | heat |\n| 1 | 8 | lids |\n";
    let read = document(&format!("# Mark\n\n{head}{rows}"));
    assert_eq!(sizes(&read), [("kind", Some(4)), ("heat", Some(4)), ("lids", Some(8))]);
}

#[test]
fn sizes_of_bytes_beside_bits_are_those_of_whole_fields() {
    let text = "<h1>Mark</h1><table><tr><th>Offset</th><th>Size (bytes)</th><th>Bits</th><th>Field</th></tr>\
                <tr><td rowspan=2>0</td><td rowspan=2>1</td><td>0-2</td><td>kind</td></tr><tr><td>3-7</td><td>heat</td></tr>\
                <tr><td>1</td><td>4</td><td></td><td>size</td></tr></table>";
    let read = bpx_documents::read(&[("mark.html", &text.replace("<td></td><td>size", "<td colspan=2>size"))]);
    assert_eq!(sizes(&read), [("kind", Some(3)), ("heat", Some(5)), ("size", Some(32))]);
    let read = bpx_documents::read(&[("mark.html", text)]);
    assert_eq!(sizes(&read), [("kind", Some(3)), ("heat", Some(5)), ("size", Some(32))]);
    assert_eq!(fields(&read)[2].offset, Some(1));
}

#[test]
fn a_byte_and_a_bit_in_one_cell_are_a_place() {
    let text = "Mark\n====\n\nByte.Bit   Length    Signal\n0.0        4 bits    count\n0.4        4 bits    kind\n\
                1.0        16 bits   speed\n";
    let read = bpx_documents::read(&[("mark.txt", text)]);
    assert_eq!(sizes(&read), [("count", Some(4)), ("kind", Some(4)), ("speed", Some(16))]);
}

#[test]
fn bits_with_names_are_titles_of_columns_in_a_text() {
    let text = "Mark\n====\n\nByte   b7   b6   b5   b4   b3   b2   b1   b0\n0      on   way  s    s    s    s    s    s\n\
                1      p    p    p    p    p    p    p    p\n";
    let read = bpx_documents::read(&[("mark.txt", text)]);
    assert_eq!(sizes(&read), [("on", Some(1)), ("way", Some(1)), ("s", Some(6)), ("p", Some(8))]);
}

#[test]
fn titles_between_rows_begin_structures() {
    let rows: &[&[&str]] = &[
        &["**Lid**", "", ""],
        &["0", "4", "seal"],
        &["4", "4", "count"],
        &["*For each pot:*", "", ""],
        &["0", "4", "place"],
        &["4", "2", "kind"],
    ];
    let read = table("Kiln", &["Offset", "Size (bytes)", "Field"], rows);
    let names: Vec<_> = read.tables.iter().map(|table| (table.name.as_str(), table.body.kind())).collect();
    assert_eq!(names, [("Lid", "structure"), ("pot", "structure")]);
    let said = account(&read, &declare(&read)).to_string();
    assert!(said.contains("`pot` is repeated, but no table shows how often"), "{said}");
    // Offsets that go on are those of one structure.
    let rows: &[&[&str]] = &[&["**Lid**", "", ""], &["0", "4", "seal"], &["**Pot**", "", ""], &["4", "4", "count"]];
    let read = table("Kiln", &["Offset", "Size (bytes)", "Field"], rows);
    assert_eq!(read.tables.len(), 1);
    assert_eq!(sizes(&read), [("seal", Some(32)), ("count", Some(32))]);
}

#[test]
fn offsets_from_the_end_begin_with_the_first() {
    let rows: &[&[&str]] = &[&["-16", "8", "place"], &["-8", "4", "sum"], &["\u{2212}4", "4", "seal"]];
    let read = table("Trailer", &["Offset from end", "Size (bytes)", "Field"], rows);
    let places: Vec<_> = fields(&read).iter().map(|field| field.offset).collect();
    assert_eq!(places, [Some(0), Some(8), Some(12)]);
    assert!(declare(&read).open.iter().all(|(name, _)| name.is_empty()), "{:?}", declare(&read).open);
    // One number below 0 is another thing.
    let rows: &[&[&str]] = &[&["-4", "4", "place"], &["0", "4", "sum"]];
    assert!(!declare(&table("Mark", &["Offset", "Size (bytes)", "Field"], rows)).open.is_empty());
}

#[test]
fn marks_of_footnotes_are_no_part_of_sizes() {
    let rows =
        |last: &'static str| [["0", "2", "sync"], ["2", "1\u{b9}", "kind"], ["3", "4*", "time"], ["7", last, "sum"]];
    let read = |last| {
        let rows = rows(last);
        let rows: Vec<&[&str]> = rows.iter().map(<[&str; 3]>::as_slice).collect();
        table("Mark", &["Offset", "Size (bytes)", "Field"], &rows)
    };
    for last in ["2^2", "2\u{b2}", "2 *"] {
        assert_eq!(
            sizes(&read(last)).iter().map(|(_, bits)| *bits).collect::<Vec<_>>(),
            [16, 8, 32, 16].map(Some),
            "{last}"
        );
    }
    // Without a step that shows it, `2^2` may be a power.
    let rows: &[&[&str]] = &[&["0", "2", "sync"], &["2", "2^2", "kind"]];
    assert_eq!(sizes(&table("Mark", &["Offset", "Size (bytes)", "Field"], rows))[1].1, None);
}
