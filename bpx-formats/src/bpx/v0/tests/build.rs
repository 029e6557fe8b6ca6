use super::*;
use bpx_schema::report::Class;

/// One asset `a` with the bytes `hi`; header, table and checksum as another program computed them.
const PACKAGE_OF_ONE: &str = "425058507724d6883c000000000000000300000000000000010000000000000050000000000000000800000001000000580000000000000002000000020000005a000000000000000200000003000000000000000200000068696100";

#[test]
fn bytes_by_hand() {
    let bytes = Builder::package([("a", &b"hi"[..])], None).unwrap().build().unwrap();
    let hex: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    assert_eq!(hex, PACKAGE_OF_ONE);
    let ours =
        file(b'P', [1, 0, 0, 0, 0, 0, 0, 0], &[(1, 0, &[0, 0, 0, 0, 2, 0, 0, 0]), (2, 0, b"hi"), (3, 0, b"a\0")]);
    assert_eq!(bytes, ours);
}

#[test]
fn every_type_builds() {
    let pixels: Vec<u8> = (0..8).collect();
    let texture = Builder::new(TEXTURE).type_ext(TypeExt::Texture(texture())).section(1, pixels, None);
    let program = [45_u32, 2, 0, 0, 0].map(u32::to_le_bytes).concat();
    let shader = Builder::new(SHADER).section(3, program, None).section(1, &b"code"[..], None);
    let custom = Builder::new(b'X').type_ext(TypeExt::Raw(*b"whatever")).section(9, &b"more"[..], Some(9));
    for builder in [texture, shader, model(), custom] {
        let bytes = builder.build().unwrap();
        assert_eq!(found(&bytes), [], "{builder:?}");
        assert_eq!(bytes, builder.build().unwrap(), "the same bytes each time");
    }
}

#[test]
fn counts_are_true() {
    let ext = PackageExt { asset_count: 99, compatibility: 2, reserved: [0; 3] };
    let builder = Builder::package([("a", &b"1"[..]), ("b", &b"2"[..])], None).unwrap();
    let bytes = builder.type_ext(TypeExt::Package(ext)).build().unwrap();
    let container = open(&bytes);
    assert_eq!(container.header().section_count, 4);
    assert_eq!(container.header().file_size, bytes.len() as u64 - 32);
    let TypeExt::Package(ext) = container.header().type_ext else { panic!("{container:?}") };
    assert_eq!((ext.asset_count, ext.compatibility), (2, 2));
    let ext = ShaderExt { shader_count: 7, ..ShaderExt::default() };
    let program = [45_u32, 2, 0, 3, 0].map(u32::to_le_bytes).concat();
    let builder = Builder::new(SHADER).type_ext(TypeExt::Shader(ext)).section(3, program, None);
    let bytes = builder.section(1, &b"a"[..], None).section(1, &b"b"[..], None).build().unwrap();
    let TypeExt::Shader(ext) = open(&bytes).header().type_ext.clone() else { panic!() };
    assert_eq!(ext.shader_count, 2);
}

#[test]
fn parts_that_break_a_rule_are_rejected() {
    let refused = |builder: Builder<'_>| {
        let error = builder.build().unwrap_err();
        let finding = error.finding().unwrap();
        (finding.code.to_string(), finding.path.to_string())
    };
    let ext = TypeExt::Texture(texture());
    let seven = Builder::new(TEXTURE).type_ext(ext.clone()).section(1, vec![0; 7], None);
    assert_eq!(refused(seven), ("v0.texture-size".to_owned(), "sections[0]".to_owned()));
    let none = Builder::new(TEXTURE).type_ext(ext.clone());
    assert_eq!(refused(none), ("v0.required".to_owned(), "table".to_owned()));
    let twice = model().section(7, &b"\0"[..], None);
    assert_eq!(refused(twice), ("v0.single".to_owned(), "table[5].kind".to_owned()));
    let other = Builder::new(MODEL).type_ext(ext);
    assert_eq!(other.build().unwrap_err().finding().unwrap().class, Class::Inconsistent);
    let level = model().section(6, vec![0; 100], Some(10)).build().unwrap_err();
    assert_eq!(level.finding().unwrap().class, Class::OutOfRange);
    let content = Content::IndexArray(IndexArray::default());
    assert_eq!(
        Builder::new(MODEL).content(2, &content, None).unwrap_err().finding().unwrap().class,
        Class::Inconsistent
    );
    assert!(Builder::package([("a\0b", &b""[..])], None).is_err());
}

#[test]
fn compression_is_kept_where_it_helps() {
    let (long, short) = (vec![b'x'; 500], b"xy".to_vec());
    let assets = [("long", &long[..]), ("short", &short[..])];
    let bytes = Builder::package(assets, Some(9)).unwrap().build().unwrap();
    let container = open(&bytes);
    let flags: Vec<_> = container.table().iter().map(|entry| entry.flags).collect();
    assert_eq!(flags, [0, 2, 0, 0]);
    assert_eq!(container.section(1).unwrap().content().unwrap(), long);
    assert!(bytes.len() < 200, "{}", bytes.len());
}

#[test]
fn fields_of_textures() {
    let mut ext = texture();
    assert_eq!((ext.dimensions(), ext.layers(), ext.pixels_size()), ((2, 4), 1, Some(8)));
    ext.set_width(15).unwrap();
    ext.set_array(6).unwrap();
    assert_eq!((ext.dimensions(), ext.layers()), ((65_536, 4), 1), "without a flag there are no layers");
    ext.set_flags(TextureFlag::CubeMap as u8).unwrap();
    ext.set_format(TextureFormat::Float as u8).unwrap();
    assert_eq!(ext.pixels_size(), Some(65_536 * 4 * 4 * 6));
    ext.set_format(16).unwrap_err();
    assert_eq!(TextureExt::from_bytes([0, 0, 0, 9, 0, 0, 0, 0]).pixels_size(), None);
    // Array 0x0201, width in the low half, flags in the high one.
    let ext = TextureExt::from_bytes([1, 2, 0x43, 0x21, 5, 0, 0, 0]);
    assert_eq!((ext.array(), ext.width(), ext.height(), ext.format(), ext.flags()), (0x201, 3, 4, 1, 2));
}
