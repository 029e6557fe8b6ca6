use super::oneshot::Oneshot;
use super::result::Outcome;
use super::session::Session;
use crate::protocol::{Hello, VERSION};
use crate::suite::Case;
use crate::testee::Bounds;
use std::process::Command;
use std::time::Duration;

/// How a program under test is started.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Program {
    /// A command that answers question after question, as the shell understands it.
    Persistent(String),
    /// A command for each case: `{op}`, `{format}`, `{in}` and `{out}` stand for what is asked, the format, and files;
    /// `{names}` and `{dict}` for the files that the one needs beside itself, or nothing; `{record}` for the structure that
    /// a record is, of which a command without it is asked nothing; for `unpack`, `{out}` is a folder.
    Oneshot(String),
}

/// Why a program cannot be asked.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StartError {
    /// It does not start, or cannot be watched.
    #[error("`{command}`: {source}")]
    Io {
        /// The command.
        command: String,
        /// What happened.
        source: std::io::Error,
    },
    /// It does not say who it is.
    #[error("it does not greet: {problem}{stderr}")]
    Hello {
        /// The command.
        command: String,
        /// What is wrong.
        problem: Greeting,
        /// What it wrote to stderr, on lines of its own.
        stderr: String,
    },
}

/// What is wrong with a greeting.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Greeting {
    /// The shell finds no such command, or may not execute it.
    #[error("there is no such command, or it may not be executed")]
    NoCommand,
    /// The program ended instead.
    #[error("it ended ({0})")]
    Ended(String),
    /// No line came.
    #[error("no line came within {} seconds", .0.as_secs())]
    Silent(Duration),
    /// It took more memory than it may.
    #[error("it took more memory than it may")]
    OutOfMemory,
    /// The first line is no JSON, or too long.
    #[error("the first line on stdout is no JSON: {0}")]
    NoJson(String),
    /// The first line is JSON, and no greeting.
    #[error("the first line on stdout is no greeting: {0}")]
    Other(String),
    /// It speaks another version of the protocol.
    #[error("it speaks version {0} of the protocol, this is {VERSION}")]
    Version(u32),
}

/// A program that can be asked.
pub(super) enum Asked {
    Persistent(Box<Session>),
    Oneshot(Oneshot),
}

impl Program {
    /// The command.
    #[must_use]
    pub fn command(&self) -> &str {
        match self {
            Self::Persistent(command) | Self::Oneshot(command) => command,
        }
    }

    /// Starts it, and lets it say who it is. A command for each case says nothing, and is asked everything.
    ///
    /// # Errors
    /// When it does not start, or does not greet as the protocol says.
    pub fn hello(&self, bounds: &Bounds) -> Result<Hello, StartError> {
        match self {
            Self::Persistent(command) => Ok(Session::start(command, bounds)?.hello().clone()),
            Self::Oneshot(command) => {
                let name = command.split_whitespace().next().unwrap_or_default().to_owned();
                Ok(Hello { protocol: VERSION, name, ..Hello::default() })
            }
        }
    }

    pub(super) fn start(&self, bounds: &Bounds) -> Result<Asked, StartError> {
        match self {
            Self::Persistent(command) => Ok(Asked::Persistent(Box::new(Session::start(command, bounds)?))),
            Self::Oneshot(command) => Ok(Asked::Oneshot(Oneshot::new(command)?)),
        }
    }
}

impl Asked {
    /// Asks one question; whether the program is still there to be asked again.
    pub(super) fn ask(&mut self, seq: u64, case: &Case, bounds: &Bounds) -> (Outcome, Duration, bool) {
        let start = std::time::Instant::now();
        let (outcome, alive) = match self {
            Self::Persistent(session) => session.ask(seq, case, bounds),
            Self::Oneshot(oneshot) => (oneshot.ask(case, bounds), true),
        };
        (outcome, start.elapsed(), alive)
    }
}

/// A command as the shell understands it, that takes the place of the shell.
pub(super) fn shell(command: &str) -> Command {
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
