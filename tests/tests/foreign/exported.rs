//! Exports: Python and Kaitai Struct read what the interpreter reads, C compiles, and the macros accept the generated
//! declarations.

use super::declared::Cabinet;
use super::early::{Ledger, Parcel, ledger, parcels};
use super::enclosed::{Consignment, consignment};
use super::files::{self, Format, all};
use super::laid::{self, Disk, Limited, Packet, Segment, Widths};
use super::lengths::{Blocks, blocks};
use super::programs::{Kaitai, ask_python, found};
use super::related::{Related, related};
use super::self_ending::{Pack, pack};
use super::shapes::schemas::{field, named, schema, structure as structure_of};
use super::shapes::{self, samples};
use super::shelf::{Shelf, shelves};
use bpx_codegen::generate;
use bpx_codegen::{expand_record, expand_structure};
use bpx_schema::interpret::Interpreter;
use bpx_schema::schema::Model;
use bpx_schema::value::hex;
use bpx_schema::watch::{Journal, JournalEvent};
use bpx_schema::{Codec, Limits, structure};
use bpx_workbench::export::{Target, export, format_stem, python_bundle};
use std::process::Command;
use test_needs::needs;

#[needs(python3)]
#[test]
fn modules_find_what_the_interpreter_finds() {
    let files = vec![files::cabinet(1), files::cabinet(9)];
    let cabinet = Format { name: "cabinet", model: Model::from_root(Cabinet::schema()), files };
    let related = Format { name: "related", model: Model::from_root(Related::schema()), files: vec![related()] };
    let shelf = Format { name: "shelf", model: Model::from_root(Shelf::schema()), files: shelves() };
    let packet = Format { name: "packet", model: Model::from_root(Packet::schema()), files: vec![laid::packet()] };
    let segment = Format { name: "segment", model: Model::from_root(Segment::schema()), files: vec![laid::segment()] };
    let disk = Format { name: "disk", model: Model::from_root(Disk::schema()), files: vec![laid::disk()] };
    let limited = Format { name: "limited", model: Model::from_root(Limited::schema()), files: vec![laid::limited()] };
    let parcel = Format { name: "parcel", model: Model::from_root(Parcel::schema()), files: parcels() };
    let consignment =
        Format { name: "consignment", model: Model::from_root(Consignment::schema()), files: vec![consignment()] };
    let ledger = Format { name: "ledger", model: Model::from_root(Ledger::schema()), files: vec![ledger()] };
    let blocks = Format { name: "blocks", model: Model::from_root(Blocks::schema()), files: vec![blocks()] };
    let laid = [cabinet, related, shelf, packet, segment, disk, limited, parcel, ledger, blocks, consignment];
    for format in all().into_iter().chain(shaped()).chain(laid) {
        let folder = tempfile::tempdir().unwrap();
        let module = folder.path().join(format!("{}.py", format_stem(format.name)));
        std::fs::write(&module, python_bundle(&format.model, format.name).unwrap()).unwrap();
        let mut cases = Vec::new();
        for file in &format.files {
            cases.extend((0..=file.len()).map(|end| file[..end].to_vec()));
            cases.push([&file[..], b"more"].concat());
            for at in 0..file.len() {
                for value in [file[at] ^ 1, file[at] ^ 0x80, 0xFF] {
                    let mut bytes = file.clone();
                    bytes[at] = value;
                    cases.push(bytes);
                }
            }
        }
        let files: Vec<_> = cases.iter().map(Vec::as_slice).collect();
        let mut back = 0;
        for (bytes, (faults, written)) in cases.iter().zip(ask_python(&module, &format.model, &files)) {
            assert_eq!(faults, found(&format.model, bytes), "{}: {bytes:02x?}", format.name);
            back += usize::from(written == hex(bytes));
            if format.files.contains(bytes) {
                assert!(written == "?" || written == hex(bytes), "{}: {written}", format.name);
            }
        }
        let regions = format
            .model
            .structures
            .values()
            .flat_map(bpx_schema::schema::Structure::all_fields)
            .any(|one| one.region.is_some());
        assert!(regions || back > 0, "{}: nothing is written back", format.name);
    }
}

/// Returns the structures that use every feature of the language, and streams that end by themselves.
fn shaped() -> Vec<Format> {
    let dynamics = samples::dynamics().iter().map(|value| samples::bytes_of(value, [])).collect();
    let of = |name, schema, files| Format { name, model: Model::from_root(schema), files };
    vec![
        of("rules", shapes::Rules::schema(), vec![samples::bytes_of(&samples::rules(), [])]),
        of("dynamic", shapes::Dynamic::schema(), dynamics),
        of("archive", shapes::Archive::schema(), vec![samples::archive()]),
        of("ledger", shapes::Ledger::schema(), vec![samples::ledger()]),
        of("pack", Pack::schema(), vec![pack()]),
        of("nest", shapes::Nest::schema(), vec![vec![1, 3, 4, 1, 3, 1, 0]]),
    ]
}

