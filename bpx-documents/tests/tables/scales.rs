//! Numbers that count neither bits nor bytes, and numbers that may be decimal or hexadecimal.

use super::{open, sizes, table};

#[test]
fn sizes_count_what_the_title_says() {
    let rows: &[&[&str]] = &[&["a", "2", "first"], &["b", "1", "second"]];
    for (title, sizes_of) in [
        ("Size in 32-bit words", [Some(64), Some(32)]),
        ("Length (dwords)", [Some(64), Some(32)]),
        ("Size (nibbles)", [Some(8), Some(4)]),
        ("Size in 2-byte units", [Some(32), Some(16)]),
        // A word of an unknown size.
        ("Length (words)", [None, None]),
        ("Size in sectors", [None, None]),
    ] {
        let read = table("Mark", &["Field", title, "Notes"], rows);
        let expected = [("a", sizes_of[0]), ("b", sizes_of[1])];
        if read.tables[0].body.kind() == "structure" {
            assert_eq!(sizes(&read), expected, "{title}");
        } else {
            assert_eq!(sizes_of, [None, None], "{title}");
        }
    }
}

#[test]
fn titles_say_that_numbers_are_hexadecimal() {
    let rows: &[&[&str]] = &[&["0", "10", "a"], &["10", "10", "b"], &["20", "4", "c"]];
    let read = table("Mark", &["Offset", "Size (hex)", "Name"], rows);
    assert_eq!(sizes(&read), [("a", Some(128)), ("b", Some(128)), ("c", Some(32))]);
    assert_eq!(open(&read), [""; 0]);
}

#[test]
fn offsets_of_an_unknown_base_are_open() {
    let either = "the offsets, such as `00`, may be decimal or hexadecimal";
    let rows: &[&[&str]] = &[&["00", "a"], &["08", "b"], &["10", "c"]];
    assert_eq!(open(&table("Mark (20 bytes)", &["Offset", "Name"], rows)), [either]);
    // Sizes show it.
    let rows: &[&[&str]] = &[&["00", "8 bytes", "a"], &["08", "8 bytes", "b"], &["10", "4 bytes", "c"]];
    assert_eq!(open(&table("Mark", &["Offset", "Size", "Name"], rows)), [""; 0]);
    let rows: &[&[&str]] = &[&["00", "8 bytes", "a"], &["08", "2 bytes", "b"], &["10", "4 bytes", "c"]];
    assert_eq!(open(&table("Mark", &["Offset", "Size", "Name"], rows)), [""; 0]);
}

#[test]
fn codes_of_an_unknown_base_are_open() {
    let values = |titles: [&str; 2], codes: [&str; 4]| {
        let rows: Vec<Vec<&str>> =
            codes.iter().zip(["a", "b", "c", "d"]).map(|(code, name)| vec![*code, name]).collect();
        let rows: Vec<&[&str]> = rows.iter().map(Vec::as_slice).collect();
        let read = table("Kinds", &titles, &rows);
        let bpx_documents::Body::Enumeration { values } = &read.tables[0].body else { panic!("{:?}", read.tables) };
        (values.iter().map(|value| value.value).collect::<Vec<_>>(), open(&read).len())
    };
    let some = |codes: [u64; 4]| codes.map(Some).to_vec();
    assert_eq!(values(["Value", "Name"], ["00", "01", "10", "1F"]), (some([0, 1, 16, 31]), 0));
    assert_eq!(values(["Value (hex)", "Name"], ["00", "01", "10", "11"]), (some([0, 1, 16, 17]), 0));
    assert_eq!(values(["Value", "Name"], ["00", "01", "10", "11"]).1, 1);
    assert_eq!(values(["Value", "Name"], ["08", "09", "10", "11"]), (some([8, 9, 10, 11]), 0));
    assert_eq!(values(["Value", "Name"], ["0", "1", "10", "11"]), (some([0, 1, 10, 11]), 0));
}

#[test]
fn masks_of_several_bits_are_open() {
    let rows: &[&[&str]] = &[&["0x0F", "level", "how much"], &["0xF0", "kind", "of what"]];
    assert_eq!(open(&table("Bits", &["Mask", "Name", "Notes"], rows)).len(), 1);
    let rows: &[&[&str]] = &[&["0x01", "on", "it is on"], &["0x02", "off", "it is off"]];
    assert_eq!(open(&table("Bits", &["Mask", "Name", "Notes"], rows)), [""; 0]);
}

#[test]
fn a_capital_letter_names_bytes() {
    let read = table("Mark", &["Name", "Size (B)"], &[&["id", "4"], &["kind", "2"]]);
    assert_eq!(sizes(&read), [("id", Some(32)), ("kind", Some(16))]);
}

#[test]
fn sizes_of_three_bytes_are_numbers() {
    let read = bpx_documents::declare(&table("Mark", &["Name", "Size (bytes)"], &[&["size", "3"], &["hue", "3"]]));
    let fields = read.model.get("Mark").unwrap().fields();
    assert!(matches!(fields[0].ty, bpx_model::Type::Int { size: 3, .. }), "{fields:?}");
    assert!(matches!(fields[1].ty, bpx_model::Type::Int { size: 1, .. }), "{fields:?}");
}
