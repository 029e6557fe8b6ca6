use super::*;
use crate::blk::mum::mum_digest;
use bpx_schema::watch::{Journal, JournalEvent};

const SAMPLE: &str = "a:i = 1; t:t = \"text\"; p:p2 = 1, 2\nb { a:i = 1; c:c = 1, 2, 3 }";

#[test]
fn every_kind_reads_back() {
    let document = written(SAMPLE);
    let mut companions = names(&["b", "a", "other"]);
    companions.dictionary = Some(std::sync::Arc::new(Dictionary::new(b"text: a:i = 1 and more of it".to_vec())));
    for kind in Kind::ALL {
        let file = encode(&document, &EncodeOptions::new(kind), &companions).unwrap();
        assert_eq!(file[0], kind.byte());
        let back = open(&file, &companions);
        assert!(back.same_tree(&document), "{}", kind.name());
        assert_eq!((back.kind(), back.block_count(), back.param_count()), (kind, 2, 5));
        assert_eq!(rewrite(&file, Limits::default(), &Companions::default()).unwrap(), file);
        assert_eq!(findings(&file, &companions), []);
        // Shared names are not among the names of the file.
        assert_eq!(back.local_names().count(), if kind.is_slim() { 3 } else { 5 }, "{}", kind.name());
        let path = match kind {
            Kind::FatZst => "sized.content.body.params[0].value",
            Kind::SlimZst | Kind::SlimZstDict => "frame.content.body.params[0].value",
            Kind::Fat | Kind::Slim | Kind::FatDedup => "body.params[0].value",
        };
        assert!(leaves(&file, &companions).unwrap().contains(&path.to_owned()), "{}", kind.name());
    }
}

/// Returns the paths of all values without parts.
fn leaves(file: &[u8], companions: &Companions) -> bpx_schema::Result<Vec<String>> {
    let mut journal = Journal::default();
    watch(file, Limits::default(), companions, &mut journal)?;
    let leaf = |event: &JournalEvent| match event {
        JournalEvent::Leaf { path, .. } => Some(path.to_string()),
        _ => None,
    };
    Ok(journal.events().iter().filter_map(leaf).collect())
}

#[test]
fn bytes_by_hand() {
    let file = encode(
        &written("a:i = 1\nb { a:t = \"b\"; s:t = \"x\" }"),
        &EncodeOptions::new(Kind::Fat),
        &Companions::default(),
    );
    let head = [1, 3, 6, b'a', 0, b'b', 0, b's', 0, 2, 3, 2, b'x', 0];
    let params = [0, 0, 0, 2, 1, 0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0x80, 2, 0, 0, 1, 0, 0, 0, 0];
    assert_eq!(file.unwrap(), [&head[..], &params, &[0, 1, 1, 1, 2, 2, 0]].concat());
    let empty = encode(&written("\n"), &EncodeOptions::new(Kind::Fat), &Companions::default()).unwrap();
    // Neither names nor their size are stored.
    assert_eq!(empty, [1, 0, 1, 0, 0, 0, 0, 0]);
    let shared = written("a { x:i = 1 }\nb { x:i = 1 }\nc { x:i = 2 }");
    let shared = encode(&shared, &EncodeOptions::new(Kind::FatDedup), &Companions::default()).unwrap();
    let blocks = &shared[shared.len() - 16..];
    assert_eq!(blocks, [0, 0, 3, 1, 1, 1, 0, 0, 3, 1, 0, 0, 4, 1, 0, 1]);
}

#[test]
fn a_signature_stays() {
    let options = EncodeOptions::new(Kind::FatZst).with_rest(vec![7; 256]);
    let file = encode(&written(SAMPLE), &options, &Companions::default()).unwrap();
    let size = usize::from(file[1]) | usize::from(file[2]) << 8;
    assert_eq!((&file[4 + size..], file[3]), (&[7; 256][..], 0));
    assert_eq!(findings(&file, &Companions::default()), []);
    let json = to_json(&file, Limits::default(), &Companions::default()).unwrap();
    assert_eq!(from_json(&json, &Companions::default()).unwrap(), file);
    assert!(encode(&written(SAMPLE), &EncodeOptions::new(Kind::Fat).with_rest([1]), &Companions::default()).is_err());
}

