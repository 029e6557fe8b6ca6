//! The registry of rules: its entries are valid, findings are made from it, and the files of the suite break its
//! rules.
#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

use bpx_formats::blk::BlkFormat;
use bpx_formats::gpb::GpbBuilder;
use bpx_formats::gpb::GpbFormat;
use bpx_formats::rules::rules;
use bpx_formats::{FileFormat, ReadOptions, find_format, formats};
use bpx_schema::Limits;
use bpx_schema::interpret::Interpreter;
use bpx_schema::report::{Finding, Mode, Report, Rule, Severity, Validator, decoding_rules};
use bpx_schema::schema::{Body, Model};
use conformance::suite::{Op, Suite};
use rayon::prelude::*;
use std::collections::BTreeSet;
use std::path::Path;
use tests::fuzzing::seeds::goldens;

/// What distinguishes rules.
fn key(rule: &Rule) -> (String, String, String, &'static str, &'static str) {
    (rule.code.to_string(), rule.clause.to_string(), rule.reading.to_string(), rule.class.name(), rule.severity.name())
}

#[test]
fn each_rule_is_listed_once_and_says_what_it_requires() {
    for format in formats().iter().copied() {
        let written: Vec<_> = format.written_rules().into_iter().map(key).collect();
        assert_eq!(written.iter().collect::<BTreeSet<_>>().len(), written.len(), "{format:?}");
        let all = rules(format);
        let keys: Vec<_> = all.iter().map(key).collect();
        assert!(keys.is_sorted() && keys.iter().collect::<BTreeSet<_>>().len() == keys.len(), "{format:?}");
        assert!(written.iter().all(|one| keys.contains(one)), "{format:?}");
        for rule in &all {
            let word =
                |word: &str| !word.is_empty() && word.chars().all(|c| matches!(c, 'a'..='z' | '0'..='9' | '-' | '_'));
            assert!(rule.code.split('.').all(word), "{rule:?}");
            assert!(rule.sentence.ends_with('.') && rule.sentence.len() > 10, "{rule:?}");
            assert!(!rule.also.contains(&rule.class), "{rule:?}");
            assert!(rule.reading.is_empty() || rule.severity != Severity::Note, "a note needs no excuse: {rule:?}");
        }
    }
}

/// Files of all formats: those of the suite with what they need beside them, goldens, and goldens with single bytes
/// changed.
fn files() -> Vec<(&'static dyn FileFormat, Vec<u8>, ReadOptions)> {
    let suite = Suite::load(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../conformance")).unwrap();
    let cases = suite.cases.into_iter().filter(|case| !matches!(case.op, Op::Encode | Op::Record));
    let mut files: Vec<_> = cases
        .map(|case| {
            let mut options = ReadOptions::default();
            options.names = case.names.map(Into::into);
            options.dictionary = case.dict.map(Into::into);
            (find_format(&case.format).unwrap(), case.input, options)
        })
        .collect();
    assert!(files.len() > 1000, "{} cases", files.len());
    files.extend(
        TEXTS.iter().map(|text| (&BlkFormat as &dyn FileFormat, text.as_bytes().to_vec(), ReadOptions::default())),
    );
    let nested = ["a{".repeat(600), "}".repeat(600)].concat();
    files.push((&BlkFormat as &dyn FileFormat, nested.into_bytes(), ReadOptions::default()));
    let mut long_id = GpbBuilder::new(5);
    long_id.scene([b'x'; 5000], [0.0; 3]);
    files.push((&GpbFormat, long_id.write().unwrap(), ReadOptions::default()));
    /// Changes of each golden.
    const CHANGES: usize = 60;
    for (name, bytes) in goldens() {
        let format = find_format(name.split('-').next().unwrap()).unwrap();
        for place in (0..bytes.len()).step_by((bytes.len() / CHANGES).max(1)) {
            for changed in [0, 0xFF] {
                let mut bytes = bytes.clone();
                bytes[place] = changed;
                files.push((format, bytes, ReadOptions::default()));
            }
        }
        // Offsets and sizes in a header.
        for place in (0..bytes.len().min(64)).step_by(4) {
            let mut bytes = bytes.clone();
            bytes[place..].iter_mut().take(4).for_each(|byte| *byte = 0xFF);
            files.push((format, bytes, ReadOptions::default()));
        }
        // What may be unpacked, or held, is less than the content.
        let limits = [Limits::default().with_max_content(1), Limits::default().with_max_memory(1)];
        files.extend(limits.map(|limits| (format, bytes.clone(), ReadOptions::default().with_limits(limits))));
    }
    files
}

/// Texts of BLK that break its rules.
const TEXTS: &[&str] = &["a:i=", "a{", "a:t=\"x\ny\"", "a:t=\"x", "/* x", "a:i=1\n\0x", "a:t=\"\0\""];

/// Interpretations by which bytes that are not what a case of a switch says are left to the next case.
fn attempts(format: &dyn FileFormat) -> BTreeSet<String> {
    let structures = format.roots().into_iter().flat_map(|root| Model::from_root(root).structures.into_values());
    let cases = structures.filter_map(|structure| match structure.body {
        Body::Switch(cases) => Some(cases.into_owned()),
        _ => None,
    });
    cases.flatten().map(|case| case.attempt.into_owned()).filter(|attempt| !attempt.is_empty()).collect()
}

/// Returns the rules that a finding may be made from.
fn causes<'r>(rules: &'r [Rule], attempts: &BTreeSet<String>, finding: &Finding) -> Vec<&'r Rule> {
    let mut plain = finding.clone();
    if attempts.contains(&*finding.lenient) {
        (plain.lenient, plain.severity) = ("".into(), Severity::Error);
    }
    rules.iter().filter(|rule| rule.explains(finding) || rule.explains(&plain)).collect()
}

