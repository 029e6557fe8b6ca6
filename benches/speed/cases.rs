//! The measured cases.

use crate::clock::{Group, Measured};
use crate::records::{Binrw, BoneTransform, ByHand, Frames};
use binrw::io::Cursor;
use binrw::{BinRead, BinWrite, VecArgs};
use bpx_schema::Codec;
use bpx_schema::checksum::{ByteSum, Crc32, checksum_of};
use bpx_schema::codec::{View, read_records, to_bytes};
use bpx_schema::schema::Endian;
use std::hint::black_box;
use std::io::{Read, Seek, Write};

/// The result of a step; the error is about a file, or about implementations that differ.
pub(crate) type Outcome<T> = Result<T, Box<dyn std::error::Error>>;

const HAND: &str = "by hand";

/// Measures all groups of records, with `size` bytes.
pub(crate) fn run(size: usize) -> Outcome<Vec<Measured>> {
    let count = size / ByHand::SIZE;
    let bytes = frames(count);
    agree(bytes.get(..size.min(4400)).unwrap_or(&bytes))?;
    Ok(vec![decode(&bytes), check(&bytes), read(&bytes)?, scan(&bytes), encode(&bytes), sums(&bytes)])
}

/// Returns valid pseudo-random transforms.
fn frames(count: usize) -> Vec<u8> {
    let mut state = 0x2545_F491_4F6C_DD1D_u64;
    let mut number = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 40) as f32 / 16_777_216.0
    };
    let mut bytes = Vec::with_capacity(count * ByHand::SIZE);
    for bone in 0..count {
        for _ in 0..10 {
            bytes.extend(number().to_le_bytes());
        }
        bytes.extend((bone as u32 & 1023).to_le_bytes());
    }
    bytes
}

fn view(bytes: &[u8]) -> View<'_, BoneTransform> {
    View::new(bytes).0
}

fn by_hand(bytes: &[u8]) -> Vec<ByHand> {
    bytes.as_chunks().0.iter().map(ByHand::decode).collect()
}

/// Decodes and checks the records in one pass.
fn by_hand_checked(bytes: &[u8]) -> Option<Vec<ByHand>> {
    let mut valid = true;
    let decode = |bytes| {
        let record = ByHand::decode(bytes);
        valid &= record.is_valid();
        record
    };
    let records = bytes.as_chunks().0.iter().map(decode).collect();
    valid.then_some(records)
}

fn by_binrw(bytes: &[u8]) -> Vec<Binrw> {
    let args = VecArgs { count: bytes.len() / ByHand::SIZE, inner: () };
    Vec::read_args(&mut Cursor::new(bytes), args).unwrap_or_default()
}

/// Rejects implementations that give different results.
fn agree(bytes: &[u8]) -> Outcome<()> {
    let ours = view(bytes).to_vec();
    let text = format!("{ours:?}").replace("BoneTransform", "");
    let same = format!("{:?}", by_hand(bytes)).replace("ByHand", "") == text
        && format!("{:?}", by_binrw(bytes)).replace("Binrw", "") == text
        && read_records::<BoneTransform>(&mut &*bytes, ours.len() as u64)? == ours
        && view(bytes).to_valid_vec().as_ref() == Some(&ours)
        && encode_ours(&ours) == bytes
        && encode_by_hand(&by_hand(bytes)) == bytes;
    if same { Ok(()) } else { Err("the three implementations differ".into()) }
}

fn decode(bytes: &[u8]) -> Measured {
    Group::new("Decode", bytes.len())
        .case(HAND, || drop(black_box(by_hand(black_box(bytes)))))
        .case("View::to_vec", || drop(black_box(view(black_box(bytes)).to_vec())))
        .at_most(2.0, HAND)
        .case("binrw's derive, `Vec<T>`", || drop(black_box(by_binrw(black_box(bytes)))))
        .slower_than("View::to_vec", 4.0)
        .measure()
}

fn check(bytes: &[u8]) -> Measured {
    let ours = "View::to_valid_vec";
    Group::new("Decode and check", bytes.len())
        .case(HAND, || drop(black_box(by_hand_checked(black_box(bytes)))))
        .case(ours, || drop(black_box(view(black_box(bytes)).to_valid_vec())))
        .at_most(2.0, HAND)
        .case("View::is_valid, no Vec", || {
            black_box(view(black_box(bytes)).is_valid());
        })
        .case("binrw's derive, `Vec<T>`, checks by hand", || {
            let records = by_binrw(black_box(bytes));
            black_box(records.iter().fold(true, |valid, record| valid & record.is_valid()));
            drop(black_box(records));
        })
        .slower_than(ours, 4.0)
        .measure()
}

