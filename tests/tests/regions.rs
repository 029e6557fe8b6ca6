//! Fields with offsets of their own: a place, a size, a form and a checksum that other fields state.
#![allow(missing_docs, unreachable_pub, clippy::unwrap_used, clippy::indexing_slicing, clippy::panic)]

mod places {
    pub(super) mod agree;
}
use tests::programs;
mod shapes;

use bpx_codegen::generate;
use bpx_schema::assemble::assemble_file;
use bpx_schema::codec::{CText, Regions};
use bpx_schema::json::{JsonDoc, read_json};
use bpx_schema::layout::FileWriter;
use bpx_schema::report::{Class, Mode, Verdict};
use bpx_schema::schema::Model;
use bpx_schema::{Algorithms, Budget, Codec, Record, structure};
use bpx_workbench::samples;
use places::agree::{everywhere, json_of, readers};
use test_needs::needs;

#[derive(Debug, Clone, Default, PartialEq, Record)]
#[brw(little)]
pub struct Header {
    pub title_at: u16,
    pub title_size: u16,
    pub title_sum: u32,
    pub list_at: u16,
    pub list_stored: u16,
    pub list_size: u16,
    pub form: u8,
    pub flags: u8,
    pub body_at: u16,
    pub body_size: u16,
    pub name_at: u16,
}

/// A text, a list, a structure and a text of unknown size, each of them elsewhere.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little, magic = b"RG")]
pub struct Book {
    pub header: Header,
    #[br(parse_with = until_eof)]
    #[schema(region(at = header.title_at, size = header.title_size, check(crc32, stored = header.title_sum)), utf8)]
    pub title: Vec<u8>,
    #[br(parse_with = until_eof)]
    #[schema(region(
        at = header.list_at,
        size = header.list_stored,
        content_size = header.list_size,
        transform(zlib if header.form == 2)
    ))]
    pub list: Vec<u16>,
    #[br(if(header.flags & 1 != 0))]
    #[schema(region(at = header.body_at, size = header.body_size))]
    pub body: Option<Body>,
    #[schema(region(at = header.name_at))]
    pub name: CText,
}

#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(big)]
pub struct Body {
    #[br(temp)]
    #[bw(calc = position)]
    here: u8,
    pub number: u16,
    #[br(count = remaining)]
    pub rest: Vec<u8>,
}

fn book(form: u8, body: bool) -> Book {
    let body = body.then(|| Body { number: 0x0102, rest: b"rest".to_vec() });
    Book {
        header: Header { form, flags: u8::from(body.is_some()), ..Header::default() },
        title: "Wörter".as_bytes().to_vec(),
        list: vec![1, 2, 3, 0x1234],
        body,
        name: CText::new("index").unwrap(),
    }
}

fn placed(book: &Book) -> Vec<u8> {
    FileWriter::new(book, []).unwrap().place().unwrap().to_vec().unwrap()
}

/// The bytes, placed by hand; the checksum is that of `Wörter`, from another program.
#[rustfmt::skip]
const WHOLE: &[u8] = &[
    b'R', b'G',
    24, 0, 7, 0, 0x80, 0xBE, 0xAA, 0x47,
    31, 0, 8, 0, 8, 0,
    0, 1,
    39, 0, 7, 0,
    46, 0,
    b'W', 0xC3, 0xB6, b'r', b't', b'e', b'r',
    1, 0, 2, 0, 3, 0, 0x34, 0x12,
    0, 1, 2, b'r', b'e', b's', b't',
    b'i', b'n', b'd', b'e', b'x', 0,
];

#[test]
fn a_layout_states_places_sizes_and_checksums() {
    assert_eq!(placed(&book(0, true)), WHOLE);
    let read = Book::from_slice(WHOLE).unwrap();
    assert_eq!(Book { header: Header::default(), ..read }, Book { header: Header::default(), ..book(0, true) });
}

#[needs(python3)]
#[test]
fn all_readers_and_writers_agree() {
    everywhere::<Book>(&[WHOLE.to_vec(), placed(&book(0, false))]);
}

