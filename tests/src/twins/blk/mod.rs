//! Generated: the twins of one format.

mod body;
pub use self::body::*;
mod file;
pub use self::file::*;
mod kind;
pub use self::kind::*;
