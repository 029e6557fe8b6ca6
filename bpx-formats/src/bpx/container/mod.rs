//! The container engine: opening, checking, building and editing files of versions 1 and 2 (sections 8 and 9).

mod access;
mod ahead;
mod builder;
mod editor;
mod examined;
mod extents;
mod head;
mod open;
mod options;
mod overlaps;
mod pack;
mod plan;
mod reader;
mod section;
mod sound;
mod verify;
pub mod xz;

pub(crate) use self::examined::Examined;
pub(crate) use self::head::{entry_member, head_size, header_member};

pub(in crate::bpx) use self::extents::{Shape, extents};
pub(in crate::bpx) use self::head::{member_offset, read_sized};
pub(in crate::bpx) use self::overlaps::overlaps;
pub(in crate::bpx) use self::pack::{Fresh, Packed};
pub(in crate::bpx) use self::sound::sound;

pub use self::builder::ContainerBuilder;
pub use self::editor::Editor;
pub use self::extents::{Extent, ExtentKind};
pub use self::open::Container;
pub use self::options::OpenOptions;
pub use self::pack::{Check, Compression, SectionOptions};
pub(in crate::bpx) use self::pack::{Encoding, low_bits};
pub use self::reader::SectionReader;
pub use self::section::{CheckOutcome, Section};
pub(in crate::bpx) use self::verify::examine;
pub use self::verify::{verify, verify_with};

#[cfg(test)]
mod tests;
