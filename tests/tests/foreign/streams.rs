//! Checksums in which bytes count as others than they are, sums and counts over lists, and content that lies in several parts.

use super::bits::both_writers_agree;
use super::files::Format;
use bpx_schema::dump::{DumpOptions, dump_to_string};
use bpx_schema::interpret::Interpreter;
use bpx_schema::report::{Class, Mode};
use bpx_schema::schema::Model;
use bpx_schema::{Codec, Record, structure};
use bpx_workbench::diff::{Options, diff};

/// Checksums that lie in the bytes that they sum.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[schema(
    sum(byte_sum, over(head, rows), stored = head.sum, fill(head.sum = b' ', rows.mark = 1), skip(head.free)),
    sum(crc32, over(kind, crc), stored = crc, fill(crc = 0))
)]
pub struct Sealed {
    pub head: SealedHead,
    pub kind: u8,
    #[br(temp)]
    #[bw(calc = rows.len())]
    row_count: u8,
    #[br(count = row_count)]
    pub rows: Vec<Row>,
    pub crc: u32,
}

#[derive(Debug, Clone, PartialEq, Record)]
#[brw(little)]
pub struct SealedHead {
    pub free: u8,
    #[brw(big)]
    pub sum: u32,
    pub size: u8,
}

#[derive(Debug, Clone, PartialEq, Record)]
#[brw(little)]
pub struct Row {
    pub value: u8,
    pub mark: u16,
}

/// With sums by hand: what is not counted is four spaces, and two ones in each row.
pub fn sealed() -> Vec<u8> {
    let rows = [&[10, 0xAA, 0xBB][..], &[20, 0xCC, 0xDD]].concat();
    let counted = [&b"    "[..], &[7, 3, 2], &[10, 1, 1], &[20, 1, 1]].concat();
    let sum: u32 = counted.iter().map(|byte| u32::from(*byte)).sum();
    let crc = super::files::crc32(&[&[3, 2][..], &rows, &[0; 4]].concat());
    [&[99][..], &sum.to_be_bytes(), &[7, 3, 2], &rows, &crc.to_le_bytes()].concat()
}

/// Counts, sums and the last element decide what follows, and are computed.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[br(
    assert(count(cells, entry.tag == b"HD") == 1),
    assert(count(rows, entry.mark > 9 && entry.value == limit) <= 1),
    assert(last(cells).tag == b"EN", "the end comes last")
)]
#[schema(derive(head.free = count(rows, entry.value != 0)))]
pub struct Counted {
    pub limit: u8,
    pub head: SealedHead,
    #[br(temp)]
    #[bw(calc = rows.len())]
    row_count: u8,
    #[br(count = row_count)]
    pub rows: Vec<Row>,
    #[br(until = entry.tag == b"EN")]
    pub cells: Vec<Cell>,
    #[br(temp)]
    #[bw(calc = sum(cells, if entry.tag == b"DA" { entry.size } else { 0 }))]
    data_size: u16,
    #[br(count = count(rows, entry.value > limit))]
    pub greater: Vec<u8>,
    #[br(if(count(cells, entry.tag == b"XX") > 0))]
    pub extra: Option<u8>,
    #[br(args(last(rows).value))]
    pub part: Part,
    #[br(count = sum(greater, entry & 3))]
    pub low: Vec<u8>,
}

#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
pub struct Cell {
    pub tag: [u8; 2],
    #[br(temp)]
    #[bw(calc = bytes.len())]
    length: u8,
    pub size: u8,
    #[br(count = length)]
    pub bytes: Vec<u8>,
}

#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[br(import(bytes_size: u8))]
pub struct Part {
    #[br(count = bytes_size)]
    pub bytes: Vec<u8>,
}

/// Two rows above the limit, and perhaps a cell that makes another field exist.
pub fn counted(has_extra: bool) -> Vec<u8> {
    let extra = if has_extra { &b"XX\x00\x05"[..] } else { &[] };
    let cells = [&b"HD\x01\x09a"[..], b"DA\x00\x07", extra, b"DA\x02\xF0bc", b"EN\x00\x01"].concat();
    let rows = [4, 10, 0, 0, 0, 0, 6, 1, 0, 2, 0, 0];
    let after = [&[0xF7, 0, 2, 5][..], if has_extra { &[9] } else { &[] }, b"pq", b"lmn"].concat();
    [&[3, 3, 0, 0, 0, 0, 7, 4][..], &rows, &cells, &after].concat()
}

