//! The declarations for binrw's own derive: a folder a format, and one for the structures that try every feature
//! of the language. `helpers` is written by hand, all else generated.

pub mod blk;
pub mod bpat;
pub mod bpx;
pub mod gpb;
pub mod helpers;
pub mod shapes;
pub mod v0;
