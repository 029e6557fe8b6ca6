//! DNS: messages of another writer come back, and changed ones are read by another reader.

use crate::shared::{assert_comes_back, assert_kept_alike};
use bpx_schema::Codec;
use bpx_schema::report::{Class, Mode};
use gallery::dns::{Answer, Data, Message, Name, OptionValue, ParameterValue, Text, Type, answer};
use simple_dns::rdata::{
    A, AAAA, CAA, DNSKEY, DS, HINFO, LOC, MX, NAPTR, NSEC, NULL, OPT, OPTCode, RData, RP, RRSIG, SOA, SRV, SVCB, TXT,
};
use simple_dns::{CLASS, CharacterString, Packet, QCLASS, QTYPE, Question, ResourceRecord, TYPE};

fn name(name: &str) -> simple_dns::Name<'_> {
    simple_dns::Name::new(name).unwrap()
}

/// A question, written by another writer.
fn question() -> Vec<u8> {
    let mut packet = Packet::new_query(7);
    packet.set_flags(simple_dns::PacketFlag::RECURSION_DESIRED);
    let class = QCLASS::CLASS(CLASS::IN);
    packet.questions.push(Question::new(name("host.example.org"), QTYPE::TYPE(TYPE::A), class, false));
    packet.build_bytes_vec().unwrap()
}

/// Answers whose names refer to names before, written by another writer.
fn answers() -> Vec<u8> {
    let mut packet = Packet::new_reply(8);
    let texts = TXT::new().with_string("one=1").unwrap().with_string("two").unwrap();
    let records = [
        RData::A(A { address: 0x0102_0304 }),
        RData::CNAME(simple_dns::rdata::CNAME(name("other.example.org"))),
        RData::MX(MX { preference: 10, exchange: name("mail.example.org") }),
        RData::TXT(texts),
    ];
    packet.answers = records.map(|data| ResourceRecord::new(name("host.example.org"), CLASS::IN, 300, data)).into();
    packet.build_bytes_vec_compressed().unwrap()
}

fn text(text: &str) -> CharacterString<'_> {
    CharacterString::new(text.as_bytes()).unwrap()
}

/// Records of all types, written by another writer; those that it does not know have bytes by hand.
fn records() -> Vec<u8> {
    let mut service = SVCB::new(1, name("svc.example.org"));
    service.set_mandatory([1].into_iter());
    service.set_alpn(&[text("h2"), text("h3")]);
    service.set_port(8443);
    service.set_ipv4hint(&[0x0102_0304]);
    service.set_ipv6hint(&[1]);
    let location = LOC {
        version: 0,
        size: 0x12,
        horizontal_precision: 0x16,
        vertical_precision: 0x13,
        latitude: 5,
        longitude: 6,
        altitude: 10_000_000,
    };
    let soa = SOA {
        mname: name("a.example.org"),
        rname: name("ann.example.org"),
        serial: 1,
        refresh: 2,
        retry: 3,
        expire: 4,
        minimum: 5,
    };
    let rule = NAPTR {
        order: 1,
        preference: 2,
        flags: text("u"),
        services: text("E2U+sip"),
        regexp: text("!^.*$!sip:x!"),
        replacement: name(""),
    };
    let signature = RRSIG {
        type_covered: 1,
        algorithm: 13,
        labels: 2,
        original_ttl: 300,
        signature_expiration: 20,
        signature_inception: 10,
        key_tag: 7,
        signer_name: name("example.org"),
        signature: b"signed".into(),
    };
    let records = [
        RData::AAAA(AAAA { address: 1 }),
        RData::NS(simple_dns::rdata::NS(name("ns.example.org"))),
        RData::PTR(simple_dns::rdata::PTR(name("host.example.org"))),
        RData::SOA(soa),
        RData::HINFO(HINFO { cpu: text("cpu"), os: text("os") }),
        RData::RP(RP { mbox: name("ann.example.org"), txt: name("txt.example.org") }),
        RData::LOC(location),
        RData::SRV(SRV { priority: 1, weight: 2, port: 53, target: name("srv.example.org") }),
        RData::NAPTR(rule),
        RData::DS(DS { key_tag: 7, algorithm: 13, digest_type: 2, digest: b"digest".into() }),
        RData::DNSKEY(DNSKEY { flags: 257, protocol: 3, algorithm: 13, public_key: b"key".into() }),
        RData::RRSIG(signature),
        RData::NSEC(NSEC::from_types(name("next.example.org"), &[TYPE::A, TYPE::MX, TYPE::CAA])),
        RData::CAA(CAA { flag: 128, tag: text("issue"), value: b"ca.example.org".into() }),
        RData::SVCB(service),
        // DNAME, SSHFP, NSEC3, NSEC3PARAM, TLSA, URI.
        RData::NULL(39, NULL::new(b"\x03new\0").unwrap()),
        RData::NULL(44, NULL::new(b"\x04\x02sum").unwrap()),
        RData::NULL(50, NULL::new(b"\x01\0\0\0\x02sa\x04next\0\x01\x40").unwrap()),
        RData::NULL(51, NULL::new(b"\x01\0\0\0\0").unwrap()),
        RData::NULL(52, NULL::new(b"\x03\x01\x01sum").unwrap()),
        RData::NULL(256, NULL::new(b"\0\x01\0\x02https://example.org/").unwrap()),
        RData::NULL(65280, NULL::new(b"own").unwrap()),
    ];
    let mut packet = Packet::new_reply(9);
    packet.answers = records.map(|data| ResourceRecord::new(name("example.org"), CLASS::IN, 300, data)).into();
    let option = |code: u16, data: &'static [u8]| OPTCode { code, data: data.into() };
    let opt_codes = vec![
        option(3, b"server"),
        option(8, b"\0\x01\x18\0\xC0\0\x02"),
        option(10, b"01234567abcdefgh"),
        option(11, b"\0\x64"),
        option(12, &[0; 4]),
        option(15, b"\0\x06bad"),
    ];
    *packet.opt_mut() = Some(OPT { opt_codes, udp_packet_size: 1232, version: 0 });
    packet.build_bytes_vec_compressed().unwrap()
}

