//! MIDI, music as messages to instruments (MIDI Manufacturers Association, 1988): the Standard MIDI File 1.0.
//!
//! Times and sizes are numbers with seven bits in each byte, the most significant bits first: `Vlq`. A special meta
//! event ends a track: `until = .. entry.meta == 0x2F`. Chunks of unknown kinds are kept.
//!
//! A message may omit its status if the previous message has the same status (running status). Then the meaning of a
//! message depends on the previous event, which a declaration cannot use. Such a track is kept as bytes (`attempt`),
//! with a finding at the byte that is not a status.

use bpx_schema::codec::{FourCc, U24, Vlq};
use bpx_schema::{Codec, Record, Result, structure};

/// A file.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(big, magic = b"MThd")]
#[schema(
    spec = "2.1",
    assert(
        format != 0 || count(chunks, entry.kind == b"MTrk") == 1,
        code = "midi.single-track",
        text = "expected one track in format 0, found {count(chunks, entry.kind == b\"MTrk\")}",
        on = format
    )
)]
pub struct Midi {
    #[br(temp)]
    #[bw(calc = 6 + rest.len())]
    length: u32,
    /// Relation of the tracks.
    #[schema(codes = Format, known)]
    pub format: u16,
    #[br(temp)]
    #[bw(calc = count(chunks, entry.kind == b"MTrk"))]
    track_count: u16,
    /// Length of a tick.
    pub division: Division,
    /// Further bytes of the header, from later versions.
    #[br(count = length - 6)]
    pub rest: Vec<u8>,
    /// Tracks, and chunks of other programs.
    #[br(parse_with = until_eof)]
    pub chunks: Vec<Chunk>,
}

/// Relations of the tracks of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Record)]
#[repr(u16)]
pub enum Format {
    /// One track.
    Single = 0,
    /// Tracks that play together.
    Parallel = 1,
    /// Tracks that play one by one.
    Sequential = 2,
}

/// The length of a tick: a part of a quarter note, or a part of a film frame, whose rate is stored as a negative
/// number.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(big)]
#[schema(spec = "2.1")]
pub enum Division {
    /// A part of a frame, at 24 frames a second.
    #[br(magic = 0xE8u8)]
    Frames24 {
        /// Number of ticks in a frame.
        ticks: u8,
    },
    /// A part of a frame, at 25 frames a second.
    #[br(magic = 0xE7u8)]
    Frames25 {
        /// Number of ticks in a frame.
        ticks: u8,
    },
    /// A part of a frame, at 29.97 frames a second.
    #[br(magic = 0xE3u8)]
    Frames29 {
        /// Number of ticks in a frame.
        ticks: u8,
    },
    /// A part of a frame, at 30 frames a second.
    #[br(magic = 0xE2u8)]
    Frames30 {
        /// Number of ticks in a frame.
        ticks: u8,
    },
    /// A part of a quarter note.
    Quarter {
        /// Number of ticks in a quarter note.
        #[schema(range(1..=0x7FFF))]
        ticks: u16,
    },
}

/// A chunk.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(big)]
#[schema(spec = "2")]
pub struct Chunk {
    /// Kind of the chunk, which is four letters.
    pub kind: FourCc,
    /// Size of the body in bytes, which a writer sets.
    length: u32,
    /// The body.
    #[br(args(int(kind)))]
    #[schema(region(size = length))]
    pub body: Body,
}

/// The content of a chunk.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(big)]
#[br(import(kind: u32))]
#[schema(spec = "2")]
pub enum Body {
    /// Events, up to the event that ends the track.
    #[br(pre_assert(kind == int(b"MTrk")))]
    #[schema(attempt = "running status")]
    Track(#[br(until = entry.status.kind == 15 && entry.status.low == 15 && entry.meta == 0x2F)] Vec<Event>),
    /// Bytes of another chunk, or of a track with running status.
    Bytes(#[br(parse_with = until_eof)] Vec<u8>),
}

/// An event of a track.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(big)]
#[schema(
    spec = "3",
    assert(
        delta < 1 << 28,
        code = "event.delta",
        text = "expected a time of at most 28 bits, found {delta}",
        on = delta
    )
)]
pub struct Event {
    /// Number of ticks since the previous event.
    pub delta: Vlq<u32>,
    /// Status, which is kind and channel.
    pub status: Status,
    /// Kind of a meta event; 0 for other events.
    #[br(if(status.kind == 15 && status.low == 15, 0))]
    #[schema(codes = MetaKind)]
    pub meta: u8,
    /// Data of the message.
    #[br(args(status.kind, status.low, meta))]
    pub message: Message,
}

