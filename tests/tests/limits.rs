//! Hostile bytes of any declaration end within limits of time and memory, and with an error: in generated code and in
//! the interpreter.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

use bpx_schema::assemble::FromJson;
use bpx_schema::codec::{Decoder, Regions};
use bpx_schema::interpret::Interpreter;
use bpx_schema::json::ToJson;
use bpx_schema::report::{Class, Error, Finding, Mode, Report, Severity, Validator, Verdict};
use bpx_schema::schema::Model;
use bpx_schema::{Budget, Codec, Limits, SizeBound};
use bpx_schema::{Record, structure};

/// What both readers find, which must be the same.
fn findings<T: Codec<Args = [i128; 0]>>(bytes: &[u8], limits: Limits) -> Vec<Finding> {
    let mut compiled = Validator::new(Mode::Strict);
    let budget = Budget::for_bytes(limits, bytes);
    let read = T::traverse(&mut Decoder::new(bytes, &budget).with_watch(&mut compiled), []);
    let compiled = compiled.finish(read).unwrap();
    let model = Model::from_root(T::schema());
    let mut interpreted = Validator::new(Mode::Strict);
    let interpreter = Interpreter::with_algorithms(&model, bpx_formats::algorithms()).unwrap();
    let read = interpreter.run(&model.root, bytes, &[], limits, &mut interpreted);
    let interpreted: Report = interpreted.finish(read).unwrap();
    assert_eq!(compiled.findings(), interpreted.findings());
    compiled.findings().to_vec()
}

/// Class, path and offset of the only finding.
fn only<T: Codec<Args = [i128; 0]>>(bytes: &[u8], limits: Limits) -> (Class, String, u64) {
    let found = findings::<T>(bytes, limits);
    let [one] = &*found else { panic!("{found:?}") };
    (one.class, one.path.to_string(), one.location.file)
}

/// On the smallest stack that threads usually get, in a build without optimisation.
fn on_a_small_stack(run: impl FnOnce() + Send + 'static) {
    std::thread::Builder::new().stack_size(1 << 20).spawn(run).unwrap().join().unwrap();
}

#[structure]
#[brw(little)]
#[derive(Debug, PartialEq)]
struct Branch {
    #[br(temp)]
    #[bw(calc = children.len())]
    count: u8,
    #[br(count = count)]
    children: Vec<Branch>,
}

#[structure]
#[brw(little)]
#[br(import(kind: u8))]
#[derive(Debug, PartialEq)]
enum Tagged {
    #[br(pre_assert(kind == 1))]
    One {
        next: Holder,
    },
    #[br(pre_assert(kind == 2))]
    Many {
        #[br(temp)]
        #[bw(calc = holders.len())]
        count: u8,
        #[br(count = count)]
        holders: Vec<Holder>,
    },
    Nothing,
}

#[structure]
#[brw(little)]
#[derive(Debug, PartialEq)]
struct Holder {
    kind: u8,
    #[br(args(kind))]
    content: Box1,
}

/// What breaks the size of a recursive type.
#[structure]
#[brw(little)]
#[br(import(kind: u8))]
#[derive(Debug, PartialEq)]
struct Box1 {
    #[br(count = 1, args(kind))]
    tagged: Vec<Tagged>,
}

#[test]
fn recursion_through_lists_ends_at_the_limit() {
    on_a_small_stack(|| {
        let path = |levels: usize| vec!["children[0]"; levels].join(".");
        let sound = [vec![1; 511], vec![0]].concat();
        assert_eq!(findings::<Branch>(&sound, Limits::default()), []);
        let value = Branch::from_slice(&sound).unwrap();
        assert_eq!(value.to_vec().unwrap(), sound);
        let deeper = Branch { children: vec![value] };
        let error = deeper.to_vec().unwrap_err().into_finding().unwrap();
        assert_eq!((error.class, error.path.to_string()), (Class::TooDeep, path(512)));
        let json = Branch::from_slice(&sound).unwrap().to_json([]).unwrap();
        assert_eq!(Branch::from_json(json.root(), []).unwrap().to_vec().unwrap(), sound);

        let deep = vec![1; 10_000];
        assert_eq!(only::<Branch>(&deep, Limits::default()), (Class::TooDeep, path(512), 512));
        assert_eq!(only::<Branch>(&deep, Limits::default().with_max_depth(3)), (Class::TooDeep, path(3), 3));
        assert_eq!(
            Branch::from_slice(&deep).unwrap_err().finding().unwrap().message,
            "expected values of at most 512 levels, found more"
        );
    });
}

