//! Text of PDF files: tables from letters with places, and broken files, which only give an error.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "tests may panic")]

use bpx_documents::{Unreadable, text_of};
use flate2::Compression;
use flate2::write::ZlibEncoder;
use std::io::Write;

const PAGES: &[u8] = include_bytes!("spec/pages.pdf");

/// Returns a PDF of one page with this content; the form `/F` draws the second content.
fn pdf(page: &str, form: &str) -> Vec<u8> {
    pdf_of("", page.as_bytes(), form)
}

/// Returns a PDF of one page with a stream of content, whose dictionary has these entries.
fn pdf_of(head: &str, page: &[u8], form: &str) -> Vec<u8> {
    let stream = |head: &str, data: &[u8]| {
        let head = format!("<< {head} /Length {} >>\nstream\n", data.len());
        [head.as_bytes(), data, b"\nendstream"].concat()
    };
    let resources = "/Resources << /Font << /H 5 0 R >> /XObject << /F 6 0 R >> >>";
    let objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>".to_vec(),
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>".to_vec(),
        format!("<< /Type /Page /Parent 2 0 R /MediaBox [0 0 500 300] /Contents 4 0 R {resources} >>").into_bytes(),
        stream(head, page),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>".to_vec(),
        stream(&format!("/Type /XObject /Subtype /Form /BBox [0 0 500 300] {resources}"), form.as_bytes()),
    ];
    let mut text = b"%PDF-1.4\n".to_vec();
    let mut places = Vec::new();
    for (number, object) in (1..).zip(&objects) {
        places.push(text.len());
        text.extend([format!("{number} 0 obj\n").as_bytes(), object, b"\nendobj\n"].concat());
    }
    let table = text.len();
    write!(text, "xref\n0 {}\n0000000000 65535 f \n", objects.len() + 1).unwrap();
    places.iter().for_each(|place| writeln!(text, "{place:010} 00000 n ").unwrap());
    write!(text, "trailer\n<< /Size {} /Root 1 0 R >>\nstartxref\n{table}\n%%EOF\n", objects.len() + 1).unwrap();
    text
}

/// Returns data in the form of the filter `FlateDecode`.
fn deflated(data: &[u8]) -> Vec<u8> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(data).unwrap();
    encoder.finish().unwrap()
}

/// Returns the operators that show words at places.
fn words(words: &[(u32, u32, &str)]) -> String {
    let shown = words.iter().map(|(x, y, word)| format!("1 0 0 1 {x} {y} Tm ({word}) Tj "));
    format!("BT /H 10 Tf {}ET", shown.collect::<String>())
}

/// Returns the lines of a text that are not empty.
fn lines(bytes: &[u8]) -> Vec<String> {
    text_of(bytes).unwrap().lines().filter(|line| !line.is_empty()).map(str::to_owned).collect()
}

#[test]
fn tables_go_on_over_pages_and_their_rows_over_lines() {
    let expected = [
        "# 1 Sea",
        "The sizes are little-endian.",
        "Name\tType\tSize\tNotes",
        "tides\tu32\t4 bytes\tis a set of this and that, not of these",
        "fish_base\tu16\t2 bytes\toffset of the fish",
        "salt\tu8\t1 byte\t",
        "rest\tu8\t1 byte\tbe 0",
        "# 2 Boat",
        "A boat is a part of the sea:",
        "Name\tSize\tNotes",
        "first\t32\toffset of the boat",
        "second\t64\t",
        "third\t16\t",
        "last\t8\t",
    ];
    assert_eq!(lines(PAGES), expected);
}

#[test]
fn cells_are_those_below_titles_wherever_they_are_written() {
    let page = [
        (200, 180, "4"),
        (50, 200, "Name"),
        (200, 200, "Size"),
        (300, 200, "Notes"),
        (50, 180, "key"),
        (300, 180, "not"),
        (300, 169, "zero"),
        (50, 149, "end"),
        (200, 149, "8"),
    ];
    assert_eq!(lines(&pdf(&words(&page), "")), ["Name\tSize\tNotes", "key\t4\tnot zero", "end\t8\t"]);
}

