//! MP4: films of another writer come back, whole and in fragments, and changed ones are read by another reader.

use crate::shared::{assert_comes_back, assert_kept_alike, decoded, encoded};
use bpx_schema::Codec;
use bpx_schema::codec::FourCc;
use bpx_schema::report::{Mode, Verdict};
use gallery::mp4::{Atom, Body, Mp4, describe};
use mp4_atom::{
    Audio, Avc1, Avcc, Ctts, CttsEntry, Decode, Dinf, Dops, Dref, Edts, Elst, ElstEntry, Encode, FourCC, Ftyp, Hdlr,
    Ilst, Mdat, Mdhd, Mdia, Meta, Mfhd, Minf, Moof, Moov, Mvex, Mvhd, Opus, Smhd, Stbl, Stco, Stsc, StscEntry, Stsd,
    Stss, Stsz, StszSamples, Stts, SttsEntry, Tfdt, Tfhd, Tkhd, Tool, Traf, Trak, Trex, Trun, TrunEntry, TrunSamples,
    Udta, Url, Visual, Vmhd,
};
use std::io::Cursor;

/// What the samples are: five of two chunks.
const SAMPLES: &[u8] = b"firstsecondthirdfourthfifth";

fn brands() -> Ftyp {
    Ftyp { major_brand: b"isom".into(), minor_version: 512, compatible_brands: vec![b"isom".into(), b"avc1".into()] }
}

fn visual() -> Avc1 {
    Avc1 {
        visual: Visual {
            data_reference_index: 1,
            width: 64,
            height: 48,
            horizresolution: 72.into(),
            vertresolution: 72.into(),
            frame_count: 1,
            compressor: "a coder".into(),
            depth: 24,
        },
        avcc: Avcc {
            configuration_version: 1,
            avc_profile_indication: 66,
            profile_compatibility: 0,
            avc_level_indication: 30,
            length_size: 4,
            sequence_parameter_sets: vec![b"set".into()],
            picture_parameter_sets: vec![b"another".into()],
            ext: None,
        },
        btrt: None,
        colr: None,
        pasp: None,
        taic: None,
        fiel: None,
        spatial: Default::default(),
    }
}

fn sound() -> Opus {
    let audio = Audio { data_reference_index: 1, channel_count: 2, sample_size: 16, sample_rate: 48000.into() };
    let dops = Dops {
        output_channel_count: 2,
        pre_skip: 312,
        input_sample_rate: 48000,
        output_gain: 0,
        channel_mapping: None,
    };
    Opus { audio, dops, btrt: None }
}

fn track(number: u32, codec: mp4_atom::Codec, chunks: Vec<u32>) -> Trak {
    let is_sound = matches!(codec, mp4_atom::Codec::Opus(_));
    Trak {
        tkhd: Tkhd {
            track_id: number,
            enabled: true,
            width: 64.into(),
            height: 48.into(),
            duration: 5000,
            ..Default::default()
        },
        edts: Some(Edts {
            elst: Some(Elst {
                entries: vec![ElstEntry { segment_duration: 5000, media_time: Some(2), media_rate: 1.into() }],
            }),
        }),
        mdia: Mdia {
            mdhd: Mdhd { timescale: 1000, duration: 5000, language: "eng".into(), ..Default::default() },
            hdlr: Hdlr { handler: if is_sound { b"soun".into() } else { b"vide".into() }, name: "a handler".into() },
            minf: Minf {
                vmhd: (!is_sound).then(Vmhd::default),
                smhd: is_sound.then(Smhd::default),
                dinf: Dinf { dref: Dref { entries: vec![Url { location: String::new() }.into()] } },
                stbl: Stbl {
                    stsd: Stsd { codecs: vec![codec] },
                    stts: Stts { entries: vec![SttsEntry { sample_count: 5, sample_delta: 1000 }] },
                    ctts: Some(Ctts { entries: vec![CttsEntry { sample_count: 5, sample_offset: -7 }] }),
                    stss: Some(Stss { entries: vec![1, 3] }),
                    stsc: Stsc {
                        entries: vec![
                            StscEntry { first_chunk: 1, samples_per_chunk: 2, sample_description_index: 1 },
                            StscEntry { first_chunk: 2, samples_per_chunk: 3, sample_description_index: 1 },
                        ],
                    },
                    stsz: Stsz { samples: StszSamples::Different { sizes: vec![5, 6, 5, 6, 5] } },
                    stco: Some(Stco { entries: chunks }),
                    ..Default::default()
                },
                ..Default::default()
            },
        },
        ..Default::default()
    }
}

