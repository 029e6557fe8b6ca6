//! Starts a process for each case. Exit code 0 means done, 1 refused, 89 not supported.

use super::leavings::{LeftFiles, UnfitFile};
use super::program::{StartError, shell_command};
use super::result::{NoAnswer, Outcome};
use super::target::Target;
use super::workplace::Workplace;
use crate::protocol::Reply;
use crate::suite::{Case, Op};
use crate::testee::{Bounds, End, NO_MEMORY, watch_process};
use bpx_schema::value::hex;
use std::fs;
use std::io;
use std::path::Path;

/// The exit code of a program that does not support the case.
const UNABLE: i32 = 89;
/// Name of the file that a program writes.
const OUT: &str = "out";

/// A command with placeholders for the question.
pub(super) struct Oneshot {
    command: String,
    folder: Workplace,
}

impl Oneshot {
    pub(super) fn new(command: &str) -> Result<Self, StartError> {
        let folder = Workplace::new().map_err(|source| StartError::io(command, source))?;
        Ok(Self { command: command.to_owned(), folder })
    }

    pub(super) fn ask(&self, case: &Case, bounds: &Bounds) -> Outcome {
        // The command could not know the structure of the bytes.
        if case.record.is_some() && !self.command.contains("{record}") {
            return Outcome::Answered(Reply::Skip { reason: "the command has no `{record}`".to_owned() });
        }
        let handed = || -> io::Result<_> {
            let folder = Workplace::inside_folder(self.folder.path())?;
            let write = |name: &str, bytes: &[u8]| {
                let path = folder.path().join(name);
                fs::write(&path, bytes).map(|()| path)
            };
            let beside = |name: &str, bytes: &Option<Vec<u8>>| match bytes {
                Some(bytes) => write(name, bytes).map(|path| path.display().to_string()),
                None => Ok(String::new()),
            };
            let extension = if case.op == Op::Encode { "json" } else { &case.format };
            let input = write(&format!("in.{extension}"), &case.input)?;
            let beside = [beside("names.nm", &case.names)?, beside("names.dict", &case.dict)?];
            let target = (case.op == Op::Unpack).then(|| Target::new(folder.path(), &case.input)).transpose()?;
            Ok((folder, input, beside, target))
        };
        let (folder, input, beside, target) = match handed() {
            Ok(handed) => handed,
            Err(error) => {
                let problem = format!("the runner cannot pass the files: {error}");
                return Outcome::NoAnswer(NoAnswer::Runner(problem));
            }
        };
        match target {
            Some(target) => target
                .outcome_with_files(self.run_case(case, [&input, &target.folder()], &beside, bounds), bounds.files),
            None => {
                let output = folder.path().join(OUT);
                let outcome = self.run_case(case, [&input, &output], &beside, bounds);
                with_output(case.op, folder.path(), outcome, bounds)
            }
        }
    }

    fn run_case(
        &self,
        case: &Case,
        [input, output]: [&Path; 2],
        [names, dict]: &[String; 2],
        bounds: &Bounds,
    ) -> Outcome {
        // Only a case with the op `record` has a record.
        let command = self
            .command
            .replace("{op}", case.op.name())
            .replace("{format}", &case.format)
            .replace("{record}", case.record.as_deref().unwrap_or_default())
            .replace("{in}", &input.display().to_string())
            .replace("{out}", &output.display().to_string())
            .replace("{names}", names)
            .replace("{dict}", dict);
        let watched = match watch_process(shell_command(&command), bounds) {
            Ok(watched) => watched,
            Err(error) => return Outcome::NoAnswer(NoAnswer::Runner(error.to_string())),
        };
        let status = match watched.end {
            End::Exited(status) => status,
            End::Time => return Outcome::TimedOut,
            End::Memory => return Outcome::OutOfMemory,
            End::Output => return Outcome::NoAnswer(NoAnswer::NoLine("the program wrote more than the limit")),
        };
        // A program may end without a word.
        let first = watched.stderr.lines().find(|line| !line.trim().is_empty()).unwrap_or_default().to_owned();
        match status.code() {
            Some(0) => Outcome::Answered(accepted_reply(&watched.stdout)),
            Some(1) => Outcome::Answered(refused_reply(&watched.stdout, first)),
            Some(UNABLE) => Outcome::Answered(Reply::Skip { reason: first }),
            _ if watched.stderr.contains(NO_MEMORY) => Outcome::OutOfMemory,
            _ => Outcome::Crashed(format!("{status}: {first}")),
        }
    }
}

/// Adds the files that the program wrote to the outcome.
fn with_output(op: Op, folder: &Path, mut outcome: Outcome, bounds: &Bounds) -> Outcome {
    let Outcome::Answered(reply) = &mut outcome else { return outcome };
    let Some((model, bytes, path)) = reply.accepted_parts() else { return outcome };
    let leavings = LeftFiles::open(folder, bounds.files).map_err(UnfitFile::Io);
    let output = match leavings.and_then(|leavings| leavings.read_if_any(OUT)) {
        Ok(output) => output,
        Err(UnfitFile::Unfit(what)) => return Outcome::UnfitFile(what),
        Err(UnfitFile::Io(error)) => {
            return Outcome::UnfitFile(format!("the program's output file cannot be read: {error}"));
        }
    };
    let is_model = matches!(op, Op::Decode | Op::Identify);
    *model = output.as_deref().filter(|_| is_model).and_then(|bytes| serde_json::from_slice(bytes).ok());
    *bytes = output.filter(|_| !is_model).map(|bytes| hex(&bytes));
    *path = None;
    outcome
}

/// Returns the answer of a program that accepts the file; the last line on stdout may be an answer with findings.
fn accepted_reply(stdout: &str) -> Reply {
    match last_line(stdout) {
        Some(reply @ Reply::Warn { .. }) => reply,
        _ => Reply::Ok { model: None, hex: None, path: None },
    }
}

/// Returns the answer of a program that refuses the file; the last line on stdout may give details in the form of an
/// answer.
fn refused_reply(stdout: &str, message: String) -> Reply {
    match last_line(stdout) {
        Some(reply @ Reply::Reject { .. }) => reply,
        _ => Reply::Reject { verdict: None, class: None, message, at: None, offset: None },
    }
}

fn last_line(stdout: &str) -> Option<Reply> {
    stdout.lines().last().and_then(|line| serde_json::from_str(line).ok())
}

#[cfg(test)]
#[allow(clippy::panic, clippy::indexing_slicing)]
mod tests {
    use super::{accepted_reply, refused_reply};
    use crate::protocol::Reply;

    #[test]
    fn the_last_line_says_more() {
        let warn = r#"{"result": "warn", "findings": [{"class": "overlap", "offset": 7}]}"#;
        let reject = r#"{"result": "reject", "class": "overlap"}"#;
        let Reply::Warn { findings, .. } = accepted_reply(&format!("checking\n{warn}\n")) else {
            panic!("no findings")
        };
        assert_eq!((findings[0].class.as_deref(), findings[0].offset), (Some("overlap"), Some(7)));
        let Reply::Reject { class, .. } = refused_reply(reject, String::new()) else { panic!("no refusal") };
        assert_eq!(class.as_deref(), Some("overlap"));
        // The exit code decides.
        assert!(
            matches!(accepted_reply(reject), Reply::Ok { .. }) && matches!(accepted_reply("done"), Reply::Ok { .. })
        );
        assert!(matches!(refused_reply(warn, "no".to_owned()), Reply::Reject { message, .. } if message == "no"));
    }
}
