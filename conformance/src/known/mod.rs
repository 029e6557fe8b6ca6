//! Known failures (D-45): a file beside the program under test lists the cases that fail, their symptoms, and the
//! reasons.
//!
//! A run succeeds if exactly these fail. A case that passes although it is listed, that fails in another way, an
//! entry that no case matches, one without a reason, and an expired one make the run fail, so that the list
//! cannot go stale. [`Known::updated_for`] brings a list up to date; reasons are written by hand.
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
