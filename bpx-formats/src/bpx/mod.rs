//! The BPX format, a container of sections, in versions 1 and 2; [`v0`] is version 0.

#[cfg(test)]
mod by_hand;
pub mod container;
mod crc32_legacy;
pub mod describe;
pub mod file;
mod format;
mod hash;
pub mod json;
pub mod kind;
pub mod layout;
pub mod model;
pub mod package;
pub mod sd;
pub mod shader;
mod shared;
mod span;
mod stream_error;
pub mod strings;
pub mod table;
pub mod texture;
pub mod upgrade;
pub mod v0;
mod verify;

pub use self::container::Container;
pub use self::crc32_legacy::Crc32Legacy;
pub use self::format::BpxFormat;
/// The string hash of names, and its form for constants (section 7).
pub use self::hash::{djb2 as hash, djb2_const as hash_const};
pub use self::layout::{
    Content, ContentArgs, FileKind, Layout, MainHeader, SectionFlag, SectionHeader, StandardSection, TypeExt,
    TypeExtArgs, content, header, section, type_ext, uses,
};
pub use self::package::{Package, PackageBuilder, PackageEditor};
pub use self::verify::{verify, verify_with};
