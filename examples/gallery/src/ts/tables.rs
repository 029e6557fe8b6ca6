//! Sections of tables, which describe the streams.

use bpx_schema::checksum::crc::Crc32Mpeg2;
use bpx_schema::codec::FourCc;
use bpx_schema::{Record, structure};

/// Sections of tables in the payload of a packet.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(big)]
pub struct Tables {
    /// Number of bytes that end a section of an earlier packet.
    pub pointer: u8,
    /// The end of a section that began in an earlier packet.
    #[br(count = pointer)]
    pub before: Vec<u8>,
    /// Sections, and stuffing after them up to the end of the packet.
    #[br(parse_with = until_eof)]
    pub items: Vec<TableItem>,
}

/// A section, or the stuffing after the last section.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(big)]
pub enum TableItem {
    /// Stuffing bytes up to the end of the packet.
    #[br(magic = b"\xFF")]
    Stuffing(#[br(parse_with = until_eof)] Vec<u8>),
    /// A section.
    Section(Section),
}

/// A section of a table.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(big)]
#[schema(
    sum(Crc32Mpeg2, over(table, body), stored = crc),
    assert(number <= last, code = "section.number", text = "expected at most {last}, found {number}", on = number)
)]
pub struct Section {
    /// Kind of the table.
    #[schema(codes = TableKind)]
    pub table: u8,
    /// Form and size of the section.
    pub head: SectionHead,
    /// Number of the transport stream or of the program.
    pub id: u16,
    /// Version of the table.
    pub version: SectionVersion,
    /// Number of the section in its table.
    pub number: u8,
    /// Number of the last section in the table.
    pub last: u8,
    /// Content of the section.
    #[br(args(table))]
    #[schema(region(size = head.length - 9))]
    pub body: SectionBody,
    crc: u32,
}

/// The form and the size of a section.
#[structure]
#[bitfield]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[brw(big)]
#[schema(bits = 16)]
pub struct SectionHead {
    /// 1 for a section with a version and a CRC.
    #[schema(one_of(1))]
    pub has_syntax: B1,
    /// Whether others define the table.
    pub private: B1,
    /// Reserved; all bits 1.
    #[schema(one_of(3))]
    pub reserved: B2,
    /// Size of the rest of the section in bytes.
    #[schema(range(9..=4093))]
    pub length: B12,
}

/// The version of a table.
#[structure]
#[bitfield]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[brw(big)]
#[schema(bits = 8)]
pub struct SectionVersion {
    /// Reserved; all bits 1.
    #[schema(one_of(3))]
    pub reserved: B2,
    /// Number of the version, which each change increments modulo 32.
    pub version: B5,
    /// 1 if the table is valid now, 0 if it becomes valid next.
    pub is_current: B1,
}

/// Kinds of tables.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Record)]
#[repr(u8)]
pub enum TableKind {
    /// Programs.
    Programs = 0,
    /// Conditional access.
    Conditions = 1,
    /// The streams of a program.
    Map = 2,
    /// Descriptors of the whole transport stream.
    Descriptions = 3,
    /// Metadata.
    Metadata = 6,
    /// The network (DVB).
    Network = 64,
    /// The services (DVB).
    Services = 66,
    /// The present events (DVB).
    Events = 78,
}