fn read(bytes: &[u8]) -> Outcome<Measured> {
    let count = bytes.len() / ByHand::SIZE;
    let mut counted = u32::try_from(count)?.to_le_bytes().to_vec();
    counted.extend(bytes);
    let mut file = tempfile::tempfile()?;
    file.write_all(bytes)?;
    let mut whole = Vec::with_capacity(bytes.len());
    let mut again = file.try_clone()?;
    let slice = "View::to_vec of a slice";
    let loaded = "file into a reused buffer, View::to_vec";
    Ok(Group::new("Read through a stream", bytes.len())
        .case(slice, || drop(black_box(view(black_box(bytes)).to_vec())))
        .case("read_records, Cursor", move || {
            let mut cursor = Cursor::new(black_box(bytes));
            drop(black_box(read_records::<BoneTransform>(&mut cursor, count as u64)));
        })
        .at_most(1.5, slice)
        .case("a structure with a `Vec<T>`, binrw's traits, Cursor", move || {
            drop(black_box(Frames::read(&mut Cursor::new(black_box(&counted)))));
        })
        .case(loaded, move || {
            whole.clear();
            let read = file.rewind().and_then(|()| file.read_to_end(&mut whole));
            drop(black_box((read, view(&whole).to_vec())));
        })
        .case("read_records, File", move || {
            let read = again.rewind().and_then(|()| read_records::<BoneTransform>(&mut again, count as u64));
            drop(black_box(read));
        })
        .at_most(1.5, loaded)
        .measure())
}

fn scan(bytes: &[u8]) -> Measured {
    let ready = by_hand(bytes);
    let ready = &ready;
    let vec = "all fields of a ready `Vec<T>`";
    let vec_one = "one field of a ready `Vec<T>`";
    let sum = |floats: &[f32]| floats.iter().fold(0_u32, |sum, float| sum.wrapping_add(float.to_bits()));
    Group::new("Scan", bytes.len())
        .case(vec, move || {
            black_box(black_box(ready).iter().fold(0_u32, |total, one| {
                let floats = sum(&one.rotation).wrapping_add(sum(&one.position)).wrapping_add(sum(&one.scale));
                total.wrapping_add(floats).wrapping_add(one.bone)
            }));
        })
        .case("all fields, View", move || {
            black_box(view(black_box(bytes)).iter().fold(0_u32, |total, one| {
                let floats = sum(&one.rotation).wrapping_add(sum(&one.position)).wrapping_add(sum(&one.scale));
                total.wrapping_add(floats).wrapping_add(one.bone)
            }));
        })
        .at_most(1.1, vec)
        .case(vec_one, move || {
            black_box(black_box(ready).iter().map(|one| one.bone).max());
        })
        .case("one field, View", move || {
            black_box(view(black_box(bytes)).iter().map(|one| one.bone).max());
        })
        .at_most(1.1, vec_one)
        .measure()
}

fn encode_by_hand(records: &[ByHand]) -> Vec<u8> {
    records.iter().map(ByHand::encode).collect::<Vec<_>>().into_flattened()
}

fn encode_ours(records: &[BoneTransform]) -> Vec<u8> {
    to_bytes(records, Endian::Little)
}

fn encode(bytes: &[u8]) -> Measured {
    let ready = by_hand(bytes);
    let ours = view(bytes).to_vec();
    let structure = Frames { bones: view(bytes).to_vec() };
    let theirs = by_binrw(bytes);
    let size = bytes.len();
    Group::new("Encode", size)
        .case(HAND, move || drop(black_box(encode_by_hand(black_box(&ready)))))
        .case("to_bytes", move || drop(black_box(encode_ours(black_box(&ours)))))
        .at_most(2.0, HAND)
        .case("a structure with a `Vec<T>`, to_vec", move || drop(black_box(black_box(&structure).to_vec())))
        .at_most(2.0, HAND)
        .case("binrw's derive, `Vec<T>`", move || {
            let mut out = Cursor::new(Vec::with_capacity(size));
            drop(black_box((black_box(&theirs).write(&mut out), out)));
        })
        .measure()
}

fn sums(bytes: &[u8]) -> Measured {
    Group::new("Checksums", bytes.len())
        .case("byte sum, plain loop", || {
            black_box(black_box(bytes).iter().fold(0_u32, |sum, byte| sum.wrapping_add(u32::from(*byte))));
        })
        .case("byte sum", || {
            black_box(checksum_of::<ByteSum>(black_box(bytes)));
        })
        .at_most(1.0, "byte sum, plain loop")
        .case("CRC-32", || {
            black_box(checksum_of::<Crc32>(black_box(bytes)));
        })
        .measure()
}
