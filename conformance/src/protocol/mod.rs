//! How the runner and a program under test talk: lines of JSON, one question and one answer at a time.
//!
//! The runner writes [`Request`]s to stdin of the program and reads an [`Answer`] to each from its stdout; stderr is
//! the program's own. `docs/adapters.md` is the same for people who write adapters, `conformance/protocol.schema.json` for
//! programs.

mod answer;
mod hello;
mod request;

pub use self::answer::{Answer, Reply};
pub use self::hello::Hello;
pub use self::request::Request;

/// The version of the protocol.
pub const VERSION: u32 = 1;

/// Largest file that travels inside of a line, in bytes; larger ones are named by a path.
pub const INLINE: usize = 64 << 10;
