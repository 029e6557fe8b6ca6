use super::*;
use crate::bpx::container::{Check, Compression};
use crate::bpx::package::Compat;
use crate::bpx::verify;
use bpx_schema::report::{Mode, Verdict};

const STAGES: [Stage; 5] = [Stage::Vertex, Stage::Hull, Stage::Domain, Stage::Geometry, Stage::Pixel];

fn symbol(name: &str) -> NewSymbol {
    NewSymbol::new(name, SymbolKind::Constant)
}

fn small() -> ShaderBuilder<'static> {
    ShaderBuilder::program(ShaderTarget::Gl33).stage(Stage::Vertex, b"code")
}

#[test]
fn bytes_by_hand() {
    let data = number("n", 0x0403_0201);
    let builder = small()
        .link("main")
        .symbol(symbol("first").used_by(Stage::Pixel).internal().register(5).extended_data(data.clone()))
        .symbol(symbol("second").of_assembly().external().extended_data(data));
    let options = ShaderOptions::default().with_check(Check::None).with_compression(Compression::None);
    let bytes = builder.options(options).build().unwrap();
    let symbols = [entry(0, 0, 0x390, 3, 5), entry(6, 0, 0x160, 3, 255)].concat();
    // The hash of one byte is 5381 * 33 and the byte.
    let object = [&[1][..], &(5381_u64 * 33 + 0x6e).to_le_bytes(), &[4, 1, 2, 3, 4]].concat();
    let sections: [(u8, &[u8]); 4] = [(2, &symbols), (255, b"first\0second\0"), (3, &object), (1, b"\0code")];
    assert_eq!(bytes, file(0x1_7c9a_7f6a, 3, b'P', &sections));
}

#[test]
fn assemblies() {
    let bytes = ShaderBuilder::assembly("main")
        .symbol(NewSymbol::new("one", SymbolKind::VertexFormat))
        .symbol(NewSymbol::new("two", SymbolKind::VertexFormat))
        .build()
        .unwrap();
    let package = open(&bytes);
    assert_eq!((package.kind(), package.target()), (Some(ShaderKind::Assembly), Some(ShaderTarget::Any)));
    assert!(package.links_to("main"));
    assert_eq!(package.stages().count(), 0);
    let other = ShaderBuilder::assembly("main").target(ShaderTarget::Metal).link_hash(0).build().unwrap();
    assert_eq!((open(&other).target(), open(&other).assembly()), (Some(ShaderTarget::Metal), None));
    for bytes in [bytes, other] {
        let report = verify(&bytes, Mode::Strict).unwrap();
        assert_eq!((report.verdict(), report.findings().len()), (Verdict::Valid, 0));
    }
}

#[test]
fn flags_are_computed() {
    let all = STAGES.iter().fold(symbol("all"), |symbol, stage| symbol.used_by(*stage));
    let all = all.of_assembly().internal().external().register(0).extended_data(number("n", 1));
    assert_eq!(all.flags().bits(), 0x3ff);
    assert_eq!(symbol("none").flags().bits(), 0);
    let bytes = small().symbol(all.clone()).symbol(symbol("none")).build().unwrap();
    let package = open(&bytes);
    assert_eq!(package.symbol(0).unwrap().flags(), all.flags());
    let none = package.symbol(1).unwrap();
    assert_eq!((none.register(), none.extended_data().unwrap()), (None, None));
    // As other writers put it.
    assert_eq!(none.record(), Symbol { name: 4, extended_data: 0xFF_FFFF, flags: 0, kind: 3, register: 0xFF });
}

#[test]
fn equal_names_and_objects_are_stored_once() {
    let (a, b) = (number("a", 1), number("b", 1));
    let bytes = small()
        .symbol(symbol("x").extended_data(a.clone()))
        .symbol(symbol("y").extended_data(b.clone()))
        .symbol(symbol("z").extended_data(a.clone()))
        .build()
        .unwrap();
    let package = open(&bytes);
    let size = a.encoded_size();
    assert_eq!(package.records().iter().map(|one| u64::from(one.extended_data)).collect::<Vec<_>>(), [0, size, 0]);
    let read: Vec<_> = package.symbols().map(|one| one.extended_data().unwrap().unwrap()).collect();
    assert_eq!(read, [a.clone(), b, a]);
}

