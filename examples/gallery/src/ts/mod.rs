//! MPEG-TS: the packet stream that carries television (ISO/IEC 13818-1, 1995).
//!
//! Each packet has 188 bytes: a header of bit fields that cross byte boundaries, an optional adaptation field of a
//! stated size, and a payload in the other bytes. If a unit starts in a packet, the packet alone determines the kind of
//! the payload. Three fixed bytes begin a packet of an elementary stream (`pes.rs`). Other payloads begin with a
//! pointer to a section of a table (`tables.rs`); a writer sets the CRC-32 of the section.
//!
//! A unit continues in the next packets of the same stream. The declaration keeps these packets as bytes; it does not
//! join packets.

mod pes;
mod tables;

pub use pes::*;
pub use tables::*;

use bpx_schema::{Codec, Result, structure};

/// The identifier of packets without content.
pub const NULL: u16 = 0x1FFF;

/// A stream of packets.
#[structure]
#[derive(Debug, Clone, PartialEq)]
pub struct TransportStream {
    /// The packets.
    #[br(parse_with = until_eof)]
    pub packets: Vec<Packet>,
}

/// A packet of 188 bytes in the stream.
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
    /// Packet identifier, counter and flags.
    pub head: PacketHead,
    /// Size of the adaptation field in bytes, which a writer sets.
    #[br(if(head.has_adaptation == 1, 0))]
    #[schema(range(0..=183))]
    pub adaptation_length: u8,
    /// Adaptation field.
    #[br(if(head.has_adaptation == 1 && adaptation_length > 0))]
    #[schema(region(size = adaptation_length))]
    pub adaptation: Option<Adaptation>,
    /// Payload, which is a part of a stream.
    #[br(if(head.has_payload == 1), args(head.start, head.pid, head.scrambling))]
    #[schema(region(size = 184 - head.has_adaptation * (1 + adaptation_length)))]
    pub payload: Option<Payload>,
}

/// The packet identifier, the counter and the flags of a packet.
#[structure]
#[bitfield]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[brw(big)]
#[schema(bits = 24)]
pub struct PacketHead {
    /// Whether the packet was damaged in transmission.
    pub error: B1,
    /// Whether a unit starts in the payload.
    pub start: B1,
    /// Whether the packet has priority over other packets with its identifier.
    pub priority: B1,
    /// Packet identifier, which is the number of a stream; 0 for the program table, 8191 for packets without content.
    pub pid: B13,
    /// Number of the key that encrypts the payload; 0 for none.
    pub scrambling: B2,
    /// Whether there is an adaptation field.
    pub has_adaptation: B1,
    /// Whether there is a payload.
    pub has_payload: B1,
    /// Counter of the packets of the stream, modulo 16.
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
    /// The clock of the original program from which the program was made.
    #[br(if(flags.original_clock == 1))]
    pub original_clock: Option<Clock>,
    /// Number of packets of the stream up to a splice point.
    #[br(if(flags.splice == 1, 0))]
    pub splice_countdown: i8,
    /// Private data.
    #[br(if(flags.private == 1))]
    pub private: Option<PrivateData>,
    /// Size of the extension in bytes, which a writer sets.
    #[br(if(flags.extension == 1, 0))]
    pub extension_length: u8,
    /// More.
    #[br(if(flags.extension == 1))]
    #[schema(region(size = extension_length))]
    pub extension: Option<Extension>,
    /// Bytes that fill the adaptation field.
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
    /// Whether the clock or the counter is discontinuous.
    pub discontinuity: B1,
    /// Whether a decoder may start at the packet.
    pub random_access: B1,
    /// Whether the payload has priority over other parts of the stream.
    pub priority: B1,
    /// Whether there is a clock.
    pub clock: B1,
    /// Whether there is an original clock.
    pub original_clock: B1,
    /// Whether there is a countdown to a splice point.
    pub splice: B1,
    /// Whether there are private data.
    pub private: B1,
    /// Whether there is an extension.
    pub extension: B1,
}

