//! Documents with many structures.

use super::{document, schema, structure};
use bpx_workbench::diff::{Options, diff};

#[test]
fn every_structure_of_a_large_schema_has_its_witness() {
    let of = |ty: &str, size: u64| {
        let entry = |at: u32| {
            structure(
                &format!("{at} Entry {at}"),
                &format!("| Id | u16 | 2 | which |\n| Size | {ty} | {size} | long |\n"),
            )
        };
        schema(&document(&(2..202).map(entry).collect::<Vec<_>>()))
    };
    let changes = diff(&of("u16", 2), &of("u32", 4), &Options::default().with_samples(20)).unwrap();
    assert_eq!(changes.len(), 200);
    assert!(changes.iter().all(|change| change.rule.id == "field.size" && change.witnesses.len() == 2));
}
