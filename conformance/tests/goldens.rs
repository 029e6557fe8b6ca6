//! Every golden file and every fault of it, through the declared codec: model, annotated bytes, findings.
//!
//! `INSTA_UPDATE=always cargo test -p bpx-conformance --test goldens` rewrites the snapshots; read them before
//! you keep them.
#![allow(clippy::expect_used, clippy::panic)]

mod places;

use bpx_formats::bpx::BpxFormat;
use bpx_formats::bpx::{Layout, v0};
use bpx_formats::{FileFormat, ReadOptions};
use bpx_schema::dump::{DumpOptions, Outline, dump_to_string};
use bpx_schema::interpret::Interpreter;
use bpx_schema::json::{JsonWatch, TreeBuilder};
use bpx_schema::report::{Mode, Report, Severity};
use bpx_schema::schema::{Model, Rule};
use bpx_schema::watch::{Journal, JournalEvent, Watch};
use bpx_schema::{Budget, Codec, Limits};
use conformance::source::Source;
use places::Places;
use std::fmt::Write;
use std::path::PathBuf;

fn golden_folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("golden/bpx")
}

/// Returns name and source of every golden, in the order of names.
fn sources() -> Vec<(String, Source)> {
    let mut list: Vec<_> = std::fs::read_dir(golden_folder())
        .expect("the golden folder")
        .filter_map(|entry| {
            let path = entry.expect("an entry").path();
            let name = path.file_name()?.to_str()?.strip_suffix(".src")?.to_owned();
            let text = std::fs::read_to_string(&path).expect("a text");
            Some((name, Source::parse(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()))))
        })
        .collect();
    list.sort_by(|(a, _), (b, _)| a.cmp(b));
    assert!(list.len() >= 8, "goldens are missing");
    list
}

fn settings() -> insta::Settings {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(golden_folder().join("snapshots"));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings
}

#[test]
fn models_and_annotated_bytes() {
    settings().bind(|| {
        for (name, source) in sources() {
            let built = source.build().expect("a golden");
            let mut json = JsonWatch::new(TreeBuilder::default());
            BpxFormat.watch(&built.bytes, &ReadOptions::default(), &mut json).expect("a golden is well formed");
            insta::assert_snapshot!(format!("{name}.model"), format!("{:#}", json.finish().finish()));
            let read = |watch: &mut dyn Watch| BpxFormat.watch(&built.bytes, &ReadOptions::default(), watch);
            let annotated =
                dump_to_string(&built.bytes, &DumpOptions::default(), &read).expect("a golden is well formed");
            insta::assert_snapshot!(format!("{name}.bytes"), annotated);
        }
    });
}

/// Checks all rules: of the declarations, of the container, and of the type of the file.
fn verify(bytes: &[u8]) -> Report {
    BpxFormat.verify(&bytes, Mode::Lenient, &ReadOptions::default()).expect("bytes in memory can be read")
}

fn summary(report: &Report) -> String {
    let mut text = format!("{}\n", report.verdict());
    for finding in report.findings() {
        let _ = writeln!(text, "    {finding}");
    }
    text
}

#[test]
fn goldens_are_valid_and_faults_are_found() {
    settings().bind(|| {
        for (name, source) in sources() {
            let built = source.build().expect("a golden");
            let report = verify(&built.bytes);
            let faults = (report.count(Severity::Error), report.count(Severity::Warning));
            assert_eq!(faults, (0, 0), "{name} is valid: {:?}", report.findings());
            let mut text = String::new();
            for fault in source.faults() {
                let broken = source.build_fault(fault).expect("a fault");
                let report = verify(&broken.bytes);
                let _ = write!(text, "{fault}: {}", summary(&report));
            }
            insta::assert_snapshot!(format!("{name}.faults"), text);
        }
    });
}

#[test]
fn every_byte_has_one_owner() {
    for (name, source) in sources() {
        let built = source.build().expect("a golden");
        let budget = Budget::default();
        let mut outline = Outline::new(&budget);
        BpxFormat.watch(&built.bytes, &ReadOptions::default(), &mut outline).expect("a golden is well formed");
        let mut end = 0;
        for extent in &outline.extents(built.bytes.len() as u64) {
            assert_eq!(extent.offset, end, "{name}: {extent:?}");
            assert!(extent.size > 0, "{name}: {extent:?}");
            end += extent.size;
        }
        assert_eq!(end, built.bytes.len() as u64, "{name}");
    }
}

