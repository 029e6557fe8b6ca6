//! MIDI: music of another writer comes back, and changed music is read by another reader.

use crate::shared::{assert_comes_back, assert_kept_alike, decoded, written};
use bpx_schema::Codec;
use bpx_schema::codec::{U24, Vlq};
use bpx_schema::report::{Mode, Verdict};
use gallery::midi::{Body, Division, Event, Message, Meta, MetaValue, Midi, Status, add_track};
use midly::num::{u4, u7, u14, u15, u24, u28};
use midly::{
    Format, Fps, Header, MetaMessage, MidiMessage, PitchBend, Smf, SmpteTime, Timing, TrackEvent, TrackEventKind,
};

fn event(delta: u32, kind: TrackEventKind<'_>) -> TrackEvent<'_> {
    TrackEvent { delta: u28::new(delta), kind }
}

fn meta(message: MetaMessage<'_>) -> TrackEvent<'_> {
    event(0, TrackEventKind::Meta(message))
}

/// A message to a channel, 200 ticks after the one before: a number of two bytes.
fn message<'a>(channel: u8, message: MidiMessage) -> TrackEvent<'a> {
    event(200, TrackEventKind::Midi { channel: u4::new(channel), message })
}

fn by_another_writer(header: Header, tracks: Vec<Vec<TrackEvent<'_>>>) -> Vec<u8> {
    let mut bytes = Vec::new();
    Smf { header, tracks }.write_std(&mut bytes).unwrap();
    bytes
}

/// Meta events of all kinds.
fn all_meta() -> Vec<TrackEvent<'static>> {
    let list = vec![
        MetaMessage::TrackNumber(Some(7)),
        MetaMessage::TrackNumber(None),
        MetaMessage::Text(b"text"),
        MetaMessage::Copyright(b"(c) someone"),
        MetaMessage::TrackName(b"track"),
        MetaMessage::InstrumentName(b"piano"),
        MetaMessage::Lyric(b"la"),
        MetaMessage::Marker(b"A"),
        MetaMessage::CuePoint(b"curtain"),
        MetaMessage::ProgramName(b"grand"),
        MetaMessage::DeviceName(b"port"),
        MetaMessage::MidiChannel(u4::new(3)),
        MetaMessage::MidiPort(u7::new(1)),
        MetaMessage::Tempo(u24::new(500_000)),
        MetaMessage::SmpteOffset(SmpteTime::new(1, 2, 3, 4, 5, Fps::Fps25).unwrap()),
        MetaMessage::TimeSignature(6, 3, 24, 8),
        MetaMessage::KeySignature(-3, true),
        MetaMessage::SequencerSpecific(&[0x7D, 1, 2]),
        MetaMessage::Unknown(0x60, b"own"),
        MetaMessage::EndOfTrack,
    ];
    list.into_iter().map(meta).collect()
}

/// Messages of all kinds, no two of one status in succession.
fn all_messages() -> Vec<TrackEvent<'static>> {
    let number = u7::new;
    vec![
        message(0, MidiMessage::ProgramChange { program: number(12) }),
        message(0, MidiMessage::Controller { controller: number(7), value: number(100) }),
        message(0, MidiMessage::NoteOn { key: number(60), vel: number(64) }),
        message(0, MidiMessage::Aftertouch { key: number(60), vel: number(70) }),
        message(0, MidiMessage::ChannelAftertouch { vel: number(80) }),
        message(0, MidiMessage::PitchBend { bend: PitchBend(u14::new(0x2001)) }),
        message(0, MidiMessage::NoteOff { key: number(60), vel: number(0) }),
        event(0x0010_0000, TrackEventKind::SysEx(&[0x7E, 0x7F, 9, 1, 0xF7])),
        event(0, TrackEventKind::Escape(&[0xF3, 1])),
        meta(MetaMessage::EndOfTrack),
    ]
}

fn tracks() -> Vec<u8> {
    let header = Header::new(Format::Parallel, Timing::Metrical(u15::new(480)));
    by_another_writer(header, vec![all_meta(), all_messages()])
}

/// One track in frames of a film, a longer header, and a chunk of another program.
fn in_frames() -> Vec<u8> {
    let header = Header::new(Format::SingleTrack, Timing::Timecode(Fps::Fps25, 40));
    let file = by_another_writer(header, vec![vec![meta(MetaMessage::EndOfTrack)]]);
    let mut longer = [&file[..14], b"new", &file[14..], b"XFIH\0\0\0\x02ab"].concat();
    longer[7] = 9;
    longer
}

