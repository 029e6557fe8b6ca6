//! The declaration with its own algorithms: generated code, the interpreter, exports.

use algorithms::fletcher::Fletcher16;
use algorithms::rot13::Rot13;
use algorithms::{Notes, Page, write};
use bpx_schema::checksum::checksum_of;
use bpx_schema::interpret::Interpreter;
use bpx_schema::report::{Class, Mode, Report};
use bpx_schema::schema::Model;
use bpx_schema::watch::{Journal, JournalEvent};
use bpx_schema::{Algorithms, Codec, Limits};
use bpx_workbench::export::{Target, export};

/// "NOTE", checksum, count, one entry, the note "Why?" in ROT13: all sums by hand.
const FILE: &[u8] = b"NOTE\x57\xAA\x01\x10\0\0\0\x04\0\x78\xC8\x01Jul?";

fn schema() -> Model {
    let json = serde_json::to_string(&Model::from_root(Notes::schema())).unwrap();
    serde_json::from_str(&json).unwrap()
}

fn registry() -> Algorithms {
    Algorithms::builtin().with_transform(Rot13).with_checksum::<Fletcher16>()
}

#[test]
fn check_values() {
    assert_eq!(checksum_of::<Fletcher16>(b"abcde"), 0xC8F0);
    assert_eq!(checksum_of::<Fletcher16>(b"abcdef"), 0x2057);
    assert_eq!(checksum_of::<Fletcher16>(b"abcdefgh"), 0x0627);
}

#[test]
fn bytes_by_hand() {
    assert_eq!(write(&[("Why?", true)]).unwrap(), FILE);
    assert_eq!(Notes::from_slice(FILE).unwrap().to_vec_without_regions().unwrap(), FILE[..16]);
}

fn codes(report: &Report) -> Vec<(String, Class, String)> {
    let said =
        |finding: &bpx_schema::report::Finding| (finding.code.to_string(), finding.class, finding.path.to_string());
    report.findings().iter().map(said).collect()
}

#[test]
fn generated_code_and_interpreter_find_the_same() {
    let model = schema();
    let interpreter = Interpreter::with_algorithms(&model, registry()).unwrap();
    let both = |file: &[u8]| {
        let (own, alone) = (Notes::validate(file, Mode::Strict), interpreter.validate(file, Mode::Strict));
        assert_eq!(codes(&own), codes(&alone));
        let messages = |report: &Report| report.findings().iter().map(ToString::to_string).collect::<Vec<_>>();
        assert_eq!(messages(&own), messages(&alone));
        own
    };
    assert_eq!(codes(&both(FILE)), []);
    let mut damaged = FILE.to_vec();
    damaged[19] = b'!';
    let report = both(&damaged);
    let expected = ("notes.checksum".to_owned(), Class::ChecksumMismatch, "table[0].checksum".to_owned());
    assert_eq!(codes(&report), [expected]);
    let message = report.findings()[0].to_string();
    assert!(message.contains("of the content, found 0xc878"), "{message}");
    let mut damaged = FILE.to_vec();
    damaged[4] = 0;
    let expected = ("notes.checksum".to_owned(), Class::ChecksumMismatch, "checksum".to_owned());
    assert_eq!(codes(&both(&damaged)), [expected]);
}

#[test]
fn the_interpreter_sees_into_the_notes() {
    let model = schema();
    let interpreter = Interpreter::with_algorithms(&model, registry()).unwrap();
    let mut journal = Journal::default();
    interpreter.run(&model.root, FILE, &[], Limits::default(), &mut journal).unwrap();
    let text =
        |event: &JournalEvent| matches!(event, JournalEvent::Leaf { path, .. } if path.to_string() == "notes[0].text");
    assert!(journal.events().iter().any(text));
}

#[test]
fn a_schema_whose_algorithms_nobody_knows_is_refused() {
    let model = schema();
    let refused = |algorithms: Algorithms| {
        let error = Interpreter::with_algorithms(&model, algorithms).unwrap_err();
        let finding = error.finding().unwrap().clone();
        (finding.class, finding.path.to_string(), finding.message)
    };
    let (class, path, message) = refused(Algorithms::builtin());
    assert_eq!((class, &*path), (Class::UnsupportedFeature, "Notes.checksum"));
    assert_eq!(message, "expected an implemented checksum, found `fletcher16`");
    let (class, path, message) = refused(Algorithms::builtin().with_checksum::<Fletcher16>());
    assert_eq!((class, &*path), (Class::UnsupportedFeature, "Notes.notes"));
    assert_eq!(message, "expected an implemented transform, found `rot13`");
}

