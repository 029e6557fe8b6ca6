//! Builds a texture of two layers, and reads one pixel.
use bpx_formats::bpx::texture::{Extent, PixelFormat, Texture, TextureBuilder};
use bpx_schema::{Limits, Result};
use std::sync::Arc;

fn main() -> Result<()> {
    let (dark, light) = ([20; 8 * 4], [230; 8 * 4]);
    let layers = [&dark[..], &light];
    let file = TextureBuilder::array(Extent::new(8, 4)?, PixelFormat::GreyScale, &layers)?.mip_levels(2).build()?;

    let texture = Texture::open(Arc::new(file), Limits::default())?;
    let (extent, layer) = (texture.extent(), texture.layer(1)?);
    println!("{} x {} pixels, {}, {:?}", extent.width(), extent.height(), texture.format(), texture.flags());
    println!("layer 1, column 7, row 3: {:?}", layer.pixel(7, 3));
    Ok(())
}
