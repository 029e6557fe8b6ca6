//! Fields of bits among fields of bytes.

use super::{declared, little, open, table, thing};
use bpx_model::{BitField, Body, Endian, Length, Type};

fn bits<'d>(declared: &'d bpx_documents::Declarations, name: &str) -> Vec<&'d BitField> {
    match &declared.model.get(name).unwrap().body {
        Body::Bits(bits) => bits.iter().collect(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_run_of_bits_is_a_structure_of_its_own() {
    let rows = [
        ("high", "unsigned", "4", ""),
        ("low", "unsigned", "4", ""),
        ("kind", "u8", "8", ""),
        ("length", "u16", "16", ""),
    ];
    let text = format!("# Things\n\nAll fields are big-endian; bit 0 is the most significant bit.\n\n{}", table(&rows));
    let declared = declared(&text);
    assert_eq!(open(&declared), [""; 0]);
    let fields: Vec<_> = thing(&declared).fields().iter().map(|field| (&*field.name, field.offset)).collect();
    assert_eq!(fields, [("bits", Some(0)), ("kind", Some(1)), ("length", Some(2))]);
    assert_eq!(thing(&declared).size, Some(4));
    let places: Vec<_> =
        bits(&declared, "ThingBits").iter().map(|bit| (&*bit.name, bit.bit, bit.bits, bit.order)).collect();
    assert_eq!(places, [("high", 0, 4, Endian::Big), ("low", 4, 4, Endian::Big)]);
    // 0x45 is 4, then 5.
    let numbers: Vec<_> = bits(&declared, "ThingBits").iter().map(|bit| bit.bit_place().read_number(&[0x45])).collect();
    assert_eq!(numbers, [4, 5]);
}

#[test]
fn numbers_of_three_bytes_are_no_bits() {
    let rows = [
        ("a", "u32", "32", ""),
        ("b", "u24", "24", ""),
        ("c", "f16", "16", ""),
        ("d", "i24", "24", ""),
        ("e", "u8", "8", ""),
    ];
    let declared = little(&table(&rows));
    assert_eq!(open(&declared), [""; 0]);
    let types: Vec<_> = thing(&declared).fields().iter().map(|field| field.ty.clone()).collect();
    let int = |size, signed| Type::Int { size, signed, endian: Endian::Little };
    let half = Type::Float { size: 2, endian: Endian::Little };
    assert_eq!(types, [int(4, false), int(3, false), half, int(3, true), int(1, false)]);
}

#[test]
fn bits_that_cannot_be_declared_are_bytes() {
    let declared = little(&table(&[("a", "bits", "4", ""), ("blob", "bits", "204", "")]));
    assert_eq!(
        open(&declared),
        ["Thing: `blob` takes 204 bits, but a bit field takes at most 127 bits: declared as bytes"]
    );
    assert_eq!(thing(&declared).fields()[0].len, Some(Length::Fixed(26)));

    let declared = little(&table(&[("a", "bits", "4", ""), ("b", "u16", "16", "")]));
    assert_eq!(thing(&declared).size, None);
    assert_eq!(
        open(&declared),
        [
            "Thing: `a` takes 4 bits, and the neighbouring bits do not fill whole bytes",
            "Thing: the end of `a` is not known, so the offsets of later fields are not known: `b`",
        ]
    );
}

#[test]
fn bits_over_several_bytes_need_an_order() {
    let rows = [("a", "bits", "4", ""), ("b", "bits", "12", "")];
    let left = ": the document does not state the byte order: numbers are declared little-endian";
    assert_eq!(open(&declared(&table(&rows))), [left]);
    // Bits from the top, bytes from the bottom.
    let text = format!("# Things\n\nNumbers are little-endian. Bit 0 is the most significant bit.\n\n{}", table(&rows));
    let expected =
        "Thing: `b` lies in several bytes, which are little-endian, but the most significant bit comes first";
    assert_eq!(open(&declared(&text)), [expected]);
}

#[test]
fn registers_list_the_highest_bit_first() {
    let text = "## Thing\n\n| Bits | Name | Description |\n|---|---|---|\n| 15:8 | count | so many |\n| 7:4 | level | how much |\n| 3 | on | |\n| 2:0 | kind | |\n";
    let bits = |text: &str| {
        let declared = declared(text);
        let structures = declared.model.structures.values();
        let found = structures.flat_map(|one| match &one.body {
            Body::Bits(bits) => bits.iter().map(|bit| (bit.name.to_string(), bit.bit, bit.order)).collect::<Vec<_>>(),
            _ => Vec::new(),
        });
        (found.collect::<Vec<_>>(), open(&declared))
    };
    let (found, left) = bits(&format!("# Things\n\nAll numbers are little-endian.\n\n{text}"));
    let little = Endian::Little;
    let named = |list: &[(&str, u16)], order| {
        list.iter().map(|(name, bit)| ((*name).to_owned(), *bit, order)).collect::<Vec<_>>()
    };
    assert_eq!(found, named(&[("kind", 0), ("on", 3), ("level", 4)], little));
    assert_eq!(left, [""; 0]);
    let (found, left) = bits(&format!("# Things\n\nAll numbers are big-endian.\n\n{text}"));
    assert_eq!(found, named(&[("level", 0), ("on", 4), ("kind", 5)], Endian::Big));
    assert_eq!(left, [""; 0]);
    let (_, left) = bits(&format!("# Things\n\n{text}"));
    assert_eq!(left.len(), 1, "{left:?}");
}

#[test]
fn signed_bits_are_open() {
    let found = little(&table(&[("x", "signed", "12", ""), ("y", "unsigned", "4", "")]));
    assert_eq!(open(&found), ["Thing: `x` may be negative, but bits are declared as unsigned numbers"]);
}
