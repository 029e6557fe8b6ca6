//! Writes a small WAD, replaces a lump, and shows both; with names of files, reads and writes those.

use bpx_schema::assemble::assemble_file;
use bpx_schema::budget::Budget;
use bpx_schema::interpret::Interpreter;
use bpx_schema::json::DocBuilder;
use bpx_schema::layout::FileWriter;
use bpx_schema::schema::Model;
use bpx_schema::{Algorithms, Codec, Limits, Result};
use gallery::gif::Gif;
use gallery::iqm::Iqm;
use gallery::ktx2::Ktx2;
use gallery::nbt::Entry;
use gallery::wad::{self, Wad};
use gallery::wav::Wav;
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
        let results = match file.get(..4) {
            Some(b"IWAD" | b"PWAD") => comes_back::<Wad>(&file),
            Some(b"INTE") => comes_back::<Iqm>(&file),
            Some(b"GIF8") => comes_back::<Gif>(&file),
            // The root of a tree is a compound.
            Some([10, ..]) => comes_back::<Entry>(&file),
            Some(b"RIFF") => comes_back::<Wav>(&file),
            _ => comes_back::<Ktx2>(&file),
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

/// Whether a file comes back byte for byte: written by the declaration, and from JSON by the schema alone.
fn comes_back<T: Codec<Args = [i128; 0]>>(file: &[u8]) -> Result<[bool; 2]> {
    let started = Instant::now();
    let edited = FileWriter::edit(&T::from_slice(file)?, [], file)?.place()?.to_vec()?;
    println!("{} bytes in {:?}", file.len(), started.elapsed());
    let model = Model::of(T::schema());
    let budget = Budget::default();
    let mut json = DocBuilder::new(&budget);
    Interpreter::new(&model)?.write_json(&model.root, file, &[], Limits::default(), &mut json)?;
    let json = json.finish().map_err(std::io::Error::other)?;
    let assembled = assemble_file(&model, &Algorithms::builtin(), &model.root, json.root(), &[])?;
    Ok([edited == file, assembled == file])
}
