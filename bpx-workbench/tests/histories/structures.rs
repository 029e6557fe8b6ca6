//! Structures that are added and removed.

use super::{document, reported, structure};
use bpx_schema::report::Class;
use bpx_schema::schema::Model;
use bpx_workbench::diff::{Level, Options, diff};

fn table(title: &str, first: &str) -> String {
    let rows = "| Name | u32 | 4 | which |\n| Size | u32 | 4 | how long |\n| Hash | u64 | 8 | of the name |\n";
    structure(title, &format!("| {first} | u64 | 8 | where |\n{rows}"))
}

#[test]
fn a_new_structure_is_reported_at_the_default_level() {
    let (old, new) = (document(&[]), document(&[table("2 File table", "Pointer")]));
    assert_eq!(reported(&old, &new, Level::Wire), ["structure.added FileTable ( -> FileTable) rejects/more"]);
    assert_eq!(reported(&new, &old, Level::Wire), ["structure.removed FileTable (FileTable -> ) more/rejects"]);
}

#[test]
fn a_structure_of_most_of_the_same_fields_is_the_same_one() {
    let old = document(&[table("2 File table", "Pointer")]);
    let new = document(&[table("2 Table of files", "Start")]);
    let old_name = document(&[table("2 Files", "Pointer")]);
    assert_eq!(
        reported(&old_name, &new, Level::Model),
        [
            "structure.renamed TableOfFiles (Files -> TableOfFiles) same/same",
            "field.renamed TableOfFiles.start (pointer -> start) same/same"
        ]
    );
    // An unlike name may be another thing: it is reported at the default level.
    let new = document(&[table("2 Object table", "Pointer")]);
    assert_eq!(
        reported(&old, &new, Level::Wire),
        ["structure.replaced ObjectTable (FileTable -> ObjectTable) same/same"]
    );
}

#[test]
fn one_of_another_name_is_a_replacement() {
    let old = document(&[table("2 File table", "Pointer")]);
    let rows = "| Name | u32 | 4 | which |\n| Size | u32 | 4 | how long |\n| Hash | u32 | 4 | of the name |\n";
    let new = document(&[structure("2 Asset", &format!("| Pointer | u64 | 8 | where |\n{rows}"))]);
    assert_eq!(
        reported(&old, &new, Level::Model),
        [
            "structure.replaced Asset (FileTable -> Asset) same/same",
            "field.size Asset.hash (8 bytes -> 4 bytes) differs/differs"
        ]
    );
}

#[test]
fn unlike_structures_are_no_pair() {
    let old = document(&[table("2 File table", "Pointer")]);
    let new = document(&[structure(
        "2 Bone",
        "| Name | u32 | 4 | which |\n| Parent | u32 | 4 | above |\n| Angle | f32 | 4 | turned |\n",
    )]);
    assert_eq!(
        reported(&old, &new, Level::Wire),
        ["structure.removed FileTable (FileTable -> ) more/rejects", "structure.added Bone ( -> Bone) rejects/more"]
    );
}

#[test]
fn a_side_that_states_nothing_is_an_error() {
    let (nothing, something) = (super::schema("# A letter\n\nDear reader.\n"), super::schema(&document(&[])));
    assert!(nothing.is_empty());
    for (old, new, side) in [(&nothing, &something, "old"), (&something, &nothing, "new")] {
        let error = diff(old, new, &Options::default()).unwrap_err();
        let finding = error.finding().unwrap();
        assert_eq!(finding.class, Class::UnsupportedFeature);
        let wanted = format!("expected a structure or a set of codes in the {side} schema, found none");
        assert_eq!(finding.message, wanted);
    }
}

#[test]
fn a_structure_and_a_document_of_codes_alone_are_compared() {
    let codes = super::schema(&super::values("1 Opcodes", "| Nop | 0 | nothing |\n| Jump | 1 | go |\n"));
    assert!(codes.structures.is_empty());
    let rules = |old: &Model, new: &Model| {
        let changes = diff(old, new, &Options::default()).unwrap();
        changes.iter().map(|change| change.rule.id).collect::<Vec<_>>()
    };
    assert_eq!(rules(&codes, &super::schema(&document(&[]))), ["structure.added", "codes.removed"]);
}
