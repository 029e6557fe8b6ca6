//! The begin of packets of elementary streams, which hold pictures and sound.

use super::{PrivateData, Timestamp};
use bpx_schema::{Record, structure};

/// The begin of a packet of an elementary stream, after three fixed bytes.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(big)]
pub struct Pes {
    /// Identifier of the stream in its program.
    #[schema(codes = StreamId)]
    pub stream: u8,
    /// Bytes that follow in this and the next packets, or 0 for pictures of any size.
    pub length: u16,
    /// Header; some streams have none.
    #[br(if(
        stream != 0xBC && stream != 0xBE && stream != 0xBF && stream != 0xF0 && stream != 0xF1 && stream != 0xF2
            && stream != 0xF8 && stream != 0xFF
    ))]
    pub header: Option<PesHeader>,
    /// The begin of the content.
    #[br(parse_with = until_eof)]
    pub data: Vec<u8>,
}

/// Kinds of streams; sound and pictures have 32 and 16 numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Record)]
#[repr(u8)]
pub enum StreamId {
    /// Map of the streams of a program.
    Map = 188,
    /// Private data with a header.
    Private1 = 189,
    /// Nothing.
    Padding = 190,
    /// Private data without a header.
    Private2 = 191,
    /// The first one with sound.
    Sound = 192,
    /// The first one with pictures.
    Picture = 224,
    /// Keys.
    EntitlementControl = 240,
    /// Rights.
    EntitlementManagement = 241,
    /// Commands of DSM-CC.
    Dsm = 242,
    /// Directory of the program stream.
    Directory = 255,
}

/// The header of a packet of an elementary stream.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(big)]
#[schema(assert(
    flags.has_presentation == 1 || flags.has_decoding == 0,
    code = "pes-header.times",
    text = "expected no time of decoding without one of presentation, found one",
    on = flags
))]
pub struct PesHeader {
    /// Flags that state which members follow.
    pub flags: PesFlags,
    /// Size of the fields in bytes, which a writer sets.
    pub length: u8,
    /// The fields.
    #[br(args(flags.has_presentation, flags.has_decoding, flags.has_clock, flags.has_rate, flags.has_trick, flags.has_copy, flags.has_crc, flags.has_extension))]
    #[schema(region(size = length))]
    pub fields: PesFields,
}

/// The flags of the header of a packet.
#[structure]
#[bitfield]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[brw(big)]
#[schema(bits = 16)]
pub struct PesFlags {
    /// Always 2.
    #[schema(one_of(2))]
    pub marker: B2,
    /// Number of the key that encrypts the content; 0 for none.
    pub scrambling: B2,
    /// Whether it comes before others.
    pub priority: B1,
    /// Whether a unit of the content begins after the header.
    pub is_aligned: B1,
    /// Whether it is protected.
    pub copyright: B1,
    /// Whether it is not a copy.
    pub is_original: B1,
    /// Whether there is a time of presentation.
    pub has_presentation: B1,
    /// Whether there is a time of decoding.
    pub has_decoding: B1,
    /// Whether there is a clock of the stream.
    pub has_clock: B1,
    /// Whether there is a rate.
    pub has_rate: B1,
    /// Whether it is shown in another way.
    pub has_trick: B1,
    /// Whether there is more about copies.
    pub has_copy: B1,
    /// Whether there is a checksum of the packet before.
    pub has_crc: B1,
    /// Whether there is an extension.
    pub has_extension: B1,
}

/// Fields of a header.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(big)]
#[br(import(has_presentation: u8, has_decoding: u8, has_clock: u8, has_rate: u8, has_trick: u8, has_copy: u8, has_crc: u8, has_extension: u8))]
pub struct PesFields {
    /// Presentation time.
    #[br(if(has_presentation == 1))]
    pub presentation: Option<Timestamp>,
    /// Decoding time.
    #[br(if(has_decoding == 1))]
    pub decoding: Option<Timestamp>,
    /// The clock of the stream.
    #[br(if(has_clock == 1))]
    pub clock: Option<StreamClock>,
    /// Rate of the stream.
    #[br(if(has_rate == 1))]
    pub rate: Option<StreamRate>,
    /// Trick mode.
    #[br(if(has_trick == 1))]
    pub trick: Option<Trick>,
    /// More about copies.
    #[br(if(has_copy == 1))]
    pub copy: Option<CopyInfo>,
    /// Checksum of the content of the packet before.
    #[br(if(has_crc == 1, 0))]
    pub crc: u16,
    /// More.
    #[br(if(has_extension == 1))]
    pub extension: Option<PesExtension>,
    /// Bytes 255.
    #[br(parse_with = until_eof)]
    pub stuffing: Vec<u8>,
}

