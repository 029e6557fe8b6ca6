//! The rules of each type of file.

use super::structured_data;
use crate::bpx::container::ValidationContext;
use crate::bpx::{model, package, shader, texture};
use bpx_schema::report::{Report, Result};

/// Reports each broken rule of the file's type and of the file's structured data that declarations do not check.
///
/// # Errors
/// Returns errors of reading the source, which are not faults of the file.
pub(super) fn check_kind(file: &ValidationContext<'_>, report: &mut Report) -> Result<()> {
    let header = &file.layout.header;
    match (header.kind, header.version) {
        (texture::KIND, _) => texture::check_texture(file, report),
        (model::KIND, 2) => model::check_model(file, report),
        (shader::KIND, 2) => shader::check_shader(file, report),
        (package::KIND, _) => package::check_package(file, report),
        _ => Ok(()),
    }?;
    structured_data::check_structured_data(file, report)
}
