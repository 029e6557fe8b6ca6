use super::foreign;
use crate::args::{Foreign, Input, RoundtripMode};
use crate::exit::{Exit, Failure, InFile};
use crate::{input, output};
use bpx_formats::ModelOptions;
use std::path::Path;

/// Reads a file and writes it again.
pub(crate) fn run(args: &Input, out: &Path, mode: RoundtripMode, schema: &Foreign) -> Result<Exit, Failure> {
    let file = input::open_to_change(&args.file)?;
    let options = input::read_options(&args.given)?;
    let schema = foreign::open_schema(schema, &options)?;
    let format = foreign::choose_format(schema.as_ref(), &args.given, &file)?;
    let bytes = match mode {
        RoundtripMode::Preserve => format.rewrite(file.in_memory()?, &options).in_file(&file.name)?,
        RoundtripMode::Model => {
            let model = format.to_json(file.in_memory()?, &options, ModelOptions::default()).in_file(&file.name)?;
            super::convert::warn_of_losses(format, &file, &options)?;
            format.from_json(model.root(), &options).map_err(|error| Failure::of(&file.name, error))?
        }
    };
    // The formats that are compiled in are tested to write what they read; a schema may say anything.
    if mode == RoundtripMode::Preserve && schema.is_some() && bytes != *file.whole_bytes()? {
        let message = "expected the same bytes after reading and writing with the schema, found other bytes; `--mode \
            model` writes a file that differs"
            .to_owned();
        return Err(Failure::Unsupported { name: file.name, message });
    }
    output::save_file(out, file.stamp.as_ref(), &bytes)?;
    Ok(Exit::Fine)
}
