//! Starts programs.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The result of a task, or an error as a sentence without a full stop.
pub(crate) type Outcome<T = ()> = Result<T, String>;

/// Returns the directory of the workspace.
pub(crate) fn workspace_root() -> Outcome<PathBuf> {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().map(PathBuf::from).ok_or_else(|| "the workspace has no directory".to_owned())
}

/// Returns a call of the cargo that started this program, in the directory of the workspace.
pub(crate) fn cargo_command(args: &[&str]) -> Outcome<Command> {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(args).current_dir(workspace_root()?);
    Ok(command)
}

/// Runs a program to its end; fails unless the program succeeds.
pub(crate) fn run_command(command: &mut Command) -> Outcome {
    let status = command.status().map_err(|error| format!("{}: {error}", shown_command(command)))?;
    if status.success() { Ok(()) } else { Err(format!("`{}` failed: {status}", shown_command(command))) }
}

/// Runs a program to its end, and returns its output; fails unless the program succeeds.
pub(crate) fn output_of(command: &mut Command) -> Outcome<String> {
    let (output, status) = output_of_any(command)?;
    status.map(|()| output)
}

/// Runs a program to its end; returns its output, and whether the program succeeds.
pub(crate) fn output_of_any(command: &mut Command) -> Outcome<(String, Outcome)> {
    let output = command.output().map_err(|error| format!("{}: {error}", shown_command(command)))?;
    let errors = String::from_utf8_lossy(&output.stderr);
    let failure = || format!("`{}` failed: {}\n{errors}", shown_command(command), output.status);
    let status = if output.status.success() { Ok(()) } else { Err(failure()) };
    let text = String::from_utf8(output.stdout).map_err(|error| format!("`{}`: {error}", shown_command(command)))?;
    Ok((text, status))
}

/// Returns whether the environment has `NAME=required`.
pub(crate) fn is_required(name: &str) -> bool {
    std::env::var_os(name).is_some_and(|value| value == "required")
}

/// Returns the path of the program that `.ci/run` installed, else the name of the program if PATH has the program.
pub(crate) fn find_program(root: &Path, name: &str) -> Option<PathBuf> {
    let installed = root.join(format!("target/{name}/bin/{name}"));
    if installed.is_file() {
        return Some(installed);
    }
    let started = Command::new(name).arg("--version").output();
    let is_missing = started.is_err_and(|error| error.kind() == ErrorKind::NotFound);
    (!is_missing).then(|| name.into())
}

fn shown_command(command: &Command) -> String {
    let words = [command.get_program()].into_iter().chain(command.get_args());
    words.map(|word| word.to_string_lossy()).collect::<Vec<_>>().join(" ")
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn the_output_of_a_program_that_fails_is_kept() {
        let mut command = Command::new("sh");
        let (text, status) = output_of_any(command.args(["-c", "echo tables; echo missed >&2; exit 1"])).unwrap();
        assert_eq!(text, "tables\n");
        assert!(status.unwrap_err().ends_with("missed\n"));
        assert!(output_of(command.args(["-c", "exit 1"])).is_err());
    }
}
