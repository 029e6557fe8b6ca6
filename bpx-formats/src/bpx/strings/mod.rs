//! The strings section (section 10.1).
//!
//! * [`Strings`] is the section as declared, with all texts in order.
//! * [`StringsView`] returns texts by their offsets, as views of the bytes.
//! * [`StringsBuilder`] builds a section, and returns the offsets of its texts.

mod build;
mod view;

pub use self::build::StringsBuilder;
pub use self::view::{StringsIter, StringsView};
use bpx_schema::codec::CText;
use bpx_schema::structure;

/// Consecutive texts; other values refer to them by the offset of their first byte (section 10.1.2).
#[structure]
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[schema(spec = "10.1")]
pub struct Strings {
    /// The texts.
    #[br(parse_with = until_eof)]
    #[schema(spec = "10.1.1", utf8, pool("strings"))]
    pub strings: Vec<CText>,
}

#[cfg(test)]
mod tests;
