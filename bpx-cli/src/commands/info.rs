use super::foreign;
use crate::args::{Foreign, OneFile};
use crate::exit::{Exit, Failure, InFile};
use crate::{input, output};
use bpx_formats::description::Facts;
use serde_json::{Map, Value, json};
use std::fmt::Write;

/// Shows the properties of a file, and what is in it.
pub(crate) fn run(args: &OneFile, schema: &Foreign) -> Result<Exit, Failure> {
    let file = input::open(&args.input.file)?;
    let options = input::options(&args.input.given)?;
    let schema = foreign::open(schema, &options)?;
    let format = foreign::choose(schema.as_ref(), &args.input.given, &file)?;
    let described = format.describe(file.in_memory()?, &options).in_file(&file.name)?;
    if args.json {
        output::print_json(&Value::Object(to_json(&file.name, described.facts))).in_file("<stdout>")?;
    } else {
        let mut text = format!("{}: {}\n", file.name, described.title);
        for line in &described.lines {
            let _ = writeln!(text, "{}", output::printable(line));
        }
        output::print(&text).in_file("<stdout>")?;
    }
    match described.problem {
        Some(error) => Err(error).in_file(&file.name),
        None => Ok(Exit::Fine),
    }
}

/// Returns facts of a file as JSON.
pub(super) fn to_json(name: &str, facts: Facts) -> Map<String, Value> {
    std::iter::once(("file".to_owned(), json!(name))).chain(facts).collect()
}
