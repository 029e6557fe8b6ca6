//! pcap, packets of a network as a program has seen them (1987), in the byte order of its machine.
//!
//! The first number says the byte order, and whether times have millionths or thousand-millionths of a second. Packets hand the
//! order on by `args`.

use bpx_schema::{Codec, Result, structure};

/// The first number where the most significant byte comes first, read the other way round.
pub const BIG: u32 = 0xD4C3_B2A1;
/// The same of a file with thousand-millionths of a second.
pub const BIG_NANO: u32 = 0x4D3C_B2A1;

/// A file.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little, is_big = magic == BIG || magic == BIG_NANO)]
pub struct Pcap {
    /// Which byte order the other numbers have, and which part of a second the times count.
    #[schema(one_of(0xA1B2_C3D4, 0xA1B2_3C4D, 0xD4C3_B2A1, 0x4D3C_B2A1))]
    pub magic: u32,
    /// Version of the format.
    #[schema(supported(2))]
    pub version: u16,
    /// Its second part.
    #[schema(supported(4))]
    pub minor_version: u16,
    /// Seconds between the times and those of Greenwich.
    pub zone: i32,
    /// How exact the times are; always 0.
    pub accuracy: u32,
    /// How many bytes of a packet are kept at most.
    pub kept_size: u32,
    /// What the first bytes of a packet are; 1 for Ethernet.
    pub link: u32,
    /// The packets.
    #[br(parse_with = until_eof, args(magic))]
    pub packets: Vec<Packet>,
}

/// A packet.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[br(import(magic: u32))]
#[brw(little, is_big = magic == BIG || magic == BIG_NANO)]
#[schema(assert(full_size >= bytes.len(), text = "expected at least {bytes.len()}, found {full_size}", on = full_size))]
pub struct Packet {
    /// When it was seen, in seconds since 1970.
    pub seconds: u32,
    /// And so many millionths or thousand-millionths of one.
    pub fraction: u32,
    #[br(temp)]
    #[bw(calc = bytes.len())]
    kept: u32,
    /// Its size in bytes, when it was seen.
    pub full_size: u32,
    /// The bytes that were kept.
    #[br(count = kept)]
    pub bytes: Vec<u8>,
}

/// Keeps the packets that a condition holds for.
pub fn filter(file: &[u8], keep: impl Fn(&Packet) -> bool) -> Result<Vec<u8>> {
    let mut pcap = Pcap::from_slice(file)?;
    pcap.packets.retain(keep);
    pcap.to_vec()
}
