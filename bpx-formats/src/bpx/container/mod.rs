//! The container engine, which opens, builds and edits files of versions 1 and 2 (sections 8 and 9).

mod access;
mod ahead;
mod block_failure;
mod builder;
mod context;
mod editor;
mod examine;
mod extents;
mod head;
mod open;
mod opened;
mod options;
mod pack;
mod reader;
mod section;
mod section_uses;
pub mod xz;

pub(crate) use self::context::ValidationContext;
pub(crate) use self::head::{entry_member, head_size, type_ext_member};

pub(in crate::bpx) use self::ahead::thread_count;
pub(in crate::bpx) use self::examine::{decode_unless_invalid, examine_file};
pub(in crate::bpx) use self::extents::{Shape, file_extents};
pub(in crate::bpx) use self::head::{read_head, read_sized};
pub(in crate::bpx) use self::opened::refused_type;
pub(in crate::bpx) use self::pack::{Fresh, Packed};

pub use self::builder::ContainerBuilder;
pub use self::editor::Editor;
pub use self::extents::{Extent, ExtentKind};
pub use self::open::Container;
pub use self::options::OpenOptions;
pub use self::pack::{Check, Compression, SectionOptions};
pub(in crate::bpx) use self::pack::{Encoding, low_bits};
pub use self::reader::SectionReader;
pub use self::section::{CheckOutcome, Section};

#[cfg(test)]
mod tests;
