use crate::args::Files;
use crate::exit::{Exit, Failure, InFile};
use crate::input::{self, Opened};
use crate::output;
use bpx_formats::{Format, Identified};
use serde_json::{Value, json};

/// Tells format, type and version of files; the exit code is the worst of all.
pub fn run(args: &Files) -> Result<Exit, Failure> {
    let mut exit = Exit::Fine;
    let mut list = Vec::new();
    for path in &args.files {
        let identified = input::open(path).and_then(|file| {
            let identified = identify(args.format.as_deref(), &file)?;
            Ok((file.name, identified))
        });
        match identified {
            Ok((name, identified)) if args.json => list.push(to_json(&name, &identified)),
            Ok((name, identified)) => output::print(&format!("{name}: {identified}\n")).in_file("<stdout>")?,
            Err(failure) => {
                output::failure(&failure);
                exit = exit.max(failure.code());
            }
        }
    }
    if args.json {
        output::print_json(&Value::Array(list)).in_file("<stdout>")?;
    }
    Ok(exit)
}

fn to_json(name: &str, identified: &Identified) -> Value {
    json!({
        "file": name,
        "format": identified.format.name(),
        "kind": identified.kind,
        "version": identified.version,
        "size": identified.size.to_string(),
    })
}

fn identify(format: Option<&str>, file: &Opened) -> Result<Identified, Failure> {
    let known = || Format::ALL.iter().map(|format| format.name()).collect::<Vec<_>>().join(", ");
    let wanted = match format {
        Some(name) => {
            let found = Format::from_name(name);
            Some(found.ok_or_else(|| Failure::Usage(format!("unknown format `{name}`; known: {}", known())))?)
        }
        None => None,
    };
    bpx_formats::identify(&*file.source, &file.name, wanted).in_file(&file.name)
}

/// The format of a file: as the command line says, else by content, else by name.
pub fn format(wanted: Option<&str>, file: &Opened) -> Result<Format, Failure> {
    identify(wanted, file).map(|identified| identified.format)
}
