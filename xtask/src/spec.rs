//! The texts of the specifications, which are no part of this project.

use crate::command::{Outcome, cargo, run as run_command};

/// Reads them and compares what is found with what is checked in.
pub(crate) fn run(args: &[String]) -> Outcome {
    if std::env::var_os("BPX_SPECS").is_none() {
        return Err("BPX_SPECS does not say which folder has the documents".to_owned());
    }
    run_command(
        cargo(&["test", "--package", "tests", "--test", "spec_documents"])?.args(args).args(["--", "--ignored"]),
    )
}
