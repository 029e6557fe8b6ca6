//! Shader packages, both ways.

use crate::shader_goldens::{describe_outcome, ours, theirs};
use crate::support::{Crate, accepted, brief, content, hex, open, summary, to_json};
use bpx_formats::bpx::container::{Check, Compression, ContainerBuilder, SectionOptions};
use bpx_formats::bpx::package::Compat;
use bpx_formats::bpx::sd::{Document, ObjectBuilder};
use bpx_formats::bpx::shader::{
    NewSymbol, SHADER, STRINGS, SYMBOL_TABLE, ShaderBuilder, ShaderExt, ShaderKind, ShaderOptions, ShaderPackage,
    ShaderTarget, Stage, Symbol, SymbolKind,
};
use bpx_schema::report::{Mode, Severity, Verdict};
use bpx_schema::value::Coded;
use serde_json::{Value as Json, json};
use test_needs::needs;

/// Returns all targets, by the names of the crate.
fn targets() -> Vec<(ShaderTarget, String)> {
    ShaderTarget::codes()
        .codes
        .iter()
        .map(|code| (ShaderTarget::from_raw(code.value).unwrap(), code.name.to_string()))
        .collect()
}

const STAGES: [Stage; 5] = [Stage::Vertex, Stage::Hull, Stage::Domain, Stage::Geometry, Stage::Pixel];

/// Makes values of every type, with floats that differ only in their bits; as many objects and arrays as the crate
/// accepts.
fn data() -> Document {
    let object = ObjectBuilder::new()
        .set("null", ())
        .set("yes", true)
        .set("u8", u8::MAX)
        .set("u16", u16::MAX)
        .set("u32", u32::MAX)
        .set("u64", u64::MAX)
        .set("i8", i8::MIN)
        .set("i16", i16::MIN)
        .set("i32", i32::MIN)
        .set("i64", i64::MIN)
        .set("f32", f32::from_bits(0x7FC0_0001))
        .set("f64", -0.0_f64)
        .set("text", "b\u{ea}che \u{1f332}")
        .array("mixed", |list| list.push(1_u8).push("two").object(|inner| inner.set("end", ())));
    object.build().unwrap()
}

/// Makes a symbol of every type, one of them with all flags; names in several scripts, one of them empty.
fn symbols() -> Vec<NewSymbol> {
    let all =
        STAGES.iter().fold(NewSymbol::new("all", SymbolKind::ConstantBuffer), |symbol, stage| symbol.used_by(*stage));
    vec![
        NewSymbol::new("albedo", SymbolKind::Texture)
            .used_by(Stage::Pixel)
            .internal()
            .register(0)
            .extended_data(data()),
        NewSymbol::new("", SymbolKind::Sampler).register(255),
        all.of_assembly().external().internal().register(7).extended_data(ObjectBuilder::new().build().unwrap()),
        NewSymbol::new("\u{e9}t\u{e9} \u{1f332}", SymbolKind::Constant),
        NewSymbol::new("format", SymbolKind::VertexFormat).extended_data(data()),
        NewSymbol::new("main", SymbolKind::Pipeline).external(),
        NewSymbol::new("color", SymbolKind::Output).internal().register(1),
    ]
}

#[track_caller]
fn assert_read_alike(file: &[u8]) -> Json {
    let outcome = Crate::new().read("shader-read", file);
    let (ours, theirs) = (ours(file), theirs(&outcome));
    assert!(theirs.is_some() && theirs == ours, "{outcome:?}\nours: {ours:?}");
    theirs.unwrap()
}

