mod depth;
mod json;
mod plain;
mod random;
mod rules;

use super::*;
use bpx_schema::report::Class;

/// Returns one property of every type, with the hashes 0 to 14, as the bytes that section 10.2 requires.
pub(super) fn every_type() -> Vec<u8> {
    let properties: [&[u8]; 15] = [
        &[],
        &[1],
        &[0xFE],
        &[0x34, 0x12],
        &[0x78, 0x56, 0x34, 0x12],
        &[0xF0, 0xDE, 0xBC, 0x9A, 0x78, 0x56, 0x34, 0x12],
        &[0x80],                                           // -128
        &[0xFE, 0xFF],                                     // -2
        &[0x00, 0x00, 0x00, 0x80],                         // -2^31
        &[0xFD, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF], // -3
        &[0x00, 0x00, 0xC0, 0x3F],                         // 1.5
        &[0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0xF0, 0xBF], // -1
        b"h\xC3\xA9\0",
        &[2, 0, 2, 7],                       // [null, 7]
        &[1, 9, 0, 0, 0, 0, 0, 0, 0, 14, 0], // {9: {}}
    ];
    let mut bytes = vec![15];
    for (code, value) in (0_u8..).zip(properties) {
        bytes.extend([code, 0, 0, 0, 0, 0, 0, 0, code]);
        bytes.extend(value);
    }
    bytes
}

fn every_type_built() -> Document {
    ObjectBuilder::new()
        .set_hash(0, ())
        .set_hash(1, true)
        .set_hash(2, 0xFE_u8)
        .set_hash(3, 0x1234_u16)
        .set_hash(4, 0x1234_5678_u32)
        .set_hash(5, 0x1234_5678_9ABC_DEF0_u64)
        .set_hash(6, i8::MIN)
        .set_hash(7, -2_i16)
        .set_hash(8, i32::MIN)
        .set_hash(9, -3_i64)
        .set_hash(10, 1.5_f32)
        .set_hash(11, -1.0_f64)
        .set_hash(12, "hé")
        .set_hash(13, Scalar::Array)
        .set_hash(14, Scalar::Object)
        .build()
        .unwrap()
}

#[test]
fn every_type_reads_and_writes() {
    let bytes = every_type();
    let (document, used) = Document::from_slice(&bytes).unwrap();
    assert_eq!(used, bytes.len());
    assert_eq!(document.encoded_size(), bytes.len() as u64);
    assert_eq!(document.to_vec().unwrap(), bytes);
    let kinds: Vec<_> = document.root().iter().map(|property| property.value.kind()).collect();
    assert_eq!(kinds, Kind::ALL);
    let get = |hash| document.root().get_hash(hash).unwrap();
    assert!(get(0).is_null());
    assert_eq!(get(1).as_bool(), Some(true));
    assert_eq!(get(2).as_u64(), Some(0xFE));
    assert_eq!(u16::try_from(get(3)), Ok(0x1234));
    assert_eq!(u32::try_from(get(4)), Ok(0x1234_5678));
    assert_eq!(u64::try_from(get(5)), Ok(0x1234_5678_9ABC_DEF0));
    assert_eq!(i8::try_from(get(6)), Ok(-128));
    assert_eq!(i16::try_from(get(7)), Ok(-2));
    assert_eq!(get(8).as_i64(), Some(-2_147_483_648));
    assert_eq!(get(9).as_int(), Some(-3));
    assert_eq!(get(10).as_f32(), Some(1.5));
    assert_eq!(get(11).as_f64(), Some(-1.0));
    assert_eq!(get(12).as_str(), Some("hé"));
    let list = get(13).as_array().unwrap();
    assert_eq!((list.len(), list.get(1).and_then(ValueRef::as_u64), list.get(2).is_none()), (2, Some(7), true));
    assert_eq!(get(14).as_object().unwrap().get_hash(9).unwrap().as_object().unwrap().len(), 0);
}

#[test]
fn every_type_builds() {
    let built = every_type_built();
    // The last two are empty here: without 9 + 4 and 9 + 11 bytes.
    let mut bytes = every_type();
    bytes.truncate(bytes.len() - 33);
    bytes.extend([13, 0, 0, 0, 0, 0, 0, 0, 13, 0, 14, 0, 0, 0, 0, 0, 0, 0, 14, 0]);
    assert_eq!(built.to_vec().unwrap(), bytes);
    for (code, kind) in (0..).zip(Kind::ALL) {
        assert_eq!((kind.code(), Kind::of(code), Kind::named(kind.name())), (code, Some(kind), Some(kind)));
    }
    assert_eq!((Kind::of(15), Kind::named("u128")), (None, None));
}

#[test]
fn another_type_is_an_error() {
    let document = every_type_built();
    let text = document.root().get_hash(12).unwrap();
    assert_eq!(u8::try_from(text), Err(KindError { expected: "an integer from 0 to 255", found: Kind::String }));
    let wide = document.root().get_hash(3).unwrap();
    assert_eq!(u8::try_from(wide).unwrap_err().to_string(), "expected an integer from 0 to 255, found u16");
    assert_eq!((wide.as_bool(), wide.as_f64(), wide.as_str(), wide.as_array().is_none()), (None, None, None, true));
    // A float of 8 bytes would lose bits in 4.
    assert_eq!(document.root().get_hash(11).unwrap().as_f32(), None);
    assert_eq!(document.root().get_hash(6).unwrap().as_u64(), None);
}

