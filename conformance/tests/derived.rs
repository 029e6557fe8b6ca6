//! The derived cases are those that schemas, texts and binding give.
//!
//! `DERIVED=overwrite cargo test -p conformance --test derived` writes them; then
//! `LOCK=overwrite cargo test -p conformance --test suite` locks what they mean.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use bpx_formats::Format;
use bpx_schema::schema::Model;
use conformance::derive::{Binding, DeriveError, derive};
use conformance::suite::{Book, Suite};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

fn folder() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn read(path: impl Into<PathBuf>) -> String {
    let path = path.into();
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn derived() -> BTreeMap<String, String> {
    of(&read(folder().join("cases/derived.toml"))).unwrap_or_else(|error| panic!("{error}"))
}

fn of(binding: &str) -> Result<BTreeMap<String, String>, DeriveError> {
    let binding: Binding = toml::from_str(binding).unwrap();
    let book = Book::load(&folder().join("../docs")).unwrap();
    let schemas = Format::ALL.iter().flat_map(|format| format.schemas());
    let models: BTreeMap<String, Model> = schemas.map(|(name, root)| (name.to_owned(), Model::of(root))).collect();
    derive(&binding, &models, &book, &folder().join("golden"))
}

/// All files below a folder, by their paths there.
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
    assert!(stale.is_empty(), "`DERIVED=overwrite cargo test -p conformance --test derived`: {stale:?}");
}

/// What follows by hand from the text `bpx/minimal`, whose bytes add up to 0x16c, and from its table in the text.
#[test]
fn some_are_as_by_hand() {
    let suite = Suite::load(folder()).unwrap();
    let case = |id: &str| suite.cases.iter().find(|case| case.id == id).unwrap_or_else(|| panic!("{id}"));
    let wrong = case("bpx.derived.minimal.header.checksum.inverted");
    assert_eq!(wrong.input.get(4..8), Some(&[0x93, 0xFE, 0xFF, 0xFF][..]));
    assert_eq!((wrong.expect.path.as_deref(), wrong.expect.offset), (Some("header.checksum"), Some(4)));
    // 87 bytes, of which the section of 23 begins at 64: it may begin there, and not a byte later.
    let late = case("bpx.derived.strings.entry.pointer.one-more");
    assert_eq!(late.input.get(40..48), Some(&[65, 0, 0, 0, 0, 0, 0, 0][..]));
    assert!(late.is_negative() && late.expect.verdict.words() == ["malformed"]);
    // 4 is the code of "any"; 5 is none.
    assert!(!case("bpx.derived.package.ext.architecture.code-4").is_negative());
    let unknown = case("bpx.derived.package.ext.architecture.unknown-code-5");
    assert_eq!(unknown.input.get(24), Some(&5));
    assert_eq!(
        unknown.expect.class.as_ref().map(|class| class.words().to_vec()),
        Some(vec!["unknown-code".to_owned()])
    );
    assert_eq!(unknown.expect.offset, Some(24));
    // In the order of the texts.
    assert_eq!(unknown.clauses, ["bpx2-14.2-architecture", "bpx2-14.2.1-closed"]);
}

#[test]
fn bindings_that_do_not_fit_are_refused() {
    let told = |part: &str| {
        let rest = "[[tied]]\nschema = \"bpx\"\nfields = []\nwhy = \"x\"\n";
        let text = format!(
            "shown = []\nwhole = []\n[[golden]]\nsource = \"bpx/minimal\"\nschema = \"bpx\"\npart = [{{ {part} }}]\n{rest}"
        );
        of(&text).expect_err("it does not fit").to_string()
    };
    assert_eq!(told("text = 'headers', is = 'MainHeader'"), "bpx/minimal: nothing is called `headers`");
    assert_eq!(told("text = 'header', is = 'Head'"), "bpx/minimal: there is no structure `Head`");
    assert_eq!(told("text = 'header', is = 'IndexArray'"), "bpx/minimal: no field of `IndexArray` is at `header`");
    let tied =
        "golden = []\nshown = []\nwhole = []\n[[tied]]\nschema = \"bpx\"\nfields = [\"Bone.nam\"]\nwhy = \"x\"\n";
    let tied = of(tied).expect_err("no such field").to_string();
    assert_eq!(tied, "bpx: `Bone.nam` is tied, and nothing is called so");
    // The table of sections is not there, and its entries are longer than what is left.
    assert_eq!(told("text = 'header.type_ext', is = 'SectionHeader'"), "bpx/minimal: `header.type_ext` is cut");
}

/// Cutting is the cheapest way to many cases, and finds the least.
#[test]
fn cuts_are_few() {
    let suite = Suite::load(folder()).unwrap();
    let cuts = suite.cases.iter().filter(|case| case.id.contains(".cut.")).count();
    let derived = suite.cases.iter().filter(|case| case.is_derived()).count();
    println!("{} cases, {derived} of them derived, {cuts} of these cuts", suite.cases.len());
    assert!(cuts * 4 <= suite.cases.len(), "{cuts} of {}", suite.cases.len());
    assert!(derived >= 500, "{derived} derived cases");
}
