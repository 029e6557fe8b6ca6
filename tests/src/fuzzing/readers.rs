//! Generated code compared with the interpreter: the same events, findings and values for any bytes, and writers that
//! write what was read.

use super::agreement::Prepared;
use super::json::{assembled, watched};
use super::shapes::{self, samples};
use bpx_formats::bpx::sd::{NONE, Node};
use bpx_formats::bpx::{self, v0};
use bpx_formats::{blk, bpat, gpb};
use bpx_schema::codec::{Decoder, Encoder, Tree};
use bpx_schema::json::JsonDoc;
use bpx_schema::schema::Structure;
use bpx_schema::watch::Watch;
use bpx_schema::{Budget, Codec, DecodeOwned, Limits, Result, SizeBound};
use std::sync::LazyLock;

/// A type whose readers are compared.
struct Reader {
    schema: fn() -> &'static Structure,
    args: &'static [i128],
    /// Generated code: reports every value to a listener.
    decode: fn(&[u8], &[i128], &mut dyn Watch) -> Result<()>,
    /// Reads a value, and writes it again.
    write: fn(&[u8], &[i128]) -> Option<Written>,
    /// Writes the value that a model describes, by the schema.
    assemble: fn(&JsonDoc, &[i128]) -> Result<Vec<u8>>,
    /// Whether a value holds all that is read, so that it can be written: not contents of regions.
    writes: bool,
}

/// How many bytes of a value were read, and those that generated code writes for it.
type Written = (usize, Result<Vec<u8>>);

const fn reader<T: DecodeOwned>(args: &'static [i128], writes: bool) -> Reader {
    Reader { schema: T::schema, args, decode: decode::<T>, write: write::<T>, assemble: assemble::<T>, writes }
}

/// Less than elsewhere: every event is kept, with the whole path to it.
fn limits() -> Limits {
    let mut limits = super::file::limits().with_max_depth(60);
    limits.max_shared = SizeBound { base: 4 << 10, per_byte: 4 };
    limits
}

fn decode<T: DecodeOwned>(bytes: &[u8], args: &[i128], watch: &mut dyn Watch) -> Result<()> {
    T::traverse(&mut Decoder::new(bytes, &Budget::for_bytes(limits(), bytes)).with_watch(watch), samples::args_of(args))
}

fn write<T: DecodeOwned>(bytes: &[u8], args: &[i128]) -> Option<Written> {
    let budget = Budget::for_bytes(limits(), bytes);
    let mut d = Decoder::new(bytes, &budget);
    let value = T::decode(&mut d, samples::args_of(args)).ok()?;
    let mut written = Vec::new();
    let result = value.encode(&mut Encoder::new(&mut written), samples::args_of(args));
    Some((usize::try_from(d.position()).expect("a position in memory"), result.map(|()| written)))
}

fn assemble<T: DecodeOwned>(json: &JsonDoc, args: &[i128]) -> Result<Vec<u8>> {
    assembled::<T>(json, samples::args_of(args))
}

/// The types, in the order of the first byte of an input. New ones go to the end, or regressions lose their meaning.
const READERS: &[Reader] = &[
    reader::<bpx::Layout>(&[], false),
    reader::<v0::Layout>(&[], false),
    reader::<bpat::Layout>(&[], false),
    reader::<gpb::Bundle>(&[], false),
    // What they store is stored in other bytes when it is written.
    reader::<blk::File>(&[], false),
    reader::<blk::NameMapFile>(&[], false),
    reader::<blk::NameList>(&[], true),
    reader::<Tree<Node>>(&[NONE as i128], true),
    reader::<bpx::table::TableHeader>(&[], true),
    reader::<bpx::SectionHeader>(&[], true),
    reader::<shapes::Rules>(&[], true),
    reader::<shapes::Packed>(&[], true),
    reader::<shapes::Dynamic>(&[], false),
    reader::<Tree<shapes::Branch>>(&[1], true),
    reader::<shapes::Tail>(&[0], true),
    reader::<shapes::Tail>(&[1], true),
    reader::<shapes::Tail>(&[2], true),
    reader::<shapes::Tail>(&[3], true),
    reader::<shapes::Tail>(&[4], true),
    reader::<shapes::Tail>(&[5], true),
    reader::<shapes::Archive>(&[], false),
    reader::<shapes::Nest>(&[], false),
    reader::<shapes::Signed>(&[], true),
    reader::<shapes::Ledger>(&[], false),
];

/// Number of types.
pub(super) const COUNT: usize = READERS.len();
/// Numbers of the types that begin whole files.
pub(super) const FILES: std::ops::Range<usize> = 0..5;

/// Valid bytes of types that are not files, each with the number of its type.
pub(super) fn samples() -> Vec<(usize, Vec<u8>)> {
    let mut all = vec![
        (7, samples::object()),
        (10, samples::rules().to_bytes().to_vec()),
        (11, samples::packed(9, 5, 8).to_bytes().to_vec()),
        (13, samples::bytes_of(&samples::branch(), [1])),
        (13, samples::chain(9)),
        (20, samples::archive()),
        (21, vec![1, 3, 1, 0]),
        (23, samples::ledger()),
    ];
    all.extend(samples::dynamics().iter().map(|value| (12, value.to_vec().unwrap())));
    all.extend(samples::tails().into_iter().enumerate().map(|(at, (bytes, _))| (14 + at, bytes)));
    all.extend(samples::containers().into_iter().map(|bytes| (0, bytes)));
    all.extend(samples::version_0().into_iter().map(|bytes| (1, bytes)));
    all
}

static PREPARED: LazyLock<Vec<Prepared>> =
    LazyLock::new(|| READERS.iter().map(|reader| Prepared::of((reader.schema)())).collect());

pub(super) fn run(bytes: &[u8]) -> bool {
    let Some((first, bytes)) = bytes.split_first() else { return false };
    let number = usize::from(*first) % COUNT;
    let (reader, prepared) = (&READERS[number], &PREPARED[number]);
    let interpret =
        |watch: &mut dyn Watch| prepared.interpreter.run(&prepared.model.root, bytes, reader.args, limits(), watch);
    let generate = |watch: &mut dyn Watch| (reader.decode)(bytes, reader.args, watch);
    let Some(read) = prepared.agree(&generate, &interpret) else { return true };
    if !read.has_error && reader.writes {
        writes_back(reader, bytes);
    }
    read.is_past_header
}

/// The value is written as the bytes that were read, and its JSON as bytes that mean the same.
fn writes_back(reader: &Reader, bytes: &[u8]) {
    let Some((read, written)) = (reader.write)(bytes, reader.args) else { return };
    let written = written.unwrap_or_else(|error| panic!("a value without a fault is not written: {error}"));
    assert!(written == bytes[..read], "a value is written as other bytes: {written:02x?}");
    let describe = |bytes: &[u8]| watched(|watch| (reader.decode)(bytes, reader.args, watch));
    if let Some(json) = describe(bytes) {
        let assembled = (reader.assemble)(&json, reader.args)
            .unwrap_or_else(|error| panic!("what was read is not assembled: {error}"));
        let again = describe(&assembled);
        let is_same = again.as_ref().is_some_and(|again| again.root() == json.root());
        assert!(is_same, "what was assembled means something else: {json:?}, then {again:?}");
    }
}