#[test]
fn names_are_hashed() {
    assert_eq!(DEBUG_HASH, 0x0377_beb4_dd40_88e8);
    let document = ObjectBuilder::new().set("a", 1_u8).set("Name", "n").set("été", 2_u8).build().unwrap();
    let hashes: Vec<_> = document.root().iter().map(|property| property.hash).collect();
    assert_eq!(hashes, [0x2b606, 0x0001_7c89_8026, 0x0031_1626_5db1]);
    assert_eq!(document.to_vec().unwrap()[..11], [3, 6, 0xb6, 2, 0, 0, 0, 0, 0, 2, 1]);
    assert_eq!(document.root().get("Name").and_then(ValueRef::as_str), Some("n"));
    assert_eq!(document.root().iter().next().and_then(|property| property.name()), None);
}

#[test]
fn debug_names_go_with_every_object() {
    let document = ObjectBuilder::new()
        .set("x", 1_u8)
        .object("o", |o| o.set("y", 2_u8).set_hash(5, ()))
        .array("l", |l| l.object(|o| o.add("z", 1_u8).add("z", 2_u8)).object(|o| o))
        .with_debug_names()
        .build()
        .unwrap();
    let root = document.root();
    let listed = |object: ObjectRef<'_>| {
        let names = object.get(DEBUG_NAME).and_then(ValueRef::as_array);
        names.map(|names| names.iter().filter_map(ValueRef::as_str).map(str::to_owned).collect::<Vec<_>>())
    };
    assert_eq!(listed(root).unwrap(), ["x", "o", "l"]);
    let inner = root.get("o").and_then(ValueRef::as_object).unwrap();
    assert_eq!(listed(inner).unwrap(), ["y"]);
    let names: Vec<_> = inner.iter().map(|property| property.name()).collect();
    assert_eq!(names, [Some("y"), None, None]);
    assert_eq!(inner.names().get(DEBUG_HASH), Some("__debug__"));
    let list = root.get("l").and_then(ValueRef::as_array).unwrap();
    assert_eq!(listed(list.get(0).and_then(ValueRef::as_object).unwrap()).unwrap(), ["z"]);
    assert_eq!(listed(list.get(1).and_then(ValueRef::as_object).unwrap()), None);
    // Names in the root are not those of an object below.
    assert_eq!(inner.name_of(super::super::hash(b"x")), None);
}

#[test]
fn order_and_duplicates_are_kept() {
    let document = ObjectBuilder::new().set("b", 1_u8).set("a", 2_u8).add("b", 3_u8).set("b", 4_u8).build().unwrap();
    let values = |document: &Document| -> Vec<_> {
        document.root().iter().filter_map(|property| Some((property.hash, property.value.as_u64()?))).collect()
    };
    let (a, b) = (super::super::hash(b"a"), super::super::hash(b"b"));
    assert_eq!(values(&document), [(b, 1), (a, 2), (b, 4)]);
    assert_eq!(document.root().get("b").and_then(ValueRef::as_u64), Some(4));
    assert_eq!(values(&document.sorted()), [(a, 2), (b, 1), (b, 4)]);
    assert_eq!(document.sorted().sorted(), document.sorted());
}

#[test]
fn sorting_reaches_objects_below() {
    let inner = |first, second| {
        move |o: ObjectBuilder| {
            o.array("l", move |l| l.push(2_u8).object(move |o| o.set(first, 1_u8).set(second, 1_u8)).push(1_u8))
        }
    };
    let (mixed, sorted) =
        (ObjectBuilder::new().object("o", inner("b", "a")), ObjectBuilder::new().object("o", inner("a", "b")));
    assert_eq!(mixed.build().unwrap().sorted(), sorted.build().unwrap());
}

#[test]
fn bytes_after_the_root_are_not_looked_at() {
    let bytes = every_type();
    let twice = [&bytes[..], &bytes].concat();
    assert_eq!(Document::from_slice(&twice).unwrap(), Document::from_slice(&bytes).unwrap());
    let (empty, used) = Document::from_slice(&[0, 0xFF]).unwrap();
    assert_eq!((empty.root().len(), empty.root().is_empty(), used), (0, true, 1));
}

#[test]
fn objects_change_and_keep_the_rest() {
    let before = ObjectBuilder::new()
        .set("Name", "oak")
        .object("o", |o| o.set("y", 2_u8))
        .set("Version", "1")
        .with_debug_names()
        .build()
        .unwrap();
    let after = ObjectBuilder::from(before.root()).set("Version", "2").set("New", 1_u8).remove("Name").build().unwrap();
    let names: Vec<_> = after.root().iter().map(|property| property.name()).collect();
    assert_eq!(names, [Some("o"), Some("Version"), Some("New"), None]);
    assert_eq!(after.root().get("Version").and_then(ValueRef::as_str), Some("2"));
    assert_eq!(after.root().get("o").unwrap().as_object().unwrap().get("y").and_then(ValueRef::as_u64), Some(2));
    let same = ObjectBuilder::from(before.root()).build().unwrap();
    assert_eq!(same, before);
}

