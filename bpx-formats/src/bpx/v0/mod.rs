//! BPX version 0, as a text of 2019 describes it: header, sections and four types of files. No file and no program of
//! this version is known.
//!
//! * [`Layout`] and [`Content`]: the declarations; the folder has one file for each type.
//! * [`Container`]: opening and reading. [`package`](Container::package) presents the assets of a package as objects.
//! * [`Builder`]: making a file.
//! * [`verify_with`]: all rules. [`json`]: the model.
//!
//! Sections of the text of 2019 are written `v0 9.3` in findings and schema.

mod builder;
mod content;
mod header;
pub mod json;
mod layout;
pub mod model;
mod open;
pub mod package;
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
pub use self::content::Content;
pub use self::header::MainHeader;
pub use self::layout::Layout;
pub use self::open::{Container, Section};
pub use self::section::{
    ModelSection, PackageSection, SectionFlag, SectionHeader, ShaderSection, TextureSection, section_name, section_uses,
};
pub use self::strings::Strings;
pub use self::type_ext::{Api, PackageExt, ShaderExt, TypeExt, UnusedExt};
pub use self::verify::verify_with;

use bpx_schema::report::Result;
use bpx_schema::source::ReadAt;

/// Type of a file that is a texture.
pub const TEXTURE: u8 = b'T';
/// Type of a file that is a model.
pub const MODEL: u8 = b'M';
/// Type of a file that is a shader package.
pub const SHADER: u8 = b'S';
/// Type of a file that is a package.
pub const PACKAGE: u8 = b'P';
/// Size of the main header in bytes.
pub const HEADER: u64 = 32;
/// Size of an entry of the section table in bytes.
const ENTRY: u64 = 16;

/// Whether bytes begin as a file of version 0 does, as far as its version.
#[must_use]
pub fn begins(head: &[u8]) -> bool {
    head.starts_with(b"BPX") && head.get(20..24) == Some(&[0; 4])
}

/// Whether a file begins as one of version 0 does.
///
/// # Errors
/// Those of reading the source.
pub fn is_version_0(source: &dyn ReadAt) -> Result<bool> {
    let mut head = [0; 24];
    if source.size() < head.len() as u64 {
        return Ok(false);
    }
    source.read_exact_at(0, &mut head)?;
    Ok(begins(&head))
}