#[test]
fn a_writer_without_a_layout_sets_sizes_and_checksums() {
    let finding = book(0, true).to_vec().unwrap_err().into_finding().unwrap();
    assert_eq!((finding.class, finding.path.to_string()), (Class::Overlap, "title".to_owned()));
    let mut changed = Book::from_slice(WHOLE).unwrap();
    changed.title[0] = b'w';
    changed.body.as_mut().unwrap().rest.pop();
    changed.header.name_at -= 1;
    let bytes = changed.to_vec().unwrap();
    assert_eq!(Book::validate(&bytes, Mode::Strict).findings(), []);
    assert_eq!((bytes[20], bytes.len()), (6, WHOLE.len() - 1));
    changed.title.push(b'!');
    let finding = changed.to_vec().unwrap_err().into_finding().unwrap();
    assert_eq!((finding.class, finding.path.to_string()), (Class::Overlap, "list".to_owned()));
}

#[test]
fn what_is_wrong_is_found_where_it_lies() {
    let found = |bytes: &[u8]| {
        let report = Book::validate(bytes, Mode::Strict);
        let findings = report.findings().iter();
        findings.map(|one| format!("{} {} {}", one.code, one.path, one.location.file)).collect::<Vec<_>>()
    };
    let changed = |at: usize, value: u8| {
        let mut bytes = WHOLE.to_vec();
        bytes[at] = value;
        bytes
    };
    assert_eq!(found(&changed(24, b'w')), ["title.checksum title 24"]);
    assert_eq!(found(&changed(14, 7)), ["list.content-size list 31"]);
    assert_eq!(found(&changed(10, 200)), ["out-of-bounds list 24"]);
    assert_eq!(found(&changed(39, 8)), ["body.here.calc body.here 39"]);
}

#[test]
fn what_is_compressed_is_read_and_written() {
    let bytes = placed(&book(2, true));
    assert_eq!(Book::validate(&bytes, Mode::Strict).findings(), []);
    let read = Book::from_slice(&bytes).unwrap();
    assert_eq!(read.list, [1, 2, 3, 0x1234]);
    assert_eq!(read.header.list_size, 8);
    assert_ne!(read.header.list_stored, 8);
    let model = Model::from_root(Book::schema());
    let doc = json_of(&model, &bytes).unwrap();
    assert_eq!(assemble_file(&model, &Algorithms::builtin(), "Book", doc.root(), &[]).unwrap(), bytes);
}

#[test]
fn an_edit_keeps_the_stored_form_of_what_is_unchanged() {
    let mut bytes = placed(&book(2, true));
    let plain = Book::from_slice(&bytes).unwrap();
    let (start, size) = (usize::from(plain.header.list_at), usize::from(plain.header.list_stored));
    // The same content as a stored block, which no writer of ours makes.
    let stream = b"\x78\x01\x01\x08\0\xF7\xFF\x01\0\x02\0\x03\0\x34\x12\0\xA2\0\x4D";
    bytes.splice(start..start + size, stream.iter().copied());
    let more = u16::try_from(stream.len() - size).unwrap();
    for (at, number) in
        [(12, plain.header.list_stored + more), (18, plain.header.body_at + more), (22, plain.header.name_at + more)]
    {
        bytes[at..at + 2].copy_from_slice(&number.to_le_bytes());
    }
    let mut value = Book::from_slice(&bytes).unwrap();
    assert_eq!(value.list, plain.list);
    let same = FileWriter::edit(&value, [], &bytes).unwrap().place().unwrap().to_vec().unwrap();
    assert_eq!(same, bytes);
    value.title = b"title".to_vec();
    let edited = FileWriter::edit(&value, [], &bytes).unwrap().place().unwrap().to_vec().unwrap();
    assert_eq!(edited.len(), bytes.len() - 2);
    assert_eq!(edited[29..29 + stream.len()], *stream);
    assert_eq!(Book::validate(&edited, Mode::Strict).findings(), []);
    value.list.push(9);
    let edited = FileWriter::edit(&value, [], &bytes).unwrap().place().unwrap().to_vec().unwrap();
    assert_eq!(Book::from_slice(&edited).unwrap().list, [1, 2, 3, 0x1234, 9]);
    assert_eq!(Book::validate(&edited, Mode::Strict).findings(), []);
}