/// The clock of a stream.
#[structure]
#[bitfield]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[brw(big)]
#[schema(bits = 48)]
pub struct StreamClock {
    /// Always ones.
    pub reserved: B2,
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
    /// Parts of 300 of a part of 90,000 of a second.
    #[schema(range(0..=299))]
    pub extension: B9,
    /// Always 1.
    #[schema(one_of(1))]
    pub last_marker: B1,
}

/// The rate of a stream.
#[structure]
#[bitfield]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[brw(big)]
#[schema(bits = 24)]
pub struct StreamRate {
    /// Always 1.
    #[schema(one_of(1))]
    pub marker: B1,
    /// Units of 50 bytes in a second.
    pub rate: B22,
    /// Always 1.
    #[schema(one_of(1))]
    pub second_marker: B1,
}

/// The trick mode of pictures, such as slow motion.
#[structure]
#[bitfield]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[brw(big)]
#[schema(bits = 8)]
pub struct Trick {
    /// 0 forward, 1 slowly, 2 one picture, 3 backward, 4 slowly backward.
    pub mode: B3,
    /// Parameters of the mode.
    pub control: B5,
}

/// More about copies.
#[structure]
#[bitfield]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[brw(big)]
#[schema(bits = 8)]
pub struct CopyInfo {
    /// Always 1.
    #[schema(one_of(1))]
    pub marker: B1,
    /// Additional copy information.
    pub info: B7,
}

/// More of a header.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(big)]
pub struct PesExtension {
    /// Flags that state which members follow.
    pub flags: PesExtensionFlags,
    /// Bytes that others define.
    #[br(if(flags.private == 1))]
    pub private: Option<[u8; 16]>,
    /// Header of a pack of another stream.
    #[br(if(flags.pack == 1))]
    pub pack: Option<PrivateData>,
    /// Number of the packet.
    #[br(if(flags.counter == 1))]
    pub counter: Option<SequenceCounter>,
    /// Size of a buffer.
    #[br(if(flags.buffer == 1))]
    pub buffer: Option<Buffer>,
    /// Still more.
    #[br(if(flags.second == 1))]
    pub second: Option<SecondExtension>,
}

/// The flags of an extension.
#[structure]
#[bitfield]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[brw(big)]
#[schema(bits = 8)]
pub struct PesExtensionFlags {
    /// Whether there are bytes of others.
    pub private: B1,
    /// Whether there is a header of a pack.
    pub pack: B1,
    /// Whether there is a number.
    pub counter: B1,
    /// Whether there is a size of a buffer.
    pub buffer: B1,
    /// Always ones.
    pub reserved: B3,
    /// Whether there is more.
    pub second: B1,
}

/// Number of a packet.
#[structure]
#[bitfield]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[brw(big)]
#[schema(bits = 16)]
pub struct SequenceCounter {
    /// Always 1.
    #[schema(one_of(1))]
    pub marker: B1,
    /// The number.
    pub counter: B7,
    /// Always 1.
    #[schema(one_of(1))]
    pub second_marker: B1,
    /// Whether the stream was one of MPEG-1.
    pub is_mpeg1: B1,
    /// Bytes that filled the header there.
    pub stuffing: B6,
}

/// Size of a buffer.
#[structure]
#[bitfield]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[brw(big)]
#[schema(bits = 16)]
pub struct Buffer {
    /// Always 1.
    #[schema(one_of(1))]
    pub marker: B2,
    /// 0 for 128 bytes, 1 for 1024.
    pub scale: B1,
    /// Size of the buffer in these units.
    pub size: B13,
}

/// Still more of a header.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(big)]
pub struct SecondExtension {
    /// Its size.
    pub head: SecondHead,
    /// The first bit says whether the number of a stream follows.
    #[br(count = head.length)]
    pub bytes: Vec<u8>,
}

/// Size of the second extension.
#[structure]
#[bitfield]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[brw(big)]
#[schema(bits = 8)]
pub struct SecondHead {
    /// Always 1.
    #[schema(one_of(1))]
    pub marker: B1,
    /// Bytes.
    pub length: B7,
}
