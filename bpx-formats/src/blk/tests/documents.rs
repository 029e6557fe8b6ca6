use super::*;
use bpx_schema::Codec;
use bpx_schema::codec::Uleb;

#[test]
fn a_document_is_walked_over() {
    let document = written("a:i = 1; a:r = 2\nb { t:t = \"x\"; c { d:b = yes } }\nb { }");
    let root = document.root();
    assert_eq!((root.name(), root.params().len(), root.children().len()), (None, 2, 2));
    assert_eq!(root.get(b"a"), Some(Value::Int(1)));
    assert_eq!(root.get(b"b"), None);
    let inner = root.child(b"b").and_then(|block| block.child(b"c")).unwrap();
    assert_eq!(inner.get(b"d"), Some(Value::Bool(true)));
    let opened = root.events().filter_map(|event| match event {
        Event::Open(block) => Some(block.name()),
        Event::Close(_) => None,
    });
    assert_eq!(opened.collect::<Vec<_>>(), [None, Some(&b"b"[..]), Some(b"c"), Some(b"b")]);
}

#[test]
fn trees_differ_in_anything() {
    let one = "a:i = 1; b:r = 0; k { }";
    for other in [
        "a:i = 2; b:r = 0; k { }",
        "a:i64 = 1; b:r = 0; k { }",
        "b:r = 0; a:i = 1; k { }",
        "a:i = 1; b:r = -0.0; k { }",
        "a:i = 1; b:r = 0; l { }",
        "a:i = 1; b:r = 0; k { k { } }",
        "a:i = 1; b:r = 0; k { } k { }",
        "a:i = 1; b:r = 0; @null { }",
    ] {
        assert!(!written(one).same_tree(&written(other)), "{other}");
    }
    assert!(written("a:r = nan").same_tree(&written("a:r=NaN")));
    assert!(!written("a:r = nan").same_tree(&written("a:r = nan(0x7fc00001)")));
}

#[test]
fn builders_refuse_what_has_no_encoding() {
    let mut builder = Builder::new(None);
    assert!(builder.close().is_err(), "the root stays open");
    assert!(Builder::default().param(b"a", &Value::Int(1)).is_err(), "no block is open");
    assert!(builder.name(b"a\0").is_err());
    assert!(builder.param(b"a", &Value::String(b"\0")).is_err());
    for _ in 0..65_535 {
        builder.param(b"a", &Value::Int(1)).unwrap();
        builder.open(None).unwrap();
        builder.close().unwrap();
    }
    assert!(builder.param(b"a", &Value::Int(1)).is_err());
    assert!(builder.open(None).is_err());
    let document = builder.finish().unwrap();
    assert_eq!((document.param_count(), document.block_count()), (65_535, 65_536));
}

fn deep(levels: usize) -> Document {
    let mut builder = Builder::new(None);
    (0..levels).for_each(|_| builder.open(Some(b"k")).unwrap());
    builder.finish().unwrap()
}

#[test]
fn depth_is_bounded_and_nothing_recurses() {
    let document = deep(100_000);
    let file = encode(&document, &EncodeOptions::new(Kind::Fat), &Companions::default()).unwrap();
    let (code, path, _) = refused(&file, &Companions::default());
    assert_eq!((&*code, &*path), ("blk.block.depth", "body.blocks[512]"));
    let limits = Limits::default().with_max_depth(100_001);
    assert!(Document::open(&file, &Companions::default(), limits).unwrap().same_tree(&document));
    // The indentation of a text grows with the square of the depth.
    let document = deep(2_000);
    let text = text::write(&document);
    let error = text::read(&text, Limits::default()).unwrap_err();
    assert_eq!(error.finding().unwrap().code, "blk.block.depth");
    assert!(text::read(&text, limits).unwrap().same_tree(&document));
    assert!(friendly::to_vec(&document).ends_with(b"}\n}"));
}

/// Returns a FAT file that has only blocks, given as number of children and first child.
fn blocks_only(blocks: &[(u16, u8)]) -> Vec<u8> {
    let mut file = vec![Kind::Fat.byte(), 0, u8::try_from(blocks.len()).unwrap(), 0, 0];
    for (count, first) in blocks {
        file.extend([0, 0]);
        match count {
            0 => file.push(0),
            1..0x80 => file.extend([u8::try_from(*count).unwrap(), *first]),
            _ => file.extend([
                (count & 0x7F) as u8 | 0x80,
                (count >> 7 & 0x7F) as u8 | 0x80,
                (count >> 14) as u8,
                *first,
            ]),
        }
    }
    file
}

#[test]
fn a_block_that_claims_more_blocks_than_there_are() {
    for (blocks, code, path, offset) in [
        (&[(2, 1), (0xFFFF, 1), (2, 2), (2, 2)][..], "blk.block.children", "body.blocks[1]", 9),
        (&[(2, 1), (3, 1), (3, 1), (3, 1)], "blk.block.parents", "body.blocks[1]", 9),
        (&[(1, 1), (3, 1), (3, 0), (3, 1)], "blk.block.parents", "body.blocks[1]", 9),
    ] {
        assert_eq!(refused(&blocks_only(blocks), &Companions::default()), fault(code, path, offset), "{blocks:?}");
    }
}

