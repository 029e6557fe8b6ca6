//! Lists that end with an element or before bytes, and structures that hold their own kind.

use bpx_schema::assemble::FromJson;
use bpx_schema::codec::CText;
use bpx_schema::interpret::Interpreter;
use bpx_schema::json::ToJson;
use bpx_schema::report::{Class, Mode};
use bpx_schema::schema::Model;
use bpx_schema::{Codec, Record, structure};
use test_needs::needs;

/// Each list ends in another way.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(big)]
pub struct Lists {
    pub limit: u8,
    #[br(until = entry.kind == 0 && entry.size > 1 || index == limit)]
    pub marks: Vec<Mark>,
    #[br(until_bytes = b"\xFF")]
    pub bytes: Vec<u8>,
    #[br(until = entry.kind == 0)]
    pub members: Vec<Member>,
    #[br(until = entry >= 0x8000 || index == 3)]
    pub words: Vec<u16>,
    #[br(until = entry == "end")]
    pub texts: Vec<CText>,
    #[br(count = 2, args(index, limit))]
    pub numbered: Vec<Numbered>,
    #[br(until_excluding = entry == -2)]
    pub signed: Vec<i16>,
    #[br(until_bytes = b"\xFF\xFE")]
    pub run: Vec<u8>,
    #[br(until = entry & 0x80 != 0)]
    pub varint: Vec<u8>,
    #[br(until_bytes = b"\0")]
    pub entries: Vec<Member>,
    #[br(until_bytes = b".")]
    pub lines: Vec<CText>,
    #[br(args(index), until = entry.odd.len() == 1)]
    pub last: Vec<Counted>,
    #[br(if(limit == 2), until_bytes = b"\x01\x02")]
    pub optional: Option<Vec<u32>>,
    #[br(temp)]
    #[bw(calc = members.len() + run.len())]
    total: u8,
}

#[derive(Debug, Clone, PartialEq, Record)]
#[brw(big)]
pub struct Mark {
    #[schema(range(0..=9))]
    pub kind: u8,
    pub size: u16,
}

#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(big)]
pub struct Member {
    pub kind: u8,
    #[br(if(kind != 0))]
    pub name: Option<CText>,
}

#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(big)]
#[br(import(number: u8, limit: u8))]
pub struct Numbered {
    #[br(if(number < limit))]
    pub small: Option<u8>,
    #[br(if(number > 0))]
    pub large: Option<u16>,
}

#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(big)]
#[br(import(number: u8))]
pub struct Counted {
    pub len: u8,
    #[br(count = len + number)]
    pub odd: Vec<u8>,
}

/// Holds itself in a box and in a list.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
pub struct Link {
    #[schema(range(1..=9))]
    pub value: u8,
    #[br(if(value % 2 == 1))]
    pub next: Option<Box<Link>>,
    #[br(until_bytes = b"\xEE")]
    pub others: Vec<Link>,
}

/// A list of each kind, and the limit of the first.
pub fn lists(limit: u8) -> Vec<u8> {
    let marks: &[u8] = if limit == 2 { &[3, 0, 1, 0, 0, 1, 5, 0, 2] } else { &[0, 0, 2] };
    let optional: &[u8] = if limit == 2 { &[0, 0, 0, 7, 1, 2] } else { &[] };
    let rest = [
        &b"abc\xFF"[..],
        &b"\x05x\0\x01\0\0"[..],
        &[0, 1, 0, 2, 0x80, 0],
        b"one\0\0end\0",
        if limit == 2 { &[7, 8, 0, 9] } else { &[7, 0, 9] },
        &[0xFF, 0xFF, 0, 1, 0xFF, 0xFE],
        &[1, 0xFF, 2, 0xFF, 0xFE],
        &[1, 2, 0x83],
        b"\x01a\0\x02\0\0",
        b"x\0yz\0.",
        // The second one has a byte more than it says.
        &[2, 7, 8, 0, 9],
        optional,
    ];
    [&[limit], marks, &rest.concat(), &[3 + 3]].concat()
}

pub fn link() -> Vec<u8> {
    vec![1, 3, 2, 0xEE, 4, 0xEE, 0xEE, 5, 8, 0xEE, 0xEE, 0xEE]
}

/// Class and path of the error of both writers: generated code, and the schema alone.
fn refused(change: impl FnOnce(&mut Lists)) -> (Class, String) {
    let mut value = Lists::from_slice(&lists(2)).unwrap();
    change(&mut value);
    let error = value.to_vec().unwrap_err();
    let finding = error.finding().unwrap();
    let found = (finding.class, finding.path.to_string());
    let model = Model::from_root(Lists::schema());
    let json = json_of(&value);
    let assembled = bpx_schema::assemble::assemble(&model, "Lists", json.root(), &[]).unwrap_err();
    let finding = assembled.finding().unwrap();
    assert_eq!((finding.class, finding.path.to_string()), found, "{error} and {assembled}");
    found
}

