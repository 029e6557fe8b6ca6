use super::*;
use crate::bpx::hash;
use bpx_schema::source::ReadAt;
use std::borrow::Cow;

/// Two symbols, two stages; the second name lies in the middle of the first.
fn sample() -> Vec<u8> {
    let symbols = [entry(0, 0, 0x311, 0, 7), entry(2, 99, 0x40, 3, 9)].concat();
    let code: &[u8] = b"\x04pixels";
    file(
        hash(b"main"),
        0x0E,
        b'P',
        &[(1, b"\0"), (2, &symbols), (255, b"colour\0"), (3, &[1, 5, 0, 0, 0, 0, 0, 0, 0, 2, 9]), (1, code)],
    )
}

#[test]
fn a_program_is_read() {
    let package = open(&sample());
    assert_eq!((package.kind(), package.target()), (Some(ShaderKind::Program), Some(ShaderTarget::Vk10)));
    assert_eq!(package.assembly(), Some(0x1_7c9a_7f6a));
    assert!(package.links_to("main") && !package.links_to("Main"));
    assert_eq!((package.len(), package.is_empty(), package.ext().symbol_count), (2, false, 2));
    let names: Vec<_> = package.symbols().map(|symbol| symbol.name().unwrap()).collect();
    assert_eq!(names, ["colour", "lour"]);

    let first = package.symbol(0).unwrap();
    assert_eq!((first.kind(), first.register()), (Some(SymbolKind::Texture), Some(7)));
    let flags: Vec<_> = first.flags().iter().collect();
    use SymbolFlag::{ExtendedData, PixelStage, Register, VertexStage};
    assert_eq!(flags, [VertexStage, PixelStage, ExtendedData, Register]);
    let data = first.extended_data().unwrap().unwrap();
    assert_eq!(data.root().get_hash(5).unwrap().as_u64(), Some(9));

    // Without their flags, neither register nor offset has a meaning.
    let second = package.find("lour").unwrap();
    assert_eq!((second.index(), second.register(), second.extended_data().unwrap()), (1, None, None));
    assert_eq!(second.record(), Symbol { name: 2, extended_data: 99, flags: 0x40, kind: 3, register: 9 });
    assert_eq!(package.find_hash(hash(b"colour")).map(|symbol| symbol.index()), Some(0));
    assert!(package.find("colou").is_none() && package.find_hash(1).is_none() && package.symbol(2).is_none());
    assert_eq!(package.records().iter().map(|symbol| symbol.register).collect::<Vec<_>>(), [7, 9]);
}

#[test]
fn code_is_borrowed_when_it_can_be() {
    let bytes = sample();
    let package = open(&bytes);
    let stages: Vec<_> =
        package.stages().map(|one| (one.stage().unwrap(), one.size(), one.section().index())).collect();
    assert_eq!(stages, [(Stage::Vertex, 0, 0), (Stage::Pixel, 6, 4)]);
    let code = package.stage(Stage::Pixel).unwrap().code().unwrap();
    assert!(matches!(&code, Cow::Borrowed(b"pixels")), "{code:?}");
    assert_eq!(*package.stage(Stage::Vertex).unwrap().code().unwrap(), *b"");
    assert!(package.stage(Stage::Hull).is_none());

    let code = b"float4 main() { return 0; }".repeat(40);
    let packed = ShaderBuilder::program(ShaderTarget::Dx11).stage(Stage::Domain, &code[..]).build().unwrap();
    let package = open(&packed);
    let stage = package.stage(Stage::Domain).unwrap();
    assert!(stage.section().stored().transform.is_some());
    assert!(matches!(stage.code().unwrap(), Cow::Owned(found) if found == code));
}

#[test]
fn files_that_are_not_shader_packages_are_rejected() {
    let mut bytes = sample();
    bytes[3] = b'P';
    seal_header(&mut bytes);
    assert_eq!(blame(opened(&bytes).unwrap_err()), ("shader.kind".into(), Class::BadMagic, "header.kind".into(), 3));
    let mut bytes = sample();
    bytes[20] = 1;
    seal_header(&mut bytes);
    let version = ("shader.version".into(), Class::UnsupportedVersion, "header.version".into(), 20);
    assert_eq!(blame(opened(&bytes).unwrap_err()), version);
    let missing = ("shader.symbol-table".into(), Class::Missing, "table".into(), 40);
    assert_eq!(blame(opened(&program(&[(1, b"\0"), (255, b"")])).unwrap_err()), missing);
}

