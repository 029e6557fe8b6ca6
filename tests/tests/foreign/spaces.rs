//! Parts of stated size that are spaces of their own: places in them count from their beginning, in any order.

use super::files::zlib;
use bpx_schema::assemble::assemble_file;
use bpx_schema::codec::Regions;
use bpx_schema::interpret::Interpreter;
use bpx_schema::json::{JsonText, read_json};
use bpx_schema::layout::FileWriter;
use bpx_schema::report::Mode;
use bpx_schema::schema::Model;
use bpx_schema::{Algorithms, Budget, Codec, Limits, Record, structure};
use test_needs::needs;
use tests::python::{Python, Question};

/// A binder of pages.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
pub struct Binder {
    #[br(temp)]
    #[bw(calc = pages.len())]
    page_count: u8,
    #[br(count = page_count)]
    pub pages: Vec<Page>,
    pub end: u8,
}

/// A page, which is compressed if it is of kind 2.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
pub struct Page {
    pub kind: u8,
    pub page_size: u16,
    #[schema(region(size = page_size, transform(zlib if kind == 2)))]
    pub sheet: Sheet,
}

/// Notes, and perhaps another sheet, anywhere in the page.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[schema(sum(byte_sum, over(notes), stored = sum))]
pub struct Sheet {
    pub sum: u32,
    #[br(temp)]
    #[bw(calc = notes.len())]
    note_count: u8,
    #[br(count = note_count)]
    pub notes: Vec<Note>,
    pub inner_at: u8,
    pub inner_size: u8,
    #[br(if(inner_at != 0))]
    #[schema(region(at = inner_at, size = inner_size))]
    pub inner: Option<Box<Sheet>>,
}

/// A note, by reference.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
pub struct Note {
    pub at: u8,
    pub length: u8,
    #[br(parse_with = until_eof)]
    #[schema(region(at = at, size = length, place(share)))]
    pub text: Vec<u8>,
}

/// A sheet with notes at places, whose other bytes follow.
fn sheet(notes: &[(u8, u8)], inner: (u8, u8), rest: &[u8]) -> Vec<u8> {
    let table: Vec<u8> = notes.iter().flat_map(|(at, length)| [*at, *length]).collect();
    let sum: u32 = table.iter().map(|byte| u32::from(*byte)).sum();
    [&sum.to_le_bytes()[..], &[notes.len() as u8], &table, &[inner.0, inner.1], rest].concat()
}

fn binder_of(pages: &[(u8, Vec<u8>)]) -> Vec<u8> {
    let page = |(kind, stored): &(u8, Vec<u8>)| [&[*kind][..], &(stored.len() as u16).to_le_bytes(), stored].concat();
    [&[pages.len() as u8][..], &pages.iter().flat_map(page).collect::<Vec<_>>(), &[9]].concat()
}

/// Notes in falling order; two that share bytes, in a compressed page; and a sheet in a sheet, in front of a note.
pub fn binder() -> Vec<u8> {
    let falling = sheet(&[(14, 3), (11, 3)], (0, 0), b"onetwo");
    let shared = sheet(&[(11, 4), (12, 3)], (0, 0), b"note");
    let inner = sheet(&[(9, 1)], (0, 0), b"x");
    let outer = sheet(&[(19, 2)], (9, 10), &[&inner[..], b"yz"].concat());
    binder_of(&[(1, falling), (2, zlib(&shared)), (1, outer)])
}

/// A page with three bytes between its notes that no field has, and one after them.
fn spaced() -> Vec<u8> {
    binder_of(&[(1, sheet(&[(17, 3), (11, 3)], (0, 0), b"one???two!"))])
}

fn written(binder: &Binder, old: &[u8]) -> Vec<u8> {
    FileWriter::edit(binder, [], old).unwrap().place().unwrap().to_vec().unwrap()
}

/// The file through JSON, by the schema alone.
fn through_json(file: &[u8]) -> Vec<u8> {
    let model = Model::from_root(Binder::schema());
    let mut json = JsonText::compact(Vec::new());
    Interpreter::new(&model).unwrap().write_json("Binder", file, &[], Limits::default(), &mut json).unwrap();
    let text = json.finish().unwrap();
    let json = read_json(&text[..], 64, &Budget::new(Limits::default(), text.len() as u64)).unwrap();
    assemble_file(&model, &Algorithms::builtin(), "Binder", json.root(), &[]).unwrap()
}

#[test]
fn parts_of_a_page_keep_their_places_in_any_order() {
    let file = binder();
    let binder = Binder::from_slice(&file).unwrap();
    assert_eq!(binder.pages[2].sheet.inner.as_ref().unwrap().notes[0].text, b"x");
    assert_eq!(written(&binder, &file), file);
    assert_eq!(through_json(&file), file);
}

