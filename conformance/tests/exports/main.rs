//! Exported code, asked as others are. `testees`: headers in C and modules in Python answer the suite. `readers`: modules and
//! `.ksy` files read every golden beside ours.
//!
//! Where a compiler, Python, Node or the compiler of Kaitai Struct is missing, its part is left out, unless
//! `EXPORTS=required`. `.ci/run` puts the compiler of Kaitai Struct and the runtime of its readers into `target/kaitai`.
#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic)]

mod readers;
mod testees;

use std::path::{Path, PathBuf};
use std::process::Command;

fn here(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// Whether a program answers.
fn there(command: &mut Command) -> bool {
    let there = command.output().is_ok_and(|out| out.status.success());
    let required = std::env::var_os("EXPORTS").is_some_and(|value| value == "required");
    assert!(there || !required, "{command:?} fails");
    there
}
