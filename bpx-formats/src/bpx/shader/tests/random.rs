use super::*;
use crate::bpx::container::{Check, Compression};
use crate::bpx::verify;
use crate::model::trees;
use bpx_schema::report::Mode;
use bpx_schema::value::Coded;
use proptest::prelude::*;
use std::collections::BTreeMap;

/// A symbol but for its name.
type Draft = (SymbolKind, u8, [bool; 3], Option<u8>, Option<Vec<(String, u32)>>);

fn stage() -> impl Strategy<Value = Stage> {
    (0..5_u64).prop_map(|raw| Stage::from_raw(raw).unwrap())
}

fn draft() -> impl Strategy<Value = Draft> {
    // Vertex formats and pipelines occur once in a program.
    let kind = prop_oneof![0..4_u64, Just(6)].prop_map(|raw| SymbolKind::from_raw(raw).unwrap());
    let data = prop::option::of(prop::collection::vec(("[a-z]{1,4}", any::<u32>()), 0..4));
    (kind, 0..32_u8, any::<[bool; 3]>(), any::<Option<u8>>(), data)
}

fn symbol(name: &str, (kind, stages, [assembly, external, internal], register, data): &Draft) -> NewSymbol {
    let mut symbol = NewSymbol::new(name, *kind);
    for raw in (0..5).filter(|raw| stages & (1 << raw) != 0) {
        symbol = symbol.used_by(Stage::from_raw(raw).unwrap());
    }
    if *assembly {
        symbol = symbol.of_assembly();
    }
    if *external {
        symbol = symbol.external();
    }
    if *internal {
        symbol = symbol.internal();
    }
    if let Some(register) = register {
        symbol = symbol.register(*register);
    }
    if let Some(list) = data {
        let object = list.iter().fold(ObjectBuilder::new(), |object, (name, value)| object.set(name, *value));
        symbol = symbol.extended_data(object.build().unwrap());
    }
    symbol
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 128, ..ProptestConfig::default() })]

    #[test]
    fn what_is_built_reads_back(
        target in 1..=0x11_u64,
        assembly: u64,
        drafts in prop::collection::btree_map("[a-zA-Zé\u{1f332}]{0,5}", draft(), 0..12),
        stages in prop::collection::btree_map(stage(), prop::collection::vec(any::<u8>(), 0..200), 1..5),
        compression in prop_oneof![Just(Compression::None), Just(Compression::Xz(0)), Just(Compression::Zlib(1))],
        check in prop_oneof![Just(Check::None), Just(Check::Weak), Just(Check::Crc32)],
    ) {
        let target = ShaderTarget::from_raw(target).unwrap();
        let symbols: Vec<_> = drafts.iter().map(|(name, draft)| symbol(name, draft)).collect();
        let options = ShaderOptions::default().with_compression(compression).with_check(check);
        let mut builder = ShaderBuilder::program(target).link_hash(assembly).options(options);
        for one in &symbols {
            builder = builder.symbol(one.clone());
        }
        for (stage, code) in &stages {
            builder = builder.stage(*stage, &code[..]);
        }
        let bytes = builder.build().unwrap();
        prop_assert_eq!(&bytes, &builder.build().unwrap());
        let report = verify(&bytes, Mode::Strict).unwrap();
        prop_assert_eq!(report.findings(), &[]);

        let package = open(&bytes);
        prop_assert_eq!(package.target(), Some(target));
        prop_assert_eq!(package.assembly().unwrap_or(0), assembly);
        let read: BTreeMap<_, _> =
            package.stages().map(|one| (one.stage().unwrap(), one.code().unwrap().into_owned())).collect();
        prop_assert_eq!(read, stages);
        prop_assert_eq!(package.len(), symbols.len());
        for (read, new) in package.symbols().zip(&symbols) {
            prop_assert_eq!(read.name().unwrap(), &*new.name);
            prop_assert_eq!((read.kind(), read.flags(), read.register()), (Some(new.kind), new.flags(), new.register));
            prop_assert_eq!(&read.extended_data().unwrap(), &new.extended_data);
            prop_assert_eq!(package.find(&new.name).unwrap().index(), read.index());
        }
        let model = trees::container::to_json(package.container(), crate::ModelOptions::default()).unwrap();
        let rebuilt = trees::container::from_json(&model).unwrap();
        prop_assert_eq!(trees::container::to_json(open(&rebuilt).container(), crate::ModelOptions::default()).unwrap(), model);
        if compression == Compression::None {
            prop_assert_eq!(rebuilt, bytes);
        }
    }

    #[test]
    fn changed_packages_end_in_a_verdict(at in 0..500_usize, change in 1..=255_u8, cut in any::<Option<u8>>()) {
        let builder = ShaderBuilder::program(ShaderTarget::Gl46)
            .symbol(NewSymbol::new("one", SymbolKind::Texture).register(1).extended_data(number("n", 1)))
            .symbol(NewSymbol::new("two", SymbolKind::Pipeline).extended_data(number("m", 2)))
            .stage(Stage::Vertex, b"code").stage(Stage::Pixel, b"more code");
        let mut bytes = builder.options(ShaderOptions::default().with_check(Check::None)).build().unwrap();
        let at = at % bytes.len();
        bytes[at] ^= change;
        seal_if_whole(&mut bytes);
        if let Some(cut) = cut {
            bytes.truncate(bytes.len() * usize::from(cut) / 256);
        }
        let report = verify(&bytes, Mode::Lenient).unwrap();
        for finding in report.findings() {
            prop_assert!(!finding.message.is_empty());
        }
        let Ok(package) = opened(&bytes) else { return Ok(()) };
        for symbol in package.symbols() {
            let _ = (symbol.name(), symbol.extended_data(), format!("{symbol:?}"));
        }
        for stage in package.stages() {
            let _ = (stage.stage(), stage.code(), format!("{stage:?}"));
        }
    }
}

/// Like `seal`, if the table is at the place that the header states.
fn seal_if_whole(bytes: &mut [u8]) {
    let count = u32::from_le_bytes(bytes[16..20].try_into().unwrap()) as usize;
    if count < 100 && 40 + 24 * count <= bytes.len() {
        seal_header(bytes);
    }
}
