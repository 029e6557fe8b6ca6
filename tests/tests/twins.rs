//! Our derive and binrw's own derive read and write the same: the same declarations, two implementations.
//!
//! Bytes are made by hand, at random, and by changing valid ones; of each, both must say whether it is a value, how
//! many bytes it takes, what it holds, and how it is written.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

mod shapes;
#[path = "../src/twins/mod.rs"]
#[rustfmt::skip]
#[allow(dead_code, missing_docs, unreachable_pub, unused, clippy::all, clippy::pedantic)]
mod twins;

use binrw::{BinRead, BinWrite, Endian};
use bpx_formats::bpx::v0;
use bpx_formats::{blk, bpat, bpx, gpb};
use bpx_schema::codec::{Decoder, Encoder, Tree};
use bpx_schema::{Budget, DecodeOwned};
use proptest::prelude::*;
use shapes::samples;
use std::fmt::Debug;
use std::io::Cursor;
use twins::blk as their_blk;
use twins::bpat as their_bpat;
use twins::bpx as theirs;
use twins::gpb as their_gpb;
use twins::shapes as their_shapes;
use twins::v0 as theirs_v0;

/// What a reader says of bytes: size of the value, its text, and the bytes of the value written anew.
type Said = Option<(u64, String, Vec<u8>)>;

fn ours<T: DecodeOwned + Debug>(bytes: &[u8], args: &[i128]) -> Said {
    let budget = Budget::default();
    let mut d = Decoder::new(bytes, &budget);
    let value = T::decode(&mut d, samples::args_of(args)).ok()?;
    let mut out = Vec::new();
    value.encode(&mut Encoder::new(&mut out), samples::args_of(args)).unwrap();
    Some((d.position(), format!("{value:?}"), out))
}

fn binrws<T, A>(bytes: &[u8], args: A) -> Said
where
    T: for<'a> BinRead<Args<'a> = A> + for<'a> BinWrite<Args<'a> = A> + Debug,
    A: Clone,
{
    let mut stream = Cursor::new(bytes);
    let value = T::read_options(&mut stream, Endian::Little, args.clone()).ok()?;
    let mut out = Cursor::new(Vec::new());
    value.write_options(&mut out, Endian::Little, args).unwrap();
    Some((stream.position(), format!("{value:?}"), out.into_inner()))
}

/// Whether values print the same; trees are an arena here and nested lists there.
#[derive(Clone, Copy, PartialEq)]
enum Text {
    Same,
    Other,
}

#[track_caller]
fn compare(what: &str, bytes: &[u8], text: Text, ours: Said, theirs: Said) -> bool {
    let strip = |said: Said| said.map(|(size, shown, out)| (size, (text == Text::Same).then_some(shown), out));
    let (ours, theirs) = (strip(ours), strip(theirs));
    assert!(ours == theirs, "{what} {bytes:02x?}\n  ours: {ours:?}\nbinrw: {theirs:?}");
    ours.is_some()
}

/// Two implementations of one declaration: for some bytes, each returns whether they form a value.
type Check = Box<dyn Fn(&[u8]) -> bool>;

/// `pair!(Ours, Theirs, [arguments], text)`
macro_rules! pair {
    ($ours:ty, $theirs:ty, [$($arg:expr),*], $text:ident) => {{
        let name = format!("{}{:?}", stringify!($ours), [$($arg as i128),*] as [i128; _]);
        let check: Check = Box::new(move |bytes: &[u8]| {
            let args = [$($arg as i128),*];
            let said = ours::<$ours>(bytes, &args);
            compare(stringify!($ours), bytes, Text::$text, said, binrws::<$theirs, _>(bytes, ($($arg as i128,)*)))
        });
        (name, check)
    }};
}

