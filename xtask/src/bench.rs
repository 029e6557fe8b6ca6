//! Speed of records.

use crate::command::{Outcome, cargo, output};
use crate::report;

/// Memory that malloc keeps, as a long-running program would: else the page faults of big fresh buffers hide what
/// is measured.
const MALLOC: &str = "glibc.malloc.mmap_max=0:glibc.malloc.trim_threshold=4294967296";

pub(crate) fn run(args: &[String]) -> Outcome {
    let write = report::wants_write(args)?;
    let mut command = cargo(&["bench", "--quiet", "--package", "tests", "--bench", "speed"])?;
    let tables = output(command.env("GLIBC_TUNABLES", MALLOC).stderr(std::process::Stdio::inherit()));
    let tables = tables?;
    print!("{tables}");
    if write { report::write("Records", &tables) } else { Ok(()) }
}