#[test]
fn frames_that_are_none() {
    let none = Companions::default();
    let file = encode(&written(SAMPLE), &EncodeOptions::new(Kind::FatZst), &none).unwrap();
    assert_eq!(refused(&file[..2], &none), fault("truncated", "sized", 1));
    assert_eq!(refused(&file[..file.len() - 1], &none), fault("truncated", "sized", 4));
    let mut cut = file[..file.len() - 1].to_vec();
    cut[1] -= 1;
    assert_eq!(refused(&cut, &none), fault("blk.stream", "sized", 4));
    let mut changed = file.clone();
    changed[5] ^= 0xFF;
    assert_eq!(refused(&changed, &none), fault("blk.stream", "sized", 4));
    assert_eq!(refused(&[2, 0, 0, 0], &none), fault("blk.stream", "sized", 4));

    let frame = zstd::bulk::compress(&[3, 0, 1, 0, 0, 0, 0, 0], 3).unwrap();
    let inner = [&[2, u8::try_from(frame.len()).unwrap(), 0, 0][..], &frame].concat();
    assert_eq!(refused(&inner, &none), fault("blk.inner-kind", "sized.content.kind", 4));
    assert_eq!(findings(&inner, &none)[0].0, "blk.inner-kind");

    let slim = names(&["a"]);
    let mut file = encode(&written("a:i = 1"), &EncodeOptions::new(Kind::SlimZst), &slim).unwrap();
    file.extend([1, 2, 3]);
    assert_eq!(findings(&file, &slim), [("blk.frame.rest".to_owned(), Severity::Warning)]);
    assert_eq!(rewrite(&file, Limits::default(), &Companions::default()).unwrap(), file);
}

#[test]
fn bytes_after_a_frame_are_reported_where_they_are() {
    let none = Companions::default();
    let options = EncodeOptions::new(Kind::FatZst).with_rest([7; 5]);
    let mut file = encode(&written(SAMPLE), &options, &none).unwrap();
    // Three bytes that the size of the frame includes.
    let end = file.len() - 5;
    file.splice(end..end, [1, 2, 3]);
    file[1] += 3;
    let report = verify(&file, Mode::Lenient, Limits::default(), &none).unwrap();
    let found: Vec<_> = report.findings().iter().map(|one| (&*one.code, one.path.to_string(), one.location)).collect();
    let at = bpx_schema::report::Location { file: end as u64, content: None };
    assert_eq!(found, [("blk.frame.rest", "sized".to_owned(), at)]);
}

#[test]
fn a_name_map_is_read_before_it_is_written_again() {
    let file = NameMap::new([&b"one"[..], b"two"], None).unwrap().to_vec(3).unwrap();
    let again = |file: &[u8]| rewrite(file, Limits::default(), &Companions::default());
    assert_eq!(again(&file).unwrap(), file);
    assert_eq!(&*again(&file[..file.len() - 1]).unwrap_err().finding().unwrap().code, "blk.name-map.stream");
}

#[test]
fn frames_are_bounded() {
    let bomb = zstd::bulk::compress(&vec![0; 40 << 20], 3).unwrap();
    let file = [&[4][..], &bomb].concat();
    assert_eq!(refused(&file, &names(&[])), fault("blk.limit", "frame", 1));
    // A stream does not state the size of its content.
    let stream = zstd::stream::encode_all(&vec![0; 40 << 20][..], 3).unwrap();
    assert_eq!(refused(&[&[4][..], &stream].concat(), &names(&[])), fault("blk.limit", "frame", 1));
    let small = Limits::default().with_max_memory(1000);
    let file = [&[4][..], &zstd::bulk::compress(&[0; 1001], 3).unwrap()].concat();
    let error = Document::open(&file, &names(&[]), small).unwrap_err();
    assert_eq!(error.finding().unwrap().code, "blk.limit");
}

