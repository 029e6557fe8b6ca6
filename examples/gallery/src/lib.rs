//! Formats of other makers, each a page: the declaration of a whole file, how it is read, one edit, and how it is written.
//!
//! * [`wad`]: lumps and a directory, of Doom. The smallest whole file.
//! * [`elf`]: programs and libraries. Byte orders and widths that the file decides.
//! * [`gif`]: pictures, of CompuServe. Cases that begin with a tag, and lists that end with a byte.
//! * [`glb`]: scenes, of Khronos. A size that counts the whole file.
//! * [`dns`]: messages about names of the internet. Bits from the most significant one, and lists with two kinds of end.
//! * [`flac`]: what files of sound say about it. Bits that cross bytes, and two byte orders.
//! * [`nbt`]: trees of named values, of Minecraft. A structure that holds its own kind, up to an end, plain or packed.
//! * [`msgpack`]: values of any kind, of MessagePack. Cases that are chosen by the bits of a tag.
//! * [`cbor`]: values of any kind, of the IETF. A number that takes as many bytes as it needs.
//! * [`iqm`]: models with arrays of vertices, of the Inter-Quake engines. Many tables, each with its offset in the header.
//! * [`dds`]: textures, of Microsoft. Records in records, and four letters that say whether there is one more.
//! * [`bmp`]: pictures, of Windows and OS/2. A header of eight sizes, and fields that some of them have.
//! * [`ktx2`]: textures, of Khronos. Levels in reverse order, aligned, and compressed as a whole.
//! * [`png`]: pictures. Checksums of chunks, and one stream that is cut into several of them.
//! * [`midi`]: music. Numbers of variable length, and events up to the one that ends a track.
//! * [`mp4`]: films, sound and pictures. Boxes in boxes, with sizes of three forms that count themselves.
//! * [`aseprite`]: drawings in layers and frames. A depth that the header states and all pixels need.
//! * [`pcap`]: packets of a network. The smallest file of either byte order.
//! * [`mo`]: translated texts, of gettext. Texts by reference, in tables of either byte order.
//! * [`tar`]: files on a tape. Numbers as octal digits, a checksum over its own block, and padding up to whole blocks.
//! * [`tiff`]: pictures of any kind. Directories that lead to others, and strips whose places and sizes two entries have.
//! * [`ts`]: packets of television. Numbers of bits that cross bytes, and a payload that has what is left.
//! * [`wav`]: sound in RIFF. Chunks in chunks, each inside of its size, which are values that a program changes.
//! * [`zip`]: archives. A signature that is searched from the end, and entries that hold what they refer to.
//! * [`wasm`]: modules of WebAssembly. Numbers of variable length everywhere, sizes too, and instructions.

pub mod aseprite;
pub mod bmp;
pub mod cbor;
pub mod dds;
pub mod dns;
pub mod elf;
pub mod flac;
pub mod gif;
pub mod glb;
pub mod iqm;
pub mod ktx2;
pub mod midi;
pub mod mo;
pub mod mp4;
pub mod msgpack;
pub mod nbt;
pub mod pcap;
pub mod png;
pub mod tar;
pub mod tiff;
pub mod ts;
pub mod wad;
pub mod wasm;
pub mod wav;
pub mod zip;

use bpx_schema::budget::Budget;
use bpx_schema::codec::{Fetch, Regions, Space};
use bpx_schema::report::{Class, Error, Location};
use bpx_schema::schema::Field;
use bpx_schema::{Codec, Limits, Result};
use std::sync::Arc;

/// Calls a macro with all pages, by name: the module, and the type of its files.
#[macro_export]
macro_rules! pages {
    ($with:ident) => {
        $with! {
            aseprite: Aseprite,
            bmp: Bmp,
            cbor: Item,
            dds: Dds,
            dns: Message,
            elf: Elf,
            flac: Flac,
            gif: Gif,
            glb: Glb,
            iqm: Iqm,
            ktx2: Ktx2,
            midi: Midi,
            mo: Mo,
            mp4: Mp4,
            msgpack: Item,
            nbt: File,
            pcap: Pcap,
            png: Png,
            tar: Tar,
            tiff: Tiff,
            ts: TransportStream,
            wad: Wad,
            wasm: Module,
            wav: Wav,
            zip: Zip,
        }
    };
}

/// Reads the content of a region; a value of a file holds only where the contents of its regions lie.
pub fn content<T: Codec>(file: &[u8], field: &Field, regions: &Regions<T>, index: usize) -> Result<Vec<u8>> {
    let stored =
        *regions.list().get(index).ok_or_else(|| missing(format!("`{}` has no region {index}", field.name)))?;
    let budget = Arc::new(Budget::new(Limits::default(), file.len() as u64));
    let fetch = Fetch { source: &file, space: Space::File(0), budget, field, stored, origin: None };
    Ok(fetch.content()?.into_bytes().into_owned())
}

fn missing(message: String) -> Error {
    Error::fault(Class::Missing, Location::default(), message)
}