/// Returns the class and path of an error.
fn refused(builder: &ShaderBuilder<'_>) -> (Class, String) {
    let finding = finding_of(builder.build().unwrap_err());
    let mut out = Vec::new();
    assert_eq!(finding_of(builder.write_to(&mut out).unwrap_err()), finding);
    assert!(out.is_empty(), "nothing is written");
    (finding.class, finding.path.to_string())
}

#[test]
fn contradicting_parts_are_rejected() {
    let format = |name: &str| NewSymbol::new(name, SymbolKind::VertexFormat);
    let pipeline = |name: &str| NewSymbol::new(name, SymbolKind::Pipeline);
    let cases = [
        (ShaderBuilder::program(ShaderTarget::Vk12), Class::Missing, "stages"),
        (ShaderBuilder::program(ShaderTarget::Any).stage(Stage::Hull, b""), Class::Inconsistent, "target"),
        (small().stage(Stage::Pixel, b"").stage(Stage::Vertex, b""), Class::Duplicate, "stages[2]"),
        (small().symbol(symbol("a")).symbol(format("a")), Class::Duplicate, "symbols[1].name"),
        (small().symbol(format("a")).symbol(symbol("b")).symbol(format("c")), Class::Duplicate, "symbols[2].kind"),
        (small().symbol(pipeline("a")).symbol(pipeline("b")), Class::Duplicate, "symbols[1].kind"),
        (small().symbol(symbol("ok")).symbol(symbol("a\0b")), Class::BadText, "symbols[1].name"),
        (small().symbol(symbol(&"x".repeat(65_536))), Class::OutOfRange, "symbols[0].name"),
    ];
    for (builder, class, path) in cases {
        assert_eq!(refused(&builder), (class, path.to_owned()));
    }
}

#[test]
fn as_many_symbols_as_the_header_can_state() {
    let some = |count: u32| (0..count).fold(small(), |builder, index| builder.symbol(symbol(&format!("{index:x}"))));
    let package = open(&some(65_535).build().unwrap());
    assert_eq!((package.len(), package.ext().symbol_count), (65_535, 65_535));
    assert_eq!(package.find("fffe").unwrap().index(), 65_534);
    assert_eq!(refused(&some(65_536)), (Class::Overflow, "symbols".to_owned()));
}

#[test]
fn the_longest_name() {
    let name = "x".repeat(65_535);
    assert_eq!(open(&small().symbol(symbol(&name)).build().unwrap()).find(&name).unwrap().index(), 0);
}

#[test]
fn options() {
    let with = |options: ShaderOptions| small().options(options);
    let default = ShaderOptions::default();
    assert_eq!(refused(&with(default.with_compression(Compression::Xz(10)))), wrong(Class::OutOfRange, "compression"));
    let compat = default.with_compat(Compat::Bpx4);
    let zlib = with(compat.with_compression(Compression::Zlib(6)));
    assert_eq!(refused(&zlib), wrong(Class::UnsupportedFeature, "compression"));
    assert_eq!(refused(&with(compat.with_check(Check::Crc32))), wrong(Class::UnsupportedFeature, "check"));
    with(compat.with_check(Check::Crc32Legacy)).build().unwrap();
    with(default.with_compression(Compression::Zlib(6)).with_check(Check::Crc32)).build().unwrap();

    let nested = |depth: usize| {
        let object =
            (1..depth).fold(ObjectBuilder::new(), |object, index| object.array(&index.to_string(), |list| list));
        small().symbol(symbol("a")).symbol(symbol("b").extended_data(object.build().unwrap()))
    };
    nested(3).options(compat).build().unwrap();
    nested(4).build().unwrap();
    let beyond = refused(&nested(4).options(compat));
    assert_eq!(beyond, (Class::UnsupportedFeature, "symbols[1].extended_data".to_owned()));
}

fn wrong(class: Class, option: &str) -> (Class, String) {
    (class, format!("options.{option}"))
}

#[test]
fn saving_replaces_files() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("shader");
    std::fs::write(&path, b"old").unwrap();
    assert!(ShaderBuilder::program(ShaderTarget::Dx11).save(&path).is_err());
    assert_eq!(std::fs::read(&path).unwrap(), b"old");
    let size = small().save(&path).unwrap();
    let bytes = std::fs::read(&path).unwrap();
    assert_eq!((bytes.len() as u64, &bytes), (size, &small().build().unwrap()));
}
