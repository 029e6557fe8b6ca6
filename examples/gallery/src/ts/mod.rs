//! MPEG-TS, the stream of packets that carries television (ISO/IEC 13818-1, 1995).
//!
//! Each packet has 188 bytes: a header of bits, which cross bytes, an optional adaptation field of a stated size, and a
//! payload, which has the rest. Where a unit starts, the packet alone determines the kind of the payload: three fixed
//! bytes begin a packet of an elementary stream (`pes.rs`), and all others begin with a pointer to a section of a table
//! (`tables.rs`), whose CRC-32 a writer sets.
//!
//! A unit continues in the next packets of the same stream. These keep its bytes: the page joins no packets.

mod pes;
mod tables;

pub use pes::*;
pub use tables::*;

use bpx_schema::{Codec, Result, structure};

/// The stream of packets without content.
pub const NULL: u16 = 0x1FFF;

/// A stream of packets.
#[structure]
#[derive(Debug, Clone, PartialEq)]
pub struct TransportStream {
    /// The packets.
    #[br(parse_with = until_eof)]
    pub packets: Vec<Packet>,
}

/// A packet of 188 bytes.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(big, magic = b"\x47")]
#[schema(
    assert(
        head.has_adaptation + head.has_payload > 0,
        code = "packet.control",
        text = "expected an adaptation field or a payload, found neither",
        on = head
    ),
    assert(
        head.has_payload == 1 || head.has_adaptation == 0 || adaptation_length == 183,
        code = "packet.adaptation-length",
        text = "expected 183 bytes without a payload, found {adaptation_length}",
        on = adaptation_length
    )
)]
pub struct Packet {
    /// Identifier, counter and flags.
    pub head: PacketHead,
    /// Size of the adaptation field in bytes, which a writer sets.
    #[br(if(head.has_adaptation == 1, 0))]
    #[schema(range(0..=183))]
    pub adaptation_length: u8,
    /// Adaptation field.
    #[br(if(head.has_adaptation == 1 && adaptation_length > 0))]
    #[schema(region(size = adaptation_length))]
    pub adaptation: Option<Adaptation>,
    /// A part of a stream.
    #[br(if(head.has_payload == 1), args(head.start, head.pid, head.scrambling))]
    #[schema(region(size = 184 - head.has_adaptation * (1 + adaptation_length)))]
    pub payload: Option<Payload>,
}

/// The identifier, the counter and the flags of a packet.
#[structure]
#[bitfield]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[brw(big)]
#[schema(bits = 24)]
pub struct PacketHead {
    /// Whether the packet was damaged on its way.
    pub error: B1,
    /// Whether a unit starts in the payload.
    pub start: B1,
    /// Whether it comes before others of its stream.
    pub priority: B1,
    /// Number of the stream; 0 for the table of programs, 8191 for no content.
    pub pid: B13,
    /// Number of the key that encrypts the payload; 0 for none.
    pub scrambling: B2,
    /// Whether there is an adaptation field.
    pub has_adaptation: B1,
    /// Whether there is a payload.
    pub has_payload: B1,
    /// Number of the packet in its stream.
    pub counter: B4,
}

/// An adaptation field.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(big)]
#[schema(assert(
    count(stuffing, entry != 255) == 0,
    class = ReservedNotZero,
    severity = warning,
    code = "adaptation.stuffing",
    text = "expected bytes 255, found {count(stuffing, entry != 255)} others",
    on = stuffing
))]
pub struct Adaptation {
    /// Flags that state which members follow.
    pub flags: AdaptationFlags,
    /// The clock of the program.
    #[br(if(flags.clock == 1))]
    pub clock: Option<Clock>,
    /// The clock of the program that this one was made of.
    #[br(if(flags.original_clock == 1))]
    pub original_clock: Option<Clock>,
    /// Packets up to a place where streams may be exchanged.
    #[br(if(flags.splice == 1, 0))]
    pub splice_countdown: i8,
    /// Bytes that others define.
    #[br(if(flags.private == 1))]
    pub private: Option<PrivateData>,
    /// Size of the extension in bytes, which a writer sets.
    #[br(if(flags.extension == 1, 0))]
    pub extension_length: u8,
    /// More.
    #[br(if(flags.extension == 1))]
    #[schema(region(size = extension_length))]
    pub extension: Option<Extension>,
    /// Fills the packet.
    #[br(parse_with = until_eof)]
    pub stuffing: Vec<u8>,
}

/// The flags of an adaptation field.
#[structure]
#[bitfield]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[brw(big)]
#[schema(bits = 8)]
pub struct AdaptationFlags {
    /// Whether clock or counter begin anew.
    pub discontinuity: B1,
    /// Whether a reader may begin here.
    pub random_access: B1,
    /// Whether the stream matters more here.
    pub priority: B1,
    /// Whether there is a clock.
    pub clock: B1,
    /// Whether there is an original clock.
    pub original_clock: B1,
    /// Whether there is a countdown.
    pub splice: B1,
    /// Whether there are bytes that others define.
    pub private: B1,
    /// Whether there is an extension.
    pub extension: B1,
}

