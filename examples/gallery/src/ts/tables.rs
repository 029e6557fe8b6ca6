//! Sections of tables, which say what the streams are.

use bpx_schema::checksum::crc::Crc32Mpeg2;
use bpx_schema::codec::FourCc;
use bpx_schema::{Record, structure};

/// Sections of tables.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(big)]
pub struct Tables {
    /// Bytes of a section before.
    pub pointer: u8,
    /// The end of a section that began in a packet before.
    #[br(count = pointer)]
    pub before: Vec<u8>,
    /// Sections, and what fills the packet.
    #[br(parse_with = until_eof)]
    pub items: Vec<TableItem>,
}

/// A section, or what fills the packet after the last one.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(big)]
pub enum TableItem {
    /// Bytes up to the end of the packet.
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
    /// The table.
    #[schema(codes = TableKind)]
    pub table: u8,
    /// Its form and its size.
    pub head: SectionHead,
    /// Number of the stream or of the program.
    pub id: u16,
    /// Its version.
    pub version: SectionVersion,
    /// Number of the section in its table.
    pub number: u8,
    /// Number of the last section.
    pub last: u8,
    /// Content of the section.
    #[br(args(table))]
    #[schema(region(size = head.length - 9))]
    pub body: SectionBody,
    crc: u32,
}

/// Form and size of a section.
#[structure]
#[bitfield]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[brw(big)]
#[schema(bits = 16)]
pub struct SectionHead {
    /// 1 for sections with a version and a CRC.
    #[schema(one_of(1))]
    pub has_syntax: B1,
    /// Whether others define it.
    pub private: B1,
    /// Always ones.
    #[schema(one_of(3))]
    pub reserved: B2,
    /// Bytes that follow.
    #[schema(range(9..=4093))]
    pub length: B12,
}

/// Version of a table.
#[structure]
#[bitfield]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[brw(big)]
#[schema(bits = 8)]
pub struct SectionVersion {
    /// Always ones.
    #[schema(one_of(3))]
    pub reserved: B2,
    /// Goes up with each change.
    pub version: B5,
    /// 1 when it holds now, 0 for the next one.
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
    /// Streams of a program.
    Map = 2,
    /// Descriptors of the whole stream.
    Descriptions = 3,
    /// Metadata.
    Metadata = 6,
    /// The network, of DVB.
    Network = 64,
    /// The services, of DVB.
    Services = 66,
    /// The events now, of DVB.
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
    /// Streams of a program.
    #[br(pre_assert(table == 2))]
    Map {
        /// The stream with the clock.
        clock: StreamNumber,
        /// Size of the descriptors.
        info: InfoLength,
        /// Descriptors of the program.
        #[br(parse_with = until_eof)]
        #[schema(region(size = info.length))]
        descriptors: Vec<Descriptor>,
        /// The streams.
        #[br(parse_with = until_eof)]
        streams: Vec<Stream>,
    },
    /// Descriptors of who may see, and of the whole stream.
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
    /// Its number; 0 for the table of the network.
    pub number: u16,
    /// The stream with its table.
    pub pid: StreamNumber,
}

/// Number of a stream.
#[structure]
#[bitfield]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[brw(big)]
#[schema(bits = 16)]
pub struct StreamNumber {
    /// Always ones.
    #[schema(one_of(7))]
    pub reserved: B3,
    /// The number.
    pub pid: B13,
}

/// Size of descriptors.
#[structure]
#[bitfield]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[brw(big)]
#[schema(bits = 16)]
pub struct InfoLength {
    /// Always ones.
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
    /// Its number.
    pub pid: StreamNumber,
    /// Size of the descriptors.
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
    /// Pictures of MPEG-1.
    Mpeg1Video = 1,
    /// Pictures of MPEG-2.
    Mpeg2Video = 2,
    /// Sound of MPEG-1.
    Mpeg1Audio = 3,
    /// Sound of MPEG-2.
    Mpeg2Audio = 4,
    /// Sections of private tables.
    Sections = 5,
    /// Private data in PES packets.
    Private = 6,
    /// Commands of DSM-CC.
    Dsm = 8,
    /// Sound, AAC in ADTS.
    Aac = 15,
    /// Pictures of MPEG-4.
    Mpeg4Video = 16,
    /// Sound, AAC in LATM.
    Latm = 17,
    /// Metadata.
    Metadata = 21,
    /// Pictures of H.264.
    Avc = 27,
    /// Pictures of H.265.
    Hevc = 36,
    /// Sound, AC-3.
    Ac3 = 129,
}

/// Something that is said of a program or a stream.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(big)]
pub struct Descriptor {
    /// Tag of the descriptor.
    #[schema(codes = DescriptorTag)]
    pub tag: u8,
    /// Size in bytes, which a writer sets.
    pub length: u8,
    /// Value, as the tag states.
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
    /// The language.
    Language = 10,
    /// The clock of the system.
    Clock = 11,
    /// Maximum bit rate.
    Bitrate = 14,
    /// A number of the stream, of DVB.
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
        /// Four letters.
        format: FourCc,
        /// Additional information.
        #[br(parse_with = until_eof)]
        rest: Vec<u8>,
    },
    /// Conditional access.
    #[br(pre_assert(tag == 9))]
    Access {
        /// Number of the system.
        system: u16,
        /// The stream with its messages.
        pid: StreamNumber,
        /// Private data of the access system.
        #[br(parse_with = until_eof)]
        rest: Vec<u8>,
    },
    /// The languages.
    #[br(pre_assert(tag == 10))]
    Languages(#[br(parse_with = until_eof)] Vec<Language>),
    /// Maximum bit rate.
    #[br(pre_assert(tag == 14))]
    Bitrate(Bitrate),
    /// Anything else.
    Other(#[br(parse_with = until_eof)] Vec<u8>),
}

/// A language.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Record)]
#[schema(size = 4)]
pub struct Language {
    /// Three letters of ISO 639-2.
    #[schema(text(encoding = "latin-1", pad = b' '))]
    pub code: [u8; 3],
    /// 0 for all, 1 for clean effects, 2 for who does not hear, 3 for who does not see.
    pub audience: u8,
}

/// The maximum bit rate.
#[structure]
#[bitfield]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[brw(big)]
#[schema(bits = 24)]
pub struct Bitrate {
    /// Always ones.
    pub reserved: B2,
    /// Units of 50 bytes in a second.
    pub rate: B22,
}
