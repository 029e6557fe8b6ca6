//! Listeners that collect values from a traversal. A listener reads only the regions that it needs.

mod children;
mod content;
mod locate;
mod map;
mod search;
mod track;

pub use self::children::ChildLister;
pub use self::content::ContentCollector;
pub use self::locate::RangeLister;
pub use self::map::FileMap;
pub use self::search::ValueSearch;
pub use self::track::{PathTracker, is_within};

use bpx_schema::watch::ValueNode;

/// The largest size in bytes, stored or decompressed, of a region that is read; the page shows a larger region as
/// bytes.
pub const LARGEST: u64 = 12 << 20;

/// Returns whether a region is small enough to be read as a whole.
fn is_small(region: &ValueNode<'_>) -> bool {
    region.kind.stored_size().is_none_or(|stored| stored <= LARGEST)
}