/// A clock: parts of 90,000 of a second, and of each of them parts of 300.
#[structure]
#[bitfield]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[brw(big)]
#[schema(bits = 48)]
pub struct Clock {
    /// Parts of 90,000 of a second.
    pub base: B33,
    /// Ones; some writers have zeros.
    pub reserved: B6,
    /// Parts of 300 of these.
    #[schema(range(0..=299))]
    pub extension: B9,
}

/// Bytes that others define.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(big)]
pub struct PrivateData {
    #[br(temp)]
    #[bw(calc = bytes.len())]
    length: u8,
    /// The bytes.
    #[br(count = length)]
    pub bytes: Vec<u8>,
}

/// More of an adaptation field.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(big)]
pub struct Extension {
    /// Flags that state which members follow.
    pub flags: ExtensionFlags,
    /// Legal time window of the packet.
    #[br(if(flags.window == 1))]
    pub window: Option<LegalTimeWindow>,
    /// Piecewise rate of packets.
    #[br(if(flags.rate == 1))]
    pub rate: Option<PiecewiseRate>,
    /// Type of a splice, and the time of the first unit after it.
    #[br(if(flags.splice == 1))]
    pub splice: Option<Timestamp>,
    /// Descriptors, or reserved.
    #[br(parse_with = until_eof)]
    pub rest: Vec<u8>,
}

/// The flags of an extension.
#[structure]
#[bitfield]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[brw(big)]
#[schema(bits = 8)]
pub struct ExtensionFlags {
    /// Whether there is a window.
    pub window: B1,
    /// Whether there is a rate.
    pub rate: B1,
    /// Whether there is a splice.
    pub splice: B1,
    /// Whether there are no descriptors.
    pub no_descriptors: B1,
    /// Always ones.
    pub reserved: B4,
}

/// The legal time window of a packet.
#[structure]
#[bitfield]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[brw(big)]
#[schema(bits = 16)]
pub struct LegalTimeWindow {
    /// Whether the offset counts.
    pub is_valid: B1,
    /// Parts of 300,000 of a second.
    pub offset: B15,
}

/// The piecewise rate of packets.
#[structure]
#[bitfield]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[brw(big)]
#[schema(bits = 24)]
pub struct PiecewiseRate {
    /// Always ones.
    pub reserved: B2,
    /// Units of 50 bytes in a second.
    pub rate: B22,
}

/// Parts of 90,000 of a second, in three pieces, and four bits that say what they are.
#[structure]
#[bitfield]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[brw(big)]
#[schema(bits = 40)]
pub struct Timestamp {
    /// 2 or 3 for presentation, 1 for decoding, or the type of a splice.
    pub kind: B4,
    /// Bits 30 to 32.
    pub high: B3,
    /// Always 1.
    #[schema(one_of(1))]
    pub marker: B1,
    /// Bits 15 to 29.
    pub middle: B15,
    /// Always 1.
    #[schema(one_of(1))]
    pub second_marker: B1,
    /// Bits 0 to 14.
    pub low: B15,
    /// Always 1.
    #[schema(one_of(1))]
    pub third_marker: B1,
}

/// A part of a stream.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(big)]
#[br(import(start: u8, pid: u16, scrambling: u8))]
pub enum Payload {
    /// No content.
    #[br(pre_assert(pid == NULL))]
    Null(#[br(parse_with = until_eof)] Vec<u8>),
    /// Scrambled payload.
    #[br(pre_assert(scrambling != 0))]
    Scrambled(#[br(parse_with = until_eof)] Vec<u8>),
    /// The begin of a packet of an elementary stream.
    #[br(pre_assert(start == 1), magic = b"\0\0\x01")]
    Pes(Pes),
    /// Sections of tables; the time of DVB has no CRC.
    #[br(pre_assert(start == 1 && pid != 0x14))]
    Tables(Tables),
    /// Continuation of the unit of an earlier packet.
    More(#[br(parse_with = until_eof)] Vec<u8>),
}

impl Timestamp {
    /// Returns the time, in parts of 90,000 of a second.
    pub fn time(&self) -> u64 {
        u64::from(self.high()) << 30 | u64::from(self.middle()) << 15 | u64::from(self.low())
    }
}

/// Gives an elementary stream another type in all tables of a program, and keeps everything else.
pub fn retype(file: &[u8], pid: u16, kind: u8) -> Result<Vec<u8>> {
    let mut stream = TransportStream::from_slice(file)?;
    for packet in &mut stream.packets {
        let Some(Payload::Tables(tables)) = &mut packet.payload else { continue };
        for item in &mut tables.items {
            let TableItem::Section(Section { body: SectionBody::Map { streams, .. }, .. }) = item else { continue };
            streams.iter_mut().filter(|one| one.pid.pid() == pid).for_each(|one| one.kind = kind);
        }
    }
    stream.to_vec()
}
