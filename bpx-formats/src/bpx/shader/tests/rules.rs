use super::*;
use crate::bpx::by_hand::{finding_tuple, findings_in_mode, findings_of};
use bpx_schema::report::{Mode, Severity};

const ERROR: Severity = Severity::Error;
const WARNING: Severity = Severity::Warning;

#[test]
fn programs_have_stages_and_assemblies_need_none() {
    let empty: [(u8, &[u8]); 2] = [(2, b""), (255, b"")];
    assert_eq!(findings_of(&program(&empty)), [finding_tuple("shader.shader", ERROR, "table", 40)]);
    for mode in [Mode::Lenient, Mode::Strict] {
        assert_eq!(findings_in_mode(&file(0, 0xFF, b'A', &empty), mode), []);
        assert_eq!(findings_in_mode(&file(5, 1, b'A', &[empty[0], empty[1], (1, b"\0")]), mode), []);
        assert_eq!(
            findings_in_mode(&program(&[empty[0], empty[1], (1, b"\0"), (1, b"\x01"), (77, b"more")]), mode),
            []
        );
    }
    let table = |code: &str| finding_tuple(code, ERROR, "table", 40);
    assert_eq!(findings_of(&file(0, 1, b'A', &[])), [table("shader.symbol-table"), table("shader.strings")]);
}

#[test]
fn type_extension() {
    let mut bytes = file(0, 0x12, b'X', &[(2, b""), (255, b""), (1, b"\0")]);
    bytes[32] = 1;
    bytes[39] = 1;
    seal_header(&mut bytes);
    let path = |member: &str| format!("header.type_ext.shader.{member}");
    let expected = [
        finding_tuple("shader.target", ERROR, &path("target"), 34),
        finding_tuple("shader.type", ERROR, &path("kind"), 35),
        finding_tuple("shader.reserved", WARNING, &path("reserved"), 36),
        finding_tuple("shader.symbol-count", ERROR, &path("symbol_count"), 32),
    ];
    assert_eq!(findings_of(&bytes), expected);
    let any = file(0, 0xFF, b'P', &[(2, b""), (255, b""), (1, b"\0")]);
    assert_eq!(findings_of(&any), [finding_tuple("shader.target-any", WARNING, &path("target"), 34)]);
}

#[test]
fn sections_that_occur_once() {
    let list: [(u8, &[u8]); 7] = [(2, b""), (255, b""), (3, b""), (1, b"\0"), (3, b""), (255, b""), (2, b"")];
    let kind =
        |index: u64| finding_tuple("shader.single", ERROR, &format!("table[{index}].kind"), 40 + index * 24 + 20);
    assert_eq!(findings_of(&program(&list)), [kind(4), kind(5), kind(6)]);
}

#[test]
fn stages_that_occur_twice() {
    let list: [(u8, &[u8]); 5] = [(2, b""), (255, b""), (1, b"\x04one"), (1, b"\x00two"), (1, b"\x04three")];
    let at = 40 + 5 * 24 + 4 + 4;
    assert_eq!(
        findings_of(&program(&list)),
        [finding_tuple("shader.duplicate-stage", WARNING, "sections[4].shader.stage", at)]
    );
    // The byte is looked at below a compression, too.
    let code = vec![b'x'; 100];
    let builder =
        ShaderBuilder::program(ShaderTarget::Dx12).stage(Stage::Vertex, &code[..]).stage(Stage::Hull, &code[..]);
    let packed = builder.build().unwrap();
    let mut editor = crate::bpx::container::Editor::open(Arc::new(packed)).unwrap();
    let options = ShaderOptions::default().code_options();
    editor.add(1, [&[1][..], &code].concat(), options);
    let mut bytes = Vec::new();
    editor.write_to(&mut bytes).unwrap();
    let [(code, severity, path, _)] = &findings_of(&bytes)[..] else { panic!("{:?}", findings_of(&bytes)) };
    assert_eq!((&**code, *severity, &**path), ("shader.duplicate-stage", WARNING, "sections[4].shader.stage"));
}