#[test]
fn edited_json_moves_what_follows() {
    let model = Model::from_root(Book::schema());
    let text = json_of(&model, WHOLE).unwrap().root().to_string();
    let edited = text.replace("Wörter", "Wort");
    assert_ne!(edited, text);
    let json = read_json(edited.as_bytes(), 100, &Budget::default()).unwrap();
    let bytes = assemble_file(&model, &Algorithms::builtin(), "Book", json.root(), &[]).unwrap();
    assert_eq!(bytes.len(), WHOLE.len() - 3);
    assert_eq!(Book::validate(&bytes, Mode::Strict).findings(), []);
    assert_eq!(Book::from_slice(&bytes).unwrap().title, b"Wort");
}

#[test]
fn samples_are_read() {
    let model = Model::from_root(Book::schema());
    let samples = samples::samples_of(&model, "Book", 60).unwrap();
    let valid = samples.iter().filter(|one| Book::validate(&one.bytes, Mode::Strict).findings().is_empty()).count();
    assert!(samples.len() > 5 && valid > 5, "{valid} of {}", samples.len());
}

#[test]
fn a_schema_gives_the_words_again() {
    let text = generate::rust_module((&Model::from_root(Book::schema())).into(), "book", |_, _| true).text;
    for word in
        ["at = header.list_at, size = header.list_stored", "transform(zlib if header.form == 2)", "Option<Body>"]
    {
        assert!(text.contains(word), "{word}: {text}");
    }
}

#[derive(Debug, Clone, Default, PartialEq, Record)]
#[brw(little)]
pub struct Entry {
    pub offset: u8,
    pub stored: u8,
    pub size: u8,
    pub sum: u32,
}

/// Parts that are read on request.
#[structure]
#[derive(Debug, Clone, PartialEq)]
pub struct Shelf {
    pub count: u8,
    #[br(count = count)]
    pub table: Vec<Entry>,
    #[br(args(entry.size))]
    #[schema(region(
        each = table,
        at = entry.offset,
        size = entry.stored,
        transform(zlib if entry.stored != entry.size),
        check(byte_sum if entry.sum != 0, stored = entry.sum)
    ))]
    pub parts: Regions<Part>,
}

#[structure]
#[derive(Debug, Clone, PartialEq)]
#[br(import(length: u8))]
pub struct Part {
    #[br(count = length)]
    pub bytes: Vec<u8>,
}

#[test]
fn one_region_is_read_by_a_method() {
    let mut bytes = b"\x03\x16\x03\x03\0\0\0\0\x19\x10\x05\x1E\0\0\0\x29\x02\x02\xFF\0\0\0abc".to_vec();
    bytes.extend(*b"\x78\x01\x01\x05\0\xFA\xFF\x04\x05\x06\x07\x08\0\x55\0\x1F");
    bytes.extend([1, 2]);
    let shelf = Shelf::from_slice(&bytes).unwrap();
    let read = |index: usize, size: u8| shelf.parts.read(index, PartArgs { length: size }.into(), &bytes);
    assert_eq!(read(0, 3).unwrap().bytes, b"abc");
    assert_eq!(read(1, 5).unwrap().bytes, [4, 5, 6, 7, 8]);
    let failure = |index: usize, size: u8| {
        let finding = read(index, size).unwrap_err().into_finding().unwrap();
        (finding.class, finding.path.to_string(), finding.location.file)
    };
    assert_eq!(failure(2, 2), (Class::ChecksumMismatch, "regions[2]".to_owned(), 41));
    assert_eq!(failure(0, 4), (Class::Truncated, "regions[0].bytes".to_owned(), 22));
    assert_eq!(failure(3, 0), (Class::BadReference, "regions".to_owned(), 0));
    bytes.truncate(30);
    let finding = shelf.parts.read(1, PartArgs { length: 5 }.into(), &bytes).unwrap_err().into_finding().unwrap();
    assert_eq!(finding.class, Class::OutOfBounds);
}

