//! BPX: a container of sections, in versions 1 and 2; [`v0`] has version 0.

#[cfg(test)]
mod by_hand;
pub mod container;
pub mod content;
mod crc32_legacy;
pub mod file;
mod hash;
pub mod header;
pub mod json;
pub mod kind;
pub mod layout;
pub mod model;
pub mod package;
pub mod sd;
pub mod section;
pub mod shader;
mod shared;
pub mod strings;
pub mod table;
pub mod texture;
pub mod type_ext;
pub mod upgrade;
pub mod uses;
pub mod v0;

pub use self::container::{Container, verify};
pub use self::content::Content;
pub use self::crc32_legacy::Crc32Legacy;
/// The string hash of names, and its form for constants (section 7).
pub use self::hash::{djb2 as hash, djb2_const as hash_const};
pub use self::header::{FileKind, MainHeader};
pub use self::layout::Layout;
pub use self::package::{Package, PackageBuilder, PackageEditor};
pub use self::section::{SectionFlag, SectionHeader, StandardSection};
pub use self::type_ext::TypeExt;
