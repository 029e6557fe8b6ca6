//! The checked-in derived cases equal those that follow from schemas, texts and binding.
//!
//! `DERIVED=overwrite cargo test -p bpx-conformance --test derived` writes them; then
//! `LOCK=overwrite cargo test -p bpx-conformance --test suite` locks what they mean.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use bpx_formats::formats;
use bpx_schema::schema::Model;
use bpx_workbench::export::format_stem;
use conformance::SuiteError;
use conformance::derive::{Binding, DerivationSources, derive_cases};
use conformance::suite::{Book, Level, Op, Suite};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

fn folder() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// All cases, as they are now.
static SUITE: LazyLock<Suite> = LazyLock::new(|| Suite::load(folder()).unwrap());

/// The written ones.
static WRITTEN: LazyLock<Suite> = LazyLock::new(|| Suite::load_written(folder()).unwrap());

fn read(path: impl Into<PathBuf>) -> String {
    let path = path.into();
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn derived() -> BTreeMap<String, String> {
    of(&read(folder().join("cases/derived.toml"))).unwrap_or_else(|error| panic!("{error}"))
}

fn of(binding: &str) -> Result<BTreeMap<String, String>, SuiteError> {
    let binding: Binding = toml::from_str(binding).unwrap();
    let book = Book::load(&folder().join("../docs")).unwrap();
    let schemas = formats().iter().flat_map(|format| format.schemas());
    let models: BTreeMap<String, Model> =
        schemas.map(|(name, root)| (name.to_owned(), Model::from_root(root))).collect();
    let golden = folder().join("golden");
    derive_cases(&DerivationSources {
        binding: &binding,
        models: &models,
        book: &book,
        written: &WRITTEN.cases,
        golden: &golden,
    })
}

/// Returns all files below a folder, by their paths there.
fn files(folder: &Path) -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    let entries = std::fs::read_dir(folder).into_iter().flatten();
    for path in entries.map(|entry| entry.unwrap().path()) {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if path.is_dir() {
            found.extend(files(&path).into_iter().map(|(inner, text)| (format!("{name}/{inner}"), text)));
        } else {
            found.insert(name, read(path));
        }
    }
    found
}

#[test]
fn the_files_are_current() {
    let (wanted, target) = (derived(), folder().join("cases/derived"));
    if std::env::var_os("DERIVED").is_some_and(|value| value == "overwrite") {
        let _ = std::fs::remove_dir_all(&target);
        for (path, text) in &wanted {
            let path = target.join(path);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, text).unwrap();
        }
    }
    let current = files(&target);
    let differs = |path: &&String| current.get(*path) != wanted.get(*path);
    let stale: Vec<_> = wanted.keys().chain(current.keys()).filter(differs).collect();
    assert!(stale.is_empty(), "`DERIVED=overwrite cargo test -p bpx-conformance --test derived`: {stale:?}");
}

/// Expectations that were derived by hand from the text `bpx/minimal`, whose checksum is the sum of all other bytes, and
/// from its table in the text.
#[test]
fn some_are_as_by_hand() {
    let suite = &*SUITE;
    let case = |id: &str| suite.cases.iter().find(|case| case.id == id).unwrap_or_else(|| panic!("{id}"));
    let wrong = case("bpx.derived.minimal.header.checksum.inverted");
    let others = wrong.input.iter().enumerate().filter(|(at, _)| !(4..8).contains(at));
    let sum: u32 = others.map(|(_, byte)| u32::from(*byte)).sum();
    assert_eq!(wrong.input.get(4..8), Some(&(!sum).to_le_bytes()[..]));
    assert_eq!((wrong.expect.path.as_deref(), wrong.expect.offset), (Some("header.checksum"), Some(4)));
    // 87 bytes, of which the section of 23 begins at 64: a place after the end is certainly wrong.
    let late = case("bpx.derived.strings.entry.pointer.past-end");
    assert_eq!(late.input.get(40..48), Some(&[88, 0, 0, 0, 0, 0, 0, 0][..]));
    assert!(late.is_negative() && late.expect.verdict.words() == ["malformed"]);
    // 4 is the code of "any"; 5 is none.
    assert!(!case("bpx.derived.package.ext.architecture.code-4").is_negative());
    let unknown = case("bpx.derived.package.ext.platform.unknown-code-5");
    assert_eq!(unknown.input.get(25), Some(&5));
    assert_eq!(
        unknown.expect.class.as_ref().map(|class| class.words().to_vec()),
        Some(vec!["unknown-code".to_owned()])
    );
    assert_eq!(unknown.expect.offset, Some(25));
    // In the order of the texts.
    assert_eq!(unknown.clauses, ["bpx2-14.2-platform", "bpx2-14.2.2-closed"]);
    // A written case asks the same of the other field.
    assert!(suite.cases.iter().all(|case| case.id != "bpx.derived.package.ext.architecture.unknown-code-5"));
}

