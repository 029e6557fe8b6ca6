//! pcap: network packets that a program has captured (1987), in the byte order of its machine.
//!
//! The first number states the byte order, and whether times are in microseconds or nanoseconds. `args` passes the
//! order to the packets. The bytes of a packet are borrowed from the file, so a reader copies none of them; with `Cow`,
//! an editor can replace them.

use bpx_schema::{Codec, Record, Result, structure};
use std::borrow::Cow;

/// The signature of a big-endian file, read as little-endian.
pub const BIG: u32 = 0xD4C3_B2A1;
/// The signature of a big-endian file with nanoseconds, read as little-endian.
pub const BIG_NANO: u32 = 0x4D3C_B2A1;

/// A file.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little, is_big = magic == BIG || magic == BIG_NANO)]
pub struct Pcap<'a> {
    /// Signature, which also states the byte order and the unit of the times.
    #[schema(one_of(0xA1B2_C3D4, 0xA1B2_3C4D, 0xD4C3_B2A1, 0x4D3C_B2A1))]
    pub magic: u32,
    /// Version of the format.
    #[schema(supported(2))]
    pub version: u16,
    /// Minor version of the format.
    #[schema(supported(4))]
    pub minor_version: u16,
    /// Difference between local time and UTC, in seconds.
    pub zone: i32,
    /// Accuracy of the times; always 0.
    pub accuracy: u32,
    /// Maximum number of bytes that the file keeps of a packet; 0 for no limit.
    pub kept_size: u32,
    /// Link type, and the size of the checksum at the end of each packet.
    #[br(args(magic))]
    pub link: Link,
    /// The packets.
    #[br(parse_with = until_eof, args(magic, kept_size))]
    pub packets: Vec<Packet<'a>>,
}

/// The link type and the size of the packet checksums, 32 bits in the byte order of the file.
#[structure]
#[derive(Debug, Clone, Copy, PartialEq)]
#[br(import(magic: u32))]
pub enum Link {
    /// Link type and checksum size in a big-endian file.
    #[br(pre_assert(magic == BIG || magic == BIG_NANO))]
    Big(BigLink),
    /// Link type and checksum size in a little-endian file.
    Little(LittleLink),
}

/// The link type and the checksum size in a little-endian file; the first field has the least significant bits.
#[structure]
#[bitfield]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[brw(little)]
#[schema(bits = 32)]
pub struct LittleLink {
    /// The protocol with which each packet begins.
    #[schema(codes = LinkKind)]
    pub kind: B16,
    /// Without a meaning.
    #[schema(reserved)]
    pub reserved: B10,
    /// Whether the file states `check_size`.
    pub has_check_size: B1,
    /// Without a meaning.
    #[schema(reserved)]
    pub unused: B1,
    /// Size of the checksum at the end of a packet, in units of two bytes.
    pub check_size: B4,
}

/// The link type and the checksum size in a big-endian file; the first field has the most significant bits.
#[structure]
#[bitfield]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[brw(big)]
#[schema(bits = 32)]
pub struct BigLink {
    /// Size of the checksum at the end of a packet, in units of two bytes.
    pub check_size: B4,
    /// Without a meaning.
    #[schema(reserved)]
    pub unused: B1,
    /// Whether the file states `check_size`.
    pub has_check_size: B1,
    /// Without a meaning.
    #[schema(reserved)]
    pub reserved: B10,
    /// The protocol with which each packet begins.
    #[schema(codes = LinkKind)]
    pub kind: B16,
}

/// The most frequent of the registered protocols with which a packet can begin.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Record)]
#[repr(u16)]
pub enum LinkKind {
    /// BSD loopback.
    Null = 0,
    /// Ethernet.
    Ethernet = 1,
    /// PPP.
    Ppp = 9,
    /// IP version 4 or 6.
    Raw = 101,
    /// Wireless LAN, IEEE 802.11.
    WirelessLan = 105,
    /// Any Linux network device, first version of the header.
    LinuxSll = 113,
    /// Wireless LAN with a Radiotap header in front.
    Radiotap = 127,
    /// Linux USB.
    UsbLinux = 220,
    /// IP version 4.
    Ipv4 = 228,
    /// IP version 6.
    Ipv6 = 229,
    /// Any Linux network device, second version of the header.
    LinuxSll2 = 276,
}

/// A packet.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[br(import(magic: u32, most: u32))]
#[brw(little, is_big = magic == BIG || magic == BIG_NANO)]
#[schema(
    assert(full_size >= bytes.len(), text = "expected at least {bytes.len()}, found {full_size}", on = full_size),
    // Some writers do not keep to it.
    assert(
        most == 0 || bytes.len() <= most,
        severity = warning,
        code = "packet.kept-size",
        text = "expected at most {most} bytes of a packet, found {bytes.len()}",
        on = bytes
    ),
    assert(
        fraction < if magic == 0xA1B2_C3D4 || magic == BIG { 1_000_000 } else { 1_000_000_000 },
        severity = warning,
        code = "packet.fraction",
        text = "expected less than a second, found {fraction}",
        on = fraction
    )
)]
pub struct Packet<'a> {
    /// Time of the capture, in seconds since 1970.
    pub seconds: u32,
    /// Microseconds or nanoseconds after the second; the signature states the unit.
    pub fraction: u32,
    #[br(temp)]
    #[bw(calc = bytes.len())]
    kept: u32,
    /// Size of the packet in bytes when the program captured it.
    pub full_size: u32,
    /// The bytes that the file keeps of the packet.
    #[br(count = kept)]
    pub bytes: Cow<'a, [u8]>,
}

/// Returns the file with only the packets for which `keep` returns true.
pub fn filter(file: &[u8], keep: impl Fn(&Packet<'_>) -> bool) -> Result<Vec<u8>> {
    let mut pcap = Pcap::from_slice(file)?;
    pcap.packets.retain(keep);
    pcap.to_vec()
}
