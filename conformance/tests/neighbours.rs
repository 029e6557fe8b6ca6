//! The golden files of the formats beside BPX, as `goldens.rs` has those of BPX: model, annotated bytes, findings.
//!
//! `INSTA_UPDATE=always cargo test -p bpx-conformance --test neighbours` rewrites the snapshots; read them before you keep
//! them.
#![allow(clippy::expect_used, clippy::panic)]

mod places;

use bpx_formats::{FileError, ModelOptions};
use bpx_formats::{bpat, gpb};
use bpx_schema::dump::{DumpOptions, Outline, dump_to_string};
use bpx_schema::interpret::Interpreter;
use bpx_schema::json::{JsonDoc, JsonRef, JsonSink, read_json, to_tree};
use bpx_schema::report::{Mode, Report, Result, Severity};
use bpx_schema::schema::{Model, Rule, Structure};
use bpx_schema::source::ReadAt;
use bpx_schema::watch::{Journal, Watch};
use bpx_schema::{Budget, Codec, Limits};
use conformance::source::Source;
use places::Places;
use rayon::prelude::*;
use serde_json::Value;
use std::fmt::Write;
use std::path::PathBuf;

/// A format, as its module shows it.
struct Format {
    name: &'static str,
    schema: fn() -> &'static Structure,
    verify: fn(&dyn ReadAt, Mode, Limits) -> Result<Report>,
    watch: fn(&[u8], Limits, &mut dyn Watch) -> Result<()>,
    /// The declaration alone, which the interpreter is compared with.
    declared: fn(&[u8], &mut dyn Watch) -> Result<()>,
    write_json: fn(&[u8], Limits, ModelOptions, &mut dyn JsonSink) -> Result<()>,
    from_json: fn(JsonRef<'_>) -> Result<Vec<u8>, FileError>,
    rewrite: fn(&dyn ReadAt, Limits) -> Result<Vec<u8>>,
}

const FORMATS: &[Format] = &[
    Format {
        name: "bpat",
        schema: bpat::Layout::schema,
        verify: bpat::verify,
        watch: bpat::watch,
        declared: bpat::Layout::watch,
        write_json: bpat::write_json,
        from_json: bpat::from_json,
        rewrite: bpat::rewrite,
    },
    Format {
        name: "gpb",
        schema: gpb::Bundle::schema,
        verify: gpb::verify,
        watch: gpb::watch,
        declared: gpb::Bundle::watch,
        write_json: gpb::write_json,
        from_json: gpb::from_json,
        rewrite: gpb::rewrite,
    },
];

impl Format {
    fn model(&self, bytes: &[u8]) -> Result<Value> {
        to_tree(|tree| (self.write_json)(bytes, Limits::default(), ModelOptions::default(), tree))
    }

    fn folder(&self) -> PathBuf {
        PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("golden").join(self.name)
    }

    /// Returns name and source of every golden, in the order of names.
    fn sources(&self) -> Vec<(String, Source)> {
        let mut list: Vec<_> = std::fs::read_dir(self.folder())
            .expect("the golden folder")
            .filter_map(|entry| {
                let path = entry.expect("an entry").path();
                let name = path.file_name()?.to_str()?.strip_suffix(".src")?.to_owned();
                let text = std::fs::read_to_string(&path).expect("a text");
                Some((name, Source::parse(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()))))
            })
            .collect();
        list.sort_by(|(a, _), (b, _)| a.cmp(b));
        assert!(list.len() >= 2, "goldens are missing");
        list
    }

    fn snapshots(&self) -> insta::Settings {
        let mut settings = insta::Settings::clone_current();
        settings.set_snapshot_path(self.folder().join("snapshots"));
        settings.set_prepend_module_to_snapshot(false);
        settings.set_omit_expression(true);
        settings
    }

    fn report(&self, bytes: &[u8], mode: Mode) -> Report {
        (self.verify)(&bytes, mode, Limits::default()).expect("bytes in memory can be read")
    }

    fn read(&self, bytes: &[u8], watch: &mut dyn Watch) {
        (self.watch)(bytes, Limits::default(), watch).expect("a golden is well formed");
    }
}

#[test]
fn models_and_annotated_bytes() {
    for format in FORMATS {
        format.snapshots().bind(|| {
            for (name, source) in format.sources() {
                let bytes = source.build().expect("a golden").bytes;
                let model = format.model(&bytes).expect("a golden is well formed");
                insta::assert_snapshot!(format!("{name}.model"), format!("{model:#}"));
                let read = |watch: &mut dyn Watch| (format.watch)(&bytes, Limits::default(), watch);
                let annotated =
                    dump_to_string(&bytes, &DumpOptions::default(), &read).expect("a golden is well formed");
                insta::assert_snapshot!(format!("{name}.bytes"), annotated);
                let text = read_json(model.to_string().as_bytes(), 100, &Budget::default()).expect("JSON");
                assert_eq!((format.from_json)(text.root()).expect("a model"), bytes, "{name}");
                assert_eq!((format.rewrite)(&&*bytes, Limits::default()).expect("a golden"), bytes, "{name}");
            }
        });
    }
}