/// Returns every declaration that has a twin, with the parameters that matter.
fn pairs() -> Vec<(String, Check)> {
    let mut pairs = vec![
        pair!(bpx::MainHeader, theirs::MainHeader, [], Other),
        pair!(bpx::SectionHeader, theirs::SectionHeader, [], Same),
        pair!(bpx::strings::Strings, theirs::Strings, [], Same),
        pair!(bpx::container::xz::IndexRecord, theirs::IndexRecord, [], Same),
        pair!(bpx::package::PackageExt, theirs::PackageExt, [], Same),
        pair!(bpx::texture::TextureExt, theirs::TextureExt, [], Other),
        pair!(bpx::model::ModelExt, theirs::ModelExt, [], Same),
        pair!(bpx::model::VertexArrayHeader, theirs::VertexArrayHeader, [], Same),
        pair!(bpx::model::VertexArray, theirs::VertexArray, [], Same),
        pair!(bpx::model::IndexArray, theirs::IndexArray, [], Same),
        pair!(bpx::model::Bone, theirs::Bone, [], Same),
        pair!(bpx::model::BoneArray, theirs::BoneArray, [], Same),
        pair!(bpx::model::BoneTransform, theirs::BoneTransform, [], Same),
        pair!(bpx::shader::ShaderExt, theirs::ShaderExt, [], Same),
        pair!(bpx::shader::Shader, theirs::Shader, [], Same),
        pair!(bpx::shader::Symbol, theirs::Symbol, [], Same),
        pair!(bpx::package::ObjectHeader, theirs::ObjectHeader, [], Same),
        pair!(bpx::package::ObjectHeaderV1, theirs::ObjectHeaderV1, [], Same),
        pair!(bpx::table::Table, theirs::Table, [], Same),
        pair!(bpx::table::TableHeader, theirs::TableHeader, [], Same),
        pair!(bpx::table::Column, theirs::Column, [], Same),
        pair!(blk::Head, their_blk::Head, [], Other),
        pair!(blk::Names, their_blk::Names, [0], Other),
        pair!(blk::Param, their_blk::Param, [], Other),
        pair!(blk::ParamKey, their_blk::ParamKey, [], Other),
        pair!(blk::NameList, their_blk::NameList, [], Other),
        pair!(v0::MainHeader, theirs_v0::MainHeader, [], Other),
        pair!(v0::SectionHeader, theirs_v0::SectionHeader, [], Same),
        pair!(v0::Strings, theirs_v0::Strings, [], Same),
        pair!(v0::model::VertexArray, theirs_v0::VertexArray, [], Same),
        pair!(v0::model::VertexFormat, theirs_v0::VertexFormat, [], Other),
        pair!(v0::model::IndexArray, theirs_v0::IndexArray, [], Same),
        pair!(v0::model::BoneArray, theirs_v0::BoneArray, [], Same),
        pair!(v0::model::Component, theirs_v0::Component, [], Other),
        pair!(v0::model::BoneUpdate, theirs_v0::BoneUpdate, [], Same),
        pair!(v0::UnusedExt, theirs_v0::UnusedExt, [], Same),
        pair!(v0::texture::TextureExt, theirs_v0::TextureExt, [], Other),
        pair!(v0::shader::AssemblyDx, theirs_v0::AssemblyDx, [], Same),
        pair!(v0::shader::AssemblyGl, theirs_v0::AssemblyGl, [], Same),
        pair!(v0::package::Asset, theirs_v0::Asset, [], Same),
        pair!(bpat::Header, their_bpat::Header, [], Same),
        pair!(bpat::Clip, their_bpat::Clip, [3], Same),
        pair!(bpat::Markers, their_bpat::Markers, [], Same),
        pair!(bpat::Extension, their_bpat::Extension, [], Same),
        pair!(bpat::Contact, their_bpat::Contact, [], Same),
        pair!(bpat::BoneParents, their_bpat::BoneParents, [2], Same),
        pair!(bpat::BoneParent, their_bpat::BoneParent, [], Same),
        pair!(bpat::ColumnMatrix, their_bpat::ColumnMatrix, [], Same),
        pair!(bpat::Socket, their_bpat::Socket, [], Same),
        pair!(bpat::Matrix, their_bpat::Matrix, [], Same),
        pair!(bpat::SocketMatrix, their_bpat::SocketMatrix, [], Same),
        pair!(bpat::Frame, their_bpat::Frame, [1, 0], Same),
        pair!(bpat::Palette, their_bpat::Palette, [1, 0], Same),
        pair!(bpat::SocketFrame, their_bpat::SocketFrame, [2], Same),
        pair!(bpat::SocketPalette, their_bpat::SocketPalette, [1], Same),
        pair!(gpb::Reference, their_gpb::Reference, [], Same),
        pair!(gpb::Name, their_gpb::Name, [1], Same),
        pair!(gpb::Camera, their_gpb::Camera, [], Same),
        pair!(gpb::Light, their_gpb::Light, [], Same),
        pair!(gpb::Model, their_gpb::Model, [], Same),
        pair!(gpb::Look, their_gpb::Look, [], Same),
        pair!(gpb::MeshSkin, their_gpb::MeshSkin, [], Same),
        pair!(gpb::Bounds, their_gpb::Bounds, [], Same),
        pair!(gpb::VertexElement, their_gpb::VertexElement, [], Same),
        pair!(gpb::Mesh, their_gpb::Mesh, [], Same),
        pair!(gpb::MeshPart, their_gpb::MeshPart, [], Same),
        pair!(gpb::Animations, their_gpb::Animations, [], Same),
        pair!(gpb::Animation, their_gpb::Animation, [], Same),
        pair!(gpb::Channel, their_gpb::Channel, [], Same),
        pair!(shapes::Row, their_shapes::Row, [], Same),
        pair!(shapes::Pair, their_shapes::Pair, [], Same),
        pair!(shapes::Packed, their_shapes::Packed, [], Other),
        pair!(shapes::Rules, their_shapes::Rules, [], Other),
        pair!(shapes::Dynamic, their_shapes::Dynamic, [], Other),
        pair!(shapes::Entry, their_shapes::Entry, [], Same),
        pair!(shapes::Slot, their_shapes::Slot, [], Same),
        pair!(shapes::Signed, their_shapes::Signed, [], Same),
        pair!(shapes::ArchiveHead, their_shapes::ArchiveHead, [], Same),
    ];
    for kind in 0..=7 {
        pairs.push(pair!(blk::Body, their_blk::Body, [kind], Other));
        pairs.push(pair!(blk::Block, their_blk::Block, [kind], Same));
        pairs.push(pair!(blk::Inner, their_blk::Inner, [kind], Other));
    }
    for (kind, version) in [(b'T', 1), (b'T', 2), (b'M', 1), (b'M', 2), (b'S', 2), (b'P', 2), (b'C', 2)] {
        pairs.push(pair!(bpx::TypeExt, theirs::TypeExt, [kind, version], Other));
    }
    for tag in [0, 1, 2, 3, 4, 5, 6, 255] {
        pairs.push(pair!(shapes::Strict, their_shapes::Strict, [tag], Other));
        pairs.push(pair!(shapes::Choice, their_shapes::Choice, [tag, 0], Other));
        pairs.push(pair!(shapes::Choice, their_shapes::Choice, [tag, 1], Other));
        pairs.push(pair!(shapes::Part, their_shapes::Part, [tag], Same));
    }
    for kind in 0..=5 {
        pairs.push(pair!(shapes::Tail, their_shapes::Tail, [kind], Other));
    }
    for kind in [1, 2, 3] {
        pairs.push(pair!(gpb::Lens, their_gpb::Lens, [kind], Same));
        pairs.push(pair!(gpb::Lamp, their_gpb::Lamp, [kind], Same));
        pairs.push(pair!(shapes::Lot, their_shapes::Lot, [kind], Same));
    }
    for minor in [1, 2, 3, 4, 5] {
        pairs.push(pair!(Tree<gpb::Node>, their_gpb::Node, [minor], Other));
        pairs.push(pair!(gpb::Scene, their_gpb::Scene, [minor], Other));
        pairs.push(pair!(gpb::Font, their_gpb::Font, [minor], Same));
        pairs.push(pair!(gpb::FontSize, their_gpb::FontSize, [minor], Same));
        pairs.push(pair!(gpb::Glyph, their_gpb::Glyph, [minor], Same));
        for kind in 1..=4 {
            pairs.push(pair!(gpb::Object, their_gpb::Object, [kind, minor], Other));
        }
    }
    for parent in [0, 2, 3] {
        pairs.push(pair!(Tree<shapes::Branch>, their_shapes::Branch, [parent], Other));
    }
    for kind in [b'T', b'M', b'S', b'P', b'C'] {
        pairs.push(pair!(v0::TypeExt, theirs_v0::TypeExt, [kind], Other));
    }
    for version in [1, 2] {
        pairs.push(pair!(bpat::Clip, their_bpat::Clip, [version], Same));
    }
    pairs.push(pair!(bpat::Frame, their_bpat::Frame, [1, 816], Same));
    for kind in 0..=16 {
        pairs.push(pair!(bpx::sd::Scalar, theirs::Scalar, [kind], Same));
    }
    for parent in [13, 14, 255] {
        pairs.push(pair!(Tree<bpx::sd::Node>, theirs::Node, [parent], Other));
    }
    pairs
}