/// Formats of which ksy says less than the half: it cannot end every list, cannot sum elements, cannot compute with numbers
/// in digits, cannot choose a transform by a value, and cannot find the end of a stream; what follows or lies inside has no place then. The numbers are values
/// compared, and not.
const PARTLY: &[(&str, usize, usize)] =
    &[("lists", 37, 27), ("ar", 4, 20), ("java_class", 4, 11), ("sums", 1, 14), ("binder", 8, 34), ("pack", 4, 10)];

/// What a file says of what it lacks.
const LACKS: &[&str] = &[
    "searches or sums",
    "only the stored bytes",
    "ends the bytes",
    "bytes end",
    "bytes to an integer",
    "several parts form it",
    "ends by itself",
];

#[needs(kaitai)]
#[test]
fn compiled_kaitai_reads_what_the_interpreter_reads() {
    let kaitai = Kaitai::installed();
    let mut other = Vec::new();
    let widths = Format { name: "widths", model: Model::from_root(Widths::schema()), files: laid::widths() };
    for Format { name, model, files } in all().into_iter().chain(shaped()).chain([widths]) {
        let reader = kaitai.compile(name, &model);
        let (mut compared, mut unsaid) = (0, 0);
        for bytes in files {
            // What is compared has no faults.
            let mut journal = Journal::default();
            let read = Interpreter::with_algorithms(&model, bpx_formats::algorithms()).unwrap();
            read.run(&model.root, &bytes, &[], Limits::default(), &mut journal).unwrap();
            assert!(!journal.events().iter().any(|event| matches!(event, JournalEvent::Finding(_))), "{name}");
            let (same, missing) = reader.compare(name, &bytes);
            compared += same;
            unsaid += missing;
        }
        let partly = PARTLY.iter().find(|(format, ..)| *format == name);
        let enough =
            partly.map_or(compared >= 4 && compared > unsaid, |(_, said, not)| (*said, *not) == (compared, unsaid));
        if !enough {
            other.push(format!("{name}: {compared} values compared, {unsaid} not"));
        }
        let listed = LACKS.iter().any(|words| reader.text.contains(words));
        assert!(unsaid == 0 || listed, "{name}: what is left out is not listed");
    }
    assert!(other.is_empty(), "{other:#?}");
}

/// A list that bytes end, at another place.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
struct Elsewhere {
    at: u8,
    #[br(until_bytes = b"\xFF")]
    #[schema(region(at = at))]
    list: Vec<u16>,
}

/// The language reads the bytes that end such a list as an element: it is left out.
#[test]
fn a_list_elsewhere_that_bytes_end_is_left_out() {
    let text = export(&Model::from_root(Elsewhere::schema()), "elsewhere", Target::Kaitai).unwrap();
    assert!(text.contains("# * Elsewhere.list and all later fields: "), "{text}");
    assert!(!text.contains("repeat: eos"), "{text}");
}

#[needs(gcc)]
#[test]
fn headers_compile() {
    for Format { name, model, .. } in all().into_iter().chain(shaped()) {
        let folder = tempfile::tempdir().unwrap();
        let header = folder.path().join("it.h");
        std::fs::write(&header, export(&model, name, Target::C).unwrap()).unwrap();
        let source = folder.path().join("it.c");
        std::fs::write(&source, "#include \"it.h\"\nint main(void) { return 0; }\n").unwrap();
        let mut command = Command::new("gcc");
        command.args(["-std=c11", "-Wall", "-Wextra", "-Werror", "-pedantic", "-fsyntax-only"]).arg(&source);
        let output = command.output().unwrap();
        assert!(output.status.success(), "{name}: {}", String::from_utf8_lossy(&output.stderr));
    }
}

#[test]
fn the_macros_take_what_is_generated() {
    for Format { name, model, .. } in all().into_iter().chain(shaped()) {
        let module = generate::rust_module((&model).into(), name, |_, _| true);
        // Types that a declaration names but does not define must be written by hand.
        let own = |what: &str| what == "`crc32-legacy` is not built in: `super::Crc32Legacy` must implement `Checksum`";
        assert!(module.todo.iter().all(|(_, what)| own(what)), "{name}: {:?}", module.todo);
        let items = items_taken(&module.text);
        assert!(items >= model.structures.len(), "{name}: {items} items");
    }
}

