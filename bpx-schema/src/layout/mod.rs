//! Writes whole files: stores the contents of regions, places all parts, and sets the numbers that state offsets, sizes
//! and checksums.
//!
//! The layout knows no format. Generated code and the interpreter share the layout, because it uses only the schema of
//! a structure and the bytes of its fields.

mod content;
mod elements;
mod faults;
mod fixed;
mod inside;
mod kept;
mod located;
mod old;
mod open_end;
mod order;
mod own;
mod part;
mod paths;
mod placed;
mod relied;
mod searched;
mod shared;
mod sized;
mod spans;
mod stating;
mod storing;
mod turns;
mod view;
mod writer;

pub use self::content::{Content, FileBytes};
#[cfg(feature = "interpret")]
pub(crate) use self::inside::arrange_content_by_model;
pub use self::placed::PlacedFile;
pub use self::writer::{FileWriter, RegionRun};
