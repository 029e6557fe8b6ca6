//! Files of the declared formats, byte by byte, and their schemas.

use super::absent_lists::{self, Absent};
use super::declared::{Boxes, Keywords, Letter, Picture, Places, Stated};
use super::each_number::{Mesh, mesh};
use super::lists::{Link, Lists, link, lists};
use super::ranges::{self, Archived, Datagram};
use super::spaces::{Binder, binder};
use super::tags::{Chunks, chunks};
use super::totals::{JavaClass, Sums, java_class, sums};
use bpx_schema::Codec;
use bpx_schema::schema::Model;
use bpx_schema::transform::{Zlib, encode};

/// A format: the name that it is exported under, its schema, and files of it that break no rule.
pub struct Format {
    pub name: &'static str,
    pub model: Model,
    pub files: Vec<Vec<u8>>,
}

pub fn all() -> Vec<Format> {
    let format = |name, schema, files| Format { name, model: Model::from_root(schema), files };
    let mut list = super::bits::all();
    list.extend(super::streams::all());
    list.extend(super::sums::all());
    list.extend(super::padded::all());
    list.extend([
        format("picture", Picture::schema(), vec![picture()]),
        format("keywords", Keywords::schema(), vec![keywords(1), keywords(2)]),
        format("boxes", Boxes::schema(), vec![boxes()]),
        format("stated", Stated::schema(), vec![stated(1), stated(0)]),
        format("letter", Letter::schema(), vec![letter(1), letter(2)]),
        format("places", Places::schema(), vec![places()]),
        format("lists", Lists::schema(), vec![lists(2), lists(1)]),
        format("chunks", Chunks::schema(), vec![chunks(1), chunks(2)]),
        format("link", Link::schema(), vec![link()]),
        format("frame", super::sums::Frame::schema(), super::sums::frames()),
        format("mesh", Mesh::schema(), vec![mesh()]),
        format("binder", Binder::schema(), vec![binder()]),
        format("java_class", JavaClass::schema(), vec![java_class()]),
        format("sums", Sums::schema(), vec![sums()]),
        format("absent", Absent::schema(), absent_lists::files()),
        format("datagram", Datagram::schema(), vec![ranges::datagram()]),
        format("archived", Archived::schema(), ranges::archived()),
    ]);
    list
}

/// A drawer of three flags, of which the last is this.
pub fn cabinet(flag: u8) -> Vec<u8> {
    let content = [2, 3, 1, 0, flag];
    [&b"HEAD"[..], &encode(&content, &Zlib::new()).unwrap()].concat()
}

/// CRC-32, bit by bit.
pub fn crc32(bytes: &[u8]) -> u32 {
    let step = |crc: u32| if crc & 1 == 1 { crc >> 1 ^ 0xEDB8_8320 } else { crc >> 1 };
    !bytes.iter().fold(u32::MAX, |crc, byte| (0..8).fold(crc ^ u32::from(*byte), |crc, _| step(crc)))
}

fn chunk(tag: &[u8; 4], body: &[u8]) -> Vec<u8> {
    let summed = [tag, body].concat();
    [&(body.len() as u32).to_be_bytes()[..], &summed, &crc32(&summed).to_be_bytes()].concat()
}

pub fn picture() -> Vec<u8> {
    let head = [b"HD", &b"a\xC3\xA9b"[..], &[0; 3], &[8], &[1, 44, 0, 7], &1.5_f32.to_be_bytes()].concat();
    let names = b"NMone\0tw\xC3\xB6\0\x01\x02\x03\x04\xFF\x05";
    let chunks = [chunk(b"HEAD", &head), chunk(b"TEXT", b"caf\xC3\xA9"), chunk(b"NAME", names), chunk(b"none", b"xyz")];
    [&b"\x89PIC"[..], "a\u{e9}".as_bytes(), &chunks.concat()].concat()
}