/// Music by another writer.
pub fn samples() -> Vec<Vec<u8>> {
    vec![tracks(), in_frames()]
}

/// Music with two tracks in the format of one.
pub fn damaged() -> Vec<u8> {
    let mut file = tracks();
    file[9] = 0;
    file
}

#[test]
fn music_comes_back_byte_for_byte() {
    for file in samples() {
        assert_comes_back::<Midi>(&file);
        Smf::parse(&file).unwrap();
    }
    assert_kept_alike::<Midi>(&in_frames());
}

#[test]
fn damaged_music_is_judged_alike() {
    let header = Header::new(Format::SingleTrack, Timing::Metrical(u15::new(96)));
    assert_kept_alike::<Midi>(&by_another_writer(header, vec![all_messages()]));
}

/// Codes, paths and offsets of what a file breaks.
fn found(file: &[u8]) -> Vec<(String, String, u64)> {
    let report = Midi::validate(file, Mode::Strict);
    report.findings().iter().map(|one| (one.code.to_string(), one.path.to_string(), one.location.file)).collect()
}

fn finding(code: &str, path: &str, at: u64) -> Vec<(String, String, u64)> {
    vec![(code.to_owned(), path.to_owned(), at)]
}

#[test]
fn faults_are_found_where_they_are() {
    assert_eq!(found(&damaged()), finding("midi.single-track", "format", 8));
    let mut file = tracks();
    file[11] = 3;
    assert_eq!(found(&file), finding("midi.track-count.calc", "track_count", 10));
    let start = file.windows(5).position(|bytes| bytes == [0, 0xFF, 0x59, 2, 0xFD]).unwrap() + 4;
    let mut file = tracks();
    file[start] = 8;
    let path = "chunks[0].body.track[16].message.meta.value.sharps";
    assert_eq!(found(&file), finding("meta-value.key-signature.sharps.range", path, start as u64));
}

#[test]
fn a_time_of_more_than_28_bits_is_found() {
    let track = [&[0x81, 0x80, 0x80, 0x80, 0][..], &[0xFF, 0x2F, 0]].concat();
    let head = [&in_frames()[..17], b"MTrk\0\0\0\x08"].concat();
    let at = head.len() as u64;
    assert_eq!(found(&[head, track].concat()), finding("event.delta", "chunks[0].body.track[0].delta", at));
}

/// The events of a track.
fn events(midi: &Midi, track: usize) -> &[Event] {
    let Body::Track(events) = &midi.chunks[track].body else { panic!("{:?}", midi.chunks[track]) };
    events
}