/// The status of an event.
#[structure]
#[bitfield]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[brw(big)]
#[schema(spec = "3", bits = 8)]
pub struct Status {
    /// Kind of the message.
    #[schema(codes = StatusKind, range(8..=15))]
    pub kind: B4,
    /// Number of the channel, or kind of an event without a channel.
    pub low: B4,
}

/// Kinds of messages.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Record)]
#[repr(u8)]
pub enum StatusKind {
    /// A key is released.
    NoteOff = 8,
    /// A key is pressed.
    NoteOn = 9,
    /// The pressure on a key changes.
    KeyPressure = 10,
    /// A controller is moved.
    Controller = 11,
    /// Another sound is chosen.
    Program = 12,
    /// The pressure on all keys of the channel changes.
    ChannelPressure = 13,
    /// All tones become higher or lower.
    PitchBend = 14,
    /// A message without a channel, or a meta event.
    System = 15,
}

/// Kinds of meta events.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Record)]
#[repr(u8)]
pub enum MetaKind {
    /// Number of a sequence.
    SequenceNumber = 0x00,
    /// A text.
    Text = 0x01,
    /// Copyright notice.
    Copyright = 0x02,
    /// Name of the track.
    TrackName = 0x03,
    /// Name of the instrument.
    Instrument = 0x04,
    /// Words that are sung.
    Lyric = 0x05,
    /// Name of a point in the music.
    Marker = 0x06,
    /// Cue point.
    Cue = 0x07,
    /// Name of the sound.
    ProgramName = 0x08,
    /// Name of the port.
    DeviceName = 0x09,
    /// Channel of the meta events that follow.
    Channel = 0x20,
    /// Number of the port.
    Port = 0x21,
    /// The end of the track.
    EndOfTrack = 0x2F,
    /// Duration of a quarter note.
    Tempo = 0x51,
    /// Start time of the track in a film.
    Offset = 0x54,
    /// Time signature.
    TimeSignature = 0x58,
    /// The key signature.
    KeySignature = 0x59,
    /// Data of a program.
    Sequencer = 0x7F,
}

