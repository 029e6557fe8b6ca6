//! The protocol of the runner and a program under test: lines of JSON, one question and one answer at a time.
//!
//! The runner writes [`Request`]s to stdin of the program and reads an [`Answer`] to each from its stdout; stderr is
//! not read. `docs/adapters.md` describes the protocol for authors of adapters, `conformance/protocol.schema.json` for
//! programs.

mod answer;
mod hello;
mod request;

pub use self::answer::{Answer, Finding, Reply};
pub use self::hello::Hello;
pub use self::request::Request;

/// The version of the protocol.
pub const VERSION: u32 = 1;

/// Largest file that is sent within a line, in bytes; larger ones are sent as a path.
pub const INLINE: usize = 64 << 10;
