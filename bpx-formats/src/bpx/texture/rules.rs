//! The rules of textures (section 11) that no field has for itself.

use super::{PIXEL_ARRAY, SECTIONS, Shape, TextureExt, TextureFlag, registry};
use crate::bpx::container::{Examined, entry_member, type_ext_member};
use crate::bpx::{SectionHeader, TypeExt};
use bpx_schema::fault;
use bpx_schema::report::{Finding, Report, Result};

/// Layers of a cube map: its sides.
pub(super) const SIDES: u16 = 6;

/// Adds all that is wrong with a texture, but what its declarations tell.
///
/// # Errors
/// Those of reading the source, which say nothing about the file.
pub(crate) fn rules(file: &Examined<'_>, report: &mut Report) -> Result<()> {
    SECTIONS.check(&file.layout.table, |_| None, report);
    let TypeExt::Texture(ext) = file.layout.header.type_ext else {
        return Ok(());
    };
    cube(&ext).into_iter().for_each(|finding| report.add(finding));
    let section = file.find(PIXEL_ARRAY);
    let entry = section.and_then(|section| Some((section, file.layout.table.get(section)?)));
    if let Some(((section, entry), shape)) = entry.zip(Shape::of(&ext)) {
        size(shape, section, entry.content_size.into()).into_iter().for_each(|finding| report.add(finding));
    }
    Ok(())
}

/// Rule: a cube map has six layers.
fn cube(ext: &TextureExt) -> Option<Finding> {
    let count = ext.array();
    if ext.flags() & TextureFlag::CubeMap as u8 == 0 || count == SIDES || fault!(CubeOfAny) {
        return None;
    }
    let (path, at) = type_ext_member("texture", TextureExt::ARRAY);
    let message = format!("a cube map has {SIDES} layers, not {count}");
    Some(registry::CUBE_LAYERS.finding(at, message).at(path))
}

/// Rule: the pixels take the bytes that follow from the header.
pub(super) fn size(shape: Shape, section: usize, size: u64) -> Option<Finding> {
    let wanted = shape.size();
    if size == wanted {
        return None;
    }
    let Shape { extent, format, layers } = shape;
    let (width, height, pixel) = (extent.width(), extent.height(), format.size());
    let message = format!(
        "{size} bytes; layers x width x height x pixel = {layers} x {width} x {height} x {pixel} ({format}) are {wanted}"
    );
    let (path, at) = entry_member(section as u64, SectionHeader::CONTENT_SIZE);
    Some(registry::SIZE.finding(at, message).at(path))
}