/// Two streams over the strips of a list: one compressed, one as it is, by the kind of a strip.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(big)]
pub struct Strips {
    pub width: u8,
    pub height: u8,
    #[br(until = entry.kind == 0)]
    pub strips: Vec<Strip>,
    pub check: u32,
    #[br(args(width, height))]
    #[schema(region(
        joined(strips, if entry.kind == 1 { entry.bytes } else { b"" }),
        transform(zlib),
        content_size = width * height + 1,
        check(crc32, stored = check)
    ))]
    pub image: Image,
    #[br(parse_with = until_eof)]
    #[schema(region(joined(strips, if entry.kind == 2 { entry.bytes } else { b"" })), utf8)]
    pub note: Vec<u8>,
    pub end: u8,
}

#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(big)]
pub struct Strip {
    pub kind: u8,
    #[br(temp)]
    #[bw(calc = bytes.len())]
    length: u8,
    #[br(count = length)]
    pub bytes: Vec<u8>,
}

#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(big)]
#[br(import(width: u8, height: u8))]
pub struct Image {
    #[schema(range(1..=9))]
    pub depth: u8,
    #[br(count = height, args(width))]
    pub rows: Vec<Line>,
}

#[structure]
#[derive(Debug, Clone, PartialEq)]
#[br(import(width: u8))]
pub struct Line {
    #[br(count = width)]
    pub values: Vec<u8>,
}

/// Cut in three, with parts of a note between.
pub fn strips() -> Vec<u8> {
    let content = [8, 1, 2, 3, 4, 5, 6];
    let stored = super::files::zlib(&content);
    let strip = |kind: u8, bytes: &[u8]| [&[kind, bytes.len() as u8][..], bytes].concat();
    let list = [
        strip(1, &stored[..4]),
        strip(2, b"caf\xC3"),
        strip(1, &stored[4..4]),
        strip(1, &stored[4..9]),
        strip(2, b"\xA9"),
        strip(1, &stored[9..]),
        strip(0, b"x"),
    ];
    [&[3, 2][..], &list.concat(), &super::files::crc32(&content).to_be_bytes(), &[7]].concat()
}

pub fn all() -> Vec<Format> {
    let format = |name, schema, files| Format { name, model: Model::from_root(schema), files };
    vec![
        format("sealed", Sealed::schema(), vec![sealed()]),
        format("strips", Strips::schema(), vec![strips()]),
        format("counted", Counted::schema(), vec![counted(true), counted(false)]),
    ]
}

/// What the macro says about a structure with a sum of two fields.
fn message(sum: &str) -> String {
    let item = format!("#[brw(little)] #[schema(sum({sum}))] struct Sums {{ head: u32, body: u32, sum: u32 }}");
    bpx_codegen::expand_structure(Default::default(), item.parse().unwrap()).unwrap_err().to_string()
}

#[test]
fn bytes_that_count_as_others_may_differ() {
    let good = sealed();
    // Bytes of a mark count as ones in the first sum; the second one has them as they are.
    let mut changed = good.clone();
    changed[9] ^= 1;
    let report = Sealed::validate(&changed, Mode::Strict);
    let codes: Vec<_> = report.findings().iter().map(|finding| (finding.class, &*finding.code)).collect();
    assert_eq!(codes, [(Class::ChecksumMismatch, "sealed.crc")]);
    // A byte that counts breaks the sum, at the place that states it.
    changed = good;
    changed[5] ^= 1;
    let report = Sealed::validate(&changed, Mode::Strict);
    let [finding] = report.findings() else { panic!("{report:?}") };
    assert_eq!((&*finding.code, finding.location.file), ("sealed.sum", 1));
    let model = Model::from_root(Sealed::schema());
    assert_eq!(Interpreter::new(&model).unwrap().validate(&changed, Mode::Strict).findings(), report.findings());
}

#[test]
fn both_writers_write_what_was_read() {
    assert!(both_writers_agree::<Strips>(&[strips()]) > 40);
    assert!(both_writers_agree::<Counted>(&[counted(true), counted(false)]) > 100);
    // Of the changed counts, one is more than there are bytes.
    assert!(both_writers_agree::<Sealed>(&[sealed()]) >= 4 * sealed().len() - 3);
}

#[test]
fn another_byte_that_counts_is_another_checksum() {
    let old = Model::from_root(Sealed::schema());
    let mut new = old.clone();
    new.structures.get_mut("Sealed").unwrap().sums.to_mut()[1].fill.to_mut()[0].byte = 1;
    let changes = diff(&old, &new, &Options::default()).unwrap();
    assert_eq!(changes.iter().map(|change| change.rule.id).collect::<Vec<_>>(), ["sum.changed"]);
}

