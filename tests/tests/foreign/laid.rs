//! Files with numbers that follow from places: checksums over them, copies of headers, structures limited to a size.

use bpx_schema::assemble::assemble_file;
use bpx_schema::codec::{CText, Decoder};
use bpx_schema::interpret::Interpreter;
use bpx_schema::json::{JsonText, read_json};
use bpx_schema::layout::FileWriter;
use bpx_schema::report::{Class, Mode};
use bpx_schema::schema::Model;
use bpx_schema::{Algorithms, Budget, Codec, Limits, Record, structure};

/// A packet as on a network: its checksum is over its own options, which are limited to a size.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(big)]
#[schema(sum(byte_sum, over(length, options), stored = checksum, fill(checksum = 0)))]
pub struct Packet {
    pub length: u8,
    pub checksum: u32,
    #[br(parse_with = until_eof)]
    #[schema(region(size = length))]
    pub options: Vec<u8>,
    #[br(parse_with = until_eof)]
    pub data: Vec<u8>,
}

/// A segment that states the words of its header, as TCP does.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(big)]
pub struct Segment {
    pub head: SegmentHead,
    pub units: u16,
    #[br(parse_with = until_eof)]
    #[schema(region(size = head.words * 4 - 4))]
    pub options: Vec<u8>,
    #[br(parse_with = until_eof)]
    #[schema(region(size = (units - 1 << 1) + UNIT))]
    pub data: Vec<u8>,
    pub end: u8,
}

const UNIT: u16 = 2;

#[structure]
#[bitfield]
#[derive(Debug, Clone, Copy, PartialEq)]
#[brw(big)]
pub struct SegmentHead {
    pub words: B4,
    pub flags: B12,
}

/// A disk: a header with its own checksum, a table, and a copy of both at the end.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
pub struct Disk {
    #[br(temp)]
    #[bw(calc = label.len())]
    label_size: u8,
    #[br(count = label_size)]
    pub label: Vec<u8>,
    pub header: Header,
    #[br(count = header.entry_count)]
    #[schema(region(
        at = header.entries,
        size = header.entry_count * 2,
        check(crc32, stored = header.sum),
        set(header.entries = region.offset)
    ))]
    pub entries: Vec<u16>,
    #[schema(region(at = header.backup, set(header.backup = region.offset, backup.own = region.offset)))]
    pub backup: Header,
    #[br(count = backup.entry_count)]
    #[schema(region(
        at = backup.entries,
        size = backup.entry_count * 2,
        check(crc32, stored = backup.sum),
        set(backup.entries = region.offset)
    ))]
    pub backup_entries: Vec<u16>,
}

#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[schema(sum(crc32, over(own, entries), stored = crc, fill(crc = 0)))]
pub struct Header {
    pub own: u16,
    pub backup: u16,
    pub crc: u32,
    pub entry_count: u8,
    pub sum: u32,
    pub entries: u16,
}

/// A part that is limited to a size, and fields that need what is in it.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[schema(assert(part.name == b"ab" || version > 1, text = "found {part.name}", on = version))]
pub struct Limited {
    pub version: u8,
    pub part_size: u16,
    #[br(args(version))]
    #[schema(region(size = part_size))]
    pub part: Part,
    #[br(count = part.count)]
    pub items: Vec<u16>,
    #[br(if(part.inner.flags & 1 != 0))]
    pub more: Option<u8>,
    #[br(count = sum(part.sizes.size_of_one))]
    pub bytes: Vec<u8>,
    #[br(if(part.sizes[1].size_of_one == 3 && part.rest[0] == 9))]
    pub odd: Option<u8>,
    pub text_size: u8,
    #[schema(utf8, region(size = text_size))]
    pub text: CText,
    #[br(if(text == "hi"))]
    pub hello: Option<u8>,
    pub list_size: u8,
    #[br(parse_with = until_eof)]
    #[schema(region(size = list_size))]
    pub list: Vec<Size>,
    #[br(count = list.len() + last(list).size_of_one)]
    pub tail: Vec<u8>,
    #[br(until = entry.name == b"end")]
    pub names: Vec<Name>,
}

