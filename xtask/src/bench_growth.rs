//! Growth of the work with the size of the input.

use crate::command::{Outcome, cargo, run as run_command};

pub(crate) fn run() -> Outcome {
    run_command(&mut cargo(&["bench", "--quiet", "--package", "benches", "--bench", "growth"])?)
}
