use super::oneshot::Oneshot;
use super::result::Outcome;
use super::session::Session;
use crate::protocol::{Hello, VERSION};
use crate::suite::Case;
use crate::testee::Bounds;
use std::process::Command;
use std::time::Duration;

/// The ways to start a program under test.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Program {
    /// A command, in the syntax of the shell, that answers question after question.
    Persistent(String),
    /// A command for each case. The runner replaces `{op}` by the operation, `{format}` by the format, `{in}` and
    /// `{out}` by paths of files, `{names}` and `{dict}` by paths of the files that the input needs, or by nothing, and
    /// `{record}` by the structure of a record. A command without `{record}` gets no cases of records. For `unpack`,
    /// `{out}` is a folder.
    Oneshot(String),
}

/// The reasons why a program cannot be tested.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StartError {
    /// The program does not start, or the runner cannot watch it.
    #[error("`{command}`: {source}")]
    Io {
        /// The command.
        command: String,
        /// The error.
        source: std::io::Error,
    },
    /// The program sends no valid greeting.
    #[error("the program sends no valid greeting: {problem}{stderr}")]
    Hello {
        /// The command.
        command: String,
        /// The fault.
        problem: Greeting,
        /// The text that the program wrote to stderr, on separate lines.
        stderr: String,
    },
}

/// The faults of a greeting.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Greeting {
    /// The shell finds no such command, or may not execute it.
    #[error("the command does not exist, or is not executable")]
    NoCommand,
    /// The program ended without a greeting.
    #[error("the program ended ({0})")]
    Ended(String),
    /// The program wrote no line within the time limit.
    #[error("the program wrote no line within {} seconds", .0.as_secs())]
    Silent(Duration),
    /// The program exceeded its memory limit.
    #[error("the program exceeded its memory limit")]
    OutOfMemory,
    /// The first line is too long, or is not JSON.
    #[error("the first line on stdout is not JSON: {0}")]
    NoJson(String),
    /// The first line is JSON, but not a greeting.
    #[error("the first line on stdout is not a greeting: {0}")]
    Other(String),
    /// The program speaks another version of the protocol.
    #[error("expected version {VERSION} of the protocol, found {0}")]
    Version(u32),
}

/// A started program, which can answer questions.
pub(super) enum AskedProgram {
    Persistent(Box<Session>),
    Oneshot(Oneshot),
}

impl Program {
    /// Returns the command.
    #[must_use]
    pub fn command(&self) -> &str {
        match self {
            Self::Persistent(command) | Self::Oneshot(command) => command,
        }
    }

    /// Starts the program, and reads its greeting. A command for each case does not greet, and gets all cases.
    ///
    /// # Errors
    /// Returns an error if the program does not start, or sends no valid greeting.
    pub fn hello(&self, bounds: &Bounds) -> Result<Hello, StartError> {
        match self {
            Self::Persistent(command) => Ok(Session::start(command, bounds)?.hello().clone()),
            Self::Oneshot(command) => {
                // A command without words has no name to show.
                let name = command.split_whitespace().next().unwrap_or_default().to_owned();
                Ok(Hello { protocol: VERSION, name, ..Hello::default() })
            }
        }
    }

    pub(super) fn start(&self, bounds: &Bounds) -> Result<AskedProgram, StartError> {
        match self {
            Self::Persistent(command) => Ok(AskedProgram::Persistent(Box::new(Session::start(command, bounds)?))),
            Self::Oneshot(command) => Ok(AskedProgram::Oneshot(Oneshot::new(command)?)),
        }
    }
}

impl AskedProgram {
    /// Asks one question; returns whether the program can answer another question.
    pub(super) fn ask(&mut self, seq: u64, case: &Case, bounds: &Bounds) -> (Outcome, Duration, bool) {
        let start = std::time::Instant::now();
        let (outcome, alive) = match self {
            Self::Persistent(session) => session.ask(seq, case, bounds),
            Self::Oneshot(oneshot) => (oneshot.ask(case, bounds), true),
        };
        (outcome, start.elapsed(), alive)
    }
}

/// Makes a command in the syntax of the shell; its process replaces the shell.
pub(super) fn shell_command(command: &str) -> Command {
    let mut shell;
    if cfg!(windows) {
        shell = Command::new("cmd");
        shell.args(["/C", command]);
    } else {
        shell = Command::new("sh");
        shell.args(["-c", &format!("exec {command}")]);
    }
    shell
}

impl StartError {
    pub(super) fn io(command: &str, source: std::io::Error) -> Self {
        Self::Io { command: command.to_owned(), source }
    }
}
