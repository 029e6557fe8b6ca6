//! What a traversal is asked. Each listener reads only the regions that it needs.

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

/// Content in bytes up to which a region is read; a larger one is shown as bytes only.
pub const LARGEST: u64 = 12 << 20;

/// Whether a region is small enough to be read as a whole.
fn is_small(region: &Node<'_>) -> bool {
    region.kind.stored().is_none_or(|stored| stored <= LARGEST)
}
