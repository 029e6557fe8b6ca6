use super::super::*;
use super::every_type;
use crate::model::trees;
use bpx_schema::codec::CText;
use proptest::prelude::*;

/// Scalars of every type, of any bits.
fn scalar() -> impl Strategy<Value = Scalar> {
    prop_oneof![
        Just(Scalar::Null),
        any::<u8>().prop_map(Scalar::Bool),
        any::<u8>().prop_map(Scalar::UInt8),
        any::<u16>().prop_map(Scalar::UInt16),
        any::<u32>().prop_map(Scalar::UInt32),
        any::<u64>().prop_map(Scalar::UInt64),
        any::<i8>().prop_map(Scalar::Int8),
        any::<i16>().prop_map(Scalar::Int16),
        any::<i32>().prop_map(Scalar::Int32),
        any::<i64>().prop_map(Scalar::Int64),
        any::<u32>().prop_map(|bits| Scalar::Float(f32::from_bits(bits))),
        any::<u64>().prop_map(|bits| Scalar::Double(f64::from_bits(bits))),
        proptest::collection::vec(1..=u8::MAX, 0..8)
            .prop_map(|bytes| Scalar::String(CText::new(bytes).unwrap_or_default())),
        "[a-zé\u{1f332}]{0,6}".prop_map(|text| Scalar::String(CText::new(text).unwrap_or_default())),
    ]
}

/// A step in building: a scalar, the beginning of an array or an object, or the end of one.
#[derive(Debug, Clone)]
enum Move {
    Scalar(u64, Scalar),
    Open(u64, bool),
    Close,
}

fn moves() -> impl Strategy<Value = Vec<Move>> {
    let hash = || prop_oneof![0..4_u64, any::<u64>(), Just(DEBUG_HASH)];
    let one = prop_oneof![
        4 => (hash(), scalar()).prop_map(|(hash, scalar)| Move::Scalar(hash, scalar)),
        2 => (hash(), any::<bool>()).prop_map(|(hash, object)| Move::Open(hash, object)),
        1 => Just(Move::Close),
    ];
    proptest::collection::vec(one, 0..80)
}

/// Returns the document that moves lead to.
fn document(moves: Vec<Move>) -> Document {
    let mut tree = bpx_schema::codec::TreeBuilder::default();
    tree.open(Node::new(None, Scalar::Object));
    let mut objects = vec![true];
    for one in moves {
        let name = |hash| objects.last().copied().unwrap_or_default().then_some(hash);
        match one {
            Move::Scalar(hash, scalar) => tree.leaf(Node::new(name(hash), scalar)),
            Move::Open(hash, object) => {
                tree.open(Node::new(name(hash), if object { Scalar::Object } else { Scalar::Array }));
                objects.push(object);
            }
            Move::Close if objects.len() > 1 => {
                tree.close();
                objects.pop();
            }
            Move::Close => {}
        }
    }
    Document::from_tree(tree.finish()).unwrap()
}

/// Returns bytes that begin like a document more often than chance would have it.
fn bytes() -> impl Strategy<Value = Vec<u8>> {
    let byte = prop_oneof![Just(0_u8), Just(1), 0..16_u8, any::<u8>()];
    proptest::collection::vec(byte, 0..300)
}

proptest! {
    #[test]
    fn documents_read_back(moves in moves()) {
        let document = document(moves);
        let bytes = document.to_vec().unwrap();
        prop_assert_eq!(bytes.len() as u64, document.encoded_size());
        let (back, used) = Document::from_slice(&bytes).unwrap();
        prop_assert_eq!(used, bytes.len());
        // NaN differs from itself; bytes do not.
        prop_assert_eq!(back.to_vec().unwrap(), bytes);
        prop_assert_eq!(document.sorted().encoded_size(), document.encoded_size());
    }

    #[test]
    fn documents_survive_json(moves in moves()) {
        let document = document(moves);
        let text = trees::sd::to_json(&document).to_string();
        let back = json::from_json_text(&text).unwrap();
        prop_assert_eq!(back.to_vec().unwrap(), document.to_vec().unwrap());
        // Once what plain JSON cannot say is gone, nothing more is lost.
        let plain = trees::sd::to_plain_json(&document);
        let plain = trees::sd::to_plain_json(&trees::sd::from_plain_json(&plain, true).unwrap());
        let again = trees::sd::from_plain_json(&plain, true).unwrap();
        prop_assert_eq!(trees::sd::to_plain_json(&again), plain);
    }

    #[test]
    fn bytes_that_read_are_written_again(bytes in bytes()) {
        match Document::from_slice(&bytes) {
            Ok((document, used)) => prop_assert_eq!(&document.to_vec().unwrap()[..], &bytes[..used]),
            Err(error) => {
                let finding = error.finding().unwrap();
                prop_assert!(finding.location.file <= bytes.len() as u64);
            }
        }
    }
}

#[test]
fn every_prefix_and_every_changed_byte_ends_well() {
    let bytes = every_type();
    for end in 0..bytes.len() {
        let error = Document::from_slice(&bytes[..end]).unwrap_err();
        let finding = error.finding().unwrap();
        assert!(finding.location.file <= end as u64, "{finding}");
        assert!(!finding.path.segments().is_empty(), "{finding}");
    }
    for place in 0..bytes.len() {
        for value in 0..=u8::MAX {
            let mut changed = bytes.clone();
            changed[place] = value;
            match Document::from_slice(&changed) {
                Ok((document, used)) => assert_eq!(document.to_vec().unwrap(), changed[..used]),
                Err(error) => assert!(error.finding().unwrap().location.file <= bytes.len() as u64),
            }
        }
    }
}
