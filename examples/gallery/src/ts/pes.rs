//! The beginning of packets of elementary streams, which hold video and sound.

use super::{PrivateData, Timestamp};
use bpx_schema::{Record, structure};

/// The beginning of a packet of an elementary stream, after three fixed bytes.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(big)]
pub struct Pes {
    /// Identifier of the stream in its program.
    #[schema(codes = StreamId)]
    pub stream: u8,
    /// Number of bytes that follow in this packet and the next packets of the stream; 0 for video of any size.
    pub length: u16,
    /// Header, which some kinds of streams do not have.
    #[br(if(
        stream != 0xBC && stream != 0xBE && stream != 0xBF && stream != 0xF0 && stream != 0xF1 && stream != 0xF2
            && stream != 0xF8 && stream != 0xFF
    ))]
    pub header: Option<PesHeader>,
    /// The beginning of the content.
    #[br(parse_with = until_eof)]
    pub data: Vec<u8>,
}

/// Kinds of streams. Sound has 32 identifiers, and video has 16.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Record)]
#[repr(u8)]
pub enum StreamId {
    /// Table of the streams of a program.
    Map = 188,
    /// Private data with a header.
    Private1 = 189,
    /// Nothing.
    Padding = 190,
    /// Private data without a header.
    Private2 = 191,
    /// The first of 32 identifiers for sound.
    Sound = 192,
    /// The first of 16 identifiers for video.
    Picture = 224,
    /// Keys.
    EntitlementControl = 240,
    /// Rights.
    EntitlementManagement = 241,
    /// DSM-CC commands.
    Dsm = 242,
    /// Directory of a program stream.
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
    /// Size of the optional fields in bytes, which a writer sets.
    pub length: u8,
    /// The optional fields.
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
    /// Whether the packet has priority over other packets of the stream.
    pub priority: B1,
    /// Whether a unit of the content begins directly after the header.
    pub is_aligned: B1,
    /// Whether copyright protects the content.
    pub copyright: B1,
    /// Whether the content is an original, not a copy.
    pub is_original: B1,
    /// Whether there is a presentation time.
    pub has_presentation: B1,
    /// Whether there is a decoding time.
    pub has_decoding: B1,
    /// Whether there is a stream clock.
    pub has_clock: B1,
    /// Whether there is a stream rate.
    pub has_rate: B1,
    /// Whether there is a trick mode, such as slow motion.
    pub has_trick: B1,
    /// Whether there is additional copy information.
    pub has_copy: B1,
    /// Whether there is a checksum of the previous packet.
    pub has_crc: B1,
    /// Whether there is an extension.
    pub has_extension: B1,
}

/// The optional fields of a packet header.
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
    /// Additional copy information.
    #[br(if(has_copy == 1))]
    pub copy: Option<CopyInfo>,
    /// Checksum of the content of the previous packet.
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
    /// Reserved; all bits 1.
    pub reserved: B2,
    /// Bits 30 to 32 of the time in units of 1/90,000 second.
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
    /// Units of 1/27,000,000 second to add.
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
    /// Rate in units of 50 bytes per second.
    pub rate: B22,
    /// Always 1.
    #[schema(one_of(1))]
    pub second_marker: B1,
}

/// The trick mode of video, such as slow motion.
#[structure]
#[bitfield]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[brw(big)]
#[schema(bits = 8)]
pub struct Trick {
    /// 0 for fast forward, 1 for slow motion, 2 for a still picture, 3 for fast reverse, 4 for slow reverse.
    pub mode: B3,
    /// Parameters of the trick mode.
    pub control: B5,
}

/// Additional copy information.
#[structure]
#[bitfield]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[brw(big)]
#[schema(bits = 8)]
pub struct CopyInfo {
    /// Always 1.
    #[schema(one_of(1))]
    pub marker: B1,
    /// Private copy information.
    pub info: B7,
}

/// The extension of a packet header.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(big)]
pub struct PesExtension {
    /// Flags that state which members follow.
    pub flags: PesExtensionFlags,
    /// Private data.
    #[br(if(flags.private == 1))]
    pub private: Option<[u8; 16]>,
    /// Pack header of another stream.
    #[br(if(flags.pack == 1))]
    pub pack: Option<PrivateData>,
    /// Sequence number of the packet.
    #[br(if(flags.counter == 1))]
    pub counter: Option<SequenceCounter>,
    /// Size of the decoder buffer.
    #[br(if(flags.buffer == 1))]
    pub buffer: Option<Buffer>,
    /// The second extension.
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
    /// Whether there are private data.
    pub private: B1,
    /// Whether there is a pack header.
    pub pack: B1,
    /// Whether there is a sequence number.
    pub counter: B1,
    /// Whether there is a buffer size.
    pub buffer: B1,
    /// Reserved; all bits 1.
    pub reserved: B3,
    /// Whether there is a second extension.
    pub second: B1,
}

/// The sequence number of a packet.
#[structure]
#[bitfield]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[brw(big)]
#[schema(bits = 16)]
pub struct SequenceCounter {
    /// Always 1.
    #[schema(one_of(1))]
    pub marker: B1,
    /// The sequence number.
    pub counter: B7,
    /// Always 1.
    #[schema(one_of(1))]
    pub second_marker: B1,
    /// Whether the packet comes from an MPEG-1 stream.
    pub is_mpeg1: B1,
    /// Number of stuffing bytes in the original packet header.
    pub stuffing: B6,
}

/// The size of a decoder buffer.
#[structure]
#[bitfield]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[brw(big)]
#[schema(bits = 16)]
pub struct Buffer {
    /// Always 1.
    #[schema(one_of(1))]
    pub marker: B2,
    /// Unit of the buffer size: 0 for 128 bytes, 1 for 1024 bytes.
    pub scale: B1,
    /// Size of the buffer in units of `scale`.
    pub size: B13,
}

/// The second extension of a packet header.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(big)]
pub struct SecondExtension {
    /// Size of the second extension.
    pub head: SecondHead,
    /// Content; the first bit states whether a stream number follows.
    #[br(count = head.length)]
    pub bytes: Vec<u8>,
}

/// The size of the second extension.
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