#[test]
fn the_codec_and_the_source_agree_on_offsets() {
    let mut compared = 0;
    for (name, source) in sources() {
        let built = source.build().expect("a golden");
        let mut places = Places::default();
        BpxFormat.watch(&built.bytes, &ReadOptions::default(), &mut places).expect("a golden is well formed");
        for field in built.fields.iter().filter(|field| field.space.is_none()) {
            if let Some(place) = places.found.get(&field.path) {
                assert_eq!(*place, (field.offset as u64, field.size as u64), "{name}: {}", field.path);
                compared += 1;
            }
        }
    }
    assert!(compared > 200, "only {compared} fields have the same path in both");
}

/// Returns whether a golden is of version 0, which has a layout of its own.
fn is_old(name: &str) -> bool {
    name.starts_with("v0-")
}

/// Checks the rules of the declarations; for version 0 all rules.
fn validate(name: &str, bytes: &[u8], mode: Mode) -> Report {
    if !is_old(name) {
        return Layout::validate(bytes, mode);
    }
    v0::verify_with(&bytes, mode, Limits::default()).expect("bytes in memory can be read")
}

#[test]
fn cut_and_changed_files_end_in_a_verdict() {
    for (name, source) in sources() {
        let bytes = source.build().expect("a golden").bytes;
        for size in 0..bytes.len() {
            let report = validate(&name, &bytes[..size], Mode::Lenient);
            for finding in report.findings() {
                assert!(finding.location.file <= bytes.len() as u64, "{name} cut to {size}: {finding}");
            }
        }
        for at in 0..bytes.len() {
            for change in [0x01, 0x80, 0xff] {
                let mut changed = bytes.clone();
                changed[at] ^= change;
                let report = validate(&name, &changed, Mode::Strict);
                for finding in report.findings() {
                    assert!(!finding.message.is_empty(), "{name} changed at {at}");
                }
            }
        }
    }
}

#[test]
fn example_files_are_goldens() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../examples");
    let mut compared = 0;
    for (name, source) in sources() {
        if let Ok(bytes) = std::fs::read(folder.join(format!("{name}.bpx"))) {
            let built = source.build().expect("a golden").bytes;
            assert_eq!(bytes, built, "{name}.bpx is stale: cargo run -p bpx-conformance --example build");
            compared += 1;
        }
    }
    assert!(compared >= 5, "example files are missing");
}

#[test]
fn the_interpreter_sees_what_generated_code_sees() {
    interpreter_agrees::<Layout>(|name| !is_old(name), 100);
    interpreter_agrees::<v0::Layout>(is_old, 80);
}

/// Compares on some goldens and all their faults, of which there are at least so many.
fn interpreter_agrees<T: Codec>(wanted: impl Fn(&str) -> bool, least: usize) {
    // Nothing but the JSON of the schema goes over.
    let json = Model::from_root(T::schema()).to_json().expect("a schema");
    let model = Model::from_json(&json).expect("a schema");
    let interpreter = Interpreter::with_algorithms(&model, bpx_formats::algorithms()).expect("a sound schema");
    // Rules that are Rust functions are opaque to a schema.
    let rules = model.structures.values().flat_map(|structure| structure.rules.iter());
    let opaque: Vec<_> = rules.filter(|one| matches!(one.rule, Rule::Custom(_))).map(|one| one.code.clone()).collect();
    let mut compared = 0;
    for (name, source) in sources().into_iter().filter(|(name, _)| wanted(name)) {
        let faults = source.faults().map(str::to_owned).collect::<Vec<_>>();
        let broken = faults.iter().map(|fault| (fault.as_str(), source.build_fault(fault).expect("a fault").bytes));
        let whole = [("", source.build().expect("a golden").bytes)];
        for (fault, bytes) in whole.into_iter().chain(broken) {
            let mut interpreted = Journal::default();
            let end = interpreter.run("Layout", &bytes, &[], Limits::default(), &mut interpreted);
            let mut generated = Journal::default();
            let expected = T::watch(&bytes, &mut generated);
            let mut generated = generated.finish(expected);
            generated.retain(|event| !matches!(event, JournalEvent::Finding(one) if opaque.contains(&one.code)));
            assert!(interpreted.finish(end) == generated, "{name} {fault}: the readers differ");
            compared += 1;
        }
    }
    assert!(compared > least, "only {compared} files");
}
