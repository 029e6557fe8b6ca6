//! Properties of all bytes: records are read and written without a change, and both readers report the same.
#![allow(missing_docs, clippy::unwrap_used, clippy::indexing_slicing, clippy::panic)]

mod shapes;

use bpx_formats::bpx::sd::{NONE, Node};
use bpx_formats::bpx::table::{Column, TableHeader};
use bpx_formats::bpx::{Layout, MainHeader, SectionHeader};
use bpx_schema::assemble::FromJson;
use bpx_schema::assemble::assemble;
use bpx_schema::codec::{Decoder, Encoder, Tree};
use bpx_schema::json::ToJson;
use bpx_schema::json::{JsonDoc, JsonWatch, TreeBuilder};
use bpx_schema::schema::Model;
use bpx_schema::{Budget, Codec, DecodeOwned, Limits, Record};
use proptest::prelude::*;
use proptest::sample::Index;
use shapes::{compare, samples};

/// A change of some bytes.
#[derive(Debug, Clone)]
enum Edit {
    Set(Index, u8),
    Flip(Index, u8),
    Cut(Index),
    Insert(Index, u8),
    Copy(Index, Index),
}

fn edit() -> impl Strategy<Value = Edit> {
    let at = any::<Index>;
    prop_oneof![
        (at(), any::<u8>()).prop_map(|(at, byte)| Edit::Set(at, byte)),
        (at(), 0..8_u8).prop_map(|(at, bit)| Edit::Flip(at, bit)),
        at().prop_map(Edit::Cut),
        (at(), any::<u8>()).prop_map(|(at, byte)| Edit::Insert(at, byte)),
        (at(), at()).prop_map(|(from, to)| Edit::Copy(from, to)),
    ]
}

/// Valid bytes with a few changes, or any bytes at all.
fn bytes_like(samples: Vec<Vec<u8>>) -> impl Strategy<Value = Vec<u8>> {
    let edited = (prop::sample::select(samples), prop::collection::vec(edit(), 0..6)).prop_map(|(mut bytes, edits)| {
        for edit in edits {
            let len = bytes.len();
            match edit {
                _ if len == 0 => {}
                Edit::Set(at, byte) => bytes[at.index(len)] = byte,
                Edit::Flip(at, bit) => bytes[at.index(len)] ^= 1 << bit,
                Edit::Cut(at) => bytes.truncate(at.index(len)),
                Edit::Insert(at, byte) => bytes.insert(at.index(len), byte),
                Edit::Copy(from, to) => bytes[to.index(len)] = bytes[from.index(len)],
            }
        }
        bytes
    });
    prop_oneof![4 => edited, 1 => prop::collection::vec(any::<u8>(), 0..200)]
}

/// Compares both readers: all events, and the findings of a validator that wants no other events.
fn agree<T: DecodeOwned>(bytes: &[u8], args: &[i128]) -> Result<(), TestCaseError> {
    let model = Model::from_root(T::schema());
    let limits = Limits::default();
    prop_assert_eq!(
        compare::generated::<T>(&model, bytes, args, limits),
        compare::interpreted(&model, bytes, args, limits)
    );
    let [generated, interpreted] = compare::reports::<T>(&model, bytes, args);
    prop_assert_eq!(generated, interpreted);
    Ok(())
}

/// Reading and writing give the same bytes, in memory and through JSON.
fn round_trip<T: Record + PartialEq + std::fmt::Debug>(bytes: &[u8]) -> Result<(), TestCaseError> {
    let value = T::from_slice(bytes).unwrap();
    let written = value.to_vec().unwrap();
    prop_assert_eq!(&written, bytes);
    // Bit by bit, as a NaN is not a value of itself.
    prop_assert_eq!(T::from_slice(&written).unwrap().to_vec().unwrap(), bytes);
    let json = value.to_json([]).unwrap();
    prop_assert_eq!(T::from_json(json.root(), []).unwrap().to_vec().unwrap(), bytes);
    agree::<T>(bytes, &[])
}

/// What can be read writes back as the bytes that were read.
fn writes_back<T: DecodeOwned>(bytes: &[u8], args: &[i128]) -> Result<(), TestCaseError> {
    let budget = Budget::default();
    let mut d = Decoder::new(bytes, &budget);
    if let Ok(value) = T::decode(&mut d, samples::args_of(args)) {
        let read = usize::try_from(d.position()).unwrap();
        let mut written = Vec::new();
        value.encode(&mut Encoder::new(&mut written), samples::args_of(args)).unwrap();
        prop_assert_eq!(&written, &bytes[..read]);
    }
    Ok(())
}

