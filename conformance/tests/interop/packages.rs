//! Packages, both ways.

use crate::objects::{Object, package};
use crate::support::{Crate, accepted, brief, content, hex, open, summary, to_json};
use bpx_formats::bpx::Container;
use bpx_formats::bpx::container::{Check, Compression, ContainerBuilder, SectionOptions};
use bpx_formats::bpx::package::{DATA, METADATA, OBJECT_TABLE, Package, STRINGS};
use bpx_formats::bpx::sd::json::from_json;
use bpx_formats::bpx::sd::{DEBUG_NAME, Document, ObjectBuilder};
use serde_json::{Value as Json, json};
use test_needs::needs;

const ARCHITECTURES: [&str; 5] = ["x86_64", "aarch64", "x86", "armv7hl", "any"];
const PLATFORMS: [&str; 5] = ["linux", "mac", "windows", "android", "any"];
pub(crate) const NAMES: [&str; 6] =
    ["./bin/run", "textures/\u{e9}t\u{e9}.png", "\u{4e2d}\u{6587}/\u{1f332}", "a b\t\\", "", "x"];

/// Makes values of every type, with floats that differ only in their bits.
pub(crate) fn metadata() -> Document {
    let object = ObjectBuilder::new()
        .set("null", ())
        .set("yes", true)
        .set("no", false)
        .set("u8", u8::MAX)
        .set("u16", u16::MAX)
        .set("u32", u32::MAX)
        .set("u64", u64::MAX)
        .set("i8", i8::MIN)
        .set("i16", i16::MIN)
        .set("i32", i32::MIN)
        .set("i64", i64::MIN)
        .set("f32", 0.1_f32)
        .set("f32 nan", f32::from_bits(0x7FC0_0001))
        .set("f64", -0.0_f64)
        .set("f64 tiny", f64::from_bits(1))
        .set("Name", "b\u{ea}che \u{1f332}")
        .set("", "")
        .array("mixed", |list| list.push(1_u8).push("two").push(()).array(|inner| inner).object(|inner| inner))
        .object("inner", |inner| inner.array("deep", |list| list.object(|last| last.set("end", -1_i64))));
    object.array(DEBUG_NAME, |names| names.push("Name").push("mixed")).build().unwrap()
}

/// In an order that both sides can be brought to: the crate has none.
fn sorted(document: &Document) -> Vec<u8> {
    document.sorted().to_vec().unwrap()
}

pub(crate) fn assert_same_metadata(theirs: &Json, ours: &Document) {
    let read = from_json(bpx_schema::json::JsonDoc::from(theirs).root()).expect("structured data");
    assert_eq!(sorted(&read), sorted(ours), "{theirs:#}\n{:#}", to_json(ours));
}

#[needs(testees)]
#[test]
fn the_crate_reads_ours() {
    let large = content(70 << 10);
    let data: [&[u8]; 5] = [b"first", &large, b"", &large[..100], b"last"];
    let spanning = data.concat();
    let object = |name, data, offset, size| Object { name, data, offset, size };
    let objects = [
        object(NAMES[0], 0, 0, 5),
        // Over sections, an empty one among them; over each other; in no order.
        object(NAMES[1], 0, 2, (3 + large.len() + 100 + 2) as u64),
        object(NAMES[2], 4, 1, 3),
        object(NAMES[3], 1, 1000, 0),
        object(NAMES[4], 3, 99, 1),
        object(NAMES[5], 4, 4, 0),
        // The same name again.
        object(NAMES[0], 1, 7, 10),
    ];
    let bytes: [&[u8]; 7] =
        [b"first", &spanning[2..][..3 + large.len() + 100 + 2], b"ast", b"", &large[99..100], b"", &large[7..17]];
    let metadata = metadata();
    for compression in [Compression::None, Compression::Xz(6)] {
        for check in [Check::None, Check::Weak, Check::Crc32Legacy] {
            let options = SectionOptions::default().with_compression(compression).with_check(check);
            let file = package(&objects, &data, Some(&metadata), options.with_threshold(0).with_force(true));
            let read = accepted(Crate::new().read("package-read", &file));
            assert_eq!(read["architecture"], "any");
            assert_eq!(read["platform"], "any");
            assert_eq!(read["generator"], json!(b"PK"));
            assert_same_metadata(&read["metadata"], &metadata);
            let list = read["objects"].as_array().unwrap();
            assert_eq!(list.len(), objects.len());
            for ((object, bytes), read) in objects.iter().zip(bytes).zip(list) {
                assert_eq!(read["name"], object.name);
                assert_eq!(read["loaded"], object.size, "{}", object.name);
                assert_eq!(read["content"], summary(bytes), "{} {compression:?} {check:?}", object.name);
            }
        }
    }
}