#[test]
fn every_twin_is_compared() {
    let names: Vec<_> = pairs().into_iter().map(|(name, _)| name).collect();
    let compared =
        |name: &str| names.iter().any(|one| one.contains(&format!("{name}[")) || one.contains(&format!("{name}>[")));
    let (mut found, mut missing) = (0, Vec::new());
    for (_, text) in tests::generate::twins().unwrap() {
        for line in text.lines().filter(|line| line.starts_with("pub struct ") || line.starts_with("pub enum ")) {
            let name = line.split(' ').nth(2).unwrap_or_default();
            found += 1;
            if !compared(name) && !NESTED.contains(&name) {
                missing.push(name.to_owned());
            }
        }
    }
    assert!(found > 10, "only {found} twins");
    assert!(missing.is_empty(), "add these to `pairs`, or to `NESTED`: {missing:?}");
}

/// Twins that are compared as parts of others, are but names of numbers, or state the rules of openers and are read from no file.
const NESTED: &[&str] = &[
    "Hollow",
    "IndexFormat",
    "Kind",
    "NestSlot",
    "ObjectKind",
    "OpenedModel",
    "OpenedPackage",
    "OpenedPackageV0",
    "OpenedShaderPackage",
    "OpenedTexture",
];

#[test]
fn prefixes_and_changes_of_samples() {
    for (name, check) in pairs() {
        let samples = samples_of(&name);
        for bytes in &samples {
            assert!(check(bytes), "{name} does not read its own sample {bytes:02x?}");
            for cut in 0..bytes.len() {
                check(&bytes[..cut]);
            }
            for at in 0..bytes.len() {
                for change in [1, 0x80, 0xFF] {
                    let mut changed = bytes.clone();
                    changed[at] ^= change;
                    check(&changed);
                }
            }
            check(&[&bytes[..], &[0, 1, 2]].concat());
        }
    }
}