/// What can be read comes back from JSON as bytes that mean the same.
fn through_json<T: DecodeOwned>(bytes: &[u8], args: &[i128]) -> Result<(), TestCaseError> {
    let describe = |bytes: &[u8]| {
        let mut json = JsonWatch::new(TreeBuilder::default());
        let budget = Budget::default();
        let mut d = Decoder::new(bytes, &budget).with_watch(&mut json);
        T::decode(&mut d, samples::args_of(args)).ok().map(|_| json.finish().finish())
    };
    if let Some(json) = describe(bytes) {
        let model = Model::from_root(T::schema());
        let assembled = assemble(&model, &model.root, JsonDoc::from(&json).root(), args);
        prop_assert!(assembled.is_ok(), "{:?} {json:#}", assembled);
        prop_assert_eq!(describe(&assembled.unwrap()), Some(json));
    }
    Ok(())
}

fn dynamics() -> Vec<Vec<u8>> {
    samples::dynamics().iter().map(|value| value.to_vec().unwrap()).collect()
}

fn tail() -> impl Strategy<Value = (Vec<u8>, i128)> {
    let samples = samples::tails().into_iter().map(|(bytes, _)| bytes).collect();
    (bytes_like(samples), -1..8_i128)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn main_headers(bytes in prop::collection::vec(any::<u8>(), MainHeader::SIZE)) {
        let header = MainHeader::from_slice(&bytes).map_err(|error| TestCaseError::fail(error.to_string()))?;
        prop_assert_eq!(header.to_vec().map_err(|error| TestCaseError::fail(error.to_string()))?, bytes);
    }

    #[test]
    fn section_headers(bytes in prop::collection::vec(any::<u8>(), SectionHeader::SIZE)) {
        round_trip::<SectionHeader>(&bytes)?;
    }

    #[test]
    fn tables(header in prop::collection::vec(any::<u8>(), TableHeader::SIZE), column in prop::collection::vec(any::<u8>(), Column::SIZE)) {
        round_trip::<TableHeader>(&header)?;
        round_trip::<Column>(&column)?;
    }

    #[test]
    fn rules(bytes in prop::collection::vec(any::<u8>(), shapes::Rules::SIZE)) {
        round_trip::<shapes::Rules>(&bytes)?;
    }

    #[test]
    fn rules_nearly_kept(bytes in bytes_like(vec![samples::rules().to_bytes().to_vec()])) {
        agree::<shapes::Rules>(&bytes, &[])?;
    }

    #[test]
    fn dynamic_structures(bytes in bytes_like(dynamics())) {
        agree::<shapes::Dynamic>(&bytes, &[])?;
        through_json::<shapes::Dynamic>(&bytes, &[])?;
    }

    #[test]
    fn trees(bytes in bytes_like(vec![samples::bytes_of(&samples::branch(), [1]), samples::chain(9)])) {
        agree::<Tree<shapes::Branch>>(&bytes, &[1])?;
        writes_back::<Tree<shapes::Branch>>(&bytes, &[1])?;
        through_json::<Tree<shapes::Branch>>(&bytes, &[1])?;
    }

    #[test]
    fn tails((bytes, kind) in tail()) {
        agree::<shapes::Tail>(&bytes, &[kind])?;
        writes_back::<shapes::Tail>(&bytes, &[kind])?;
        through_json::<shapes::Tail>(&bytes, &[kind])?;
    }

    #[test]
    fn archives(bytes in bytes_like(vec![samples::archive()])) {
        agree::<shapes::Archive>(&bytes, &[])?;
    }

    #[test]
    fn containers(bytes in bytes_like(samples::containers())) {
        agree::<Layout>(&bytes, &[])?;
    }

    #[test]
    fn structured_data(bytes in bytes_like(vec![samples::object()])) {
        agree::<Tree<Node>>(&bytes, &[i128::from(NONE)])?;
        writes_back::<Tree<Node>>(&bytes, &[i128::from(NONE)])?;
        through_json::<Tree<Node>>(&bytes, &[i128::from(NONE)])?;
    }
}
