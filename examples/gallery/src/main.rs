//! Writes a small WAD, replaces a lump, and prints both files; with file names as arguments, reads and writes these
//! files instead.

use bpx_schema::assemble::assemble_file;
use bpx_schema::budget::Budget;
use bpx_schema::interpret::Interpreter;
use bpx_schema::json::DocBuilder;
use bpx_schema::layout::FileWriter;
use bpx_schema::schema::Model;
use bpx_schema::{Algorithms, Codec, Decode, Limits, Result};
use gallery::aseprite::Aseprite;
use gallery::bmp::Bmp;
use gallery::cbor;
use gallery::dds::Dds;
use gallery::elf::Elf;
use gallery::flac::Flac;
use gallery::gif::Gif;
use gallery::glb::Glb;
use gallery::iqm::Iqm;
use gallery::ktx2::Ktx2;
use gallery::midi::Midi;
use gallery::mo::Mo;
use gallery::mp4::Mp4;
use gallery::msgpack;
use gallery::nbt;
use gallery::pcap::Pcap;
use gallery::png::Png;
use gallery::tar::Tar;
use gallery::tiff::Tiff;
use gallery::ts::TransportStream;
use gallery::wad::{self, Wad};
use gallery::wasm::Module;
use gallery::wav::Wav;
use gallery::zip::Zip;
use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;

fn main() -> Result<ExitCode> {
    let names: Vec<_> = std::env::args_os().skip(1).collect();
    if names.is_empty() {
        let file = wad::write(&[("MAP01", b""), ("THINGS", b"thing"), ("MAP02", b""), ("THINGS", b"thing")])?;
        show(&file)?;
        show(&wad::replace(&file, "THINGS", b"something longer")?)?;
    }
    let mut all_the_same = true;
    for name in names {
        let file = std::fs::read(&name)?;
        // These two have no first bytes of their own.
        let has_extension = |one: &str| Path::new(&name).extension().is_some_and(|found| found == one);
        let results = match file.get(..4) {
            Some(b"IWAD" | b"PWAD") => comes_back::<Wad>(&file),
            Some(b"INTE") => comes_back::<Iqm>(&file),
            Some([b'B', b'M', ..]) => comes_back::<Bmp>(&file),
            Some(b"DDS ") => comes_back::<Dds>(&file),
            Some(b"\x7FELF") => comes_back::<Elf>(&file),
            Some(b"GIF8") => comes_back::<Gif>(&file),
            Some(b"glTF") => comes_back::<Glb>(&file),
            Some(b"fLaC") => comes_back::<Flac>(&file),
            // The root of a tree is a compound; gzip and zlib pack it.
            Some([10, ..] | [0x1F, 0x8B, ..] | [0x78, ..]) => comes_back::<nbt::File>(&file),
            Some(b"\xDE\x12\x04\x95" | b"\x95\x04\x12\xDE") => comes_back::<Mo>(&file),
            Some(b"\xD4\xC3\xB2\xA1" | b"\xA1\xB2\xC3\xD4" | b"\x4D\x3C\xB2\xA1" | b"\xA1\xB2\x3C\x4D") => {
                comes_back::<Pcap>(&file)
            }
            Some(b"\x89PNG") => comes_back::<Png>(&file),
            Some(b"II*\0" | b"MM\0*" | b"II+\0" | b"MM\0+") => comes_back::<Tiff>(&file),
            Some(b"\0asm") => comes_back::<Module>(&file),
            Some(b"MThd") => comes_back::<Midi>(&file),
            Some(b"RIFF") => comes_back::<Wav>(&file),
            _ if file.get(4..6) == Some(b"\xE0\xA5") => comes_back::<Aseprite>(&file),
            _ if file.get(4..8) == Some(b"ftyp") => comes_back::<Mp4>(&file),
            _ if file.get(257..262) == Some(b"ustar") => comes_back::<Tar>(&file),
            Some([0x47, ..]) if file.get(188) == Some(&0x47) => comes_back::<TransportStream>(&file),
            Some(b"PK\x03\x04" | b"PK\x05\x06") => comes_back::<Zip>(&file),
            Some(b"\xABKTX") => comes_back::<Ktx2>(&file),
            _ if has_extension("cbor") => comes_back::<cbor::Item>(&file),
            _ if has_extension("mp") || has_extension("msgpack") => comes_back::<msgpack::Item>(&file),
            _ => {
                println!("{}: expected the first bytes of a format of the gallery, found others", name.display());
                all_the_same = false;
                continue;
            }
        };
        match results {
            Ok(same) => {
                println!("{}: {same:?}", name.display());
                all_the_same &= same == [true; 2];
            }
            Err(error) => {
                println!("{}: {error}", name.display());
                all_the_same = false;
            }
        }
    }
    Ok(if all_the_same { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Prints the directory of a WAD.
fn show(file: &[u8]) -> Result<()> {
    println!("{} bytes", file.len());
    for entry in Wad::from_slice(file)?.directory {
        println!("  {:8} {:4} bytes at {}", String::from_utf8_lossy(&entry.name), entry.size, entry.offset);
    }
    Ok(())
}

/// Returns whether the declaration writes the same bytes, and whether the schema alone writes the same bytes from JSON.
fn comes_back<'f, T: Decode<'f, Args = [i128; 0]>>(file: &'f [u8]) -> Result<[bool; 2]> {
    let started = Instant::now();
    let edited = FileWriter::edit(&T::from_slice(file)?, [], file)?.place()?.to_vec()?;
    println!("{} bytes in {:?}", file.len(), started.elapsed());
    let model = Model::from_root(T::schema());
    let budget = Budget::default();
    let mut json = DocBuilder::new(&budget);
    Interpreter::new(&model)?.write_json(&model.root, file, &[], Limits::default(), &mut json)?;
    let json = json.finish().map_err(std::io::Error::other)?;
    let assembled = assemble_file(&model, &Algorithms::builtin(), &model.root, json.root(), &[])?;
    Ok([edited == file, assembled == file])
}
