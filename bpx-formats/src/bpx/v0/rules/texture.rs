//! The rules of textures.

use super::super::texture::{TextureExt, TextureFlag};
use super::super::{TypeExt, registry};
use super::examined::{Examined, add, of_type_ext};
use bpx_schema::report::{Report, Result};

const PIXELS: u8 = 1;
/// Layers of a cube map.
const SIDES: u16 = 6;

pub(super) fn check(file: &Examined<'_>, report: &mut Report) -> Result<()> {
    let TypeExt::Texture(ext) = &file.layout.header.type_ext else { return Ok(()) };
    if ext.has(TextureFlag::CubeMap) && ext.array() != SIDES {
        let message = format!("a cube map has {SIDES} layers, not {}", ext.array());
        add(report, &registry::CUBE_MAP, of_type_ext("texture", TextureExt::ARRAY), message);
    }
    let Some(expected) = ext.pixels_size() else { return Ok(()) };
    for section in file.of_kind(PIXELS) {
        let Some(pixels) = file.content(section)? else { continue };
        let size = pixels.len() as u64;
        if size != expected {
            let ((width, height), layers) = (ext.dimensions(), ext.layers());
            let message = format!("{size} bytes, but {width} x {height} pixels in {layers} layers take {expected}");
            add(report, &registry::TEXTURE_SIZE, file.part(section, &[], 0), message);
        }
    }
    Ok(())
}
