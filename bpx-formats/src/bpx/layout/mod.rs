//! Declares the parts of files of versions 1 and 2: header, section table, and the contents of sections by the types of
//! files. This module opens no file. The container engine uses this module, and the types of files use the engine.

pub mod content;
mod file;
pub mod header;
pub(in crate::bpx) mod model;
pub(crate) mod opened;
pub(in crate::bpx) mod package;
mod paths;
pub mod section;
pub(in crate::bpx) mod shader;
pub(in crate::bpx) mod texture;
pub mod type_ext;
pub mod uses;

pub use self::content::{Content, ContentArgs};
pub use self::file::Layout;
pub(in crate::bpx) use self::file::{CRC32, WEAK, XZ, ZLIB};
pub use self::header::{FileKind, MainHeader};
pub(in crate::bpx) use self::paths::{in_section, section_path, table_path};
pub use self::section::{SectionFlag, SectionHeader, StandardSection};
pub use self::type_ext::{TypeExt, TypeExtArgs};
