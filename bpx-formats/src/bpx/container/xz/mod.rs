//! What is needed of the xz file format for random access: stream headers, footers and indexes (version 1.2 of
//! that format). The blocks themselves are the codec's.

mod blocks;
mod index;
mod stream;

pub(super) use self::blocks::{Block, Blocks};
pub use self::index::{Index, IndexRecord};
pub use self::stream::{StreamFooter, StreamHeader};
