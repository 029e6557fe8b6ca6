//! Known failures (D-45): a file beside the program under test lists the cases that fail, their symptoms, and the
//! reasons.
//!
//! A run succeeds if exactly the listed cases fail. The run fails if a listed case passes or fails in another way, if
//! an entry matches no case, has no reason or has expired, or if a case fails that is not listed. A list can therefore
//! not become outdated without notice. [`Known::updated_for`] brings a list up to date; reasons are written by hand.
//!
//! ```toml
//! [[fail]]
//! case = ["bpx.section.zlib", "bpx.section.zlib.same-*"]
//! got = "rejected"
//! why = "the library inflates every section with the decoder of xz"
//! issue = "https://example.org/issues/1"
//! until = "2027-06-01"
//! ```

mod check;
mod date;
mod fix;
mod list;

pub use self::check::{Surprise, check_results};
pub use self::date::current_day;
pub use self::list::{Entry, Known, is_date};
