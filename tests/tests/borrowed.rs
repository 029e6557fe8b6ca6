//! Structures that hold parts of the bytes that they are read from: they read, refuse, check and write what the same
//! structures with bytes of their own do.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

use bpx_schema::json::ToJson;
use bpx_schema::report::{Class, Mode};
use bpx_schema::schema::Model;
use bpx_schema::{Codec, Decode, structure};
use std::borrow::Cow;

mod owned {
    use bpx_schema::structure;

    /// Texts and bytes of a header, and its entries.
    #[structure]
    #[derive(Debug, Clone, PartialEq)]
    #[brw(little, magic = b"BO")]
    #[schema(assert(title == "ok" || entries.len() > 0, code = "title-of-none"))]
    pub struct File {
        #[br(temp)]
        #[bw(calc = title.len())]
        title_size: u8,
        /// A title.
        #[br(count = title_size)]
        #[schema(utf8)]
        pub title: Vec<u8>,
        #[br(temp)]
        #[bw(calc = entries.len())]
        count: u8,
        /// Entries.
        #[br(count = count)]
        pub entries: Vec<Entry>,
        /// Whether there is a note.
        #[schema(one_of(0, 1))]
        pub noted: u8,
        /// A note of two bytes.
        #[br(if(noted == 1), count = 2)]
        #[schema(utf8)]
        pub note: Option<Vec<u8>>,
        /// One more entry.
        #[br(if(noted == 1))]
        pub last: Option<Box<Entry>>,
        /// What is left.
        #[br(parse_with = until_eof)]
        pub rest: Vec<u8>,
    }

    /// An entry.
    #[structure]
    #[derive(Debug, Clone, PartialEq)]
    #[brw(big)]
    pub struct Entry {
        /// What the value is.
        pub kind: u8,
        #[br(temp)]
        #[bw(calc = key.len())]
        key_size: u16,
        /// A name.
        #[br(count = key_size)]
        pub key: Vec<u8>,
        /// The value.
        #[br(args(kind))]
        pub value: Value,
    }

    /// A value by its kind.
    #[structure]
    #[derive(Debug, Clone, PartialEq)]
    #[brw(big)]
    #[br(import(kind: u8))]
    pub enum Value {
        /// A number.
        #[br(pre_assert(kind == 0))]
        Number(u16),
        /// A text.
        #[br(pre_assert(kind == 1))]
        Text {
            #[br(temp)]
            #[bw(calc = text.len())]
            text_size: u8,
            /// The text.
            #[br(count = text_size)]
            #[schema(utf8)]
            text: Vec<u8>,
        },
        /// Bytes.
        #[br(pre_assert(kind == 2))]
        Bytes(#[br(count = 3)] Vec<u8>),
    }
}

/// Texts and bytes of a header, and its entries.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little, magic = b"BO")]
#[schema(assert(title == "ok" || entries.len() > 0, code = "title-of-none"))]
struct File<'a> {
    #[br(temp)]
    #[bw(calc = title.len())]
    title_size: u8,
    /// A title.
    #[br(count = title_size)]
    title: &'a str,
    #[br(temp)]
    #[bw(calc = entries.len())]
    count: u8,
    /// Entries.
    #[br(count = count)]
    entries: Vec<Entry<'a>>,
    /// Whether there is a note.
    #[schema(one_of(0, 1))]
    noted: u8,
    /// A note of two bytes.
    #[br(if(noted == 1), count = 2)]
    note: Option<Cow<'a, str>>,
    /// One more entry.
    #[br(if(noted == 1))]
    last: Option<Box<Entry<'a>>>,
    /// What is left.
    #[br(parse_with = until_eof)]
    rest: Cow<'a, [u8]>,
}

/// An entry.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(big)]
struct Entry<'a> {
    /// What the value is.
    kind: u8,
    #[br(temp)]
    #[bw(calc = key.len())]
    key_size: u16,
    /// A name.
    #[br(count = key_size)]
    key: &'a [u8],
    /// The value.
    #[br(args(kind))]
    value: Value<'a>,
}

