//! A rule that asks which regions share bytes, in every reader. The expectations are written by hand.
#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

use tests::programs;

use bpx_schema::codec::Regions;
use bpx_schema::interpret::Interpreter;
use bpx_schema::report::{Mode, Report};
use bpx_schema::schema::Model;
use bpx_schema::value::hex;
use bpx_schema::{Codec, Record, structure};
use programs::ask_module;
use test_needs::needs;

/// Parts, and where they lie.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[schema(each(
    table,
    assert(
        overlapped.parts == index,
        class = Overlap,
        severity = note,
        text = "shares bytes with part {overlapped.parts}",
        on = offset,
        code = "parts.overlap"
    )
))]
pub struct Parts {
    #[br(temp)]
    #[bw(calc = table.len())]
    count: u8,
    #[br(count = count)]
    pub table: Vec<Place>,
    #[schema(region(each = table, at = entry.offset, size = entry.size))]
    pub parts: Regions<Part>,
}

#[derive(Debug, Clone, PartialEq, Record)]
#[brw(little)]
pub struct Place {
    pub size: u8,
    pub offset: u16,
}

#[structure]
#[derive(Debug, Clone, PartialEq)]
pub struct Part {
    #[br(parse_with = until_eof)]
    pub bytes: Vec<u8>,
}

/// The first part shares one byte with the second; the third is the first, the fourth has no bytes, the last begins where
/// the first ends.
const FILE: &[u8] = &[5, 6, 19, 0, 4, 16, 0, 6, 19, 0, 0, 20, 0, 1, 25, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10];

fn found(report: &Report) -> Vec<String> {
    let shown = report.findings().iter().map(|one| {
        format!(
            "{} {} {} {} {}: {}",
            one.code,
            one.class,
            one.severity.name(),
            one.path,
            one.location.file,
            one.message
        )
    });
    shown.collect()
}

#[test]
fn generated_code_names_the_region_that_shares_bytes() {
    let wanted = ["parts.overlap overlap note table[0].offset 2: shares bytes with part 1"];
    assert_eq!(found(&Parts::validate(FILE, Mode::Strict)), wanted);
}

#[test]
fn the_interpreter_finds_the_same_for_all_places() {
    let model = Model::from_root(Parts::schema());
    let model: Model = serde_json::from_str(&serde_json::to_string(&model).unwrap()).unwrap();
    let interpreter = Interpreter::new(&model).unwrap();
    for at in 1..16 {
        for value in [0, 1, 4, 16, 18, 20, 25, 26, 0xFF] {
            let mut bytes = FILE.to_vec();
            bytes[at] = value;
            let report = Parts::validate(&bytes, Mode::Strict);
            assert_eq!(found(&report), found(&interpreter.validate(&bytes, Mode::Strict)), "{bytes:?}");
        }
    }
}

#[needs(python3)]
#[test]
fn exported_python_finds_the_same() {
    let program = format!(
        "import parts\nfor f in parts.validate(parts.Parts, bytes.fromhex('{}')):\n    print(f.code, f.kind, f.severity, \
         f.path, f.offset)",
        hex(FILE)
    );
    let lines = ask_module(&Model::from_root(Parts::schema()), "parts", &program, String::new());
    assert_eq!(lines, ["parts.overlap overlap note table[0].offset 2"]);
}

/// A schema may ask for the overlaps of the regions that the array describes, and of nothing else.
#[test]
fn a_schema_that_asks_for_overlaps_of_other_fields_is_refused() {
    let schema = serde_json::to_string(&Model::from_root(Parts::schema())).unwrap();
    let changed = schema.replace("[\"overlapped\",\"parts\"]", "[\"overlapped\",\"count\"]");
    assert_ne!(schema, changed, "{schema}");
    let model: Model = serde_json::from_str(&changed).unwrap();
    let error = Interpreter::new(&model).err().unwrap().to_string();
    assert!(
        error.contains(
            "expected the field of the regions that the array describes, found `count`, which `table` does not describe"
        ),
        "{error}"
    );
}