#[test]
fn messages_are_those_of_another_reader() {
    let file = tracks();
    let (midi, smf) = (Midi::from_slice(&file).unwrap(), Smf::parse(&file).unwrap());
    let ours = events(&midi, 1);
    assert_eq!(ours.len(), smf.tracks[1].len());
    for (event, other) in ours.iter().zip(&smf.tracks[1]) {
        assert_eq!(event.delta.value(), other.delta.as_int());
        match (&event.message, other.kind) {
            (Message::Exclusive(data), TrackEventKind::SysEx(bytes)) => assert_eq!(data.bytes, bytes),
            (Message::Escape(data), TrackEventKind::Escape(bytes)) => assert_eq!(data.bytes, bytes),
            (Message::Meta(_), TrackEventKind::Meta(MetaMessage::EndOfTrack)) => {}
            (message, TrackEventKind::Midi { channel, message: other }) => {
                assert_eq!(event.status.low(), channel.as_int());
                let numbers = match message {
                    Message::NoteOff { key, velocity } | Message::NoteOn { key, velocity } => (*key, *velocity),
                    Message::KeyPressure { key, pressure } => (*key, *pressure),
                    Message::Controller { number, value } => (*number, *value),
                    Message::Program { program } => (*program, 0),
                    Message::ChannelPressure { pressure } => (*pressure, 0),
                    Message::PitchBend { fine, coarse } => (*fine, *coarse),
                    message => panic!("{message:?}"),
                };
                let (kind, others) = match other {
                    MidiMessage::NoteOff { key, vel } => (8, (key.as_int(), vel.as_int())),
                    MidiMessage::NoteOn { key, vel } => (9, (key.as_int(), vel.as_int())),
                    MidiMessage::Aftertouch { key, vel } => (10, (key.as_int(), vel.as_int())),
                    MidiMessage::Controller { controller, value } => (11, (controller.as_int(), value.as_int())),
                    MidiMessage::ProgramChange { program } => (12, (program.as_int(), 0)),
                    MidiMessage::ChannelAftertouch { vel } => (13, (vel.as_int(), 0)),
                    MidiMessage::PitchBend { bend } => {
                        (14, ((bend.0.as_int() & 0x7F) as u8, (bend.0.as_int() >> 7) as u8))
                    }
                };
                assert_eq!((event.status.kind(), numbers), (kind, others));
            }
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn meta_events_are_those_of_another_writer() {
    let file = tracks();
    let midi = Midi::from_slice(&file).unwrap();
    let values: Vec<_> = events(&midi, 0)
        .iter()
        .map(|event| match &event.message {
            Message::Meta(Meta { value, .. }) => (event.meta, value.clone()),
            message => panic!("{message:?}"),
        })
        .collect();
    let text = |text: &str| MetaValue::Text { text: text.into() };
    assert_eq!(values[0], (0, MetaValue::SequenceNumber { number: Some(7) }));
    assert_eq!(values[1], (0, MetaValue::SequenceNumber { number: None }));
    assert_eq!((&values[2], &values[7]), (&(1, text("text")), &(6, text("A"))));
    assert_eq!(values[11], (0x20, MetaValue::Channel { channel: 3 }));
    assert_eq!(values[13], (0x51, MetaValue::Tempo { duration: U24::new(500_000).unwrap() }));
    let MetaValue::Offset { hours, minutes, seconds, frames, parts } = values[14].1 else { panic!("{:?}", values[14]) };
    assert_eq!((hours.rate(), hours.hours(), minutes, seconds, frames, parts), (1, 1, 2, 3, 4, 5));
    assert_eq!(values[15], (0x58, MetaValue::TimeSignature { count: 6, divisor: 3, clocks: 24, notes: 8 }));
    assert_eq!(values[16], (0x59, MetaValue::KeySignature { sharps: -3, minor: 1 }));
    assert_eq!(values[18], (0x60, MetaValue::Other(b"own".to_vec())));
    assert_eq!(values[19], (0x2F, MetaValue::EndOfTrack));
    let frames = Midi::from_slice(&in_frames()).unwrap();
    assert_eq!((frames.division, &*frames.rest), (Division::Frames25 { ticks: 40 }, &b"new"[..]));
}

#[test]
fn an_added_track_is_read_by_another_reader() {
    let status = Status::from_bytes([0x95]);
    let note = Message::NoteOn { key: 72, velocity: 1 };
    let note = Event { delta: Vlq::new(130), status, meta: 0, message: note };
    let changed = add_track(&tracks(), "new", vec![note]).unwrap();
    assert_eq!(Midi::validate(&changed, Mode::Strict).findings(), []);
    let smf = Smf::parse(&changed).unwrap();
    let expected = [
        meta(MetaMessage::TrackName(b"new")),
        event(
            130,
            TrackEventKind::Midi {
                channel: u4::new(5),
                message: MidiMessage::NoteOn { key: u7::new(72), vel: u7::new(1) },
            },
        ),
        meta(MetaMessage::EndOfTrack),
    ];
    assert_eq!((smf.tracks.len(), &*smf.tracks[2]), (3, &expected[..]));
    assert_eq!(smf.tracks[..2], [all_meta(), all_messages()]);
}

/// The other writer leaves out a status that is that of the message before.
#[test]
fn a_track_with_running_status_is_kept() {
    let note = |key| message(0, MidiMessage::NoteOn { key: u7::new(key), vel: u7::new(64) });
    let header = Header::new(Format::SingleTrack, Timing::Metrical(u15::new(480)));
    let file = by_another_writer(header, vec![vec![note(60), note(64), meta(MetaMessage::EndOfTrack)]]);
    assert_eq!(Midi::validate(&file, Mode::Lenient).verdict(), Verdict::Valid);
    let report = Midi::validate(&file, Mode::Strict);
    // After two heads of chunks, a time, a message, the next time, and the key in place of a status.
    let path = "chunks[0].body.track[1].message";
    assert_eq!(found(&file), finding("unknown-tag", path, 14 + 8 + 2 + 3 + 2 + 1), "{:?}", report.findings());
    assert_eq!(written::<Midi>(&file), file);
    assert!(decoded::<Midi>(&file)["chunks"][0]["body"]["bytes"].is_string());
}
