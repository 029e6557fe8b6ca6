//! What parts of a file have to do with each other: generated code and the interpreter judge it alike.
#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

use bpx_schema::codec::{CText, Regions};
use bpx_schema::interpret::Interpreter;
use bpx_schema::report::{Mode, Report, Severity};
use bpx_schema::schema::Model;
use bpx_schema::{Codec, Record, structure};

const WORDS: u8 = 1;
const GUESTS: u8 = 2;

/// Describes one part.
#[derive(Debug, Clone, Record)]
#[brw(little)]
struct Entry {
    offset: u8,
    size: u8,
    kind: u8,
    /// How many guests there are, in the entry of any part.
    #[schema(count_of("guests", if(kind == GUESTS), code = "guests.count"))]
    guests: u8,
}

#[derive(Debug, Clone, Record)]
#[brw(little)]
struct Person {
    #[schema(text_in(
        "words",
        code = "person.name",
        spec = "2",
        largest = 4,
        shared(code = "person.shared"),
        filled(code = "person.empty", severity = note),
        unique(code = "person.same", severity = warning, lenient = "X-1"),
        absent(code = "file.words")
    ))]
    name: u8,
    #[schema(index_in("guests", first = 1, code = "person.friend"))]
    friends: [u16; 2],
    #[schema(index_in("parts", key = WORDS, required, code = "person.part"))]
    part: u8,
    #[schema(unique(code = "person.badge", if(badge != 0)))]
    badge: u8,
}

#[structure]
#[derive(Debug)]
struct Words {
    #[br(parse_with = until_eof)]
    #[schema(pool("words"))]
    words: Vec<CText>,
}

#[structure]
#[derive(Debug)]
struct Guests {
    #[br(count = remaining / 7)]
    #[schema(pool("guests"))]
    guests: Vec<Person>,
}