#[needs(testees)]
#[test]
fn the_crate_unpacks_ours() {
    let objects = [
        Object { name: "a.txt", data: 0, offset: 0, size: 3 },
        Object { name: "./deep/\u{4e2d}", data: 0, offset: 3, size: 4 },
        Object { name: "deep/empty", data: 0, offset: 0, size: 0 },
    ];
    let file = package(&objects, &[b"abcd", b"efg"], None, SectionOptions::default());
    let driver = Crate::new();
    let (given, folder) = (driver.path("in.bpx"), driver.path("out"));
    std::fs::write(&given, file).unwrap();
    let path = |path: &std::path::Path| path.to_str().unwrap().to_owned();
    let read = accepted(driver.run(&["package-read".to_owned(), path(&given), path(&folder)]));
    assert_eq!(read["metadata"], Json::Null);
    for (name, bytes) in [("a.txt", "abc"), ("deep/\u{4e2d}", "defg"), ("deep/empty", "")] {
        assert_eq!(std::fs::read_to_string(folder.join(name)).unwrap(), bytes, "{name}");
    }
}

#[needs(testees)]
#[test]
fn the_crate_reads_codes_of_ours() {
    for code in 0..=5_u8 {
        let mut type_ext = [0; 16];
        type_ext[..4].copy_from_slice(&[code, 4 - code.min(4), b'B', b'D']);
        let empty = ContainerBuilder::new(b'P', 2).type_ext(type_ext);
        let empty = empty.section(OBJECT_TABLE, b"", SectionOptions::default());
        let file = empty.section(STRINGS, b"", SectionOptions::default()).build().unwrap();
        let outcome = Crate::new().read("package-list", &file);
        let Some(architecture) = ARCHITECTURES.get(usize::from(code)) else {
            assert_eq!(brief(&outcome), "rejected open: InvalidCode");
            continue;
        };
        let read = accepted(outcome);
        assert_eq!(read["architecture"], *architecture);
        assert_eq!(read["platform"], PLATFORMS[4 - usize::from(code)]);
        assert_eq!(read["generator"], json!(b"BD"));
    }
}

#[needs(testees)]
#[test]
fn ours_reads_the_crates() {
    let metadata = metadata();
    let contents = [content(70 << 10), b"x".to_vec(), Vec::new(), content(9000), Vec::new(), b"last".to_vec()];
    let objects: Vec<_> = (NAMES.iter().zip(&contents).enumerate())
        .map(|(number, (name, bytes))| {
            json!({ "name": name, "content": { "hex": hex(bytes) }, "new_section": number % 2 == 0 })
        })
        .collect();
    for code in 0..5_u8 {
        let spec = json!({
            "architecture": ARCHITECTURES[usize::from(code)],
            "platform": PLATFORMS[usize::from(4 - code)],
            "generator": "PK",
            "metadata": to_json(&metadata),
            "objects": objects,
        });
        let file = Crate::new().written("package-write", &spec);
        let package = Package::of(open(&file)).unwrap();
        assert_eq!(package.ext().architecture, code);
        assert_eq!(package.ext().platform, 4 - code);
        assert_eq!(package.generator(), *b"PK");
        assert_eq!(sorted(&package.metadata().unwrap().unwrap()), sorted(&metadata));
        // A fault of the crate that readers must accept: the same object again.
        let twice = package.container().find(METADATA).unwrap().content_size();
        assert_eq!(twice, metadata.encoded_size() * 2);
        assert_eq!(kinds(package.container()), [2, 255, 254, DATA, DATA, DATA]);
        assert_eq!(package.len(), NAMES.len());
        for ((object, name), bytes) in package.objects().zip(NAMES).zip(&contents) {
            assert_eq!(object.name().unwrap(), name);
            assert_eq!(object.read().unwrap(), *bytes, "{name}");
        }
    }
}

#[needs(testees)]
#[test]
fn ours_reads_what_the_crate_writes_of_nothing() {
    let package = Package::of(open(&Crate::new().written("package-write", &json!({})))).unwrap();
    assert_eq!(package.len(), 0);
    assert_eq!(package.metadata().unwrap(), None);
    // "PH": a slip for "PK".
    assert_eq!((package.ext().architecture, package.ext().platform, package.generator()), (4, 4, *b"PH"));
    assert_eq!(kinds(package.container()), [2, 255]);
}

/// The crate begins another section when one has 199,991,808 bytes.
#[needs(testees)]
#[test]
fn ours_reads_an_object_over_two_sections_of_the_crate() {
    const SIZE: u64 = 200_000_005;
    let first = json!({ "name": "large", "content": { "fill": 0x5A, "size": SIZE } });
    let second = json!({ "name": "after", "content": { "hex": "0102" } });
    // Not compressed: the crate takes half a minute for it.
    let spec = json!({ "threshold": u32::MAX, "architecture": "any", "platform": "any", "objects": [first, second] });
    let package = Package::of(open(&Crate::new().written("package-write", &spec))).unwrap();
    let sizes: Vec<_> = package.container().sections().skip(2).map(|section| section.content_size()).collect();
    assert_eq!(sizes, [199_999_488, SIZE - 199_999_488 + 2]);
    let starts: Vec<_> = package.objects().map(|object| (object.header().start, object.header().offset)).collect();
    assert_eq!(starts, [(2, 0), (3, 517)]);
    let large = package.read(0).unwrap();
    assert!(large.len() as u64 == SIZE && large.iter().all(|byte| *byte == 0x5A));
    assert_eq!(package.read(1).unwrap(), [1, 2]);
}

fn kinds(container: &Container) -> Vec<u8> {
    container.table().iter().map(|entry| entry.kind).collect()
}
