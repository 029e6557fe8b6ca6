//! Generated: the twins of one format.

mod root;
pub use self::root::*;
