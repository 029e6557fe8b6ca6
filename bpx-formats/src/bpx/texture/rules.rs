//! The rules of textures (section 11) that relate several fields.

use super::{PIXEL_ARRAY, Shape, registry};
use crate::bpx::container::{ValidationContext, entry_member};
use crate::bpx::{SectionHeader, TypeExt};
use bpx_schema::report::{Finding, Report, Result};

/// Reports each rule of a texture that the file breaks and that the declarations do not check.
///
/// # Errors
/// Returns errors of reading the source, which are not faults of the file.
pub(crate) fn check_texture(file: &ValidationContext<'_>, report: &mut Report) -> Result<()> {
    let TypeExt::Texture(ext) = file.layout.header.type_ext else {
        return Ok(());
    };
    let section = file.find_section(PIXEL_ARRAY);
    let entry = section.and_then(|section| Some((section, file.layout.table.get(section)?)));
    if let Some(((section, entry), shape)) = entry.zip(Shape::of(&ext)) {
        check_size(shape, section, entry.content_size.into()).into_iter().for_each(|finding| report.add(finding));
    }
    Ok(())
}

/// Checks that the pixels have the size that the header implies.
pub(super) fn check_size(shape: Shape, section: usize, size: u64) -> Option<Finding> {
    let wanted = shape.size();
    if size == wanted {
        return None;
    }
    let Shape { extent, format, layers } = shape;
    let (width, height, pixel) = (extent.width(), extent.height(), format.size());
    let message = format!(
        "expected {wanted} bytes (layers x width x height x bytes of a pixel = {layers} x {width} x {height} x \
            {pixel} for {format}), found {size}"
    );
    let (path, at) = entry_member(section as u64, SectionHeader::CONTENT_SIZE);
    Some(registry::SIZE.finding(at, message).with_path(path))
}
