//! Padding with another byte than zero, and zeros after the last aligned part: archives of `ar`, and tables of fonts.

use super::files::Format;
use bpx_schema::codec::{Decimal, Regions, SpacesBehind};
use bpx_schema::layout::{Content, FileWriter};
use bpx_schema::report::{Mode, Verdict};
use bpx_schema::schema::Model;
use bpx_schema::{Codec, Record, structure};

/// An archive of `ar`: members begin at even offsets, after a line feed.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(magic = b"!<arch>\n")]
pub struct Ar {
    #[br(parse_with = until_eof)]
    pub members: Vec<ArMember>,
}

#[structure]
#[derive(Debug, Clone, PartialEq)]
#[schema(derive(head.size = data.len()))]
pub struct ArMember {
    pub head: ArHead,
    #[br(count = head.size)]
    pub data: Vec<u8>,
    #[schema(padding(align = 2, fill = b'\n'))]
    pub padding: Vec<u8>,
    #[br(if(head.kind == b'1'))]
    pub block: Option<ArBlock>,
}

#[derive(Debug, Clone, PartialEq, Record)]
pub struct ArHead {
    pub kind: u8,
    pub size: Decimal<4, SpacesBehind>,
    #[schema(magic = b"`\n")]
    pub end: [u8; 2],
}

/// A block of five bytes, filled with spaces.
#[structure]
#[derive(Debug, Clone, PartialEq)]
pub struct ArBlock {
    pub length: u8,
    #[br(count = length)]
    pub text: Vec<u8>,
    #[schema(padding(size = 4, of = text, fill = b' '))]
    pub rest: Vec<u8>,
}

/// Four members, of which the last is padded with another byte.
pub fn ar() -> Vec<u8> {
    [&b"!<arch>\n"[..], b"04   `\nfour\n", b"13   `\nabc\x02hi  ", b"02   `\nen", b"02   `\nxy\0"].concat()
}

/// Tables at multiples of four, padded with zeros, as in a font.
#[structure]
#[derive(Debug)]
#[brw(big)]
pub struct Font {
    #[br(temp)]
    #[bw(calc = entries.len())]
    table_count: u8,
    #[schema(reserved)]
    pub reserved: [u8; 3],
    #[br(count = table_count)]
    pub entries: Vec<FontEntry>,
    #[schema(region(each = entries, at = entry.offset, size = entry.length, place(align = 4, padded)))]
    pub tables: Regions<FontTable>,
}

#[derive(Debug, Clone, PartialEq, Record)]
#[brw(big)]
pub struct FontEntry {
    pub offset: u8,
    pub length: u8,
}

#[structure]
#[derive(Debug, Clone, PartialEq)]
pub struct FontTable {
    #[br(parse_with = until_eof)]
    pub data: Vec<u8>,
}

/// Two tables of five and three bytes, with zeros after both.
pub fn font() -> Vec<u8> {
    [&[2, 0, 0, 0, 8, 5, 16, 3][..], b"first\0\0\0", b"2nd\0"].concat()
}

pub fn all() -> Vec<Format> {
    vec![
        Format { name: "ar", model: Model::from_root(Ar::schema()), files: vec![ar()] },
        Format { name: "font", model: Model::from_root(Font::schema()), files: vec![font()] },
    ]
}

#[test]
fn a_writer_adds_the_byte_of_the_padding_and_keeps_another() {
    let mut archive = Ar::from_slice(&ar()).unwrap();
    assert_eq!(archive.to_vec().unwrap(), ar());
    assert_eq!((&*archive.members[0].padding, &*archive.members[3].padding), (&b"\n"[..], &b"\0"[..]));
    for member in &mut archive.members {
        member.padding.clear();
    }
    let new = archive.to_vec().unwrap();
    assert_eq!((new.len(), new.last()), (ar().len(), Some(&b'\n')));
    // A line feed gives way to a longer content, another byte does not.
    archive.members[0] = Ar::from_slice(&ar()).unwrap().members[0].clone();
    archive.members[0].data.push(b'c');
    assert!(archive.to_vec().is_ok());
    archive.members[0].padding = vec![b'?'];
    let error = archive.to_vec().unwrap_err().to_string();
    assert!(
        error.contains("members[0].padding: expected 0 bytes of padding, found 1 bytes that are not all 0x0a"),
        "{error}"
    );
}

#[test]
fn zeros_after_the_last_table_belong_to_it() {
    let findings = |file: &[u8]| Font::validate(file, Mode::Strict).findings().to_vec();
    assert_eq!(findings(&font()), []);
    assert_eq!(findings(&font()[..19]), []);
    let mut file = font();
    file[19] = 1;
    assert_eq!(findings(&file)[0].location.file, 19);
    assert_eq!(findings(&[font(), vec![0]].concat())[0].location.file, 20);
    file[19] = 0;
    file[14] = 1;
    assert_eq!(findings(&file)[0].location.file, 13);
}

fn written(old: Option<&[u8]>, tables: &[&[u8]]) -> Vec<u8> {
    let value = match old {
        Some(old) => Font::from_slice(old).unwrap(),
        None => Font {
            reserved: [0; 3],
            entries: vec![FontEntry { offset: 0, length: 0 }; tables.len()],
            tables: Regions::default(),
        },
    };
    let mut writer = match old {
        Some(old) => FileWriter::edit(&value, [], old).unwrap(),
        None => FileWriter::new(&value, []).unwrap(),
    };
    for (index, table) in (0..).zip(tables) {
        writer.put(Font::TABLES, index, Content::new(*table)).unwrap();
    }
    writer.place().unwrap().to_vec().unwrap()
}

#[test]
fn a_layout_pads_the_last_table_too() {
    assert_eq!(written(None, &[b"first", b"2nd"]), font());
    assert_eq!(written(Some(&font()), &[b"first", b"2nd"]), font());
    assert_eq!(written(Some(&font()), &[b"1", b"2"]), b"\x02\0\0\0\x08\x01\x0C\x011\0\0\x002\0\0\0");
    assert_eq!(Font::validate(&written(None, &[b"1234", b""]), Mode::Strict).verdict(), Verdict::Valid);
    // A file without zeros at its end gets none.
    assert_eq!(written(Some(&font()[..19]), &[b"first", b"2nd"]), font()[..19]);
    assert_eq!(written(Some(&font()[..19]), &[b"first", b"2"]).len(), 17);
}
