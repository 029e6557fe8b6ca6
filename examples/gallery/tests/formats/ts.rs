//! MPEG-TS: streams of another writer and by hand come back, and changed ones are read by another reader.

use crate::shared::{assert_comes_back, assert_kept_alike, decoded, encoded};
use bpx_schema::Codec;
use bpx_schema::report::{Class, Mode};
use gallery::ts::{DescriptorValue, Packet, Payload, SectionBody, TableItem, TransportStream, retype};
use mpeg2ts::es::{StreamId, StreamType};
use mpeg2ts::pes::PesHeader;
use mpeg2ts::time::{ClockReference, Timestamp};
use mpeg2ts::ts::payload::{Bytes, Null, Pat, Pes, Pmt};
use mpeg2ts::ts::{
    AdaptationField, ContinuityCounter, Descriptor, EsInfo, Pid, ProgramAssociation, ReadTsPacket,
    TransportScramblingControl, TsHeader, TsPacket, TsPacketReader, TsPacketWriter, TsPayload, VersionNumber,
    WriteTsPacket,
};
use serde_json::json;

fn pid(number: u16) -> Pid {
    Pid::new(number).unwrap()
}

fn packet(number: u16, payload: TsPayload) -> TsPacket {
    let header = TsHeader {
        transport_error_indicator: false,
        transport_priority: false,
        pid: pid(number),
        transport_scrambling_control: TransportScramblingControl::NotScrambled,
        continuity_counter: ContinuityCounter::new(),
    };
    TsPacket { header, adaptation_field: None, payload: Some(payload) }
}

/// A stream of a program, written by another writer: two tables, a picture with clocks, more of it, and no content.
fn stream() -> Vec<u8> {
    let table = vec![ProgramAssociation { program_num: 1, program_map_pid: pid(0x100) }];
    let programs = Pat { transport_stream_id: 1, version_number: VersionNumber::new(), table };
    let descriptor = |tag, data: &[u8]| Descriptor { tag, data: data.to_vec() };
    let es_info = |stream_type, number, descriptors| EsInfo { stream_type, elementary_pid: pid(number), descriptors };
    let map = Pmt {
        program_num: 1,
        pcr_pid: Some(pid(0x101)),
        version_number: VersionNumber::new(),
        program_info: vec![descriptor(5, b"HDMV"), descriptor(9, b"\x06\x04\xE1\x02own")],
        es_info: vec![
            es_info(StreamType::H264, 0x101, vec![descriptor(14, &[0xC0, 1, 2]), descriptor(0x52, &[1])]),
            es_info(StreamType::AdtsAac, 0x102, vec![descriptor(10, b"eng\0deu\x03")]),
        ],
    };
    let header = PesHeader {
        stream_id: StreamId::new_video(0xE0).unwrap(),
        priority: true,
        data_alignment_indicator: true,
        copyright: false,
        original_or_copy: true,
        pts: Some(Timestamp::new((1 << 33) - 7).unwrap()),
        dts: Some(Timestamp::new(90_000).unwrap()),
        escr: Some(ClockReference::new(27_000_005).unwrap()),
    };
    let data = Bytes::new(b"picture").unwrap();
    let mut picture = packet(0x101, TsPayload::PesStart(Pes { header, pes_packet_len: 0, data }));
    picture.adaptation_field = Some(AdaptationField {
        discontinuity_indicator: false,
        random_access_indicator: true,
        es_priority_indicator: false,
        pcr: Some(ClockReference::new(27_000_000 + 299).unwrap()),
        opcr: Some(ClockReference::new(300).unwrap()),
        splice_countdown: Some(-1),
        transport_private_data: Vec::new(),
        extension: None,
    });
    let packets = [
        packet(0, TsPayload::Pat(programs)),
        packet(0x100, TsPayload::Pmt(map)),
        picture,
        packet(0x101, TsPayload::PesContinuation(Bytes::new(&[7; 184]).unwrap())),
        packet(0x1FFF, TsPayload::Null(Null)),
    ];
    let mut writer = TsPacketWriter::new(Vec::new());
    packets.iter().for_each(|packet| writer.write_ts_packet(packet).unwrap());
    writer.into_stream()
}

/// A packet of these bytes, and others that fill it.
fn filled(begin: &[u8]) -> Vec<u8> {
    let mut packet = begin.to_vec();
    packet.resize(188, 0xFF);
    packet
}

/// Packets by hand, with all that the other writer does not write.
fn by_hand() -> Vec<u8> {
    let mut adaptation = vec![0x47, 0x41, 0x01, 0x30, 40, 0x03, 2, b'p', b'q', 11, 0xEF];
    adaptation.extend([0x80, 5, 0xC0, 0, 9, 0x21, 0, 1, 0, 1]);
    adaptation.resize(5 + 40, 0xFF);
    // A PES header with all fields: a rate, a trick mode, copies, a checksum, an extension.
    let fields = [
        &[0x80, 0, 1, 0x60, 0x81, 0x12, 0x34, 0xFF][..],
        &[7; 16],
        &[2, b'x', b'y', 0x81, 0x81, 0x60, 1, 0x81, 0x01, 0xFF, 0xFF],
    ]
    .concat();
    let fields = [&[0x80, 0x1F, fields.len() as u8][..], &fields].concat();
    adaptation.extend([&b"\0\0\x01\xBD\0\x40"[..], &fields, b"sound"].concat());
    // Who may see: the registered check value of CRC-32/MPEG-2 is in the tests of the checksum.
    let section = [&[1, 0xB0, 15, 0xFF, 0xFF, 0xC1, 0, 0, 9, 4, 6, 4, 0xE1, 2][..]].concat();
    let sum = crc(&section).to_be_bytes();
    let access = [&[0x47, 0x40, 1, 0x10, 2, 8, 9][..], &section, &sum].concat();
    let scrambled = [0x47, 0x01, 0x02, 0x90, 1, 2, 3];
    let clock_alone = [0x47, 0x01, 0x01, 0x20, 183, 0];
    let none = [0x47, 0x1F, 0xFF, 0x10];
    let padding = [&[0x47, 0x41, 0x03, 0x10, 0, 0, 1, 0xBE, 0, 5][..], &[0xFF; 5]].concat();
    [&adaptation[..], &access, &scrambled, &clock_alone, &none, &padding].map(filled).concat()
}