/// Returns the items of a module, all of which the macros take.
fn items_taken(text: &str) -> usize {
    let mut items = 0;
    for item in syn::parse_file(text).unwrap_or_else(|error| panic!("{error}\n{text}")).items {
        let attributes = match &item {
            syn::Item::Struct(item) => &item.attrs,
            // The parameters of a checksum are a type without values.
            syn::Item::Enum(item) if !item.variants.is_empty() => &item.attrs,
            _ => continue,
        };
        let is_structure = attributes.iter().any(|one| one.path().is_ident("structure"));
        let tokens = quote::quote!(#item);
        let expanded =
            if is_structure { expand_structure(Default::default(), without(tokens)) } else { expand_record(tokens) };
        let expanded = expanded.map(drop).map_err(|error| error.to_string());
        assert_eq!(expanded, Ok(()), "{text}");
        items += 1;
    }
    items
}

/// Returns a schema of structures of a byte, given by their names and bodies.
fn schema_of(structures: &[(&str, serde_json::Value)]) -> Model {
    let structures: Vec<_> = structures.iter().map(|(name, body)| structure_of(name, Some(1), body)).collect();
    Model::from_json(&schema(&structures)).unwrap()
}

/// Returns a field of one byte, with what is said of it.
fn byte(more: &serde_json::Value) -> serde_json::Value {
    field("x", more)
}

#[test]
fn names_of_the_prelude_and_names_that_meet_stay_apart() {
    let names = ["Vec", "Option", "String", "Self", "Some", "Result", "Record", "Regions", "A B", "a b", "A-B", ""];
    let body = || serde_json::json!({ "fields": [byte(&serde_json::json!({}))] });
    let module = generate::rust_module((&schema_of(&names.map(|name| (name, body())))).into(), "Names.", |_, _| true);
    assert_eq!(items_taken(&module.text), names.len());
    let file = syn::parse_file(&module.text).unwrap();
    let name = |item: &syn::Item| match item {
        syn::Item::Struct(item) => Some(item.ident.to_string()),
        _ => None,
    };
    let types: Vec<_> = file.items.iter().filter_map(name).collect();
    let unique: std::collections::BTreeSet<_> = types.iter().collect();
    assert_eq!(unique.len(), names.len(), "{types:?}");
    for taken in ["Vec", "Option", "String", "Self", "Some", "Record", "Regions"] {
        assert!(!types.iter().any(|name| name == taken), "{taken} in {types:?}");
    }
}

#[test]
fn what_cannot_be_declared_is_noted_and_the_rest_is_taken() {
    let bit = |bit: u16, bits: u16| {
        serde_json::json!({
            "name": "b", "label": "", "doc": "", "bit": bit, "bits": bits, "codes": null, "constraints": [],
        })
    };
    let codes = serde_json::json!({ "codes": {
        "name": "Codes", "doc": "", "spec": "", "flags": false, "codes": [{ "name": "One", "value": 1, "doc": "" }],
    } });
    let mut of_structure = codes.clone();
    of_structure.as_object_mut().unwrap().extend(named("Other").as_object().unwrap().clone());
    let fields = |more: &serde_json::Value| serde_json::json!({ "fields": [byte(more)] });
    let schema = schema_of(&[
        ("Wide", serde_json::json!({ "bits": [bit(0, 129)] })),
        ("None left", serde_json::json!({ "bits": [] })),
        ("Part", serde_json::json!({ "bits": [bit(0, 3)] })),
        ("Coded", fields(&of_structure)),
        ("Other", fields(&codes)),
        ("Lines", fields(&serde_json::json!({ "doc": "a\rb\u{7f}c\r\n*/ d" }))),
    ]);
    let module = generate::rust_module((&schema).into(), "Parts.", |_, _| true);
    assert_eq!(items_taken(&module.text), 7, "{}", module.text);
    let noted: Vec<_> = module.todo.iter().map(|(name, _)| &**name).collect();
    assert!(noted.contains(&"Wide"), "{:?}", module.todo);
}

/// Returns the item without the attribute that the compiler takes away.
fn without(item: proc_macro2::TokenStream) -> proc_macro2::TokenStream {
    let mut item: syn::Item = syn::parse2(item).unwrap();
    let attributes = match &mut item {
        syn::Item::Struct(item) => &mut item.attrs,
        syn::Item::Enum(item) => &mut item.attrs,
        _ => panic!("neither a struct nor an enum"),
    };
    attributes.retain(|one| !one.path().is_ident("structure"));
    quote::quote!(#item)
}
