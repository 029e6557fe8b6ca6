//! Asks a persistent process, which answers each line with a line.

use super::leavings::{LeftFiles, UnfitFile};
use super::program::{Greeting, StartError, shell_command};
use super::result::{NoAnswer, Outcome};
use super::target::Target;
use super::workplace::Workplace;
use crate::protocol::{Answer, Hello, Request, VERSION};
use crate::suite::{Case, Op};
use crate::testee::{Bounds, Group, Memory, Stopwatch, memory_of};
use bpx_schema::value::hex;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek, Write};
use std::path::Path;
use std::process::{ChildStdin, ChildStdout, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel, sync_channel};
use std::time::{Duration, Instant};

/// The interval in which the process is polled.
const LOOK: Duration = Duration::from_millis(5);
/// The least time limit for the greeting. A program may start slowly, because it starts only once.
const GREETING: Duration = Duration::from_secs(30);
/// Exit codes of the shell for a command that it may not execute, and for a command that does not exist.
const NO_COMMAND: [i32; 2] = [126, 127];
/// The message for a line that is too long or not a text.
const TOO_LONG: &str = "the program wrote more than the limit, or bytes that are not text";
/// The largest number of bytes of stderr to show.
const SHOWN: u64 = 4 << 10;

/// A running process under test.
pub(crate) struct Session {
    group: Group,
    /// Lines for the thread that writes them, so that a program that does not read cannot delay the runner.
    questions: Sender<String>,
    lines: Receiver<io::Result<String>>,
    stderr: File,
    hello: Hello,
    /// The folder for files of questions and for temporary files of the program.
    folder: Workplace,
}

/// The reasons why the program sent no line.
#[derive(Clone, Copy)]
enum NoLine {
    Ended,
    Time,
    Memory,
    Long,
}

impl Session {
    /// Starts a program, with at least half a minute for the greeting.
    pub(crate) fn start(command: &str, bounds: &Bounds) -> Result<Self, StartError> {
        Self::start_within(command, bounds.time.max(GREETING), bounds)
    }

    /// Starts a program, with a time limit for the greeting.
    pub(crate) fn start_within(command: &str, time: Duration, bounds: &Bounds) -> Result<Self, StartError> {
        let io = |source| StartError::io(command, source);
        let stderr = tempfile::tempfile().map_err(io)?;
        let mut started = shell_command(command);
        started.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(stderr.try_clone().map_err(io)?);
        let folder = Workplace::new().map_err(io)?;
        for variable in ["TMPDIR", "TMP", "TEMP"] {
            started.env(variable, folder.path());
        }
        let mut group = Group::spawn(&mut started).map_err(io)?;
        let (Some(stdin), Some(stdout)) = (group.child().stdin.take(), group.child().stdout.take()) else {
            return Err(io(io::ErrorKind::BrokenPipe.into()));
        };
        let lines = read_lines(stdout, bounds.output).map_err(io)?;
        let questions = write_lines(stdin).map_err(io)?;
        let mut session = Self { group, questions, lines, stderr, hello: Hello::default(), folder };
        session.read_greeting(&bounds.with_time(time)).map_err(|problem| StartError::Hello {
            command: command.to_owned(),
            problem,
            stderr: session.last_errors(),
        })?;
        Ok(session)
    }

    pub(crate) fn hello(&self) -> &Hello {
        &self.hello
    }

    fn read_greeting(&mut self, bounds: &Bounds) -> Result<(), Greeting> {
        let line = self.exchange_line(&Request::Hello.line(), bounds).map_err(|gone| match gone {
            NoLine::Ended => match self.exit_status() {
                Some(status) if status.code().is_some_and(|code| NO_COMMAND.contains(&code)) => Greeting::NoCommand,
                status => Greeting::Ended(describe_exit(status)),
            },
            NoLine::Time => Greeting::Silent(bounds.time),
            NoLine::Memory => Greeting::OutOfMemory,
            NoLine::Long => Greeting::NoJson(TOO_LONG.to_owned()),
        })?;
        self.hello = serde_json::from_str(&line).map_err(|error| {
            let problem = format!("{error}, in {}", line_beginning(&line));
            if error.is_data() { Greeting::Other(problem) } else { Greeting::NoJson(problem) }
        })?;
        if self.hello.protocol != VERSION {
            return Err(Greeting::Version(self.hello.protocol));
        }
        Ok(())
    }

