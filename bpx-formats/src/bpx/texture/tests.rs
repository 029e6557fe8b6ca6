use super::*;
use crate::bpx::by_hand::{broken_copies, file_of_sections, finding_tuple, findings_of, seal_header};
use crate::bpx::container::{Compression, OpenOptions, SectionOptions};
use crate::bpx::{Container, verify};
use bpx_schema::Limits;
use bpx_schema::report::{Class, Error, Finding, Mode, Severity, Verdict};
use proptest::prelude::*;
use std::borrow::Cow;
use std::sync::Arc;

const FORMATS: [PixelFormat; 4] = [PixelFormat::Rgb, PixelFormat::Rgba, PixelFormat::GreyScale, PixelFormat::Float];

fn open(bytes: &[u8]) -> Texture {
    Texture::open(Arc::new(bytes.to_vec()), Limits::default()).unwrap()
}

fn refused(bytes: &[u8]) -> Finding {
    Texture::open(Arc::new(bytes.to_vec()), Limits::default()).unwrap_err().into_finding().unwrap()
}

fn fault(error: Error) -> (Class, String) {
    let refusal = error.into_finding().unwrap();
    (refusal.class, refusal.path.to_string())
}

/// Two layers of 2 x 4 floats: width in the low half of the third byte, format in that of the fourth.
fn floats() -> Vec<u8> {
    let pixels: Vec<_> = (0..16_u8).flat_map(|number| f32::from(number).to_le_bytes()).collect();
    file_of_sections(b'T', [2, 0, 0x10, 0x14, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], &[(1, &pixels)])
}

