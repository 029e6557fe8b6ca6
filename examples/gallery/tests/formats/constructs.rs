//! What a specification defines, and what of it a page declares.

use bpx_schema::schema::{Body, CodesLink, Constraint, Model, Relation, Structure, Text};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The constructs of a format, from `constructs/NAME.toml`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Constructs {
    /// Name of the format.
    pub title: String,
    /// Where its constructs are listed from.
    pub specification: String,
    /// Library that reads files of the page in its test.
    pub reader: String,
    /// Library that writes samples of the test, or what else did.
    pub writer: String,
    /// Code of the page that reads or writes without the declaration, each with its reason.
    pub hand: Vec<String>,
    /// All that the specification defines.
    #[serde(rename = "construct")]
    pub constructs: Vec<Construct>,
}

/// Something that a specification defines.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Construct {
    /// What it is.
    pub name: String,
    /// What a language needs to say it: a key of `words.toml`.
    pub word: String,
    /// `Structure` or `Structure.member` of the schema.
    #[serde(default)]
    pub declared: Vec<String>,
    /// Why it is not declared.
    pub missing: Option<String>,
}

/// What a language needs for a construct, and who has it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Word {
    /// What it says.
    pub title: String,
    /// Whether a declaration with binrw says it without a function.
    pub binrw: bool,
    /// The same of deku.
    pub deku: bool,
    /// The same of Kaitai Struct, which reads.
    pub kaitai: bool,
}

/// The folder of the lists.
pub fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("constructs")
}

fn read<T: for<'de> Deserialize<'de>>(path: &Path) -> T {
    let text = std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    toml::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// All words, by key.
pub fn words() -> BTreeMap<String, Word> {
    read(&folder().join("words.toml"))
}

impl Constructs {
    /// Those of a page; each is declared by what the schema has, or says why it is not.
    pub fn of(name: &str, model: &Model, words: &BTreeMap<String, Word>) -> Self {
        let list: Self = read(&folder().join(name).with_extension("toml"));
        for construct in &list.constructs {
            let Construct { name: what, word, declared, missing } = construct;
            assert!(words.contains_key(word), "{name}: {what}: no word `{word}`");
            assert_eq!(declared.is_empty(), missing.is_some(), "{name}: {what}: declared, or missing with a reason");
            let absent: Vec<_> = declared.iter().filter(|path| !has(model, path)).collect();
            assert!(absent.is_empty(), "{name}: {what}: the schema has no {absent:?}");
        }
        list
    }
}

/// Whether a schema has a structure, a member of one (`Header.size`, a case too), a code (`Kind.Palette`), or a rule.
fn has(model: &Model, path: &str) -> bool {
    let structures = || model.structures.values();
    let is_rule = |rule: &Constraint| rule.code == *path;
    let bits = || structures().flat_map(|one| if let Body::Bits(bits) = &one.body { bits.as_ref() } else { &[] });
    let fields = || structures().flat_map(Structure::all_fields);
    let links = fields().filter_map(|field| field.codes.as_ref()).chain(bits().filter_map(|bit| bit.codes.as_ref()));
    structures().any(|one| one.all_rules().any(is_rule) || one.sums.iter().any(|sum| sum.code == *path))
        || fields().flat_map(|field| field.relations.iter()).flat_map(Relation::claims).any(|claim| claim.code == *path)
        || links.map(CodesLink::get).any(|set| names(&set.name, set.codes.iter().map(|code| &code.name), path))
        || structures().any(|one| match &one.body {
            Body::Fields(fields) => names(&one.name, fields.iter().map(|field| &field.name), path),
            Body::Bits(bits) => names(&one.name, bits.iter().map(|bit| &bit.name), path),
            Body::Switch(cases) => {
                let parts = cases
                    .iter()
                    .flat_map(|case| [&case.name].into_iter().chain(case.fields.iter().map(|field| &field.name)));
                names(&one.name, parts, path)
            }
        })
}

/// Whether a path is a name, or a name and one of its members.
fn names<'a>(name: &str, mut members: impl Iterator<Item = &'a Text>, path: &str) -> bool {
    match path.split_once('.') {
        None => path == name,
        Some((first, member)) => first == name && members.any(|one| *one == *member),
    }
}
