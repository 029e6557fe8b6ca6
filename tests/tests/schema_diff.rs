//! Random changes of our own formats: the reported effects agree with two interpreters.
#![allow(missing_docs, dead_code, unreachable_pub, clippy::unwrap_used, clippy::indexing_slicing, clippy::panic)]

#[path = "../../bpx-workbench/tests/diff/agree.rs"]
mod agree;
#[path = "../../bpx-workbench/tests/diff/build.rs"]
mod build;
#[path = "../../bpx-workbench/tests/diff/edits.rs"]
mod edits;
#[path = "../../bpx-workbench/tests/diff/oracle.rs"]
mod oracle;

use bpx_formats::{algorithms, formats};
use bpx_schema::schema::Model;

#[test]
fn changes_of_our_formats_agree_with_two_interpreters() {
    // On all cores, as this is the only test here.
    std::thread::scope(|scope| {
        for (name, structure) in formats().iter().flat_map(|format| format.schemas()) {
            scope.spawn(move || {
                // As a schema that was read, so that all of it can be changed.
                let model = Model::from_json(&Model::from_root(structure).to_json().unwrap()).unwrap();
                let tally = agree::many(&model, 40, 8, 1);
                println!("{name}: {tally:?}");
                assert!(tally.edits == 40 && tally.breaking > 0, "{name}: {tally:?}");
            });
        }
    });
}
