//! The measured cases of structures that are not records.

use crate::cases::Outcome;
use crate::clock::{Group, Measured};
use crate::items::{self, BinrwItems, BorrowedItems, DekuItems, Items};
use crate::triangles::{self, BinrwMesh, DekuMesh, RecordMesh, StructureMesh};
use binrw::io::Cursor;
use binrw::{BinRead, BinWrite};
use bpx_schema::Codec;
use bpx_schema::interpret::Interpreter;
use bpx_schema::report::{Mode, Verdict};
use bpx_schema::schema::Model;
use deku::{DekuContainerRead, DekuContainerWrite};
use std::fmt::Debug;
use std::hint::black_box;

const HAND: &str = "by hand";
const BINRW: &str = "binrw";
const DEKU: &str = "deku";

/// Measures the groups of items of varying size.
pub(crate) fn items(count: u32) -> Outcome<Vec<Measured>> {
    let bytes = &*items::bytes_of_items(count);
    let group = |title| Group::new(title, bytes.len()).of_elements(count);
    let ours = Items::from_slice(bytes)?;
    let hand = items::ByHand::decode_all(bytes).ok_or("by hand, the items are not read")?;
    let theirs = BinrwItems::read(&mut Cursor::new(bytes))?;
    let (_, deku) = DekuItems::from_bytes((bytes, 0))?;
    agree("items", bytes, &ours.items, [&hand, &theirs.items])?;
    let borrowed = BorrowedItems::from_slice(bytes)?;
    let borrowed_hand = items::BorrowedByHand::decode_all(bytes).ok_or("by hand, the items are not borrowed")?;
    agree("borrowed items", bytes, &borrowed.items, [&borrowed_hand])?;
    same("names of items", borrowed.to_vec()? == bytes)?;
    let deku_fields = |item: &items::Deku| (item.name.clone(), item.flags, item.extra, item.position);
    let fields = |item: &items::ByHand| (item.name.clone(), item.flags, item.extra, item.position);
    same("items by deku", deku.items.iter().map(deku_fields).eq(hand.iter().map(fields)))?;
    written(
        "items",
        bytes,
        &[&|| ours.to_vec().ok(), &|| items::ByHand::encode_all(&hand), &|| by_binrw(&theirs), &|| {
            deku.to_bytes().ok()
        }],
    )?;
    let model = Model::from_root(Items::schema());
    let interpreter = Interpreter::new(&model)?;
    let valid = |bytes| Items::validate(bytes, Mode::Strict).verdict() == Verdict::Valid;
    let interpreted = |bytes| interpreter.validate(bytes, Mode::Strict).verdict() == Verdict::Valid;
    let broken = broken_floats(bytes);
    same("checks of items", valid(bytes) && interpreted(bytes) && items::ByHand::decode_valid(bytes).is_some())?;
    same(
        "faults of items",
        !valid(&broken) && !interpreted(&broken) && items::ByHand::decode_valid(&broken).is_none(),
    )?;
    let generated = "generated code, validate";
    Ok(vec![
        group("Items, decode")
            .case(HAND, || drop(black_box(items::ByHand::decode_all(black_box(bytes)))))
            .case("#[structure]", || drop(black_box(Items::from_slice(black_box(bytes)))))
            .at_most(1.3, HAND)
            .case(BINRW, || drop(black_box(BinrwItems::read(&mut Cursor::new(black_box(bytes))))))
            .case(DEKU, || drop(black_box(DekuItems::from_bytes((black_box(bytes), 0)))))
            .measure(),
        group("Items borrowed, decode")
            .case(HAND, || drop(black_box(items::BorrowedByHand::decode_all(black_box(bytes)))))
            .case("#[structure]", || drop(black_box(BorrowedItems::from_slice(black_box(bytes)))))
            .at_most(1.1, HAND)
            .measure(),
        group("Items, decode and validate")
            .case(HAND, || drop(black_box(items::ByHand::decode_valid(black_box(bytes)))))
            .case("#[structure]", || drop(black_box(Items::validate(black_box(bytes), Mode::Strict))))
            .at_most(1.5, HAND)
            .measure(),
        group("Items, encode")
            .case(HAND, || drop(black_box(items::ByHand::encode_all(black_box(&hand)))))
            .case("#[structure]", || drop(black_box(black_box(&ours).to_vec())))
            .at_most(1.2, HAND)
            .case(BINRW, || drop(black_box(by_binrw(black_box(&theirs)))))
            .at_least(1.0, "#[structure]")
            .case(DEKU, || drop(black_box(black_box(&deku).to_bytes())))
            .measure(),
        group("Items, interpreted")
            .case(generated, || drop(black_box(Items::validate(black_box(bytes), Mode::Strict))))
            .case("interpreter, validate", || drop(black_box(interpreter.validate(black_box(bytes), Mode::Strict))))
            .at_most(8.0, generated)
            .measure(),
    ])
}

