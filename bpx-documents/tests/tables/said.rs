//! Sentences about all numbers of a column.

use super::{document, fields, kind, open, sizes};
use bpx_documents::declare;

#[test]
fn many_sentences_and_groups_of_rows_are_read() {
    let section = |at: usize| {
        format!(
            "## Mark {at}\n\nA word is 16 bits. Each field is 2 bytes.\n\n| Offset (words) | Name |\n|---|---|\n\
             | 0 | kind |\n| 1 | size |\n\n"
        )
    };
    let sections: String = (0..1_000).map(section).collect();
    let read = document(&sections);
    assert_eq!(read.tables.len(), 1_000);
    let bpx_documents::Body::Structure { fields: last, .. } = &read.tables[999].body else { panic!("no structure") };
    assert_eq!(last[1].size.and_then(bpx_documents::Size::exact), Some(16));
    let groups = "| Lid | |\n| 0 | kind |\n| 1 | size |\n".repeat(5_000);
    assert_eq!(document(&format!("| Offset | Name |\n|---|---|\n{groups}")).tables.len(), 5_000);
}

#[test]
fn a_sentence_states_the_size_of_a_word() {
    for (sentence, titles) in [
        ("A word is 16 bits.", ["Offset (words)", "Size (words)"]),
        ("1 word = 2 bytes.", ["Word offset", "Length in words"]),
        ("All words are 16 bits.", ["Offset in words", "Words count size"]),
    ] {
        let [offset, size] = titles;
        let read = document(&format!(
            "# Mark\n\n{sentence}\n\n| {offset} | {size} | Name |\n|---|---|---|\n| 0 | 1 | kind |\n| 1 | 2 | size |\n"
        ));
        assert_eq!(sizes(&read), [("kind", Some(16)), ("size", Some(32))], "{sentence}");
        assert_eq!(fields(&read)[1].offset, Some(2), "{sentence}");
    }
    let read = document(
        "# Mark\n\nA word is 2 bytes.\n\n| Word | Name |\n|---|---|\n| 0 | kind |\n| 1-2 | size |\n| 3 | sum |\n",
    );
    assert_eq!(sizes(&read), [("kind", Some(16)), ("size", Some(32)), ("sum", Some(16))]);
    let read = document(
        "# Mark\n\nA word is 2 bytes, and a half-word is 1 byte.\n\n| Type | Name |\n|---|---|\n| word | kind |\n| half-word | size |\n",
    );
    assert_eq!(sizes(&read), [("kind", Some(16)), ("size", Some(8))]);
    let read = document(
        "# Mark\n\nA word is 2 bytes and a double word is 4 bytes.\n\n| Type | Name |\n|---|---|\n| word | kind |\n\
         | double word | size |\n| u8 | end |\n",
    );
    assert_eq!(sizes(&read), [("kind", Some(16)), ("size", Some(32)), ("end", Some(8))]);
    let read = document(
        "# Mark\n\nA half-word is 2 bytes, big-endian.\n\n| Type | Name |\n|---|---|\n| half-word | kind |\n| u8 | size |\n",
    );
    let model = declare(&read).model.to_json().unwrap();
    assert!(!model.contains("float"), "{model}");
    // A structure may have the name of a unit.
    let read = document(
        "# Mark\n\nA page is 512 bytes.\n\n## Lid\n\n| Type | Name |\n|---|---|\n| u8 | kind |\n| Page | first |\n\n\
         ## Page\n\n| Type | Name |\n|---|---|\n| u32 | size |\n",
    );
    let bpx_documents::Body::Structure { fields: of_lid, .. } = &read.tables[0].body else { panic!("{read:#?}") };
    assert_eq!(of_lid[1].size.and_then(bpx_documents::Size::exact), Some(32));
    // Two sizes of a word are no size.
    let read = document(
        "# Mark\n\nA word is 16 bits. Here a word is 32 bits.\n\n| Offset (words) | Size (words) | Name |\n|---|---|---|\n| 0 | 1 | kind |\n",
    );
    assert!(!open(&read).is_empty() || !declare(&read).open.is_empty());
}

#[test]
fn a_sentence_says_that_positions_count_from_one() {
    for sentence in [
        "Positions are counted from 1.",
        "Offsets start at 1.",
        "Byte positions are one-based.",
        "Bytes are numbered starting at 1.",
    ] {
        let read = document(&format!(
            "# Mark\n\n{sentence}\n\n| Position | Length (bytes) | Name |\n|---|---|---|\n| 1 | 2 | kind |\n| 3 | 8 | size |\n"
        ));
        let places: Vec<_> = fields(&read).iter().map(|field| field.offset).collect();
        assert_eq!(places, [Some(0), Some(2)], "{sentence}");
    }
    let read = document(
        "# Mark\n\nBits are numbered from 1.\n\n| Bits | Name |\n|---|---|\n| 1-4 | kind |\n| 5 | on |\n| 6-8 | size |\n",
    );
    assert_eq!(sizes(&read), [("kind", Some(4)), ("on", Some(1)), ("size", Some(3))]);
    assert_eq!(declare(&read).open, []);
    let read = document(
        "# Mark\n\nOffsets run from 1 to 9.\n\n| Offset | Length (bytes) | Name |\n|---|---|---|\n| 1 | 2 | kind |\n| 3 | 8 | size |\n",
    );
    assert_eq!(fields(&read)[0].offset, Some(1));
}

#[test]
fn a_sentence_states_the_type_of_each_field() {
    let table = "| Field | Description |\n|---|---|\n| dx | to the right |\n| dy | upwards |\n";
    for (sentence, ty) in [
        ("Each field is a signed 16-bit little-endian integer.", "signed 16-bit integer"),
        ("All fields are signed 16-bit integers, in little-endian order.", "signed 16-bit integer"),
        ("All of the following fields are int16:", "int16"),
    ] {
        let read = document(&format!("# Mark\n\n{sentence}\n\n{table}"));
        assert_eq!(sizes(&read), [("dx", Some(16)), ("dy", Some(16))], "{sentence}");
        assert_eq!(fields(&read)[0].ty, ty);
    }
    let read = document(&format!("# Mark\n\n{table}\nEach field is a signed 16-bit integer.\n"));
    assert_eq!(sizes(&read), [("dx", Some(16)), ("dy", Some(16))]);
    let read = document(
        "# Mark\n\nEach register is 16 bits wide.\n\n| Offset | Register | Notes |\n|---|---|---|\n| 0 | CNT | counts |\n| 2 | CTL | of it |\n",
    );
    assert_eq!(sizes(&read), [("CNT", Some(16)), ("CTL", Some(16))]);
    for sentence in [
        "Each field is 4 bytes, except `dy`, which is 2 bytes.",
        "Each entry is 4 bytes.",
        "Each field is optional.",
        "Some fields are 16-bit integers.",
        "Each value is 2 bytes or 4 bytes.",
    ] {
        let read = document(&format!("# Mark\n\n{sentence}\n\n{table}"));
        assert_eq!(kind(&read), "other", "{sentence}");
    }
}

#[test]
fn offsets_and_notes_excuse_fields_from_the_type_of_each_field() {
    let read = document(
        "# Mark\n\nUnless noted otherwise, each field is 2 bytes.\n\n| Offset | Field | Notes |\n|---|---|---|\n\
         | 0 | kind | |\n| 2 | size | of it |\n| 6 | sum | |\n",
    );
    assert_eq!(sizes(&read), [("kind", Some(16)), ("size", Some(32)), ("sum", Some(16))]);
}
