//! Measures the speed of the frames of a large model.

use crate::command::{Outcome, cargo_command, output_of};
use crate::report;

pub(crate) fn run(args: &[String]) -> Outcome {
    let write = report::wants_write(args)?;
    let mut command = cargo_command(&["bench", "--quiet", "--package", "benches", "--bench", "frames"])?;
    let results = output_of(command.stderr(std::process::Stdio::inherit()))?;
    print!("{results}");
    if write { report::write_section("Frames", &results) } else { Ok(()) }
}
