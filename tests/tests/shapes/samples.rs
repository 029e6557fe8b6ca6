//! Valid bytes of the structures.

use super::*;
use bpx_schema::codec::{Encoder, TreeBuilder};
use bpx_schema::transform::{DynTransform, Xz, Zlib, encode};
use bpx_schema::{Arguments, Codec};

/// The values of a table, as many as the type has parameters.
#[track_caller]
pub fn args_of<A: Arguments>(args: &[i128]) -> A {
    args.try_into().ok().unwrap()
}

/// Returns bytes of a value with parameters.
#[track_caller]
pub fn bytes_of<T: Codec>(value: &T, args: T::Args) -> Vec<u8> {
    let mut bytes = Vec::new();
    value.encode(&mut Encoder::new(&mut bytes), args).unwrap();
    bytes
}

pub fn text(text: &str) -> CText {
    CText::new(text).unwrap()
}

pub fn pair(low: i16, high: u32) -> Pair {
    Pair { low, high }
}

pub fn packed(color: u8, wide: u16, traits: u16) -> Packed {
    let mut packed = Packed::from_bytes([0; 4]);
    packed.set_color(color).unwrap();
    packed.set_wide(wide).unwrap();
    packed.set_traits(traits).unwrap();
    packed
}

pub fn rules() -> Rules {
    Rules {
        signature: *b"RU",
        color: 9,
        free: 77,
        traits: 0x109,
        version: 4,
        choice: -1,
        first: 3,
        last: 500,
        ratio: 0.1,
        ratios: [-0.0, 1e300],
        wide: u64::MAX,
        signed: [i64::MIN, i64::MAX],
        matrix: [[1, 2, 3], [4, 5, 6]],
        text: *b"\xc3\xa9tes",
        small: [2, 3, 2],
        pair: pair(-5, 4),
        pairs: [pair(100, 0), pair(0, u32::MAX - 3)],
        packed: packed(2, 1000, 0x108),
        pad: [0; 3],
    }
}

pub fn dynamics() -> Vec<Dynamic> {
    let part = |data: &[u8]| Part { data: data.to_vec(), extra: Some(-9) };
    let one = Dynamic {
        flags: 1,
        pairs: vec![pair(7, 400)],
        big: Some(u64::MAX),
        age: 77,
        pair: Some(pair(1, 8)),
        title: text("t\u{e9}"),
        names: vec![text("a"), text("")],
        total: Uleb::new(400),
        numbers: vec![0x1234],
        switch: Choice::One(9),
        floats: None,
        nested: vec![part(b""), part(b"xyz")],
        rest: b"rest".to_vec(),
    };
    let two = Dynamic {
        flags: 0x108,
        pairs: vec![pair(7, 4), pair(-5, 0)],
        big: None,
        age: -1,
        pair: None,
        title: text(""),
        names: vec![],
        total: Uleb::new(4),
        numbers: vec![1, 2],
        switch: Choice::Two { items: vec![-1, 2, 3] },
        floats: Some([1.5, f32::NAN]),
        nested: vec![part(&[0; 30]), part(b"")],
        rest: vec![],
    };
    let three = Dynamic {
        flags: 0,
        pairs: vec![Pair::default(); 4],
        age: 77,
        pair: Some(Pair::default()),
        total: Uleb::new(0),
        numbers: vec![5, 6],
        switch: Choice::Other(Strict::C { x: 2.5, y: -1.0 }),
        floats: None,
        ..two.clone()
    };
    let four =
        Dynamic { pairs: vec![Pair::default(); 3], switch: Choice::Other(Strict::B(packed(1, 2, 8))), ..three.clone() };
    vec![one, two, three, four]
}

/// Returns a tree: root with two children, of which the first has one.
pub fn branch() -> Tree<Branch> {
    let node = |kind, value, note: Option<&str>| Branch { kind, value, weight: kind * 10, note: note.map(text) };
    let mut tree = TreeBuilder::default();
    tree.open(node(1, Choice::One(3), None));
    tree.open(node(2, Choice::Other(Strict::A(200)), Some("note")));
    tree.leaf(node(0, Choice::Empty, None));
    tree.close();
    tree.leaf(node(4, Choice::Other(Strict::C { x: 0.0, y: 1.0 }), None));
    tree.close();
    tree.finish()
}

