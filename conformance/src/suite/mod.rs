//! Cases: questions to an implementation, and the expected answers.
//!
//! A file `cases/<format>/<name>.toml` is a list of `[[case]]`. The bytes of a case come from a text in `golden/` (see
//! [`source`](crate::source)), without changes, with a fault of the text, or with a patch that the case states. Authors
//! write the expectations by hand. [`derive`](crate::derive) writes the files below `cases/derived/`, whose
//! expectations follow from a schema and a text. No expectation comes from a codec of this project.
//!
//! A case is about one or more clauses (`clause = ["a", "b"]`); `cases/coverage.toml` lists the clauses without a case,
//! with reasons.
//!
//! ```toml
//! [[case]]
//! id = "bpx.header.version-3"
//! title = "There is no version 3"
//! clause = "bpx2-8.3-version"
//! level = "must"
//! op = "validate"
//! source = "bpx/minimal"
//! fault = "version-3"
//! expect = { verdict = "unsupported", class = "unsupported-version", path = "header.version", offset = 20 }
//! ```
//!
//! A case expects values of a model by their paths: `model = { "clips[0].fps" = { f32 = 29.97 } }`. A float of 32 bits
//! that is not a double is `{ f32 = .. }`, a float that no number gives is `{ bits = "0x7fc00001" }`, and a value with
//! several names is `{ any = ["Double", 11] }` (see [`compare`](crate::runner::compare)). Where a program may follow
//! another reading of a text, `reading = "I-30"` names the reading, and
//! `otherwise = { "I-30=base-1" = { verdict = "valid" } }` states the expectation for the other option.

mod book;
mod case;
mod expect;
mod explain;
mod files;
mod interpretations;
mod load;
mod needs;
mod readings;
mod text;
mod version;

pub use self::book::{Book, Clause, Ours};
pub use self::case::{Case, Level, Op};
pub use self::expect::{Expect, OneOrMore};
pub use self::explain::{Explanations, Flag};
pub use self::files::Files;
pub use self::interpretations::Interpretation;
pub use self::load::Suite;
pub use self::needs::{needed_features, needed_for_all};
pub use self::readings::{Reading, Readings};
pub use self::version::Version;
pub use bpx_schema::schema::pattern::is_like;