#[test]
fn recursion_through_cases_ends_at_the_limit() {
    on_a_small_stack(|| {
        for step in [&[1][..], &[2, 1]] {
            let deep = step.repeat(100_000);
            let (class, _, _) = only::<Holder>(&deep, Limits::default());
            assert_eq!(class, Class::TooDeep);
            let sound = [step.repeat(100), vec![0]].concat();
            assert_eq!(findings::<Holder>(&sound, Limits::default()), []);
            assert_eq!(Holder::from_slice(&sound).unwrap().to_vec().unwrap(), sound);
        }
    });
}

/// Elements without bytes are bounded by memory, as no byte justifies them.
#[structure]
#[brw(little)]
#[derive(Debug)]
struct Weightless {
    #[br(count = 2)]
    children: Vec<Weightless>,
}

#[test]
fn elements_without_bytes_come_to_an_end() {
    let error = Weightless::from_slice(&[]).unwrap_err();
    assert!(matches!(error.finding().unwrap().class, Class::TooDeep | Class::Truncated | Class::LimitExceeded));
}

/// A structure of two fields of a type; without a type, of one byte that is absent.
fn pair(name: &str, of: &str) -> serde_json::Value {
    let named = serde_json::json!({"named": {"link": of, "args": []}});
    let field = |name: &str, ty: &serde_json::Value, when: serde_json::Value| {
        serde_json::json!({"name": name, "label": "", "doc": "", "spec": "", "offset": null, "ty": ty, "len": null,
            "when": when, "otherwise": null, "derived": null, "codes": null, "constraints": [], "region": null,
            "children": false})
    };
    let absent = serde_json::json!({"int": {"size": 1, "signed": false, "endian": "little"}});
    let fields = match of {
        "" => vec![field("absent", &absent, serde_json::json!({"bool": false}))],
        _ => vec![field("first", &named, serde_json::Value::Null), field("second", &named, serde_json::Value::Null)],
    };
    serde_json::json!({"name": name, "doc": "", "spec": "", "params": [], "size": null, "body": {"fields": fields},
        "rules": [], "derived": [], "sums": []})
}

/// 2^15 structures without one byte: what expressions can still use of them is charged.
#[test]
fn structures_of_structures_without_bytes_are_charged() {
    let names: Vec<_> = (0..=14).map(|level| format!("Level{level}")).collect();
    let of = names.iter().skip(1).map(String::as_str).chain([""]);
    let structures: serde_json::Map<_, _> =
        names.iter().zip(of).map(|(name, of)| (name.clone(), pair(name, of))).collect();
    let model = Model::from_json(&serde_json::json!({"root": names[0], "structures": structures}).to_string()).unwrap();
    let interpreter = Interpreter::new(&model).unwrap();
    let run = |memory: u64| {
        let limits = Limits::default().with_max_memory(memory);
        let mut validator = Validator::new(Mode::Strict);
        let read = interpreter.run(&model.root, &[], &[], limits, &mut validator);
        let report = validator.finish(read).unwrap();
        report.findings().iter().map(|finding| finding.class).collect::<Vec<_>>()
    };
    assert_eq!(run(1 << 20), [Class::LimitExceeded]);
    assert_eq!(run(64 << 20), []);
}

#[derive(Debug, Record)]
#[brw(little)]
struct Entry {
    at: u8,
    len: u8,
}

#[structure]
#[brw(little)]
struct Node {
    #[br(temp)]
    #[bw(calc = table.len())]
    count: u8,
    #[br(count = count)]
    table: Vec<Entry>,
    #[schema(region(each = table, at = entry.at, size = entry.len))]
    parts: Regions<Node>,
}