fn movie(chunks: &[u32]) -> Moov {
    let text = Tool { country_indicator: 0, language_indicator: 0, text: "a program".into() };
    let list = Ilst { ctoo: Some(text), ..Default::default() };
    Moov {
        mvhd: Mvhd {
            timescale: 1000,
            duration: 5000,
            rate: 1.into(),
            volume: 1.into(),
            next_track_id: 3,
            ..Default::default()
        },
        trak: vec![track(1, visual().into(), chunks.to_vec()), track(2, sound().into(), chunks.to_vec())],
        udta: Some(Udta {
            meta: Some(Meta {
                hdlr: Hdlr { handler: FourCC::new(b"mdir"), name: String::new() },
                items: vec![list.into()],
            }),
            ..Default::default()
        }),
        ..Default::default()
    }
}

fn bytes(one: &impl Encode) -> Vec<u8> {
    let mut bytes = Vec::new();
    one.encode(&mut bytes).unwrap();
    bytes
}

/// A film by another writer: brands, what is known, samples.
fn film() -> Vec<u8> {
    let start = bytes(&brands()).len() + bytes(&movie(&[0, 0])).len() + 8;
    let chunks = [start as u32, start as u32 + 11];
    [bytes(&brands()), bytes(&movie(&chunks)), bytes(&Mdat { data: SAMPLES.to_vec() })].concat()
}

/// A film in fragments by another writer.
fn fragments() -> Vec<u8> {
    let mut start = movie(&[]);
    let defaults = Trex { track_id: 1, default_sample_description_index: 1, ..Default::default() };
    start.mvex = Some(Mvex { trex: vec![defaults], ..Default::default() });
    let entries = [5, 6].map(|size| TrunEntry { duration: Some(9), size: Some(size), flags: None, cts: Some(-1) });
    let fragment = |number: u32, samples: TrunSamples| Moof {
        mfhd: Mfhd { sequence_number: number },
        traf: vec![Traf {
            tfhd: Tfhd {
                track_id: 1,
                default_sample_duration: Some(9),
                default_sample_size: Some(5),
                ..Default::default()
            },
            tfdt: Some(Tfdt { base_media_decode_time: 1 << 33 }),
            trun: vec![Trun { data_offset: Some(100), samples }],
            ..Default::default()
        }],
    };
    let fragments =
        [TrunSamples::Explicit(entries.to_vec()), TrunSamples::Inherited { count: 3, first_flags: Some(7) }];
    let fragments = (1..).zip(fragments).flat_map(|(number, samples)| {
        [bytes(&fragment(number, samples)), bytes(&Mdat { data: b"firstsecond".to_vec() })].concat()
    });
    [bytes(&brands()), bytes(&start)].concat().into_iter().chain(fragments).collect()
}

/// A box.
fn atom(kind: &[u8; 4], parts: &[&[u8]]) -> Vec<u8> {
    let body = parts.concat();
    [&u32::try_from(body.len() + 8).unwrap().to_be_bytes()[..], kind, &body].concat()
}

fn longs(numbers: &[u32]) -> Vec<u8> {
    numbers.iter().flat_map(|number| number.to_be_bytes()).collect()
}

