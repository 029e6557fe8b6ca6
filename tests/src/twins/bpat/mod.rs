//! Generated: the twins of one format.

mod clip;
pub use self::clip::*;
mod extension;
pub use self::extension::*;
mod header;
pub use self::header::*;
mod layout;
pub use self::layout::*;
mod matrix;
pub use self::matrix::*;
mod socket;
pub use self::socket::*;
