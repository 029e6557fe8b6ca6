//! Measures the speed of packages, in comparison with the official crate.

use crate::command::{self, Outcome, cargo_command, output_of, workspace_root};
use crate::report;
use std::process::Stdio;

pub(crate) fn run(args: &[String]) -> Outcome {
    let (quick, rest): (Vec<_>, Vec<_>) = args.iter().cloned().partition(|arg| arg == "--quick");
    let write = report::wants_write(&rest)?;
    let target = workspace_root()?.join("target");
    command::run_command(&mut cargo_command(&["build", "--quiet", "--release", "--package", "bpx-cli"])?)?;
    let mut testee = cargo_command(&["build", "--quiet", "--release"])?;
    testee.current_dir(workspace_root()?.join("conformance/testees/bpx-crate"));
    command::run_command(testee.env("CARGO_TARGET_DIR", target.join("testees")))?;
    let mut command = cargo_command(&["bench", "--quiet", "--package", "benches", "--bench", "packages"])?;
    command
        .env("BENCH_BPX", target.join("release/bpx"))
        .env("BENCH_CRATE", target.join("testees/release/bpx-crate"))
        .env("BENCH_FOLDER", target.join("bench-packages"));
    if !quick.is_empty() {
        command.env("BENCH_QUICK", "1");
    }
    let tables = output_of(command.stderr(Stdio::inherit()))?;
    print!("{tables}");
    if write { report::write_section("Packages", &tables) } else { Ok(()) }
}
