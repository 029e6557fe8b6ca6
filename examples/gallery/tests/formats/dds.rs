//! DDS: files of another writer come back, and changed ones are read by another reader.

use crate::shared::{assert_comes_back, assert_kept_alike};
use bpx_schema::Codec;
use bpx_schema::report::{Class, Mode};
use ddsfile::{AlphaMode, Caps2, D3D10ResourceDimension, D3DFormat, DxgiFormat, NewD3dParams, NewDxgiParams};
use gallery::dds::{Dds, Dimension, Dxgi, FormatFlag, HeaderFlag, MoreFlag, Opacity, Shape, repaint};

/// A picture of 8 by 4 pixels in a format that letters name.
fn compressed() -> Vec<u8> {
    let (height, width, format) = (4, 8, D3DFormat::DXT1);
    let (depth, mipmap_levels, caps2) = (None, Some(2), None);
    let parameters = NewD3dParams { height, width, depth, format, mipmap_levels, caps2 };
    written(ddsfile::Dds::new_d3d(parameters).unwrap())
}

/// A picture of a shape whose colours are bits of a number.
fn masked(depth: Option<u32>, shape: Caps2) -> Vec<u8> {
    let (height, width, format) = (2, 2, D3DFormat::A8R8G8B8);
    let (mipmap_levels, caps2) = (None, Some(shape));
    let parameters = NewD3dParams { height, width, depth, format, mipmap_levels, caps2 };
    written(ddsfile::Dds::new_d3d(parameters).unwrap())
}

/// Pictures in a format that has a number.
fn numbered(array_layers: Option<u32>, is_cubemap: bool) -> Vec<u8> {
    let (height, width, depth, format) = (4, 8, None, DxgiFormat::BC7_UNorm);
    let (mipmap_levels, caps2) = (None, None);
    let (resource_dimension, alpha_mode) = (D3D10ResourceDimension::Texture2D, AlphaMode::Straight);
    let parameters = NewDxgiParams {
        height,
        width,
        depth,
        format,
        mipmap_levels,
        array_layers,
        caps2,
        is_cubemap,
        resource_dimension,
        alpha_mode,
    };
    written(ddsfile::Dds::new_dxgi(parameters).unwrap())
}

fn written(mut dds: ddsfile::Dds) -> Vec<u8> {
    dds.data.iter_mut().zip((0..=255_u8).cycle()).for_each(|(byte, at)| *byte = at);
    let mut bytes = Vec::new();
    dds.write(&mut bytes).unwrap();
    bytes
}

/// A cube of six pictures.
fn cube() -> Vec<u8> {
    masked(None, Caps2::CUBEMAP | Caps2::CUBEMAP_ALLFACES)
}

/// Pictures of all shapes, in formats of letters, masks and numbers.
pub fn samples() -> Vec<Vec<u8>> {
    let volume = masked(Some(3), Caps2::VOLUME);
    vec![numbered(None, false), compressed(), cube(), volume, numbered(Some(12), true)]
}

/// A picture whose sides are those of a cube that it is not.
pub fn damaged() -> Vec<u8> {
    let mut file = cube();
    file[113] &= !2;
    file
}

#[test]
fn files_come_back_byte_for_byte() {
    for file in samples() {
        assert_comes_back::<Dds>(&file);
        assert_kept_alike::<Dds>(&file);
    }
}

#[test]
fn numbers_are_those_of_another_reader() {
    let dds = Dds::from_slice(&compressed()).unwrap();
    let other = ddsfile::Dds::read(&*compressed()).unwrap();
    assert_eq!((dds.header.width, dds.header.height, dds.header.levels), (8, 4, 2));
    assert_eq!((dds.header.width, dds.header.height), (other.get_width(), other.get_height()));
    assert_eq!((dds.header.format.code.to_string(), dds.more), ("DXT1".to_owned(), None));
    assert!(dds.header.flags_set().contains(HeaderFlag::Levels));
    assert_eq!(dds.pixels, other.data);
    let more = Dds::from_slice(&numbered(Some(12), true)).unwrap().more.unwrap();
    assert_eq!((more.format, more.dimension_code(), more.count), (DxgiFormat::BC7_UNorm as u32, Ok(Dimension::Two), 2));
    assert_eq!((more.format_code(), more.opacity_code()), (Ok(Dxgi::Bc7), Ok(Opacity::Straight)));
    assert!(more.flags_set().contains(MoreFlag::Cube));
    let cube = Dds::from_slice(&cube()).unwrap().header;
    assert!(cube.more_uses_set().contains(Shape::Cube) && cube.more_uses_set().contains(Shape::NegativeZ));
    assert!(cube.format.flags_set().contains(FormatFlag::Colors));
    assert_eq!((cube.format.bits, cube.format.opacity), (32, 0xFF00_0000));
}

#[test]
fn changed_pixels_are_read_by_another_reader() {
    let changed = repaint(&compressed(), |byte| !byte).unwrap();
    let (old, new) = (ddsfile::Dds::read(&*compressed()).unwrap(), ddsfile::Dds::read(&*changed).unwrap());
    assert_eq!(new.data, old.data.iter().map(|byte| !byte).collect::<Vec<_>>());
    assert_eq!(changed[..128], compressed()[..128]);
}

#[test]
fn faults_are_found_where_they_are() {
    let found = |at: usize, byte: u8, mut file: Vec<u8>| {
        file[at] ^= byte;
        let report = Dds::validate(&file, Mode::Strict);
        report.findings().iter().map(|one| (one.code.to_string(), one.location.file)).collect::<Vec<_>>()
    };
    let expected = |code: &str, at: u64| vec![(code.to_owned(), at)];
    // The size of a record.
    assert_eq!(found(76, 63, compressed()), expected("format.size.one-of", 76));
    // A cube without its flag, both meanings of a number, a volume without a depth.
    assert_eq!(found(113, 2, cube()), expected("header.sides", 112));
    assert_eq!(found(8, 8, compressed()), expected("header.pitch", 8));
    assert_eq!(found(10, 0x80, masked(Some(3), Caps2::VOLUME)), expected("header.volume", 8));
    // Masks of more bits than a pixel has, a cube of lines.
    assert_eq!(found(88, 48, cube()), expected("format.masks", 88));
    assert_eq!(found(132, 1, numbered(Some(12), true)), expected("more.cube", 132));
    let report = Dds::validate(&damaged(), Mode::Strict);
    assert_eq!((report.findings().len(), report.findings()[0].class), (1, Class::Inconsistent));
}
