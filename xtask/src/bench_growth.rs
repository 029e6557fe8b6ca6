//! Measures how work grows with the size of the input.

use crate::command::{Outcome, cargo_command, run_command};

pub(crate) fn run() -> Outcome {
    run_command(&mut cargo_command(&["bench", "--quiet", "--package", "benches", "--bench", "growth"])?)
}
