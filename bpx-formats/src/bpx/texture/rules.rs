//! The rules of textures (section 11) that no field has for itself.

use super::SECTIONS;
use crate::bpx::container::Examined;
use bpx_schema::report::{Report, Result};

/// Adds all that is wrong with a texture, but what its declarations tell.
///
/// # Errors
/// Those of reading the source, which say nothing about the file.
pub(crate) fn rules(file: &Examined<'_>, report: &mut Report) -> Result<()> {
    SECTIONS.check(&file.layout.table, |_| "", report);
    Ok(())
}
