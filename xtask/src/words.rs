//! Checks for misspellings, and for words and phrases that the project does not use.

use crate::command::{Outcome, root, run};
use crate::phrases;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The command that installs the program; `.ci/run` installs the same version.
const INSTALL: &str = "python3 -m pip install --target target/typos typos==1.52.0";

/// Looks for phrases, and runs `typos`, which reads `_typos.toml`. Skips `typos` when it is not installed, unless the
/// environment has `WORDS=required`.
pub(crate) fn check(args: &[String]) -> Outcome {
    phrases::check()?;
    let root = root()?;
    if let Some(program) = find_program(&root) {
        return run(Command::new(program).args(args).current_dir(&root));
    }
    let missing = format!("typos is not installed; to install it: {INSTALL}");
    if is_required() {
        return Err(missing);
    }
    println!("skipped: {missing}");
    Ok(())
}

fn is_required() -> bool {
    std::env::var_os("WORDS").is_some_and(|value| value == "required")
}

/// Returns the program that `.ci/run` installed, else the one in PATH.
fn find_program(root: &Path) -> Option<PathBuf> {
    let installed = root.join("target/typos/bin/typos");
    if installed.is_file() {
        return Some(installed);
    }
    let in_path = PathBuf::from("typos");
    let started = Command::new(&in_path).arg("--version").output();
    let is_missing = started.is_err_and(|error| error.kind() == ErrorKind::NotFound);
    (!is_missing).then_some(in_path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ci_installs_the_version_that_the_message_names() {
        let script = std::fs::read_to_string(root().unwrap().join(".ci/run")).unwrap();
        let (_, version) = INSTALL.rsplit_once(' ').unwrap();
        assert!(script.contains(version), "{version}");
    }
}