/// CRC-32/MPEG-2, bit by bit.
fn crc(bytes: &[u8]) -> u32 {
    bytes.iter().fold(u32::MAX, |sum, byte| {
        (0..8).fold(sum ^ u32::from(*byte) << 24, |sum, _| sum << 1 ^ if sum >> 31 == 1 { 0x04C1_1DB7 } else { 0 })
    })
}

/// A stream of another writer, and packets by hand.
pub fn samples() -> Vec<Vec<u8>> {
    vec![stream(), by_hand()]
}

/// A stream whose table of programs leads elsewhere than its CRC counts.
pub fn damaged() -> Vec<u8> {
    let mut stream = stream();
    *programs(&mut stream) ^= 1;
    stream
}

/// The last byte of the number of the first program; a CRC follows the program.
fn programs(stream: &mut [u8]) -> &mut u8 {
    let at = at_of_crc(stream) - 1;
    &mut stream[at]
}

/// Where the CRC of the first section is.
fn at_of_crc(stream: &[u8]) -> usize {
    let begin = section(stream);
    (begin + 8..188).find(|at| crc(&stream[begin..*at]).to_be_bytes() == stream[*at..*at + 4]).unwrap()
}

/// Where the first section begins.
fn section(stream: &[u8]) -> usize {
    stream.windows(2).position(|bytes| bytes == [0, 0xB0]).unwrap()
}

#[test]
fn streams_come_back_byte_for_byte() {
    for file in samples() {
        assert_comes_back::<TransportStream>(&file);
    }
    let file = by_hand();
    assert_kept_alike::<TransportStream>(&file[..188]);
    assert_kept_alike::<TransportStream>(&file[188..376]);
}

#[test]
fn times_and_tables_are_those_of_another_reader() {
    let stream = TransportStream::from_slice(&stream()).unwrap();
    let kinds = |packet: &Packet| packet.payload.as_ref().map(std::mem::discriminant);
    assert_eq!(stream.packets.len(), 5);
    assert_eq!(kinds(&stream.packets[0]), kinds(&stream.packets[1]));
    let Some(Payload::Pes(picture)) = &stream.packets[2].payload else { panic!("{:?}", stream.packets[2]) };
    let fields = &picture.header.as_ref().unwrap().fields;
    assert_eq!(fields.presentation.unwrap().time(), (1 << 33) - 7);
    assert_eq!(fields.decoding.unwrap().time(), 90_000);
    let adaptation = stream.packets[2].adaptation.as_ref().unwrap();
    let clock = adaptation.clock.unwrap();
    assert_eq!((clock.base(), clock.extension(), adaptation.splice_countdown), (90_000, 299, -1));
    let Some(Payload::Tables(tables)) = &stream.packets[1].payload else { panic!("{:?}", stream.packets[1]) };
    let TableItem::Section(section) = &tables.items[0] else { panic!("{tables:?}") };
    let SectionBody::Map { descriptors, streams, .. } = &section.body else { panic!("{section:?}") };
    assert!(matches!(descriptors[1].value, DescriptorValue::Access { system: 0x0604, .. }), "{descriptors:?}");
    assert_eq!(streams.iter().map(|one| (one.pid.pid(), one.kind)).collect::<Vec<_>>(), [(0x101, 27), (0x102, 15)]);
}

/// Kinds of streams in the table of the program, read by another reader, which checks the CRC.
fn kinds(file: &[u8]) -> Vec<StreamType> {
    let mut reader = TsPacketReader::new(file);
    let mut kinds = Vec::new();
    while let Some(packet) = reader.read_ts_packet().unwrap() {
        if let Some(TsPayload::Pmt(map)) = packet.payload {
            kinds.extend(map.es_info.iter().map(|one| one.stream_type));
        }
    }
    kinds
}

#[test]
fn a_changed_table_is_read_by_another_reader() {
    assert_eq!(kinds(&stream()), [StreamType::H264, StreamType::AdtsAac]);
    let changed = retype(&stream(), 0x101, 0x24).unwrap();
    assert_eq!(kinds(&changed), [StreamType::H265, StreamType::AdtsAac]);
}

#[test]
fn the_schema_alone_changes_a_table() {
    let mut json = decoded::<TransportStream>(&stream());
    let streams = json.pointer_mut("/packets/1/payload/tables/items/0/section/body/streams");
    let streams = streams.unwrap();
    streams[0]["kind"] = json!(0x24);
    assert_eq!(kinds(&encoded::<TransportStream>(&json)), [StreamType::H265, StreamType::AdtsAac]);
}

#[test]
fn a_section_that_was_changed_is_found() {
    let report = TransportStream::validate(&damaged(), Mode::Strict);
    let found: Vec<_> =
        report.findings().iter().map(|one| (one.class, &*one.code, one.path.to_string(), one.location.file)).collect();
    let path = "packets[0].payload.tables.items[0].section.crc".to_owned();
    assert_eq!(found, [(Class::ChecksumMismatch, "section.crc", path, at_of_crc(&stream()) as u64)]);
}
