use super::foreign;
use crate::args::{Foreign, OneFile};
use crate::exit::{Exit, Failure, InFile};
use crate::{input, output};

/// Shows the properties and the contents of a file.
pub(crate) fn run(args: &OneFile, schema: &Foreign) -> Result<Exit, Failure> {
    let file = input::open_file(&args.input.file)?;
    let options = input::read_options(&args.input.given)?;
    let schema = foreign::open_schema(schema, &options)?;
    let format = foreign::choose_format(schema.as_ref(), &args.input.given, &file)?;
    let described = format.describe(file.in_memory()?, &options).in_file(&file.name)?;
    if args.json {
        output::print_facts(&file.name, described.facts)?;
    } else {
        output::print_with(|out| {
            writeln!(out, "{}: {}", file.name, described.title)?;
            for lines in &described.lines {
                lines.try_each(|line| writeln!(out, "{}", output::printable_text(&line)))?;
            }
            Ok(())
        })?;
    }
    match described.problem {
        Some(error) => Err(error).in_file(&file.name),
        None => Ok(Exit::Fine),
    }
}
