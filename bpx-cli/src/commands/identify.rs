use crate::args::Files;
use crate::exit::{Exit, Failure, InFile};
use crate::format::identify_file;
use crate::input;
use crate::output;
use bpx_formats::{Evidence, Identified, find_format};
use serde_json::{Value, json};

/// Shows the format, type and version of files; the exit code is the worst exit code of all files.
pub(crate) fn run(args: &Files) -> Result<Exit, Failure> {
    let mut exit = Exit::Fine;
    let mut list = Vec::new();
    for path in &args.files {
        let identified = input::open_file(path).and_then(|file| {
            let identified = identify_file(args.given.format.as_deref(), &file)?;
            Ok((file.name, identified))
        });
        match identified {
            Ok((name, identified)) if args.json => list.push(to_json(&name, &identified)),
            Ok((name, identified)) => {
                output::print_text(&format!("{name}: {}\n", describe_file(&identified))).in_file("<stdout>")?;
            }
            Err(failure) => {
                if args.json {
                    list.push(output::failure_json(&failure));
                }
                output::print_failure(&failure);
                exit = exit.max(failure.code());
            }
        }
    }
    if args.json {
        output::print_json(&Value::Array(list))?;
    }
    Ok(exit)
}

fn to_json(name: &str, identified: &Identified<'_>) -> Value {
    json!({
        "file": name,
        "format": identified.format,
        "kind": type_or_form(identified),
        "version": version_value(identified),
        "signed": identified.evidence == Evidence::Signature,
        "evidence": identified.evidence.name(),
        "unread": Some(identified.unread).filter(|why| !why.is_empty()),
    })
}

/// Returns the type or the form of a file.
fn type_or_form(identified: &Identified<'_>) -> Option<String> {
    let named = |kind| find_format(identified.format).map(|format| format.kind_name(kind));
    identified.kind.and_then(named).or_else(|| identified.form.map(str::to_owned))
}

/// Returns the version: a number, or its name.
fn version_value(identified: &Identified<'_>) -> Value {
    let named = |version| find_format(identified.format)?.version_name(version);
    identified.version.and_then(named).map_or_else(|| json!(identified.version), |name| json!(name))
}

fn describe_file(identified: &Identified<'_>) -> String {
    if !identified.unread.is_empty() {
        return format!("{}: {}", identified.format, identified.unread);
    }
    let version = version_value(identified);
    let version = version.as_str().map_or_else(|| version.to_string(), str::to_owned);
    let version = if version == "null" { String::new() } else { format!(" version {version}") };
    let kind = type_or_form(identified).map_or_else(String::new, |kind| match identified.form {
        Some(form) => format!(", {}", form.replace('-', " ")),
        None => format!(", type {kind}"),
    });
    let evidence = match identified.evidence {
        Evidence::Name => ", by its name only",
        _ => "",
    };
    format!("{}{version}{kind}{evidence}", identified.format.to_uppercase())
}