#[test]
fn regions_that_hold_themselves_come_to_an_end() {
    on_a_small_stack(|| {
        // Each of two regions is the whole file.
        let file = [2, 0, 5, 0, 5];
        let mut limits = Limits::default();
        limits.max_shared = SizeBound::fixed(10_000);
        let found = findings::<Node>(&file, limits);
        let beyond = |finding: &Finding| finding.class == Class::LimitExceeded && finding.code == "parts.limit";
        assert!(found.iter().any(beyond));
        assert!(found.iter().all(|finding| finding.class == Class::TooDeep || beyond(finding)));
        limits = limits.with_max_depth(2);
        limits.max_shared = SizeBound::fixed(24);
        let found = findings::<Node>(&file, limits);
        let found: Vec<_> = found.iter().map(|one| (one.class, one.path.to_string(), one.code.to_string())).collect();
        let too_deep = |path: &str| (Class::TooDeep, path.to_owned(), "too-deep".to_owned());
        let limit = (Class::LimitExceeded, "parts[1]".to_owned(), "parts.limit".to_owned());
        assert_eq!(found, [too_deep("parts[0].parts"), too_deep("parts[0].parts"), limit]);
    });
}

#[derive(Debug, Record)]
#[brw(little)]
struct Place {
    at: u32,
}

/// Texts whose sizes are stated nowhere: each may reach to the end, and uses little of it.
#[structure]
#[brw(little)]
struct Texts {
    #[br(temp)]
    #[bw(calc = places.len())]
    count: u32,
    #[br(count = count)]
    places: Vec<Place>,
    #[schema(region(each = places, at = entry.at, size = size - entry.at, set()))]
    texts: Regions<Text>,
}

#[structure]
#[brw(little)]
struct Text {
    len: u8,
    #[br(count = len)]
    #[schema(utf8)]
    bytes: Vec<u8>,
}

#[test]
fn regions_are_charged_for_what_they_use() {
    let count = 5_000_u32;
    let places = (0..count).map(|index| 4 + 4 * count + 2 * index);
    let mut bytes = [&count.to_le_bytes()[..], &places.flat_map(u32::to_le_bytes).collect::<Vec<_>>()].concat();
    (0..count).for_each(|_| bytes.extend([1, b'x']));
    // Stated, the regions are 5,000 times the file.
    assert_eq!(findings::<Texts>(&bytes, Limits::default()), []);
}

/// Texts at stated places.
#[structure]
#[brw(little)]
struct Placed {
    #[br(temp)]
    #[bw(calc = places.len())]
    count: u32,
    #[br(count = count)]
    places: Vec<Place>,
    #[schema(region(each = places, at = entry.at, size = 2, set()))]
    texts: Regions<Text>,
}

/// Findings of regions, here that all are outside of the file, are held until the last region is read.
#[test]
fn findings_of_regions_are_charged() {
    let count = 5_000_u32;
    let bytes = [&count.to_le_bytes()[..], &[0x7F; 20_000]].concat();
    // Generated code and interpreter hold other values besides, so they end at other findings.
    let last_of = |limits: Limits, read: &dyn Fn(&Budget, &mut Validator) -> Result<(), Error>| {
        let mut validator = Validator::new(Mode::Strict);
        let read = read(&Budget::for_bytes(limits, &bytes), &mut validator);
        validator.finish(read).unwrap().findings().last().map(|last| last.class)
    };
    let model = Model::from_root(Placed::schema());
    let interpreter = Interpreter::new(&model).unwrap();
    let compiled = |budget: &Budget, validator: &mut Validator| {
        Placed::traverse(&mut Decoder::new(&bytes, budget).with_watch(validator), [])
    };
    let interpreted =
        |budget: &Budget, validator: &mut Validator| interpreter.run_in(budget, "Placed", &bytes, &[], validator);
    for read in [&compiled as &dyn Fn(&Budget, &mut Validator) -> Result<(), Error>, &interpreted] {
        assert_eq!(last_of(Limits::default(), read), Some(Class::OutOfBounds));
        // The places of the regions take less.
        assert_eq!(last_of(Limits::default().with_max_memory(700_000), read), Some(Class::LimitExceeded));
    }
}

/// A list whose elements break a rule, which a reader checks before the last field.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[schema(each(marks, assert(entry < 5, code = "marked.mark")))]
struct Marked {
    count: u32,
    #[br(count = count)]
    marks: Vec<u8>,
    last: u8,
}

