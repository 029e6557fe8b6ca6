//! The rules of each type of files.

use super::structured_data;
use crate::bpx::container::Examined;
use crate::bpx::{model, package, shader, texture};
use bpx_schema::report::{Report, Result};

/// Adds all that is wrong with a file of this type and its structured data, but what declarations tell.
///
/// # Errors
/// Those of reading the source, which say nothing about the file.
pub(super) fn rules(file: &Examined<'_>, report: &mut Report) -> Result<()> {
    let header = &file.layout.header;
    match (header.kind, header.version) {
        (texture::KIND, _) => texture::rules(file, report),
        (model::KIND, 2) => model::rules(file, report),
        (shader::KIND, 2) => shader::rules(file, report),
        (package::KIND, _) => package::rules(file, report),
        _ => Ok(()),
    }?;
    structured_data::rules(file, report)
}