#[structure]
#[derive(Debug)]
#[br(import(kind: u8))]
enum Part {
    #[br(pre_assert(kind == WORDS))]
    Words(Words),
    #[br(pre_assert(kind == GUESTS))]
    Guests(Guests),
    Other(#[br(parse_with = until_eof)] Vec<u8>),
}

#[structure]
#[derive(Debug)]
#[brw(little)]
struct File {
    #[br(temp)]
    #[bw(calc = parts.len())]
    count: u8,
    #[br(count = count)]
    #[schema(pool("parts", key = kind))]
    parts: Vec<Entry>,
    #[br(args(entry.kind))]
    #[schema(region(each = parts, at = entry.offset, size = entry.size))]
    contents: Regions<Part>,
}

/// Returns a file of parts: type, stated number of guests, bytes.
fn file(parts: &[(u8, u8, &[u8])]) -> Vec<u8> {
    let mut bytes = vec![parts.len() as u8];
    let mut offset = 1 + 4 * parts.len();
    for (kind, guests, content) in parts {
        bytes.extend([offset as u8, content.len() as u8, *kind, *guests]);
        offset += content.len();
    }
    bytes.extend(parts.iter().flat_map(|(_, _, content)| content.iter().copied()));
    bytes
}

/// What two readers find: code, path, offset.
fn found(bytes: &[u8]) -> Vec<(String, String, u64)> {
    let own = File::validate(bytes, Mode::Strict);
    let model = Model::from_root(File::schema());
    let other = Interpreter::new(&model).unwrap().validate(bytes, Mode::Strict);
    assert_eq!(own.findings(), other.findings());
    listed(&own)
}

fn listed(report: &Report) -> Vec<(String, String, u64)> {
    let one = |one: &bpx_schema::report::Finding| (one.code.to_string(), one.path.to_string(), one.location.file);
    report.findings().iter().map(one).collect()
}

fn is(code: &str, path: &str, offset: u64) -> (String, String, u64) {
    (code.to_owned(), path.to_owned(), offset)
}

/// Name, the first two friends, part, badge.
const fn person(name: u8, friends: [u8; 2], part: u8, badge: u8) -> [u8; 7] {
    [name, friends[0], 0, friends[1], 0, part, badge]
}

const ANN: [u8; 7] = person(0, [0, 2], 0, 7);
const BOB: [u8; 7] = person(4, [1, 0], 0, 0);

#[test]
fn what_fits_is_no_finding() {
    let guests = [ANN, BOB, person(8, [0, 0], 0, 0)].concat();
    // The order of the parts does not matter.
    assert_eq!(found(&file(&[(WORDS, 0, b"ann\0bob\0c\0"), (GUESTS, 3, &guests)])), []);
    let guests = [person(0, [0, 0], 1, 1), person(1, [0, 0], 1, 2)].concat();
    assert_eq!(found(&file(&[(GUESTS, 2, &guests), (WORDS, 0, b"ab\0")])), []);
}

#[test]
fn a_reference_leads_to_a_text() {
    // Header 9 bytes, words 9, guests from 18 on, guests each 7.
    let names = |words: &[u8], names: &[u8]| {
        let guests: Vec<u8> = names.iter().flat_map(|name| person(*name, [0, 0], 0, 0)).collect();
        let bytes = file(&[(WORDS, 0, words), (GUESTS, names.len() as u8, &guests)]);
        let start = 9 + words.len() as u64;
        found(&bytes).into_iter().map(move |(code, path, offset)| (code, path, offset - start)).collect::<Vec<_>>()
    };
    let path = |index: u64| format!("contents[1].guests.guests[{index}].name");
    assert_eq!(names(b"ann\0bob\0", &[0, 4, 8]), [is("person.name", &path(2), 14)]);
    assert_eq!(names(b"ann\0\xFFob\0", &[0, 4]), [is("person.name", &path(1), 7)]);
    assert_eq!(names(b"anna\0annas\0", &[0, 5]), [is("person.name", &path(1), 7)]);
    assert_eq!(names(b"ann\0", &[0, 3]), [is("person.empty", &path(1), 7)]);
    assert_eq!(names(b"ann\0ann\0", &[0, 4, 1]), [is("person.same", &path(1), 7)]);
    let report = File::validate(
        &file(&[
            (WORDS, 0, b"a\0\0"),
            (GUESTS, 3, &[person(0, [0, 0], 0, 0), person(0, [0, 0], 0, 0), person(1, [0, 0], 0, 0)].concat()),
        ]),
        Mode::Lenient,
    );
    let severities: Vec<_> = report.findings().iter().map(|one| (&*one.code, one.severity, &*one.lenient)).collect();
    let expected = [("person.same", Severity::Warning, "X-1"), ("person.empty", Severity::Note, "")];
    assert_eq!(severities, expected);
}

/// 16 times the section and 1 MiB may be read: 257 texts of 4 KiB lead beyond the limit, and nothing is judged after that.
#[test]
fn references_that_share_bytes_are_bounded() {
    #[derive(Debug, Clone, Record)]
    #[brw(little)]
    struct Word {
        #[schema(text_in("texts", whole, code = "word", shared(code = "word.shared")))]
        at: u32,
    }
    #[structure]
    #[derive(Debug)]
    #[brw(little)]
    struct Text {
        count: u32,
        #[br(count = count)]
        words: Vec<Word>,
        #[br(parse_with = until_eof)]
        #[schema(pool("texts"))]
        texts: Vec<u8>,
    }
    let with = |count: u32| {
        let words = vec![0; 4 * count as usize];
        [&count.to_le_bytes()[..], &words, &[b'x'; 4096], b"\0"].concat()
    };
    // 4,097 bytes give 1,048,576 and 65,552 bytes: 272 times 4,096.
    assert_eq!(listed(&Text::validate(&with(272), Mode::Strict)), []);
    assert_eq!(listed(&Text::validate(&with(400), Mode::Strict)), [is("word.shared", "words[272].at", 4 + 4 * 272)]);
}

#[test]
fn an_index_names_an_element() {
    let guests =
        |guests: &[[u8; 7]]| found(&file(&[(WORDS, 0, b"ann\0bob\0"), (GUESTS, guests.len() as u8, &guests.concat())]));
    let path = |index: u64, member: &str| format!("contents[1].guests.guests[{index}].{member}");
    // Guests begin at 17. Of each array the first fault is reported.
    assert_eq!(guests(&[person(0, [3, 0], 0, 0), BOB]), [is("person.friend", &path(0, "friends[0]"), 18)]);
    assert_eq!(
        guests(&[person(0, [0, 3], 0, 0), person(4, [0, 9], 0, 0)]),
        [is("person.friend", &path(0, "friends[1]"), 20)]
    );
    assert_eq!(guests(&[ANN, person(4, [0, 0], 1, 0)]), [is("person.part", &path(1, "part"), 29)]);
    assert_eq!(guests(&[ANN, person(4, [0, 0], 9, 0)]), [is("person.part", &path(1, "part"), 29)]);
}

#[test]
fn values_differ_and_counts_are_real() {
    let parts =
        [(WORDS, 0, &b"ann\0bob\0"[..]), (GUESTS, 3, &[person(4, [0, 0], 0, 7), person(0, [0, 0], 0, 7)].concat())];
    let badge = is("person.badge", "contents[1].guests.guests[1].badge", 30);
    assert_eq!(found(&file(&parts)), [is("guests.count", "parts[1].guests", 8), badge]);
}

#[test]
fn an_absent_part_is_reported_once() {
    let guests = [ANN, BOB].concat();
    // The references say that the part with words lacks, and no part has its type.
    let missing = is("file.words", "parts", 1);
    let parts = is("person.part", "contents[0].guests.guests[0].part", 10);
    assert_eq!(found(&file(&[(GUESTS, 2, &guests)])), [missing, parts]);
    // A structure alone has no parts that could be absent.
    assert_eq!(listed(&Guests::validate(&guests, Mode::Strict)), []);
}

#[test]
fn what_cannot_be_read_is_not_judged() {
    let guests = [ANN, BOB].concat();
    // The words lie after the end of the file.
    let mut bytes = file(&[(GUESTS, 2, &guests), (WORDS, 0, b"ann\0bob\0")]);
    bytes.truncate(bytes.len() - 1);
    let codes: Vec<_> = found(&bytes).into_iter().map(|(code, ..)| code).collect();
    assert_eq!(codes, ["contents.bounds", "person.part"]);
}

#[test]
fn a_schema_that_relates_other_values_is_refused() {
    let model = Model::from_root(File::schema());
    let json = serde_json::to_value(&model).unwrap();
    let refused = |change: fn(&mut serde_json::Value)| {
        let mut json = json.clone();
        let fields = &mut json["structures"]["Person"]["body"]["fields"];
        change(fields);
        let model: Model = serde_json::from_value(json).unwrap();
        Interpreter::new(&model).unwrap_err().to_string()
    };
    let signed = refused(|fields| fields[0]["ty"]["int"]["signed"] = true.into());
    assert!(signed.contains("expected a whole number without a sign for a relation to another part"), "{signed}");
    let unknown = refused(|fields| fields[3]["relations"][0]["when"] = serde_json::json!({"path": ["nobody"]}));
    assert!(unknown.contains("nobody"), "{unknown}");
}

/// A part that a number of eight bytes names.
#[derive(Debug, Clone, Record)]
#[brw(little)]
struct NamedPart {
    name: u64,
}

#[structure]
#[derive(Debug)]
struct NamedParts {
    #[schema(index_in("parts", key = 5))]
    first: u8,
    #[br(parse_with = until_eof)]
    #[schema(pool("parts", key = name))]
    parts: Vec<NamedPart>,
}

#[test]
fn a_finding_states_a_large_key() {
    let file = [&[0], &u64::MAX.to_le_bytes()[..]].concat();
    let model = Model::from_root(NamedParts::schema());
    let own = NamedParts::validate(&file, Mode::Strict);
    assert_eq!(own.findings(), Interpreter::new(&model).unwrap().validate(&file, Mode::Strict).findings());
    let messages: Vec<_> = own.findings().iter().map(|finding| &*finding.message).collect();
    assert_eq!(messages, ["element 0 of `parts`, has the key 18446744073709551615, expected 5"]);
}
