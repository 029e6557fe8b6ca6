//! The protocol between the runner and a program under test: lines of JSON, one question and one answer at a time.
//!
//! The runner writes [`Request`]s to stdin of the program, and reads an [`Answer`] to each request from stdout; stderr
//! is free for messages. `docs/adapters.md` describes the protocol for authors of adapters,
//! `conformance/protocol.schema.json` for programs.

mod answer;
mod hello;
mod request;

pub use self::answer::{Answer, Finding, Reply};
pub use self::hello::Hello;
pub use self::request::Request;

/// The version of the protocol.
pub const VERSION: u32 = 1;

/// The size of the largest file that the runner sends within a line, in bytes; for a larger file, the runner sends a
/// path.
pub const INLINE: usize = 64 << 10;