/// The content of a section.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(big)]
#[br(import(table: u8))]
pub enum SectionBody {
    /// Programs.
    #[br(pre_assert(table == 0))]
    Programs(#[br(parse_with = until_eof)] Vec<Program>),
    /// The streams of a program.
    #[br(pre_assert(table == 2))]
    Map {
        /// Packet identifier of the stream that carries the clock.
        clock: StreamNumber,
        /// Size of the program descriptors.
        info: InfoLength,
        /// Descriptors of the program.
        #[br(parse_with = until_eof)]
        #[schema(region(size = info.length))]
        descriptors: Vec<Descriptor>,
        /// The streams.
        #[br(parse_with = until_eof)]
        streams: Vec<Stream>,
    },
    /// Descriptors of conditional access or of the whole transport stream.
    #[br(pre_assert(table == 1 || table == 3))]
    Descriptors(#[br(parse_with = until_eof)] Vec<Descriptor>),
    /// Content that others define.
    Other(#[br(parse_with = until_eof)] Vec<u8>),
}

/// A program.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(big)]
pub struct Program {
    /// Program number; 0 for the network table.
    pub number: u16,
    /// Packet identifier of the program table.
    pub pid: StreamNumber,
}

/// A packet identifier.
#[structure]
#[bitfield]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[brw(big)]
#[schema(bits = 16)]
pub struct StreamNumber {
    /// Reserved; all bits 1.
    #[schema(one_of(7))]
    pub reserved: B3,
    /// The packet identifier.
    pub pid: B13,
}

/// The size of descriptors.
#[structure]
#[bitfield]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[brw(big)]
#[schema(bits = 16)]
pub struct InfoLength {
    /// Reserved; all bits 1.
    #[schema(one_of(15))]
    pub reserved: B4,
    /// Bytes.
    pub length: B12,
}

/// An elementary stream.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(big)]
pub struct Stream {
    /// Type of the stream.
    #[schema(codes = StreamKind)]
    pub kind: u8,
    /// Packet identifier of the stream.
    pub pid: StreamNumber,
    /// Size of the stream descriptors.
    pub info: InfoLength,
    /// Descriptors of the stream.
    #[br(parse_with = until_eof)]
    #[schema(region(size = info.length))]
    pub descriptors: Vec<Descriptor>,
}

/// Types of elementary streams.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Record)]
#[repr(u8)]
pub enum StreamKind {
    /// MPEG-1 video.
    Mpeg1Video = 1,
    /// MPEG-2 video.
    Mpeg2Video = 2,
    /// MPEG-1 sound.
    Mpeg1Audio = 3,
    /// MPEG-2 sound.
    Mpeg2Audio = 4,
    /// Sections of private tables.
    Sections = 5,
    /// Private data in PES packets.
    Private = 6,
    /// DSM-CC commands.
    Dsm = 8,
    /// AAC sound in ADTS.
    Aac = 15,
    /// MPEG-4 video.
    Mpeg4Video = 16,
    /// AAC sound in LATM.
    Latm = 17,
    /// Metadata.
    Metadata = 21,
    /// H.264 video.
    Avc = 27,
    /// H.265 video.
    Hevc = 36,
    /// AC-3 sound.
    Ac3 = 129,
}

/// A descriptor, which states a property of a program or stream.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(big)]
pub struct Descriptor {
    /// Tag of the descriptor.
    #[schema(codes = DescriptorTag)]
    pub tag: u8,
    /// Size in bytes, which a writer sets.
    pub length: u8,
    /// Value, whose form the tag decides.
    #[br(args(tag))]
    #[schema(region(size = length))]
    pub value: DescriptorValue,
}

/// Tags of descriptors.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Record)]
#[repr(u8)]
pub enum DescriptorTag {
    /// Pictures.
    Video = 2,
    /// Sound.
    Audio = 3,
    /// Registration of the format of a stream.
    Registration = 5,
    /// Conditional access.
    Access = 9,
    /// Languages of the stream.
    Language = 10,
    /// System clock.
    Clock = 11,
    /// Maximum bit rate.
    Bitrate = 14,
    /// Stream identifier (DVB).
    StreamId = 82,
}

/// The value of a descriptor.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(big)]
#[br(import(tag: u8))]
pub enum DescriptorValue {
    /// Registration of the format of a stream.
    #[br(pre_assert(tag == 5))]
    Registration {
        /// Format, as four letters.
        format: FourCc,
        /// Additional information.
        #[br(parse_with = until_eof)]
        rest: Vec<u8>,
    },
    /// Conditional access.
    #[br(pre_assert(tag == 9))]
    Access {
        /// Number of the access system.
        system: u16,
        /// Packet identifier of the messages of the access system.
        pid: StreamNumber,
        /// Private data of the access system.
        #[br(parse_with = until_eof)]
        rest: Vec<u8>,
    },
    /// The languages of the stream.
    #[br(pre_assert(tag == 10))]
    Languages(#[br(parse_with = until_eof)] Vec<Language>),
    /// Maximum bit rate.
    #[br(pre_assert(tag == 14))]
    Bitrate(Bitrate),
    /// The value of any other descriptor.
    Other(#[br(parse_with = until_eof)] Vec<u8>),
}

/// A language.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Record)]
#[schema(size = 4)]
pub struct Language {
    /// Language as three letters of ISO 639-2.
    #[schema(text(encoding = "latin-1", pad = b' '))]
    pub code: [u8; 3],
    /// Audience: 0 for all, 1 for clean effects, 2 for hearing impaired, 3 for visually impaired.
    pub audience: u8,
}

/// The maximum bit rate.
#[structure]
#[bitfield]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[brw(big)]
#[schema(bits = 24)]
pub struct Bitrate {
    /// Reserved; all bits 1.
    pub reserved: B2,
    /// Rate in units of 50 bytes per second.
    pub rate: B22,
}
