//! All pages, as the documentation and the exports need them.

use crate::shared::{decoded, encoded, model, written};
use bpx_schema::report::{Mode, Report};
use bpx_schema::schema::Model;
use bpx_schema::watch::Watch;
use bpx_schema::{Decode, Result};

/// A page: the declaration of a format, and files of it.
pub struct Page {
    /// Of the module of the library, of the module of tests, and of the list of constructs.
    pub name: &'static str,
    /// The schema, as another program gets it.
    pub model: fn() -> Model,
    /// Sound files, most of another writer.
    pub samples: fn() -> Vec<Vec<u8>>,
    /// A file with one fault.
    pub damaged: fn() -> Vec<u8>,
    /// What a file breaks.
    pub validate: fn(&[u8]) -> Report,
    /// Reads a file aloud.
    pub watch: fn(&[u8], &mut dyn Watch) -> Result<()>,
    /// Whether a file comes back byte for byte: by the declaration, and from JSON by the schema alone.
    pub comes_back: fn(&[u8]) -> [bool; 2],
}

fn page<T: Decode<'static, Args = [i128; 0]>>(
    name: &'static str,
    samples: fn() -> Vec<Vec<u8>>,
    damaged: fn() -> Vec<u8>,
) -> Page {
    Page {
        name,
        model: model::<T>,
        samples,
        damaged,
        validate: |file| T::validate(file, Mode::Strict),
        watch: |file, watch| T::watch(file, watch),
        // Values may borrow from a file for as long as the type says.
        comes_back: |file| [written::<T>(file.to_vec().leak()) == file, encoded::<T>(&decoded::<T>(file)) == file],
    }
}

/// All pages, by name.
pub fn all() -> Vec<Page> {
    use crate::*;
    vec![
        page::<gallery::aseprite::Aseprite>("aseprite", aseprite::samples, aseprite::damaged),
        page::<gallery::bmp::Bmp>("bmp", bmp::samples, bmp::damaged),
        page::<gallery::cbor::Item>("cbor", cbor::samples, cbor::damaged),
        page::<gallery::dds::Dds>("dds", dds::samples, dds::damaged),
        page::<gallery::dns::Message>("dns", dns::samples, dns::damaged),
        page::<gallery::elf::Elf>("elf", elf::samples, elf::damaged),
        page::<gallery::flac::Flac>("flac", flac::samples, flac::damaged),
        page::<gallery::gif::Gif>("gif", gif::samples, gif::damaged),
        page::<gallery::glb::Glb>("glb", glb::samples, glb::damaged),
        page::<gallery::iqm::Iqm>("iqm", iqm::samples, iqm::damaged),
        page::<gallery::ktx2::Ktx2>("ktx2", ktx2::samples, ktx2::damaged),
        page::<gallery::midi::Midi>("midi", midi::samples, midi::damaged),
        page::<gallery::mo::Mo>("mo", mo::samples, mo::damaged),
        page::<gallery::mp4::Mp4>("mp4", mp4::samples, mp4::damaged),
        page::<gallery::msgpack::Item>("msgpack", msgpack::samples, msgpack::damaged),
        page::<gallery::nbt::File>("nbt", nbt::samples, nbt::damaged),
        page::<gallery::pcap::Pcap>("pcap", pcap::samples, pcap::damaged),
        page::<gallery::png::Png>("png", png::samples, png::damaged),
        page::<gallery::tar::Tar>("tar", tar::samples, tar::damaged),
        page::<gallery::tiff::Tiff>("tiff", tiff::samples, tiff::damaged),
        page::<gallery::ts::TransportStream>("ts", ts::samples, ts::damaged),
        page::<gallery::wad::Wad>("wad", wad::samples, wad::damaged),
        page::<gallery::wasm::Module>("wasm", wasm::samples, wasm::damaged),
        page::<gallery::wav::Wav>("wav", wav::samples, wav::damaged),
        page::<gallery::zip::Zip>("zip", zip::samples, zip::damaged),
    ]
}

#[test]
fn every_module_of_the_library_is_a_page() {
    let modules: Vec<_> = include_str!("../../src/lib.rs")
        .lines()
        .filter_map(|line| line.strip_prefix("pub mod ")?.strip_suffix(';'))
        .collect();
    assert_eq!(all().iter().map(|page| page.name).collect::<Vec<_>>(), modules);
}
