use crate::args::UnpackArgs;
use crate::exit::{Exit, Failure};
use crate::globs::Globs;
use crate::progress::Progress;
use crate::{output, package};
use bpx_formats::FileError;
use bpx_formats::bpx::package::unpack::{Failed, Unpacked, Unpacker};
use bpx_schema::report::Error;
use serde_json::{Value, json};
use std::path::Path;

/// The largest number of unsafe names in a message.
const SHOWN: usize = 20;

/// Takes files out of a package.
pub(crate) fn run(args: &UnpackArgs) -> Result<Exit, Failure> {
    let globs = Globs::new(&args.globs)?;
    let (name, package) = package::open_package(&args.input)?;
    let progress = Progress::new(0);
    let mut unpacker = Unpacker::new(&package)
        .with_wanted(|name| globs.allows_name(name))
        .with_overwrite(args.force)
        .with_skip_unsafe(args.skip_unsafe)
        .with_keep_going(args.keep_going)
        .with_executables(args.fpkg)
        .with_files(output::output_files())
        .with_progress(|now| progress.set_done(now.done, now.total, now.name));
    if let Some(bytes) = args.max_size {
        unpacker = unpacker.with_max_size(bytes);
    }
    let unpacked = unpacker.unpack(&args.output);
    drop(progress);
    let unpacked = unpacked.map_err(|error| unpack_failure(&name, error))?;
    if !globs.is_empty() && unpacked.files == 0 && unpacked.refused.is_empty() && unpacked.failed.is_empty() {
        return Err(Failure::Input { name, message: "no object matches the patterns".to_owned() });
    }
    report_unpacked(&name, args.json, &args.output, &unpacked)
}

/// Reports objects that were left out or failed; the exit code is the worst code of all objects.
fn report_unpacked(name: &str, as_json: bool, folder: &Path, unpacked: &Unpacked) -> Result<Exit, Failure> {
    let mut exit = Exit::Fine;
    for refused in &unpacked.refused {
        output::print_warning(&format!("{name}: {} is left out", output::printable_text(&refused.to_string())));
    }
    for failed in &unpacked.failed {
        let failure = object_failure(name, failed);
        output::print_failure(&failure);
        exit = exit.max(failure.code());
    }
    if as_json {
        let refused = unpacked.refused.iter().map(|refused| {
            json!({
                "object": refused.object, "name": refused.name, "reason": refused.reason.to_string(),
                "path": refused.path.to_string(), "offset": refused.at.file.to_string(),
            })
        });
        let failed = unpacked
            .failed
            .iter()
            .map(|failed| json!({ "object": failed.object, "name": failed.name, "reason": failed.error.to_string() }));
        let json = json!({
            "file": name,
            "files": unpacked.files,
            "bytes": unpacked.bytes.to_string(),
            "refused": refused.collect::<Value>(),
            "failed": failed.collect::<Value>(),
        });
        output::print_after(folder, &format!("{json:#}\n"))?;
    }
    Ok(exit)
}

fn unpack_failure(name: &str, error: FileError) -> Failure {
    let message = match error {
        FileError::Object(failed) => return object_failure(name, &failed),
        FileError::Shared(failed) => {
            output::print_warning(
                "the objects share bytes, so their files are larger than the package; --max-size BYTES raises the limit",
            );
            return object_failure(name, &failed);
        }
        FileError::Exists(names) => {
            let names = output::few_names(names.iter().map(String::as_str));
            let message = format!("files exist already: {names}; --force replaces them");
            let error = std::io::Error::new(std::io::ErrorKind::AlreadyExists, message);
            return Failure::File { name: name.to_owned(), error: error.into() };
        }
        FileError::Refused(refused) => {
            let lines: String = refused
                .iter()
                .take(SHOWN)
                .map(|refused| format!("\n  {}", output::printable_text(&refused.to_string())))
                .collect();
            // 0 if all are shown.
            let more = refused.len().saturating_sub(SHOWN);
            let more = if more == 0 { String::new() } else { format!("\n  and {more} more: see `bpx ls --json`") };
            format!("names are unsafe, so nothing was unpacked; --skip-unsafe leaves these objects out:{lines}{more}")
        }
        other => return Failure::of(name, other),
    };
    Failure::Input { name: name.to_owned(), message }
}

fn object_failure(name: &str, failed: &Failed) -> Failure {
    let error = match &*failed.error {
        Error::Fault(finding) => (**finding).clone().into(),
        Error::Io { source, .. } => {
            let message = format!("{source}; the files that were complete before the error remain");
            std::io::Error::new(source.kind(), message).into()
        }
        other => std::io::Error::other(other.to_string()).into(),
    };
    Failure::File { name: format!("{name}: {}", output::printable_text(&failed.name)), error }
}
