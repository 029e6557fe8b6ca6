//! Measures trees of values in NBT and MessagePack, compared with libraries for these formats, which have types of
//! their own for the values.

use crate::cases::Outcome;
use crate::clock::{Group, Measured};
use bpx_schema::Codec;
use gallery::{msgpack, nbt};
use std::hint::black_box;

const OURS: &str = "#[structure]";
const NBT: &str = "fastnbt";
const MESSAGE_PACK: &str = "rmp-serde";

/// Measures the groups of trees with `count` compounds.
pub(crate) fn trees(count: u32) -> Outcome<Vec<Measured>> {
    let (nbt_bytes, pack_bytes) = (&*bytes_of_nbt(count)?, &*bytes_of_message_pack(count)?);
    let nbt = nbt::Entry::from_slice(nbt_bytes)?;
    let pack = msgpack::Item::from_slice(pack_bytes)?;
    let other_nbt: fastnbt::Value = fastnbt::from_bytes(nbt_bytes)?;
    let other_pack: rmpv::Value = rmp_serde::from_slice(pack_bytes)?;
    // The values are compared by what each library writes of them, and of how many it has.
    let mut written = Vec::new();
    rmpv::encode::write_value(&mut written, &other_pack)?;
    let same = nbt.to_vec()? == nbt_bytes
        && pack.to_vec()? == pack_bytes
        && written == pack_bytes
        && leaves_of_nbt(&nbt.value) == leaves_of_other_nbt(&other_nbt);
    if !same {
        return Err("trees: the implementations differ".into());
    }
    Ok(vec![
        Group::new("NBT, decode", nbt_bytes.len())
            .case(NBT, || drop(black_box(fastnbt::from_bytes::<fastnbt::Value>(black_box(nbt_bytes)))))
            .case(OURS, || drop(black_box(nbt::Entry::from_slice(black_box(nbt_bytes)))))
            .at_most(1.25, NBT)
            .measure(),
        Group::new("MessagePack, decode", pack_bytes.len())
            .case(MESSAGE_PACK, || drop(black_box(rmp_serde::from_slice::<rmpv::Value>(black_box(pack_bytes)))))
            .case(OURS, || drop(black_box(msgpack::Item::from_slice(black_box(pack_bytes)))))
            .at_most(1.25, MESSAGE_PACK)
            .measure(),
    ])
}

/// Returns a root with a list of `count` compounds; each compound has numbers, texts, lists and arrays.
pub(crate) fn bytes_of_nbt(count: u32) -> Outcome<Vec<u8>> {
    use nbt::{Entry, Value};
    let numbers = |at: u32| (0..8).map(|number| Value::Int((at * 8 + number) as i32)).collect();
    let compound = |at: u32| {
        let inner = vec![
            Entry::new("x", Value::Double(f64::from(at))),
            Entry::new("y", Value::Double(0.5)),
            Entry::new("on", Value::Byte(1)),
        ];
        Value::Compound(vec![
            Entry::new("id", Value::Long(i64::from(at))),
            Entry::new("name", Value::text(&format!("compound number {at}"))),
            Entry::new("small", Value::Short(7)),
            Entry::new("weight", Value::Float(at as f32)),
            Entry::new("numbers", Value::List { element_kind: 3, items: numbers(at) }),
            Entry::new("bytes", Value::ByteArray { bytes: vec![at as u8; 24] }),
            Entry::new("longs", Value::LongArray { numbers: vec![i64::from(at); 4] }),
            Entry::new("place", Value::Compound(inner)),
        ])
    };
    let items = (0..count).map(compound).collect();
    let root = Value::Compound(vec![Entry::new("all", Value::List { element_kind: 10, items })]);
    Ok(Entry::new("", root).to_vec()?)
}

/// Returns the number of values without parts.
fn leaves_of_nbt(value: &nbt::Value) -> usize {
    match value {
        nbt::Value::List { items, .. } => items.iter().map(leaves_of_nbt).sum(),
        nbt::Value::Compound(members) => members.iter().map(|member| leaves_of_nbt(&member.value)).sum(),
        _ => 1,
    }
}

fn leaves_of_other_nbt(value: &fastnbt::Value) -> usize {
    match value {
        fastnbt::Value::List(items) => items.iter().map(leaves_of_other_nbt).sum(),
        fastnbt::Value::Compound(members) => members.values().map(leaves_of_other_nbt).sum(),
        _ => 1,
    }
}

/// Returns a list of `count` maps; each map has numbers, texts, lists and bytes.
pub(crate) fn bytes_of_message_pack(count: u32) -> Outcome<Vec<u8>> {
    use rmpv::Value;
    let map = |at: u32| {
        let entry = |key: &str, value: Value| (Value::from(key), value);
        let inner =
            vec![entry("x", Value::from(f64::from(at))), entry("y", Value::from(0.5)), entry("on", Value::from(true))];
        Value::Map(vec![
            entry("id", Value::from(u64::from(at) << 20)),
            entry("name", Value::from(format!("map number {at}"))),
            entry("small", Value::from(7)),
            entry("negative", Value::from(-i64::from(at))),
            entry("numbers", Value::Array((0..8).map(|number| Value::from(at * 8 + number)).collect())),
            entry("bytes", Value::from(vec![at as u8; 24])),
            entry("nothing", Value::Nil),
            entry("place", Value::Map(inner)),
        ])
    };
    let mut bytes = Vec::new();
    rmpv::encode::write_value(&mut bytes, &Value::Array((0..count).map(map).collect()))?;
    Ok(bytes)
}