#[test]
fn goldens_are_valid_and_faults_are_found() {
    for format in FORMATS {
        format.snapshots().bind(|| {
            for (name, source) in format.sources() {
                let report = format.report(&source.build().expect("a golden").bytes, Mode::Strict);
                let faults = (report.count(Severity::Error), report.count(Severity::Warning));
                assert_eq!(faults, (0, 0), "{name} is valid: {:?}", report.findings());
                let mut text = String::new();
                for fault in source.faults() {
                    let bytes = source.build_fault(fault).expect("a fault").bytes;
                    let (lenient, strict) = (format.report(&bytes, Mode::Lenient), format.report(&bytes, Mode::Strict));
                    let (mild, hard) = (lenient.verdict(), strict.verdict());
                    let verdict = if mild == hard { mild.to_string() } else { format!("{mild}, strictly {hard}") };
                    let _ = writeln!(text, "{fault}: {verdict}");
                    for finding in lenient.findings() {
                        let _ = writeln!(text, "    {finding}");
                    }
                }
                insta::assert_snapshot!(format!("{name}.faults"), text);
            }
        });
    }
}

#[test]
fn every_byte_has_one_owner() {
    for format in FORMATS {
        for (name, source) in format.sources() {
            let bytes = source.build().expect("a golden").bytes;
            let budget = Budget::default();
            let mut outline = Outline::new(&budget);
            format.read(&bytes, &mut outline);
            let mut end = 0;
            for extent in &outline.extents(bytes.len() as u64) {
                assert_eq!(extent.offset, end, "{name}: {extent:?}");
                assert!(extent.size > 0, "{name}: {extent:?}");
                end += extent.size;
            }
            assert_eq!(end, bytes.len() as u64, "{name}");
        }
    }
}

#[test]
fn the_codec_and_the_source_agree_on_offsets() {
    for format in FORMATS {
        let mut compared = 0;
        for (name, source) in format.sources() {
            let built = source.build().expect("a golden");
            let mut places = Places::default();
            format.read(&built.bytes, &mut places);
            for field in &built.fields {
                if let Some(place) = places.found.get(&field.path) {
                    assert_eq!(*place, (field.offset as u64, field.size as u64), "{name}: {}", field.path);
                    compared += 1;
                }
            }
        }
        assert!(compared > 60, "{}: only {compared} fields have the same path in both", format.name);
    }
}

#[test]
fn cut_and_changed_files_end_in_a_verdict() {
    for format in FORMATS {
        for (name, source) in format.sources() {
            let bytes = source.build().expect("a golden").bytes;
            let look = |bytes: &[u8], whole: bool| {
                for finding in format.report(bytes, Mode::Strict).findings() {
                    assert!(!finding.message.is_empty() && !finding.code.is_empty(), "{name}");
                    assert!(finding.location.file <= bytes.len() as u64, "{name}: {finding}");
                }
                // What can be decoded comes back.
                if whole && let Ok(model) = format.model(bytes) {
                    let again = (format.from_json)(JsonDoc::from(&model).root())
                        .unwrap_or_else(|error| panic!("{name}: {error}"));
                    assert_eq!(again, bytes, "{name}");
                }
            };
            (0..bytes.len()).into_par_iter().for_each(|at| {
                look(&bytes[..at], true);
                for change in [0x01, 0x80, 0xff] {
                    let mut changed = bytes.clone();
                    changed[at] ^= change;
                    look(&changed, change == 0x80);
                }
            });
        }
    }
}

#[test]
fn the_interpreter_sees_what_generated_code_sees() {
    for format in FORMATS {
        let schema = (format.schema)();
        // Nothing but the JSON of the schema goes over.
        let json = Model::from_root(schema).to_json().expect("a schema");
        let model = Model::from_json(&json).expect("a schema");
        let interpreter = Interpreter::with_algorithms(&model, bpx_formats::algorithms()).expect("a sound schema");
        let rules = model.structures.values().flat_map(|structure| structure.rules.iter());
        assert!(rules.into_iter().all(|one| !matches!(one.rule, Rule::Custom(_))), "nothing is opaque");
        let mut compared = 0;
        for (name, source) in format.sources() {
            let faults = source.faults().map(str::to_owned).collect::<Vec<_>>();
            let broken = faults.iter().map(|fault| source.build_fault(fault).expect("a fault").bytes);
            for bytes in broken.chain([source.build().expect("a golden").bytes]) {
                let mut interpreted = Journal::default();
                let end = interpreter.run(&schema.name, &bytes, &[], Limits::default(), &mut interpreted);
                let mut generated = Journal::default();
                let expected = (format.declared)(&bytes, &mut generated);
                let same = interpreted.finish(end) == generated.finish(expected);
                assert!(same, "{name} {compared}: the readers differ");
                compared += 1;
            }
        }
        assert!(compared > 20, "only {compared} files");
    }
}