/// The JSON of a value that no reader reads: each list as JSON has it.
fn json_of(value: &Lists) -> bpx_schema::json::JsonDoc {
    let model = Model::from_root(Lists::schema());
    let mut text = bpx_schema::json::JsonText::compact(Vec::new());
    let limits = bpx_schema::Limits::default();
    Interpreter::new(&model).unwrap().write_json("Lists", &lists(2), &[], limits, &mut text).unwrap();
    let mut json: serde_json::Value = serde_json::from_slice(&text.finish().unwrap()).unwrap();
    let marks = value.marks.iter().map(|one| serde_json::json!({ "kind": one.kind, "size": one.size }));
    json["marks"] = marks.collect();
    json["words"] = value.words.iter().copied().collect();
    json["varint"] = value.varint.iter().map(|byte| format!("{byte:02x}")).collect::<String>().into();
    json["run"] = value.run.iter().map(|byte| format!("{byte:02x}")).collect::<String>().into();
    json["signed"] = value.signed.iter().copied().collect();
    let members = value.entries.iter().map(|one| match &one.name {
        Some(name) => serde_json::json!({ "kind": one.kind, "name": String::from_utf8_lossy(name.as_bytes()) }),
        None => serde_json::json!({ "kind": one.kind }),
    });
    json["entries"] = members.collect();
    let text = json.to_string();
    let budget = bpx_schema::Budget::new(bpx_schema::Limits::default(), text.len() as u64);
    bpx_schema::json::read_json(text.as_bytes(), 64, &budget).unwrap()
}

#[test]
fn writers_refuse_lists_that_a_reader_would_end_elsewhere() {
    let inconsistent = |path: &str| (Class::Inconsistent, path.to_owned());
    // The condition holds too early, never, and for no element.
    assert_eq!(refused(|value| value.marks[0] = Mark { kind: 0, size: 2 }), inconsistent("marks[0]"));
    assert_eq!(refused(|value| value.marks.truncate(2)), inconsistent("marks[1]"));
    assert_eq!(refused(|value| value.marks.clear()), inconsistent("marks"));
    assert_eq!(refused(|value| value.words.insert(0, 0x8000)), inconsistent("words[0]"));
    assert_eq!(refused(|value| value.varint.push(1)), inconsistent("varint[2]"));
    // An element begins with the terminator, also with bytes of the next one.
    assert_eq!(refused(|value| value.signed[1] = -2), inconsistent("signed[1]"));
    assert_eq!(refused(|value| value.run.extend([0xFF, 0xFE, 1])), inconsistent("run[3]"));
    assert_eq!(refused(|value| value.entries.push(Member { kind: 0, name: None })), inconsistent("entries[2]"));
}

#[test]
fn a_list_without_its_end_is_unterminated() {
    let file = lists(2);
    // After the limit, marks of three bytes, of which the third is the last.
    let report = Lists::validate(&file[..7], Mode::Strict);
    let [finding] = report.findings() else { panic!("{report:?}") };
    assert_eq!(
        (finding.class, finding.path.to_string(), finding.location.file),
        (Class::Unterminated, "marks".into(), 7)
    );
    let message = "expected an element with `((entry.kind == 0) && (entry.size > 1)) || (index == limit)`, found the end of the bytes";
    assert_eq!(finding.message, message);
    let report = Lists::validate(&file[..12], Mode::Strict);
    let [finding] = report.findings() else { panic!("{report:?}") };
    let found = (finding.class, finding.path.to_string(), finding.location.file);
    assert_eq!(found, (Class::Unterminated, "bytes".to_owned(), 10));
}

#[structure]
#[derive(Debug, PartialEq)]
#[brw(little)]
struct Weightless {
    #[br(if(false))]
    nothing: Option<u8>,
}

#[structure]
#[derive(Debug, PartialEq)]
#[brw(little)]
struct Endless {
    #[br(until = index == 1000)]
    list: Vec<Weightless>,
}

#[test]
fn elements_without_bytes_do_not_hang() {
    let error = Endless::from_slice(&[1]).unwrap_err();
    let finding = error.finding().unwrap();
    assert_eq!(
        (finding.class, &*finding.message),
        (Class::Inconsistent, "expected an element of at least one byte, found an empty one")
    );
}