#[needs(testees)]
#[test]
fn the_crate_reads_ours() {
    let code = content(70 << 10);
    let mut read = 0;
    for (index, (target, name)) in targets().into_iter().enumerate() {
        for kind in [ShaderKind::Assembly, ShaderKind::Program] {
            let mut builder = match kind {
                ShaderKind::Assembly => ShaderBuilder::assembly(&name).target(target),
                // Ours builds none for any target.
                ShaderKind::Program if target == ShaderTarget::Any => continue,
                ShaderKind::Program => ShaderBuilder::program(target).link(&name),
            };
            for symbol in symbols() {
                builder = builder.symbol(symbol);
            }
            // Empty, small and large code.
            let stages = if kind == ShaderKind::Program { 1 + index % 5 } else { 0 };
            for (stage, size) in STAGES.into_iter().zip([9, 0, code.len(), 1, 1000]).take(stages) {
                builder = builder.stage(stage, &code[..size]);
            }
            let checks = [Check::None, Check::Weak, Check::Crc32Legacy];
            let compression = [Compression::Xz(6), Compression::None][index % 2];
            let options = ShaderOptions::default().with_compat(Compat::Bpx4).with_compression(compression);
            let file = builder.options(options.with_check(checks[index % 3])).build().unwrap();
            let found = assert_read_alike(&file);
            assert_eq!(found["target"], name.to_lowercase());
            assert_eq!(found["stages"].as_array().unwrap().len(), stages);
            assert_eq!(found["symbols"].as_array().unwrap().len(), 7);
            read += 1;
        }
    }
    assert_eq!(read, 35, "18 targets, 2 kinds, but no program for any");
}

#[needs(testees)]
#[test]
fn the_crate_reads_ours_of_many_symbols() {
    let builder = (0..65_535).fold(ShaderBuilder::assembly("many"), |builder, index| {
        builder.symbol(NewSymbol::new(format!("{index}"), SymbolKind::Constant))
    });
    let file = builder.build().unwrap();
    assert!(open(&file).table().iter().take(2).all(|entry| entry.flags & 2 != 0), "tables in xz");
    let found = assert_read_alike(&file);
    assert_eq!(found["symbols"][65_534]["name"], "65534");
}

#[needs(testees)]
#[test]
fn ours_reads_the_crates() {
    let kinds = SymbolKind::codes().codes.iter().map(|code| code.name.to_string()).collect::<Vec<_>>();
    let extended = to_json(&data());
    // Every set of flags, in all types in turn; the last has bits without a name.
    let all_flags = (0..0x400).filter(|flags| flags & 0x100 == 0).chain([0xFC00]);
    let flags: Vec<_> = (all_flags.enumerate())
        .map(|(index, flags)| {
            let kind = &kinds[if flags == 0 { 4 } else { index % 4 }];
            let mut symbol =
                json!({ "name": format!("s{index}"), "kind": kind, "flags": flags, "register": index % 256 });
            if index % 3 == 0 {
                symbol["extended_data"] = extended.clone();
            }
            symbol
        })
        .collect();
    for (index, (target, name)) in targets().into_iter().enumerate() {
        for kind in ["Assembly", "Pipeline"] {
            let each = kinds
                .iter()
                .map(|kind| json!({ "name": kind, "kind": kind, "flags": 1 << (index % 8), "register": 9 }));
            let symbols: Vec<_> = if index == 0 { flags.clone() } else { each.collect() };
            let stages = STAGES.iter().take(1 + index % 5);
            let stages: Vec<_> = stages
                .map(|stage| json!({ "stage": stage.to_string(), "content": { "fill": index, "size": index * 9000 } }))
                .collect();
            let spec = json!({ "assembly": index as u64 * 0x0101_0101_0101, "target": name, "kind": kind, "symbols": symbols, "stages": stages });
            let file = Crate::new().written("shader-write", &spec);
            let package = ShaderPackage::of(open(&file)).unwrap();
            assert_eq!((package.target(), package.len()), (Some(target), symbols.len()));
            assert_eq!(package.kind() == Some(ShaderKind::Assembly), kind == "Assembly");
            assert_eq!(package.stages().count(), stages.len());
            for (symbol, spec) in package.symbols().zip(&symbols) {
                let flag = if spec.get("extended_data").is_some() { 0x100 } else { 0 };
                assert_eq!(json!(symbol.flags().bits()), spec["flags"].as_u64().unwrap() | flag);
                assert_eq!(json!(symbol.record().register), spec["register"]);
                let found = symbol.extended_data().unwrap().map(|found| found.sorted().to_vec().unwrap());
                assert_eq!(found, (flag != 0).then(|| data().sorted().to_vec().unwrap()));
            }
            assert_read_alike(&file);
            let report = bpx_formats::bpx::verify(&file, Mode::Lenient).unwrap();
            assert_eq!(report.verdict(), Verdict::Valid, "{:?}", report.findings());
        }
    }
}

