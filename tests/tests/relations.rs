//! Rules that relate values: what they say, where, and to which reader. The expectations are written by hand.
#![allow(missing_docs, dead_code, clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

use tests::programs;
mod shapes;

use bpx_schema::Codec;
use bpx_schema::report::{Class, Mode, Severity, declared_rules};
use bpx_schema::schema::Model;
use bpx_schema::value::hex;
use bpx_schema::{Record, structure};
use programs::ask_module;
use shapes::compare::{exported, generated, interpreted};
use test_needs::needs;

/// A record with a rule about its bits and about its numbers.
#[derive(Debug, Clone, PartialEq, Record)]
#[brw(little)]
#[schema(
    spec = "1",
    assert(
        first <= last,
        class = OutOfRange,
        severity = warning,
        text = "expected at least {first}, found {last} {{of {last - first}}}",
        on = last,
        code = "span.order",
        spec = "1.2"
    ),
    assert(tail.low == 0 || first > 0, on = tail.low, lenient = "I-7")
)]
pub struct Span {
    pub first: u16,
    pub last: u16,
    pub tail: Tail,
}

#[derive(Debug, Clone, PartialEq, Record)]
#[brw(little)]
pub struct Tail {
    pub pad: u8,
    pub low: u8,
}

/// Bits with a rule.
#[structure]
#[bitfield]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[schema(assert(side == 0 || layers == 6, class = Inconsistent, text = "found {layers} layers", on = layers, code = "bits.layers"))]
pub struct Sides {
    pub side: B4,
    pub pad: B12,
    pub layers: B8,
}

/// Rules about members, and about elements in the light of those before.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[schema(
    assert(header.last == steps.len(), class = CountMismatch, text = "states {header.last}, found {steps.len()}", on = header.last, code = "track.count"),
    each(
        steps,
        assert(
            entry.begin == before.len,
            class = OutOfBounds,
            severity = note,
            text = "step {index} begins at {entry.begin}, not at {before.len}",
            on = begin,
            code = "track.order"
        ),
        assert(entry.len <= header.first, on = len, code = "track.len", lenient = "I-8")
    ),
    each(
        texts,
        assert(entry.kind != 1, on = kind, code = "track.text"),
        assert(first.kind == index || entry.kind == 0, class = Duplicate, text = "{first.kind} is the same", on = kind)
    )
)]
pub struct Track {
    pub kind: u8,
    pub header: Span,
    pub sides: Sides,
    #[br(temp)]
    #[bw(calc = steps.len())]
    count: u8,
    #[br(count = count)]
    pub steps: Vec<Step>,
    #[br(parse_with = until_eof)]
    pub texts: Vec<Named>,
}

#[derive(Debug, Clone, PartialEq, Record)]
#[brw(little)]
pub struct Step {
    pub len: u8,
    pub begin: u16,
}

/// An element of no fixed size.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
pub struct Named {
    pub kind: u8,
    #[br(temp)]
    #[bw(calc = bytes.len())]
    len: u8,
    #[br(count = len)]
    pub bytes: Vec<u8>,
}

/// A track with everything wrong: at each offset of `FOUND` lies what breaks the rule.
const WRONG: &[u8] = &[
    0xAA, // kind
    5, 0, 3, 0, 0xBB, 0, // header: first, last, tail
    1, 0, 7, // sides
    3, // count
    2, 0, 0, // begins at 0
    6, 9, 0, // longer than 5, begins at 9 instead of 2
    1, 8, 0, // begins at 8
    0, 2, b'a', b'b', 0, 0, 1, 1, b'c', 1, 0, // the third text is of kind 1, and so is the fourth
];