/// Boxes that the other writer does not make: sizes of all forms, versions with shorter or longer numbers, and others.
fn annotated() -> Vec<u8> {
    let large = [&[0, 0, 0, 1][..], b"free", &19_u64.to_be_bytes(), &[0; 3]].concat();
    let own = atom(b"uuid", &[b"an id with 16 by", b"data"]);
    // Version 0: times of 4 bytes.
    let matrix = longs(&[0x1_0000, 0, 0, 0, 0x1_0000, 0, 0, 0, 0x4000_0000]);
    let times = longs(&[0, 1, 2, 1000, 5000, 0x1_0000]);
    let movie = atom(b"mvhd", &[&times, &[1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], &matrix, &[0; 24], &longs(&[2])]);
    // Version 1: 8 bytes.
    let edits = atom(b"elst", &[&longs(&[0x0100_0000, 1, 0, 5, u32::MAX, u32::MAX, 0x1_0000])]);
    let delays = atom(b"ctts", &[&longs(&[0, 1, 5, 0x8000_0000])]);
    let sizes = atom(b"stz2", &[&longs(&[0, 4, 3]), &[0x12, 0x30]]);
    let offsets = atom(b"co64", &[&longs(&[0, 1, 1, 2])]);
    let equal = atom(b"stsz", &[&longs(&[0, 7, 4])]);
    let other = atom(b"tx3g", &[&[0; 6], &[0, 1], b"how"]);
    let version1 =
        [&[0; 6][..], &[0, 1, 0, 1], &[0; 6], &[0, 2, 0, 16, 0, 0, 0, 0, 0xAC, 0x44, 0, 0], &[7; 16]].concat();
    let codings = atom(b"stsd", &[&longs(&[0, 2]), &other, &atom(b"mp4a", &[&version1, &atom(b"wave", &[b"more"])])]);
    let table = atom(b"stbl", &[&codings, &delays, &sizes, &offsets, &equal]);
    let references = atom(b"dref", &[&longs(&[0, 1]), &atom(b"url ", &[&longs(&[0]), b"a file\0"])]);
    let media = atom(b"minf", &[&atom(b"nmhd", &[&longs(&[0])]), &atom(b"dinf", &[&references]), &table]);
    let track = atom(b"trak", &[&atom(b"edts", &[&edits]), &atom(b"mdia", &[&media])]);
    // As QuickTime has it: no version.
    let plain = atom(b"meta", &[&atom(b"hdlr", &[&longs(&[0, 0]), b"mdta", &[0; 12]])]);
    let length = atom(b"mehd", &[&longs(&[0x0100_0000, 0, 9])]);
    let film = atom(b"moov", &[&movie, &track, &plain, &atom(b"mvex", &[&length])]);
    let brands = atom(b"ftyp", &[b"qt  ", &longs(&[0]), b"qt  "]);
    // A size of 0: up to the end of the file.
    let samples = [&[0; 4][..], b"mdat", SAMPLES].concat();
    [brands, large, own, film, samples].concat()
}

/// Films of another writer, and boxes that it does not make.
pub fn samples() -> Vec<Vec<u8>> {
    vec![film(), fragments(), annotated()]
}

/// A film whose first track has no number.
pub fn damaged() -> Vec<u8> {
    let mut file = film();
    let at = file.windows(4).position(|bytes| bytes == b"tkhd").unwrap() + 4;
    // Version 0 has it after two times of 4 bytes, version 1 after two of 8.
    let number = at + if file[at] == 1 { 20 } else { 12 };
    file[number..number + 4].fill(0);
    file
}

/// What is known of a film, read by another reader.
fn other(file: &[u8]) -> Moov {
    let mut file = Cursor::new(file);
    Ftyp::decode(&mut file).unwrap();
    Moov::decode(&mut file).unwrap()
}

/// The chunks of the first track, read by another reader.
fn chunks(file: &[u8]) -> Vec<Vec<u8>> {
    let offsets = other(file).trak[0].mdia.minf.stbl.stco.clone().unwrap().entries;
    let sizes = [11, 16];
    offsets.iter().zip(sizes).map(|(at, size)| file[*at as usize..*at as usize + size].to_vec()).collect()
}

fn text(file: &[u8]) -> String {
    let meta = other(file).udta.unwrap().meta.unwrap();
    let list = meta.items.into_iter().find_map(|item| match item {
        mp4_atom::Any::Ilst(list) => Some(list),
        _ => None,
    });
    list.unwrap().ctoo.unwrap().text
}

#[test]
fn films_come_back_byte_for_byte() {
    for file in samples() {
        assert_comes_back::<Mp4>(&file);
        assert_eq!(Mp4::from_slice(&file).unwrap().to_vec().unwrap(), file);
    }
}

#[test]
fn damaged_films_are_judged_alike() {
    assert_kept_alike::<Mp4>(&annotated());
    let fragments = fragments();
    let begin = fragments.windows(4).position(|bytes| bytes == b"moof").unwrap() - 4;
    assert_kept_alike::<Mp4>(&fragments[begin..]);
}

