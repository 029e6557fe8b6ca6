//! Declares formats of other authors. Each page has the declaration of a whole file, and shows how a program reads,
//! edits and writes such a file.
//!
//! * [`wad`]: lumps and a directory, of Doom. The declaration of a small whole file.
//! * [`elf`]: programs and libraries. Byte orders and widths that the file decides.
//! * [`gif`]: pictures, of CompuServe. Cases that begin with a tag, and lists that end with a byte.
//! * [`glb`]: scenes, of Khronos. A size that includes the whole file.
//! * [`dns`]: messages about names of the internet. Bits from the most significant bit on, and lists that end in one of
//!   two ways.
//! * [`flac`]: metadata of sound files. Bits that cross bytes, and two byte orders.
//! * [`nbt`]: trees of named values, of Minecraft. A structure that contains structures of its own kind, plain or
//!   compressed.
//! * [`msgpack`]: values of any kind, of MessagePack. Cases that the bits of a tag choose.
//! * [`cbor`]: values of any kind, of the IETF. A number that takes only the bytes that it needs.
//! * [`iqm`]: models with arrays of vertices, of the Inter-Quake engines. Many tables, each with its offset in the header.
//! * [`dds`]: textures, of Microsoft. Records in records, and four letters that announce a further record.
//! * [`bmp`]: pictures, of Windows and OS/2. A header with one of eight sizes, and fields that only some sizes have.
//! * [`ktx2`]: textures, of Khronos. Levels in reverse order, each aligned and compressed as a whole.
//! * [`png`]: pictures. Checksums of chunks, and one stream that is cut into several chunks.
//! * [`midi`]: music. Numbers of variable length, and events up to the event that ends a track.
//! * [`mp4`]: films, sound and pictures. Boxes in boxes, whose sizes have three forms and include themselves.
//! * [`aseprite`]: drawings in layers and frames. A pixel depth that the header states and all pixels need.
//! * [`pcap`]: packets of a network. A small file in either byte order.
//! * [`mo`]: translated texts, of gettext. Texts by reference, in tables of either byte order.
//! * [`tar`]: files on a tape. Numbers as octal digits, a checksum over the block that contains the checksum, and
//!   padding up to whole blocks.
//! * [`tiff`]: pictures of any kind. Directories that refer to other directories, and strips whose offsets and sizes
//!   are in two entries.
//! * [`ts`]: packets of television. Bit fields that cross bytes, and a payload that takes the remaining bytes.
//! * [`wav`]: sound in RIFF. Chunks in chunks, each with a size, as values that a program changes.
//! * [`zip`]: archives. A signature that is searched from the end, and entries that hold the data to which they refer.
//! * [`wasm`]: modules of WebAssembly. Numbers of variable length, also as sizes, and instructions.

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
use bpx_schema::report::{Class, Error};
use bpx_schema::schema::Field;
use bpx_schema::{Codec, Limits, Result};
use std::sync::Arc;

/// Calls a macro with all pages, each as the name of a module and the type of its files.
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

/// Reads the content of a region. The value of a file does not hold such contents, only their offsets and sizes.
pub fn content<T: Codec>(file: &[u8], field: &Field, regions: &Regions<T>, index: usize) -> Result<Vec<u8>> {
    let stored =
        *regions.list().get(index).ok_or_else(|| missing(format!("`{}` has no region {index}", field.name)))?;
    let budget = Arc::new(Budget::new(Limits::default(), file.len() as u64));
    let fetch = Fetch { source: &file, space: Space::File(0), budget, field, stored, origin: None };
    Ok(fetch.content()?.into_bytes().into_owned())
}

fn missing(message: String) -> Error {
    Error::unlocated_fault(Class::Missing, message)
}
