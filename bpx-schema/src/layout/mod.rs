//! Writes whole files: stores the contents of regions, gives everything its place, and sets what the declaration takes
//! places, sizes and checksums from.
//!
//! The engine knows no format. It works on the schema of a structure and on the bytes of its fields, so that generated code
//! and the interpreter share it.

mod content;
mod elements;
mod faults;
mod old;
mod order;
mod own;
mod part;
mod placed;
mod searched;
mod sized;
mod stating;
mod storing;
mod writer;

pub use self::content::{Bytes, Content};
pub use self::placed::PlacedFile;
pub use self::writer::{FileWriter, Run};