#[test]
fn sums_that_contradict_themselves_are_refused() {
    assert_eq!(
        message("crc32, over(head, sum), stored = sum, skip(sum), fill(sum = 0)"),
        "`skip` excludes `sum`, so `fill` cannot name it"
    );
    assert!(
        message("crc32, over(head, sum), stored = sum")
            .ends_with("add `skip(sum)`, or `fill(sum = 0)` if the stored checksum counts as zeros")
    );
    assert!(message("crc32, over(head), stored = sum, fill(head = 256)").contains("expected a byte from 0 to 255"));
    let open = "a sum up to the end of the file must have a single range";
    assert!(message("crc32, over(head), over(body, ..), stored = sum").contains(open));
    assert!(message("crc32, over(body, ..), over(head), stored = sum").contains(open));
}

/// What the macro says about a condition over lists.
fn message_of(condition: &str) -> String {
    let item = format!(
        "#[brw(little)] #[br(assert({condition}))] struct Lists {{ n: u8, #[br(count = n)] rows: Vec<Row>, \
         #[br(count = n)] bytes: Vec<u8> }}"
    );
    bpx_codegen::expand_structure(Default::default(), item.parse().unwrap())
        .map_or_else(|error| error.to_string(), |_| String::new())
}

#[test]
fn what_is_computed_of_elements_has_one_meaning() {
    assert_eq!(message_of("count(rows, entry.value == n) == sum(bytes, entry)"), "");
    assert!(message_of("count(rows, entry.value) > 0").starts_with("expected a condition, found a number"));
    assert!(message_of("sum(rows, entry.value == 1) > 0").contains("expected a number, found a truth value"));
    assert!(message_of("count(n, entry == 1) > 0").contains("`n` is a whole number"));
    assert!(message_of("count(rows) > 0").contains("`list.len()`"));
    assert!(
        message_of("count(rows, sum(rows.value) == entry.value) > 0").contains("cannot search an array or sum over it")
    );
    assert!(
        message_of("count(rows, count(bytes, entry == 1) == 1) > 0")
            .contains("hides the field or parameter with the same")
    );
    assert!(message_of("count(rows, entry.bytes[0] == 1) > 0").contains("found a list"));
    assert!(message_of("entry.value == 1").contains("unknown name `entry`"));
    assert!(message_of("last(n).value == 1").contains("`n` is a whole number"));
}

#[test]
fn faults_in_a_stream_name_the_part() {
    let good = strips();
    let value = Strips::from_slice(&good).unwrap();
    assert_eq!(
        (value.image.rows[1].values.as_slice(), value.note.as_slice()),
        (&[4, 5, 6][..], "caf\u{e9}".as_bytes())
    );
    // The third byte of the second part with bytes: the size of the stored block and its complement differ.
    let mut changed = good.clone();
    let second = 2 + 6 + 7 + 2 + 2;
    changed[second + 1] ^= 1;
    let report = Strips::validate(&changed, Mode::Strict);
    let [finding] = report.findings() else { panic!("{report:?}") };
    assert_eq!((finding.class, finding.path.to_string(), finding.location.file), (Class::BadStream, "image".into(), 2));
    assert!(finding.message.contains("of the part in `strips["), "{finding}");
    // A rule of the content: its place is one in the content of what begins with the list.
    let mut changed = good;
    let depth = changed.windows(2).position(|bytes| bytes == [8, 1]).unwrap();
    changed[depth] = 0;
    let report = Strips::validate(&changed, Mode::Strict);
    let found: Vec<_> = report.findings().iter().map(|one| (one.class, one.path.to_string())).collect();
    assert_eq!(found[0], (Class::BadStream, "image".to_owned()), "its Adler-32 differs");
}