/// Returns a deep tree.
pub fn chain(depth: usize) -> Vec<u8> {
    let mut tree = TreeBuilder::default();
    for _ in 0..depth {
        tree.open(Branch { kind: 1, value: Choice::One(1), weight: 0, note: None });
    }
    bytes_of(&tree.finish(), [9])
}

/// Returns a tree of one node, below none.
fn leaf() -> Tree<Branch> {
    let mut tree = TreeBuilder::default();
    tree.leaf(Branch { kind: 5, value: Choice::Other(Strict::Even(vec![1, 2])), weight: 0, note: None });
    tree.finish()
}

/// Returns bytes of every kind of tail, with their parameter.
pub fn tails() -> Vec<(Vec<u8>, [i128; 1])> {
    let part = |data: &[u8]| Part { data: data.to_vec(), extra: Some(2) };
    let tails = [
        (Tail::Pairs(vec![pair(1, 4), pair(2, 8)]), 0),
        (Tail::Parts(vec![part(b"abc"), part(b"")]), 1),
        (Tail::Texts(vec![text("one"), text("two")]), 2),
        (Tail::Floats(vec![1.0, -2.5]), 3),
        (Tail::Forest(vec![leaf(), leaf()]), 4),
        (Tail::Hollow(Vec::new()), 5),
    ];
    tails.iter().map(|(tail, kind)| (bytes_of(tail, [*kind]), [*kind])).collect()
}

const XZ: &dyn DynTransform = &Xz::new();
const ZLIB: &dyn DynTransform = &Zlib::new();

/// Stored bytes, compressed or not.
fn stored(transform: Option<&dyn DynTransform>, content: &[u8]) -> Vec<u8> {
    transform.map_or_else(|| content.to_vec(), |transform| encode(content, transform).unwrap())
}

/// CRC-32, bit by bit.
pub fn crc32(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(!0_u32, |crc, byte| {
        (0..8).fold(crc ^ u32::from(*byte), |crc, _| (crc >> 1) ^ (0xEDB8_8320 & (crc & 1).wrapping_neg()))
    })
}

pub fn byte_sum(bytes: &[u8]) -> u32 {
    bytes.iter().map(|byte| u32::from(*byte)).sum()
}

pub fn archive() -> Vec<u8> {
    let ways = [(None, 4, 0), (Some(ZLIB), 1 | 4, 0), (Some(XZ), 2 | 8, 1), (None, 8, 2), (Some(ZLIB), 1, 3)];
    let tails = tails();
    let contents: Vec<_> = ways
        .iter()
        .map(|(transform, how, arg)| {
            let content = &tails[*arg].0;
            let sum = if how & 4 != 0 { crc32(content) } else { byte_sum(content) };
            (stored(*transform, content), content.len() as u32, *how, sum, *arg as u8)
        })
        .collect();
    let part = bytes_of(&Part { data: b"part".to_vec(), extra: Some(5) }, [3]);
    let entries = 2;
    let tables = 8 + 18 * contents.len() + 4 + 1 + (5 + 7);
    let mut archive = Archive {
        head: ArchiveHead { count: 0, pad: 0, sum: 0, extra: tables as u16 },
        slots: Vec::new(),
        check: 0,
        entries: Vec::new(),
        elsewhere: vec![pair(3, 4), pair(5, 8)],
        maybe: 0,
        contents: Regions::default(),
        parts: Regions::default(),
    };
    let mut offset = tables + 12 + 1;
    let mut payload = Vec::new();
    for (bytes, content, how, sum, arg) in contents {
        let size = bytes.len();
        archive.slots.push(Slot { offset: offset as u32, stored: size as u32, content, how, sum, arg });
        payload.extend(bytes);
        offset += size;
    }
    for kind in [0, 128].into_iter().take(entries) {
        let (size, sum) = (part.len() as u16, (kind == 128).then_some(7));
        archive.entries.push(Entry { offset: offset as u16, size, kind, sum });
        payload.extend(&part);
        offset += part.len();
    }
    let mut bytes = archive.to_vec_without_regions().unwrap();
    assert_eq!(bytes.len(), tables + 13);
    bytes.extend(payload);
    bytes
}