    /// Asks one question; returns whether the process still runs.
    pub(crate) fn ask(&mut self, seq: u64, case: &Case, bounds: &Bounds) -> (Outcome, bool) {
        let path = Request::wants_file(case).then(|| self.folder.path().join("input"));
        if let Some(path) = &path
            && let Err(error) = std::fs::write(path, &case.input)
        {
            return (runner_fault("the runner cannot pass the file", &error), true);
        }
        let target = match (case.op == Op::Unpack).then(|| Target::new(self.folder.path(), &case.input)).transpose() {
            Ok(target) => target,
            Err(error) => return (runner_fault("the runner cannot pass a folder", &error), true),
        };
        let folder = target.as_ref().map(Target::folder);
        let line = Request::Run { seq, case, path: path.as_deref(), folder: folder.as_deref() }.line();
        let (outcome, alive) = self.exchange_question(seq, &line, bounds);
        match target {
            Some(target) => (target.outcome_with_files(outcome, bounds.files), alive),
            None => (self.with_bytes(outcome, bounds), alive),
        }
    }

    /// Adds the bytes of the file that the answer names to the outcome.
    fn with_bytes(&self, mut outcome: Outcome, bounds: &Bounds) -> Outcome {
        let Outcome::Answered(reply) = &mut outcome else { return outcome };
        let Some((_, bytes, Some(path))) = reply.accepted_parts().filter(|(_, bytes, _)| bytes.is_none()) else {
            return outcome;
        };
        let leavings = LeftFiles::open(self.folder.path(), bounds.files).map_err(UnfitFile::Io);
        match leavings.and_then(|leavings| leavings.read(Path::new(path))) {
            Ok(read) => *bytes = Some(hex(&read)),
            Err(UnfitFile::Unfit(what)) => return Outcome::UnfitFile(what),
            Err(UnfitFile::Io(error)) => return Outcome::UnfitFile(format!("`{path}` cannot be read: {error}")),
        }
        outcome
    }

    /// Writes a question, and reads the answer; returns whether the process still runs.
    fn exchange_question(&mut self, seq: u64, line: &str, bounds: &Bounds) -> (Outcome, bool) {
        match self.exchange_line(line, bounds) {
            Ok(line) => match serde_json::from_str::<Answer>(&line) {
                Ok(answer) if answer.seq == seq => (Outcome::Answered(answer.reply), true),
                // After a wrong number, the next answers cannot be trusted either.
                Ok(answer) => (Outcome::NoAnswer(NoAnswer::OtherQuestion { expected: seq, found: answer.seq }), false),
                Err(error) => {
                    let problem = format!("{error}, in {}", line_beginning(&line));
                    let kind = if error.is_data() { NoAnswer::NoReply } else { NoAnswer::NoJson };
                    (Outcome::NoAnswer(kind(problem)), false)
                }
            },
            Err(gone) => (self.outcome_of_end(gone), false),
        }
    }

    /// Writes a line, and waits for the line that answers it.
    fn exchange_line(&mut self, line: &str, bounds: &Bounds) -> Result<String, NoLine> {
        let mut time = Stopwatch::start(self.group.id());
        self.questions.send(line.to_owned()).map_err(|_| NoLine::Ended)?;
        loop {
            match self.lines.recv_timeout(LOOK) {
                Ok(Ok(line)) => return Ok(line),
                Ok(Err(_)) => return Err(NoLine::Long),
                Err(RecvTimeoutError::Disconnected) => return Err(NoLine::Ended),
                Err(RecvTimeoutError::Timeout) => {}
            }
            if memory_of(self.group.id(), Memory::Now).is_some_and(|bytes| bytes > bounds.memory) {
                return Err(NoLine::Memory);
            }
            if time.is_over(bounds.time) {
                return Err(NoLine::Time);
            }
        }
    }

