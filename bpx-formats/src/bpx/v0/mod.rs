//! BPX version 0, as a text of 2019 describes it, with a header, sections and four types of files. No file and no
//! program of this version is known.
//!
//! * [`Layout`] and [`Content`] are the declarations; the folder has one source file for each type of file.
//! * [`Container`] opens and reads a file. [`package`](Container::package) presents the assets of a package as objects.
//! * [`Builder`] builds a file.
//! * [`verify_with`] checks all rules. [`json`] writes and reads the model.
//!
//! In findings and in the schema, `v0 9.3` means section 9.3 of the text of 2019.

mod assets;
mod builder;
mod content;
mod header;
pub mod json;
mod layout;
pub mod model;
mod open;
pub mod package;
mod read;
mod references;
pub(crate) mod registry;
mod rules;
mod seal;
mod section;
pub mod shader;
mod strings;
#[cfg(test)]
mod tests;
pub mod texture;
mod type_ext;
mod verify;

pub use self::builder::Builder;
pub use self::content::{Content, ContentArgs};
pub use self::header::{HEADER, MODEL, MainHeader, PACKAGE, SHADER, TEXTURE, has_signature, is_version_0};
pub use self::layout::Layout;
pub use self::open::{Container, Section};
pub(super) use self::read::read_head;
pub use self::section::{
    ModelSection, PackageSection, SectionFlag, SectionHeader, ShaderSection, TextureSection, section_name, section_uses,
};
pub use self::strings::Strings;
pub use self::type_ext::{Api, PackageExt, ShaderExt, TypeExt, TypeExtArgs, UnusedExt};
pub use self::verify::verify_with;
