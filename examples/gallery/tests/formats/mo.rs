//! MO: files by hand come back in both byte orders, and changed ones are read by another reader.

use crate::shared::{assert_comes_back, assert_judged_alike};
use bpx_schema::Codec;
use bpx_schema::report::{Class, Mode};
use gallery::mo::{Mo, translate};

const TEXTS: [(&str, &str); 3] = [("", "Content-Type: text/plain; charset=UTF-8\n"), ("one", "eins"), ("two", "zwei")];

/// A file, as the manual of gettext describes it.
fn file(number: fn(u32) -> [u8; 4]) -> Vec<u8> {
    let count = TEXTS.len() as u32;
    let tables = [28, 28 + 8 * count];
    let (mut entries, mut texts) = (Vec::new(), Vec::new());
    let at = 28 + 16 * count;
    for text in TEXTS.iter().map(|text| text.0).chain(TEXTS.iter().map(|text| text.1)) {
        entries.extend([text.len() as u32, at + texts.len() as u32]);
        texts.extend(text.bytes().chain([0]));
    }
    let numbers = [0x9504_12DE, 0, count, tables[0], tables[1], 0, 0].into_iter().chain(entries);
    numbers.flat_map(number).chain(texts).collect()
}

fn both() -> [Vec<u8>; 2] {
    [file(u32::to_le_bytes), file(u32::to_be_bytes)]
}

#[test]
fn files_of_both_orders_come_back_byte_for_byte() {
    for file in both() {
        assert_comes_back::<Mo>(&file);
        assert_judged_alike::<Mo>(&file);
    }
}

#[test]
fn a_longer_translation_is_read_by_another_reader() {
    for file in both() {
        let changed = translate(&file, "one", "genau eine").unwrap();
        assert_eq!(Mo::validate(&changed, Mode::Strict).findings(), []);
        let catalog = gettext::Catalog::parse(&*changed).unwrap();
        assert_eq!([catalog.gettext("one"), catalog.gettext("two")], ["genau eine", "zwei"]);
    }
    assert!(translate(&both()[0], "three", "drei").is_err());
}

#[test]
fn a_text_outside_of_the_file_is_found() {
    let mut file = file(u32::to_le_bytes);
    file[28 + 12 + 2] = 1;
    let report = Mo::validate(&file, Mode::Strict);
    let first = &report.findings()[0];
    assert_eq!((first.class, first.path.to_string()), (Class::OutOfBounds, "originals[1].text".to_owned()));
}
