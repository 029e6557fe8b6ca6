//! MIDI, music as messages to instruments (MIDI Manufacturers Association, 1988): the Standard MIDI File 1.0.
//!
//! Times and sizes are numbers of seven bits a byte, the most significant first: `Vlq`. A track ends with a special
//! meta event: `until = .. entry.meta == 0x2F`. Chunks of unknown kinds are kept.
//!
//! A message may omit its status if the message before it has the same status (running status). Then the meaning of a
//! message depends on the event before, which a declaration cannot use. Such a track is kept as bytes (`attempt`), with
//! a finding at the byte that is not a status.

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
    /// Tracks, and what other programs need.
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

/// The length of a tick: a part of a quarter note, or of a frame of a film, whose rate is a negative number.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(big)]
#[schema(spec = "2.1")]
pub enum Division {
    /// A part of a frame, of which a second has 24.
    #[br(magic = 0xE8u8)]
    Frames24 {
        /// Ticks of a frame.
        ticks: u8,
    },
    /// A part of a frame, of which a second has 25.
    #[br(magic = 0xE7u8)]
    Frames25 {
        /// Ticks of a frame.
        ticks: u8,
    },
    /// A part of a frame, of which a second has 29.97.
    #[br(magic = 0xE3u8)]
    Frames29 {
        /// Ticks of a frame.
        ticks: u8,
    },
    /// A part of a frame, of which a second has 30.
    #[br(magic = 0xE2u8)]
    Frames30 {
        /// Ticks of a frame.
        ticks: u8,
    },
    /// A part of a quarter note.
    Quarter {
        /// Ticks of a quarter note.
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
    /// Kind of the chunk: four letters.
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
    /// Events, up to the one that ends the track.
    #[br(pre_assert(kind == int(b"MTrk")))]
    #[schema(attempt = "running status")]
    Track(#[br(until = entry.status.kind == 15 && entry.status.low == 15 && entry.meta == 0x2F)] Vec<Event>),
    /// Another chunk, or a track with running status.
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
    /// Ticks since the event before.
    pub delta: Vlq<u32>,
    /// Status: kind and channel.
    pub status: Status,
    /// Kind of a meta event; 0 of all others.
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
    /// Number of the channel, or the kind of an event of no channel.
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
    /// A key that is down is pressed harder or less.
    KeyPressure = 10,
    /// A controller is moved.
    Controller = 11,
    /// Another sound is chosen.
    Program = 12,
    /// All keys that are down are pressed harder or less.
    ChannelPressure = 13,
    /// All tones become higher or lower.
    PitchBend = 14,
    /// A message of no channel, or a meta event.
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
    /// Name of a place in the music.
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
    /// Begin of the track in a film.
    Offset = 0x54,
    /// Time signature.
    TimeSignature = 0x58,
    /// The key.
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
    /// A key that is down is pressed harder or less.
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
        /// Number of the controller; from 120 on, what the whole channel does.
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
    /// All keys that are down are pressed harder or less.
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
        /// The upper seven bits.
        #[schema(range(0..=127))]
        coarse: u8,
    },
    /// A message of a maker of instruments, or its first part.
    #[br(pre_assert(kind == 15 && low == 0))]
    Exclusive(Data),
    /// A further part of such a message, or bytes of any kind.
    #[br(pre_assert(kind == 15 && low == 7))]
    Escape(Data),
    /// Meta event, which no instrument receives.
    #[br(pre_assert(kind == 15 && low == 15))]
    Meta(#[br(args(meta_kind))] Meta),
}

/// Controllers, and what a channel does.
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
    /// Time from one tone to the next.
    PortamentoTime = 5,
    /// Upper bits of the value of a parameter.
    DataEntry = 6,
    /// Volume of the channel.
    Volume = 7,
    /// Volume of one of two sounds.
    Balance = 8,
    /// Place between left and right.
    Pan = 10,
    /// Part of the volume.
    Expression = 11,
    /// Lower bits of the bank of sounds.
    BankFine = 32,
    /// Lower bits of the value of a parameter.
    DataEntryFine = 38,
    /// The pedal that holds tones.
    Sustain = 64,
    /// Whether tones slide.
    Portamento = 65,
    /// The pedal that holds the tones that sound.
    Sostenuto = 66,
    /// The pedal that softens.
    Soft = 67,
    /// Lower bits of the number of a parameter that a maker defines.
    MakerParameterFine = 98,
    /// Its upper bits.
    MakerParameter = 99,
    /// Lower bits of the number of a parameter that all have.
    ParameterFine = 100,
    /// Its upper bits.
    Parameter = 101,
    /// No sound.
    AllSoundOff = 120,
    /// Controllers at rest.
    ResetControllers = 121,
    /// Whether the keys of the instrument itself count.
    LocalControl = 122,
    /// All keys are released.
    AllNotesOff = 123,
    /// All channels count as one without it.
    OmniOff = 124,
    /// All channels count as one.
    OmniOn = 125,
    /// One tone at a time.
    MonoOn = 126,
    /// Several tones at a time.
    PolyOn = 127,
}

/// Bytes of a counted size.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[schema(spec = "3")]
pub struct Data {
    #[br(temp)]
    #[bw(calc = bytes.len())]
    length: Vlq<u32>,
    /// The bytes; those of a message of a maker end with 0xF7.
    #[br(count = length)]
    pub bytes: Vec<u8>,
}

/// The data of a meta event, with its size.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(big)]
#[br(import(meta: u8))]
#[schema(spec = "3.1")]
pub struct Meta {
    /// Size in bytes, which a writer sets.
    length: Vlq<u32>,
    /// Data, as the kind states.
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
    /// Number of a sequence; without one, that of the track counts.
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
        /// Its number.
        #[schema(range(0..=15))]
        channel: u8,
    },
    /// Number of the port.
    #[br(pre_assert(meta == 0x21))]
    Port {
        /// Its number.
        #[schema(range(0..=127))]
        port: u8,
    },
    /// The end of the track.
    #[br(pre_assert(meta == 0x2F))]
    EndOfTrack,
    /// Duration of a quarter note.
    #[br(pre_assert(meta == 0x51))]
    Tempo {
        /// In microseconds.
        duration: U24,
    },
    /// Begin of the track in a film.
    #[br(pre_assert(meta == 0x54))]
    Offset {
        /// Rate and hours.
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
        /// Number of notes.
        count: u8,
        /// Denominator as a power of two: 2 for quarters, 3 for eighths.
        divisor: u8,
        /// Ticks of a clock of MIDI between two clicks of the metronome, 24 a quarter note.
        clocks: u8,
        /// Thirty-second notes in 24 of these ticks.
        notes: u8,
    },
    /// The key.
    #[br(pre_assert(meta == 0x59))]
    KeySignature {
        /// Number of sharps, or of flats below 0.
        #[schema(range(-7..=7))]
        sharps: i8,
        /// Whether it is a minor key.
        #[schema(one_of(0, 1))]
        minor: u8,
    },
    /// Data of a program.
    #[br(pre_assert(meta == 0x7F))]
    Sequencer {
        /// The data; the first byte, or three after a 0, name the maker.
        #[br(parse_with = until_eof)]
        data: Vec<u8>,
    },
    /// Another meta event.
    Other(#[br(parse_with = until_eof)] Vec<u8>),
}

/// Rate of a film, and hours.
#[structure]
#[bitfield]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[brw(big)]
#[schema(spec = "3.1", bits = 8)]
pub struct Hours {
    /// Without a meaning.
    #[schema(reserved)]
    pub reserved: B1,
    /// Frames of a second.
    #[schema(codes = FrameRate)]
    pub rate: B2,
    /// Hours.
    #[schema(range(0..=23))]
    pub hours: B5,
}

/// Frames of a second.
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
