//! Encodings of files.
#![allow(clippy::unwrap_used, reason = "tests may panic")]

use bpx_documents::{Unreadable, text_of};

#[test]
fn utf_16_is_text_in_both_byte_orders() {
    assert_eq!(text_of(b"\xff\xfeA\0|\0\xac\x20").unwrap(), "A|€");
    assert_eq!(text_of(b"\xfe\xff\0A\0|\x20\xac").unwrap(), "A|€");
    assert_eq!(text_of(b"\xff\xfeA").unwrap_err(), Unreadable::Utf16);
    assert_eq!(text_of(b"\xff\xfe\x00\xd8").unwrap_err(), Unreadable::Utf16);
}

#[test]
fn text_without_utf_8_is_windows_1252() {
    assert_eq!(text_of("Größe".as_bytes()).unwrap(), "Größe");
    assert_eq!(text_of(b"Gr\xf6\xdfe").unwrap(), "Größe");
}

#[test]
fn other_bytes_are_no_text() {
    let error = text_of(b"BPXT\x01\0").unwrap_err();
    assert_eq!(error.to_string(), "expected text or a PDF, found a zero byte at offset 5");
}
