//! Streams whose stored size is stated nowhere, as the objects in a pack of Git.

use super::files::zlib;
use bpx_schema::assemble::assemble_file;
use bpx_schema::interpret::Interpreter;
use bpx_schema::layout::FileWriter;
use bpx_schema::report::{Class, Mode};
use bpx_schema::schema::{Body, Model};
use bpx_schema::{Codec, structure};
use bpx_workbench::diff::{Options, diff};
use tests::python::doc;

/// Objects one after the other.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(big, magic = b"PACK")]
#[schema(sum(crc32, over(objects), stored = checksum))]
pub struct Pack {
    #[br(temp)]
    #[bw(calc = objects.len())]
    count: u16,
    #[br(count = count)]
    pub objects: Vec<Object>,
    pub checksum: u32,
}

/// An object, in a stream that ends by itself.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(big)]
pub struct Object {
    #[schema(range(1..=4))]
    pub kind: u8,
    pub len: u8,
    #[br(count = len)]
    #[schema(region(transform(zlib if kind < 4, deflate), content_size = len, self_ending))]
    pub content: Vec<u8>,
    /// A stream that states nothing of its content.
    #[br(if(kind == 2))]
    #[schema(region(transform(zlib), self_ending))]
    pub note: Option<Note>,
}

#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(big)]
pub struct Note {
    pub len: u8,
    #[br(count = len)]
    pub text: Vec<u8>,
}

pub fn pack() -> Vec<u8> {
    let one = [&[1, 5][..], &zlib(b"first")].concat();
    // The content of an object may be empty.
    let two = [&[2, 0][..], &zlib(b""), &zlib(b"\x02hi")].concat();
    // Without the head and the checksum of ZLIB.
    let stream = zlib(b"third");
    let three = [&[4, 5][..], &stream[2..stream.len() - 4]].concat();
    let objects = [one, two, three].concat();
    let crc = super::files::crc32(&objects);
    [&b"PACK\0\x03"[..], &objects, &crc.to_be_bytes()].concat()
}

#[test]
fn each_stream_ends_where_the_next_object_begins() {
    let value = Pack::from_slice(&pack()).unwrap();
    let contents: Vec<_> = value.objects.iter().map(|object| &*object.content).collect();
    assert_eq!(contents, [&b"first"[..], b"", b"third"]);
    assert_eq!(value.objects[1].note.as_ref().unwrap().text, b"hi");
    assert_eq!(Pack::validate(&pack(), Mode::Strict).findings(), []);
    // What a writer compresses is read again.
    let written = value.to_vec().unwrap();
    assert_eq!(Pack::from_slice(&written).unwrap().objects, value.objects);
}

#[test]
fn unchanged_streams_keep_their_bytes() {
    let (model, file) = (Model::from_root(Pack::schema()), pack());
    let value = Pack::from_slice(&file).unwrap();
    let placed = FileWriter::edit(&value, [], &file).unwrap().place().unwrap();
    assert_eq!(placed.to_vec().unwrap(), file);
    let json = doc(&model, &file).unwrap();
    let written = assemble_file(&model, &bpx_formats::algorithms(), "Pack", json.root(), &[]).unwrap();
    assert_eq!(written, file);
    let mut changed = value;
    changed.objects[0].content = b"other".to_vec();
    let written = FileWriter::edit(&changed, [], &file).unwrap().place().unwrap().to_vec().unwrap();
    assert!(written.windows(10).any(|bytes| file[file.len() - 14..].starts_with(bytes)));
    assert_eq!(Pack::from_slice(&written).unwrap().objects, changed.objects);
}

#[test]
fn a_stream_that_does_not_end_is_reported() {
    let file = pack();
    let report = Pack::validate(&file[..12], Mode::Strict);
    let finding = &report.findings()[0];
    assert_eq!((finding.class, finding.path.to_string()), (Class::BadStream, "objects[0].content".to_owned()));
    let mut large = file;
    large[7] = 4;
    let report = Pack::validate(&large, Mode::Strict);
    assert_eq!(report.findings()[0].class, Class::SizeMismatch, "{:?}", report.findings());
}

#[test]
fn another_end_of_a_stream_is_another_format() {
    let old = Model::from_root(Pack::schema());
    let mut new = old.clone();
    let Body::Fields(fields) = &mut new.structures.get_mut("Object").unwrap().body else { panic!("no fields") };
    let note = fields.to_mut().last_mut().unwrap();
    let mut region = note.region.as_ref().unwrap().clone();
    region.self_ending = false;
    note.region = Some(region).into();
    let changes = diff(&old, &new, &Options::default()).unwrap();
    assert_eq!(changes.iter().map(|change| change.rule.id).collect::<Vec<_>>(), ["region.size"]);
}

/// What the macro says about a region.
fn message(region: &str) -> String {
    let item = format!(
        "#[brw(little)] struct Part {{ n: u8, #[br(count = 2)] #[schema(region({region}))] a: Vec<u8>, b: u8 }}"
    );
    bpx_codegen::expand_structure(Default::default(), item.parse().unwrap()).unwrap_err().to_string()
}

#[test]
fn streams_that_do_not_end_by_themselves_are_refused() {
    for region in ["self_ending", "size = n, transform(zlib), self_ending", "at = n, transform(zlib), self_ending"] {
        let found = message(region);
        assert!(found.contains("a stream that ends by itself needs a transform"), "{region}: {found}");
    }
    let found = message("transform(zlib, lz4_block), self_ending");
    assert!(found.contains("transform of your own for a stream that ends by itself, found `lz4-block`"), "{found}");
    let mut schema: serde_json::Value =
        serde_json::from_str(&Model::from_root(Pack::schema()).to_json().unwrap()).unwrap();
    let text = schema.to_string().replace("\"deflate\"", "\"gzip\"");
    schema = serde_json::from_str(&text).unwrap();
    let model = Model::from_json(&schema.to_string()).unwrap();
    let error = Interpreter::new(&model).unwrap_err().to_string();
    assert!(error.contains("ends by itself, found `gzip`"), "{error}");
}
