//! BPX: a container of sections, in versions 1 and 2; [`v0`] has version 0.

#[cfg(test)]
mod by_hand;
pub mod container;
pub mod content;
pub mod file;
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
mod verify;

pub use self::container::Container;
pub use self::content::Content;
pub use self::header::{FileKind, MainHeader};
pub use self::layout::Layout;
pub use self::package::{Package, PackageBuilder, PackageEditor};
pub use self::section::{SectionFlag, SectionHeader, StandardSection};
pub use self::type_ext::TypeExt;
pub use self::verify::{verify, verify_with};
/// The string hash of names, and its form for constants (section 7).
pub use bpx_schema::hash::{djb2 as hash, djb2_const as hash_const};
