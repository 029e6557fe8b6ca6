//! Checks for misspellings, and for words and phrases that the project does not use.

use crate::command::{Outcome, find_program, is_required, run_command, workspace_root};
use crate::phrases;
use std::process::Command;

/// The command that installs `typos`; `.ci/run` installs the same version.
const INSTALL: &str = "python3 -m pip install --target target/typos typos==1.52.0";

/// Looks for phrases, and runs `typos`, which reads `_typos.toml`. Skips `typos` when it is not installed, unless the
/// environment has `WORDS=required`.
pub(crate) fn check(args: &[String]) -> Outcome {
    phrases::check_phrases()?;
    let root = workspace_root()?;
    if let Some(program) = find_program(&root, "typos") {
        return run_command(Command::new(program).args(args).current_dir(&root));
    }
    let missing = format!("typos is not installed; to install it: {INSTALL}");
    if is_required("WORDS") {
        return Err(missing);
    }
    println!("skipped: {missing}");
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ci_installs_the_version_that_the_message_names() {
        let script = std::fs::read_to_string(workspace_root().unwrap().join(".ci/run")).unwrap();
        let (_, version) = INSTALL.rsplit_once(' ').unwrap();
        assert!(script.contains(version), "{version}");
    }
}
