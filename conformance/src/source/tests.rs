//! The language, feature by feature.

#![allow(clippy::unwrap_used, clippy::panic)]

use super::mistakes::error;
use super::{Built, Source, Span};

fn build(text: &str) -> Built {
    Source::parse(text).and_then(|source| source.build()).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

fn bytes(text: &str) -> Vec<u8> {
    build(text).bytes
}

#[test]
fn values_of_every_type() {
    assert_eq!(bytes("a: u24 = 0x010203; b: u16be = 0x0405"), [3, 2, 1, 4, 5]);
    assert_eq!(bytes("a: i8 = [-1, 2 * (3 + 4) / 7]; b: i24be = -2"), [255, 2, 255, 255, 254]);
    assert_eq!(bytes("a: f32 = [1, -0.5]"), [0, 0, 128, 63, 0, 0, 0, 191]);
    assert_eq!(bytes("a: f32be = bits 0x7fc00001; b: f32be = -inf"), [127, 192, 0, 1, 255, 128, 0, 0]);
    assert_eq!(bytes("a: f64be = 1e0"), [0x3f, 0xf0, 0, 0, 0, 0, 0, 0]);
    assert_eq!(bytes("a: uleb = [300, 0]; b: uleb = hex 81 00"), [0xAC, 2, 0, 0x81, 0]);
    assert_eq!(bytes("a: bytes = hex 0a0B\nb: bytes = zeros 2; c: bytes = fill 0xAA 1"), [10, 11, 0, 0, 170]);
    assert_eq!(bytes("a: bytes = hex [ 01 # one\n 1e 02\n ]"), [1, 0x1e, 2]);
    assert_eq!(bytes(r#"a: ascii = "A"; b: utf8 = "é"; c: cstr = "\u{e9}""#), b"A\xc3\xa9\xc3\xa9\0");
    assert_eq!(bytes("a: u8 = 1; gap: pad to 4 with 9; b: pad until 6"), [1, 9, 9, 9, 0, 0]);
    assert_eq!(bytes("a: u8 = 0x10 | 1 + 2; b: u8 = -(-1)"), [0x13, 1]);
}

#[test]
fn references_forward_and_back() {
    let text = "head { at: u8 = offset(body); size: u8 = size(body); n: u8 = count(body.item); all: u8 = end
                twice: u8 = .n * 2; stop: u8 = end(body) }
                body { item[0]: u16 = 7; item[1]: u8 = head.n | 8 }
                tail { }
                last: u8 = offset(tail) + count(tail)";
    assert_eq!(bytes(text), [6, 3, 2, 10, 4, 9, 7, 0, 10, 9]);
}

#[test]
fn checksums_wait_for_each_other() {
    // The outer sum covers the inner one.
    let text = "outer: u8 = sum(inner..); inner: u8 = sum(data); data: bytes = hex 01 02";
    assert_eq!(bytes(text), [6, 3, 1, 2]);
    assert_eq!(bytes("a: u8 = sum(..; skip a); b: u8 = 5"), [5, 5]);
    assert_eq!(bytes("a: u8 = 1; s: u8 = sum(a..s; zero s)"), [1, 1]);
    // Left out and counted as zero differ for a CRC.
    let skipped = bytes("a: u8 = 1; s: u32 = crc32(a, s; skip s)");
    assert_ne!(skipped, bytes("a: u8 = 1; s: u32 = crc32(a, s; zero s)"));
    assert_eq!(error("a: u8 = b; b: u8 = a").2, "the value of `a` depends on itself");
    assert_eq!(error("a: u8 = sum(a)").0, 1);
}

#[test]
fn a_variable_length_size_settles() {
    // One byte for itself would make 128, which takes two, which makes 129.
    let built = build("size: uleb = end; filler: bytes = zeros 127");
    assert_eq!(built.bytes[..2], [0x81, 1]);
    assert_eq!(built.span_of("filler"), Some(Span { offset: 2, size: 127 }));
}

#[test]
fn spans_and_slices() {
    let built = build("a { x: u8 = 1; y: u16 = 2 }\nb: u8 = 3\na2[0].x: u8 = 4\na.z: u8 = 5");
    assert_eq!(built.span_of("a.y"), Some(Span { offset: 1, size: 2 }));
    assert_eq!(built.span_of("a"), None, "in two pieces");
    assert_eq!(built.bytes_of("a2"), Some(&[4][..]));
    assert_eq!(built.field_at("a.z").map(|field| field.line), Some(4));
}

#[test]
fn other_formats_fit() {
    // A scene bundle: counted references with absolute offsets, strings after their length.
    let bundle = build(
        r##"magic: bytes = hex ab 47
        refs { count: u32 = count(ref)
               }
        ref[0] { id { len: u32 = size(.text); text: utf8 = "root" }; kind: u32 = 2; at: u32 = offset(node[0]) }
        node[0] { transform: f32 = [1,0,0,0, 0,1,0,0, 0,0,1,0, 5,6,7,1]
                  child_count: u32 = count(.child)
                  child[0] { transform: f32 = bits 0x7f800000; child_count: u32 = count(.none); none { } } }"##,
    );
    assert_eq!(bundle.field_at("ref[0].at").map(|field| field.value.as_str()), Some("22"));
    assert_eq!(bundle.span_of("node[0].transform"), Some(Span { offset: 22, size: 64 }));
    assert_eq!(bundle.bytes_of("node[0].child_count"), Some(&[1, 0, 0, 0][..]));
    // A block file: variable-length counts, a name table, 24-bit ids.
    let block = bytes(
        r#"kind: u8 = 1; name_count: uleb = count(name); names_size: uleb = size(name)
        name[0]: cstr = "mass"
        params: uleb = count(param)
        param[0] { name: u24 = 0; kind: u8 = 3; value: f32 = 1.5 }"#,
    );
    assert_eq!(block, b"\x01\x01\x05mass\0\x01\0\0\0\x03\0\0\xc0\x3f");
}

#[test]
fn faults_leave_derived_values_alone() {
    let text = r#"size: u8 = end; sum: u16 = sum(text); text: ascii = "ab"; gap: pad to 8
        fault "longer" { set text = "abc" }
        fault "mended" { set text = "abc"; refix sum }
        fault "all" { set text = "abcd"; refix all }
        fault "off" { set sum = was + 1; set size = was * 2 }
        fault "flip" { xor text @ size(text) - 1 with 0x20; refix sum }
        fault "grow" { insert before text = hex ff; insert after text = "!"; append zeros 1; refix size }
        fault "cut" { delete text..gap; truncate at end - 1 }"#;
    let source = Source::parse(text).unwrap();
    let fault = |name: &str| source.build_fault(name).unwrap();
    assert_eq!(source.build().unwrap().bytes, [8, 195, 0, 97, 98, 0, 0, 0]);
    assert_eq!(fault("longer").bytes, [8, 195, 0, 97, 98, 99, 0, 0, 0]);
    assert!(fault("longer").field_at("sum").unwrap().stale);
    assert_eq!(fault("mended").bytes, [8, 38, 1, 97, 98, 99, 0, 0, 0]);
    assert_eq!(fault("all").bytes, [8, 138, 1, 97, 98, 99, 100, 0]);
    assert_eq!(fault("off").bytes, [16, 196, 0, 97, 98, 0, 0, 0]);
    assert_eq!(fault("flip").bytes, [8, 163, 0, 97, 66, 0, 0, 0]);
    assert_eq!(fault("grow").bytes, [11, 195, 0, 255, 97, 98, 33, 0, 0, 0, 0]);
    assert_eq!(fault("cut").bytes, [8, 195]);
    assert_eq!(fault("cut").changes_from(&source.build().unwrap()), ["sum", "text", "gap"]);
    assert_eq!(fault("off").changes_from(&source.build().unwrap()), ["size", "sum"]);
    assert_eq!(source.build_fault("none").unwrap_err().line, 0);
    let apart = source.with("fault \"more\" { set text = \"zz\" }").unwrap();
    assert_eq!(apart.faults().last(), Some("more"));
}

#[test]
fn stale_is_only_what_no_longer_fits() {
    let text = r#"head { size: u8 = end; at: u8 = offset(tail); sum: u16 = sum(..; skip .sum) }
        name_size: u8 = size(name); name: ascii = "abcd"
        gap: pad to 4
        count: u8 = count(tail); tail[0]: u16 = 1; tail[1]: u16 = 2; tail_size: u8 = size(tail)
        fault "nothing-moves" { set name = "abce" }
        fault "mended" { set name = "abce"; refix head.sum }
        fault "longer" { set name = "abcde"; refix head }
        fault "one-more" { set name_size = 5; refix head.sum }
        fault "cut" { truncate at offset(tail[1]) }
        fault "cut-within" { truncate at offset(tail[0]) + 1; refix head }
        fault "gone" { delete tail[1]; refix tail_size }"#;
    let source = Source::parse(text).unwrap();
    let stale = |name: &str| {
        let fields = source.build_fault(name).unwrap().fields;
        fields.into_iter().filter(|field| field.stale).map(|field| field.path).collect::<Vec<_>>()
    };
    assert_eq!(stale("nothing-moves"), ["head.sum"]);
    assert_eq!(stale("mended"), [""; 0]);
    assert_eq!(stale("longer"), ["name_size", "gap"], "all that follows is still right");
    assert_eq!(stale("one-more"), [""; 0], "what a fault sets is not stale");
    assert_eq!(stale("cut"), ["head.size", "head.sum", "count"]);
    assert_eq!(stale("cut-within"), ["count"], "what is mended is not stale, nor a field that is cut itself");
    assert_eq!(stale("gone"), ["head.size", "head.sum", "count"]);
}

#[test]
fn a_fault_lies_where_its_first_patch_is() {
    let text = "a: u8 = 1; b: u16 = size(c)
                c: stored zlib = hex [78 01 01] unpacks { d: u16 = 7; e: u8 = 8 }; f: u8 = 9
                fault \"set\" { refix b; set b = 5; set a = 2 }
                fault \"xor\" { xor f @ 0 with 1 }
                fault \"insert\" { insert after a = hex 00 00 }
                fault \"append\" { append hex 00 }
                fault \"cut\" { truncate at 4 }
                fault \"gone\" { delete f }";
    let source = Source::parse(text).unwrap();
    let places = source.faults().map(|name| source.build_fault(name).unwrap().fault);
    assert_eq!(places.collect::<Vec<_>>(), [Some(1), Some(6), Some(1), Some(7), Some(4), None]);
    let base = source.build().unwrap();
    assert_eq!((base.fault, base.is_faulty), (None, false));
    assert!(source.build_fault("gone").unwrap().is_faulty);
    // Of unpacked content, the stored bytes.
    assert_eq!(source.build().unwrap().file_offset("c.unpacked.e"), Some(3));
}

#[test]
fn content_without_stored_bytes_has_no_place_in_the_file() {
    // The stored bytes of `x` are none, although the content below `x` has stored bytes of its own.
    let text = "x: stored zlib { } unpacks { y: stored zlib { s: bytes = hex 00 } unpacks { c: u8 = 1 } }
                z: stored zlib { a { b: u8 = 2 } c: stored zlib = hex 03 unpacks { d: u8 = 4 } } unpacks { e: u8 = 5 }
                fault \"stored\" { set x.unpacked.y.s = hex 01 }
                fault \"content\" { set x.unpacked.y.unpacked.c = 2; set x.unpacked.y.s = hex 01 }
                fault \"beside\" { set z.unpacked.e = 6; set z.a.b = 3 }";
    let source = Source::parse(text).unwrap();
    let places = source.faults().map(|name| source.build_fault(name).unwrap().fault);
    assert_eq!(places.collect::<Vec<_>>(), [None, None, Some(0)]);
    let built = source.build().unwrap();
    let depths = built.lines().iter().map(|line| line.text.matches("> ").count()).collect::<Vec<_>>();
    assert_eq!(depths, [1, 2, 0, 0, 1, 1]);
    assert_eq!(built.file_offset("z.c.unpacked.d"), Some(1));
}

#[test]
fn a_deleted_range_may_end_within_a_block() {
    let text = "n: u8 = count(a); a[0] { x: u8 = 1; y: u8 = 2 }; a[1] { x: u8 = 3; y: u8 = 4 }
        a[2]: stored z = hex 05 unpacks { y: u8 = 6 }
        fault \"middle\" { delete a[0].y..a[1].x; refix n }
        fault \"block\" { delete a[0]..a[1].x; refix n }
        fault \"stored\" { delete a[2]; refix n }";
    let source = Source::parse(text).unwrap();
    let fault = |name: &str| source.build_fault(name).unwrap();
    assert_eq!(fault("middle").bytes, [3, 1, 4, 5]);
    assert_eq!(fault("block").bytes, [2, 4, 5]);
    assert_eq!(fault("stored").bytes, [2, 1, 2, 3, 4]);
    assert!(fault("stored").unpacked.is_empty());
}

#[test]
fn spaces_have_their_own_offsets() {
    let text = "n: u8 = size(c); m: u8 = size(c.unpacked); at: u8 = offset(c.unpacked.b)
        c: stored x = hex 09 09 unpacks { a: u8 = 1; b: u8 = end; d: stored y { e: u8 = 4 } unpacks { f: u8 = 5 } }
        fault \"no\" { set c.unpacked.a = 2 }";
    let source = Source::parse(text).unwrap();
    let built = source.build().unwrap();
    assert_eq!(built.bytes, [2, 3, 1, 9, 9]);
    assert_eq!(built.space_bytes(Some("c")), Some(&[1, 3, 4][..]));
    assert_eq!(built.field_at("c.unpacked.d.unpacked.f").unwrap().space.as_deref(), Some("c.unpacked.d"));
    assert!(built.annotate().ends_with("> > 00000000  05                       c.unpacked.d.unpacked.f: u8 = 5\n"));
    assert!(source.build_fault("no").unwrap_err().message.contains("set its stored bytes too"));
    assert_eq!(
        error("c: stored x = hex 00 unpacks { a: u8 = sum(b..c.unpacked.a) }\nb: u8 = 0").2,
        "expected both ends of the range in the file or in one stored content, found them apart"
    );
}

#[test]
fn a_fault_beside_the_text_is_as_one_in_it() {
    let base = "a: u8 = 1; b: u16 = size(a) + 2";
    let fault = "fault \"x\" { set a = 7; append hex 09 }";
    let source = Source::parse(base).unwrap();
    let apart = source.build_patched(fault).unwrap();
    let within = Source::parse(&format!("{base}\n{fault}")).unwrap().build_fault("x").unwrap();
    assert_eq!((apart.bytes.clone(), apart.fault), (within.bytes, within.fault));
    assert_eq!(apart.bytes, [7, 3, 0, 9]);
    for text in ["", "c: u8 = 1", "fault \"x\" { set a = 7 }\nfault \"y\" { set a = 8 }"] {
        assert!(source.build_patched(text).unwrap_err().to_string().contains("expected one fault"), "{text}");
    }
}
