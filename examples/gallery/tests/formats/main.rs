//! Every page beside a reader or a writer of others, and what the documentation says of all pages.
//!
//! A page is a module of the library; the module of the same name here makes files of its format and damages one.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

mod aseprite;
mod bmp;
mod cbor;
mod constructs;
mod dds;
mod dns;
mod document;
mod edited;
mod elf;
mod exports;
mod flac;
mod fuzzed;
mod gif;
mod glb;
mod iqm;
mod ktx2;
mod midi;
mod mo;
mod mp4;
mod msgpack;
mod nbt;
mod pages;
mod pcap;
mod png;
mod shared;
mod tar;
mod tiff;
mod ts;
mod wad;
mod wasm;
mod wav;
mod zip;
