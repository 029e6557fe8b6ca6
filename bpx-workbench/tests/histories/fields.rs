//! Fields that are moved, resized, added and removed.

use super::{changes, document, reported, structure};
use bpx_workbench::diff::Level;

fn record(rows: &str) -> String {
    document(&[structure("2 Entry", rows)])
}

#[test]
fn an_inserted_field_moves_those_after_it() {
    let old = record(
        "| Pointer | u64 | 8 | where |\n| Chksum | u32 | 4 | of it |\n| Type | u8 | 1 | which |\n| Flags | u8 | 1 | how |\n| Reserved | | 6 | always 0 |\n",
    );
    let new = record(
        "| Pointer | u64 | 8 | where |\n| Size | u32 | 4 | stored |\n| Chksum | u32 | 4 | of it |\n| Type | u8 | 1 | which |\n| Flags | u8 | 1 | how |\n| Reserved | | 2 | always 0 |\n",
    );
    assert_eq!(
        reported(&old, &new, Level::Model),
        [
            "field.added Entry.size ( -> u32) differs/differs",
            "field.moved Entry.chksum, type, flags, reserved (offset 8 -> offset 12) differs/differs",
            "field.count Entry.reserved (u8[6] -> u8[2]) differs/differs",
        ]
    );
    assert!(changes(&old, &new).iter().all(|change| change.witnesses.len() == 2));
}

#[test]
fn many_moved_fields_are_one_line() {
    let rows: String = (0..9).map(|at| format!("| Field{at} | u8 | 1 | number {at} |\n")).collect();
    let new = record(&format!("| First | u16 | 2 | new |\n{rows}"));
    assert_eq!(
        reported(&record(&rows), &new, Level::Wire),
        [
            "field.added Entry.first ( -> u16) differs/differs",
            "field.moved Entry.field0 to field8 (9 fields at offset 0 -> 2 bytes later) differs/differs",
        ]
    );
}

#[test]
fn reserved_bytes_are_used_only_where_they_lie() {
    let old = record("| A | u16 | 2 | one |\n| Reserved | | 4 | always 0 |\n| B | u16 | 2 | two |\n");
    let used = record(
        "| A | u16 | 2 | one |\n| New | u16 | 2 | three |\n| Reserved | | 2 | always 0 |\n| B | u16 | 2 | two |\n",
    );
    assert_eq!(
        reported(&old, &used, Level::Model),
        ["reserved.used Entry.new (reserved u8[4] -> new) differs/differs"]
    );
    // As many bytes, and others.
    let before = record(
        "| New | u16 | 2 | three |\n| A | u16 | 2 | one |\n| Reserved | | 2 | always 0 |\n| B | u16 | 2 | two |\n",
    );
    assert_eq!(
        reported(&old, &before, Level::Model),
        [
            "field.added Entry.new ( -> u16) differs/differs",
            "field.moved Entry.a, reserved (offset 0 -> offset 2) differs/differs",
            "field.count Entry.reserved (u8[4] -> u8[2]) differs/differs",
        ]
    );
}

#[test]
fn a_field_is_renamed_only_where_it_lies() {
    let old = record("| Count | u8 | 1 | of them |\n| Mode | u8 | 1 | how |\n| Size | u32 | 4 | big |\n");
    let same = record("| Number | u8 | 1 | of them |\n| Mode | u8 | 1 | how |\n| Size | u32 | 4 | big |\n");
    assert_eq!(reported(&old, &same, Level::Model), ["field.renamed Entry.number (count -> number) same/same"]);
    // Name and text speak of something else.
    let other = record("| Kind | u8 | 1 | what it is |\n| Mode | u8 | 1 | how |\n| Size | u32 | 4 | big |\n");
    assert_eq!(
        reported(&old, &other, Level::Model),
        ["field.removed Entry.count (u8 -> ) differs/differs", "field.added Entry.kind ( -> u8) differs/differs"]
    );
    assert!(
        changes(&old, &other)
            .iter()
            .filter(|change| change.rule.level == Level::Wire)
            .all(|one| one.witnesses.len() == 2)
    );
    let elsewhere = record("| Mode | u8 | 1 | how |\n| Other | u8 | 1 | of them |\n| Size | u32 | 4 | big |\n");
    assert_eq!(
        reported(&old, &elsewhere, Level::Model),
        [
            "field.removed Entry.count (u8 -> ) differs/differs",
            "field.added Entry.other ( -> u8) differs/differs",
            "field.moved Entry.mode (offset 1 -> offset 0) differs/differs",
        ]
    );
}

#[test]
fn a_width_is_reported_once_and_as_it_is() {
    let of = |ty: &str, size: u64| record(&format!("| Id | u16 | 2 | which |\n| Ext | {ty} | {size} | more |\n"));
    for (old, new, line) in [
        (of("u8[5]", 5), of("u64", 8), "field.size Entry.ext (u8[5], 5 bytes -> u64, 8 bytes) differs/differs"),
        (of("u64", 8), of("u8[16]", 16), "field.size Entry.ext (u64, 8 bytes -> u8[16], 16 bytes) differs/differs"),
        (of("u8[4]", 4), of("u32", 4), "field.type Entry.ext (u8[4] -> u32) differs/differs"),
        (of("u16[2]", 4), of("u32[2]", 8), "field.size Entry.ext (u16[2], 4 bytes -> u32[2], 8 bytes) differs/differs"),
        (of("u16", 2), of("u32", 4), "field.size Entry.ext (2 bytes -> 4 bytes) differs/differs"),
        (of("u8[4]", 4), of("u8[6]", 6), "field.count Entry.ext (u8[4] -> u8[6]) differs/differs"),
    ] {
        assert_eq!(reported(&old, &new, Level::Model), [line]);
    }
}
