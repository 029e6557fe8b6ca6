//! A large BLK file for measurements.

use crate::command::{Outcome, cargo, run};

/// Runs the example that makes it; paths are relative to the directory of the workspace.
pub(crate) fn make(args: &[String]) -> Outcome {
    let usage = "takes -o FILE, and --kind KIND: FAT unless it is said, or SLIM_ZST, which makes FILE.nm too";
    let (file, kind) = match args {
        [output, file] if output == "-o" => (file, "FAT"),
        [output, file, option, kind] if output == "-o" && option == "--kind" => (file, kind.as_str()),
        _ => return Err(usage.to_owned()),
    };
    let mut command = cargo(&["run", "--quiet", "--release", "--package", "bpx-formats", "--all-features"])?;
    run(command.args(["--example", "large_blk", "--", file, kind]))
}
