use super::foreign::{self, Schema};
use crate::args::{Foreign, Input, RoundtripMode};
use crate::exit::{Exit, Failure, InFile};
use crate::input::{self, Opened};
use crate::output;
use bpx_formats::ModelOptions;
use bpx_schema::Budget;
use bpx_schema::json::DocBuilder;
use bpx_schema::report::Location;
use std::path::Path;

/// Reads a file and writes it again.
pub(crate) fn run(args: &Input, out: &Path, mode: RoundtripMode, schema: &Foreign) -> Result<Exit, Failure> {
    let file = input::open_to_change(&args.file)?;
    if let Some(schema) = foreign::open(schema, &args.given)? {
        let bytes = by_schema(&schema, &file, mode)?;
        output::save(out, file.stamp.as_ref(), &bytes)?;
        return Ok(Exit::Fine);
    }
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

/// Writes a file by a schema from its JSON, which holds all of its bytes.
fn by_schema(schema: &Schema, file: &Opened, mode: RoundtripMode) -> Result<Vec<u8>, Failure> {
    let bytes = file.bytes()?;
    let budget = Budget::new(crate::limits::limits(), bytes.len() as u64);
    let mut json = DocBuilder::new(&budget);
    schema.write_json(&bytes, &mut json).in_file(&file.name)?;
    let json = json.finish().map_err(|exceeded| exceeded.at(Location::default())).in_file(&file.name)?;
    let written = schema.assemble(json.root()).in_file(&file.name)?;
    if mode == RoundtripMode::Preserve && written != *bytes {
        let message =
            "the schema does not write the same bytes that it reads; `--mode model` writes the other bytes".to_owned();
        return Err(Failure::Unsupported { name: file.name.clone(), message });
    }
    Ok(written)
}