/// A clock: a base of 90 kHz, and an extension of 27 MHz.
#[structure]
#[bitfield]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[brw(big)]
#[schema(bits = 48)]
pub struct Clock {
    /// Time in units of 1/90,000 second.
    pub base: B33,
    /// All bits 1; some writers write zeros.
    pub reserved: B6,
    /// Units of 1/27,000,000 second to add.
    #[schema(range(0..=299))]
    pub extension: B9,
}

/// Private data, whose format others define.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(big)]
pub struct PrivateData {
    #[br(temp)]
    #[bw(calc = bytes.len())]
    length: u8,
    /// The private data.
    #[br(count = length)]
    pub bytes: Vec<u8>,
}

/// The extension of an adaptation field.
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
    /// Splice type, and the decoding time of the first unit after the splice.
    #[br(if(flags.splice == 1))]
    pub splice: Option<Timestamp>,
    /// Descriptors, or reserved bytes.
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
    /// Whether there is a legal time window.
    pub window: B1,
    /// Whether there is a piecewise rate.
    pub rate: B1,
    /// Whether there are a splice type and a time.
    pub splice: B1,
    /// Whether there are no descriptors.
    pub no_descriptors: B1,
    /// Reserved; all bits 1.
    pub reserved: B4,
}

/// The legal time window of a packet.
#[structure]
#[bitfield]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[brw(big)]
#[schema(bits = 16)]
pub struct LegalTimeWindow {
    /// Whether the offset is valid.
    pub is_valid: B1,
    /// Offset of the window, in units of 1/300,000 second.
    pub offset: B15,
}

/// The piecewise rate of packets.
#[structure]
#[bitfield]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[brw(big)]
#[schema(bits = 24)]
pub struct PiecewiseRate {
    /// Reserved; all bits 1.
    pub reserved: B2,
    /// Rate in units of 50 bytes per second.
    pub rate: B22,
}

/// A time in units of 1/90,000 second, split into three parts, with four bits that state the kind of time.
#[structure]
#[bitfield]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[brw(big)]
#[schema(bits = 40)]
pub struct Timestamp {
    /// 2 or 3 for presentation, 1 for decoding, or the splice type.
    pub kind: B4,
    /// Bits 30 to 32 of the time.
    pub high: B3,
    /// Always 1.
    #[schema(one_of(1))]
    pub marker: B1,
    /// Bits 15 to 29 of the time.
    pub middle: B15,
    /// Always 1.
    #[schema(one_of(1))]
    pub second_marker: B1,
    /// Bits 0 to 14 of the time.
    pub low: B15,
    /// Always 1.
    #[schema(one_of(1))]
    pub third_marker: B1,
}

/// The payload of a packet.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(big)]
#[br(import(start: u8, pid: u16, scrambling: u8))]
pub enum Payload {
    /// Bytes without content.
    #[br(pre_assert(pid == NULL))]
    Null(#[br(parse_with = until_eof)] Vec<u8>),
    /// A scrambled payload.
    #[br(pre_assert(scrambling != 0))]
    Scrambled(#[br(parse_with = until_eof)] Vec<u8>),
    /// The beginning of a packet of an elementary stream.
    #[br(pre_assert(start == 1), magic = b"\0\0\x01")]
    Pes(Pes),
    /// Sections of tables, but not of the DVB time table, whose sections have no CRC.
    #[br(pre_assert(start == 1 && pid != 0x14))]
    Tables(Tables),
    /// The continuation of a unit from an earlier packet.
    More(#[br(parse_with = until_eof)] Vec<u8>),
}

impl Timestamp {
    /// Returns the time in units of 1/90,000 second.
    pub fn time(&self) -> u64 {
        u64::from(self.high()) << 30 | u64::from(self.middle()) << 15 | u64::from(self.low())
    }
}

/// Sets the type of an elementary stream in all program tables, and keeps everything else; the writer updates the
/// CRC-32 of the tables.
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
