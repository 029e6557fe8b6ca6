//! Writes a file as one HTML page, for `bpx dump --html`.

use super::parsed::Reading;
use crate::args::{Foreign, Input};
use crate::exit::{Exit, Failure};
use crate::output;
use std::path::Path;

/// Writes findings, values and bytes of a file as an HTML page.
pub(crate) fn run(args: &Input, output: Option<&Path>, schema: &Foreign) -> Result<Exit, Failure> {
    let reading = Reading::new(&args.given, schema)?;
    let parsed = reading.open(&args.file)?;
    let bytes = parsed.file.whole_bytes()?;
    output::save_with(output.unwrap_or(Path::new("-")), None, |out| parsed.write_html(&bytes, out))?;
    Ok(Exit::Fine)
}