#[needs(testees)]
#[test]
fn ours_builds_what_the_crate_builds() {
    let code = b"void main() {}".repeat(3);
    let symbol = json!({ "name": "one", "kind": "Texture", "flags": 0x210, "register": 3 });
    let other = json!({ "name": "two", "kind": "Output", "flags": 0x80, "register": 255 });
    let stages = json!([{ "stage": "Pixel", "content": { "hex": hex(&code) } }]);
    let spec =
        json!({ "assembly": 7, "target": "ES31", "kind": "Pipeline", "symbols": [symbol, other], "stages": stages });
    let file = Crate::new().written("shader-write", &spec);
    let builder = ShaderBuilder::program(ShaderTarget::Es31)
        .link_hash(7)
        .symbol(NewSymbol::new("one", SymbolKind::Texture).used_by(Stage::Pixel).register(3))
        .symbol(NewSymbol::new("two", SymbolKind::Output).internal())
        .stage(Stage::Pixel, code);
    let options = ShaderOptions::default().with_compression(Compression::None).with_check(Check::Crc32Legacy);
    let built = builder.options(options).build().unwrap();
    let contents = |file: &[u8]| -> Vec<_> {
        open(file).sections().map(|one| (one.header().kind, one.content().unwrap().into_owned())).collect()
    };
    assert_eq!(contents(&built), contents(&file));
    assert_eq!(open(&built).header().type_ext, open(&file).header().type_ext);
}

/// Of nothing, the crate writes a program for any target without stages: too little for ours, which reads it.
#[needs(testees)]
#[test]
fn ours_reads_what_the_crate_writes_of_nothing() {
    let file = Crate::new().written("shader-write", &json!({ "target": "Any", "kind": "Pipeline" }));
    let package = ShaderPackage::of(open(&file)).unwrap();
    assert_eq!((package.len(), package.stages().count(), package.assembly()), (0, 0, None));
    assert_read_alike(&file);
    let report = bpx_formats::bpx::verify(&file, Mode::Lenient).unwrap();
    let codes: Vec<_> = report.findings().iter().map(|finding| (&*finding.code, finding.severity)).collect();
    assert_eq!(codes, [("shader.target-any", Severity::Warning), ("shader.shader", Severity::Error)]);
    let assembly = Crate::new().written("shader-write", &json!({ "target": "Any", "kind": "Assembly" }));
    let report = bpx_formats::bpx::verify(&assembly, Mode::Strict).unwrap();
    assert_eq!(report.findings(), []);
}

/// A file that the crate does not read as it should.
struct Unread {
    name: &'static str,
    file: fn() -> Vec<u8>,
    outcome: &'static str,
    reason: &'static str,
}

fn small() -> ShaderBuilder<'static> {
    ShaderBuilder::program(ShaderTarget::Metal).stage(Stage::Vertex, content(9000))
}

/// Makes the symbol table of a program, with this many symbols stated.
fn stated(symbol_count: u16, table: Vec<u8>) -> Vec<u8> {
    let ext = ShaderExt { symbol_count, target: 1, kind: b'P', ..ShaderExt::default() };
    let plain = SectionOptions::default();
    let file = ContainerBuilder::new(b'S', 2).type_ext(ext.to_bytes()).section(SYMBOL_TABLE, table, plain);
    file.section(STRINGS, b"a\0", plain).section(SHADER, b"\0", plain).build().unwrap()
}