#[test]
fn a_longer_note_moves_those_after_it() {
    let file = binder();
    let mut binder = Binder::from_slice(&file).unwrap();
    binder.pages[0].sheet.notes[1].text = b"longer".to_vec();
    binder.pages[2].sheet.inner.as_mut().unwrap().notes[0].text = b"other".to_vec();
    let new = written(&binder, &file);
    assert!(Binder::validate(&new, Mode::Strict).findings().is_empty());
    let again = Binder::from_slice(&new).unwrap();
    let notes = &again.pages[0].sheet.notes;
    assert_eq!((notes[0].at, &*notes[0].text, notes[1].at, &*notes[1].text), (17, &b"two"[..], 11, &b"longer"[..]));
    let outer = &again.pages[2].sheet;
    assert_eq!((outer.inner_size, outer.notes[0].at, &*outer.notes[0].text), (14, 23, &b"yz"[..]));
}

#[test]
fn bytes_that_no_field_has_stay_in_an_edited_file() {
    let file = spaced();
    let mut binder = Binder::from_slice(&file).unwrap();
    assert_eq!(written(&binder, &file), file);
    binder.pages[0].sheet.notes[1].text = b"only".to_vec();
    let new = written(&binder, &file);
    assert!(new.ends_with(b"only???two!\x09"), "{}", new.escape_ascii());
    // A new file has zeros there.
    let new = FileWriter::new(&Binder::from_slice(&file).unwrap(), []).unwrap().place().unwrap().to_vec().unwrap();
    assert!(new.ends_with(b"one\0\0\0two\x09"), "{}", new.escape_ascii());
}

#[test]
fn places_that_hold_none_of_the_bytes_are_set() {
    let mut binder = Binder::from_slice(&binder()).unwrap();
    binder.pages.truncate(1);
    for note in &mut binder.pages[0].sheet.notes {
        (note.at, note.length) = (0, 0);
    }
    let new = FileWriter::new(&binder, []).unwrap().place().unwrap().to_vec().unwrap();
    assert_eq!(new, binder_of(&[(1, sheet(&[(11, 3), (14, 3)], (0, 0), b"twoone"))]));
}

#[needs(python3)]
#[test]
fn exported_python_writes_the_same() {
    let python = Python::start([("binder", Model::from_root(Binder::schema()))].into_iter());
    let files = [binder(), binder_of(&[(1, sheet(&[(17, 3), (11, 3)], (0, 0), b"one\0\0\0two"))])];
    let questions = files.each_ref().map(|bytes| Question::Bytes { schema: "binder", bytes: bytes.clone() });
    assert_eq!(python.ask(&questions), files.map(Ok));
}

/// A table of a nested structure, whose contents are not in the value.
#[structure]
#[derive(Debug, Clone, PartialEq)]
pub struct Album {
    pub title_size: u8,
    #[br(count = title_size)]
    pub title: Vec<u8>,
    pub table: Table,
}

#[structure]
#[derive(Debug, Clone, PartialEq)]
pub struct Table {
    pub count: u8,
    #[br(count = count)]
    pub entries: Vec<Entry>,
    #[schema(region(each = entries, at = entry.at, size = entry.size_of_one))]
    pub photos: Regions<Photo>,
}

#[derive(Debug, Clone, PartialEq, Record)]
pub struct Entry {
    pub at: u8,
    pub size_of_one: u8,
}

#[structure]
#[derive(Debug, Clone, PartialEq)]
pub struct Photo {
    #[br(parse_with = until_eof)]
    pub bytes: Vec<u8>,
}

#[test]
fn regions_of_a_nested_structure_stay_or_are_refused() {
    let file = *b"\x01t\x02\x09\x02\x07\x02abcd";
    let mut album = Album::from_slice(&file).unwrap();
    assert_eq!(FileWriter::edit(&album, [], &file).unwrap().place().unwrap().to_vec().unwrap(), file);
    let refused = |writer: FileWriter<'_>| writer.place().err().unwrap().to_string();
    let error = refused(FileWriter::new(&album, []).unwrap());
    assert!(error.contains("photos[0]: a writer cannot write regions of a nested structure"), "{error}");
    (album.title_size, album.title) = (2, b"tt".to_vec());
    let error = refused(FileWriter::edit(&album, [], &file).unwrap());
    assert!(error.contains("photos[0]: a writer cannot write regions of a nested structure"), "{error}");
}

#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
pub struct Far {
    pub part_size: u32,
    #[schema(region(size = part_size))]
    pub part: FarPart,
}

#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
pub struct FarPart {
    pub at: u64,
    #[br(count = 1)]
    #[schema(region(at = at))]
    pub data: Vec<u8>,
}

#[test]
fn zeros_up_to_a_far_place_are_limited() {
    let far = Far { part_size: 0, part: FarPart { at: 1 << 40, data: vec![1] } };
    let error = FileWriter::new(&far, []).err().unwrap().to_string();
    assert!(error.contains("zero bytes between fields"), "{error}");
}
