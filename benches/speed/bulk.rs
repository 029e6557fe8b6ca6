//! Measures foreign formats with large files, compared with libraries for these formats. Both read the same values from
//! each file.

use crate::cases::Outcome;
use crate::clock::{Group, Measured};
use bpx_schema::Codec;
use gallery::{mp4, pcap, tiff, wav};
use mp4_atom::{Decode, Encode};
use std::hint::black_box;
use std::io::Cursor;
use std::time::Duration;

const OURS: &str = "#[structure]";

/// Measures one group for each format, with files of at least `size` bytes.
pub(crate) fn bulk(size: usize) -> Outcome<Vec<Measured>> {
    Ok(vec![
        compared("pcap, packets", "pcap-file", &bytes_of_pcap(size)?, packets, other_packets)?,
        compared("WAV, samples", "hound", &bytes_of_wav(size)?, sound, other_sound)?,
        compared("TIFF, pixels", "tiff", &bytes_of_tiff(size)?, pixels, other_pixels)?,
        compared("MP4, boxes", "mp4-atom", &bytes_of_mp4(size)?, media, other_media)?,
    ])
}

fn compared<T: PartialEq>(
    title: &'static str,
    other: &'static str,
    file: &[u8],
    read: fn(&[u8]) -> Outcome<T>,
    read_other: fn(&[u8]) -> Outcome<T>,
) -> Outcome<Measured> {
    if read(file)? != read_other(file)? {
        return Err(format!("{title}: the implementations differ").into());
    }
    let group = Group::new(title, file.len())
        .case(other, || drop(black_box(read_other(black_box(file)))))
        .case(OURS, || drop(black_box(read(black_box(file)))))
        .at_most(1.0, other);
    Ok(group.measure())
}

/// Returns a file with Ethernet packets of 60 to 1,514 bytes.
fn bytes_of_pcap(size: usize) -> Outcome<Vec<u8>> {
    let mut writer = pcap_file::pcap::PcapWriter::new(Vec::with_capacity(size))?;
    let (mut written, bytes) = (0, [7; 1514]);
    for number in 0.. {
        let kept = 60 + number * 263 % 1455;
        let data = bytes.get(..kept as usize).unwrap_or_default();
        let packet = pcap_file::pcap::PcapPacket::new(Duration::from_millis(number), 1514, data);
        writer.write_packet(&packet)?;
        written += kept as usize;
        if written >= size {
            break;
        }
    }
    Ok(writer.into_writer())
}

/// The number of packets, the sum of their sizes in bytes, and the sum of their last bytes.
type Packets = (usize, usize, u64);

fn count(packets: Packets, bytes: &[u8]) -> Packets {
    (packets.0 + 1, packets.1 + bytes.len(), packets.2 + u64::from(bytes.last().copied().unwrap_or_default()))
}

fn packets(file: &[u8]) -> Outcome<Packets> {
    let pcap = pcap::Pcap::from_slice(file)?;
    Ok(pcap.packets.iter().fold(Packets::default(), |packets, packet| count(packets, &packet.bytes)))
}

fn other_packets(file: &[u8]) -> Outcome<Packets> {
    let (mut reader, mut packets) = (pcap_file::pcap::PcapReader::new(file)?, Packets::default());
    while let Some(packet) = reader.next_packet() {
        packets = count(packets, &packet?.data);
    }
    Ok(packets)
}

/// Returns a file with two channels of 16 bits.
fn bytes_of_wav(size: usize) -> Outcome<Vec<u8>> {
    let spec = hound::WavSpec {
        channels: 2,
        sample_rate: 48_000,
        bits_per_sample: 16,
        sample_format: hound::SampleFormat::Int,
    };
    let mut bytes = Cursor::new(Vec::with_capacity(size));
    let mut writer = hound::WavWriter::new(&mut bytes, spec)?;
    let mut samples = writer.get_i16_writer(u32::try_from(size / 2)?);
    for number in 0..size / 2 {
        samples.write_sample((number * 31) as i16);
    }
    samples.flush()?;
    writer.finalize()?;
    Ok(bytes.into_inner())
}

fn sound(file: &[u8]) -> Outcome<Vec<i16>> {
    let mut wav = wav::Wav::from_slice(file)?;
    let samples = wav.samples()?.as_chunks().0.iter();
    Ok(samples.map(|sample| i16::from_le_bytes(*sample)).collect())
}

fn other_sound(file: &[u8]) -> Outcome<Vec<i16>> {
    Ok(hound::WavReader::new(file)?.into_samples().collect::<Result<_, _>>()?)
}

/// Returns a picture with three samples for each pixel, in uncompressed strips.
fn bytes_of_tiff(size: usize) -> Outcome<Vec<u8>> {
    let mut bytes = Cursor::new(Vec::with_capacity(size));
    let lines = u32::try_from(size / 3 / 2048)?;
    let samples: Vec<_> = (0..2048 * lines * 3).map(|at| (at % 251) as u8).collect();
    let mut encoder = ::tiff::encoder::TiffEncoder::new(&mut bytes)?;
    encoder.write_image::<::tiff::encoder::colortype::RGB8>(2048, lines, &samples)?;
    Ok(bytes.into_inner())
}

fn pixels(file: &[u8]) -> Outcome<Vec<u8>> {
    let tiff = tiff::Tiff::from_slice(file)?;
    let strips: Vec<&[u8]> = tiff.directory.strips.iter().map(|strip| &*strip.bytes).collect();
    Ok(strips.concat())
}

fn other_pixels(file: &[u8]) -> Outcome<Vec<u8>> {
    match ::tiff::decoder::Decoder::new(Cursor::new(file))?.read_image()? {
        ::tiff::decoder::DecodingResult::U8(samples) => Ok(samples),
        _ => Err("samples of another kind".into()),
    }
}

/// Returns a file with brands, and with media boxes of a megabyte each.
fn bytes_of_mp4(size: usize) -> Outcome<Vec<u8>> {
    let mut bytes = Vec::with_capacity(size);
    mp4_atom::Ftyp { major_brand: b"isom".into(), minor_version: 512, compatible_brands: vec![b"isom".into()] }
        .encode(&mut bytes)?;
    while bytes.len() < size {
        mp4_atom::Mdat { data: vec![bytes.len() as u8; 1 << 20] }.encode(&mut bytes)?;
    }
    Ok(bytes)
}

fn media(file: &[u8]) -> Outcome<Vec<Vec<u8>>> {
    let mut film = mp4::Mp4::from_slice(file)?;
    let media = film.boxes.iter_mut().filter_map(|one| match one.body() {
        mp4::Body::Samples(bytes) => Some(std::mem::take(bytes)),
        _ => None,
    });
    Ok(media.collect())
}

fn other_media(mut file: &[u8]) -> Outcome<Vec<Vec<u8>>> {
    mp4_atom::Ftyp::decode(&mut file)?;
    let mut media = Vec::new();
    while !file.is_empty() {
        media.push(mp4_atom::Mdat::decode(&mut file)?.data);
    }
    Ok(media)
}
