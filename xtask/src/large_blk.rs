//! Makes a large BLK file for measurements.

use crate::command::{Outcome, cargo_command, run_command};

/// Runs the example that makes the file; paths are relative to the directory of the workspace.
pub(crate) fn make(args: &[String]) -> Outcome {
    let usage =
        "expected -o FILE, and optionally --kind KIND: FAT (the default), or SLIM_ZST, which also writes FILE.nm";
    let (file, kind) = match args {
        [output, file] if output == "-o" => (file, "FAT"),
        [output, file, option, kind] if output == "-o" && option == "--kind" => (file, kind.as_str()),
        _ => return Err(usage.to_owned()),
    };
    let mut command = cargo_command(&["run", "--quiet", "--release", "--package", "bpx-formats", "--all-features"])?;
    run_command(command.args(["--example", "large_blk", "--", file, kind]))
}