/// Entries that refer to texts after the table, which several may share.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
pub struct Names {
    pub names: u8,
    #[br(temp)]
    #[bw(calc = entries.len())]
    count: u8,
    #[br(count = count, args(names))]
    pub entries: Vec<Named>,
}

#[structure]
#[derive(Debug, Clone, PartialEq)]
#[br(import(names: u8))]
pub struct Named {
    pub name_at: u8,
    pub value_at: u8,
    pub value_size: u8,
    #[schema(region(at = names + name_at, set()))]
    pub name: CText,
    #[br(parse_with = until_eof)]
    #[schema(region(at = value_at, size = value_size, set()))]
    pub value: Vec<u8>,
}

#[needs(python3)]
#[test]
fn texts_are_read_by_reference() {
    let bytes = b"\x0B\x03\0\x0B\x02\x02\x0B\x01\0\x0C\0ab\0".to_vec();
    let names = Names::from_slice(&bytes).unwrap();
    let texts: Vec<_> = names.entries.iter().map(|one| (one.name.to_string(), one.value.clone())).collect();
    assert_eq!(texts, [("ab".into(), b"ab".to_vec()), (String::new(), b"a".to_vec()), ("ab".into(), vec![])]);
    assert_eq!(Names::validate(&bytes, Mode::Strict).findings(), []);
    readers::<Names>(&[bytes]);
}

/// Two places in each node, which may lead back to it.
#[structure]
#[derive(Debug, Clone, PartialEq)]
pub struct Node {
    pub left: u8,
    pub right: u8,
    #[br(if(left != 0xFF))]
    #[schema(region(at = left, set()))]
    pub a: Option<Box<Node>>,
    #[br(if(right != 0xFF))]
    #[schema(region(at = right, set()))]
    pub b: Option<Box<Node>>,
}

#[needs(python3)]
#[test]
fn what_leads_back_to_itself_ends() {
    let tree = [2, 4, 0xFF, 0xFF, 0xFF, 2];
    assert!(Node::from_slice(&tree).is_ok());
    assert_eq!(Node::validate(&tree, Mode::Strict).findings(), []);
    readers::<Node>(&[tree.to_vec()]);
    let class = |bytes: &[u8]| Node::from_slice(bytes).unwrap_err().into_finding().unwrap().class;
    assert_eq!(class(&[0, 0]), Class::TooDeep);
    // Each node leads to the next one twice: the work doubles with each of them.
    let mut doubling: Vec<u8> = (1..100).flat_map(|next| [2 * next; 2]).collect();
    doubling.extend([0xFF, 0xFF]);
    assert_eq!(class(&doubling), Class::LimitExceeded);
    let report = Node::validate(&doubling, Mode::Strict);
    assert!(report.findings().iter().any(|one| one.class == Class::LimitExceeded), "{:?}", report.findings());
}

/// What the end of an archive says: where the entries begin, and how many there are.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little, magic = b"EN\x05\x06")]
pub struct End {
    pub count: u8,
    pub entries: u16,
    pub begin: u16,
    #[br(temp)]
    #[bw(calc = comment.len())]
    comment_size: u8,
    #[br(count = comment_size)]
    pub comment: Vec<u8>,
}

/// A file that is read from its end, and whose first block is found by its signature.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
pub struct Archive {
    pub version: u8,
    #[schema(region(at = find_last(b"EN\x05\x06", within = 20), place(after = entries)))]
    pub end: End,
    #[br(count = end.count)]
    #[schema(region(at = end.entries, place(after = first), set(end.entries = region.offset)))]
    pub entries: Vec<u16>,
    #[schema(region(at = find_first(b"1ST"), set(end.begin = region.offset)))]
    pub first: First,
}

#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(magic = b"1ST")]
pub struct First {
    pub value: u8,
}

fn archive() -> Archive {
    let end = End { count: 2, entries: 0, begin: 0, comment: b"hey".to_vec() };
    Archive { version: 1, end, entries: vec![5, 6], first: First { value: 7 } }
}

