//! The rules of textures.

use super::super::{TypeExt, registry};
use super::context::{ValidationContext, add_finding};
use bpx_schema::report::{Report, Result};

const PIXELS: u8 = 1;

pub(super) fn check_texture(file: &ValidationContext<'_>, report: &mut Report) -> Result<()> {
    let TypeExt::Texture(ext) = &file.layout.header.type_ext else { return Ok(()) };
    let Some(expected) = ext.pixels_size() else { return Ok(()) };
    for section in file.sections_of_kind(PIXELS) {
        let Some(pixels) = file.content_of(section)? else { continue };
        let size = pixels.len() as u64;
        if size != expected {
            let ((width, height), layers) = (ext.dimensions(), ext.layers());
            let message =
                format!("expected {expected} bytes for {width} x {height} pixels in {layers} layers, found {size}");
            add_finding(report, &registry::TEXTURE_SIZE, file.place_of(section, &[], 0), message);
        }
    }
    Ok(())
}
