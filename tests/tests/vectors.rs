//! Validators agree with every vector that follows from the schema.
#![allow(missing_docs, clippy::unwrap_used, clippy::indexing_slicing, clippy::panic)]

#[path = "stored_values/records.rs"]
mod records;
mod shapes;

use bpx_formats::bpx::SectionHeader;
use bpx_formats::bpx::model::ModelExt;
use bpx_formats::bpx::package::PackageExt;
use bpx_formats::bpx::shader::{ShaderExt, Symbol};
use bpx_formats::bpx::table::{Column, TableHeader};
use bpx_schema::interpret::Interpreter;
use bpx_schema::report::{Class, Mode, Report};
use bpx_schema::schema::Model;
use bpx_schema::{Codec, Record};
use bpx_workbench::vectors::{self, Fault, Vector};

fn found(report: &Report) -> Vec<Fault> {
    let fault = |f: &bpx_schema::report::Finding| Fault {
        class: f.class,
        severity: f.severity,
        code: f.code.to_string(),
        path: f.path.clone(),
        offset: f.location.file,
        lenient: f.lenient.to_string(),
    };
    report.findings().iter().map(fault).collect()
}

/// Checks all vectors against generated code and against the interpreter; the vectors.
fn check<T: Record>() -> Vec<Vector> {
    let vectors = vectors::record_vectors::<T>().unwrap();
    let model = Model::from_root(<T as Record>::record_schema());
    let interpreter = Interpreter::with_algorithms(&model, bpx_formats::algorithms()).unwrap();
    assert!(vectors[0].is_valid(), "{vectors:?}");
    for vector in &vectors {
        let name = &vector.title;
        assert_eq!(found(&T::validate(&vector.bytes, Mode::Strict)), vector.faults, "{name}");
        assert_eq!(found(&interpreter.validate(&vector.bytes, Mode::Strict)), vector.faults, "{name}, interpreted");
    }
    for one in vectors::values_around(&model, <T as Record>::record_schema(), &vectors[0].bytes) {
        assert_ne!(one.bytes, vectors[0].bytes, "{}: {}", one.path, one.what);
        assert_eq!(found(&T::validate(&one.bytes, Mode::Strict)), one.faults, "{}: {}", one.path, one.what);
    }
    vectors
}

/// Classes of faults at a path, over all vectors.
fn classes(vectors: &[Vector], path: &str) -> Vec<Class> {
    let faults = vectors.iter().flat_map(|vector| &vector.faults);
    let mut classes: Vec<_> = faults.filter(|f| f.path.to_string() == path).map(|f| f.class).collect();
    classes.sort_unstable();
    classes.dedup();
    classes
}

#[test]
fn every_rule_has_vectors() {
    let vectors = check::<shapes::Rules>();
    for (path, class) in [
        ("signature", Class::BadMagic),
        ("color", Class::UnknownCode),
        ("traits", Class::UnknownFlag),
        ("version", Class::UnsupportedVersion),
        ("choice", Class::OutOfRange),
        ("ratio", Class::NotFinite),
        ("ratios", Class::NotFinite),
        ("text", Class::BadText),
        ("small", Class::OutOfRange),
        ("pair.high", Class::OutOfRange),
        ("pairs[1].low", Class::OutOfRange),
        ("packed.wide", Class::OutOfRange),
        ("packed.traits", Class::UnknownFlag),
        ("pad", Class::ReservedNotZero),
        ("", Class::Truncated),
    ] {
        assert!(classes(&vectors, path).contains(&class), "{path}: {class}");
    }
    assert!(classes(&vectors, "").contains(&Class::Inconsistent));
    assert_eq!(classes(&vectors, "free"), [], "a field without a rule has no faults");
}

#[test]
fn edges_are_tried_from_both_sides() {
    let vectors = check::<shapes::Pair>();
    let low = |vector: &Vector| i16::from_le_bytes([vector.bytes[0], vector.bytes[1]]);
    let whole = vectors.iter().filter(|vector| vector.bytes.len() == 6 && vector.title.starts_with("low"));
    let (valid, broken): (Vec<_>, Vec<_>) = whole.partition(|vector| vector.is_valid());
    let mut valid: Vec<_> = valid.into_iter().map(low).collect();
    let mut broken: Vec<_> = broken.into_iter().map(low).collect();
    valid.sort_unstable();
    broken.sort_unstable();
    assert_eq!(valid, [-5, 1, 100]);
    // -5 in its low 8 bits.
    assert_eq!(broken, [i16::MIN, -6, 101, 256 - 5, i16::MAX]);
    let cuts: Vec<_> = vectors.iter().map(|vector| vector.bytes.len()).filter(|size| *size < 6).collect();
    assert_eq!(cuts, [0, 2, 5]);
}

#[test]
fn validators_agree_with_the_vectors_of_all_records() {
    check::<PackageExt>();
    check::<ModelExt>();
    check::<ShaderExt>();
    check::<Symbol>();
    check::<SectionHeader>();
    check::<TableHeader>();
    check::<Column>();
    check::<shapes::Packed>();
    check::<shapes::Slot>();
    check::<shapes::ArchiveHead>();
    check::<shapes::NestSlot>();
    check::<shapes::Signed>();
}

#[test]
fn only_records_have_vectors() {
    let model = Model::from_root(shapes::Dynamic::schema());
    assert!(vectors::boundary_vectors(&model, "Dynamic").is_err());
    assert!(vectors::boundary_vectors(&model, "Nothing").is_err());
    assert!(vectors::boundary_vectors(&model, "Pair").is_ok());
}

#[test]
fn narrow_numbers_have_vectors() {
    let vectors = check::<records::Narrow>();
    assert_eq!(classes(&vectors, "half"), [Class::NotFinite]);
    assert_eq!(classes(&vectors, "size"), [Class::OutOfRange]);
}

#[test]
fn numbers_in_digits_have_vectors() {
    let vectors = check::<records::Numerals>();
    assert_eq!(classes(&vectors, "size"), [Class::BadText]);
    assert_eq!(classes(&vectors, "mode"), [Class::BadText, Class::OutOfRange]);
    assert_eq!(classes(&vectors, "packed"), [Class::BadText, Class::OutOfRange]);
}
