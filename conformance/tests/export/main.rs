//! The suite as static files, and the copy of it in the program.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

mod c;
mod documents;
mod packages;
mod values;

use std::path::{Path, PathBuf};

fn folder() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn packages() -> PathBuf {
    folder().join("../packages")
}