/// The message of an event.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(big)]
#[br(import(kind: u8, low: u8, meta_kind: u8))]
#[schema(spec = "3")]
pub enum Message {
    /// A key is released.
    #[br(pre_assert(kind == 8))]
    NoteOff {
        /// Number of the key.
        #[schema(range(0..=127))]
        key: u8,
        /// Velocity of the key.
        #[schema(range(0..=127))]
        velocity: u8,
    },
    /// A key is pressed; with a velocity of 0, it is released.
    #[br(pre_assert(kind == 9))]
    NoteOn {
        /// Number of the key.
        #[schema(range(0..=127))]
        key: u8,
        /// Velocity of the key.
        #[schema(range(0..=127))]
        velocity: u8,
    },
    /// The pressure on a key changes.
    #[br(pre_assert(kind == 10))]
    KeyPressure {
        /// Number of the key.
        #[schema(range(0..=127))]
        key: u8,
        /// Pressure of the key.
        #[schema(range(0..=127))]
        pressure: u8,
    },
    /// A controller is moved.
    #[br(pre_assert(kind == 11))]
    Controller {
        /// Number of the controller; from 120 on, a mode of the whole channel.
        #[schema(codes = Controller, range(0..=127))]
        number: u8,
        /// Value of the controller.
        #[schema(range(0..=127))]
        value: u8,
    },
    /// Another sound is chosen.
    #[br(pre_assert(kind == 12))]
    Program {
        /// Number of the sound.
        #[schema(range(0..=127))]
        program: u8,
    },
    /// The pressure on all keys of the channel changes.
    #[br(pre_assert(kind == 13))]
    ChannelPressure {
        /// Pressure of the channel.
        #[schema(range(0..=127))]
        pressure: u8,
    },
    /// All tones become higher or lower.
    #[br(pre_assert(kind == 14))]
    PitchBend {
        /// The lower seven bits of the number; 8192 is the middle.
        #[schema(range(0..=127))]
        fine: u8,
        /// The upper seven bits of the number.
        #[schema(range(0..=127))]
        coarse: u8,
    },
    /// A message that a maker of instruments defines, or the first part of such a message.
    #[br(pre_assert(kind == 15 && low == 0))]
    Exclusive(Data),
    /// A further part of a message that a maker defines, or bytes of any kind.
    #[br(pre_assert(kind == 15 && low == 7))]
    Escape(Data),
    /// Meta event, which no instrument receives.
    #[br(pre_assert(kind == 15 && low == 15))]
    Meta(#[br(args(meta_kind))] Meta),
}

/// Controllers, and modes of a channel.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Record)]
#[repr(u8)]
pub enum Controller {
    /// Upper bits of the bank of sounds.
    Bank = 0,
    /// A wheel.
    Modulation = 1,
    /// Breath.
    Breath = 2,
    /// A foot controller.
    Foot = 4,
    /// Time of the slide from one tone to the next.
    PortamentoTime = 5,
    /// Upper bits of the value of a parameter.
    DataEntry = 6,
    /// Volume of the channel.
    Volume = 7,
    /// Balance of the volumes of two sounds.
    Balance = 8,
    /// Position between left and right.
    Pan = 10,
    /// Part of the volume.
    Expression = 11,
    /// Lower bits of the bank of sounds.
    BankFine = 32,
    /// Lower bits of the value of a parameter.
    DataEntryFine = 38,
    /// The pedal that holds tones.
    Sustain = 64,
    /// Whether tones slide to the next tone.
    Portamento = 65,
    /// The pedal that holds only the tones that already sound.
    Sostenuto = 66,
    /// The pedal that makes tones softer.
    Soft = 67,
    /// Lower bits of a parameter number that a maker defines.
    MakerParameterFine = 98,
    /// Upper bits of a parameter number that a maker defines.
    MakerParameter = 99,
    /// Lower bits of a parameter number that the standard defines.
    ParameterFine = 100,
    /// Upper bits of a parameter number that the standard defines.
    Parameter = 101,
    /// All tones stop.
    AllSoundOff = 120,
    /// Controllers return to their initial values.
    ResetControllers = 121,
    /// Whether the instrument plays its own keys.
    LocalControl = 122,
    /// All keys are released.
    AllNotesOff = 123,
    /// The instrument responds to its own channel only.
    OmniOff = 124,
    /// The instrument responds to all channels.
    OmniOn = 125,
    /// The instrument plays one tone at a time.
    MonoOn = 126,
    /// The instrument plays several tones at a time.
    PolyOn = 127,
}

/// Bytes, after their number.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[schema(spec = "3")]
pub struct Data {
    #[br(temp)]
    #[bw(calc = bytes.len())]
    length: Vlq<u32>,
    /// The bytes; the bytes of a message that a maker defines end with 0xF7.
    #[br(count = length)]
    pub bytes: Vec<u8>,
}

/// The data of a meta event, after its size.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(big)]
#[br(import(meta: u8))]
#[schema(spec = "3.1")]
pub struct Meta {
    /// Size in bytes, which a writer sets.
    length: Vlq<u32>,
    /// Data, which depends on the kind.
    #[br(args(meta))]
    #[schema(region(size = length))]
    pub value: MetaValue,
}

/// The data of a meta event.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(big)]
#[br(import(meta: u8))]
#[schema(spec = "3.1")]
pub enum MetaValue {
    /// Number of a sequence; without a number, the number of the track counts.
    #[br(pre_assert(meta == 0x00))]
    SequenceNumber {
        /// The number.
        #[br(if(remaining != 0))]
        number: Option<u16>,
    },
    /// A text, whose kind the event states.
    #[br(pre_assert(meta >= 0x01 && meta <= 0x0F))]
    Text {
        /// The text.
        #[br(parse_with = until_eof)]
        #[schema(text(encoding = "latin-1"))]
        text: Vec<u8>,
    },
    /// Channel of the meta events that follow.
    #[br(pre_assert(meta == 0x20))]
    Channel {
        /// Number of the channel.
        #[schema(range(0..=15))]
        channel: u8,
    },
    /// Number of the port.
    #[br(pre_assert(meta == 0x21))]
    Port {
        /// Number of the port.
        #[schema(range(0..=127))]
        port: u8,
    },
    /// The end of the track.
    #[br(pre_assert(meta == 0x2F))]
    EndOfTrack,
    /// Duration of a quarter note.
    #[br(pre_assert(meta == 0x51))]
    Tempo {
        /// Duration in microseconds.
        duration: U24,
    },
    /// Start time of the track in a film.
    #[br(pre_assert(meta == 0x54))]
    Offset {
        /// Frame rate and hours.
        hours: Hours,
        /// Minutes.
        #[schema(range(0..=59))]
        minutes: u8,
        /// Seconds.
        #[schema(range(0..=59))]
        seconds: u8,
        /// Frames.
        #[schema(range(0..=29))]
        frames: u8,
        /// Hundredths of a frame.
        #[schema(range(0..=99))]
        parts: u8,
    },
    /// Time signature.
    #[br(pre_assert(meta == 0x58))]
    TimeSignature {
        /// Numerator of the time signature.
        count: u8,
        /// Denominator as a power of two: 2 for quarters, 3 for eighths.
        divisor: u8,
        /// Number of MIDI clocks between two clicks of the metronome; a quarter note has 24 clocks.
        clocks: u8,
        /// Number of thirty-second notes in 24 MIDI clocks.
        notes: u8,
    },
    /// The key signature.
    #[br(pre_assert(meta == 0x59))]
    KeySignature {
        /// Number of sharps; below 0, the number of flats.
        #[schema(range(-7..=7))]
        sharps: i8,
        /// Whether the key is a minor key.
        #[schema(one_of(0, 1))]
        minor: u8,
    },
    /// Data of a program.
    #[br(pre_assert(meta == 0x7F))]
    Sequencer {
        /// The data; its first byte, or three bytes after a 0, name the maker.
        #[br(parse_with = until_eof)]
        data: Vec<u8>,
    },
    /// Another meta event.
    Other(#[br(parse_with = until_eof)] Vec<u8>),
}

/// Frame rate of a film, and hours.
#[structure]
#[bitfield]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[brw(big)]
#[schema(spec = "3.1", bits = 8)]
pub struct Hours {
    /// Bits without a meaning.
    #[schema(reserved)]
    pub reserved: B1,
    /// Number of frames in a second.
    #[schema(codes = FrameRate)]
    pub rate: B2,
    /// Hours.
    #[schema(range(0..=23))]
    pub hours: B5,
}

/// Number of frames in a second.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Record)]
#[repr(u8)]
pub enum FrameRate {
    /// 24.
    Film = 0,
    /// 25.
    Pal = 1,
    /// 29.97.
    NtscDrop = 2,
    /// 30.
    Ntsc = 3,
}

impl Event {
    /// Creates a meta event at a time.
    pub fn meta(delta: u32, kind: MetaKind, value: MetaValue) -> Self {
        let message = Message::Meta(Meta { length: Vlq::new(0), value });
        Self { delta: Vlq::new(delta), status: Status::from_bytes([0xFF]), meta: kind as u8, message }
    }
}

/// Adds a track with a name; all other chunks keep their bytes.
pub fn add_track(file: &[u8], name: &str, mut events: Vec<Event>) -> Result<Vec<u8>> {
    let mut midi = Midi::from_slice(file)?;
    events.insert(0, Event::meta(0, MetaKind::TrackName, MetaValue::Text { text: name.into() }));
    events.push(Event::meta(0, MetaKind::EndOfTrack, MetaValue::EndOfTrack));
    midi.chunks.push(Chunk { kind: FourCc::from(*b"MTrk"), length: 0, body: Body::Track(events) });
    midi.to_vec()
}
