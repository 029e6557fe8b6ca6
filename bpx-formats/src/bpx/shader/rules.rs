//! The rules of shader packages (section 13) that no field has for itself.

use super::SECTIONS;
use crate::bpx::container::Examined;
use bpx_schema::report::{Report, Result};

/// Adds all that is wrong with a shader package, but what its declarations tell.
///
/// # Errors
/// Those of reading the source, which say nothing about the file.
pub(crate) fn rules(file: &Examined<'_>, report: &mut Report) -> Result<()> {
    SECTIONS.check(&file.layout.table, |_| "", report);
    Ok(())
}