#[test]
fn exports_name_what_they_lack() {
    let model = schema();
    let python = export(&model, "notes", Target::Python).unwrap();
    let lacks = "This module does not implement these algorithms: the checksum fletcher16, the transform rot13.";
    assert!(python.contains(lacks), "{python}");
    let kaitai = export(&model, "notes", Target::Kaitai).unwrap();
    for lacks in ["rot13; only the stored bytes are available", "the checksum checksum", "notes: checksums"] {
        assert!(kaitai.contains(lacks), "{lacks}: {kaitai}");
    }
    let markdown = export(&model, "notes", Target::Markdown).unwrap();
    assert!(markdown.contains("fletcher16") && markdown.contains("stored as rot13"), "{markdown}");
}

/// Size, checksum, "Why?" in ROT13, mood: the numbers are those of [`FILE`].
const PAGE: &[u8] = b"\x04\0\x78\xC8Jul?\x05";

fn page_schema() -> Model {
    let json = serde_json::to_string(&Model::from_root(Page::schema())).unwrap();
    serde_json::from_str(&json).unwrap()
}

#[test]
fn a_field_in_place_is_read_edited_and_written() {
    let page = Page { text_size: 0, text_sum: 0, text: b"Why?".to_vec(), mood: 5 };
    assert_eq!(page.to_vec().unwrap(), PAGE);
    let mut read = Page::from_slice(PAGE).unwrap();
    assert_eq!((&*read.text, read.text_size, read.mood), (&b"Why?"[..], 4, 5));
    read.text = b"because".to_vec();
    let edited = read.to_vec().unwrap();
    assert_eq!(edited[4..], *b"orpnhfr\x05");
    assert_eq!(codes(&Page::validate(&edited, Mode::Strict)), []);
}

#[test]
fn generated_code_and_interpreter_see_the_same_in_place() {
    let model = page_schema();
    let interpreter = Interpreter::with_algorithms(&model, registry()).unwrap();
    let both = |file: &[u8]| {
        let (own, alone) = (Page::validate(file, Mode::Strict), interpreter.validate(file, Mode::Strict));
        assert_eq!(own.findings(), alone.findings());
        let mut journals = [Journal::default(), Journal::default()];
        let read = Page::watch(file, &mut journals[0]);
        let interpreted = interpreter.run(&model.root, file, &[], Limits::default(), &mut journals[1]);
        let [journal, other] = journals;
        assert_eq!(journal.finish(read), other.finish(interpreted));
        codes(&own)
    };
    let found = |code: &str, class: Class, path: &str| [(code.to_owned(), class, path.to_owned())];
    assert_eq!(both(PAGE), []);
    assert_eq!(both(b"\x04\0\x78\xC8Jul!\x05"), found("text.checksum", Class::ChecksumMismatch, "text"));
    assert_eq!(both(b"\x04\0\x78\xC8Jul?\x06"), found("page.mood.range", Class::OutOfRange, "mood"));
    assert_eq!(both(b"\x05\0\x78\xC8Jul?"), found("truncated", Class::Truncated, "text"));
    let refused = Interpreter::with_algorithms(&model, Algorithms::builtin()).unwrap_err();
    assert_eq!(refused.finding().unwrap().message, "expected an implemented transform, found `rot13`");
}

#[test]
fn exports_name_what_they_lack_in_place() {
    let model = page_schema();
    let python = export(&model, "page", Target::Python).unwrap();
    assert!(python.contains("the checksum fletcher16, the transform rot13."), "{python}");
    let kaitai = export(&model, "page", Target::Kaitai).unwrap();
    assert!(kaitai.contains("Page.text: rot13; only the stored bytes are available"), "{kaitai}");
    assert!(kaitai.contains("Page.text: checksums"), "{kaitai}");
    let markdown = export(&model, "page", Target::Markdown).unwrap();
    assert!(markdown.contains("How `text` is stored") && markdown.contains("stored as rot13: always"), "{markdown}");
}