/// Derived cases leave open what clauses and written cases leave open.
#[test]
fn what_is_open_stays_open() {
    let case = |id: &str| SUITE.cases.iter().find(|case| case.id == id).unwrap_or_else(|| panic!("{id}"));
    // The text lists 0 to 2; files have 3.
    let species = case("bpat.derived.record.header.species-id.code-3");
    assert!(species.expect.allows_acceptance() && species.expect.allows_rejection() && species.level == Level::Should);
    // The table of the text ends at 5.
    let target = case("bpx.derived.record.shader-ext.target.code-6");
    assert!(target.expect.allows_acceptance() && target.expect.allows_rejection() && target.level == Level::Should);
    // `bpx.v0.shader.interface.16` leaves it open.
    let flag = case("bpx.derived.record.v0-shader-ext.compatibility.unknown-flag-16");
    assert!(flag.expect.allows_acceptance() && flag.expect.allows_rejection());
    // The text says that the bytes should be zero.
    assert_eq!(case("bpx.derived.record.v0-unused-ext.reserved.all-bits-set").level, Level::Should);
}

#[test]
fn bindings_that_do_not_fit_are_refused() {
    let error_of = |part: &str| {
        let rest = "[[tied]]\nschema = \"bpx\"\nfields = []\nwhy = \"x\"\n";
        let text = format!(
            "shown = []\nwhole = []\n[[golden]]\nsource = \"bpx/minimal\"\nschema = \"bpx\"\npart = [{{ {part} }}]\n{rest}"
        );
        of(&text).expect_err("it does not fit").to_string()
    };
    assert_eq!(
        error_of("text = 'headers', is = 'MainHeader'"),
        "bpx/minimal: expected the name of a field or a block, found `headers`"
    );
    assert_eq!(error_of("text = 'header', is = 'Head'"), "bpx/minimal: expected a structure, found `Head`");
    assert_eq!(
        error_of("text = 'header', is = 'IndexArray'"),
        "bpx/minimal: expected a field of `IndexArray` at `header`, found none"
    );
    let tied =
        "golden = []\nshown = []\nwhole = []\n[[tied]]\nschema = \"bpx\"\nfields = [\"Bone.nam\"]\nwhy = \"x\"\n";
    let tied = of(tied).expect_err("no such field").to_string();
    assert_eq!(tied, "bpx: expected the name of a field to tie, found `Bone.nam`");
    let alias =
        "golden = []\nshown = []\nwhole = []\ntied = []\n[[alias]]\nschema = \"bpx\"\ncodes = \"Kind\"\nnames = {}\n";
    let alias = of(alias).expect_err("no such set of codes").to_string();
    assert_eq!(alias, "bpx: expected the name of a set of codes, found `Kind`");
    // The table of sections is not there, and its entries are longer than what is left.
    assert_eq!(error_of("text = 'header.type_ext', is = 'SectionHeader'"), "bpx/minimal: `header.type_ext` is cut");
}

/// Expectations that were derived by hand from the declaration of a bone and its transform: 44 bytes, the number of the
/// bone last.
#[test]
fn some_records_are_as_by_hand() {
    let suite = &*SUITE;
    let case = |id: &str| suite.cases.iter().find(|case| case.id == id).unwrap_or_else(|| panic!("{id}"));
    let one = case("bpx.derived.record.bone-transform.bone.one-1");
    assert_eq!((&*one.input, one.expect.same_bytes), (&[&[0; 40][..], &[1, 0, 0, 0]].concat()[..], true));
    assert_eq!((one.op, one.record.as_deref(), one.version), (Op::Record, Some("BoneTransform"), Some(2)));
    let cut = case("bpx.derived.record.bone-transform.cut.40");
    assert!(cut.input.len() == 40 && cut.is_negative() && cut.expect.verdict.words() == ["malformed"]);
    // At most 64 bones, whose number lies after signature, version and species.
    let bones = case("bpat.derived.record.header.bone-count.above-range-65");
    assert_eq!((bones.expect.path.as_deref(), bones.expect.offset), (Some("bone_count"), Some(12)));
    assert_eq!(bones.input.get(12..16), Some(&[65, 0, 0, 0][..]));
    // An unknown flag is excused: a reader may accept it.
    let flag = case("bpx.derived.record.section-header.flags.unknown-flag-16");
    assert_eq!(flag.expect.verdict.words(), ["invalid", "warn"]);
    assert!(!flag.expect.same_bytes && flag.level == Level::Should);
}

#[test]
fn every_record_is_asked_for() {
    let suite = &*SUITE;
    for (name, schema) in formats().iter().flat_map(|format| format.schemas()) {
        let (format, version) =
            name.split_once('-').map_or((name, String::new()), |(format, it)| (format, format!("{it}-")));
        let model = Model::from_root(schema);
        for record in model.structures.values().filter(|structure| structure.size.is_some()) {
            let id = format!("{format}.derived.record.{version}{}.sound", format_stem(&record.name).replace('_', "-"));
            assert!(suite.cases.iter().any(|case| case.id == id), "{id}");
        }
    }
}

/// Truncated files are easy to derive in large numbers, but find the fewest mistakes.
#[test]
fn cuts_are_few() {
    let suite = &*SUITE;
    let cuts = suite.cases.iter().filter(|case| case.id.contains(".cut.")).count();
    let derived = suite.cases.iter().filter(|case| case.is_derived()).count();
    println!("{} cases, {derived} of them derived, {cuts} of these cuts", suite.cases.len());
    assert!(cuts * 4 <= suite.cases.len(), "{cuts} of {}", suite.cases.len());
    assert!(derived >= 500, "{derived} derived cases");
}