/// What is wrong with a file by its schema alone.
fn by_schema(interpreter: &Interpreter<'_>, root: &str, bytes: &[u8], mode: Mode, limits: Limits) -> Report {
    let mut validator = Validator::new(mode).with_unread();
    let read = interpreter.run(root, bytes, &[], limits, &mut validator);
    validator.finish(read).unwrap()
}

#[test]
fn findings_are_made_from_rules_and_each_rule_is_broken_somewhere() {
    let lists: Vec<_> = formats().iter().map(|format| (*format, rules(*format), attempts(*format))).collect();
    let models: Vec<_> =
        formats().iter().flat_map(|one| one.schemas().into_iter().map(|at| (*one, Model::from_root(at.1)))).collect();
    // Making an interpreter checks the whole schema, which takes longer than to read a file.
    let interpreters: Vec<_> =
        models.iter().map(|(one, model)| (*one, &*model.root, Interpreter::new(model).unwrap())).collect();
    let broken = files().into_par_iter().flat_map_iter(|(format, bytes, options)| {
        let mut broken = BTreeSet::new();
        let (_, rules, attempts) = lists.iter().find(|(one, ..)| one.name() == format.name()).unwrap();
        let schemas = || interpreters.iter().filter(|(one, ..)| one.name() == format.name());
        for mode in [Mode::Strict, Mode::Lenient] {
            // By all rules of the format, and by what its schemas say alone.
            let mut reports = vec![format.verify(&&bytes[..], mode, &options).unwrap()];
            reports.extend(
                schemas().map(|(_, root, interpreter)| by_schema(interpreter, root, &bytes, mode, options.limits)),
            );
            for finding in reports.iter().flat_map(Report::findings) {
                let causes = causes(rules, attempts, finding);
                assert!(!causes.is_empty(), "{format:?}: no rule is {finding:?}");
                broken.extend(causes.into_iter().map(|rule| (format.name(), key(rule))));
            }
        }
        broken
    });
    let broken: BTreeSet<_> = broken.collect();
    let mut unbroken = BTreeSet::new();
    for (format, rules, _) in &lists {
        let own = rules.iter().filter(|rule| !decoding_rules().contains(rule));
        let missed = own.filter(|rule| !broken.contains(&(format.name(), key(rule))));
        unbroken.extend(missed.map(|rule| {
            let (code, clause, reading, class, _) = key(rule);
            format!("{} {code} {class} {clause:?} {reading}", format.name()).trim_end().to_owned()
        }));
    }
    let listed: BTreeSet<_> = UNBROKEN.iter().flat_map(|(_, rules)| *rules).map(|&rule| rule.to_owned()).collect();
    let missing: Vec<_> = unbroken.difference(&listed).collect();
    let stale: Vec<_> = listed.difference(&unbroken).collect();
    assert!(missing.is_empty() && stale.is_empty(), "not listed: {missing:#?}, broken after all: {stale:#?}");
}

/// Rules that neither a file of the suite nor a changed golden breaks, by the reason.
const UNBROKEN: &[(&str, &[&str])] = &[
    (
        "Readers of one type report these about files of another type or version; the tests of each type break them.",
        &[
            "bpx model.kind bad-magic \"12\"",
            "bpx model.version unsupported-version \"12\"",
            "bpx package.kind bad-magic \"14\"",
            "bpx package.kind bad-magic \"v0 11\"",
            "bpx shader.kind bad-magic \"13\"",
            "bpx shader.version unsupported-version \"8.3\"",
            "bpx texture.kind bad-magic \"11\"",
            "blk blk.name-map unsupported-feature \"Kinds of BLK files\"",
            "blk blk.text.layout unsupported-feature \"Kinds of BLK files\"",
        ],
    ),
    (
        "Only large files break these limits; the tests of each type make them.",
        &[
            "bpx package.limit limit-exceeded \"14.4.1\"",
            "bpx package.name-limit limit-exceeded \"14.4.2\"",
            "bpx shader.limit limit-exceeded \"13.4.1\"",
            "bpx shader.limit limit-exceeded \"13.4.2\"",
            "bpx structured-data.budget limit-exceeded \"10.2\" I-25",
            "bpx v0.limit limit-exceeded \"v0 11.3.1\"",
            "bpat bpat.names-limit limit-exceeded \"\"",
            "blk blk.limit limit-exceeded \"Name Map\"",
        ],
    ),
    ("Only a test of builders breaks it.", &["bpx v0.single duplicate \"v0 8.1\""]),
    (
        "No file here reaches these limits.",
        &["bpat palettes.limit limit-exceeded \"\"", "bpat socket_data.limit limit-exceeded \"\""],
    ),
];
