//! What is wrong with a file: errors, findings, and the report that collects them.

mod class;
mod coverage;
mod error;
mod finding;
mod path;
mod quote;
mod validation;

pub use self::class::{Class, Verdict};
pub use self::coverage::Coverage;
pub(crate) use self::coverage::unread;
pub use self::error::{Error, Result};
pub use self::finding::{Finding, Location, Severity};
pub use self::path::{Path, Segment};
pub use self::quote::quote;
pub use self::validation::{Mode, Report, Validator};
