//! Listeners that collect values from a traversal. A listener reads only the regions that it needs.

mod children;
mod content;
mod locate;
mod map;
mod search;
mod track;

pub use self::children::Children;
pub use self::content::Content;
pub use self::locate::Locate;
pub use self::map::FileMap;
pub use self::search::Search;
pub use self::track::{Track, within};

use bpx_schema::watch::Node;

/// The largest size in bytes, stored or decompressed, of a region that is read; the page shows a larger region as
/// bytes.
pub const LARGEST: u64 = 12 << 20;

/// Returns whether a region is small enough to be read as a whole.
fn is_small(region: &Node<'_>) -> bool {
    region.kind.stored().is_none_or(|stored| stored <= LARGEST)
}
