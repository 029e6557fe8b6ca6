//! Formats that are none of ours: compiled, interpreted and exported readers see the same in them.
//!
//! Where a program is missing, its part is left out, unless `EXPORTS=required`.
#![cfg(unix)]
#![allow(missing_docs, unreachable_pub, clippy::unwrap_used, clippy::indexing_slicing, clippy::panic)]

mod declared;
mod exported;
mod files;
mod names;
#[path = "../../../conformance/tests/exports/programs.rs"]
mod programs;
mod readers;
mod rules;
#[path = "../shapes/mod.rs"]
mod shapes;