#[structure]
#[derive(Debug, Clone, PartialEq)]
#[br(import(version: u8))]
pub struct Part {
    pub count: u8,
    pub name: CText,
    pub inner_size: u8,
    #[schema(region(size = inner_size))]
    pub inner: Inner,
    #[br(count = 2)]
    pub sizes: Vec<Size>,
    #[br(if(version > 1))]
    pub more: Option<u8>,
    #[br(parse_with = until_eof)]
    pub rest: Vec<u8>,
}

#[structure]
#[derive(Debug, Clone, PartialEq)]
pub struct Inner {
    pub flags: u8,
    #[br(parse_with = until_eof)]
    pub rest: Vec<u8>,
}

#[derive(Debug, Clone, PartialEq, Record)]
pub struct Size {
    pub size_of_one: u8,
}

#[structure]
#[derive(Debug, Clone, PartialEq)]
pub struct Name {
    pub name_size: u8,
    #[schema(text(encoding = "latin-1"), region(size = name_size))]
    pub name: CText,
}

/// A count over two numbers, of which a layout sets one.
#[structure]
#[derive(Debug, Clone, PartialEq)]
pub struct Counted {
    #[br(temp)]
    #[bw(calc = note.len())]
    note_size: u8,
    #[br(count = note_size)]
    pub note: Vec<u8>,
    pub first: u8,
    pub last: u8,
    #[br(count = last - first)]
    #[schema(region(at = first))]
    pub data: Vec<u8>,
}

/// Numbers of any width, in either order.
#[structure]
#[derive(Debug, Clone, PartialEq)]
pub struct Widths {
    pub order: [u8; 2],
    #[br(parse_with = until_eof, args(int(order == b"MM")))]
    pub numbers: Vec<Wide>,
}

#[structure]
#[derive(Debug, Clone, PartialEq)]
#[br(import(is_big: u8))]
#[brw(is_big = is_big != 0)]
pub struct Wide {
    pub width: u8,
    #[schema(width = width)]
    pub number: u64,
    #[schema(width = if width == 1 { 2 } else { 4 })]
    pub signed: i32,
}

pub fn widths() -> Vec<Vec<u8>> {
    let numbers = (1..=8_u8).flat_map(|width| {
        let signed: &[u8] = if width == 1 { &[0xFE, 0xFF] } else { &[0xFF; 4] };
        [&[width][..], &vec![width | 0x80; width.into()], signed].concat()
    });
    let numbers: Vec<_> = numbers.collect();
    vec![[b"MM", &*numbers].concat(), [b"II", &*numbers].concat()]
}

pub fn packet() -> Vec<u8> {
    b"\x03\0\0\0\x09\x01\x02\x03data".to_vec()
}

pub fn segment() -> Vec<u8> {
    b"\x20\x05\0\x03\x01\x02\x03\x04sixsix!".to_vec()
}

pub fn disk() -> Vec<u8> {
    let header = |own: u16, backup: u16, entries: u16| Header { own, backup, crc: 0, entry_count: 2, sum: 0, entries };
    let disk = Disk {
        label: b"disk".to_vec(),
        header: header(5, 24, 20),
        entries: vec![7, 8],
        backup: header(24, 5, 39),
        backup_entries: vec![7, 8],
    };
    FileWriter::new(&disk, []).unwrap().place().unwrap().to_vec().unwrap()
}

pub fn limited() -> Vec<u8> {
    let part = b"\x02ab\0\x02\x01\x05\x01\x03\x09";
    [&b"\x01\x0a\0"[..], part, b"\x01\0\x02\0\x07abcd\x08\x03hi\0\x04\x02\x01\x02wxyz\x02a\0\x04end\0"].concat()
}

#[test]
fn checksums_of_whole_files_are_written_by_a_layout_too() {
    let file = packet();
    let mut packet = Packet::from_slice(&file).unwrap();
    assert_eq!(FileWriter::edit(&packet, [], &file).unwrap().place().unwrap().to_vec().unwrap(), file);
    packet.options.push(9);
    let written = FileWriter::edit(&packet, [], &file).unwrap().place().unwrap().to_vec().unwrap();
    assert_eq!(written, packet.to_vec().unwrap());
    assert_eq!(written, b"\x04\0\0\0\x13\x01\x02\x03\x09data");
}