const ARCHIVE: &[u8] = b"\x011ST\x07\x05\0\x06\0EN\x05\x06\x02\x05\0\x01\0\x03hey";

#[test]
fn what_is_searched_is_found() {
    let written = FileWriter::new(&archive(), []).unwrap().place().unwrap().to_vec().unwrap();
    assert_eq!(written, ARCHIVE);
    let read = Archive::from_slice(ARCHIVE).unwrap();
    assert_eq!((read.end.begin, &*read.entries, read.first.value), (1, &[5, 6][..], 7));
    assert_eq!(Archive::validate(ARCHIVE, Mode::Strict).findings(), []);
    let edit = FileWriter::edit(&read, [], ARCHIVE).unwrap().place().unwrap().to_vec().unwrap();
    assert_eq!(edit, ARCHIVE);
    // Bytes that no field holds stay where they were.
    let following = [ARCHIVE, b"..."].concat();
    let mut more = Archive::from_slice(&following).unwrap();
    more.end.comment = b"hello, all".to_vec();
    let edited = FileWriter::edit(&more, [], &following).unwrap().place();
    let finding = edited.err().unwrap().into_finding().unwrap();
    assert_eq!((finding.class, finding.path.to_string()), (Class::Inconsistent, "end".to_owned()), "{finding:?}");
    more.end.comment = b"h".to_vec();
    let edited = FileWriter::edit(&more, [], &following).unwrap().place().unwrap().to_vec().unwrap();
    assert_eq!(edited, b"\x011ST\x07\x05\0\x06\0EN\x05\x06\x02\x05\0\x01\0\x01h...");
}

#[needs(python3)]
#[test]
fn all_readers_and_writers_agree_on_what_is_searched() {
    readers::<Archive>(&[ARCHIVE.to_vec()]);
    let model = Model::from_root(Archive::schema());
    for file in [ARCHIVE.to_vec(), [ARCHIVE, b".."].concat()] {
        let doc = json_of(&model, &file).unwrap();
        let again = assemble_file(&model, &Algorithms::builtin(), "Archive", doc.root(), &[]).unwrap();
        assert_eq!(again, file);
    }
    let text = generate::rust_module((&model).into(), "archive", |_, _| true).text;
    assert!(text.contains("at = find_last(b\"EN\\x05\\x06\", within = 20)"), "{text}");
}

#[needs(python3)]
#[test]
fn parts_that_run_into_a_searched_one_come_back() {
    let model = Model::from_root(Archive::schema());
    let written = |json: &JsonDoc| assemble_file(&model, &Algorithms::builtin(), "Archive", json.root(), &[]);
    for count in [3, 4] {
        let mut file = ARCHIVE.to_vec();
        file[13] = count;
        assert_eq!(written(&json_of(&model, &file).unwrap()).unwrap(), file, "{count} entries");
        readers::<Archive>(&[file]);
    }
    let refused = |old: &str, new: &str| {
        let json = json_of(&model, ARCHIVE).unwrap().root().to_string().replace(old, new);
        let finding =
            written(&read_json(json.as_bytes(), 100, &Budget::default()).unwrap()).unwrap_err().into_finding().unwrap();
        format!("{}: {}", finding.path, finding.message)
    };
    assert_eq!(
        refused("\"end\":\"9\"", "\"entries\":\"9\""),
        "$found.entries: expected the name of a field that readers find by a search"
    );
    assert_eq!(
        refused("\"end\":\"9\"", "\"end\":\"x\""),
        "$found.end: expected an offset as a text of decimal digits, found \"x\""
    );
}

