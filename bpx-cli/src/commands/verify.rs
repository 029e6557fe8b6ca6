use super::foreign;
use crate::args::{Files, Foreign};
use crate::exit::{Exit, Failure, InFile};
use crate::input;
use crate::output;
use bpx_schema::report::{Error, Mode, Report, Severity};
use serde_json::Value;

/// The rule of bytes behind the last field.
const TRAILING: &str = "trailing-bytes";

/// Checks every rule of files; the exit code is the worst of all.
pub(crate) fn run(args: &Files, strict: bool, explain: bool, schema: &Foreign) -> Result<Exit, Failure> {
    let options = input::options(&args.given)?;
    let mode = if strict { Mode::Strict } else { Mode::Lenient };
    let schema = foreign::open(schema, &options)?;
    let mut exit = Exit::Fine;
    let mut list = Vec::new();
    for path in &args.files {
        let result = input::open(path).and_then(|file| {
            let format = foreign::choose(schema.as_ref(), &args.given, &file)?;
            let report = format.verify(&**file.in_memory()?, mode, &options).in_file(&file.name)?;
            if explain {
                let bytes = file.bytes()?;
                output::print(&format!("{}\n", file.name)).in_file("<stdout>")?;
                match super::dump::explain(&bytes, &|watch| format.watch(&bytes, &options, watch)) {
                    // A fault that ends reading is in the report.
                    Ok(()) | Err(Error::Fault(_)) => output::print("\n").in_file("<stdout>")?,
                    Err(error) => return Err(error).in_file("<stdout>"),
                }
            }
            let size = schema.is_some().then(|| file.source.size());
            Ok((file.name, report, size))
        });
        match result {
            Ok((name, report, size)) => {
                exit = exit.max((&report).into());
                if args.json {
                    list.push(output::report_json(&name, &report));
                    continue;
                }
                output::findings(&name, &report);
                output::print(&summary(&name, &report, size)).in_file("<stdout>")?;
            }
            Err(failure) => {
                exit = exit.max(failure.code());
                if args.json {
                    list.push(output::failure_json(&failure));
                }
                output::failure(&failure);
            }
        }
    }
    if args.json {
        output::print_json(&Value::Array(list)).in_file("<stdout>")?;
    }
    Ok(exit)
}

/// Returns the verdict and what was found; of a schema that is not compiled in, also where it ends in a file of this size.
fn summary(name: &str, report: &Report, size: Option<u64>) -> String {
    let count = |severity: Severity, one: &str| match report.count(severity) {
        0 => None,
        1 => Some(format!("1 {one}")),
        more => Some(format!("{more} {one}s")),
    };
    let counts = [count(Severity::Error, "error"), count(Severity::Warning, "warning"), count(Severity::Note, "note")];
    let counts = counts.into_iter().flatten().collect::<Vec<_>>().join(", ");
    let counts = if counts.is_empty() { String::new() } else { format!(" ({counts})") };
    let end = report.findings().iter().find(|one| one.code == TRAILING && one.location.content.is_none());
    let end = end.zip(size).map(|(end, size)| format!("; the schema ends at byte {} of {size}", end.location.file));
    format!("{name}: {}{counts}{}\n", report.verdict(), end.unwrap_or_default())
}