#[test]
fn faults_of_single_symbols_are_reported_on_access() {
    let symbols = [
        entry(9, 0, 0, 0, 0),
        entry(0, 7, 0x100, 99, 0),
        entry(3, 0, 0x100, 0, 0),
        entry(5, 0, 0, 0, 0),
        entry(0, 0xFF_FFFF, 0x100, 0, 0),
        entry(0, u32::MAX, 0x100, 0, 0),
    ];
    let package = open(&program(&[(2, &symbols.concat()), (255, b"ab\0\xff\0c"), (3, b"\x01")]));
    let at = |index: u64, member: u64| 40 + 3 * 24 + 12 * index + member;
    let name = |index: u64| format!("sections[0].symbol_table.symbols[{index}].name");
    let symbol = |index: usize| package.symbol(index).unwrap();
    let blamed = |error: Error| blame(error);
    assert_eq!(blamed(symbol(0).name().unwrap_err()), ("shader.name".into(), Class::OutOfBounds, name(0), at(0, 0)));
    assert_eq!(blamed(symbol(2).name().unwrap_err()), ("shader.name".into(), Class::BadText, name(2), at(2, 0)));
    assert_eq!(blamed(symbol(3).name().unwrap_err()), ("shader.name".into(), Class::Unterminated, name(3), at(3, 0)));
    let extended = |index: u64, class| {
        let path = format!("sections[0].symbol_table.symbols[{index}].extended_data");
        ("shader.extended-data".to_owned(), class, path, at(index, 4))
    };
    assert_eq!(blamed(symbol(1).extended_data().unwrap_err()), extended(1, Class::OutOfBounds));
    assert_eq!(blamed(symbol(2).extended_data().unwrap_err()), extended(2, Class::Truncated));
    // Writers put these for none.
    assert_eq!((symbol(4).extended_data().unwrap(), symbol(5).extended_data().unwrap()), (None, None));
    assert_eq!((symbol(1).kind(), symbol(1).record().kind), (None, 99));
    // Without the section.
    let package = open(&program(&[(2, &symbols.concat()), (255, b"ab\0")]));
    assert_eq!(blamed(package.symbol(1).unwrap().extended_data().unwrap_err()), extended_missing());
}

fn extended_missing() -> (String, Class, String, u64) {
    let path = "sections[0].symbol_table.symbols[1].extended_data".to_owned();
    ("shader.extended-data".to_owned(), Class::Missing, path, 40 + 2 * 24 + 12 + 4)
}

#[test]
fn the_offset_for_none_is_valid_in_a_section_of_that_size() {
    let mut data = vec![0; 0xFF_FFFF];
    data.extend([1, 5, 0, 0, 0, 0, 0, 0, 0, 2, 77]);
    let symbols = entry(0, 0xFF_FFFF, 0x100, 0, 0);
    let package = open(&program(&[(2, &symbols), (255, b"a\0"), (3, &data)]));
    let found = package.symbol(0).unwrap().extended_data().unwrap().unwrap();
    assert_eq!(found.root().get_hash(5).unwrap().as_u64(), Some(77));
}

#[test]
fn unknown_stages_are_errors() {
    let package = open(&program(&[(2, b""), (255, b""), (1, b""), (1, b"\x05code"), (1, b"\x01code")]));
    let stages: Vec<_> = package.stages().map(|one| one.stage().map_err(blame)).collect();
    let wrong = |code: &str, class, section: u64, at| {
        Err((code.to_owned(), class, format!("sections[{section}].shader.stage"), at))
    };
    let begin = 40 + 5 * 24;
    let expected = [
        wrong("truncated", Class::Truncated, 2, begin),
        wrong("shader.stage", Class::UnknownCode, 3, begin),
        Ok(Stage::Hull),
    ];
    assert_eq!(stages, expected);
    let empty = package.stages().next().unwrap();
    assert_eq!(empty.size(), 0);
    assert_eq!(finding_of(empty.code().unwrap_err()).class, Class::Truncated);
    // The code of an unknown stage can still be read.
    assert_eq!(*package.stages().nth(1).unwrap().code().unwrap(), *b"code");
    assert_eq!(package.stage(Stage::Hull).unwrap().section().index(), 4);
}

#[test]
fn symbols_are_those_of_the_table() {
    let mut bytes = program(&[(2, &[&entry(0, 0, 0, 0, 0)[..], b"left"].concat()), (255, b"a\0")]);
    bytes[32] = 9;
    seal_header(&mut bytes);
    let package = open(&bytes);
    assert_eq!((package.len(), package.ext().symbol_count), (1, 9));
    assert_eq!(package.find("a").unwrap().index(), 0);
}

#[test]
fn packages_can_be_shared_by_threads() {
    fn shared<T: Send + Sync>() {}
    shared::<ShaderPackage>();
    let package = open(&sample());
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| assert!(package.symbol(0).unwrap().extended_data().unwrap().is_some()));
        }
    });
    assert_eq!(package.container().source().size(), sample().len() as u64);
}