/// A reader keeps few of the findings of a rule that it checks early, and checks the rule again at the end.
#[test]
fn few_findings_are_kept_for_later() {
    let count = 100_000;
    let bytes = [&100_000_u32.to_le_bytes()[..], &[9; 100_000], &[0]].concat();
    for (file, found) in [(&bytes[..], count), (&bytes[..bytes.len() - 1], 17)] {
        let report = Marked::validate(file, Mode::Strict);
        assert_eq!(report.count(Severity::Error), found);
        assert_eq!(report.findings()[0].path.to_string(), "marks[0]");
        let model = Model::from_root(Marked::schema());
        let interpreted = Interpreter::new(&model).unwrap().validate(file, Mode::Strict);
        assert_eq!(interpreted.count(Severity::Error), found);
        assert_eq!(interpreted.findings(), report.findings());
    }
}

#[test]
fn a_finding_quotes_at_most_a_line() {
    let bytes = [&[255][..], &[0xFF; 255]].concat();
    let found = findings::<Text>(&bytes, Limits::default());
    let [one] = &*found else { panic!("{found:?}") };
    let is_cut = one.message.starts_with("expected UTF-8, found \"") && one.message.ends_with("..");
    assert_eq!((one.class, is_cut), (Class::BadText, true), "{}", one.message);
    assert!(one.message.len() < 150);
}

#[structure]
#[brw(little)]
#[derive(Debug)]
struct Numbers {
    #[br(parse_with = until_eof)]
    numbers: Vec<u32>,
}

#[test]
fn values_are_charged_for_their_memory() {
    let bytes = vec![0; 4000];
    assert_eq!(findings::<Numbers>(&bytes, Limits::default()), []);
    let budget = Budget::for_bytes(Limits::default().with_max_memory(3999), &bytes);
    let error = Numbers::decode(&mut Decoder::new(&bytes, &budget), []).unwrap_err();
    let finding = error.finding().unwrap();
    assert_eq!((finding.class, finding.path.to_string()), (Class::LimitExceeded, "numbers".to_owned()));
    assert_eq!(budget.memory_left(), 3999);
}

#[structure]
#[brw(little)]
struct Named {
    len: u8,
    #[br(count = len)]
    #[schema(unique(code = "named.name"))]
    name: Vec<u8>,
}

#[structure]
#[brw(little)]
struct AllNamed {
    #[br(parse_with = until_eof)]
    list: Vec<Named>,
}

#[test]
fn the_places_of_values_with_relations_are_charged() {
    // 1,000 names of one byte, each with a place that takes more than 100 bytes.
    let bytes = [1, b'x'].repeat(1000);
    assert_eq!(findings::<AllNamed>(&bytes, Limits::default()).len(), 999);
    let mut validator = Validator::new(Mode::Strict);
    let budget = Budget::for_bytes(Limits::default().with_max_memory(100_000), &bytes);
    let read = AllNamed::traverse(&mut Decoder::new(&bytes, &budget).with_watch(&mut validator), []);
    let report = validator.finish(read).unwrap();
    assert!(report.findings().iter().all(|one| one.class == Class::LimitExceeded));
    assert_eq!(report.verdict(), Verdict::Malformed);
}

#[structure]
#[brw(little)]
struct Deflated {
    #[br(parse_with = until_eof)]
    #[schema(region(transform(zlib)))]
    content: Vec<u8>,
}

#[test]
fn a_document_and_the_content_that_it_shows_share_one_bound() {
    use bpx_formats::{FileFormat, ModelOptions, ReadOptions, SchemaFormat};
    let bytes = Deflated { content: vec![0; 1_000_000] }.to_vec().unwrap();
    let format = SchemaFormat::new("deflated", Model::from_root(Deflated::schema()));
    let read = |memory| {
        let options = ReadOptions::default().with_limits(Limits::default().with_max_memory(memory));
        let source: std::sync::Arc<dyn bpx_schema::source::ReadAt> = std::sync::Arc::new(bytes.clone());
        format.to_json(&source, &options, ModelOptions::default())
    };
    // The text takes two bytes for each byte of the content.
    assert!(read(2_900_000).is_err());
    read(3_200_000).unwrap();
}

#[structure]
#[brw(little)]
#[derive(Debug)]
struct Moved {
    at: u64,
    #[br(count = 2)]
    #[schema(region(at = at))]
    bytes: Vec<u8>,
}