const UNREAD: &[Unread] = &[
    Unread {
        name: "zlib",
        file: || small().options(ShaderOptions::default().with_compression(Compression::Zlib(6))).build().unwrap(),
        outcome: "rejected stage: Bpx.Inflate.Unknown",
        reason: "whatever the flag says, it inflates with the xz decoder",
    },
    Unread {
        name: "CRC-32 of IEEE 802.3",
        file: || small().options(ShaderOptions::default().with_check(Check::Crc32)).build().unwrap(),
        outcome: "rejected stage: Bpx.Checksum",
        reason: "its CRC-32 shifts each entry of the table once in place of eight times",
    },
    Unread {
        name: "extended data of 4 objects and arrays",
        file: || {
            let deep = ObjectBuilder::new().array("a", |list| list.array(|list| list).array(|list| list)).build();
            small().symbol(NewSymbol::new("a", SymbolKind::Constant).extended_data(deep.unwrap())).build().unwrap()
        },
        outcome: "rejected extended data: Sd.MaxDepthExceeded",
        reason: "what it calls the depth counts all objects and arrays of the tree; 3 fit",
    },
    Unread {
        name: "a flag for extended data, and no extended data",
        file: || {
            stated(1, Symbol { extended_data: 0x00FF_FFFF, flags: 0x100, ..Symbol::default() }.to_bytes().to_vec())
        },
        outcome: "rejected extended data: MissingSection.ExtendedData",
        reason: "it looks for an object where the offset says that there is none",
    },
    Unread {
        name: "a wrong number of symbols",
        file: || stated(2, Symbol::default().to_bytes().to_vec()),
        outcome: "rejected symbols: Eos.SymbolTable",
        reason: "it reads no symbols when the number is not that of the table",
    },
];

#[needs(testees)]
#[test]
fn what_the_crate_does_not_read() {
    for Unread { name, file, outcome, reason } in UNREAD {
        let file = file();
        assert!(ours(&file).is_some(), "{name}: ours reads it");
        assert_eq!(describe_outcome(&Crate::new().read("shader-read", &file)), *outcome, "{name} ({reason})");
    }
}

/// Tables above 65,536 bytes are compressed with zlib, in which the crate fails: it never comes to the 65,536 symbols
/// that would be one too many for the header.
#[needs(testees)]
#[test]
fn what_the_crate_does_not_write() {
    let write = |symbols: Vec<Json>| {
        let stages = json!([{ "stage": "Hull", "content": { "hex": "00" } }]);
        Crate::new().write(
            "shader-write",
            &json!({ "target": "VK11", "kind": "Pipeline", "symbols": symbols, "stages": stages }),
        )
    };
    let many = |count: u32| {
        (0..count).map(|index| json!({ "name": index.to_string(), "kind": "Constant", "register": 0 })).collect()
    };
    let (outcome, file) = write(many(5461));
    accepted(outcome);
    assert_eq!(assert_read_alike(&file)["symbols"].as_array().unwrap().len(), 5461);
    let long = ObjectBuilder::new().set("text", "x".repeat(65_536)).build().unwrap();
    let cases = [
        ("symbols of 65,544 bytes", many(5462)),
        ("names of 65,538 bytes", vec![json!({ "name": "x".repeat(65_537), "kind": "Constant", "register": 0 })]),
        (
            "extended data above 65,536 bytes",
            vec![json!({ "name": "a", "kind": "Constant", "register": 0, "extended_data": to_json(&long) })],
        ),
    ];
    for (name, symbols) in cases {
        let (outcome, file) = write(symbols);
        assert_eq!(brief(&outcome), "rejected save: Bpx.Deflate.Unsupported", "{name}");
        assert!(ours(&file).is_none(), "{name}: what is left is not a file");
    }
}