#[test]
fn values_are_copied_between_documents() {
    let from = Document::from_slice(&every_type()).unwrap().0;
    let copied = ObjectBuilder::new()
        .copy("all", from.root().value())
        .array("list", |list| list.copy(from.root().get_hash(13).unwrap()).push(1_u8))
        .build()
        .unwrap();
    let all = copied.root().get("all").and_then(ValueRef::as_object).unwrap();
    assert_eq!(all.len(), 15);
    assert_eq!(all.get_hash(14).unwrap().as_object().unwrap().len(), 1);
    let list = copied.root().get("list").and_then(ValueRef::as_array).unwrap();
    assert_eq!(list.get(0).unwrap().as_array().unwrap().len(), 2);
    assert_eq!(list.get(1).and_then(ValueRef::as_u64), Some(1));
}

#[test]
fn values_without_an_encoding_are_rejected() {
    let build = |builder: ObjectBuilder| builder.build().unwrap_err().to_string();
    let nul = "a text must not contain a NUL";
    assert_eq!(build(ObjectBuilder::new().set("a", "x\0y")), format!("a: {nul}"));
    assert_eq!(
        build(ObjectBuilder::new().array("l", |l| l.push(1_u8).object(|o| o.set("b", String::from("\0"))))),
        format!("l[1].b: {nul}")
    );
    assert_eq!(build(ObjectBuilder::new().set("a\0", 1_u8).with_debug_names()), format!("a\0: {nul}"));
    let full = |len: u64| (0..len).fold(ObjectBuilder::new(), |builder, hash| builder.set_hash(hash, ()));
    assert_eq!(full(255).build().unwrap().root().len(), 255);
    let error = full(256).build().unwrap_err();
    assert_eq!((error.problem, error.path.to_string()), (Problem::TooMany, "0x00000000000000ff".to_owned()));
    let list = |len: usize| {
        ObjectBuilder::new()
            .array("l", |l| (0..len).fold(l, |list, _| list.push(())))
            .build()
            .map_err(|e| e.to_string())
    };
    assert_eq!(list(255).unwrap().to_vec().unwrap()[9..12], [13, 255, 0]);
    assert_eq!(list(256).unwrap_err(), format!("l[255]: {}", Problem::TooMany));
    // The names take one more property.
    let error = full(254).set("x", ()).with_debug_names().build().unwrap_err();
    assert_eq!((error.problem, error.path.to_string()), (Problem::TooMany, "__debug__".to_owned()));
}

#[test]
fn trees_are_checked() {
    use bpx_schema::codec::TreeBuilder;
    let class = |build: &dyn Fn(&mut TreeBuilder<Node>)| {
        let mut tree = TreeBuilder::default();
        build(&mut tree);
        Document::from_tree(tree.finish()).err().and_then(|error| error.finding().map(|finding| finding.class))
    };
    let (object, byte) = (Node::new(None, Scalar::Object), Node::new(Some(1), Scalar::UInt8(1)));
    assert_eq!(class(&|tree| tree.leaf(object.clone())), None);
    assert_eq!(class(&|_| {}), Some(Class::Inconsistent));
    assert_eq!(class(&|tree| tree.leaf(Node::new(None, Scalar::Array))), Some(Class::Inconsistent));
    assert_eq!(
        class(&|tree| {
            tree.open(object.clone());
            tree.leaf(Node::new(None, Scalar::Null));
        }),
        Some(Class::Inconsistent)
    );
    assert_eq!(
        class(&|tree| {
            tree.open(object.clone());
            tree.leaf(Node { kind: 3, ..byte.clone() });
        }),
        Some(Class::Inconsistent)
    );
    assert_eq!(
        class(&|tree| {
            tree.open(object.clone());
            tree.open(byte.clone());
            tree.leaf(Node::new(None, Scalar::Null));
        }),
        Some(Class::Inconsistent)
    );
    assert_eq!(
        class(&|tree| {
            tree.open(object.clone());
            (0..256).for_each(|_| tree.leaf(byte.clone()));
        }),
        Some(Class::Overflow)
    );
}

#[test]
fn documents_print() {
    let document = ObjectBuilder::new()
        .set("Name", "o\u{e9}k\n")
        .array("l", |l| l.push(1.0_f32).push(true).push(Scalar::Bool(7)).push(()))
        .set_hash(5, -1_i64)
        .with_debug_names()
        .build()
        .unwrap();
    let lines = [
        "object of 4",
        "  Name: string \"o\u{e9}k\\n\"",
        "  l: array of 4",
        "    [0]: f32 1.0",
        "    [1]: bool true",
        "    [2]: bool 0x07",
        "    [3]: null",
        "  0x0000000000000005: i64 -1",
        "  __debug__: array of 2",
        "    [0]: string \"Name\"",
        "    [1]: string \"l\"",
        "",
    ];
    assert_eq!(document.to_string(), lines.join("\n"));
}
