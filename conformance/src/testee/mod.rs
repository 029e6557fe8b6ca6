//! Builds programs under test on demand, and runs them within limits.
//!
//! A testee drives one implementation. It prints a line of JSON as its last line, and exits with 0 if the
//! implementation succeeded, with 1 if the implementation refused, and with 2 if the testee itself was used wrongly.
//! Any other end is an [`Outcome`], too. `conformance/testees/README.md` has the details.

mod bounds;
mod build;
mod group;
mod outcome;
mod stopwatch;
mod watch;

pub use self::bounds::Bounds;
pub use self::build::BuildError;
pub(crate) use self::group::Group;
pub use self::group::kill_all;
pub(crate) use self::outcome::NO_MEMORY;
pub use self::outcome::{Outcome, Run, RunError};
pub(crate) use self::stopwatch::Stopwatch;
pub(crate) use self::watch::{End, Memory, memory_of, watch_process};

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A program under test.
#[derive(Debug, Clone)]
pub struct Testee {
    program: PathBuf,
}

impl Testee {
    /// Uses an existing program.
    pub fn new(program: impl Into<PathBuf>) -> Self {
        Self { program: program.into() }
    }

    /// Uses a program of this repository, by the name of its folder in `conformance/testees`, and builds the program if
    /// needed.
    ///
    /// The first build needs the crates of the program's lock file, which cargo downloads if they are missing.
    ///
    /// # Errors
    /// Returns an error if the folder does not exist, or if cargo cannot build the program. The error has the output of
    /// cargo.
    pub fn build(name: &str) -> Result<Self, BuildError> {
        build::build_testee(name).map(Self::new)
    }

    /// Returns the path of the program.
    #[must_use]
    pub fn program(&self) -> &Path {
        &self.program
    }

    /// Runs the program to its end, or kills it when it exceeds a limit.
    ///
    /// # Errors
    /// Returns an error if the program cannot be started or watched, or if it reports wrong usage. Anything that the
    /// implementation under test does is an outcome, not an error.
    pub fn run<A: AsRef<OsStr>>(&self, args: impl IntoIterator<Item = A>, bounds: &Bounds) -> Result<Run, RunError> {
        let mut command = Command::new(&self.program);
        command.args(args);
        let watched = watch_process(command, bounds).map_err(|source| self.start_error(source))?;
        outcome::judge_run(watched)
    }

    fn start_error(&self, source: std::io::Error) -> RunError {
        RunError::Io { program: self.program.clone(), source }
    }
}