/// Returns bytes that form a value, made by the samples of the interpreter's tests and by hand.
fn samples_of(name: &str) -> Vec<Vec<u8>> {
    match name {
        "shapes::Rules[]" => vec![samples::bytes_of(&samples::rules(), [])],
        "shapes::Dynamic[]" => samples::dynamics().iter().map(|one| samples::bytes_of(one, [])).collect(),
        "bpx::strings::Strings[]" => vec![b"".to_vec(), b"one\0\0two\0".to_vec()],
        // A block with a parameter, in a root; its name is the file's own.
        "blk::Body[1]" => vec![vec![1, 2, b'a', 0, 2, 1, 0, 0, 0, 0, 2, 7, 0, 0, 0, 0, 0, 1, 1, 1, 1, 0]],
        "blk::Body[6]" => vec![vec![0, 1, 1, 0, 0, 0, 0, 2, 7, 0, 0, 0, 0, 1, 0, 0]],
        // Two components, 3 floats and an integer, and a byte that is left.
        "v0::model::VertexFormat[]" => vec![vec![16, 0, 2, 0, 0x31, 0x12, 9]],
        "v0::model::IndexArray[]" => vec![vec![2, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 9]],
        "v0::model::BoneArray[]" => vec![[&[1, 0][..], &[0x3F; 64], &[7, 0, 0, 0, 9]].concat()],
        "shapes::Choice[2, 1]" => vec![vec![2, 1, 0, 0xFF, 0xFF]],
        "shapes::Strict[5]" => vec![vec![1, 2, 3, 4], vec![9]],
        "shapes::Part[3]" => vec![vec![2, 7, 8, 0, 0, 0, 0, 0, 0, 0, 9]],
        "shapes::Tail[1]" => vec![vec![1, 7, 0, 0, 0, 0, 0, 0, 0, 9, 0, 0, 0, 0, 0, 0, 0, 0, 8]],
        // A root of the kind 5, and two children of the kinds 1 and 2; the second has a note.
        "Tree<shapes::Branch>[0]" => {
            let (one, two) = ([0, 1, 9, 7], [0, 2, 8, 7, b'n', 0]);
            vec![[&[2, 1, 0, 2, 0][..], &one, &two, &[50]].concat()]
        }
        // An object with a number and an array of two truth values.
        "Tree<bpx::sd::Node>[255]" => {
            let number = [&[1, 0, 0, 0, 0, 0, 0, 0, 4][..], &[0xEF, 0xBE, 0xAD, 0xDE]].concat();
            let array = [&[2, 0, 0, 0, 0, 0, 0, 0, 13][..], &[2, 1, 1, 1, 0]].concat();
            vec![vec![0], [&[2][..], &number, &array].concat()]
        }
        _ => Vec::new(),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, ..ProptestConfig::default() })]

    #[test]
    fn random_bytes(bytes in prop::collection::vec(any::<u8>(), 0..120)) {
        for (_, check) in pairs() {
            check(&bytes);
        }
    }

    /// Small numbers make small counts, known tags and short texts.
    #[test]
    fn small_bytes(bytes in prop::collection::vec(0_u8..6, 0..60), start in prop::collection::vec(any::<u8>(), 0..4)) {
        for (_, check) in pairs() {
            check(&[&start[..], &bytes].concat());
        }
    }

    #[test]
    fn generated_data(bytes in object(3)) {
        let check = pair!(Tree<bpx::sd::Node>, theirs::Node, [255], Other).1;
        prop_assert!(check(&bytes));
    }
}

