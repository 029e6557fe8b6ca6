//! The declaration with its own algorithms: generated code, the interpreter, exports.

use algorithms::fletcher::Fletcher16;
use algorithms::rot13::Rot13;
use algorithms::{Notes, write};
use bpx_schema::checksum::checksum;
use bpx_schema::interpret::Interpreter;
use bpx_schema::report::{Class, Mode, Report};
use bpx_schema::schema::Model;
use bpx_schema::watch::{Event, Journal};
use bpx_schema::{Algorithms, Codec, Limits};
use bpx_workbench::export::{Target, export};

/// "NOTE", checksum, count, one entry, the note "Why?" in ROT13: all sums by hand.
const FILE: &[u8] = b"NOTE\x57\xAA\x01\x10\0\0\0\x04\0\x78\xC8\x01Jul?";

fn schema() -> Model {
    let json = serde_json::to_string(&Model::of(Notes::schema())).unwrap();
    serde_json::from_str(&json).unwrap()
}

fn registry() -> Algorithms {
    Algorithms::builtin().with_transform(Rot13).with_checksum::<Fletcher16>()
}

#[test]
fn check_values() {
    assert_eq!(checksum::<Fletcher16>(b"abcde"), 0xC8F0);
    assert_eq!(checksum::<Fletcher16>(b"abcdef"), 0x2057);
    assert_eq!(checksum::<Fletcher16>(b"abcdefgh"), 0x0627);
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
    assert!(message.contains("states the fletcher16 checksum 0xc878, the content has"), "{message}");
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
    let text = |event: &Event| matches!(event, Event::Leaf { path, .. } if path.to_string() == "notes[0].text");
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
    assert_eq!(message, "the checksum `fletcher16` is not known here");
    let (class, path, message) = refused(Algorithms::builtin().with_checksum::<Fletcher16>());
    assert_eq!((class, &*path), (Class::UnsupportedFeature, "Notes.notes"));
    assert_eq!(message, "the transform `rot13` is not known here");
}

#[test]
fn exports_name_what_they_lack() {
    let model = schema();
    let python = export(&model, "notes", Target::Python).unwrap();
    let lacks =
        "Not known here, and reported as unsupported where needed: the checksum fletcher16, the transform rot13.";
    assert!(python.contains(lacks), "{python}");
    let kaitai = export(&model, "notes", Target::Kaitai).unwrap();
    for lacks in ["rot13; only the stored bytes are available", "the checksum checksum", "notes: checksums"] {
        assert!(kaitai.contains(lacks), "{lacks}: {kaitai}");
    }
    let markdown = export(&model, "notes", Target::Markdown).unwrap();
    assert!(markdown.contains("fletcher16") && markdown.contains("stored as rot13"), "{markdown}");
}
