//! MO: files by hand come back in both byte orders, and changed ones are read by another reader.

use crate::shared::{assert_comes_back, assert_kept_alike, decoded, encoded, hex};
use bpx_schema::Codec;
use bpx_schema::report::Mode;
use gallery::mo::{LAST, Mo, Part, translate};
use gettext::Catalog;

/// Originals and translations; several forms have a NUL between them, and a context is in front of a byte 4.
const TEXTS: [(&str, &str); 4] = [
    ("", "Content-Type: text/plain; charset=UTF-8\nPlural-Forms: nplurals=2; plural=(n != 1);\n"),
    ("file\x04open", "öffnen"),
    ("one\0many", "eins\0viele"),
    ("two", "zwei"),
];

type Number = fn(u32) -> [u8; 4];

/// A file without a table of hashes, as the manual of gettext describes it.
fn plain(number: Number) -> Vec<u8> {
    file(number, 0, &[], &[], &[])
}

/// The same with a table of hashes: numbers of texts at places that nobody looks at here.
fn hashed(number: Number) -> Vec<u8> {
    file(number, 0, &[0, 4, 1, 0, 3, 2, 0], &[], &[])
}

/// Revision 1: one text with a number of 64 bits in it, `%PRIu64 files`.
fn dynamic(number: Number) -> Vec<u8> {
    // After the header of 48 bytes: a segment, two references, and the original and the translation with two parts each.
    let at = 48 + 8 + 4 + 4;
    let texts = at + 2 * 20;
    let segment = [7, texts + 2 * 8];
    let text = |bytes_at| [bytes_at, 1, 0, 7, LAST];
    let numbers = [&segment[..], &[at, at + 20], &text(texts), &text(texts + 8)].concat();
    file(
        number,
        1,
        &[],
        &[1, 48, 1, 56, 60],
        &[numbers.into_iter().flat_map(number).collect(), b"% files\0% Daten\0PRIu64\0".to_vec()].concat(),
    )
}

/// Numbers of the header, what follows the header, the tables, the texts.
fn file(number: Number, revision: u32, hashes: &[u32], more: &[u32], after: &[u8]) -> Vec<u8> {
    let count = TEXTS.len() as u32;
    let start = 28 + 4 * more.len() as u32 + after.len() as u32;
    let hash_at = start + 16 * count;
    let (mut entries, mut texts) = (Vec::new(), Vec::new());
    let at = hash_at + 4 * hashes.len() as u32;
    for text in TEXTS.iter().map(|text| text.0).chain(TEXTS.iter().map(|text| text.1)) {
        entries.extend([text.len() as u32, at + texts.len() as u32]);
        texts.extend(text.bytes().chain([0]));
    }
    let header = [0x9504_12DE, revision, count, start, start + 8 * count, hashes.len() as u32, hash_at];
    let bytes = |numbers: &[u32]| numbers.iter().flat_map(|one| number(*one)).collect::<Vec<_>>();
    [bytes(&header), bytes(more), after.to_vec(), bytes(&entries), bytes(hashes), texts].concat()
}

/// Files of both byte orders, with and without what a file may lack.
pub fn samples() -> Vec<Vec<u8>> {
    let both = [u32::to_le_bytes as Number, u32::to_be_bytes];
    [plain, hashed, dynamic].iter().flat_map(|file| both.map(file)).collect()
}

/// A file whose table of hashes names a text that there is not.
pub fn damaged() -> Vec<u8> {
    let mut file = hashed(u32::to_le_bytes);
    file[28 + 16 * 4 + 4] = 5;
    file
}

#[test]
fn files_of_both_orders_come_back_byte_for_byte() {
    for file in samples() {
        assert_comes_back::<Mo>(&file);
    }
}

#[test]
fn damaged_files_are_judged_alike() {
    for file in samples().into_iter().skip(2).step_by(2).chain([plain(u32::to_be_bytes)]) {
        assert_kept_alike::<Mo>(&file);
    }
}

#[test]
fn texts_are_those_of_another_reader() {
    for file in samples() {
        let mo = Mo::from_slice(&file).unwrap();
        let catalog = Catalog::parse(&*file).unwrap();
        let form =
            |index: usize, form: usize| String::from_utf8(mo.translations[index].forms[form].text.clone()).unwrap();
        assert_eq!(catalog.pgettext("file", "open"), form(1, 0));
        assert_eq!([catalog.ngettext("one", "many", 1), catalog.ngettext("one", "many", 2)], [form(2, 0), form(2, 1)]);
        assert_eq!(catalog.gettext("two"), form(3, 0));
    }
    let dynamic = Mo::from_slice(&dynamic(u32::to_be_bytes)).unwrap().dynamic.unwrap();
    assert_eq!(dynamic.segments[0].name.text, b"PRIu64");
    let text = &dynamic.translations[0].text;
    assert_eq!(text.parts, [Part { length: 1, segment: 0 }, Part { length: 7, segment: LAST }]);
    assert_eq!(text.bytes, b"% Daten\0");
}

#[test]
fn longer_translations_are_read_by_another_reader() {
    for file in samples() {
        let changed = translate(&file, "one", &["genau eine Datei", "mehrere Dateien"]).unwrap();
        assert_comes_back::<Mo>(&changed);
        let catalog = Catalog::parse(&*changed).unwrap();
        assert_eq!(catalog.ngettext("one", "many", 1), "genau eine Datei");
        assert_eq!([catalog.ngettext("one", "many", 5), catalog.gettext("two")], ["mehrere Dateien", "zwei"]);
    }
    assert!(translate(&samples()[0], "three", &["drei"]).is_err());
}

#[test]
fn the_schema_alone_changes_a_text() {
    let mut json = decoded::<Mo>(&hashed(u32::to_be_bytes));
    json["translations"][3]["forms"][0]["text"] = hex(b"die zweite");
    let changed = encoded::<Mo>(&json);
    assert_eq!(Catalog::parse(&*changed).unwrap().gettext("two"), "die zweite");
}

#[test]
fn faults_are_found() {
    let found = |file: &[u8]| {
        let report = Mo::validate(file, Mode::Strict);
        let first = &report.findings()[0];
        (first.code.to_string(), first.path.to_string(), first.location.file)
    };
    let one = |code: &str, path: &str, at: u64| (code.to_owned(), path.to_owned(), at);
    let changed = |mut file: Vec<u8>, at: usize, byte: u8| {
        file[at] = byte;
        file
    };
    assert_eq!(found(&damaged()), one("mo.hash", "hashes[1].text", 28 + 64 + 4));
    let text = Mo::validate(&damaged(), Mode::Strict).findings()[0].to_string();
    assert!(text.contains("5"), "{text}");
    let plain = plain(u32::to_le_bytes);
    // A text outside of the file, one that ends after its NUL, and a newer version.
    assert_eq!(found(&changed(plain.clone(), 28 + 12 + 2, 1)).0, "out-of-bounds");
    assert_eq!(found(&changed(plain.clone(), 28 + 24, 2)).1, "originals[3].forms[0].text");
    assert_eq!(found(&changed(plain, 6, 2)), one("mo.revision.supported", "revision", 4));
    assert_eq!(found(&changed(hashed(u32::to_le_bytes), 20, 2)).0, "mo.hash-size");
    let dynamic = dynamic(u32::to_le_bytes);
    assert_eq!(found(&changed(dynamic, 48 + 8 + 8 + 4 + 4, 9)).0, "mo.segment");
}
