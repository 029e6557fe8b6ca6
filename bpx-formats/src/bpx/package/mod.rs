//! Packages, which are files of type `P` (section 14) with named objects, in revisions 1 and 2. Each object is a file.
//!
//! * [`Package`] opens, lists and reads packages. [`Object`] is one object, [`ObjectReader`] reads its bytes, and
//!   [`Package::for_each`] reads all objects and decodes every Data section once.
//! * [`PackageBuilder`] builds a package from contents; [`PackOptions`] are its options.
//! * [`PackageEditor`] changes a package; unchanged sections keep their stored bytes.
//!
//! * [`unpack`] writes objects into a folder, safely; [`collect`] finds the files of a folder for a package;
//!   [`paths`]: defines which names are safe.
//!
//! The rules of packages are part of [`verify`](super::verify()).

mod assemble;
mod builder;
#[cfg(any(unix, windows))]
pub mod collect;
mod data;
mod editor;
mod feed;
mod input;
pub(in crate::bpx) mod names;
mod object;
mod open;
mod options;
pub mod paths;
mod places;
mod reader;
pub(crate) mod registry;
mod rules;
mod sweep;
#[cfg(any(unix, windows))]
pub mod unpack;
mod walk;
mod write;

#[cfg(test)]
mod tests;

pub use self::builder::PackageBuilder;
pub(crate) use self::data::DataMap;
pub use self::editor::PackageEditor;
pub use self::input::Input;
pub use self::object::Object;
pub use self::open::Package;
pub use self::options::{Compat, Order, PackOptions};
pub use self::reader::ObjectReader;
pub(crate) use self::rules::check_package;
pub use super::layout::package::{
    Architecture, DATA, KIND, METADATA, OBJECT_TABLE, ObjectHeader, ObjectHeaderV1, ObjectTable, PackageExt,
    PackageSection, Platform, SECTIONS, SECTIONS_V1, STRINGS,
};