/// Returns the bytes of an object (section 10.2.6): a count, then for each property hash, type and value.
fn object(depth: u32) -> BoxedStrategy<Vec<u8>> {
    let property = (any::<u64>(), value(depth));
    let join = |list: Vec<(u64, (u8, Vec<u8>))>| {
        let mut bytes = vec![u8::try_from(list.len()).unwrap()];
        for (hash, (kind, value)) in list {
            bytes.extend(hash.to_le_bytes());
            bytes.push(kind);
            bytes.extend(value);
        }
        bytes
    };
    prop::collection::vec(property, 0..5).prop_map(join).boxed()
}

/// Returns a type and the bytes of a value of it.
fn value(depth: u32) -> BoxedStrategy<(u8, Vec<u8>)> {
    let plain = (0_u8..=11, any::<[u8; 8]>()).prop_map(|(kind, bytes)| {
        let size = [0, 1, 1, 2, 4, 8, 1, 2, 4, 8, 4, 8][usize::from(kind)];
        (kind, bytes[..size].to_vec())
    });
    let text = prop::collection::vec(1_u8..=255, 0..9).prop_map(|text| (12, [&text[..], &[0]].concat()));
    if depth == 0 {
        return prop_oneof![plain, text].boxed();
    }
    let array = prop::collection::vec(value(depth - 1), 0..4).prop_map(|list| {
        let mut bytes = vec![u8::try_from(list.len()).unwrap()];
        for (kind, value) in list {
            bytes.push(kind);
            bytes.extend(value);
        }
        (13, bytes)
    });
    prop_oneof![plain, text, array, object(depth - 1).prop_map(|bytes| (14, bytes))].boxed()
}
