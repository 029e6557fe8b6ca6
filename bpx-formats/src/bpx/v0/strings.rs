//! The strings section of models and packages (2019, sections 9.8 and 11.4).

use bpx_schema::codec::CText;
use bpx_schema::structure;

/// Consecutive texts; other values refer to them by the offset of their first byte (2019, section 9.8).
#[structure]
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[schema(spec = "v0 9.8")]
pub struct Strings {
    /// The texts.
    #[br(parse_with = until_eof)]
    #[schema(spec = "v0 9.8", utf8, pool("strings"))]
    pub strings: Vec<CText>,
}
