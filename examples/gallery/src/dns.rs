//! DNS messages, of RFC 1035 (1987) and after: questions, and records that answer them.
//!
//! Numbers and bits are stored from the most significant one. A name is a list of labels up to one without bytes, or up to
//! one that refers to a name before: `until` ends the list at either. What a record holds depends on its type and lies
//! inside of a size. The numbers of records are computed by a writer.

use bpx_schema::{Codec, Record, Result, structure};

/// A message, without the size that TCP has in front.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(big)]
pub struct Message {
    /// Number that an answer repeats.
    pub id: u16,
    /// What the message is.
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
    /// What is asked.
    #[br(count = question_count)]
    pub questions: Vec<Question>,
    /// The answers.
    #[br(count = answer_count)]
    pub answers: Vec<Answer>,
    /// Servers that know more.
    #[br(count = authority_count)]
    pub authorities: Vec<Answer>,
    /// Other records that help.
    #[br(count = additional_count)]
    pub additional: Vec<Answer>,
}

/// What a message is.
#[structure]
#[bitfield]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[brw(big)]
#[schema(bits = 16)]
pub struct Flags {
    /// Whether it is a response.
    pub response: B1,
    /// Kind of the query.
    pub opcode: B4,
    /// Whether the server is responsible for the name.
    pub authoritative: B1,
    /// Whether the message was cut.
    pub truncated: B1,
    /// Whether the server is asked to ask others.
    pub recursion_desired: B1,
    /// Whether the server does so.
    pub recursion_available: B1,
    #[schema(reserved)]
    pub reserved: B1,
    /// Whether the server checked signatures.
    pub authentic: B1,
    /// Whether it need not.
    pub unchecked: B1,
    /// 0 when all is well.
    pub code: B4,
}

/// A name: labels, up to an empty one or one that refers to another name.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(big)]
pub struct Name {
    /// The labels.
    #[br(until = entry.head == 0 || entry.head >= 0xC0)]
    pub labels: Vec<Label>,
}

/// A part of a name.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(big)]
#[schema(assert(head < 0x40 || head >= 0xC0, text = "expected at most 63 or at least 192, found {head}", on = head))]
pub struct Label {
    /// Number of bytes, or the upper bits of a place.
    pub head: u8,
    /// The lower bits of the offset in the message where the name goes on.
    #[br(if(head >= 0xC0))]
    pub low: Option<u8>,
    /// The bytes.
    #[br(if(head < 0xC0), count = head)]
    pub text: Option<Vec<u8>>,
}

/// A question.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(big)]
pub struct Question {
    /// The name.
    pub name: Name,
    /// Type of the records.
    #[schema(codes = Type)]
    pub kind: u16,
    /// 1 for the internet.
    pub class: u16,
}

/// Types of records.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Record)]
#[repr(u16)]
pub enum Type {
    /// An address of four bytes.
    A = 1,
    /// A server of names.
    NS = 2,
    /// Another name.
    CNAME = 5,
    /// The beginning of a zone.
    SOA = 6,
    /// The name of an address.
    PTR = 12,
    /// A server of mail.
    MX = 15,
    /// Texts.
    TXT = 16,
    /// An address of sixteen bytes.
    AAAA = 28,
    /// A server of anything.
    SRV = 33,
    /// What sender and receiver can do.
    OPT = 41,
}

/// A record.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(big)]
pub struct Answer {
    /// The name.
    pub name: Name,
    /// Type of the record.
    #[schema(codes = Type)]
    pub kind: u16,
    /// 1 for the internet.
    pub class: u16,
    /// How long it is true, in seconds.
    pub lifetime: u32,
    /// Size of the data in bytes, which a writer sets.
    length: u16,
    /// What the record says.
    #[br(args(kind))]
    #[schema(region(size = length))]
    pub data: Data,
}

/// What a record says.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(big)]
#[br(import(kind: u16))]
pub enum Data {
    /// An address of four bytes.
    #[br(pre_assert(kind == 1))]
    A([u8; 4]),
    /// A name.
    #[br(pre_assert(kind == 2 || kind == 5 || kind == 12))]
    Name(Name),
    /// The beginning of a zone.
    #[br(pre_assert(kind == 6))]
    Soa { server: Name, mailbox: Name, serial: u32, refresh: u32, retry: u32, expire: u32, minimum: u32 },
    /// A server of mail.
    #[br(pre_assert(kind == 15))]
    Mx { preference: u16, server: Name },
    /// Texts.
    #[br(pre_assert(kind == 16))]
    Txt(#[br(parse_with = until_eof)] Vec<Text>),
    /// An address of sixteen bytes.
    #[br(pre_assert(kind == 28))]
    Aaaa([u8; 16]),
    /// A server of anything.
    #[br(pre_assert(kind == 33))]
    Srv { priority: u16, weight: u16, port: u16, server: Name },
    /// What sender and receiver can do.
    #[br(pre_assert(kind == 41))]
    Options(#[br(parse_with = until_eof)] Vec<DnsOption>),
    /// Another record.
    Bytes(#[br(parse_with = until_eof)] Vec<u8>),
}

/// A text of a record.
#[structure]
#[derive(Debug, Clone, PartialEq)]
pub struct Text {
    #[br(temp)]
    #[bw(calc = bytes.len())]
    length: u8,
    /// The bytes, at most 255.
    #[br(count = length)]
    pub bytes: Vec<u8>,
}

/// Something that sender or receiver can do.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(big)]
pub struct DnsOption {
    /// What it is.
    pub code: u16,
    #[br(temp)]
    #[bw(calc = bytes.len())]
    length: u16,
    /// More about it.
    #[br(count = length)]
    pub bytes: Vec<u8>,
}

impl Name {
    /// A name of texts between points.
    pub fn new(name: &str) -> Self {
        let texts = name.split('.').filter(|text| !text.is_empty()).chain([""]);
        let label = |text: &str| Label { head: text.len() as u8, low: None, text: Some(text.into()) };
        Self { labels: texts.map(label).collect() }
    }
}

impl Answer {
    /// A record of the internet.
    pub fn new(name: &str, kind: Type, data: Data) -> Self {
        Self { name: Name::new(name), kind: kind as u16, class: 1, lifetime: 60, length: 0, data }
    }
}

/// Adds an answer to a message; what is there keeps its bytes.
pub fn answer(message: &[u8], answer: Answer) -> Result<Vec<u8>> {
    let mut message = Message::from_slice(message)?;
    message.flags.set_response(1)?;
    message.answers.push(answer);
    message.to_vec()
}
