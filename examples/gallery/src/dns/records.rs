//! The data of DNS records, by their types.

use super::{Name, Type};
use bpx_schema::{Record, structure};

/// The data of a record.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(big)]
#[br(import(kind: u16, base: u32))]
pub enum Data {
    /// An address of four bytes.
    #[br(pre_assert(kind == 1))]
    A([u8; 4]),
    /// A name.
    #[br(pre_assert(kind == 2 || kind == 5 || kind == 12 || kind == 39))]
    Name(#[br(args(base))] Name),
    /// The beginning of a zone.
    #[br(pre_assert(kind == 6))]
    Soa {
        /// The primary name server.
        #[br(args(base))]
        server: Name,
        /// Mailbox of the responsible person; the first label is the part before the `@`.
        #[br(args(base))]
        mailbox: Name,
        /// Version number of the zone.
        serial: u32,
        /// Seconds between the queries of secondary servers.
        refresh: u32,
        /// Seconds until a secondary server repeats a failed query.
        retry: u32,
        /// Seconds without a successful query after which a secondary server stops answering.
        expire: u32,
        /// Seconds for which the absence of a name may be cached.
        minimum: u32,
    },
    /// A machine.
    #[br(pre_assert(kind == 13))]
    Machine {
        /// Processor of the machine.
        processor: Text,
        /// Operating system of the machine.
        system: Text,
    },
    /// A mail server, a server that exchanges keys, or an AFS server.
    #[br(pre_assert(kind == 15 || kind == 18 || kind == 36))]
    Mx {
        /// Preference, from the lowest number on; for AFS, the kind of the server.
        preference: u16,
        /// Name of the server.
        #[br(args(base))]
        server: Name,
    },
    /// Texts.
    #[br(pre_assert(kind == 16))]
    Txt(#[br(parse_with = until_eof)] Vec<Text>),
    /// Responsible person.
    #[br(pre_assert(kind == 17))]
    Responsible {
        /// Mailbox of the person; the first label is the local part.
        #[br(args(base))]
        mailbox: Name,
        /// Name of the text records about the person.
        #[br(args(base))]
        texts: Name,
    },
    /// An address of sixteen bytes.
    #[br(pre_assert(kind == 28))]
    Aaaa([u8; 16]),
    /// Location on Earth.
    #[br(pre_assert(kind == 29))]
    Location(Location),
    /// A server of any service.
    #[br(pre_assert(kind == 33))]
    Srv {
        /// Priority; clients try the lowest number first.
        priority: u16,
        /// Weight among targets of the same priority.
        weight: u16,
        /// The port.
        port: u16,
        /// Name of the server.
        #[br(args(base))]
        server: Name,
    },
    /// A rule that changes names.
    #[br(pre_assert(kind == 35))]
    Rule {
        /// Order of the rules, from the lowest number on.
        order: u16,
        /// Order of rules with the same `order`.
        preference: u16,
        /// Flags that control the next lookup.
        flags: Text,
        /// Services.
        services: Text,
        /// Regular expression and its replacement.
        pattern: Text,
        /// The next name, instead of the pattern.
        #[br(args(base))]
        replacement: Name,
    },
    /// Options of EDNS.
    #[br(pre_assert(kind == 41))]
    Options(#[br(parse_with = until_eof)] Vec<DnsOption>),
    /// A digest of a key.
    #[br(pre_assert(kind == 43 || kind == 59))]
    KeySum {
        /// A number that helps to find the key.
        tag: u16,
        /// Algorithm of the key.
        #[schema(codes = Algorithm)]
        algorithm: u8,
        /// Algorithm of the digest.
        #[schema(codes = DigestKind)]
        digest_kind: u8,
        /// The digest.
        #[br(parse_with = until_eof)]
        digest: Vec<u8>,
    },
    /// A digest of an SSH key.
    #[br(pre_assert(kind == 44))]
    SshKeySum {
        /// Algorithm of the key: 1 for RSA, 3 for ECDSA, 4 for Ed25519.
        algorithm: u8,
        /// Algorithm of the digest: 1 for SHA-1, 2 for SHA-256.
        digest_kind: u8,
        /// The digest.
        #[br(parse_with = until_eof)]
        digest: Vec<u8>,
    },
    /// A signature.
    #[br(pre_assert(kind == 46))]
    Signature(#[br(args(base))] Signature),
    /// The next name, and the record types of this name.
    #[br(pre_assert(kind == 47))]
    Next {
        /// The next name.
        #[br(args(base))]
        name: Name,
        /// The record types of this name, in windows of 256 types.
        #[br(parse_with = until_eof)]
        types: Vec<TypeWindow>,
    },
    /// A key.
    #[br(pre_assert(kind == 48 || kind == 60))]
    Key {
        /// Flags of the key.
        #[schema(codes = KeyFlag)]
        flags: u16,
        /// Always 3.
        #[schema(one_of(3))]
        protocol: u8,
        /// Algorithm of the key.
        #[schema(codes = Algorithm)]
        algorithm: u8,
        /// The key.
        #[br(parse_with = until_eof)]
        key: Vec<u8>,
    },
    /// The next hash of a name, and the record types of this name.
    #[br(pre_assert(kind == 50))]
    NextSum {
        /// Parameters of the hashes.
        how: SumParameters,
        /// The next hash.
        next: Text,
        /// The record types of this name, in windows of 256 types.
        #[br(parse_with = until_eof)]
        types: Vec<TypeWindow>,
    },
    /// Parameters of the hashes of NSEC3.
    #[br(pre_assert(kind == 51))]
    SumParameters(SumParameters),
    /// A TLS certificate.
    #[br(pre_assert(kind == 52))]
    Certificate {
        /// Usage of the certificate.
        #[schema(range(0..=3))]
        usage: u8,
        /// 0 for the whole certificate, 1 for its key.
        #[schema(one_of(0, 1))]
        selector: u8,
        /// 0 for the selected bytes, 1 for their SHA-256, 2 for their SHA-512.
        #[schema(range(0..=2))]
        matching: u8,
        /// The selected bytes, or their digest.
        #[br(parse_with = until_eof)]
        bytes: Vec<u8>,
    },
    /// Address and parameters of a service.
    #[br(pre_assert(kind == 64 || kind == 65))]
    Service {
        /// Priority; clients try the lowest number first. 0 for another name.
        priority: u16,
        /// The server.
        #[br(args(base))]
        target: Name,
        /// Parameters, by key.
        #[br(parse_with = until_eof)]
        parameters: Vec<Parameter>,
    },
    /// A URI.
    #[br(pre_assert(kind == 256))]
    Uri {
        /// Priority; clients try the lowest number first.
        priority: u16,
        /// Weight among targets of the same priority.
        weight: u16,
        /// The URI.
        #[br(parse_with = until_eof)]
        #[schema(utf8)]
        target: Vec<u8>,
    },
    /// Certification authority that may issue certificates.
    #[br(pre_assert(kind == 257))]
    Authority {
        /// 128 if an authority that does not know the property must not issue a certificate.
        flags: u8,
        /// Name of the property.
        tag: Text,
        /// Value of the property.
        #[br(parse_with = until_eof)]
        value: Vec<u8>,
    },
    /// Data of another type.
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
    #[schema(text(encoding = "latin-1"))]
    pub bytes: Vec<u8>,
}

/// A location on Earth.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Record)]
#[brw(big)]
#[schema(size = 16)]
pub struct Location {
    /// Version, which is 0.
    #[schema(supported(0))]
    pub version: u8,
    /// Diameter.
    pub diameter: Length,
    /// Horizontal precision.
    pub horizontal_precision: Length,
    /// Vertical precision.
    pub vertical_precision: Length,
    /// Latitude in thousandths of a second of arc; 2^31 is the equator.
    pub latitude: u32,
    /// Longitude in thousandths of a second of arc; 2^31 is Greenwich.
    pub longitude: u32,
    /// Altitude in centimetres, from 100,000 metres below the ground up.
    pub altitude: u32,
}

/// A length in centimetres: a digit times a power of ten.
#[structure]
#[bitfield]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[brw(big)]
#[schema(bits = 8)]
pub struct Length {
    /// The digit.
    #[schema(range(0..=9))]
    pub digit: B4,
    /// The exponent of ten.
    #[schema(range(0..=9))]
    pub power: B4,
}

/// A signature of the records of a name.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(big)]
#[br(import(base: u32))]
pub struct Signature {
    /// Type of the signed records.
    #[schema(codes = Type)]
    pub kind: u16,
    /// Algorithm.
    #[schema(codes = Algorithm)]
    pub algorithm: u8,
    /// Number of labels in the name.
    pub label_count: u8,
    /// Lifetime of the records in seconds.
    pub lifetime: u32,
    /// End of the validity, in seconds since 1970.
    pub end: u32,
    /// Begin of the validity, in seconds since 1970.
    pub begin: u32,
    /// A number that helps to find the key.
    pub tag: u16,
    /// Name of the signer.
    #[br(args(base))]
    pub signer: Name,
    /// The signature.
    #[br(parse_with = until_eof)]
    pub bytes: Vec<u8>,
}

/// The parameters of hashes of names.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(big)]
pub struct SumParameters {
    /// Hash algorithm; 1 for SHA-1.
    pub algorithm: u8,
    /// 1 if names between two hashes may be unsigned.
    #[schema(one_of(0, 1))]
    pub flags: u8,
    /// Number of additional iterations.
    pub iterations: u16,
    /// Salt that is appended to names.
    pub salt: Text,
}

/// Up to 256 record types of a name.
#[structure]
#[derive(Debug, Clone, PartialEq)]
pub struct TypeWindow {
    /// The upper byte of the types.
    pub window: u8,
    #[br(temp)]
    #[bw(calc = bits.len())]
    #[schema(range(1..=32))]
    length: u8,
    /// One bit for each type, from the most significant bit on.
    #[br(count = length)]
    pub bits: Vec<u8>,
}

/// An option of EDNS.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(big)]
pub struct DnsOption {
    /// Code of the option.
    #[schema(codes = OptionCode)]
    pub code: u16,
    /// Size of the value in bytes, which a writer sets.
    length: u16,
    /// Value of the option.
    #[br(args(code))]
    #[schema(region(size = length))]
    pub value: OptionValue,
}

/// The value of an option.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(big)]
#[br(import(code: u16))]
pub enum OptionValue {
    /// The network of the client.
    #[br(pre_assert(code == 8))]
    Subnet {
        /// Form of addresses: 1 for four bytes, 2 for sixteen bytes.
        #[schema(one_of(1, 2))]
        family: u16,
        /// Number of bits of the address that are stated.
        source: u8,
        /// Number of bits of the address for which the answer is true.
        scope: u8,
        /// The bytes of the address that hold the stated bits.
        #[br(count = (source + 7) / 8)]
        address: Vec<u8>,
    },
    /// Random numbers by which client and server recognise each other.
    #[br(pre_assert(code == 10))]
    Cookie {
        /// Number of the client.
        client: [u8; 8],
        /// Number of the server, 8 to 32 bytes; empty if the client does not know it yet.
        #[br(parse_with = until_eof)]
        server: Vec<u8>,
    },
    /// Idle timeout of a connection, in tenths of a second; absent in a message of a client.
    #[br(pre_assert(code == 11))]
    KeepAlive(#[br(parse_with = until_eof)] Vec<u16>),
    /// Padding that hides the size of the message.
    #[br(pre_assert(code == 12))]
    Padding(#[br(parse_with = until_eof)] Vec<u8>),
    /// Extended error.
    #[br(pre_assert(code == 15))]
    Error {
        /// Code of the error.
        code_of_error: u16,
        /// Description of the error.
        #[br(parse_with = until_eof)]
        #[schema(utf8)]
        text: Vec<u8>,
    },
    /// Another option.
    Bytes(#[br(parse_with = until_eof)] Vec<u8>),
}

/// A parameter of a service.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(big)]
pub struct Parameter {
    /// Key of the parameter.
    #[schema(codes = ParameterKey)]
    pub key: u16,
    /// Size of the value in bytes, which a writer sets.
    length: u16,
    /// The value.
    #[br(args(key))]
    #[schema(region(size = length))]
    pub value: ParameterValue,
}

/// The value of a parameter of a service.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(big)]
#[br(import(key: u16))]
pub enum ParameterValue {
    /// Keys that a client has to know.
    #[br(pre_assert(key == 0))]
    Mandatory(#[br(parse_with = until_eof)] Vec<u16>),
    /// Names of protocols.
    #[br(pre_assert(key == 1))]
    Protocols(#[br(parse_with = until_eof)] Vec<Text>),
    /// The port.
    #[br(pre_assert(key == 3))]
    Port(u16),
    /// Addresses of four bytes.
    #[br(pre_assert(key == 4))]
    Addresses(#[br(parse_with = until_eof)] Vec<u32>),
    /// Addresses of sixteen bytes.
    #[br(pre_assert(key == 6))]
    WideAddresses(#[br(parse_with = until_eof)] Vec<WideAddress>),
    /// Value of another parameter.
    Bytes(#[br(parse_with = until_eof)] Vec<u8>),
}

/// An address of sixteen bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Record)]
#[schema(size = 16)]
pub struct WideAddress {
    /// The bytes.
    pub bytes: [u8; 16],
}

/// Algorithms of keys and signatures.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Record)]
#[repr(u8)]
pub enum Algorithm {
    /// RSA and SHA-1.
    RsaSha1 = 5,
    /// RSA and SHA-256.
    RsaSha256 = 8,
    /// RSA and SHA-512.
    RsaSha512 = 10,
    /// ECDSA on P-256.
    EcdsaP256 = 13,
    /// ECDSA on P-384.
    EcdsaP384 = 14,
    /// Ed25519.
    Ed25519 = 15,
    /// Ed448.
    Ed448 = 16,
}

/// Digest algorithms.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Record)]
#[repr(u8)]
pub enum DigestKind {
    /// SHA-1.
    Sha1 = 1,
    /// SHA-256.
    Sha256 = 2,
    /// SHA-384.
    Sha384 = 4,
}

/// Flags of a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Record)]
#[repr(u16)]
#[schema(flags)]
pub enum KeyFlag {
    /// The key is the beginning of trust.
    Entry = 1,
    /// The key is revoked.
    Revoked = 0x80,
    /// The key signs records of the zone.
    Zone = 0x100,
}

/// Codes of options of EDNS.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Record)]
#[repr(u16)]
pub enum OptionCode {
    /// Identifier of the name server.
    ServerName = 3,
    /// The network of the client.
    Subnet = 8,
    /// Expiry of a zone.
    Expire = 9,
    /// Random numbers by which client and server recognise each other.
    Cookie = 10,
    /// Idle timeout of a connection.
    KeepAlive = 11,
    /// Padding that hides the size of the message.
    Padding = 12,
    /// Extended error.
    Error = 15,
}

/// Keys of parameters of a service.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Record)]
#[repr(u16)]
pub enum ParameterKey {
    /// Keys that a client has to know.
    Mandatory = 0,
    /// Names of protocols.
    Protocols = 1,
    /// The service supports only the listed protocols.
    NoDefaultProtocol = 2,
    /// The port.
    Port = 3,
    /// Addresses of four bytes.
    Addresses = 4,
    /// Configuration of Encrypted Client Hello.
    EncryptedHello = 5,
    /// Addresses of sixteen bytes.
    WideAddresses = 6,
}
