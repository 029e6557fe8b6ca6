//! NBT: trees made by hand come back, and changed ones are read by another reader.

use crate::shared::{decoded, encoded, written};
use bpx_schema::Codec;
use bpx_schema::report::{Class, Mode, Verdict};
use gallery::nbt::{Entry, Value, replace};

fn name(kind: u8, name: &str) -> Vec<u8> {
    [&[kind][..], &(name.len() as u16).to_be_bytes(), name.as_bytes()].concat()
}

/// A value of every kind.
fn tree() -> Vec<u8> {
    let count = |count: u32| count.to_be_bytes();
    let inner = [&name(1, "one")[..], &[1], &name(9, "none"), &[0], &count(0), &[0]].concat();
    let members = [
        &name(1, "byte")[..],
        &[0xFF],
        &name(2, "short"),
        &(-300_i16).to_be_bytes(),
        &name(3, "int"),
        &70_000_i32.to_be_bytes(),
        &name(4, "long"),
        &(1_i64 << 40).to_be_bytes(),
        &name(5, "float"),
        &0.5_f32.to_be_bytes(),
        &name(6, "double"),
        &(-0.25_f64).to_be_bytes(),
        &name(7, "bytes"),
        &count(3),
        &[0, 1, 2],
        &name(8, "text"),
        &5_u16.to_be_bytes(),
        b"caf\xC3\xA9",
        &name(9, "lists"),
        &[9],
        &count(2),
        &[1],
        &count(2),
        &[7, 8],
        &[10],
        &count(1),
        &inner,
        &name(10, "compound"),
        &inner,
        &name(11, "ints"),
        &count(2),
        &count(1),
        &count(2),
        &name(12, "longs"),
        &count(1),
        &7_u64.to_be_bytes(),
    ];
    [&name(10, "root")[..], &members.concat(), &[0]].concat()
}

/// Reads a value as the format is described, without the declaration: as a line of text.
fn read(file: &mut &[u8], kind: u8) -> String {
    fn take<const N: usize>(file: &mut &[u8]) -> [u8; N] {
        let (bytes, rest) = file.split_first_chunk::<N>().unwrap();
        *file = rest;
        *bytes
    }
    let several = |file: &mut &[u8], kind: u8| {
        let count = u32::from_be_bytes(take(file));
        format!("[{}]", (0..count).map(|_| read(file, kind)).collect::<Vec<_>>().join(" "))
    };
    match kind {
        1 => i8::from_be_bytes(take(file)).to_string(),
        2 => i16::from_be_bytes(take(file)).to_string(),
        3 => i32::from_be_bytes(take(file)).to_string(),
        4 => i64::from_be_bytes(take(file)).to_string(),
        5 => f32::from_be_bytes(take(file)).to_string(),
        6 => f64::from_be_bytes(take(file)).to_string(),
        7 => several(file, 1),
        8 => {
            let len = usize::from(u16::from_be_bytes(take(file)));
            let (text, rest) = file.split_at(len);
            *file = rest;
            String::from_utf8(text.to_vec()).unwrap()
        }
        9 => {
            let [element] = take(file);
            several(file, element)
        }
        10 => {
            let mut members = Vec::new();
            loop {
                let [kind] = take(file);
                if kind == 0 {
                    return format!("{{{}}}", members.join(" "));
                }
                let name = read(file, 8);
                members.push(format!("{name}:{}", read(file, kind)));
            }
        }
        11 => several(file, 3),
        12 => several(file, 4),
        other => panic!("kind {other}"),
    }
}

/// The root of a file, by that reader.
fn shown(file: &[u8]) -> String {
    let mut rest = &file[1..];
    let name = read(&mut rest, 8);
    let value = read(&mut rest, file[0]);
    assert!(rest.is_empty());
    format!("{name}:{value}")
}

#[test]
fn a_tree_of_every_kind_comes_back() {
    let file = tree();
    assert_eq!(Entry::validate(&file, Mode::Strict).findings(), []);
    assert_eq!(Entry::from_slice(&file).unwrap().to_vec().unwrap(), file);
    assert_eq!(written::<Entry>(&file), file);
    assert_eq!(encoded::<Entry>(&decoded::<Entry>(&file)), file);
}

#[test]
fn a_changed_value_is_read_by_another_reader() {
    let file = tree();
    let expected = "root:{byte:-1 short:-300 int:70000 long:1099511627776 float:0.5 double:-0.25 bytes:[0 1 2] \
                    text:caf\u{e9} lists:[[7 8] [{one:1 none:[]}]] compound:{one:1 none:[]} ints:[1 2] longs:[7]}";
    assert_eq!(shown(&file), expected);
    let changed = replace(&file, &["compound", "one"], Value::text("longer")).unwrap();
    assert_eq!(shown(&changed), expected.replace("compound:{one:1", "compound:{one:longer"));
    let back = replace(&changed, &["compound", "one"], Value::Byte(1)).unwrap();
    assert_eq!(back, file);
    assert!(replace(&file, &["compound", "two"], Value::Byte(1)).unwrap_err().to_string().contains("`compound.two`"));
}

#[test]
fn values_that_contradict_their_kind_are_refused() {
    let mut root = Entry::from_slice(&tree()).unwrap();
    root.member("byte").unwrap().kind = 2;
    let error = root.to_vec().unwrap_err();
    let finding = error.finding().unwrap();
    assert_eq!((finding.class, finding.path.to_string().as_str()), (Class::Inconsistent, "value.compound[0].value"));
    // A member of the kind zero would end the compound.
    root.member("byte").unwrap().kind = 0;
    assert!(root.to_vec().is_err());
}

#[test]
fn a_compound_without_an_end_is_found() {
    let file = tree();
    let report = Entry::validate(&file[..file.len() - 1], Mode::Strict);
    let [finding] = report.findings() else { panic!("{report:?}") };
    assert_eq!((finding.class, finding.path.to_string().as_str()), (Class::Unterminated, "value.compound"));
    assert_eq!((finding.location.file, report.verdict()), (file.len() as u64 - 1, Verdict::Malformed));
}

#[test]
fn deep_values_end_at_a_limit() {
    let nested = |levels: usize| {
        let mut file = name(9, "");
        for _ in 1..levels {
            file.extend([9, 0, 0, 0, 1]);
        }
        file.extend([0, 0, 0, 0, 0]);
        file
    };
    // A thread with the stack that most have.
    let read = move || {
        // The value of the root is at the first level, each list one below.
        let (fits, deeper) = (nested(511), nested(512));
        assert_eq!(Entry::validate(&fits, Mode::Strict).findings(), []);
        assert_eq!(Entry::from_slice(&fits).unwrap().to_vec().unwrap(), fits);
        let error = Entry::from_slice(&deeper).unwrap_err();
        assert_eq!(error.finding().unwrap().class, Class::TooDeep);
    };
    std::thread::Builder::new().stack_size(2 << 20).spawn(read).unwrap().join().unwrap();
}