/// Asked for extended data without a value, the crate sets the flag, puts 0xFFFFFF for the offset, and does not read
/// what it wrote.
#[needs(testees)]
#[test]
fn extended_data_that_the_crate_denies() {
    let symbol = json!({ "name": "a", "kind": "Texture", "flags": 0x100, "register": 0 });
    let with = json!({ "name": "b", "kind": "Texture", "register": 0, "extended_data": to_json(&data()) });
    let stages = json!([{ "stage": "Hull", "content": { "hex": "00" } }]);
    for (symbols, outcome) in [
        (vec![symbol.clone()], "rejected extended data: MissingSection.ExtendedData"),
        (vec![symbol, with], "rejected extended data: Sd.Truncation.Object"),
    ] {
        let spec = json!({ "target": "VK11", "kind": "Pipeline", "symbols": symbols, "stages": stages });
        let file = Crate::new().written("shader-write", &spec);
        let package = ShaderPackage::of(open(&file)).unwrap();
        let first = package.symbol(0).unwrap();
        assert_eq!((first.record().extended_data, first.flags().bits()), (0x00FF_FFFF, 0x100));
        assert_eq!(first.extended_data().unwrap(), None);
        assert_eq!(describe_outcome(&Crate::new().read("shader-read", &file)), outcome);
        let report = bpx_formats::bpx::verify(&file, Mode::Lenient).unwrap();
        let found = report.findings().iter().find(|finding| finding.code == "shader.extended-data").unwrap();
        assert_eq!((found.severity, &*found.lenient), (Severity::Warning, "I-51"));
        assert_eq!(report.verdict(), Verdict::Valid);
    }
}

#[needs(testees)]
#[test]
fn symbols_and_stages_of_the_crate() {
    let data = ObjectBuilder::new().set("size", 16_u32).array("props", |list| list.push("a")).build().unwrap();
    let code = content(70 << 10);
    let spec = json!({
        "assembly": 0x0123_4567_89AB_CDEF_u64,
        "target": "VK10",
        "kind": "Pipeline",
        "symbols": [
            { "name": "color", "kind": "Texture", "register": 3, "flags": 0x210 },
            { "name": "Matrix", "kind": "ConstantBuffer", "register": 255, "flags": 1, "extended_data": to_json(&data) },
            { "name": "out", "kind": "Output", "register": 1, "flags": 0x290 },
        ],
        "stages": [
            { "stage": "Vertex", "content": { "hex": "0102" } },
            { "stage": "Pixel", "content": { "hex": hex(&code) } },
        ],
    });
    let file = Crate::new().written("shader-write", &spec);

    let container = open(&file);
    assert_eq!(container.header().kind, b'S');
    assert_eq!(
        hex(&container.header().type_ext.to_bytes()),
        "efcdab8967452301".to_owned() + "0300" + "0e" + "50" + "00000000"
    );
    let sections: Vec<_> = container.sections().map(|one| (one.header().kind, one.content().unwrap())).collect();
    let kinds: Vec<_> = sections.iter().map(|(kind, _)| *kind).collect();
    assert_eq!(kinds, [2, 255, 3, 1, 1]);
    // Name, extended data, flags, type, register; 0xFFFFFF means no extended data.
    let symbols = ["00000000ffffff0010020003", "0600000000000000010102ff", "0d000000ffffff0090020601"];
    assert_eq!(hex(&sections[0].1), symbols.concat());
    assert_eq!(*sections[1].1, *b"color\0Matrix\0out\0");
    let (read, size) = Document::from_slice(&sections[2].1).unwrap();
    assert_eq!((read.sorted(), size), (data.sorted(), sections[2].1.len()));
    assert_eq!(*sections[3].1, [0, 1, 2]);
    assert_eq!((sections[4].1[0], &sections[4].1[1..]), (4, &code[..]));

    let read = accepted(Crate::new().read("shader-read", &file));
    assert_eq!(read["assembly"], 0x0123_4567_89AB_CDEF_u64);
    assert_eq!((&read["target"], &read["kind"]), (&json!("vk10"), &json!("pipeline")));
    assert_eq!(read["symbols"][1]["flags"], 0x101);
    assert_eq!(read["symbols"][2]["kind"], "output");
    assert_eq!(read["symbols"][0].get("extended_data"), None);
    assert_eq!(read["symbols"][1]["extended_data"].as_array().unwrap().len(), 2);
    assert_eq!(read["stages"][1], json!({ "stage": "pixel", "content": summary(&code) }));
}
