//! Rules across fields that a reader checks although a later field cannot be read.

use bpx_schema::report::{Class, Mode};
use bpx_schema::{Codec, structure};

/// Rules need the first field, a length, a member, a size, the last field, and the bytes that are left.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(big)]
#[schema(
    assert(kind < 3, code = "parcel.kind", text = "the kind is {kind}", on = kind),
    assert(size_of(weights) <= 4, code = "parcel.weights"),
    assert(seal != 0, code = "parcel.seal"),
    assert(remaining == 0, code = "parcel.rest")
)]
pub struct Parcel {
    #[br(assert(version == 1 || version == 9))]
    pub version: u8,
    pub kind: u8,
    pub label: Label,
    #[br(temp, assert(count <= 2))]
    #[bw(calc = weights.len())]
    count: u8,
    #[br(count = count)]
    pub weights: Vec<u16>,
    #[br(if(kind == 2))]
    pub note: Option<u16>,
    #[br(assert(label.colour != seal))]
    pub seal: u32,
}

/// A structure of any size in another one.
#[structure]
#[derive(Debug, Clone, PartialEq)]
pub struct Label {
    #[br(assert(colour < 8))]
    pub colour: u8,
    #[br(assert(length < 6))]
    pub length: u8,
    #[br(count = length)]
    pub text: Vec<u8>,
}

pub fn parcels() -> Vec<Vec<u8>> {
    vec![vec![1, 2, 3, 1, b'a', 2, 0, 5, 0, 6, 1, 2, 0, 0, 0, 7], vec![1, 0, 3, 0, 0, 0, 0, 0, 7]]
}

fn codes(bytes: &[u8]) -> Vec<String> {
    let report = Parcel::validate(bytes, Mode::Strict);
    report.findings().iter().map(|finding| format!("{} {}", finding.code, finding.path)).collect()
}

#[test]
fn rules_of_read_fields_explain_why_the_next_field_is_not_read() {
    assert_eq!(codes(&parcels()[0]), [""; 0]);
    let changed = |at: usize, value: u8, end: usize| {
        let mut bytes = parcels()[0][..end].to_vec();
        bytes[at] = value;
        codes(&bytes)
    };
    // The list needs more bytes than there are.
    assert_eq!(changed(5, 9, 16), ["parcel.assert-6 ", "truncated weights"]);
    // Rules come in the order of the declaration, after those of the nested structure.
    assert_eq!(changed(0, 2, 4), ["parcel.assert-5 ", "truncated label.text"]);
    assert_eq!(changed(3, 20, 16), ["label.assert-2 label", "truncated label.text"]);
    assert_eq!(changed(1, 7, 9), ["parcel.kind kind", "truncated weights"]);
    // All fields are read, so every rule is checked in its place.
    assert_eq!(changed(1, 7, 16).first().unwrap(), "parcel.kind kind");
    let truncated = Parcel::validate(&[2], Mode::Strict);
    assert_eq!(truncated.findings().last().unwrap().class, Class::Truncated);
}

/// Rules of numbers and of structures in lists, before a field that may be too long.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[schema(
    each(shares, assert(entry <= total, code = "ledger.share")),
    assert(total != 0, code = "ledger.total"),
    each(rows, assert(
        first.id == index && before.amount + entry.amount <= 9,
        code = "ledger.row",
        text = "found {entry.amount} after {before.amount}",
        on = amount
    )),
    each(shares, assert(index < end, code = "ledger.end"))
)]
pub struct Ledger {
    pub total: u8,
    #[br(count = 2)]
    pub shares: Vec<u16>,
    #[br(count = 3)]
    pub rows: Vec<LedgerRow>,
    pub length: u8,
    #[br(count = length)]
    pub text: Vec<u8>,
    pub end: u8,
}

#[structure]
#[derive(Debug, Clone, PartialEq)]
pub struct LedgerRow {
    pub id: u8,
    pub amount: u8,
}

pub fn ledger() -> Vec<u8> {
    vec![5, 1, 0, 5, 0, 7, 2, 8, 3, 9, 4, 2, b'o', b'k', 2]
}

#[test]
fn rules_of_elements_are_checked_although_a_later_field_cannot_be_read() {
    let shown = |bytes: &[u8]| {
        let report = Ledger::validate(bytes, Mode::Strict);
        report
            .findings()
            .iter()
            .map(|one| format!("{} {} {}", one.code, one.path, one.location.file))
            .collect::<Vec<_>>()
    };
    assert_eq!(shown(&ledger()), [""; 0]);
    let mut bytes = ledger();
    (bytes[0], bytes[9], bytes[10], bytes[11]) = (0, 7, 5, 200);
    let early =
        ["ledger.share shares[0] 1", "ledger.share shares[1] 3", "ledger.total  0", "ledger.row rows[2].amount 10"];
    assert_eq!(shown(&bytes), [&early[..], &["truncated text 12"]].concat());
    // All rules in their order, if all fields are read.
    (bytes[11], bytes[14]) = (2, 1);
    assert_eq!(shown(&bytes), [&early[..], &["ledger.end shares[1] 3"]].concat());
    // Only the rules whose fields were read.
    assert_eq!(shown(&bytes[..8]), [&early[..3], &["truncated rows[1].amount 8"]].concat());
}
