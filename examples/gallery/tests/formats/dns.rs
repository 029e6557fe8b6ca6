//! DNS: messages of another writer come back, and changed ones are read by another reader.

use crate::shared::{assert_comes_back, assert_judged_alike};
use bpx_schema::Codec;
use bpx_schema::report::{Class, Mode};
use gallery::dns::{Answer, Data, Message, Name, Text, Type, answer};
use simple_dns::rdata::{A, MX, RData, TXT};
use simple_dns::{CLASS, Packet, QCLASS, QTYPE, Question, ResourceRecord, TYPE};

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

#[test]
fn messages_come_back_byte_for_byte() {
    for message in [question(), answers()] {
        assert_comes_back::<Message>(&message);
        assert_judged_alike::<Message>(&message);
    }
}

#[test]
fn bits_and_places_are_read() {
    let message = Message::from_slice(&question()).unwrap();
    assert_eq!([message.flags.response(), message.flags.recursion_desired(), message.flags.code()], [0, 1, 0]);
    assert_eq!(message.questions[0].name, Name::new("host.example.org"));
    // The second name is where the first one is, behind the twelve bytes of the header.
    let label = &Message::from_slice(&answers()).unwrap().answers[1].name.labels[0];
    assert_eq!((label.head, label.low, label.text.as_ref()), (0xC0, Some(12), None));
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
