//! `info` and `ls` for textures.

use crate::part::Part;
use bpx_formats::bpx::texture::{Extent, Shape, Texture, TextureExt};
use bpx_formats::bpx::{Container, TypeExt};
use bpx_schema::Result;
use serde_json::{Value, json};

/// Returns the header; `None` if the file is not a texture.
pub(crate) fn ext(container: &Container) -> Option<TextureExt> {
    match container.header().type_ext {
        TypeExt::Texture(ext) => Some(ext),
        _ => None,
    }
}

/// Returns the output of `info`, in lines.
pub(crate) fn text(ext: &TextureExt) -> String {
    let extent = Extent::of(ext);
    let pixels = match Shape::of(ext) {
        Some(shape) => {
            let (size, layers) = (shape.format.size(), shape.layers);
            let layers = if layers == 1 { "1 layer".to_owned() } else { format!("{layers} layers") };
            format!("{}, {size} bytes each; {layers} of {} bytes", shape.format, shape.layer_size())
        }
        None => format!("of the unknown format {}", ext.format()),
    };
    let flags = match format!("{:?}", ext.flags_set()) {
        flags if flags.is_empty() => "none".to_owned(),
        flags => flags,
    };
    let (width, height, mipmaps) = (extent.width(), extent.height(), ext.mipmaps());
    format!("texture: {width} x {height} pixels, {pixels}\nflags: {flags}; mip levels to generate: {mipmaps}\n")
}

/// Returns the output of `info`, as JSON.
pub(crate) fn json(ext: &TextureExt) -> Value {
    let (extent, shape) = (Extent::of(ext), Shape::of(ext));
    let flags: Vec<_> = ext.flags_set().iter().map(|flag| flag.to_string()).collect();
    json!({
        "width": extent.width(),
        "height": extent.height(),
        "format": shape.map_or_else(|| ext.format().to_string(), |shape| shape.format.to_string()),
        "pixel_size": shape.map(|shape| shape.format.size()),
        "layers": shape.map(|shape| shape.layers),
        "layer_size": shape.map(|shape| shape.layer_size().to_string()),
        "flags": flags,
        "unknown_flags": ext.flags_set().unknown(),
        "mip_levels": ext.mipmaps(),
    })
}

/// Returns the layers.
pub(crate) fn parts(container: Container) -> Result<(Vec<Part>, Container)> {
    let texture = Texture::of(container)?;
    let (shape, section) = (texture.shape(), texture.section()?.index());
    let (extent, size) = (shape.extent, shape.layer_size());
    let layer = |index: u16| Part {
        name: format!("layer[{index}]"),
        title: None,
        place: (section, size.saturating_mul(index.into())),
        size,
        about: format!("{} x {} pixels, {}", extent.width(), extent.height(), shape.format),
    };
    Ok(((0..shape.layers).map(layer).collect(), texture.into_container()))
}
