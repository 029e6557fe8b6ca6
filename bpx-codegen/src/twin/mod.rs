//! Twins: the same declarations for binrw's own derive, so that the two implementations can be compared.

mod declarations;
mod expr;

pub use self::declarations::twins_of_sources;
