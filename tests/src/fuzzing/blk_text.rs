//! BLK: the tree of a file survives every form: text, every binary kind, both kinds of JSON.

use super::file::{companions, is_limit, is_past_header, limits};
use bpx_formats::blk::{Document, EncodeOptions, Kind, encode, friendly, text};

const KINDS: [Kind; 6] = [Kind::Fat, Kind::FatZst, Kind::Slim, Kind::SlimZst, Kind::SlimZstDict, Kind::FatDedup];

pub(super) fn run(bytes: &[u8]) -> bool {
    let Ok(document) = Document::open(bytes, companions(), limits()) else { return is_past_header(bytes) };
    // A text has no place for the name of the root; everything else is in it.
    let named = document.root().name().is_some();
    let written = text::write(&document);
    match text::read(&written, limits()) {
        Ok(again) => {
            assert!(named || again.same_tree(&document), "the text reads back as another tree: {}", shown(&written));
            assert!(text::write(&again) == written, "the text is written otherwise: {}", shown(&written));
        }
        Err(error) => assert!(is_limit(&error), "the text is not read: {error}: {}", shown(&written)),
    }
    for kind in KINDS {
        let file = match encode(&document, &EncodeOptions::new(kind).with_level(1), companions()) {
            Ok(file) => file,
            Err(error) if is_limit(&error) => continue,
            Err(error) => panic!("{kind:?} is not written: {error}"),
        };
        match Document::open(&file, companions(), limits()) {
            Ok(again) => assert!(again.same_tree(&document), "{kind:?} reads back as another tree"),
            Err(error) => assert!(is_limit(&error), "{kind:?} is not read: {error}"),
        }
    }
    let friendly = friendly::to_vec(&document);
    serde_json::from_slice::<serde_json::Value>(&friendly)
        .unwrap_or_else(|error| panic!("friendly JSON is not JSON: {error}: {}", shown(&friendly)));
    is_past_header(bytes)
}

fn shown(text: &[u8]) -> String {
    text.escape_ascii().to_string()
}