/// Code, class, severity, path, offset and message.
type Found = (&'static str, &'static str, &'static str, &'static str, u64, &'static str);
const FOUND: &[Found] = &[
    ("span.order", "out-of-range", "warning", "header.last", 3, "expected at least 5, found 3 {of -2}"),
    ("bits.layers", "inconsistent", "error", "sides.layers", 9, "found 7 layers"),
    ("track.order", "out-of-bounds", "note", "steps[1].begin", 15, "step 1 begins at 9, not at 2"),
    (
        "track.len",
        "inconsistent",
        "warning",
        "steps[1].len",
        14,
        "expected `entry.len <= header.first` to be true, found false",
    ),
    ("track.text", "inconsistent", "error", "texts[2].kind", 26, "expected `entry.kind != 1` to be true, found false"),
    ("track.text", "inconsistent", "error", "texts[3].kind", 29, "expected `entry.kind != 1` to be true, found false"),
    ("track.assert-5", "duplicate", "error", "texts[3].kind", 29, "2 is the same"),
];

fn found(report: &bpx_schema::report::Report) -> Vec<(String, String, String, String, u64, String)> {
    let findings = report.findings().iter();
    findings
        .map(|one| {
            let severity = one.severity.name().to_owned();
            let class = one.class.name().to_owned();
            (one.code.to_string(), class, severity, one.path.to_string(), one.location.file, one.message.clone())
        })
        .collect()
}

fn wanted() -> Vec<(String, String, String, String, u64, String)> {
    let owned =
        |one: &Found| (one.0.to_owned(), one.1.to_owned(), one.2.to_owned(), one.3.to_owned(), one.4, one.5.to_owned());
    FOUND.iter().map(owned).collect()
}

#[test]
fn a_broken_relation_says_what_and_where() {
    assert_eq!(found(&Track::validate(WRONG, Mode::Lenient)), wanted());
}

#[test]
fn the_interpreter_finds_the_same() {
    let model = exported::<Track>();
    let interpreter = bpx_schema::interpret::Interpreter::new(&model).unwrap();
    assert_eq!(found(&interpreter.validate(WRONG, Mode::Lenient)), wanted());
    for end in 0..=WRONG.len() {
        for at in 0..end {
            for change in [1, 0x80, 0xFF] {
                let mut bytes = WRONG[..end].to_vec();
                bytes[at] ^= change;
                let limits = bpx_schema::Limits::default();
                assert_eq!(
                    generated::<Track>(&model, &bytes, &[], limits),
                    interpreted(&model, &bytes, &[], limits),
                    "{bytes:?}"
                );
            }
        }
    }
}

#[test]
fn a_record_is_valid_when_its_relations_hold() {
    let span = |first, last, low| Span { first, last, tail: Tail { pad: 0, low } };
    assert!(span(5, 5, 1).is_valid());
    assert!(!span(5, 4, 1).is_valid());
    assert!(!span(0, 4, 1).is_valid());
    let report = Span::validate(&[0, 0, 4, 0, 0, 1], Mode::Strict);
    assert_eq!(report.findings()[0].path.to_string(), "tail.low");
    assert_eq!((report.findings()[0].location.file, &*report.findings()[0].lenient), (5, "I-7"));
    assert_eq!(&*report.findings()[0].code, "span.assert-2");
}

#[test]
fn the_rules_are_listed() {
    let rules = declared_rules(&[Track::schema()]);
    let rule = |code: &str| rules.iter().find(|rule| rule.code == code).unwrap();
    let order = rule("track.order");
    assert_eq!((order.class, order.severity), (Class::OutOfBounds, Severity::Note));
    assert_eq!(
        order.sentence.split(". ").next().unwrap(),
        "`entry.begin == before.len` holds for each element `entry` of `Track.steps`"
    );
    let order = rule("span.order");
    assert_eq!((order.class, order.severity, &*order.clause), (Class::OutOfRange, Severity::Warning, "1.2"));
    assert_eq!(&*rule("track.len").reading, "I-8");
}

/// The faults that an exported module finds, and C for the record.
#[needs(python3)]
#[test]
fn exported_python_finds_the_same() {
    let program = format!(
        "import track\nfor f in track.validate(track.Track, bytes.fromhex('{}')):\n    \
         print(f.code, f.kind, 'warning' if f.lenient else f.severity, f.path, f.offset)",
        hex(WRONG)
    );
    let lines = ask_module(&Model::from_root(Track::schema()), "track", &program, String::new());
    let wanted: Vec<_> = FOUND.iter().map(|one| format!("{} {} {} {} {}", one.0, one.1, one.2, one.3, one.4)).collect();
    assert_eq!(lines, wanted);
}
