//! DNS messages, of RFC 1035 (1987) and after: questions, and records that answer them.
//!
//! Numbers and bits are stored from the most significant bit. A name is a list of labels that ends with an empty label,
//! or with a label that refers to an earlier name: `until` ends the list at either label, and a rule requires that the
//! label refers to an offset before its own. For this rule, `args` passes the offset of the data of a record, because
//! positions in the data count from the beginning of the data.
//!
//! The data of a record depends on its type and has a stated size: `records.rs` has the types. A record of EDNS uses
//! class and lifetime for other values. A writer computes the numbers of records.

mod records;

pub use records::*;

use bpx_schema::{Codec, Result, structure};

/// A message, without the size that TCP puts before the message.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(big)]
#[schema(assert(
    count(answers, entry.record.kind == 41) + count(authorities, entry.record.kind == 41) == 0
        && count(additional, entry.record.kind == 41) <= 1,
    code = "message.edns",
    text = "expected one record of EDNS at most, among the additional ones, found another"
))]
pub struct Message {
    /// Number that an answer repeats.
    pub id: u16,
    /// Flags and codes of the message.
    pub flags: Flags,
    #[br(temp)]
    #[bw(calc = questions.len())]
    question_count: u16,
    #[br(temp)]
    #[bw(calc = answers.len())]
    answer_count: u16,
    #[br(temp)]
    #[bw(calc = authorities.len())]
    authority_count: u16,
    #[br(temp)]
    #[bw(calc = additional.len())]
    additional_count: u16,
    /// Questions.
    #[br(count = question_count)]
    pub questions: Vec<Question>,
    /// The answers.
    #[br(count = answer_count)]
    pub answers: Vec<Answer>,
    /// Records of servers that are responsible for the name.
    #[br(count = authority_count)]
    pub authorities: Vec<Answer>,
    /// Additional records that may help the client.
    #[br(count = additional_count)]
    pub additional: Vec<Answer>,
}

/// The flags and codes of a message.
#[structure]
#[bitfield]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[brw(big)]
#[schema(bits = 16)]
pub struct Flags {
    /// Whether the message is a response.
    pub response: B1,
    /// Kind of the query.
    #[schema(codes = Operation)]
    pub opcode: B4,
    /// Whether the server is responsible for the name.
    pub authoritative: B1,
    /// Whether the message was truncated.
    pub truncated: B1,
    /// Whether the client asks the server to query other servers.
    pub recursion_desired: B1,
    /// Whether the server queries other servers for clients.
    pub recursion_available: B1,
    #[schema(reserved)]
    pub reserved: B1,
    /// Whether the server checked signatures.
    pub authentic: B1,
    /// Whether the client asks the server not to check signatures.
    pub unchecked: B1,
    /// Response code.
    #[schema(codes = ResponseCode)]
    pub code: B4,
}

/// Kind of a query.
#[derive(Debug, Clone, Copy, PartialEq, Eq, bpx_schema::Record)]
#[repr(u8)]
pub enum Operation {
    /// A question.
    Query = 0,
    /// A question about an address, no longer used.
    Inverse = 1,
    /// A question about the server.
    Status = 2,
    /// A zone was changed.
    Notify = 4,
    /// A zone is to be changed.
    Update = 5,
    /// An operation of a session.
    Stateful = 6,
}

/// Response codes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, bpx_schema::Record)]
#[repr(u8)]
pub enum ResponseCode {
    /// The query succeeded.
    NoError = 0,
    /// The server does not understand the query.
    FormatError = 1,
    /// The server has a problem.
    ServerFailure = 2,
    /// The name does not exist.
    NameError = 3,
    /// The server does not support this kind of query.
    NotImplemented = 4,
    /// The server refuses the query.
    Refused = 5,
    /// A name exists that must not exist.
    NameExists = 6,
    /// Records exist that must not exist.
    RecordExists = 7,
    /// Records do not exist that must exist.
    NoRecord = 8,
    /// The server is not responsible for the zone, or the sender is not authorized.
    NotAuthorized = 9,
    /// The name is not in the zone.
    NotZone = 10,
}

/// A name: labels, of which the last one is empty or refers to another name.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(big)]
#[br(import(base: u32))]
#[schema(assert(
    size_of(labels) <= 255,
    code = "name.size",
    text = "expected at most 255 bytes, found {size_of(labels)}",
    on = labels
))]
pub struct Name {
    /// The labels.
    #[br(until = entry.head == 0 || entry.head >= 0xC0, args(base + position))]
    pub labels: Vec<Label>,
}

/// A part of a name.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(big)]
#[br(import(place: u32))]
#[schema(
    assert(head < 0x40 || head >= 0xC0, text = "expected at most 63 or at least 192, found {head}", on = head),
    assert(
        head < 0xC0 || (head & 0x3F) * 256 + low < place,
        class = BadReference,
        code = "label.place",
        text = "expected a place before this one at {place}, found {(head & 0x3F) * 256 + low}",
        on = head
    )
)]
pub struct Label {
    /// Size of the text in bytes, or 192 plus the upper bits of an offset.
    pub head: u8,
    /// The lower bits of the offset in the message where the name goes on.
    #[br(if(head >= 0xC0, 0))]
    pub low: u8,
    /// The bytes.
    #[br(if(head < 0xC0), count = head)]
    #[schema(text(encoding = "latin-1"))]
    pub text: Option<Vec<u8>>,
}

/// A question.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(big)]
pub struct Question {
    /// The name.
    #[br(args(0))]
    pub name: Name,
    /// Type of the records.
    #[schema(codes = Type)]
    pub kind: u16,
    /// The network.
    #[schema(codes = Network)]
    pub class: u16,
}