/// Every block claims the same 65535 children; visiting each of them would take minutes.
#[test]
fn blocks_that_claim_each_other_end_soon() {
    let count = 400_000_u32;
    let mut file = vec![Kind::Fat.byte(), 0, 0x80, 0xB5, 0x18, 0, 0];
    // Blocks 1 and 2 are the root's; block 1 holds number 65636, and all others 101 to 65636.
    file.extend([0, 0, 2, 1, 0, 0, 1, 0xE4, 0x80, 0x04]);
    (2..count).for_each(|_| file.extend([0, 0, 0xFF, 0xFF, 0x03, 0x66]));
    let found = findings(&file, &Companions::default());
    assert_eq!(found[0], ("blk.block.parents".to_owned(), Severity::Error));
}

/// Returns the code, path and offset of the fault, which `verify` reports too.
fn refused_by_both(file: &[u8], companions: &Companions) -> (String, String, u64) {
    let found = verify(&file, Mode::Lenient, Limits::default(), companions).unwrap();
    let [finding] = found.findings() else { panic!("{:?}", found.findings()) };
    let place = (finding.code.to_string(), finding.path.to_string(), finding.location.file);
    assert_eq!(refused(file, companions), place);
    place
}

/// Returns the file of a builder without checks, so that a reader may reject it.
fn unchecked(kind: Kind, builder: Builder) -> Vec<u8> {
    File { kind: kind.byte(), body: Some(builder.build_body().unwrap()), sized: None, frame: None }.to_vec().unwrap()
}

#[test]
fn names_and_strings_that_unfold_beyond_the_limit() {
    let long = vec![b'n'; 100_000];
    let param = |builder: &mut Builder| builder.param(&long, &Value::Int(1)).unwrap();
    let string = |builder: &mut Builder| builder.param(b"a", &Value::String(&long)).unwrap();
    let block = |builder: &mut Builder| {
        builder.open(Some(&long)).unwrap();
        builder.close().unwrap();
    };
    let built = |times: usize, add: &dyn Fn(&mut Builder)| {
        let mut builder = Builder::new(None);
        (0..times).for_each(|_| add(&mut builder));
        builder
    };
    // 1 MiB and 16 times the content hold the text 26 times, and a part of it.
    for (add, list, what) in [
        (&param as &dyn Fn(&mut Builder), "params", "30 parameters have a name of 100000 bytes"),
        (&string, "params", "30 parameters have a string of 100000 bytes"),
        (&block, "blocks", "30 blocks have a name of 100000 bytes"),
    ] {
        assert_eq!(findings(&unchecked(Kind::Fat, built(26, add)), &Companions::default()), []);
        let file = unchecked(Kind::Fat, built(30, add));
        let (code, path, offset) = refused_by_both(&file, &Companions::default());
        assert_eq!((&*code, path.starts_with(&format!("body.{list}[2"))), ("blk.limit", true), "{path}");
        assert!(offset > 100_000, "{offset}");
        let error = Document::open(&file, &Companions::default(), Limits::default()).unwrap_err().to_string();
        assert!(error.contains(what), "{error}");
        // A writer rejects to write such a file.
        let document = built(30, add).finish().unwrap();
        let error = encode(&document, &EncodeOptions::new(Kind::Fat), &Companions::default()).unwrap_err();
        assert_eq!(error.finding().unwrap().code, "blk.limit");
    }
}

#[test]
fn shared_names_count_each_time_they_are_used() {
    let companions = names(&["a", &"n".repeat(100_000)]);
    let mut builder = Builder::new(companions.names.clone());
    (0..200).for_each(|_| builder.param(b"a", &Value::String(&[b'n'; 100_000])).unwrap());
    let file = unchecked(Kind::Slim, builder);
    assert!(file.len() < 2_000);
    assert_eq!(refused_by_both(&file, &companions).0, "blk.limit");
}

#[test]
fn blocks_that_share_parameters_beyond_the_limit() {
    let file = |blocks: usize| {
        let mut builder = Builder::new(None);
        (0..300).for_each(|_| builder.param(b"a", &Value::Int(1)).unwrap());
        (0..blocks).for_each(|_| {
            builder.open(Some(b"a")).unwrap();
            builder.close().unwrap();
        });
        let mut body = builder.build_body().unwrap();
        for block in &mut body.blocks {
            (block.param_count, block.first_param) = (Uleb::new(300), Uleb::new(0));
        }
        File { kind: Kind::FatDedup.byte(), body: Some(body), sized: None, frame: None }.to_vec().unwrap()
    };
    // 1 MiB and 16 times 300.
    assert_eq!(findings(&file(3510), &Companions::default()), []);
    let (code, path, _) = refused_by_both(&file(3600), &Companions::default());
    assert_eq!((&*code, &*path), ("blk.limit", "body.blocks[3511]"));
}
