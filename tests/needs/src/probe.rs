//! Looks for programs, once in a run of the compiler.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Mutex, PoisonError};

/// Returns whether a test may count on a program.
pub(crate) fn is_there(name: &str) -> bool {
    static KNOWN: Mutex<BTreeMap<String, bool>> = Mutex::new(BTreeMap::new());
    // Building these takes longer than their tests: a task of its own asks for them.
    if name == "testees" {
        return std::env::var_os("TESTEES").is_some();
    }
    if std::env::var_os("PROGRAMS").is_some_and(|value| value == "required") {
        return true;
    }
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    *known.entry(name.to_owned()).or_insert_with(|| answers(name))
}

fn answers(name: &str) -> bool {
    match name {
        "kaitai" => {
            let folder = std::env::var_os("KAITAI").map_or_else(|| target("kaitai"), PathBuf::from);
            let mut compiler = Command::new("node");
            compiler.env("NODE_PATH", folder.join("node_modules")).args(["-e", "require('kaitai-struct-compiler')"]);
            let mut runtime = Command::new("python3");
            runtime.env("PYTHONPATH", folder.join("python")).args(["-c", "import kaitaistruct"]);
            succeeds(&mut compiler) && succeeds(&mut runtime)
        }
        "pytest" => {
            succeeds(Command::new("python3").env("PYTHONPATH", target("pytest")).args(["-m", "pytest", "--version"]))
        }
        _ => succeeds(Command::new(name).arg("--version")),
    }
}

/// Returns a folder in which `.ci/run` installs programs.
fn target(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target").join(name)
}

fn succeeds(command: &mut Command) -> bool {
    command.output().is_ok_and(|output| output.status.success())
}

#[cfg(test)]
mod tests {
    #[test]
    fn only_programs_that_answer_are_there() {
        assert!(super::answers("rustc"));
        assert!(!super::answers("no-program-has-this-name"));
    }
}