#[test]
fn numbers_are_those_of_another_reader() {
    let (file, other) = (film(), other(&film()));
    let mut film = Mp4::from_slice(&file).unwrap();
    let Body::Movie(movie) = film.find(&[b"moov", b"mvhd"]).unwrap().body() else { panic!("expected a movie") };
    assert_eq!((movie.scale, movie.duration, movie.rate.value()), (other.mvhd.timescale, other.mvhd.duration, 1.0));
    let Body::Track(track) = film.find(&[b"moov", b"trak", b"tkhd"]).unwrap().body() else {
        panic!("expected a track")
    };
    assert_eq!((track.number, track.width.value(), track.height.value()), (1, 64.0, 48.0));
    let table = [b"moov", b"trak", b"mdia", b"minf", b"stbl"];
    let mut in_table = |kind: &'static [u8; 4]| film.find(&[&table[..], &[kind]].concat()).unwrap().body().clone();
    let Body::Times { runs, .. } = in_table(b"stts") else { panic!("expected times") };
    assert_eq!((runs[0].count, runs[0].duration), (5, 1000));
    let Body::Delays { runs, .. } = in_table(b"ctts") else { panic!("expected delays") };
    assert_eq!((runs[0].count, runs[0].shift), (5, -7));
    let Body::Sizes { sizes, .. } = in_table(b"stsz") else { panic!("expected sizes") };
    assert_eq!(StszSamples::Different { sizes }, other.trak[0].mdia.minf.stbl.stsz.samples);
    let Body::Chunks { runs, .. } = in_table(b"stsc") else { panic!("expected chunks") };
    assert_eq!(runs.iter().map(|run| run.samples).collect::<Vec<_>>(), [2, 3]);
    let Body::Descriptions { mut entries, .. } = in_table(b"stsd") else { panic!("expected descriptions") };
    let Body::Pictures(coding) = entries[0].body() else { panic!("expected pictures") };
    assert_eq!(
        (coding.width, coding.height, &*coding.name, coding.boxes[0].kind()),
        (64, 48, &b"a coder"[..], FourCc::from(*b"avcC"))
    );
}

#[test]
fn a_longer_text_moves_the_chunks_for_another_reader() {
    let file = film();
    assert_eq!(
        (text(&file), chunks(&file)),
        ("a program".to_owned(), vec![SAMPLES[..11].to_vec(), SAMPLES[11..].to_vec()])
    );
    for new in ["a text that is longer than before", ""] {
        let changed = describe(&file, b"\xA9too", new).unwrap();
        assert_eq!((text(&changed), chunks(&changed)), (new.to_owned(), chunks(&file)));
        assert_comes_back::<Mp4>(&changed);
    }
    assert!(describe(&file, b"\xA9nam", "a title").is_err(), "there is none");
}

#[test]
fn sizes_of_all_forms_grow() {
    let mut film = Mp4::from_slice(&annotated()).unwrap();
    let forms = film.boxes.iter().map(|one| match one {
        Atom::Long { .. } => 8,
        Atom::Open { .. } => 0,
        Atom::Short { .. } => 4,
    });
    assert_eq!(forms.collect::<Vec<_>>(), [4, 8, 4, 4, 0]);
    let Body::Free(bytes) = film.boxes[1].body() else { panic!("expected nothing") };
    bytes.push(0);
    let Body::Samples(bytes) = film.boxes[4].body() else { panic!("expected samples") };
    bytes.extend(b"sixth");
    let changed = film.to_vec().unwrap();
    assert_eq!((changed.len(), changed[20 + 15]), (annotated().len() + 6, 20));
    assert_comes_back::<Mp4>(&changed);
}

#[test]
fn the_schema_alone_changes_a_text() {
    let model = decoded::<Mp4>(&film());
    let text =
        model.to_string().replace(&"a program".bytes().map(|byte| format!("{byte:02x}")).collect::<String>(), "61");
    let changed = encoded::<Mp4>(&serde_json::from_str(&text).unwrap());
    assert_eq!(self::text(&changed), "a");
}

/// Codes, paths and offsets of what is found.
fn found(file: &[u8]) -> Vec<(String, String, u64)> {
    let report = Mp4::validate(file, Mode::Strict);
    report.findings().iter().map(|one| (one.code.to_string(), one.path.to_string(), one.location.file)).collect()
}

#[test]
fn faults_are_found() {
    let good = film();
    let at = |kind: &[u8; 4]| good.windows(4).position(|bytes| bytes == kind).unwrap();
    let changed = |place: usize, byte: u8| {
        let mut file = good.clone();
        file[place] = byte;
        file
    };
    let report = Mp4::validate(&damaged(), Mode::Strict);
    assert_eq!((report.verdict(), &*report.findings()[0].code), (Verdict::Invalid, "track.number.range"));
    // A box that is larger than the one around it, and one that does not hold its own size.
    let larger = found(&changed(at(b"mvhd") - 3, 1));
    assert_eq!((&*larger[0].0, larger[0].2), ("truncated", at(b"mvhd") as u64 + 4), "{larger:?}");
    let mut small = good.clone();
    small[..4].copy_from_slice(&[0, 0, 0, 7]);
    let small = found(&small);
    assert_eq!(small[0].0, "overflow", "{small:?}");
    // A version that there is not.
    let version = Mp4::validate(&changed(at(b"mvhd") + 4, 2), Mode::Strict);
    assert_eq!(version.verdict(), Verdict::Unsupported, "{:?}", version.findings());
}