/// Of kind 1 or 2. The regions lie where the entries say: two bytes at 3, one byte at 1.
pub fn keywords(kind: u8) -> Vec<u8> {
    let item = |number: u8, other: u32| [&[number][..], &other.to_le_bytes()].concat();
    let list = [item(3, 5), item(1, 4)].concat();
    // The member that counts double, the conditions, and the count.
    let optional = if kind == 1 { vec![9] } else { vec![5] };
    let used = if kind == 1 { vec![6] } else { vec![1, 7, 8, 9] };
    let sum = [&[kind, 4][..], &optional, &[2], &list].concat().iter().map(|byte| u32::from(*byte)).sum::<u32>();
    let tree = [2, 0, 11, 1, 0, 12, 13, 14];
    let head = [&[kind, 4][..], &sum.to_le_bytes()].concat();
    [&head[..], &optional, &[2], &list, &[1, 0, 2, 0], &used, &tree].concat()
}

pub fn boxes() -> Vec<u8> {
    let of = |kind: u8, body: &[u8]| [&[kind, body.len() as u8, body.len() as u8][..], body, &[0xEE]].concat();
    // Regions of a body count from its beginning; a part is a byte.
    let table = [4, 1, 5, 1, 0x41, 0x42];
    let inner = [of(2, &[7]), of(9, b"data"), of(3, &table)].concat();
    [of(1, &inner), of(2, &[8])].concat()
}

pub fn stated(kind: u8) -> Vec<u8> {
    let count = 3_u8;
    let total = 2 + 4 + u16::from(count);
    let head = [&[kind, count][..], &total.to_le_bytes(), &(u32::from(total) * 2).to_le_bytes()].concat();
    let scaled = if kind == 0 { vec![] } else { vec![count * kind] };
    let case = if kind == 1 { vec![0xC8, 0x01, 100] } else { vec![] };
    // A root with two children, one of which has a child; names are as long as the kind says.
    let node = |children: u8| [&[children + kind, children][..], &vec![b'n'; kind.into()]].concat();
    let tree = [&node(2)[..], &node(1), &node(0), &[21, 22], &node(0), &[23, 24]].concat();
    [&head[..], &(u16::from(count) + 1).to_le_bytes(), &scaled, &[2, 4], b"abc", &case, &tree].concat()
}

/// Entries of 6, 4 and 3 bytes at 20; parts one after the other.
pub fn places() -> Vec<u8> {
    let head = [7, 10, 20, 3, 0x85, 0x80, 0];
    let elsewhere = [&b"xyz"[..], &[1, 0, 2, 0]].concat();
    let parts = [&b"p1p2p3"[..]].concat();
    let entries = [&b"one\0"[..], &[14, 2], b"a\0", &[16, 2], b"\0", &[18, 2]].concat();
    [&head[..], &elsewhere, &parts, &entries].concat()
}

/// ZLIB without compression: one stored block.
pub fn zlib(content: &[u8]) -> Vec<u8> {
    let size = content.len() as u16;
    let sums = content.iter().fold((1, 0), |(a, b), byte| {
        let a = (a + u32::from(*byte)) % 65521;
        (a, (b + a) % 65521)
    });
    let block = [&[1][..], &size.to_le_bytes(), &(!size).to_le_bytes(), content].concat();
    [&[0x78, 1][..], &block, &(sums.1 << 16 | sums.0).to_be_bytes()].concat()
}

/// Of page 1 or 2, whose text is stored in another form.
pub fn letter(number: u8) -> Vec<u8> {
    let text = if number > 1 { zlib(b"text") } else { b"text".to_vec() };
    let page = [&[number, 7, 0][..], &text].concat();
    let stored = zlib(&page);
    let summed = [&stored[..], &[5]].concat();
    let sum: u32 = summed.iter().map(|byte| u32::from(*byte)).sum();
    let (size, content) = (stored.len() as u16, page.len() as u16);
    let head = [&size.to_le_bytes()[..], &content.to_le_bytes(), &crc32(&page).to_le_bytes(), &sum.to_le_bytes()];
    [&head.concat()[..], &summed, &[5, 1, 2, 3, 4], &zlib(b"rest")].concat()
}