/// Networks to which names belong.
#[derive(Debug, Clone, Copy, PartialEq, Eq, bpx_schema::Record)]
#[repr(u16)]
pub enum Network {
    /// The internet.
    Internet = 1,
    /// CHAOS.
    Chaos = 3,
    /// Hesiod.
    Hesiod = 4,
    /// No network, in updates.
    None = 254,
    /// Any network, in questions.
    Any = 255,
}

/// Types of records.
#[derive(Debug, Clone, Copy, PartialEq, Eq, bpx_schema::Record)]
#[repr(u16)]
pub enum Type {
    /// An address of four bytes.
    A = 1,
    /// A name server.
    NS = 2,
    /// Another name.
    CNAME = 5,
    /// The beginning of a zone.
    SOA = 6,
    /// The name of an address.
    PTR = 12,
    /// A machine.
    HINFO = 13,
    /// A mail server.
    MX = 15,
    /// Texts.
    TXT = 16,
    /// Responsible person.
    RP = 17,
    /// An AFS server.
    AFSDB = 18,
    /// An address of sixteen bytes.
    AAAA = 28,
    /// Location on Earth.
    LOC = 29,
    /// A server of any service.
    SRV = 33,
    /// A rule that changes names.
    NAPTR = 35,
    /// A server that exchanges keys.
    KX = 36,
    /// Another name for all names below.
    DNAME = 39,
    /// Options of EDNS.
    OPT = 41,
    /// A digest of a key of a delegated zone.
    DS = 43,
    /// A digest of an SSH key.
    SSHFP = 44,
    /// A signature.
    RRSIG = 46,
    /// The next name, and the record types of this name.
    NSEC = 47,
    /// A key.
    DNSKEY = 48,
    /// A proof by hashes that a name does not exist.
    NSEC3 = 50,
    /// Parameters of the hashes of NSEC3.
    NSEC3PARAM = 51,
    /// A TLS certificate.
    TLSA = 52,
    /// A digest of a key, for the parent zone.
    CDS = 59,
    /// A key, for the parent zone.
    CDNSKEY = 60,
    /// Address and parameters of a service.
    SVCB = 64,
    /// Address and parameters of an HTTPS service.
    HTTPS = 65,
    /// Changes of a zone, in questions.
    IXFR = 251,
    /// A whole zone, in questions.
    AXFR = 252,
    /// All types, in questions.
    ANY = 255,
    /// A URI.
    URI = 256,
    /// Certification authorities that may issue certificates.
    CAA = 257,
}

/// A record, after the name that it is about.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(big)]
#[schema(assert(
    record.kind != 41 || name.labels[0].head == 0,
    code = "answer.edns-name",
    text = "expected no name of a record of EDNS, found one of {name.labels.len()} labels",
    on = name
))]
pub struct Answer {
    /// The name.
    #[br(args(0))]
    pub name: Name,
    /// Class, lifetime and data.
    #[br(args(position))]
    pub record: Record,
}

/// A record without its name, with its offset in the message as an argument.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(big)]
#[br(import(place: u32))]
#[schema(assert(
    lifetime <= 0x7FFF_FFFF,
    class = OutOfRange,
    code = "record.lifetime",
    text = "expected at most 2147483647 seconds, found {lifetime}",
    on = lifetime
))]
pub struct Record {
    /// Type of the record.
    #[schema(codes = Type)]
    pub kind: u16,
    /// The network.
    #[br(if(kind != 41, 0))]
    #[schema(codes = Network)]
    pub class: u16,
    /// Lifetime in seconds.
    #[br(if(kind != 41, 0))]
    pub lifetime: u32,
    /// Members of an EDNS record, instead of class and lifetime.
    #[br(if(kind == 41))]
    pub edns: Option<Edns>,
    /// Size of the data in bytes, which a writer sets.
    length: u16,
    /// Data of the record. Positions in the data count from its beginning, which is ten bytes after the beginning of
    /// the record.
    #[br(args(kind, place + 10))]
    #[schema(region(size = length))]
    pub data: Data,
}

/// The members of an EDNS record.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(big)]
pub struct Edns {
    /// Size in bytes of the largest packet that the sender accepts.
    pub packet_size: u16,
    /// The upper bits of the code of a response.
    pub code: u8,
    /// Version, which is 0.
    #[schema(supported(0))]
    pub version: u8,
    /// Flags.
    pub flags: EdnsFlags,
}

/// The flags of EDNS.
#[structure]
#[bitfield]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[brw(big)]
#[schema(bits = 16)]
pub struct EdnsFlags {
    /// Whether the sender wants signatures.
    pub signatures: B1,
    #[schema(reserved)]
    pub reserved: B15,
}

impl Name {
    /// Creates a name from texts that points separate.
    pub fn new(name: &str) -> Self {
        let texts = name.split('.').filter(|text| !text.is_empty()).chain([""]);
        let label = |text: &str| Label { head: text.len() as u8, low: 0, text: Some(text.into()) };
        Self { labels: texts.map(label).collect() }
    }
}

impl Answer {
    /// Creates a record of the internet.
    pub fn new(name: &str, kind: Type, data: Data) -> Self {
        let record = Record { kind: kind as u16, class: 1, lifetime: 60, edns: None, length: 0, data };
        Self { name: Name::new(name), record }
    }
}

/// Adds an answer to a message; existing records keep their bytes.
pub fn answer(message: &[u8], answer: Answer) -> Result<Vec<u8>> {
    let mut message = Message::from_slice(message)?;
    message.flags.set_response(1)?;
    message.answers.push(answer);
    message.to_vec()
}
