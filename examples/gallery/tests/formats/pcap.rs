//! pcap: files of another writer come back in both byte orders, and changed ones are read by another reader.

use crate::shared::{assert_comes_back, assert_judged_alike};
use bpx_schema::Codec;
use bpx_schema::report::{Class, Mode, Verdict};
use gallery::pcap::{Link, LinkKind, Pcap, filter};
use pcap_file::pcap::{PcapHeader, PcapPacket, PcapReader, PcapWriter};
use pcap_file::{Endianness, TsResolution};
use std::time::Duration;

/// A file of three packets, written by another writer.
fn file(endianness: Endianness, ts_resolution: TsResolution) -> Vec<u8> {
    let header = PcapHeader { endianness, ts_resolution, snaplen: 100, ..PcapHeader::default() };
    let mut writer = PcapWriter::with_header(Vec::new(), header).unwrap();
    for (seconds, bytes) in [(5, &[1, 2, 3][..]), (6, &[]), (7, &[9; 40])] {
        let packet = PcapPacket::new(Duration::new(seconds, 7000), bytes.len() as u32 + 10, bytes);
        writer.write_packet(&packet).unwrap();
    }
    writer.into_writer()
}

/// Files of both orders and both parts of a second.
pub fn samples() -> Vec<Vec<u8>> {
    let orders = [Endianness::Little, Endianness::Big];
    let resolutions = [TsResolution::MicroSecond, TsResolution::NanoSecond];
    orders.iter().flat_map(|order| resolutions.map(|resolution| file(*order, resolution))).collect()
}

/// Seconds, thousand-millionths and bytes of each packet, read by another reader.
fn packets(file: &[u8]) -> Vec<(u64, u32, Vec<u8>)> {
    let (mut reader, mut packets) = (PcapReader::new(file).unwrap(), Vec::new());
    while let Some(packet) = reader.next_packet() {
        let packet = packet.unwrap();
        packets.push((packet.timestamp.as_secs(), packet.timestamp.subsec_nanos(), packet.data.into_owned()));
    }
    packets
}

#[test]
fn files_of_both_orders_come_back_byte_for_byte() {
    for file in samples() {
        assert_comes_back::<Pcap>(&file);
        assert_judged_alike::<Pcap>(&file);
    }
}

#[test]
fn packets_that_are_left_are_read_by_another_reader() {
    for file in samples() {
        let changed = filter(&file, |packet| !packet.bytes.is_empty()).unwrap();
        assert_eq!(packets(&changed), [(5, 7000, vec![1, 2, 3]), (7, 7000, vec![9; 40])]);
    }
}

/// A file whose first packet keeps more bytes than it had.
pub fn damaged() -> Vec<u8> {
    let mut file = file(Endianness::Big, TsResolution::MicroSecond);
    file[24 + 15] = 2;
    file
}

#[test]
fn a_packet_that_is_larger_than_it_was_is_found() {
    let report = Pcap::validate(&damaged(), Mode::Strict);
    let found: Vec<_> =
        report.findings().iter().map(|one| (one.class, one.path.to_string(), one.location.file)).collect();
    assert_eq!(found, [(Class::Inconsistent, "packets[0].full_size".to_owned(), 36)]);
}

#[test]
fn bits_of_the_link_are_read_in_both_orders() {
    // A checksum of four bytes, and Ethernet.
    let link = 0x2400_0001_u32;
    let mut little = file(Endianness::Little, TsResolution::MicroSecond);
    little[20..24].copy_from_slice(&link.to_le_bytes());
    let mut big = file(Endianness::Big, TsResolution::MicroSecond);
    big[20..24].copy_from_slice(&link.to_be_bytes());
    let Link::Little(one) = Pcap::from_slice(&little).unwrap().link else { panic!("another order") };
    let Link::Big(other) = Pcap::from_slice(&big).unwrap().link else { panic!("another order") };
    let ethernet = LinkKind::Ethernet as u16;
    assert_eq!((one.kind(), one.has_check_size(), one.check_size()), (ethernet, 1, 2));
    assert_eq!((other.kind(), other.has_check_size(), other.check_size()), (ethernet, 1, 2));
    assert_comes_back::<Pcap>(&little);
    assert_comes_back::<Pcap>(&big);
}

#[test]
fn sizes_and_times_beyond_their_limits_are_warned_of() {
    let mut file = file(Endianness::Little, TsResolution::MicroSecond);
    // The greatest size, and the fraction of the first packet.
    file[16..20].copy_from_slice(&20_u32.to_le_bytes());
    file[28..32].copy_from_slice(&1_000_000_u32.to_le_bytes());
    let report = Pcap::validate(&file, Mode::Strict);
    let found: Vec<_> =
        report.findings().iter().map(|one| (&*one.code, one.path.to_string(), one.location.file)).collect();
    let expected = [
        ("packet.fraction", "packets[0].fraction".to_owned(), 28),
        ("packet.kept-size", "packets[2].bytes".to_owned(), 24 + 19 + 16 + 16),
    ];
    assert_eq!(found, expected);
    assert_eq!(report.verdict(), Verdict::Valid);
}