/// Measures the groups of triangles of fixed size.
pub(crate) fn triangles(count: u32) -> Outcome<Vec<Measured>> {
    let bytes = &*triangles::bytes_of_triangles(count);
    let group = |title| Group::new(title, bytes.len()).of_elements(count);
    let ours = StructureMesh::from_slice(bytes)?;
    let records = RecordMesh::from_slice(bytes)?;
    let hand = triangles::ByHand::decode_all(bytes).ok_or("by hand, the triangles are not read")?;
    let theirs = BinrwMesh::read(&mut Cursor::new(bytes))?;
    let (_, deku) = DekuMesh::from_bytes((bytes, 0))?;
    let theirs_and_others: [&dyn Debug; 4] = [&records.triangles, &hand, &theirs.triangles, &deku.triangles];
    agree("triangles", bytes, &ours.triangles, theirs_and_others)?;
    written(
        "triangles",
        bytes,
        &[
            &|| ours.to_vec().ok(),
            &|| records.to_vec().ok(),
            &|| triangles::ByHand::encode_all(&hand),
            &|| by_binrw(&theirs),
            &|| deku.to_bytes().ok(),
        ],
    )?;
    let valid = |bytes| StructureMesh::validate(bytes, Mode::Strict).verdict() == Verdict::Valid;
    let broken = broken_floats(bytes);
    same("checks of triangles", valid(bytes) && triangles::ByHand::decode_valid(bytes).is_some())?;
    same("faults of triangles", !valid(&broken) && triangles::ByHand::decode_valid(&broken).is_none())?;
    let record = "#[derive(Record)]";
    let structure = "#[structure]";
    Ok(vec![
        group("Structures of fixed size, decode")
            .case(record, || drop(black_box(RecordMesh::from_slice(black_box(bytes)))))
            .case(structure, || drop(black_box(StructureMesh::from_slice(black_box(bytes)))))
            .at_most(1.25, record)
            .case(HAND, || drop(black_box(triangles::ByHand::decode_all(black_box(bytes)))))
            .case(BINRW, || drop(black_box(BinrwMesh::read(&mut Cursor::new(black_box(bytes))))))
            .case(DEKU, || drop(black_box(DekuMesh::from_bytes((black_box(bytes), 0)))))
            .measure(),
        group("Structures of fixed size, decode and validate")
            .case(record, || drop(black_box(RecordMesh::validate(black_box(bytes), Mode::Strict))))
            .case(structure, || drop(black_box(StructureMesh::validate(black_box(bytes), Mode::Strict))))
            .at_most(1.25, record)
            .case(HAND, || drop(black_box(triangles::ByHand::decode_valid(black_box(bytes)))))
            .measure(),
        group("Structures of fixed size, encode")
            .case(record, || drop(black_box(black_box(&records).to_vec())))
            .case(structure, || drop(black_box(black_box(&ours).to_vec())))
            .at_most(1.25, record)
            .case(HAND, || drop(black_box(triangles::ByHand::encode_all(black_box(&hand)))))
            .case(BINRW, || drop(black_box(by_binrw(black_box(&theirs)))))
            .case(DEKU, || drop(black_box(black_box(&deku).to_bytes())))
            .measure(),
    ])
}

fn by_binrw<T>(value: &T) -> Option<Vec<u8>>
where
    for<'a> T: BinWrite<Args<'a> = ()> + binrw::meta::WriteEndian,
{
    let mut out = Cursor::new(Vec::new());
    value.write(&mut out).ok()?;
    Some(out.into_inner())
}

/// Returns the bytes with a NaN near the end: the last 8 bytes are 0xFF, so the last float of an item or a triangle is
/// NaN.
fn broken_floats(bytes: &[u8]) -> Vec<u8> {
    let mut broken = bytes.to_vec();
    broken.iter_mut().rev().take(8).for_each(|byte| *byte = 0xff);
    broken
}

fn same(what: &str, holds: bool) -> Outcome<()> {
    if holds { Ok(()) } else { Err(format!("{what}: the implementations differ").into()) }
}

/// Rejects implementations that read different values.
fn agree<const N: usize>(what: &str, bytes: &[u8], ours: &dyn Debug, others: [&dyn Debug; N]) -> Outcome<()> {
    /// Returns the text of a value without the names of its types.
    fn values(value: &dyn Debug) -> String {
        let names = ["StructureTriangle", "RecordTriangle", "Borrowed", "ByHand", "Binrw", "Deku", "Item"];
        names.iter().fold(format!("{value:?}"), |text, name| text.replace(name, ""))
    }
    let ours = values(ours);
    same(what, !bytes.is_empty() && others.iter().all(|other| values(*other) == ours))
}

/// Rejects implementations that write different bytes.
fn written(what: &str, bytes: &[u8], writers: &[&dyn Fn() -> Option<Vec<u8>>]) -> Outcome<()> {
    same(what, writers.iter().all(|write| write().as_deref() == Some(bytes)))
}
