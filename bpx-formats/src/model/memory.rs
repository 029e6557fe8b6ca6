//! Tests that a document and the values that are read for the document share one budget.
#![allow(clippy::unwrap_used)]

use crate::blk::{BlkFormat, Builder, Companions, EncodeOptions, Kind, encode};
use crate::bpx::BpxFormat;
use crate::bpx::container::{ContainerBuilder, SectionOptions};
use crate::{FileFormat, ModelOptions, ReadOptions};
use bpx_schema::report::Class;
use bpx_schema::source::ReadAt;
use bpx_schema::{Budget, Limits, Result};
use std::sync::Arc;

/// A memory limit in bytes that no document in these tests reaches.
const PLENTY: u64 = 1 << 30;

/// Asserts that a document and the values that are read for the document take memory from one account.
fn is_shared(format: &dyn FileFormat, file: Vec<u8>) {
    let size = file.len() as u64;
    let source: Arc<dyn ReadAt> = Arc::new(file);
    let within = |memory: u64| -> Result<u64> {
        let budget = Budget::new(Limits::default().with_max_memory(memory), 0);
        let document = format.to_json_within(&source, &ReadOptions::default(), ModelOptions::default(), &budget)?;
        let held = memory - budget.memory_left();
        drop(document);
        assert_eq!(budget.memory_left(), memory, "all memory comes back");
        Ok(held)
    };
    // What was read for it is given back at its end.
    let document = within(PLENTY).unwrap();
    let error = within(document + 1000).unwrap_err();
    assert_eq!(error.finding().unwrap().class, Class::LimitExceeded, "{error}");
    within(document + 8 * size).unwrap();
}

#[test]
fn a_table_of_sections_shares_the_memory_of_its_document() {
    let file = (0..3000)
        .fold(ContainerBuilder::new(b'X', 2), |file, _| file.section(1, Vec::new(), SectionOptions::default()));
    is_shared(&BpxFormat, file.build().unwrap());
}

#[test]
fn names_share_the_memory_of_their_document() {
    let mut builder = Builder::new(None);
    for number in 0..10_000 {
        builder.name(format!("name {number}").as_bytes()).unwrap();
    }
    let options = EncodeOptions::new(Kind::Fat);
    is_shared(&BlkFormat, encode(&builder.finish().unwrap(), &options, &Companions::default()).unwrap());
}
