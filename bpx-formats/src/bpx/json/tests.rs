use crate::ModelOptions;
use crate::bpx::{Container, verify};
use crate::model::trees::container::{from_json, to_json};
use bpx_schema::json::{DocBuilder, write_tree};
use bpx_schema::report::{Class, Mode, Severity};
use bpx_schema::{Budget, Limits};
use serde_json::{Value, json};
use std::sync::Arc;

/// A section without compression and check: pointer, size and type.
struct Entry(u64, u32, u8);

/// Returns a file whose header and table are written by hand, and its bytes after them.
fn file(stated: u64, entries: &[Entry], payload: &[u8]) -> Vec<u8> {
    let mut head = b"BPXX\0\0\0\0".to_vec();
    head.extend(stated.to_le_bytes());
    head.extend((entries.len() as u32).to_le_bytes());
    head.extend(1_u32.to_le_bytes());
    head.extend([0; 16]);
    for Entry(pointer, size, kind) in entries {
        head.extend(pointer.to_le_bytes());
        head.extend([*size, *size, 0].map(u32::to_le_bytes).concat());
        head.extend([*kind, 0, 0, 0]);
    }
    let sum: u32 = head.iter().map(|byte| u32::from(*byte)).sum();
    head[4..8].copy_from_slice(&sum.to_le_bytes());
    head.extend(payload);
    head
}

fn open(bytes: &[u8]) -> Container {
    Container::open(Arc::new(bytes.to_vec()), Limits::default()).unwrap()
}

fn rebuilt(bytes: &[u8]) -> Vec<u8> {
    from_json(&to_json(&open(bytes), ModelOptions::default()).unwrap()).unwrap()
}

#[test]
fn what_is_not_compressed_is_rebuilt_byte_for_byte() {
    // The table of two sections ends at 88, of three at 112, of four at 136.
    let cases = [
        ("no section", file(40, &[], b"")),
        ("no section, trailing bytes", file(40, &[], b"more")),
        ("size not stated", file(0, &[Entry(64, 3, 7)], b"abcmore")),
        ("out of order", file(94, &[Entry(91, 3, 7), Entry(88, 3, 7)], b"abcdef")),
        ("gaps and trailing bytes", file(99, &[Entry(90, 3, 7), Entry(96, 3, 7)], b"..abc...defmore")),
        ("the same bytes", file(115, &[Entry(112, 3, 7), Entry(112, 3, 0xFF), Entry(112, 3, 7)], b"ab\0")),
        ("empty at the next", file(94, &[Entry(88, 6, 7), Entry(94, 0, 7)], b"abcdef")),
        ("empty before, listed after", file(94, &[Entry(88, 6, 7), Entry(88, 0, 7)], b"abcdef")),
        ("empty inside of another", file(94, &[Entry(88, 6, 7), Entry(90, 0, 7)], b"abcdef")),
        ("empty in the header", file(94, &[Entry(5, 0, 7), Entry(88, 6, 7)], b"abcdef")),
        ("empty after trailing bytes", file(98, &[Entry(88, 6, 7), Entry(98, 0, 7)], b"abcdefmore")),
        ("empty in a gap", file(96, &[Entry(90, 0, 7), Entry(93, 3, 7)], b".....abc")),
    ];
    for (what, bytes) in cases {
        assert_eq!(rebuilt(&bytes), bytes, "{what}");
    }
}

#[test]
fn a_section_in_the_header_gets_a_place_and_the_size_stays_true() {
    // 23 bytes of the header, and 30 after the table of which the last 7 are not counted.
    let bytes = file(87, &[Entry(0, 23, 7)], &[b'x'; 30]);
    let again = rebuilt(&bytes);
    assert_eq!(&again[64..87], &bytes[..23]);
    assert_eq!(&again[87..], [b'x'; 30]);
    assert_eq!(open(&again).header().file_size, 110);
    let report = verify(&again, Mode::Lenient).unwrap();
    assert_eq!(report.count(Severity::Error), 0, "{:?}", report.findings());
    assert_eq!(rebuilt(&again), again);
}

#[test]
fn a_checksum_keeps_its_treatment_of_reserved_bytes() {
    const USED: u8 = 0x40;
    let excluding = |mut bytes: Vec<u8>| {
        bytes[63] = USED;
        bytes
    };
    let mut bytes = excluding(file(67, &[Entry(64, 3, 7)], b"abc"));
    assert_eq!(rebuilt(&bytes), bytes, "the checksum excludes the reserved bytes");
    let sum = u32::from_le_bytes(bytes[4..8].try_into().unwrap()) + u32::from(USED);
    bytes[4..8].copy_from_slice(&sum.to_le_bytes());
    assert_eq!(rebuilt(&bytes), bytes, "the checksum includes the reserved bytes");
    // The section moves to offset 64, and that number adds to the checksum as much as the reserved bytes would.
    let moved = rebuilt(&excluding(file(0, &[Entry(0, 5, 7)], b"")));
    assert_eq!(moved[40..44], 64_u32.to_le_bytes());
    assert_eq!(rebuilt(&moved), moved);
}

