//! Ours and the official crate, with each other's files. The crate runs as a process; see `testees/README.md`.
//!
//! The first run builds it, for which cargo needs its crates: from the network, or already downloaded.
#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used, clippy::indexing_slicing)]

mod built;
mod containers;
mod goldens;
mod limits;
mod objects;
mod package_goldens;
mod packages;
mod shader_goldens;
mod shaders;
mod support;
