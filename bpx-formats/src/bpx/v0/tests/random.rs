use super::*;
use crate::ModelOptions;
use crate::model::trees::v0::{from_json, to_json};
use proptest::collection::vec;
use proptest::prelude::*;

/// Sections of any type, with bytes of any kind, compressed or not.
fn sections() -> impl Strategy<Value = Vec<(u8, Vec<u8>, Option<u32>)>> {
    let content =
        prop_oneof![vec(any::<u8>(), 0..60), (any::<u8>(), 0..300_usize).prop_map(|(byte, len)| vec![byte; len])];
    vec((0..9_u8, content, prop_oneof![Just(None), (0..=9_u32).prop_map(Some)]), 0..6)
}

proptest! {
    #[test]
    fn what_was_written_reads_back(sections in sections(), ext: [u8; 8]) {
        let builder = Builder::new(b'X').type_ext(TypeExt::Raw(ext));
        let builder = sections.iter().fold(builder, |builder, (kind, content, level)| builder.section(*kind, &content[..], *level));
        let bytes = builder.build().unwrap();
        prop_assert_eq!(crc32(bytes[..4].iter().chain(&bytes[8..]).copied()).to_le_bytes().to_vec(), bytes[4..8].to_vec());
        let container = open(&bytes);
        prop_assert_eq!(&container.header().type_ext, &TypeExt::Raw(ext));
        let read: Vec<_> = container.sections().map(|one| (one.header().kind, one.content().unwrap().into_owned())).collect();
        let written: Vec<_> = sections.iter().map(|(kind, content, _)| (*kind, content.clone())).collect();
        prop_assert_eq!(read, written);
        let again = from_json(&to_json(&container, ModelOptions::default()).unwrap()).unwrap();
        if container.table().iter().all(|entry| entry.flags == 0) {
            prop_assert_eq!(&again, &bytes);
        }
        let contents = |bytes: &[u8]| open(bytes).sections().map(|one| one.content().unwrap().into_owned()).collect::<Vec<_>>();
        prop_assert_eq!(contents(&again), contents(&bytes));
    }

    /// Contents of every type, valid or not: their JSON reads back to the same bytes.
    #[test]
    fn contents_survive_json(kind in prop_oneof![Just(b'T'), Just(b'M'), Just(b'S'), Just(b'P')], contents in vec((0..9_u8, vec(any::<u8>(), 0..80)), 0..5), ext: [u8; 8]) {
        let parts: Vec<_> = contents.iter().map(|(kind, content)| (*kind, 0, &content[..])).collect();
        let bytes = file(kind, ext, &parts);
        let model = to_json(&open(&bytes), ModelOptions::default()).unwrap();
        prop_assert_eq!(from_json(&model).unwrap(), bytes.clone());
        // Any file ends in a verdict.
        prop_assert!(verify(&bytes).findings().iter().all(|one| one.location.file <= bytes.len() as u64));
    }

    #[test]
    fn packages_read_back(assets in vec(("[a-c/.]{0,6}", vec(any::<u8>(), 0..50)), 1..6), level in prop_oneof![Just(None), Just(Some(6))]) {
        let parts = assets.iter().map(|(path, content)| (&path[..], &content[..]));
        let bytes = Builder::package(parts, level).unwrap().build().unwrap();
        let package = open(&bytes).package().unwrap();
        let read: Vec<_> = package.objects().map(|one| (one.name().unwrap().to_owned(), one.read().unwrap())).collect();
        prop_assert_eq!(read, assets);
    }
}