/// A section: type, flags, content.
pub type Section = (u8, u8, Vec<u8>);

/// Returns a BPX container of sections.
pub fn container(kind: u8, sections: &[Section]) -> Vec<u8> {
    container_of(kind, 1, [0; 16], sections)
}

/// Returns a container of any version, with a type extension.
fn container_of(kind: u8, version: u32, type_ext: [u8; 16], sections: &[Section]) -> Vec<u8> {
    let (mut table, mut payload) = (Vec::new(), Vec::new());
    for (section, flags, content) in sections {
        let transform = match flags & 3 {
            0 => None,
            1 => Some(ZLIB),
            _ => Some(XZ),
        };
        let bytes = stored(transform, content);
        let sum = match flags & 12 {
            0 => 0,
            4 => crc32(content),
            _ => byte_sum(content),
        };
        let pointer = 40 + 24 * sections.len() + payload.len();
        table.extend((pointer as u64).to_le_bytes());
        table.extend((bytes.len() as u32).to_le_bytes());
        table.extend((content.len() as u32).to_le_bytes());
        table.extend(sum.to_le_bytes());
        table.extend([*section, *flags, 0, 0]);
        payload.extend(bytes);
    }
    let mut header = Vec::from(*b"BPX");
    header.push(kind);
    header.extend([0; 4]);
    header.extend(((40 + table.len() + payload.len()) as u64).to_le_bytes());
    header.extend((sections.len() as u32).to_le_bytes());
    header.extend(version.to_le_bytes());
    header.extend(type_ext);
    let sum = byte_sum(&header).wrapping_add(byte_sum(&table));
    header[4..8].copy_from_slice(&sum.to_le_bytes());
    [header, table, payload].concat()
}

/// Returns an object with a property of every type.
pub fn object() -> Vec<u8> {
    let mut bytes = vec![14];
    let mut property = |kind: u8, value: &[u8]| {
        bytes.extend(u64::from(kind).wrapping_mul(0x1234_5678_9abc).to_le_bytes());
        bytes.push(kind);
        bytes.extend(value);
    };
    for (kind, size) in
        [(0, 0), (1, 1), (2, 1), (3, 2), (4, 4), (5, 8), (6, 1), (7, 2), (8, 4), (9, 8), (10, 4), (11, 8)]
    {
        property(kind, &[1, 2, 3, 4, 5, 6, 7, 8][..size]);
    }
    property(12, b"text\0");
    // An array of a null, a text, and an empty object.
    property(13, &[3, 0, 12, b'x', 0, 14, 0]);
    bytes
}

/// Returns a table of one column of 16 bits, and a byte that is not a row.
fn table() -> Vec<u8> {
    let (header, column) = ([0, 0, 0, 0, 1, 0, 0, 0], [4, 0, 0, 0, 1, 1, 0, 0]);
    [&header[..], &column[..], &[1, 2, 3]].concat()
}

