//! The parts of the xz file format (version 1.2) that random access needs: stream headers, footers and indexes. The
//! codec reads the blocks.

mod blocks;
mod index;
mod stream;

pub(super) use self::blocks::{Block, Blocks};
pub use self::index::{Index, IndexRecord};
pub use self::stream::{StreamFooter, StreamHeader};