#[test]
fn symbols() {
    let table = [
        entry(0, 0, 0, 4, 0),
        entry(2, 0, 0x8000, 7, 0),
        entry(0, 0, 0, 4, 0),
        entry(1, 0, 0, 5, 0),
        entry(99, 0, 0, 5, 0),
    ];
    let bytes = program(&[(2, &table.concat()), (255, b"a\0b\0"), (1, b"\0")]);
    let symbol = |code: &str, severity, index: u64, member: &str, offset: u64| {
        let path = format!("sections[0].symbol_table.symbols[{index}].{member}");
        finding_tuple(code, severity, &path, 112 + 12 * index + offset)
    };
    let expected = [
        symbol("shader.symbol-flags", WARNING, 1, "flags", 8),
        symbol("shader.symbol-type", ERROR, 1, "kind", 10),
        symbol("shader.vertex-format", ERROR, 2, "kind", 10),
        symbol("shader.pipeline", ERROR, 4, "kind", 10),
        symbol("shader.duplicate-name", WARNING, 2, "name", 0),
        symbol("shader.name", ERROR, 4, "name", 0),
    ];
    assert_eq!(findings_of(&bytes), expected);
    // An assembly may hold several vertex formats and pipelines.
    let assembly =
        file(0, 0xFF, b'A', &[(2, &[entry(0, 0, 0, 4, 0), entry(2, 0, 0, 4, 0)].concat()), (255, b"a\0b\0")]);
    assert_eq!(findings_of(&assembly), []);
    let cut = program(&[(2, b"seven b"), (255, b""), (1, b"\0")]);
    assert_eq!(
        findings_of(&cut),
        [finding_tuple("symbol-table.whole-symbols", ERROR, "sections[0].symbol_table", 112)]
    );
}

#[test]
fn extended_data() {
    let two = number("a", 1).to_vec().unwrap();
    let row = [&two[..], &two].concat();
    let size = two.len() as u32;
    let names = b"a\0b\0c\0d\0e\0f\0";
    let check = |offsets: &[u32], data: &[u8], mode| {
        let table: Vec<u8> =
            (0_u32..).zip(offsets).flat_map(|(index, offset)| entry(2 * index, *offset, 0x100, 0, 0)).collect();
        findings_in_mode(&program(&[(2, &table), (255, names), (1, b"\0"), (3, data)]), mode)
    };
    let symbol = |severity, index: u64| {
        let path = format!("sections[0].symbol_table.symbols[{index}].extended_data");
        finding_tuple("shader.extended-data", severity, &path, 136 + 12 * index + 4)
    };
    // Any offset where an object begins is valid, also one that occurs several times, or inside of another object.
    assert_eq!(check(&[0, size, size, 0], &row, Mode::Strict), []);
    assert_eq!(check(&[0, 2 * size, 1], &row, Mode::Lenient), [symbol(ERROR, 1), symbol(ERROR, 2)]);
    assert_eq!(check(&[0xFF_FFFF, u32::MAX], &row, Mode::Lenient), [symbol(WARNING, 0), symbol(WARNING, 1)]);
    assert_eq!(check(&[0xFF_FFFF, u32::MAX], &row, Mode::Strict), [symbol(ERROR, 0), symbol(ERROR, 1)]);
    // Bytes after the objects are not a fault of a symbol.
    let data = [&row[..], b"\x01end"].concat();
    let [(_, severity, path, _)] = &check(&[0, size], &data, Mode::Lenient)[..] else { panic!("one finding") };
    assert_eq!((*severity, &**path), (WARNING, "sections[3].extended_data[2].children[0].name"));
    let strict = check(&[0, size], &data, Mode::Strict);
    assert_eq!(strict.iter().map(|findings_of| findings_of.1).collect::<Vec<_>>(), [ERROR]);
}

#[test]
fn objects_that_some_readers_reject() {
    let deep = ObjectBuilder::new().array("a", |list| list.array(|list| list.array(|list| list))).build().unwrap();
    let twice = ObjectBuilder::new().add("a", 1_u8).add("a", 2_u8).build().unwrap();
    let (first, second) = (deep.to_vec().unwrap(), twice.to_vec().unwrap());
    let row = [&first[..], &second].concat();
    let table = [entry(0, first.len() as u32, 0x100, 0, 0), entry(2, 0, 0x100, 0, 0)].concat();
    let bytes = program(&[(2, &table), (255, b"a\0b\0"), (1, b"\0"), (3, &row)]);
    let at = 40 + 4 * 24 + 24 + 4 + 1;
    let second = at + first.len() as u64;
    let expected = [
        finding_tuple("structured-data.budget", WARNING, "sections[3].extended_data[0]", at),
        finding_tuple(
            "structured-data.duplicate",
            WARNING,
            "sections[3].extended_data[1].children[1]",
            second + 1 + 10,
        ),
    ];
    assert_eq!(findings_of(&bytes), expected);
}
