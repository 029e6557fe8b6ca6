//! Speed of records and other structures.

use crate::command::{Outcome, cargo, output_of_any};
use crate::report;

/// Memory that malloc keeps, as a long-running program would: else the page faults of big fresh buffers hide what
/// is measured.
const MALLOC: &str = "glibc.malloc.mmap_max=0:glibc.malloc.trim_threshold=4294967296";

pub(crate) fn run(args: &[String]) -> Outcome {
    let write = report::wants_write(args)?;
    let mut command = cargo(&["bench", "--quiet", "--package", "benches", "--bench", "speed"])?;
    command.env("GLIBC_TUNABLES", MALLOC).stderr(std::process::Stdio::inherit());
    // The tables are shown and kept also when a target is missed.
    let (tables, status) = output_of_any(&mut command)?;
    print!("{tables}");
    if write && !tables.is_empty() {
        report::write("Records", &tables)?;
    }
    status
}