#[test]
fn companions_that_are_missing_or_others() {
    let document = written(SAMPLE);
    let mut all = names(&["b", "a"]);
    all.dictionary = Some(std::sync::Arc::new(Dictionary::new(vec![5; 300])));
    let slim = encode(&document, &EncodeOptions::new(Kind::Slim), &all).unwrap();
    let packed = encode(&document, &EncodeOptions::new(Kind::SlimZstDict), &all).unwrap();
    let none = Companions::default();
    assert_eq!(refused(&slim, &none), fault("blk.names.missing", "body", 1));
    assert_eq!(refused(&packed, &none), fault("blk.dictionary", "frame", 1));
    // Without names, everything else is checked.
    assert_eq!(findings(&slim, &none), [("blk.names.missing".to_owned(), Severity::Error)]);
    assert_eq!(refused(&slim, &names(&[])).0, "blk.param.name");
    for kind in [Kind::Slim, Kind::SlimZst, Kind::SlimZstDict] {
        assert!(encode(&document, &EncodeOptions::new(kind), &none).is_err());
    }
    assert!(encode(&document, &EncodeOptions::new(Kind::SlimZstDict), &names(&["a"])).is_err());
}

#[test]
fn name_maps_read_back() {
    let dictionary = Dictionary::new(b"bytes".to_vec());
    let list = [&b"one"[..], b"", b"\xCF\xEE"];
    let map = NameMap::new(list, Some(&dictionary)).unwrap();
    assert!(map.has_true_digest());
    assert_eq!(map.dictionary_digest(), dictionary.digest());
    let file = map.to_vec(18).unwrap();
    assert_eq!(NameMap::read(&file, Limits::default()).unwrap(), map);
    assert_eq!(map.iter().collect::<Vec<_>>(), list);
    assert_eq!((map.get(2), map.get(3)), (Some(list[2]), None));
    assert!(NameMap::new([&b"a\0"[..]], None).is_err());
    let broken = |change: &dyn Fn(&mut Vec<u8>)| {
        let mut file = file.clone();
        change(&mut file);
        let error = NameMap::read(&file, Limits::default()).unwrap_err();
        let finding = error.finding().unwrap();
        (finding.code.to_string(), finding.path.to_string(), finding.location.file)
    };
    assert_eq!(broken(&|file| file.truncate(30)), fault("truncated", "dictionary_digest", 8));
    assert_eq!(broken(&|file| file.truncate(45)), fault("blk.name-map.stream", "content", 40));
    let stored = |content: &[u8]| zstd::bulk::compress(content, 3).unwrap();
    for content in [&[2, 2, b'a', 0][..], &[1, 4, b'a', 0, b'b', 0], &[1, 1, b'a']] {
        let lie = |file: &mut Vec<u8>| {
            file.truncate(40);
            file.extend(stored(content));
        };
        assert_eq!(broken(&lie), fault("blk.name-map.count", "content.names", 40), "{content:?}");
    }
}

/// These are digests of the bytes 0, 1, 2 and so on, computed by another implementation with big integers.
#[test]
fn digests_of_names() {
    let bytes: Vec<u8> = (0..=255).collect();
    let known = [0x0000_0000_0000_0000, 0x32ea_e632_c2ae_8714, 0xeea7_31c6_a625_bc78, 0xfe70_6cec_726b_e284];
    for ((size, seed), known) in [(0, 0), (3, 1), (64, 9), (201, 77)].into_iter().zip(known) {
        assert_eq!(mum_digest(&bytes[..size], seed), known, "{size}");
    }
}