/// Holds itself through every shape: a box, a list, an enum, and a list up to an end.
#[structure]
#[derive(Debug, PartialEq)]
#[brw(little)]
struct Shape {
    kind: u8,
    #[br(if(kind == 1))]
    boxed: Option<Box<Shape>>,
    #[br(if(kind == 2), count = 1)]
    listed: Option<Vec<Shape>>,
    #[br(if(kind == 3), until_bytes = b"\xFF")]
    ended: Option<Vec<Shape>>,
    #[br(args(kind))]
    switched: Switched,
}

#[structure]
#[derive(Debug, PartialEq)]
#[brw(little)]
#[br(import(kind: u8))]
enum Switched {
    #[br(pre_assert(kind == 4))]
    One(Box<Shape>),
    #[br(pre_assert(kind == 5))]
    Many(#[br(until = entry.kind != 6)] Vec<Shape>),
    Nothing,
}

/// As many shapes in each other, all of one kind.
fn shapes(kind: u8, levels: usize) -> Vec<u8> {
    let ends = if kind == 3 { levels - 1 } else { 0 };
    [vec![kind; levels - 1], vec![0], vec![0xFF; ends]].concat()
}

#[test]
fn every_recursion_ends_at_the_same_limit() {
    let check = || {
        let model = Model::from_root(Shape::schema());
        let interpreter = Interpreter::new(&model).unwrap();
        for kind in 1..=5 {
            // Each shape holds a switch one level below, and from 4 on the next shape is below that.
            let most = if kind < 4 { 511 } else { 256 };
            let (fits, deeper) = (shapes(kind, most), shapes(kind, most + 1));
            let value = Shape::from_slice(&fits).unwrap();
            assert_eq!(value.to_vec().unwrap(), fits, "{kind}");
            assert_eq!(interpreter.validate(&fits, Mode::Strict).findings(), [], "{kind}");
            let json = value.to_json([]).unwrap();
            assert_eq!(Shape::from_json(json.root(), []).unwrap(), value, "{kind}");
            let error = Shape::from_slice(&deeper).unwrap_err();
            assert_eq!(error.finding().unwrap().class, Class::TooDeep, "{kind}");
            let report = interpreter.validate(&deeper, Mode::Strict);
            assert_eq!(report.findings()[0].path, error.finding().unwrap().path, "{kind}");
            let wrapped =
                Shape { kind: 1, boxed: Some(Box::new(value)), listed: None, ended: None, switched: Switched::Nothing };
            assert_eq!(wrapped.to_vec().unwrap_err().finding().unwrap().class, Class::TooDeep, "{kind}");
        }
    };
    std::thread::Builder::new().stack_size(2 << 20).spawn(check).unwrap().join().unwrap();
}

#[needs(python3)]
#[test]
fn exported_python_ends_at_the_same_limit() {
    use super::programs::{ask_python, found};
    let model = Model::from_root(Shape::schema());
    let folder = tempfile::tempdir().unwrap();
    let module = folder.path().join("shape.py");
    std::fs::write(&module, bpx_workbench::export::python_bundle(&model, "shape").unwrap()).unwrap();
    let files = (1..=5).flat_map(|kind| {
        let most = if kind < 4 { 511 } else { 256 };
        [shapes(kind, most), shapes(kind, most + 1)]
    });
    let files: Vec<_> = files.collect();
    let slices: Vec<_> = files.iter().map(Vec::as_slice).collect();
    for (bytes, (faults, _)) in slices.iter().zip(ask_python(&module, &model, &slices)) {
        assert_eq!(faults, found(&model, bytes), "{:?}", &bytes[..2]);
    }
}

/// What the macro says about a list of parts or of bytes that ends like this.
fn message(attribute: &str, ty: &str) -> String {
    let item = format!("#[brw(little)] struct Ends {{ #[br({attribute})] list: Vec<{ty}> }}");
    let expanded = bpx_codegen::expand_structure(Default::default(), item.parse().unwrap());
    expanded.unwrap_err().to_string()
}

#[test]
fn ends_that_do_not_hold_for_a_writer_are_refused() {
    let constant = "a writer writes the terminator, which is not an element, so the terminator must be constant";
    assert!(message("until_excluding = entry.tag == 0", "Part").starts_with(constant));
    assert!(message("until_excluding = entry > 3", "u8").starts_with(constant));
    assert!(message("until_excluding = entry == 300", "u8").starts_with(constant));
    assert!(
        message("until = remaining == 0", "Part")
            .contains("cannot be used here, because a writer does not know this number")
    );
    assert!(message("until = entry.tag", "Part").contains("expected a condition, found a number"));
    assert!(message("until = entry == b\"ab\"", "u8").contains("expected operands of the same type"));
}