#[test]
fn an_edited_content_moves_what_follows() {
    let bytes = file(94, &[Entry(88, 3, 7), Entry(91, 3, 7)], b"abcdefmore");
    let mut model = to_json(&open(&bytes), ModelOptions::default()).unwrap();
    model["sections"][0]["content"] = json!({ "data": "6162636465" });
    let longer = from_json(&model).unwrap();
    assert_eq!(&longer[88..], b"abcdedefmore");
    let container = open(&longer);
    assert_eq!((container.table()[1].pointer, container.header().file_size), (93, 96));
}

#[test]
fn the_stated_size_cannot_be_set_to_more_than_there_is() {
    let model = to_json(&open(&file(94, &[Entry(88, 3, 7), Entry(91, 3, 7)], b"abcdef")), ModelOptions::default());
    let stated = |edit: &dyn Fn(&mut Value)| {
        let mut model = model.as_ref().unwrap().clone();
        edit(&mut model);
        let bytes = from_json(&model).unwrap();
        (open(&bytes).header().file_size, bytes.len())
    };
    assert_eq!(stated(&|model| model["sections"] = json!([])), (40, 40));
    assert_eq!(stated(&|model| model["sections"] = json!([model["sections"][0]])), (67, 67));
    assert_eq!(stated(&|model| model["header"]["file_size"] = json!("65536")), (94, 94));
}

/// Sections take several times the memory of their JSON.
#[test]
fn the_sections_of_a_document_are_charged() {
    let entries: Vec<_> = (0..1000).map(|_| Entry(24_040, 0, 0xFF)).collect();
    let model = to_json(&open(&file(0, &entries, &[])), ModelOptions::default()).unwrap();
    let written = |max_memory: u64| {
        let budget = Budget::new(Limits::default().with_max_memory(max_memory), 0);
        let mut doc = DocBuilder::new(&budget);
        write_tree(&model, &mut doc);
        super::from_json(doc.finish().unwrap().root())
    };
    assert_eq!(written(2 << 20).unwrap().len(), 24_040);
    let error = written(700_000).unwrap_err();
    assert!(error.to_string().contains("700000 bytes of memory"), "{error}");
}

/// 64 KiB that 1,000 sections share would make a model of 128 MB.
#[test]
fn a_model_is_in_proportion_to_its_file() {
    let entries: Vec<_> = (0..1000).map(|_| Entry(24_040, 65_536, 0xFF)).collect();
    let bytes = file(0, &entries, &[0; 65_536]);
    let error = to_json(&open(&bytes), ModelOptions::default()).unwrap_err();
    let finding = error.finding().unwrap();
    // 16 times 89,576 bytes and 1 MiB hold 37 of them.
    assert_eq!((finding.class, finding.path.to_string()), (Class::LimitExceeded, "sections[37]".to_owned()));
    let report = verify(&bytes, Mode::Lenient).unwrap();
    let limits: Vec<_> = report.findings().iter().filter(|one| one.code == "sections.limit").collect();
    let [limit] = &*limits else { panic!("{:?}", report.findings()) };
    // The size that a structure reads is known only afterwards, so the last one may exceed the bound.
    assert_eq!((limit.path.to_string(), limit.location.file), ("sections[38]".to_owned(), 24_040));

    let bytes = file(0, &[Entry(88, 300, 7), Entry(388, 300, 7)], &[1; 600]);
    let container = Container::open(Arc::new(bytes), Limits::default().with_max_content(500)).unwrap();
    let error = to_json(&container, ModelOptions::default()).unwrap_err();
    assert_eq!(error.finding().unwrap().path.to_string(), "sections[1]");
    assert!(to_json(&container, ModelOptions::default().with_brief(true)).is_ok());
}

#[test]
fn versions_that_do_not_exist_are_not_written() {
    let bytes = file(0, &[], b"");
    let container = Container::open(Arc::new(bytes), Limits::default()).unwrap();
    let mut model = to_json(&container, ModelOptions::default()).unwrap();
    assert!(from_json(&model).is_ok());
    model["header"]["version"] = 3.into();
    assert_eq!(from_json(&model).unwrap_err().to_string(), "header.version: expected 1 or 2");
}
