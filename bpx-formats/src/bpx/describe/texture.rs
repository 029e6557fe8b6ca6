//! Describes the header of a texture.

use crate::bpx::texture::{Extent, Shape, TextureExt};
use crate::description::{Facts, fact_list};
use serde_json::json;

pub(super) fn texture_lines(ext: &TextureExt) -> Vec<String> {
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
    vec![
        format!("texture: {width} x {height} pixels, {pixels}"),
        format!("flags: {flags}; mip levels to generate: {mipmaps}"),
    ]
}

pub(super) fn facts_of(ext: &TextureExt) -> Facts<'static> {
    let (extent, shape) = (Extent::of(ext), Shape::of(ext));
    let flags: Vec<_> = ext.flags_set().iter().map(|flag| flag.to_string()).collect();
    fact_list([
        ("width", json!(extent.width())),
        ("height", json!(extent.height())),
        ("format", json!(shape.map_or_else(|| ext.format().to_string(), |shape| shape.format.to_string()))),
        ("pixel_size", json!(shape.map(|shape| shape.format.size()))),
        ("layers", json!(shape.map(|shape| shape.layers))),
        ("layer_size", json!(shape.map(|shape| shape.layer_size().to_string()))),
        ("flags", json!(flags)),
        ("unknown_flags", json!(ext.flags_set().unknown_bits())),
        ("mip_levels", json!(ext.mipmaps())),
    ])
}
