//! Changes between two schemas: each rule, random changes, and our own formats.
#![allow(missing_docs, unreachable_pub, clippy::unwrap_used, clippy::indexing_slicing, clippy::panic)]

mod agree;
mod build;
mod edits;
mod oracle;
mod random;
mod rules;

/// The algorithms that schemas of these tests name.
fn algorithms() -> bpx_schema::Algorithms {
    bpx_schema::Algorithms::builtin()
}
