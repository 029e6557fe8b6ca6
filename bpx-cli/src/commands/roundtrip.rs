use crate::args::{Input, RoundtripMode};
use crate::exit::{Exit, Failure, InFile};
use crate::{input, output};
use bpx_formats::ModelOptions;
use std::path::Path;

/// Reads a file and writes it again.
pub(crate) fn run(args: &Input, out: &Path, mode: RoundtripMode) -> Result<Exit, Failure> {
    let file = input::open_to_change(&args.file)?;
    let format = crate::format::format_of(args.given.format.as_deref(), &file)?;
    let options = input::options(&args.given)?;
    let bytes = match mode {
        RoundtripMode::Preserve => format.rewrite(file.in_memory()?, &options).in_file(&file.name)?,
        RoundtripMode::Model => {
            let model = format.to_json(file.in_memory()?, &options, ModelOptions::default()).in_file(&file.name)?;
            super::convert::warn_of_losses(format, &file, &options)?;
            super::encode::write(model.root(), &options, &file.name)?
        }
    };
    output::save(out, file.stamp.as_ref(), &bytes)?;
    Ok(Exit::Fine)
}