#[test]
fn a_letter_far_outside_of_the_page_takes_little_room() {
    let page = words(&[(50, 200, "Near"), (100_000_000, 200, "Far")]);
    let text = text_of(&pdf(&page, "")).unwrap().into_owned();
    assert!(text.len() < 2000, "{} bytes", text.len());
    assert_eq!(text.split_whitespace().collect::<Vec<_>>(), ["Near", "Far"]);
}

#[test]
fn a_line_between_cells_parts_them() {
    let page = words(&[(50, 200, "Name"), (82, 200, "Size"), (50, 180, "long one"), (92, 180, "16")]);
    assert_eq!(lines(&pdf(&page, "")), ["Name Size", "long one 16"]);
    let ruled = format!("0.5 w 80 170 m 80 215 l S 90.5 170 m 90.5 195 l S {page}");
    assert_eq!(lines(&pdf(&ruled, "")), ["Name\tSize", "long one\t16"]);
}

#[test]
fn lines_between_drawn_lines_are_one_row() {
    let page = words(&[
        (50, 200, "Name"),
        (100, 200, "Size"),
        (150, 200, "Notes"),
        (150, 180, "how many of"),
        (50, 174, "a_name_too_wide"),
        (100, 174, "16"),
        (150, 168, "them there are"),
        (50, 150, "end"),
        (100, 150, "8"),
    ]);
    let ruled = [214, 194, 162, 144].map(|y| format!("45 {y} m 250 {y} l S ")).concat();
    let barred = [45, 95, 145, 250].map(|x| format!("{x} 144 0.4 70 re f ")).concat();
    let rows = ["Name\tSize\tNotes", "a_name_too_wide\t16\thow many of them there are", "end\t8\t"];
    assert_eq!(lines(&pdf(&format!("{ruled}{barred}{page}"), "")), rows);
    // Without lines it is not known which row the words above the first name belong to.
    assert!(!lines(&pdf(&page, "")).iter().any(|line| line.contains('\t')));
}

#[test]
fn several_rows_between_drawn_lines_stay_rows() {
    let page = words(&[
        (50, 200, "Name"),
        (100, 200, "Size"),
        (150, 200, "Notes"),
        (50, 180, "a"),
        (100, 180, "16"),
        (150, 180, "one"),
        (50, 168, "b"),
        (100, 168, "8"),
    ]);
    let ruled = [214, 194, 160].map(|y| format!("45 {y} m 250 {y} l S ")).concat();
    let barred = [45, 95, 145, 250].map(|x| format!("{x} 160 0.4 54 re f ")).concat();
    let rows = ["Name\tSize\tNotes", "a\t16\tone", "b\t8\t"];
    assert_eq!(lines(&pdf(&format!("{ruled}{barred}{page}"), "")), rows);
}

#[test]
fn a_page_can_be_turned() {
    let rows = ["Name\tSize\tNotes", "key\t4\tfirst"];
    // Letters that go up the page, and letters that go down.
    for (turn, from, step) in [("0 1 -1 0", 300, -20), ("0 -1 1 0", 100, 20)] {
        let mut page = "BT /H 10 Tf ".to_owned();
        for (row, words) in (0_i32..).zip([["Name", "Size", "Notes"], ["key", "4", "first"]]) {
            for (column, word) in (0_i32..).zip(words) {
                let along = if turn.starts_with("0 1") { 50 + 60 * column } else { 250 - 60 * column };
                page += &format!("{turn} {} {along} Tm ({word}) Tj ", from - step * row);
            }
        }
        assert_eq!(lines(&pdf(&format!("{page} ET"), "")), rows, "{turn}");
    }
}

#[test]
fn letters_of_forms_are_letters_of_the_page() {
    let form = words(&[(50, 200, "Inside")]);
    assert_eq!(lines(&pdf("/F Do", &form)), ["Inside"]);
}