#[test]
fn another_content_than_that_of_the_parts_is_not_written() {
    let mut value = Strips::from_slice(&strips()).unwrap();
    value.image.rows[0].values[0] ^= 1;
    let error = value.to_vec().unwrap_err();
    let finding = error.finding().unwrap();
    assert_eq!((finding.class, finding.path.to_string()), (Class::Inconsistent, "image".to_owned()));
    assert!(finding.message.starts_with("the content differs from the content of the parts in `strips`"), "{finding}");
    let model = Model::from_root(Strips::schema());
    let text = |change: &dyn Fn(&mut serde_json::Value)| {
        let mut text = bpx_schema::json::JsonText::compact(Vec::new());
        let interpreter = Interpreter::new(&model).unwrap();
        interpreter.write_json("Strips", &strips(), &[], bpx_schema::Limits::default(), &mut text).unwrap();
        let mut json = serde_json::from_slice(&text.finish().unwrap()).unwrap();
        change(&mut json);
        let text = json.to_string();
        let budget = bpx_schema::Budget::new(bpx_schema::Limits::default(), text.len() as u64);
        let json = bpx_schema::json::read_json(text.as_bytes(), 64, &budget).unwrap();
        bpx_schema::assemble::assemble(&model, "Strips", json.root(), &[])
    };
    assert_eq!(text(&|_| ()).unwrap(), strips());
    // JSON has the parts as values, so that a new stream is cut into them: each as long as before, and the rest in the last one.
    let changed = |key: &str, value: serde_json::Value| {
        let bytes = text(&|json| json[key] = value.clone())?;
        assert_eq!(Strips::validate(&bytes, Mode::Strict).findings(), []);
        Ok::<_, bpx_schema::Error>(Strips::from_slice(&bytes).unwrap())
    };
    let image = serde_json::json!({ "depth": 9, "rows": [{ "values": "ffeedd" }, { "values": "040506" }] });
    let edited = changed("image", image).unwrap();
    assert_eq!((edited.image.depth, &*edited.image.rows[0].values), (9, &b"\xFF\xEE\xDD"[..]));
    let sizes: Vec<_> = edited.strips.iter().map(|strip| strip.bytes.len()).collect();
    assert_eq!((&sizes[..6], sizes[6]), (&[4, 4, 0, 5, 1, sizes[5]][..], 1));
    assert_eq!((edited.note, &*edited.strips[1].bytes), ("caf\u{e9}".into(), &b"caf\xC3"[..]));
    let parts = |note: &str| {
        let edited = changed("note", note.into())?;
        assert_eq!(edited.note, note.as_bytes());
        Ok::<_, bpx_schema::Error>([edited.strips[1].bytes.clone(), edited.strips[4].bytes.clone()])
    };
    assert_eq!(parts("coffee house").unwrap(), [b"coff".to_vec(), b"ee house".to_vec()]);
    assert_eq!(parts("tea").unwrap(), [b"te".to_vec(), b"a".to_vec()]);
    let error = parts("t").unwrap_err();
    let finding = error.finding().unwrap();
    assert_eq!((finding.class, finding.path.to_string()), (Class::Inconsistent, "note".to_owned()));
    assert_eq!(finding.message, "expected at least one byte for each part in `strips`, found 1 bytes for 2 parts");
    // The parts have what JSON leaves out.
    assert_eq!(text(&|json| drop(json.as_object_mut().unwrap().remove("image"))).unwrap(), strips());
}

#[test]
fn parts_that_are_joined_otherwise_are_another_format() {
    let old = Model::from_root(Strips::schema());
    let mut new = old.clone();
    let bpx_schema::schema::Body::Fields(fields) = &mut new.structures.get_mut("Strips").unwrap().body else {
        panic!()
    };
    let image = fields.to_mut().iter_mut().find(|field| field.name == "image").unwrap();
    let joined = image.region.as_mut().unwrap().joined.as_mut().unwrap();
    joined.bytes = bpx_schema::schema::Expr::Path(vec!["entry".into(), "bytes".into()].into());
    let changes = diff(&old, &new, &Options::default()).unwrap();
    assert_eq!(changes.iter().map(|change| change.rule.id).collect::<Vec<_>>(), ["region.table"]);
}

#[test]
fn what_cannot_be_joined_is_refused() {
    let message = |region: &str| {
        let item = format!(
            "#[brw(little)] struct Joins {{ n: u8, #[br(count = n)] rows: Vec<Row>, #[br(count = n)] bytes: Vec<u8>, \
             #[br(parse_with = until_eof)] #[schema(region({region}))] all: Vec<u8>, end: u8 }}"
        );
        bpx_codegen::expand_structure(Default::default(), item.parse().unwrap())
            .map_or_else(|error| error.to_string(), |_| String::new())
    };
    assert_eq!(message("joined(rows, entry.bytes)"), "");
    assert!(message("joined(bytes, entry)").contains("expected a list of structures, found `bytes`"));
    assert!(message("joined(rows, entry.value == 1)").contains("expected a byte string"));
    assert!(message("joined(rows, entry.bytes), size = n").contains("already have offsets and sizes"));
    assert!(message("joined(cells, entry.bytes)").contains("unknown name `cells`"));
}

#[test]
fn a_dump_shows_the_content_of_parts() {
    let bytes = strips();
    let text = dump_to_string(&bytes, &DumpOptions::default(), &|watch| Strips::watch(&bytes, watch)).unwrap();
    let (_, after) = text.split_once("check = ").unwrap_or_else(|| panic!("{text}"));
    for line in ["content of image, 7 bytes", "depth = 8", "values = 040506", "content of note, 5 bytes", "end = 7"] {
        assert!(after.contains(line), "{line} in {text}");
    }
}
