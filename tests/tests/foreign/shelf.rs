//! Relations in a small file: elements that occur once, elements that others refer to, and texts that are paths of files.

use bpx_schema::codec::CText;
use bpx_schema::interpret::Interpreter;
use bpx_schema::report::{Mode, Severity};
use bpx_schema::schema::Model;
use bpx_schema::{Codec, Record, structure};

const COVER: u8 = 5;
const INDEX: u8 = 6;
const LENT: u8 = 8;

#[structure]
#[derive(Debug)]
pub struct Shelf {
    pub purpose: Purpose,
    #[br(temp)]
    #[bw(calc = books.len())]
    book_count: u8,
    #[br(count = book_count)]
    #[schema(pool("books", key = kind))]
    pub books: Vec<Book>,
    #[br(temp)]
    #[bw(calc = readers.len())]
    reader_count: u8,
    #[br(count = reader_count)]
    #[schema(pool("readers"))]
    pub readers: Vec<Reader>,
    #[br(parse_with = until_eof)]
    #[schema(pool("paths"))]
    pub paths: Vec<CText>,
}

#[derive(Debug, Clone, PartialEq, Record)]
pub struct Purpose {
    #[schema(
        single("books", key = COVER, if(value != 0), code = "purpose.cover", spec = "4"),
        single("books", key = INDEX, code = "purpose.index", severity = warning),
        referred("books", key = LENT, by = "readers", if(value < 128), code = "purpose.lent", severity = note)
    )]
    pub value: u8,
}

#[derive(Debug, Clone, PartialEq, Record)]
pub struct Book {
    #[schema(text_in(
        "paths",
        code = "book.path",
        filled(code = "book.empty"),
        file_path(code = "book.unsafe", severity = warning, lenient = "X-3")
    ))]
    pub path: u8,
    pub kind: u8,
}

#[derive(Debug, Clone, PartialEq, Record)]
pub struct Reader {
    #[schema(index_in("books", first = 1, code = "reader.book"))]
    pub book: u8,
}

/// Books of these types, of which each has the path of its number, up to the last one. Two readers have the first and the
/// third book.
pub fn shelf(kinds: &[u8], paths: &[&[u8]]) -> Vec<u8> {
    let mut file = vec![1, kinds.len() as u8];
    let mut starts: Vec<_> =
        paths.iter().scan(0, |at, path| Some(std::mem::replace(at, *at + path.len() + 1))).collect();
    starts.resize(kinds.len(), starts.last().copied().unwrap_or(0));
    file.extend(starts.iter().zip(kinds).flat_map(|(start, kind)| [*start as u8, *kind]));
    file.extend([2, 1, 3]);
    file.extend(paths.iter().flat_map(|path| [path, &b"\0"[..]].concat()));
    file
}

/// A valid file, one with elements that occur twice, and two with paths that are close to others.
pub fn shelves() -> Vec<Vec<u8>> {
    vec![
        shelf(&[COVER, INDEX, LENT, 7], &[b"a/b.c", b"./d"]),
        shelf(&[COVER, INDEX, COVER, INDEX, INDEX], &[b"e"]),
        shelf(&[1, 1, 1, 1], &[b"../x", b"com1.t", "lpt\u{b2}/c".as_bytes(), b"a./b"]),
        shelf(&[1, 1, 1], &[b".bpx-0123456789abcdef.part", b"c:d", b"/e"]),
    ]
}

/// What compiled code finds, and the interpreter too: code, path, offset.
#[track_caller]
fn found(file: &[u8]) -> Vec<(String, String, u64)> {
    let (report, model) = (Shelf::validate(file, Mode::Strict), Model::from_root(Shelf::schema()));
    assert_eq!(Interpreter::new(&model).unwrap().validate(file, Mode::Strict).findings(), report.findings());
    let place = |one: &bpx_schema::report::Finding| (one.code.to_string(), one.path.to_string(), one.location.file);
    report.findings().iter().map(place).collect()
}

fn is(code: &str, path: &str, offset: u64) -> (String, String, u64) {
    (code.to_owned(), path.to_owned(), offset)
}

#[test]
fn each_element_after_the_first_one_is_reported() {
    assert_eq!(found(&shelves()[0]), []);
    let index = [is("purpose.index", "books[3].kind", 9), is("purpose.index", "books[4].kind", 11)];
    let cover = is("purpose.cover", "books[2].kind", 7);
    let mut file = shelves()[1].clone();
    assert_eq!(found(&file), [&[cover][..], &index[..]].concat());
    // Any number of covers is possible for this purpose.
    file[0] = 0;
    assert_eq!(found(&file), index);
}

#[test]
fn each_element_that_nothing_refers_to_is_reported() {
    let lent = |file: &[u8]| found(file).into_iter().filter(|(code, ..)| code == "purpose.lent").collect::<Vec<_>>();
    let mut file = shelf(&[LENT, LENT, LENT, LENT], &[b"a"]);
    assert_eq!(lent(&file), [is("purpose.lent", "books[1].kind", 5), is("purpose.lent", "books[3].kind", 9)]);
    // The rule does not apply to this purpose.
    file[0] = 128;
    assert_eq!(lent(&file), []);
}

#[test]
fn paths_lead_to_files_below_a_folder() {
    let one = |path: &[u8]| shelf(&[1, 1, 1], &[b"a", b"b", path]);
    let refused = |path: &[u8]| found(&one(path)) == [is("book.unsafe", "books[2].path", 6)];
    for path in [&b"../x"[..], b"a/..", b"/a", b"a\\b", b"c:d", b"a/", b"nul.txt", b"COM1 .x", b"a.", b"a ", b"a\x7f"] {
        assert!(refused(path), "{}", path.escape_ascii());
    }
    for path in [&b"a"[..], b"./a", b"a//b", b"com10", b"...x", "\u{e9}".as_bytes()] {
        assert_eq!(found(&one(path)), [], "{}", path.escape_ascii());
    }
    assert_eq!(found(&one(b"")), [is("book.empty", "books[2].path", 6)]);
    let report = Shelf::validate(&one(b"../x"), Mode::Lenient);
    let finding = &report.findings()[0];
    assert_eq!((finding.severity, &*finding.lenient), (Severity::Warning, "X-3"));
}
