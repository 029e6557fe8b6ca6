//! Generated code and the interpreter report the same, byte for byte and step by step.
#![allow(missing_docs, clippy::unwrap_used, clippy::indexing_slicing, clippy::panic)]

mod shapes;

use bpx_formats::bpx::Layout;
use bpx_formats::bpx::sd::{NONE, Node};
use bpx_formats::bpx::v0;
use bpx_schema::codec::Tree;
use bpx_schema::report::{Class, Finding, Mode};
use bpx_schema::schema::Model;
use bpx_schema::watch::JournalEvent;
use bpx_schema::{Codec, Limits};
use rayon::prelude::*;
use shapes::compare::{exported, generated, interpreted};
use shapes::samples;

/// Both readings, which are the same.
fn same<T: Codec>(model: &Model, bytes: &[u8], args: &[i128], limits: Limits) -> Vec<JournalEvent> {
    let (left, right) = (generated::<T>(model, bytes, args, limits), interpreted(model, bytes, args, limits));
    if left != right {
        let at = left.iter().zip(&right).take_while(|(a, b)| a == b).count();
        panic!("step {at} of {args:?} {bytes:02x?}\ngenerated: {:#?}\ninterpreted: {:#?}", left.get(at), right.get(at));
    }
    left
}

fn findings(events: &[JournalEvent]) -> Vec<&Finding> {
    let found = events.iter().filter_map(|event| match event {
        JournalEvent::Finding(finding) => Some(finding),
        _ => None,
    });
    found.collect()
}

/// Values that open and close like brackets.
fn assert_balanced(events: &[JournalEvent]) {
    let mut open = Vec::new();
    for event in events {
        match event {
            JournalEvent::Open { path, .. } => open.push(path),
            JournalEvent::Close { path, .. } => assert_eq!(open.pop(), Some(path)),
            _ => {}
        }
    }
    assert!(open.is_empty(), "{open:?}");
}

/// Compares on valid bytes, on every prefix, and with every byte changed in four ways.
fn everywhere<T: Codec>(bytes: &[u8], args: &[i128]) {
    let model = exported::<T>();
    let limits = Limits::default();
    let events = same::<T>(&model, bytes, args, limits);
    assert_eq!(findings(&events), Vec::<&Finding>::new());
    assert!(events.iter().any(|event| matches!(event, JournalEvent::Leaf { .. })) || bytes.is_empty());
    let faults = |bytes: &[u8]| {
        let events = same::<T>(&model, bytes, args, limits);
        assert_balanced(&events);
        findings(&events).len()
    };
    let broken = (0..bytes.len()).into_par_iter().map(|at| {
        let mut changed = bytes.to_vec();
        let changes = [bytes[at] ^ 1, bytes[at] ^ 0x80, 0, 0xff].map(|value| {
            changed[at] = value;
            faults(&changed)
        });
        faults(&bytes[..at]) + changes.iter().sum::<usize>()
    });
    assert!(broken.sum::<usize>() > 0 || bytes.is_empty());
}

#[test]
fn records_agree() {
    everywhere::<shapes::Rules>(&samples::rules().to_bytes(), &[]);
    everywhere::<shapes::Packed>(&samples::packed(9, 5, 8).to_bytes(), &[]);
}

#[test]
fn dynamic_structures_agree() {
    for value in samples::dynamics() {
        everywhere::<shapes::Dynamic>(&value.to_vec().unwrap(), &[]);
    }
}

#[test]
fn trees_agree() {
    everywhere::<Tree<shapes::Branch>>(&samples::bytes_of(&samples::branch(), [1]), &[1]);
    let model = exported::<Tree<shapes::Branch>>();
    let limits = Limits::default().with_max_depth(100);
    assert!(findings(&same::<Tree<shapes::Branch>>(&model, &samples::chain(100), &[9], limits)).is_empty());
    let events = same::<Tree<shapes::Branch>>(&model, &samples::chain(101), &[9], limits);
    let found = findings(&events);
    assert_eq!(found.iter().map(|finding| finding.class).collect::<Vec<_>>(), [Class::TooDeep]);
    assert_eq!(found[0].path.segments().len(), 200);
}

#[test]
fn tails_agree() {
    for (bytes, args) in samples::tails() {
        everywhere::<shapes::Tail>(&bytes, &args);
    }
    let model = exported::<shapes::Tail>();
    // Elements without bytes never end, and counts of them cannot keep anyone busy.
    for (kind, class) in [(5, Class::Inconsistent), (6, Class::Truncated), (7, Class::UnknownTag)] {
        let events = same::<shapes::Tail>(&model, b"bytes", &[kind], Limits::default());
        assert_eq!(findings(&events).iter().map(|finding| finding.class).collect::<Vec<_>>(), [class]);
    }
    // The compiler counts the arguments of generated code, and the interpreter counts its own.
    let events = interpreted(&model, b"", &[], Limits::default());
    assert_eq!(findings(&events)[0].class, Class::Inconsistent);
}

#[test]
fn searches_agree() {
    let bytes = samples::ledger();
    everywhere::<shapes::Ledger>(&bytes, &[]);
    let read = shapes::Ledger::from_slice(&bytes).unwrap();
    assert_eq!(read.parts, [shapes::Lot::Small(7), shapes::Lot::Large(1)]);
    assert_eq!((read.extra, &*read.rest), (Some(0x0505), &[shapes::Lot::Small(8)][..]));
    assert_eq!(read.to_vec().unwrap(), bytes);
    // Elements that are elsewhere are of another kind, or of none.
    let mut moved = read.clone();
    moved.parts.reverse();
    assert!(moved.to_vec().is_err());
}

#[test]
fn regions_and_sums_agree() {
    everywhere::<shapes::Archive>(&samples::archive(), &[]);
}

#[test]
fn containers_agree() {
    for container in samples::containers() {
        everywhere::<Layout>(&container, &[]);
    }
}

#[test]
fn files_of_version_0_agree() {
    for file in samples::version_0() {
        everywhere::<v0::Layout>(&file, &[]);
    }
}

#[test]
fn structured_data_agrees() {
    everywhere::<Tree<Node>>(&samples::object(), &[i128::from(NONE)]);
}

#[test]
fn regions_that_hold_themselves_end() {
    let bytes = [1, 0, 3];
    let events = same::<shapes::Nest>(&exported::<shapes::Nest>(), &bytes, &[], Limits::default());
    assert_balanced(&events);
    assert_eq!(findings(&events).iter().map(|finding| finding.class).collect::<Vec<_>>(), [Class::TooDeep]);
    assert_eq!(shapes::Nest::validate(&bytes, Mode::Strict).findings().len(), 1);
}