#[test]
fn bodies_without_their_first_byte() {
    let companions = names(&["b", "a"]);
    let document = written(SAMPLE);
    for kind in Kind::ALL.into_iter().filter(|kind| *kind != Kind::SlimZstDict) {
        let file = encode(&document, &EncodeOptions::new(kind), &companions).unwrap();
        let bare = Companions { bare: Some(kind), ..companions.clone() };
        let body = &file[1..];
        assert!(open(body, &bare).same_tree(&document), "{kind:?}");
        assert_eq!(findings(body, &bare), []);
        assert_eq!(rewrite(body, Limits::default(), &bare).unwrap(), body);
        let json = to_json(body, Limits::default(), &bare).unwrap();
        assert_eq!((&json["kind"], &json["bare"]), (&kind.name().into(), &true.into()));
        assert_eq!(from_json(&json, &companions).unwrap(), body, "{kind:?}");
        assert!(leaves(body, &bare).unwrap().iter().any(|path| path.ends_with("params[0].value")));
        // Offsets are those of the existing bytes.
        let cut = Document::open(&body[..body.len() - 1], &bare, Limits::default()).unwrap_err();
        assert!(cut.finding().unwrap().location.file < body.len() as u64);
    }
}

#[test]
fn hints_at_what_a_file_may_be() {
    let message = |file: &[u8], companions: &Companions| {
        let opened = Document::open(file, companions, Limits::default()).unwrap_err().to_string();
        let report = verify(&file, Mode::Lenient, Limits::default(), companions).unwrap();
        let finding = report.findings().last().unwrap().to_string();
        assert_eq!(opened, finding);
        finding
    };
    let none = Companions::default();
    let slim = encode(&written(SAMPLE), &EncodeOptions::new(Kind::Slim), &names(&["b", "a"])).unwrap();
    // The first byte, the number of names, is then no kind, a compressed kind, or a letter.
    for own in [0, 4, 5, 20, 100, 200] {
        let mut builder = Builder::new(None);
        for index in 0..own {
            builder.name(format!("name{index}").as_bytes()).unwrap();
        }
        if own > 0 {
            builder.param(b"name0", &Value::Int(1)).unwrap();
        }
        let body = unchecked_file(builder);
        assert!(message(&body[1..], &none).contains("without the first byte of a BLK file: pass --bare FAT"), "{own}");
    }
    assert!(message(&slim[1..], &none).contains("--bare SLIM"));
    for json in ["{\"a\": 1}", " \n[1]", "\u{feff}{}"] {
        assert!(message(json.as_bytes(), &none).contains("; the file looks like JSON"), "{json}");
    }
    let packed = encode(&written(SAMPLE), &EncodeOptions::new(Kind::SlimZst), &names(&["b", "a"])).unwrap();
    assert!(
        message(&packed[1..], &none)
            .contains("a ZSTD frame without the first byte of a BLK file: pass --bare SLIM_ZST")
    );
    // A file that states its kind and is invalid gets no hint.
    let fat = encode(&written(SAMPLE), &EncodeOptions::new(Kind::Fat), &none).unwrap();
    assert!(!message(&fat[..fat.len() - 1], &none).contains("--bare"));
    assert!(!message(b"a:i=x", &none).contains("--bare"));
    let legacy = Document::open(b"\0BBF", &none, Limits::default()).unwrap_err().to_string();
    assert!(!legacy.contains("--bare"), "{legacy}");
}

fn unchecked_file(builder: Builder) -> Vec<u8> {
    let body = builder.build_body().unwrap();
    bpx_schema::Codec::to_vec(&File { kind: 1, body: Some(body), sized: None, frame: None }).unwrap()
}

