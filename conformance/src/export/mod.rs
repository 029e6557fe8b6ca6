//! The suite as static files, for runners in other languages.
//!
//! * [`Export`]: the cases as data, in one JSON document for each format, with large inputs in separate files.
//! * [`Version`] and [`Difference`]: the semantic version of the suite, and the effect of changes on it.
//! * [`c_tables`]: the cases as tables in C.

mod c;
mod case;
mod difference;
mod folder;
mod format;
mod reader;

pub use self::c::c_tables;
pub use self::case::{ExportedCase, INLINE};
pub use self::difference::{Change, Difference};
pub use self::folder::{Export, is_export};
pub use self::format::{ExportedClause, ExportedFlag, ExportedFormat, ExportedReading};
pub use crate::suite::Version;
