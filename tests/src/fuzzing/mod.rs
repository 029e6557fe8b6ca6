//! Properties that hold for all bytes: what the fuzzer runs, and what ordinary tests replay.
//!
//! A [`Target`] takes bytes and panics when a property does not hold. It returns whether the bytes got past the first
//! check of their kind (the header of a file, the check of a schema), so that a campaign can show that it reaches what
//! lies behind.
//!
//! * [`TARGETS`]: all of them. [`seeds`]: bytes to begin with. [`mutate()`]: changes that keep signatures and sums true.
#![allow(clippy::panic, clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

mod blk_text;
mod decode_encode;
mod documents;
mod edit;
mod file;
mod json;
mod mutate;
mod parts;
mod read;
mod readers;
mod repair;
mod rewrite;
mod schema_bytes;
pub mod seeds;
mod tally;
mod unpack;
mod verify;

#[path = "../../tests/shapes/mod.rs"]
mod shapes;

pub use self::mutate::{BaseMutation, mutate, simple_mutation};

/// A property, and what it needs to know of its input.
#[derive(Debug, Clone, Copy)]
pub struct Target {
    /// Name, as a program of the fuzzer and as a folder of regressions.
    pub name: &'static str,
    /// Panics when the property does not hold; returns whether the bytes got past the first check.
    pub run: fn(&[u8]) -> bool,
    /// What the bytes are.
    pub input: Input,
    /// What the names of goldens begin with that it begins with; nothing for all.
    seeds: &'static str,
    /// Whether it writes files.
    pub writes_files: bool,
}

/// What the bytes of a target are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Input {
    /// A file of any format.
    File,
    /// A number of a type, then bytes of that type.
    Typed,
    /// A text.
    Text,
    /// Choices, one after the other.
    Choices,
}

const fn target(name: &'static str, run: fn(&[u8]) -> bool, input: Input) -> Target {
    Target { name, run, input, seeds: "", writes_files: false }
}

/// All targets, by name.
pub const TARGETS: &[Target] = &[
    target("verify", verify::run, Input::File),
    target("read", read::run, Input::File),
    target("decode_encode", decode_encode::run, Input::File),
    target("rewrite", rewrite::run, Input::File),
    target("edit", edit::run, Input::Choices),
    Target { seeds: "blk-", ..target("blk_text", blk_text::run, Input::File) },
    target("schema_bytes", schema_bytes::run, Input::Choices),
    target("documents", documents::run, Input::Text),
    Target { seeds: "bpx-", writes_files: true, ..target("unpack", unpack::run, Input::File) },
    target("readers", readers::run, Input::Typed),
];

/// The target of a name.
///
/// # Panics
/// When there is none.
#[must_use]
pub fn find_target(name: &str) -> &'static Target {
    TARGETS.iter().find(|target| target.name == name).expect("the name of a target")
}