    fn outcome_of_end(&mut self, gone: NoLine) -> Outcome {
        match gone {
            NoLine::Time => Outcome::TimedOut,
            NoLine::Memory => Outcome::OutOfMemory,
            NoLine::Long => Outcome::NoAnswer(NoAnswer::NoLine(TOO_LONG)),
            NoLine::Ended => {
                let status = describe_exit(self.exit_status());
                let said = self.last_errors();
                if said.contains(crate::testee::NO_MEMORY) {
                    return Outcome::OutOfMemory;
                }
                Outcome::Crashed(format!("{status}{said}"))
            }
        }
    }

    /// Returns how the program ended; `None` if it only closed its stdout.
    fn exit_status(&mut self) -> Option<ExitStatus> {
        // Its stdout is closed, so it should end soon.
        let deadline = Instant::now() + Duration::from_secs(1);
        loop {
            match self.group.try_wait() {
                Ok(Some(status)) => return Some(status),
                Ok(None) if Instant::now() < deadline => std::thread::sleep(LOOK),
                _ => return None,
            }
        }
    }

    /// Returns the end of the text that the program wrote to stderr, on separate lines.
    fn last_errors(&mut self) -> String {
        let mut text = Vec::new();
        let size = self.stderr.metadata().map_or(0, |data| data.len());
        // All of a short text is shown.
        let from = size.saturating_sub(SHOWN);
        let read = self.stderr.seek(io::SeekFrom::Start(from)).and_then(|_| self.stderr.read_to_end(&mut text));
        let text = String::from_utf8_lossy(&text).trim().to_owned();
        if read.is_err() || text.is_empty() { String::new() } else { format!("\n{text}") }
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        // A process that does not end by itself is killed.
        let _ = self.questions.send(Request::Bye.line());
        let _ = self.group.kill_all();
    }
}

/// Writes lines on a separate thread, until a line cannot be written.
fn write_lines(mut stdin: ChildStdin) -> io::Result<Sender<String>> {
    let (send, receive) = channel::<String>();
    std::thread::Builder::new().spawn(move || {
        for line in receive {
            if writeln!(stdin, "{line}").and_then(|()| stdin.flush()).is_err() {
                return;
            }
        }
    })?;
    Ok(send)
}

/// Reads lines on a separate thread, up to a line that is too long or not a text.
fn read_lines(stdout: ChildStdout, most: u64) -> io::Result<Receiver<io::Result<String>>> {
    let (send, receive) = sync_channel(1);
    std::thread::Builder::new().spawn(move || {
        let mut reader = BufReader::new(stdout);
        loop {
            let mut line = String::new();
            let read = (&mut reader).take(most).read_line(&mut line);
            let line = match read {
                Ok(0) => return,
                Ok(_) if !line.ends_with('\n') && line.len() as u64 >= most => Err(io::ErrorKind::FileTooLarge.into()),
                Ok(_) => Ok(line.trim_end().to_owned()),
                Err(error) => Err(error),
            };
            let last = line.is_err();
            if send.send(line).is_err() || last {
                return;
            }
        }
    })?;
    Ok(receive)
}

fn runner_fault(what: &str, error: &io::Error) -> Outcome {
    Outcome::NoAnswer(NoAnswer::Runner(format!("{what}: {error}")))
}

/// Describes how a program ended.
fn describe_exit(status: Option<ExitStatus>) -> String {
    status.map_or_else(|| "closed its stdout".to_owned(), |status| status.to_string())
}

/// Returns the beginning of a line, for messages.
fn line_beginning(line: &str) -> String {
    let mut text: String = line.chars().take(120).collect();
    if text.len() < line.len() {
        text.push('…');
    }
    format!("{text:?}")
}