#[test]
fn numbers_times_and_plus_constants_are_set() {
    let file = segment();
    let mut segment = Segment::from_slice(&file).unwrap();
    assert_eq!((segment.options.len(), segment.data.len()), (4, 6));
    segment.options.clear();
    segment.data.extend(b"teen");
    let written = segment.to_vec().unwrap();
    assert_eq!(written, *b"\x10\x05\0\x05sixsixteen!");
    assert_eq!(FileWriter::edit(&segment, [], &file).unwrap().place().unwrap().to_vec().unwrap(), written);
    segment.options = vec![1, 2, 3];
    let error = segment.to_vec().unwrap_err().into_finding().unwrap();
    assert_eq!((error.class, &*error.message), (Class::Overflow, "no number makes `(head.words * 4) - 4` equal to 3"));
    segment.options = vec![0; 60];
    let error = segment.to_vec().unwrap_err().into_finding().unwrap();
    assert_eq!(
        (error.class, &*error.message),
        (Class::Overflow, "16 does not fit into the member `head.words` of 4 bits")
    );
}

#[test]
fn checksums_of_parts_follow_the_numbers_that_are_set_in_them() {
    let file = disk();
    assert_eq!(Disk::validate(&file, Mode::Strict).findings(), []);
    let mut disk = Disk::from_slice(&file).unwrap();
    assert_eq!(FileWriter::edit(&disk, [], &file).unwrap().place().unwrap().to_vec().unwrap(), file);
    disk.label = b"a longer label".to_vec();
    let written = FileWriter::edit(&disk, [], &file).unwrap().place().unwrap().to_vec().unwrap();
    assert_eq!(written.len(), file.len() + 10);
    assert_eq!(Disk::validate(&written, Mode::Strict).findings(), []);
    assert_eq!(Disk::from_slice(&written).unwrap().entries, [7, 8]);

    // From JSON, by the schema alone.
    let model = Model::from_root(Disk::schema());
    let mut json = JsonText::compact(Vec::new());
    let interpreter = Interpreter::new(&model).unwrap();
    interpreter.write_json(&model.root, &file, &[], Limits::default(), &mut json).unwrap();
    let text = String::from_utf8(json.finish().unwrap()).unwrap();
    let text = text.replacen("\"label\":\"6469736b\"", "\"label\":\"61206c6f6e676572206c6162656c\"", 1);
    let doc = read_json(text.as_bytes(), 64, &Budget::default()).unwrap();
    let assembled = assemble_file(&model, &Algorithms::builtin(), &model.root, doc.root(), &[]).unwrap();
    assert_eq!(assembled, written);
}

#[test]
fn a_count_over_a_number_that_is_set_stays_true() {
    let file = b"\x01n\x04\x07abc";
    let mut counted = Counted::from_slice(file).unwrap();
    counted.note = b"no".to_vec();
    let error = FileWriter::edit(&counted, [], file).unwrap().place().err().unwrap().into_finding().unwrap();
    assert_eq!((error.class, error.path.to_string()), (Class::Inconsistent, "data".to_owned()));
    let wanted = "`last - first` is 2 after the layout has set numbers, but the field was written for 3: set every \
                  number of this expression before writing";
    assert_eq!(error.message, wanted);
}

#[test]
fn a_limited_part_is_a_value_until_its_bytes_end() {
    let file = limited();
    let limited = Limited::from_slice(&file).unwrap();
    assert_eq!((limited.items, limited.more, limited.odd, limited.hello), (vec![1, 2], Some(7), Some(8), Some(4)));
    let budget = Budget::for_bytes(Limits::default(), &file);
    let mut decoder = Decoder::new(&file, &budget);
    Limited::decode(&mut decoder, []).unwrap();
    assert_eq!(decoder.remaining(), 0);
}