/// A value by its kind.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(big)]
#[br(import(kind: u8))]
enum Value<'a> {
    /// A number.
    #[br(pre_assert(kind == 0))]
    Number(u16),
    /// A text.
    #[br(pre_assert(kind == 1))]
    Text {
        #[br(temp)]
        #[bw(calc = text.len())]
        text_size: u8,
        /// The text.
        #[br(count = text_size)]
        text: &'a str,
    },
    /// Bytes.
    #[br(pre_assert(kind == 2))]
    Bytes(#[br(count = 3)] &'a [u8]),
}

const GOOD: &[u8] =
    b"BO\x05t\xc3\xa4st\x03\0\0\x01k\x01\x02\x01\0\x02kk\x03\xe2\x82\xac\x02\0\0abc\x01no\x01\0\0\x02okrest";

/// Every beginning, every changed byte in four ways, and the file.
fn files() -> Vec<Vec<u8>> {
    let prefixes = (0..=GOOD.len()).map(|end| GOOD[..end].to_vec());
    let changes = (0..GOOD.len()).flat_map(|at| {
        [0, 1, 0x80, 0xff].map(|other| {
            let mut file = GOOD.to_vec();
            file[at] = if file[at] == other { other ^ 2 } else { other };
            file
        })
    });
    prefixes.chain(changes).collect()
}

fn debug<T: std::fmt::Debug>(value: &T) -> String {
    format!("{value:?}")
}

/// The owned value, printed as the borrowed one, or `None` when a text is not UTF-8.
fn as_texts(file: &owned::File) -> Option<String> {
    let text = |bytes: &[u8]| std::str::from_utf8(bytes).ok().map(ToOwned::to_owned);
    let entry = |entry: &owned::Entry| {
        let value = match &entry.value {
            owned::Value::Number(number) => format!("Number({number})"),
            owned::Value::Text { text: bytes } => format!("Text {{ text: {:?} }}", text(bytes)?),
            owned::Value::Bytes(bytes) => format!("Bytes({bytes:?})"),
        };
        Some(format!("Entry {{ kind: {}, key: {:?}, value: {value} }}", entry.kind, entry.key))
    };
    let entries = file.entries.iter().map(entry).collect::<Option<Vec<_>>>()?.join(", ");
    let note = match &file.note {
        Some(note) => format!("Some({:?})", text(note)?),
        None => "None".to_owned(),
    };
    let last = match &file.last {
        Some(last) => format!("Some({})", entry(last)?),
        None => "None".to_owned(),
    };
    let title = text(&file.title)?;
    Some(format!(
        "File {{ title: {title:?}, entries: [{entries}], noted: {}, note: {note}, last: {last}, rest: {:?} }}",
        file.noted, file.rest
    ))
}

#[test]
fn borrowed_and_owned_values_agree_on_good_and_broken_files() {
    let (mut read, mut refused) = (0, 0);
    for file in files() {
        let owned = owned::File::from_slice(&file);
        match (&owned, File::from_slice(&file)) {
            (Ok(owned), Ok(borrowed)) => {
                assert_eq!(as_texts(owned), Some(debug(&borrowed)), "{file:?}");
                assert_eq!(owned.to_vec().unwrap(), borrowed.to_vec().unwrap());
                assert_eq!(debug(&owned.to_json([]).unwrap()), debug(&borrowed.to_json([]).unwrap()));
                read += 1;
            }
            // A `Vec<u8>` holds bytes that are not a text, of which a validator says so.
            (Ok(owned), Err(error)) => {
                assert_eq!(as_texts(owned), None, "{file:?}: {error}");
                let finding = error.into_finding().unwrap();
                assert_eq!(finding.class, Class::BadText);
                let report = owned::File::validate(&file, Mode::Strict);
                assert!(report.findings().iter().any(|one| debug(one) == debug(&finding)), "{finding:?} {report:?}");
                refused += 1;
            }
            (Err(owned), Err(borrowed)) => {
                assert!(debug(owned) == debug(&borrowed) || borrowed.finding().unwrap().class == Class::BadText);
            }
            (Err(error), Ok(_)) => panic!("{file:?}: {error}"),
        }
        for mode in [Mode::Strict, Mode::Lenient] {
            let [own, borrowed] = [owned::File::validate(&file, mode), File::validate(&file, mode)];
            assert_eq!(debug(&own), debug(&borrowed), "{file:?}");
        }
    }
    assert!(read > 50 && refused > 5, "{read} {refused}");
}