#[test]
fn a_search_that_finds_another_place_is_refused() {
    // The comment has the signature.
    let mut false_end = archive();
    false_end.end.comment = b"EN\x05\x06".to_vec();
    let finding = FileWriter::new(&false_end, []).unwrap().place().err().unwrap().into_finding().unwrap();
    assert_eq!((finding.class, finding.path.to_string()), (Class::Inconsistent, "end".to_owned()));
    let message =
        "`find_last(b\"EN\\x05\\x06\", within = 20)` finds the offset 19, but the written bytes are at offset 9";
    assert_eq!(finding.message, message);
    let broken = |bytes: &[u8]| {
        let report = Archive::validate(bytes, Mode::Strict);
        let findings = report.findings().iter();
        findings.map(|one| format!("{} {} {}", one.code, one.path, one.location.file)).collect::<Vec<_>>()
    };
    assert_eq!(broken(&[ARCHIVE, b"............"].concat()), ["bad-magic end 14"]);
    assert_eq!(broken(b"\x01"), ["bad-magic end 0"]);
}

/// A catalogue whose entries hold their names and their data, wherever these lie.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little, magic = b"CAT")]
#[schema(set(whole = file.end))]
pub struct Catalogue {
    pub whole: u16,
    #[schema(region(at = find_last(b"TAIL"), place(after = items)))]
    pub tail: Tail,
    #[br(count = tail.count)]
    #[schema(region(at = tail.items, set(tail.items = region.offset)))]
    pub items: Vec<Item>,
}

#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little, magic = b"TAIL")]
pub struct Tail {
    pub count: u8,
    pub items: u16,
}

/// As long as its title is.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
pub struct Item {
    #[br(temp)]
    #[bw(calc = title.len())]
    title_size: u8,
    pub name_at: u16,
    pub block: u16,
    pub data_size: u16,
    #[br(count = title_size)]
    pub title: Vec<u8>,
    #[schema(region(at = name_at, place(share)))]
    pub name: CText,
    #[br(if(data_size != 0))]
    #[schema(region(at = block * 4, size = data_size, place(align = 4), set(block = region.offset / 4, data_size = region.stored_size)))]
    pub block_data: Option<Block>,
}

/// What has a part of its own elsewhere.
#[structure]
#[derive(Debug, Clone, PartialEq)]
pub struct Block {
    pub at: u8,
    #[schema(region(at = at))]
    pub inner: CText,
}

fn catalogue() -> Catalogue {
    let item = |title: &str, name: &str, block: Option<&str>| Item {
        name_at: 0,
        block: 0,
        data_size: u16::from(block.is_some()),
        title: title.as_bytes().to_vec(),
        name: CText::new(name).unwrap(),
        block_data: block.map(|inner| Block { at: 1, inner: CText::new(inner).unwrap() }),
    };
    let items = vec![item("one", "x", Some("in")), item("", "y", None), item("three", "x", Some("deep"))];
    Catalogue { whole: 0, tail: Tail { count: 3, items: 0 }, items }
}

#[rustfmt::skip]
const CATALOGUE: &[u8] = &[
    b'C', b'A', b'T', 58, 0,
    b'x', 0, 0, // the name of the first and the last item
    1, b'i', b'n', 0,
    b'y', 0, 0, 0,
    1, b'd', b'e', b'e', b'p', 0,
    3, 5, 0, 2, 0, 4, 0, b'o', b'n', b'e',
    0, 12, 0, 0, 0, 0, 0,
    5, 5, 0, 4, 0, 6, 0, b't', b'h', b'r', b'e', b'e',
    b'T', b'A', b'I', b'L', 3, 22, 0,
];

#[test]
fn parts_of_parts_are_placed() {
    let written = FileWriter::new(&catalogue(), []).unwrap().place().unwrap().to_vec().unwrap();
    assert_eq!(written, CATALOGUE);
}

/// What a model of the file gives again, with texts replaced.
fn from_model<T: Codec>(bytes: &[u8], name: &str, changes: &[(&str, &str)]) -> Vec<u8> {
    let model = Model::from_root(T::schema());
    let mut text = json_of(&model, bytes).unwrap().root().to_string();
    for (from, to) in changes {
        assert!(text.contains(from), "{from}: {text}");
        text = text.replace(from, to);
    }
    let json = read_json(text.as_bytes(), 100, &Budget::default()).unwrap();
    assemble_file(&model, &Algorithms::builtin(), name, json.root(), &[]).unwrap()
}

