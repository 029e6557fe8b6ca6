//! Properties that hold for all bytes: what the fuzzer runs, and what ordinary tests replay.
//!
//! A [`Target`] takes bytes and panics when a property does not hold. It returns whether the bytes passed the first
//! check of their kind (the header of a file, the check of a schema), so a campaign can show that it reaches the code
//! after it.
//!
//! * [`TARGETS`]: all of them. [`seeds`]: bytes to begin with. [`mutate()`]: changes that keep signatures and sums
//!   true.
#![allow(clippy::panic, clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

mod agreement;
mod blk_text;
mod decode_encode;
mod digest;
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
mod target;
mod unpack;
mod verify;
pub mod whole_file;

#[path = "../../tests/shapes/mod.rs"]
mod shapes;

pub use self::mutate::{BaseMutation, mutate, simple_mutation};
pub use self::target::{Input, Target};

/// Declares the targets, each with a constant, so that a program of the fuzzer has the code of one target only: the
/// fuzzer goes through the counters of all code after each input.
macro_rules! targets {
    ($($(#[$doc:meta])* $constant:ident = $target:expr;)*) => {
        $($(#[$doc])* pub const $constant: Target = $target;)*
        /// All targets, by name.
        pub const TARGETS: &[Target] = &[$($constant),*];
    };
}

targets! {
    /// Verifying.
    VERIFY = Target::new("verify", verify::run, Input::File);
    /// Reading in all ways.
    READ = Target::new("read", read::run, Input::File);
    /// Models of files, and files of models.
    DECODE_ENCODE = Target::new("decode_encode", decode_encode::run, Input::File);
    /// Rewriting.
    REWRITE = Target::new("rewrite", rewrite::run, Input::File);
    /// Sequences of edits of a package.
    EDIT = Target::new("edit", edit::run, Input::Choices);
    /// Forms of BLK.
    BLK_TEXT = Target { seeds: "blk-", ..Target::new("blk_text", blk_text::run, Input::File) };
    /// Changed schemas, with any bytes.
    SCHEMA_BYTES = Target::new("schema_bytes", schema_bytes::run, Input::Choices);
    /// Specification documents.
    DOCUMENTS = Target::new("documents", documents::run, Input::Text);
    /// Unpacking into a new folder.
    UNPACK = Target { seeds: "bpx-", writes_files: true, ..Target::new("unpack", unpack::run, Input::File) };
    /// Generated code and the interpreter.
    READERS = Target::new("readers", readers::run, Input::Typed);
}

/// Returns the target of a name.
///
/// # Panics
/// When there is none.
#[must_use]
pub fn find_target(name: &str) -> &'static Target {
    TARGETS.iter().find(|target| target.name == name).expect("the name of a target")
}