#[test]
fn no_offset_makes_a_writer_allocate() {
    for at in [1 << 32, 1 << 40, u64::MAX / 2, u64::MAX] {
        let error = Moved { at, bytes: vec![1, 2] }.to_vec().unwrap_err();
        let finding = error.finding().unwrap();
        assert_eq!(finding.path.to_string(), "bytes", "{finding}");
        let error = Moved { at, bytes: vec![1, 2] }.to_vec_without_regions().unwrap_err();
        assert_eq!(error.finding().unwrap().path.to_string(), "bytes", "{error}");
        let json = serde_json::json!({ "at": at.to_string(), "bytes": "0102" });
        let error = Moved::from_json(bpx_schema::json::JsonDoc::from(&json).root(), []).unwrap_err();
        assert_eq!(error.finding().unwrap().path.to_string(), "bytes", "{error}");
    }
}

#[derive(Debug, Clone, PartialEq, Record)]
#[brw(little)]
#[schema(size = 4)]
struct KeyedPlace {
    key: u16,
    at: u16,
}

#[structure]
#[brw(little)]
#[derive(Debug, PartialEq)]
struct Rest {
    #[br(parse_with = until_eof)]
    bytes: Vec<u8>,
}

/// Each element of a list is searched in the other list.
#[structure]
#[brw(little)]
#[derive(Debug, PartialEq)]
struct Searched {
    #[br(temp)]
    #[bw(calc = places.len())]
    count: u32,
    #[br(count = count)]
    places: Vec<KeyedPlace>,
    #[schema(region(each = places, at = find(places.key == entry.key, places.at), size = 0, set()))]
    contents: Regions<Rest>,
}

#[test]
fn searches_for_places_of_regions_are_counted() {
    let file = |count: u32| {
        let mut file = count.to_le_bytes().to_vec();
        // No key but the last one is there.
        (0..count).for_each(|index| file.extend([u8::from(index + 1 == count), 0, 0, 0]));
        file
    };
    assert_eq!(findings::<Searched>(&file(100), Limits::default()), []);
    let (class, path, offset) = only::<Searched>(&file(20_000), Limits::default());
    assert_eq!((class, &*path, offset), (Class::LimitExceeded, "", 80_004));
}

#[structure]
#[brw(little)]
#[derive(Debug, PartialEq)]
struct Summed {
    #[br(temp)]
    #[bw(calc = places.len())]
    count: u32,
    #[br(count = count)]
    places: Vec<KeyedPlace>,
    #[schema(region(each = places, at = sum(places.at), size = 0, set()))]
    contents: Regions<Rest>,
}

#[test]
fn elements_that_places_of_regions_sum_are_counted() {
    let file = |count: u32| [&count.to_le_bytes()[..], &vec![0; count as usize * 4]].concat();
    assert_eq!(findings::<Summed>(&file(100), Limits::default()), []);
    // The sums take 2,000 x 2,000 / 2 steps and more.
    let mut limits = Limits::default();
    limits.max_steps = SizeBound { base: 1 << 20, per_byte: 64 };
    assert_eq!(only::<Summed>(&file(2_000), limits), (Class::LimitExceeded, String::new(), 8_004));
}

/// A file of short lists, each up to a byte: a list takes the memory of the elements that it has, and some more.
#[structure]
#[derive(Debug)]
struct Short {
    #[br(parse_with = until_eof)]
    lists: Vec<ShortList>,
}

#[structure]
#[derive(Debug)]
struct ShortList {
    #[br(until_bytes = b"\0")]
    members: Vec<ShortMember>,
}

#[structure]
#[derive(Debug)]
struct ShortMember {
    #[br(temp)]
    #[bw(calc = bytes.len())]
    len: u8,
    #[br(count = len)]
    bytes: Vec<u8>,
}

#[test]
fn many_short_lists_up_to_an_end_take_little_memory() {
    let bytes = [1, b'a', 1, b'b', 0].repeat(1000);
    // Room for 64 members of 24 bytes each in every list would be more.
    let limits = Limits::default().with_max_memory(800_000);
    let budget = Budget::for_bytes(limits, &bytes);
    assert_eq!(Short::decode(&mut Decoder::new(&bytes, &budget), []).unwrap().lists.len(), 1000);
    assert!(findings::<Short>(&bytes, limits).is_empty());
}