#[needs(python3)]
#[test]
fn parts_of_parts_keep_their_places() {
    assert_eq!(Catalogue::validate(CATALOGUE, Mode::Strict).verdict(), Verdict::Valid);
    // Another order, and bytes that no field holds.
    let moved = b"CAT\x17\0TAIL\x01\x0E\0..\0\x15\0\0\0\0\0y\0?".to_vec();
    assert_eq!(Catalogue::from_slice(&moved).unwrap().items[0].name, CText::new("y").unwrap());
    readers::<Catalogue>(&[CATALOGUE.to_vec(), moved.clone()]);
    for file in [CATALOGUE, &moved] {
        let read = Catalogue::from_slice(file).unwrap();
        let same = FileWriter::edit(&read, [], file).unwrap().place().unwrap().to_vec().unwrap();
        assert_eq!(same, file);
        assert_eq!(from_model::<Catalogue>(file, "Catalogue", &[]), file);
    }
}

#[test]
fn an_edit_of_a_part_of_a_part_moves_the_others() {
    let check = |bytes: &[u8]| {
        assert_eq!(Catalogue::validate(bytes, Mode::Strict).verdict(), Verdict::Valid);
        let read = Catalogue::from_slice(bytes).unwrap();
        let inner = read.items.iter().filter_map(|item| item.block_data.as_ref()).map(|block| block.inner.to_string());
        let names = read.items.iter().map(|item| item.name.to_string());
        names.chain(inner).collect::<Vec<_>>()
    };
    let mut value = Catalogue::from_slice(CATALOGUE).unwrap();
    value.items[0].block_data.as_mut().unwrap().inner = CText::new("longer").unwrap();
    value.items[1].name = CText::new("why").unwrap();
    value.items[1].title = b"two".to_vec();
    let edited = FileWriter::edit(&value, [], CATALOGUE).unwrap().place().unwrap().to_vec().unwrap();
    assert_eq!(check(&edited), ["x", "why", "x", "longer", "deep"]);
    // The name that two of them share is still one.
    let read = Catalogue::from_slice(&edited).unwrap();
    assert_eq!(read.items[0].name_at, read.items[2].name_at);
    value.items.remove(0);
    value.items.push(Item { name_at: 0, block: 0, data_size: 0, block_data: None, ..value.items[0].clone() });
    value.tail.count = 3;
    let edited = FileWriter::edit(&value, [], CATALOGUE).unwrap().place().unwrap().to_vec().unwrap();
    assert_eq!(check(&edited), ["why", "x", "why", "deep"]);
    let model = from_model::<Catalogue>(CATALOGUE, "Catalogue", &[("\"deep\"", "\"deeper\""), ("\"y\"", "\"why\"")]);
    assert_eq!(check(&model), ["x", "why", "x", "in", "deeper"]);
}

/// Places that depend on a number of the whole, which nothing sets.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[schema(set(end = file.end))]
pub struct Based {
    pub base: u8,
    pub end: u8,
    #[br(args(base))]
    pub name: BasedName,
}

#[structure]
#[derive(Debug, Clone, PartialEq)]
#[br(import(base: u8))]
pub struct BasedName {
    pub name_at: u8,
    #[schema(region(at = base + name_at, set(name_at = region.offset - base)))]
    pub name: CText,
}

#[test]
fn places_that_depend_on_parameters_are_set() {
    let name = BasedName { name_at: 0, name: CText::new("n").unwrap() };
    let value = Based { base: 2, end: 5, name };
    assert_eq!(FileWriter::new(&value, []).unwrap().place().unwrap().to_vec().unwrap(), b"\x02\x05\x01n\0");
    // The parameter might have been computed from a number that is set after that.
    let other = Based { end: 0, ..value };
    let finding = FileWriter::new(&other, []).unwrap().place().err().unwrap().into_finding().unwrap();
    assert_eq!(finding.class, Class::UnsupportedFeature, "{finding:?}");
    assert!(finding.message.contains("cannot set numbers outside of `BasedName`"), "{finding:?}");
}
