//! Numbers that do not fit are errors or are shown as they are; none is cut or clipped without a word.
#![allow(missing_docs, clippy::unwrap_used, clippy::indexing_slicing, clippy::panic)]

mod shapes;

use binrw::BinRead;
use bpx_schema::assemble::assemble;
use bpx_schema::dump::{DumpOptions, dump_to_string};
use bpx_schema::interpret::Interpreter;
use bpx_schema::json::JsonDoc;
use bpx_schema::report::{Class, Error, Mode};
use bpx_schema::schema::Model;
use bpx_schema::structure;
use bpx_schema::{Algorithms, Limits};
use bpx_workbench::export::{Target, export};
use serde_json::{Value, json};
use shapes::schemas::{self, field, fields, schema};
use std::io::{Cursor, Read, Seek, SeekFrom};

fn model(structures: &[Value]) -> Model {
    Model::from_json(&schema(structures)).unwrap()
}

/// Class and message of a fault.
fn fault(error: Error) -> (Class, String) {
    let finding = error.into_finding().unwrap();
    (finding.class, finding.message)
}

fn dumped(model: &Model, bytes: &[u8]) -> String {
    let interpreter = Interpreter::with_algorithms(model, Algorithms::builtin()).unwrap();
    let read =
        |watch: &mut dyn bpx_schema::watch::Watch| interpreter.run(&model.root, bytes, &[], Limits::default(), watch);
    dump_to_string(bytes, &DumpOptions::default(), &read).unwrap()
}

#[test]
fn an_array_whose_size_has_no_number_is_reported_by_its_count() {
    let int = json!({ "int": { "size": 2, "signed": false, "endian": "little" } });
    for len in
        [json!({ "fixed": u64::MAX }), json!({ "count": { "binary": ["sub", [{ "path": ["n"] }, { "int": 1 }]] } })]
    {
        let list = [
            field("n", &json!({ "ty": { "int": { "size": 8, "signed": false, "endian": "little" } } })),
            field("x", &json!({ "ty": int, "len": len })),
        ];
        let model = model(&[fields("A", &list)]);
        let interpreter = Interpreter::with_algorithms(&model, Algorithms::builtin()).unwrap();
        let report = interpreter.validate(&[0xFF; 10], Mode::Strict);
        let [finding] = report.findings() else { panic!("{:?}", report.findings()) };
        assert_eq!((finding.class, finding.path.to_string(), finding.location.file), (Class::Truncated, "x".into(), 8));
        let count = if len["fixed"].is_null() { u64::MAX - 1 } else { u64::MAX };
        assert_eq!(finding.message, format!("{count} elements cannot fit into the remaining bytes"));
    }
}

#[test]
fn a_negative_number_with_names_is_shown_as_it_is() {
    let codes = |flags: bool| {
        json!({
            "name": "State", "doc": "", "spec": "", "flags": flags,
            "codes": [{ "name": "Off", "value": if flags { 1 } else { 0 }, "doc": "" }]
        })
    };
    for (flags, shown) in [(false, "x = -1\n"), (true, "x = -1\n")] {
        let signed =
            json!({ "ty": { "int": { "size": 1, "signed": true, "endian": "little" } }, "codes": codes(flags) });
        let text = dumped(&model(&[fields("A", &[field("x", &signed)])]), &[0xFF]);
        assert!(text.ends_with(shown), "{text}");
    }
}

#[test]
fn the_last_bit_that_a_position_reaches_is_shown() {
    let bits = json!({ "bits": [{
        "name": "x", "label": "", "doc": "", "bit": 65528, "bits": 8, "codes": null, "constraints": []
    }] });
    let model = model(&[schemas::structure("A", Some(8192), &bits)]);
    let mut bytes = vec![0; 8192];
    bytes[8191] = 0xA5;
    let text = dumped(&model, &bytes);
    assert!(text.contains("x = 165, bits 65528..65536"), "{text}");
}

#[test]
fn a_checksum_that_does_not_fit_is_refused_and_not_cut() {
    let sum = json!({
        "algorithm": "crc32", "stored": ["sum"], "over": ["data", "data"], "skip": [], "or_skip": [],
        "code": "a.sum", "spec": ""
    });
    let of_size = |size: u64| {
        let int = json!({ "ty": { "int": { "size": size, "signed": false, "endian": "big" } } });
        let mut owner = fields("A", &[field("sum", &int), field("data", &json!({ "len": { "fixed": 3 } }))]);
        owner["sums"] = json!([sum]);
        model(&[owner])
    };
    let json = JsonDoc::from(&json!({ "sum": 0, "data": "616263" }));
    // CRC-32 of "abc" is 0x352441c2.
    for size in [1, 2, 3] {
        let error = assemble(&of_size(size), "A", json.root(), &[]).unwrap_err();
        let message = format!("the crc32 checksum 0x352441c2 does not fit into the {size} bytes of sum");
        assert_eq!(fault(error), (Class::Overflow, message));
    }
    let written = assemble(&of_size(5), "A", json.root(), &[]).unwrap();
    assert_eq!(written, [0, 0x35, 0x24, 0x41, 0xC2, b'a', b'b', b'c']);
}

/// States more bytes than it gives, as a file does that another program cuts short.
struct Short {
    bytes: Cursor<Vec<u8>>,
    states: u64,
}

impl Read for Short {
    fn read(&mut self, buf: &mut [u8]) -> std::io::Result<usize> {
        self.bytes.read(buf)
    }
}

impl Seek for Short {
    fn seek(&mut self, to: SeekFrom) -> std::io::Result<u64> {
        match to {
            SeekFrom::End(0) => Ok(self.states),
            to => self.bytes.seek(to),
        }
    }
}

#[structure]
#[derive(Debug)]
#[brw(little)]
struct Counted {
    #[br(temp)]
    #[bw(calc = items.len())]
    count: u32,
    #[br(count = count)]
    items: Vec<u8>,
}

#[test]
fn a_stream_that_is_shorter_than_it_states_is_an_error_and_not_read_for_ever() {
    for len in [0, 2, 4, 100, 40_000] {
        let mut bytes = vec![0; len];
        bytes.iter_mut().zip(1_000_000_u32.to_le_bytes()).for_each(|(byte, of)| *byte = of);
        let mut short = Short { bytes: Cursor::new(bytes), states: 1 << 40 };
        let error = Counted::read_le(&mut short).unwrap_err().to_string();
        assert!(error.contains("are left"), "{error}");
    }
}

#[test]
fn exports_say_where_the_last_bit_field_ends() {
    let bits = json!({ "bits": [{
        "name": "x", "label": "", "doc": "", "bit": 65528, "bits": 4, "codes": null, "constraints": []
    }] });
    let model = model(&[schemas::structure("A", Some(8192), &bits)]);
    let kaitai = export(&model, "a", Target::Kaitai).unwrap();
    let widths = kaitai.lines().filter_map(|line| line.trim().strip_prefix("type: b")?.parse::<u32>().ok());
    assert_eq!(widths.sum::<u32>(), 65536, "{kaitai}");
    let mut end = bits;
    end["bits"][0]["bits"] = json!(8);
    let model = self::model(&[schemas::structure("A", Some(8192), &end)]);
    let markdown = export(&model, "a", Target::Markdown).unwrap();
    assert!(markdown.contains("| 65528–65535 | `x` |"), "{markdown}");
}
