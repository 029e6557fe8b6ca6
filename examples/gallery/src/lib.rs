//! Formats of other makers, each a page: the declaration of a whole file, how it is read, one edit, and how it is written.
//!
//! * [`wad`]: lumps and a directory, of Doom. The smallest whole file.
//! * [`gif`]: pictures, of CompuServe. Cases that begin with a tag, and lists that end with a byte.
//! * [`nbt`]: trees of named values, of Minecraft. A structure that holds its own kind, up to an end.
//! * [`iqm`]: models with arrays of vertices, of the Inter-Quake engines. Many tables, each with its offset in the header.
//! * [`ktx2`]: textures, of Khronos. Levels in reverse order, aligned, and compressed as a whole.
//! * [`wav`]: sound in RIFF. Chunks in chunks, each inside of its size, which are values that a program changes.

pub mod gif;
pub mod iqm;
pub mod ktx2;
pub mod nbt;
pub mod wad;
pub mod wav;

use bpx_schema::budget::Budget;
use bpx_schema::codec::{Fetch, Regions, Space};
use bpx_schema::report::{Class, Error, Location};
use bpx_schema::schema::Field;
use bpx_schema::{Codec, Limits, Result};
use std::sync::Arc;

/// Reads the content of a region; a value of a file holds only where the contents of its regions lie.
pub fn content<T: Codec>(file: &[u8], field: &Field, regions: &Regions<T>, index: usize) -> Result<Vec<u8>> {
    let stored = *regions.list().get(index).ok_or_else(|| missing(format!("no region {index} of `{}`", field.name)))?;
    let budget = Arc::new(Budget::new(Limits::default(), file.len() as u64));
    let fetch = Fetch { source: &file, space: Space::File(0), budget, field, stored, origin: None };
    Ok(fetch.content()?.into_bytes().into_owned())
}

fn missing(message: String) -> Error {
    Error::fault(Class::Missing, Location::default(), message)
}