#[test]
fn a_file_that_holds_the_bytes_of_a_frame_is_no_name_map() {
    let none = Companions::default();
    for padding in 0..40 {
        // A color is stored as blue, green, red, alpha.
        let document = written(&format!("a{}:c=47,181,40,253", "n".repeat(padding)));
        let file = encode(&document, &EncodeOptions::new(Kind::Fat), &none).unwrap();
        let at = file.windows(4).position(|bytes| bytes == b"\x28\xB5\x2F\xFD");
        if at == Some(40) {
            assert_eq!(Form::of(&file, &none).unwrap(), Form::Binary(Kind::Fat));
            assert!(open(&file, &none).same_tree(&document));
            assert_eq!(findings(&file, &none), []);
            return;
        }
    }
    panic!("no test file has the bytes of a frame at the offset of a name map");
}

#[test]
fn name_maps_are_files_too() {
    let dictionary = Dictionary::new(b"bytes".to_vec());
    let map = NameMap::new([&b"one"[..], b"one", b"\xCF"], Some(&dictionary)).unwrap();
    let file = map.to_vec(18).unwrap();
    let none = Companions::default();
    assert_eq!(Form::of(&file, &none).unwrap(), Form::NameMap);
    assert_eq!(findings(&file, &none), []);
    assert_eq!(rewrite(&file, Limits::default(), &none).unwrap(), file);
    let json = to_json(&file, Limits::default(), &none).unwrap();
    assert_eq!(
        (&json["kind"], &json["names"]),
        (&"name-map".into(), &serde_json::json!(["one", "one", {"hex": "cf"}]))
    );
    assert_eq!(from_json(&json, &none).unwrap(), file);
    let mut other = json.clone();
    other["names_digest"] = "00".into();
    assert_eq!(from_json(&other, &none).unwrap_err().to_string(), "names_digest: expected 8 bytes in hexadecimal");
    // The stated digest is kept, whatever the names are.
    other["names_digest"] = "0011223344556677".into();
    let stated = from_json(&other, &none).unwrap();
    assert_eq!(stated[..8], [0x00, 0x11, 0x22, 0x33, 0x44, 0x55, 0x66, 0x77]);
    assert!(leaves(&file, &none).unwrap().contains(&"content.name_count".to_owned()));
    let (code, ..) = refused(&file, &none);
    assert_eq!(code, "blk.name-map");
    assert_eq!(findings(&file[..60], &none)[0].0, "blk.name-map.stream");
}

#[test]
fn a_text_has_no_layout() {
    let error = leaves(b"a:i=1", &Companions::default()).unwrap_err();
    let finding = error.finding().unwrap();
    assert_eq!((&*finding.code, finding.class.verdict().name()), ("blk.text.layout", "unsupported"));
}

#[test]
fn what_begins_like_a_text() {
    let form = |file: &[u8]| Form::of(file, &Companions::default()).ok();
    for text in [&b""[..], b"a", b"\t", b"\x1A", b"a\0", b"\xEF\xBB\xBF\0", b"\xFF", b"\"\xFF\0"] {
        assert_eq!(form(text), Some(Form::Text), "{}", text.escape_ascii());
    }
    for other in [&b"\0"[..], b"\0a:i=1", b"\x07", b"\x7F", b"\xFF\0"] {
        assert_eq!(form(other), None, "{}", other.escape_ascii());
        assert_eq!(refused(other, &Companions::default()), fault("blk.kind", "kind", 0));
    }
}

#[test]
fn an_empty_file_is_an_empty_text() {
    let none = Companions::default();
    assert!(open(b"", &none).is_empty());
    for mode in [Mode::Lenient, Mode::Strict] {
        assert_eq!(verify(&&b""[..], mode, Limits::default(), &none).unwrap().findings(), []);
    }
    let json = to_json(b"", Limits::default(), &none).unwrap();
    assert_eq!(json["kind"], "text");
    assert_eq!(from_json(&json, &none).unwrap(), b"");
    assert_eq!(rewrite(b"", Limits::default(), &none).unwrap(), b"");
}
