//! The BPAT format, versions 1 to 3, with the poses of one creature, baked for every frame of its animation clips.
//!
//! | concept | file |
//! |---|---|
//! | [`Header`], [`Species`] | offsets and counts of all parts |
//! | [`Clip`], [`Socket`] | animations; points that equipment is attached to |
//! | [`Extension`] | offsets of the tables of version 3 |
//! | [`Matrix`], [`SocketMatrix`] | poses, **row by row** |
//! | [`ColumnMatrix`] | skinning matrices of version 3, **column by column** |
//! | [`Layout`] | the whole file as one declaration: for dumps, queries, JSON, the interpreter |
//! | [`Bpat`] | a file that is read in place, without a copy |
//! | [`BpatBuilder`] | a writer, byte for byte that of the original tool |
//! | [`verify`] | every rule |
//! | [`upgrade`] | files of version 1 or 2 as version 3 |
//!
//! Files of two layouts, here 3a and 3c, state version 3. With a bind palette, the palettes are skinning matrices (3c);
//! without a bind palette, the palettes are poses (3a).
//!
//! ```no_run
//! use bpx_formats::bpat::Bpat;
//!
//! # fn main() -> bpx_schema::Result<()> {
//! let bytes = std::fs::read("horse.bpat")?;
//! let bpat = Bpat::open(&bytes, Default::default())?;
//! for clip in bpat.clips() {
//!     println!("{}: {} frames", bpat.name(&clip).escape_ascii(), clip.frame_count);
//! }
//! // The first bone in the first frame of the first clip.
//! let pose = bpat.pose(0, 0).and_then(|bones| bones.get(0));
//! # Ok(())
//! # }
//! ```

mod builder;
mod clip;
mod contents;
mod describe;
mod examine;
mod extension;
mod extents;
mod format;
mod header;
pub mod json;
mod layout;
mod matrix;
mod names;
mod naming;
mod open;
pub(crate) mod registry;
mod rules;
mod socket;
mod strides;
mod upgrade;

pub use self::builder::{BpatBuilder, NewClip, Poses, Version};
pub use self::clip::{Clip, ClipArgs, ClipIter, Clips, Markers};
pub use self::examine::{verify, watch};
pub use self::extension::Extension;
pub use self::extents::{Extent, Head, Part};
pub use self::format::BpatFormat;
pub use self::header::{Header, Species};
pub use self::json::{from_json, write_json};
pub use self::layout::{
    BoneParent, BoneParents, BoneParentsArgs, Contact, Frame, FrameArgs, Layout, Palette, PaletteArgs, SocketFrame,
    SocketFrameArgs, SocketPalette, SocketPaletteArgs,
};
pub use self::matrix::{ColumnMatrix, Matrix, SocketMatrix};
pub use self::names::Named;
pub use self::open::Bpat;
pub use self::socket::Socket;
pub use self::upgrade::upgrade;

use crate::source::part;
use bpx_schema::source::ReadAt;
use bpx_schema::{Limits, Result};

/// Checks that a file can be read, and returns its bytes unchanged.
///
/// # Errors
/// Returns the errors of [`Bpat::open`], and those of reading the source.
pub fn rewrite(source: &dyn ReadAt, limits: Limits) -> Result<Vec<u8>> {
    let size = source.size();
    let whole = part(source, 0, size, limits)?;
    Bpat::open(&whole, limits)?;
    Ok(whole.into_owned())
}

#[cfg(test)]
mod tests;