/// Messages of another writer.
pub fn samples() -> Vec<Vec<u8>> {
    vec![answers(), records(), question()]
}

/// A message in which a name refers to a place after itself.
pub fn damaged() -> Vec<u8> {
    let mut message = answers();
    let at = message.windows(2).position(|bytes| bytes == [0xC0, 12]).unwrap();
    message[at + 1] = 0xFF;
    message
}

#[test]
fn messages_come_back_byte_for_byte() {
    for message in samples() {
        assert_comes_back::<Message>(&message);
    }
    assert_kept_alike::<Message>(&question());
    assert_kept_alike::<Message>(&answers());
}

#[test]
fn records_of_all_types_are_read() {
    let message = Message::from_slice(&records()).unwrap();
    let unknown =
        message.answers.iter().filter(|one| matches!(one.record.data, Data::Bytes(_))).map(|one| one.record.kind);
    assert_eq!(unknown.collect::<Vec<_>>(), [65280]);
    let Data::Srv { port, server, .. } = &message.answers[7].record.data else { panic!("{:?}", message.answers[7]) };
    assert_eq!((*port, server.labels[0].text.as_deref()), (53, Some(&b"srv"[..])));
    let Data::Service { parameters, .. } = &message.answers[14].record.data else {
        panic!("{:?}", message.answers[14])
    };
    let found: Vec<_> = parameters.iter().map(|one| &one.value).collect();
    assert!(matches!(found[2], ParameterValue::Port(8443)), "{found:?}");
    let edns = message.additional[0].record.edns.as_ref().unwrap();
    assert_eq!((edns.packet_size, edns.version, edns.flags.signatures()), (1232, 0, 0));
    let Data::Options(options) = &message.additional[0].record.data else { panic!("{:?}", message.additional) };
    let OptionValue::Subnet { source, address, .. } = &options[1].value else { panic!("{options:?}") };
    assert_eq!((*source, &**address), (24, &[192, 0, 2][..]));
}

#[test]
fn a_reference_to_a_place_after_it_is_found() {
    let report = Message::validate(&damaged(), Mode::Strict);
    let found: Vec<_> = report.findings().iter().map(|one| (one.class, &*one.code, one.path.to_string())).collect();
    assert_eq!(found, [(Class::BadReference, "label.place", "answers[1].name.labels[0].head".to_owned())]);
    let at = answers().windows(2).position(|bytes| bytes == [0xC0, 12]).unwrap();
    let first = &report.findings()[0];
    assert_eq!(first.location.file, at as u64);
    assert_eq!(first.message, format!("expected a place before this one at {at}, found 255"));
}

#[test]
fn bits_and_places_are_read() {
    let message = Message::from_slice(&question()).unwrap();
    assert_eq!([message.flags.response(), message.flags.recursion_desired(), message.flags.code()], [0, 1, 0]);
    assert_eq!(message.questions[0].name, Name::new("host.example.org"));
    // The second name is where the first one is, after the twelve bytes of the header.
    let label = &Message::from_slice(&answers()).unwrap().answers[1].name.labels[0];
    assert_eq!((label.head, label.low, label.text.as_ref()), (0xC0, 12, None));
}

#[test]
fn added_answers_are_read_by_another_reader() {
    let address = answer(&question(), Answer::new("host.example.org", Type::A, Data::A([9, 8, 7, 6]))).unwrap();
    let text = Data::Txt(vec![Text { bytes: b"hello".to_vec() }]);
    let message = answer(&address, Answer::new("example.org", Type::TXT, text)).unwrap();
    let packet = Packet::parse(&message).unwrap();
    assert_eq!((packet.questions.len(), packet.answers.len()), (1, 2));
    assert!(packet.has_flags(simple_dns::PacketFlag::RESPONSE));
    let RData::A(found) = &packet.answers[0].rdata else { panic!("{:?}", packet.answers) };
    assert_eq!(found.address, 0x0908_0706);
    let RData::TXT(found) = &packet.answers[1].rdata else { panic!("{:?}", packet.answers) };
    assert_eq!(found.attributes().into_keys().collect::<Vec<_>>(), ["hello"]);
}

#[test]
fn a_label_of_a_kind_that_nobody_defined_is_found() {
    let mut message = question();
    // The size of the first label.
    message[12] = 0x44;
    let report = Message::validate(&message, Mode::Strict);
    let first = &report.findings()[0];
    assert!(matches!(first.class, Class::Inconsistent | Class::Truncated), "{first:?}");
    assert!(first.path.to_string().starts_with("questions[0].name.labels[0]"), "{first:?}");
}
