//! Other targets: the library for WebAssembly, and everything that runs for Windows.
//!
//! Clippy instead of a check: it costs little more, and no other step sees what is compiled for these targets only.

use crate::command::{Outcome, cargo, output, run};
use std::process::Command;

/// What is linted for a target.
struct Target {
    triple: &'static str,
    /// The compiler of C code, and the command that shows whether it is installed.
    compiler: &'static str,
    args: &'static [&'static str],
}

const TARGETS: [Target; 2] = [
    Target {
        triple: "wasm32-unknown-unknown",
        compiler: "clang",
        // Without threads and memory maps.
        args: &[
            "--no-default-features",
            "--features=bpx-codegen/generate",
            "--features=bpx-formats/blk,bpx-formats/bpat,bpx-formats/bpx,bpx-formats/gpb",
            "--features=bpx-schema/algorithms,bpx-schema/derive,bpx-schema/encodings,bpx-schema/interpret",
            "--package=bpx-model",
            "--package=bpx-schema",
            "--package=bpx-codegen",
            "--package=bpx-derive",
            "--package=bpx-workbench",
            "--package=bpx-documents",
            "--package=bpx-formats",
        ],
    },
    Target {
        triple: "x86_64-pc-windows-gnu",
        compiler: "x86_64-w64-mingw32-gcc",
        args: &["--package=bpx-cli", "--package=bpx-formats", "--package=bpx-conformance"],
    },
];

/// Lints for every target; fails when its standard library or its compiler of C is missing.
pub(crate) fn check_targets(_: &[String]) -> Outcome {
    for target in TARGETS {
        println!("target {}", target.triple);
        output(Command::new(target.compiler).arg("--version"))
            .map_err(|error| format!("{} needs the compiler {}: {error}", target.triple, target.compiler))?;
        let mut command = cargo(&["clippy", "--target", target.triple])?;
        run(command.args(target.args).args(["--", "-D", "warnings"]))?;
    }
    Ok(())
}