#[test]
fn a_form_that_draws_itself_is_an_error() {
    let error = text_of(&pdf("/F Do", "/F Do")).unwrap_err();
    assert_eq!(error.to_string(), "expected a PDF, found a file whose parts contradict each other");
}

#[test]
fn a_page_without_letters_is_an_error() {
    let error = text_of(&pdf("0 0 10 10 re f", "")).unwrap_err();
    assert_eq!(error.to_string(), "expected a PDF, found a file without letters, such as one with pictures of pages");
}

#[test]
fn packed_contents_are_read() {
    let page = words(&[(50, 200, "Packed")]);
    let packed = deflated(page.as_bytes());
    assert_eq!(lines(&pdf_of("/Filter /FlateDecode", &packed, "")), ["Packed"]);
    let digits: String = packed.iter().map(|byte| format!("{byte:02x}")).collect();
    assert_eq!(
        lines(&pdf_of("/Filter [/ASCIIHexDecode /FlateDecode]", format!("{digits}>").as_bytes(), "")),
        ["Packed"]
    );
}

#[test]
fn data_that_is_packed_twice_is_an_error() {
    let page = words(&[(50, 200, "Packed")]);
    let packed = deflated(&deflated(page.as_bytes()));
    for head in
        ["/Filter [/FlateDecode /FlateDecode]", "/Filter [/Fl /LZW]", "/F#69lter[%a\n/Flate#44ecode/RunLengthDecode]"]
    {
        let error = text_of(&pdf_of(head, &packed, "")).unwrap_err();
        assert!(error.to_string().contains("more than one compressing filter"), "{error}");
    }
    let error = text_of(&pdf_of("/Filter 7 0 R", &packed, "")).unwrap_err();
    assert!(error.to_string().contains("filter"), "{error}");
}

#[test]
fn brackets_that_are_nested_too_deeply_are_an_error() {
    let deep = |open: &str| open.repeat(100_000);
    let shown = words(&[(50, 200, "Deep")]);
    for open in ["[", "<</a", "[(]) ", "<< /a [ 1 true ", "[word <41>"] {
        let page = format!("{shown} {}", deep(open));
        for file in [
            pdf(&page, ""),
            pdf("/F Do", &page),
            pdf_of("/Filter /FlateDecode", &deflated(page.as_bytes()), ""),
            pdf_of(&format!("/Key {}", deep(open)), shown.as_bytes(), ""),
        ] {
            let error = text_of(&file).unwrap_err();
            assert!(error.to_string().contains("nested"), "{open}: {error}");
        }
    }
    // Brackets side by side, and brackets in strings.
    let flat = format!("{shown} {} {}", "[[]]".repeat(100_000), "([)".repeat(100_000));
    assert_eq!(lines(&pdf(&flat, "")), ["Deep"]);
}

#[test]
fn pages_that_contain_themselves_are_an_error() {
    let file = String::from_utf8(pdf(&words(&[(50, 200, "Round")]), "")).unwrap().replace("[3 0 R]", "[2 0 R]");
    assert!(text_of(file.as_bytes()).is_err());
}

#[test]
fn broken_files_give_text_or_an_error() {
    assert_eq!(
        text_of(b"%PDF-1.4\n").unwrap_err(),
        Unreadable::Pdf("a file without pages that can be found".to_owned())
    );
    for cut in (0..PAGES.len()).step_by(PAGES.len() / 20) {
        let _ = text_of(&PAGES[..cut]).map(|text| assert!(!text.contains('\0')));
    }
    for at in (0..PAGES.len()).step_by(PAGES.len() / 40) {
        let mut broken = PAGES.to_vec();
        broken[at..].iter_mut().step_by(97).for_each(|byte| *byte ^= 0x15);
        let _ = text_of(&broken).map(|text| assert!(!text.is_empty()));
    }
}
