//! Measures the speed of records and other structures.

use crate::command::{Outcome, cargo_command, output_of_any};
use crate::report;

/// The setting with which malloc keeps memory, as in a long-running program. Otherwise, page faults of large new
/// buffers would hide the time of the codecs.
const MALLOC: &str = "glibc.malloc.mmap_max=0:glibc.malloc.trim_threshold=4294967296";

pub(crate) fn run(args: &[String]) -> Outcome {
    let (sections, options): (Vec<String>, Vec<_>) = args.iter().cloned().partition(|arg| !arg.starts_with('-'));
    let write = report::wants_write(&options)?;
    if write && !sections.is_empty() {
        return Err("expected no names of sections beside --write, as the document has all of them".to_owned());
    }
    let mut command = cargo_command(&["bench", "--quiet", "--package", "benches", "--bench", "speed", "--"])?;
    command.args(&sections);
    command.env("GLIBC_TUNABLES", MALLOC).stderr(std::process::Stdio::inherit());
    // The tables are printed and written even if a target is missed.
    let (tables, status) = output_of_any(&mut command)?;
    print!("{tables}");
    if write && !tables.is_empty() {
        report::write_section("Records", &tables)?;
    }
    status
}
