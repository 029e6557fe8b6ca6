//! Speed of the frames of a large model.

use crate::command::{Outcome, cargo, output};
use crate::report;

pub(crate) fn run(args: &[String]) -> Outcome {
    let write = report::wants_write(args)?;
    let mut command = cargo(&["bench", "--quiet", "--package", "benches", "--bench", "frames"])?;
    let results = output(command.stderr(std::process::Stdio::inherit()))?;
    print!("{results}");
    if write { report::write("Frames", &results) } else { Ok(()) }
}
