//! Declarations generated from the schemas of the formats, and from documents of our own. `mod.rs` is
//! written by hand.
#![allow(missing_docs, dead_code, unreachable_pub, clippy::upper_case_acronyms)]

// What the declarations name and the generator does not know.
pub use bpx_formats::blk::SharedZstd as BlkZstdDictionary;
pub use bpx_formats::bpx::Crc32Legacy;

pub mod blk;
pub mod bpat;
pub mod bpat_1;
pub mod bpat_2;
pub mod bpat_3;
pub mod bpx;
pub mod bpx_v0;
pub mod gpb;
pub mod lights_1;
pub mod lights_2;
pub mod shapes;