#[test]
fn borrowing_is_not_part_of_the_schema() {
    let model = |structure| Model::from_root(structure).to_json().unwrap();
    assert_eq!(model(owned::File::schema()), model(File::schema()));
}

#[test]
fn values_outlive_what_read_them_and_lie_in_the_bytes() {
    fn title(bytes: &[u8]) -> &str {
        File::from_slice(bytes).unwrap().title
    }
    let title = title(GOOD);
    assert_eq!(title, "täst");
    assert_eq!(title.as_ptr(), GOOD[3..].as_ptr());
    let File { note, rest, .. } = File::from_slice(GOOD).unwrap();
    assert!(matches!((note, rest), (Some(Cow::Borrowed("no")), Cow::Borrowed(b"rest"))));
}

#[test]
fn functions_over_borrowing_structures_name_the_lifetime_of_the_bytes() {
    fn read<'a, T: Decode<'a, Args = [i128; 0]>>(bytes: &'a [u8]) -> T {
        T::from_slice(bytes).unwrap()
    }
    assert_eq!(read::<File<'_>>(GOOD).entries.len(), 3);
    assert_eq!(read::<owned::File>(GOOD).entries.len(), 3);
}

fn refused(item: &str) -> String {
    bpx_codegen::expand_structure(Default::default(), item.parse().unwrap()).unwrap_err().to_string()
}

#[test]
fn what_cannot_be_borrowed_is_refused_with_what_to_do_instead() {
    let refusals = [
        ("struct Item { #[br(count = 4)] name: &'a [u8] }", "declare `struct Item<'a>`"),
        ("struct Item<'a> { #[br(count = 4)] name: &'static str }", "expected the lifetime `'a` of the structure"),
        (
            "struct Item<'a> { #[br(count = 4)] name: &[u8] }",
            "missing lifetime of the bytes: `&'a [u8]`, in a `struct Item<'a>`",
        ),
        (
            "#[brw(little)] struct Item<'a> { #[br(count = 4)] numbers: &'a [u16] }",
            "or `Cow<'a, str>` for borrowed bytes",
        ),
        ("struct Item<'a> { #[br(count = 4)] more: Cow<'a, [f32]> }", "or `Cow<'a, str>` for borrowed bytes"),
        (
            "struct Item<'a> { #[br(parse_with = until_eof)] #[schema(region(transform(zlib)))] text: &'a str }",
            "because they are decompressed: declare a `Vec<u8>` with `#[schema(utf8)]`",
        ),
        (
            "struct Item<'a> { #[schema(region(transform(zlib)))] inner: Inner<'a> }",
            "declare a structure with `Vec<u8>`",
        ),
        (
            "struct Item<'a> { #[br(until_bytes = b\"\\0\")] text: &'a [u8] }",
            "need a count, or must take all remaining bytes",
        ),
        (
            "struct Item<'a> { #[br(count = 4)] #[schema(text(encoding = \"latin-1\"))] text: &'a str }",
            "expected either `utf8`, which a `str` has by itself, or",
        ),
        ("struct Item<'a, 'b> { #[br(count = 4)] name: &'a [u8] }", "exactly one lifetime: `struct Item<'a>`"),
        ("struct Item<'a, T> { #[br(count = 4)] name: &'a [u8] }", "declare one struct for each type"),
        ("struct Node<'a> { kind: u8, #[schema(children)] #[br(count = 1)] nodes: Vec<Node<'a>> }", "a node of a tree"),
        ("#[br(import(k: u8))] enum Item { #[br(pre_assert(k == 1))] A(#[br(count = 4)] &'a str) }", "`enum Item<'a>`"),
    ];
    for (item, message) in refusals {
        let found = refused(item);
        assert!(found.contains(message), "{item}: {found}");
    }
}