/// Two layers of 2 x 4 grey pixels.
fn texture() -> Vec<u8> {
    let ext = [2, 0, 0x10, 0x13, 5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
    container_of(b'T', 1, ext, &[(1, 2 | 8, (0..16).collect())])
}

/// Returns a section of every type that models have.
fn model(strings: Vec<u8>) -> Vec<u8> {
    let vertices = [&[7; 8][..], &[3, 0, 0, 0, 2, 0, 0, 0], &[0; 4], &[1, 2, 3]].concat();
    let indices = [3, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0].to_vec();
    let bones = [&[1, 0][..], &[0; 24], &[4, 0, 0, 0]].concat();
    let frames = [&[0; 40][..], &[0; 4], &[1; 40], &[0; 4]].concat();
    let ext = [9, 8, 7, 6, 5, 4, 3, 2, 4, 0, 0, 0, 0, 0, 0, 0];
    let sections =
        [(2, 8, vertices), (3, 0, indices), (4, 8, bones), (5, 1 | 8, frames), (6, 0, vec![1, 2]), (255, 8, strings)];
    container_of(b'M', 2, ext, &sections)
}

/// Returns a section of every type that shader packages have.
fn shaders(strings: Vec<u8>) -> Vec<u8> {
    let symbol = [0, 0, 0, 0, 0, 0, 0, 0, 0x11, 1, 2, 0xFF].to_vec();
    let ext = [1, 2, 3, 4, 5, 6, 7, 8, 1, 0, 0x0E, b'P', 0, 0, 0, 0];
    let objects = [object(), vec![0]].concat();
    container_of(b'S', 2, ext, &[(1, 0, b"\x04code".to_vec()), (2, 8, symbol), (3, 8, objects), (255, 8, strings)])
}

/// Containers; the last has bytes to which rules in Rust may object.
pub fn containers() -> Vec<Vec<u8>> {
    let strings = b"one\0two\0\0".to_vec();
    let long: Vec<u8> = (0..300_u32).map(|at| (at * at) as u8).collect();
    vec![
        container(b'X', &[]),
        container(b'P', &[(255, 8, strings.clone()), (254, 4, object()), (1, 0, b"data".to_vec())]),
        container(b'X', &[(255, 1 | 4, strings.clone()), (254, 2 | 8, object()), (7, 1 | 8, long)]),
        texture(),
        model(strings.clone()),
        shaders(strings),
        container(b'X', &[(253, 4, table())]),
    ]
}

/// Rows of 5, 5, 5 and 3 bytes; parts at 20 and 21 and, after the extra number at 25, at 27.
pub fn ledger() -> Vec<u8> {
    let rows = [&[2, b'a', b'b', 1, 20][..], &[2, 0xC3, 0xA9, 2, 21], &[2, b'c', b'd', 9, 1], &[0, 1, 27]];
    let bytes = [&[4][..], &rows.concat(), &[2]].concat();
    [&bytes[..], &[7], &[1, 0, 0, 0], &[5, 5], &[8]].concat()
}

/// Files of version 0, of every type, compressed and plain.
pub(crate) fn version_0() -> Vec<Vec<u8>> {
    use bpx_formats::bpx::v0::{Builder, TypeExt, texture::TextureExt};
    let ext = TypeExt::Texture(TextureExt::from_bytes([0, 0, 0x01, 0x03, 0, 0, 0, 0]));
    let texture = Builder::new(b'T').type_ext(ext).section(1, vec![5; 8], None);
    let numbers = |list: &[u32]| list.iter().flat_map(|number| number.to_le_bytes()).collect::<Vec<_>>();
    let vertices = [numbers(&[0, 3, 3]), vec![1; 24]].concat();
    let model = Builder::new(b'M')
        .section(1, vec![8, 0, 2, 0, 0x12, 0x13], None)
        .section(2, vertices, Some(9))
        .section(3, numbers(&[3, 0, 1, 2]), None)
        .section(4, [&[1, 0][..], &[0x3F; 64], &[2, 0, 0, 0]].concat(), Some(9))
        .section(5, vec![0x40; 64], None)
        .section(7, &b"m\0arm\0"[..], None);
    let shader = Builder::new(b'S')
        .section(2, numbers(&[11, 3, 0, 0]), None)
        .section(3, numbers(&[45, 3, 0, 3, 0]), None)
        .section(1, &b"code"[..], None);
    let package = Builder::package([("a", &b"hello"[..]), ("b", &[6; 40][..])], Some(9)).unwrap();
    [texture, model, shader, package].map(|builder| builder.build().unwrap()).to_vec()
}