#[test]
fn sizes_follow_from_the_header() {
    for (index, size) in (0..=255_u8).map(|byte| (byte, TextureExt::from_bytes([0; 16]).with_size(byte))) {
        let extent = Extent::of(&size);
        let by_hand = [index % 16, index / 16].map(|stored| 1_u32 << (stored + 1));
        assert_eq!([extent.width(), extent.height()], by_hand);
        assert_eq!(Extent::new(by_hand[0], by_hand[1]).unwrap(), extent);
    }
    for (format, size) in FORMATS.into_iter().zip([3, 4, 1, 4]) {
        assert_eq!(format.size(), size);
    }
    // Number of layers: flags, array, what it means.
    for (flags, array, layers) in
        [(0, 0, 1), (0, 7, 1), (2, 7, 1), (1, 0, 1), (1, 7, 7), (4, 6, 6), (5, 0xFFFF, 0xFFFF)]
    {
        let mut ext = TextureExt::from_bytes([0; 16]);
        ext.set_flags(flags).unwrap();
        ext.set_array(array).unwrap();
        ext.set_format(2).unwrap();
        assert_eq!(Shape::of(&ext).unwrap().layers, layers, "{flags} {array}");
    }
    let ext = TextureExt::from_bytes([0xFF, 0xFF, 0xFF, 0x14, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    assert_eq!(Shape::of(&ext).unwrap().size(), 65_535 * 65_536 * 65_536 * 4);
    assert_eq!(Shape::of(&TextureExt::from_bytes([0; 16])), None);
}

impl TextureExt {
    fn with_size(self, byte: u8) -> Self {
        let mut bytes = self.to_bytes();
        bytes[2] = byte;
        Self::from_bytes(bytes)
    }
}

#[test]
fn layers_rows_and_pixels() {
    let texture = open(&floats());
    assert_eq!((texture.extent().width(), texture.extent().height(), texture.layers()), (2, 4, 2));
    assert_eq!((texture.format(), texture.mip_levels()), (PixelFormat::Float, 3));
    assert_eq!(texture.flags().iter().collect::<Vec<_>>(), [TextureFlag::Array]);
    let second = texture.layer(1).unwrap();
    assert_eq!(second.shape().layer_size(), 32);
    assert_eq!(second.pixel(1, 2), Some(Pixel::Float(8.0 + 5.0)));
    assert_eq!((second.pixel(2, 0), second.pixel(0, 4), second.row(4)), (None, None, None));
    assert_eq!(second.row(3).unwrap(), [14_f32.to_le_bytes(), 15_f32.to_le_bytes()].as_flattened());
    assert_eq!(second.rows().len(), 4);
    assert_eq!(second.floats().unwrap().iter().sum::<f32>(), (8..16_u8).map(f32::from).sum::<f32>());
    // From memory, nothing is copied.
    assert!(matches!(second.into_bytes(), Cow::Borrowed(_)));
    assert_eq!(fault(texture.layer(2).unwrap_err()), (Class::OutOfBounds, "layers".to_owned()));
    for (format, pixel) in FORMATS.into_iter().zip([
        Pixel::Rgb([3, 4, 5]),
        Pixel::Rgba([4, 5, 6, 7]),
        Pixel::GreyScale(1),
        Pixel::Float(f32::from_bits(0x0706_0504)),
    ]) {
        let pixels: Vec<u8> = (0..4 * format.size() as u8).collect();
        let bytes = TextureBuilder::image(Extent::new(2, 2).unwrap(), format, &pixels).unwrap().build().unwrap();
        assert_eq!(open(&bytes).layer(0).unwrap().pixel(1, 0), Some(pixel));
    }
}

#[test]
fn layers_of_compressed_textures_and_of_files() {
    let layers: Vec<_> = (0..3_u8).map(|layer| vec![layer; 256 * 256]).collect();
    let layers: Vec<_> = layers.iter().map(Vec::as_slice).collect();
    let builder = TextureBuilder::array(Extent::new(256, 256).unwrap(), PixelFormat::GreyScale, &layers).unwrap();
    for compression in [Compression::None, Compression::Zlib(6), Compression::Xz(0)] {
        let builder = builder.clone().options(SectionOptions::default().with_compression(compression));
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("texture.bpx");
        builder.save(&path).unwrap();
        let texture =
            Texture::open(Arc::new(crate::source::FileSource::open(&path).unwrap()), Limits::default()).unwrap();
        for (index, layer) in (0..).zip(&layers) {
            assert_eq!(texture.layer(index).unwrap().bytes(), *layer, "{compression:?}");
        }
        texture.section().unwrap().check().unwrap();
        assert_eq!(verify(&builder.build().unwrap(), Mode::Strict).unwrap().verdict(), Verdict::Valid);
    }
}

#[test]
fn checksums_are_looked_at_when_asked() {
    let pixels = [1; 4];
    let image = TextureBuilder::image(Extent::new(2, 2).unwrap(), PixelFormat::GreyScale, &pixels).unwrap();
    let mut bytes = image.build().unwrap();
    *bytes.last_mut().unwrap() = 9;
    let texture = open(&bytes);
    assert_eq!(texture.layer(0).unwrap().pixel(1, 1), Some(Pixel::GreyScale(9)));
    let error = texture.section().unwrap().check().unwrap_err();
    assert_eq!(fault(error).0, Class::ChecksumMismatch);
}

#[test]
fn a_texture_built_is_the_one_by_hand() {
    let sides: Vec<_> = (0..6_u8).map(|side| vec![side; 12]).collect();
    let sides: [&[u8]; 6] = std::array::from_fn(|side| &*sides[side]);
    let builder = TextureBuilder::cube_map(Extent::new(2, 2).unwrap(), PixelFormat::Rgb, sides).unwrap();
    let unchecked = SectionOptions::default().with_check(crate::bpx::container::Check::None);
    let built = builder.compressed_on_load(true).mip_levels(2).options(unchecked).build().unwrap();
    let by_hand =
        file_of_sections(b'T', [6, 0, 0x00, 0x61, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], &[(1, &sides.concat())]);
    assert_eq!(built, by_hand);
    assert_eq!(findings_of(&built), []);
}

#[test]
fn inconsistent_parts_are_not_built() {
    for (width, height, path) in [(1, 2, "width"), (3, 2, "width"), (131_072, 2, "width"), (2, 0, "height")] {
        assert_eq!(fault(Extent::new(width, height).unwrap_err()), (Class::OutOfRange, path.to_owned()));
    }
    let extent = Extent::new(2, 2).unwrap();
    let wrong = TextureBuilder::image(extent, PixelFormat::Rgb, &[0; 13]).unwrap_err();
    assert_eq!(fault(wrong), (Class::SizeMismatch, "layers[0]".to_owned()));
    let wrong = TextureBuilder::array(extent, PixelFormat::GreyScale, &[&[0; 4], &[0; 3]]).unwrap_err();
    assert_eq!(fault(wrong), (Class::SizeMismatch, "layers[1]".to_owned()));
    let wrong = TextureBuilder::array(extent, PixelFormat::GreyScale, &[]).unwrap_err();
    assert_eq!(fault(wrong), (Class::OutOfRange, "layers".to_owned()));
    let wrong = TextureBuilder::array(extent, PixelFormat::GreyScale, &[&[0; 4][..]; 65_536]).unwrap_err();
    assert_eq!(fault(wrong), (Class::OutOfRange, "layers".to_owned()));
    // 65,535 times the same 128 KiB: rejected before they are put together.
    let layer = vec![0; 256 * 512];
    let many = vec![&*layer; 65_535];
    let wrong = TextureBuilder::array(Extent::new(256, 512).unwrap(), PixelFormat::GreyScale, &many).unwrap_err();
    assert_eq!(fault(wrong), (Class::Overflow, "layers".to_owned()));
}

#[test]
fn rules() {
    let size = finding_tuple("texture.size", Severity::Error, "table[0].content_size", 40 + 12);
    let sound = floats();
    assert_eq!(findings_of(&sound), []);
    let with = |at: usize, byte: u8| {
        let mut bytes = sound.clone();
        bytes[at] = byte;
        seal_header(&mut bytes);
        bytes
    };
    assert_eq!(findings_of(&with(24, 3)), std::slice::from_ref(&size));
    let refusal = refused(&with(24, 3));
    assert_eq!(
        (&*refusal.code, refusal.path.to_string().as_str(), refusal.location.file),
        ("texture.size", &*size.2, 52)
    );
    // Without a flag, the number of layers does not count (I-41).
    assert_eq!(findings_of(&with(27, 0x04)), std::slice::from_ref(&size));
    let cube = finding_tuple("texture.cube-layers", Severity::Error, "header.type_ext.texture.array", 24);
    assert_eq!(findings_of(&with(27, 0x44)), [cube]);
    let format = finding_tuple("texture.format", Severity::Error, "header.type_ext.texture.format", 27);
    assert_eq!(findings_of(&with(27, 0x15)), std::slice::from_ref(&format));
    let refusal = refused(&with(27, 0x15));
    assert_eq!((&*refusal.code, refusal.path.to_string(), refusal.location.file), ("texture.format", format.2, 27));
    let flags = finding_tuple("texture.flags", Severity::Warning, "header.type_ext.texture.flags", 27);
    assert_eq!(findings_of(&with(27, 0x94)), [flags]);
    let reserved = finding_tuple("texture.reserved", Severity::Warning, "header.type_ext.texture.reserved", 29);
    for at in 29..40 {
        assert_eq!(findings_of(&with(at, 0x80)), std::slice::from_ref(&reserved), "{at}");
        assert_eq!(verify(&with(at, 1), Mode::Strict).unwrap().verdict(), Verdict::Invalid);
    }
    let missing = finding_tuple("texture.pixel-array", Severity::Error, "table", 40);
    assert_eq!(findings_of(&with(60, 2)), [missing]);
    assert_eq!(&*refused(&with(60, 2)).code, "texture.pixel-array");
    let other = refused(&with(3, b'M'));
    assert_eq!(
        (&*other.code, other.path.to_string(), other.location.file),
        ("texture.kind", "header.kind".to_owned(), 3)
    );
    // Of two sections, the first is used.
    let pixels = [7; 4];
    let twice =
        file_of_sections(b'T', [0, 0, 0, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], &[(9, b""), (1, &pixels), (1, b"")]);
    assert_eq!(findings_of(&twice), [finding_tuple("texture.single", Severity::Error, "table[2].kind", 40 + 48 + 20)]);
    assert_eq!(open(&twice).layer(0).unwrap().bytes(), pixels);
}

/// Uses every function of a texture; errors must say where.
fn exercise(bytes: &[u8]) {
    verify(&bytes.to_vec(), Mode::Lenient).unwrap();
    let options = OpenOptions::default().with_limits(Limits::default().with_max_memory(1 << 20)).with_skip_checks(true);
    let texture = Container::open_with(Arc::new(bytes.to_vec()), options).and_then(Texture::of);
    let texture = match texture {
        Ok(texture) => texture,
        Err(error) => {
            let refusal = error.into_finding().unwrap();
            assert!(!refusal.path.segments().is_empty(), "{refusal}");
            return;
        }
    };
    for index in 0..texture.layers().min(8) {
        match texture.layer(index) {
            Ok(layer) => assert_eq!(layer.bytes().len() as u64, texture.shape().layer_size()),
            Err(error) => assert!(!error.into_finding().unwrap().path.segments().is_empty()),
        }
    }
}

#[test]
fn anything_ends_in_a_texture_or_an_error() {
    let layers = [&[5; 64][..]; 2];
    let packed = SectionOptions::default().with_compression(Compression::Xz(1)).with_threshold(0).with_force(true);
    let builder = TextureBuilder::array(Extent::new(8, 8).unwrap(), PixelFormat::GreyScale, &layers).unwrap();
    for sample in [floats(), builder.options(packed).build().unwrap()] {
        exercise(&sample);
        broken_copies(&sample).for_each(|bytes| exercise(&bytes));
    }
}

proptest! {
    #[test]
    fn what_is_built_is_read(
        (width, height) in (1..=5_u32, 1..=5_u32),
        format in proptest::sample::select(&FORMATS[..]),
        layers in 1..=4_usize,
        seed in any::<u8>(),
        mip_levels in any::<u8>(),
        xz in any::<bool>(),
    ) {
        let extent = Extent::new(1 << width, 1 << height).unwrap();
        let size = (extent.area() * format.size()) as usize;
        let all: Vec<u8> = (0..size * layers).map(|at| (at as u8).wrapping_mul(seed)).collect();
        let parts: Vec<_> = all.chunks_exact(size).collect();
        let compression = if xz { Compression::Xz(0) } else { Compression::None };
        let options = SectionOptions::default().with_compression(compression).with_threshold(0);
        let builder = TextureBuilder::array(extent, format, &parts).unwrap().mip_levels(mip_levels).options(options);
        let bytes = builder.build().unwrap();
        let report = verify(&bytes, Mode::Strict).unwrap();
        prop_assert_eq!(report.findings(), &[]);
        let texture = open(&bytes);
        prop_assert_eq!((texture.extent(), texture.format(), texture.mip_levels()), (extent, format, mip_levels));
        prop_assert_eq!(usize::from(texture.layers()), layers);
        for (index, part) in (0..).zip(parts) {
            let layer = texture.layer(index).unwrap();
            prop_assert_eq!(layer.bytes(), part);
            prop_assert_eq!(layer.rows().flatten().copied().collect::<Vec<_>>(), part);
        }
    }

    #[test]
    fn any_bytes(ext in any::<[u8; 16]>(), pixels in proptest::collection::vec(any::<u8>(), 0..100), kind in 0..3_u8) {
        exercise(&file_of_sections(b'T', ext, &[(kind, &pixels)]));
    }
}
