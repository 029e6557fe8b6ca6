//! Facts that only the source text has, because nothing registers them: names of tests, of functions, of faults of
//! goldens, and of declarations, so that one without a schema in [`declared`](crate::declared) is found. Rules come
//! from the registry.

use crate::clause::{Format, path, text};
use std::collections::BTreeSet;
use std::path::Path;

/// Lines of a source, without its tests and without comments.
pub(crate) struct Source {
    lines: Vec<String>,
}

/// Returns the sources of a format; with those of BPX, what reads the files of all.
pub(crate) fn of(format: Format) -> Vec<Source> {
    let (folders, least): (&[_], _) = match format {
        Format::Bpx => (&["bpx-formats/src/bpx", "bpx-schema/src/codec", "bpx-codegen/src"], 50),
        Format::Bpat => (&["bpx-formats/src/bpat"], 12),
        Format::Blk => (&["bpx-formats/src/blk"], 20),
        Format::Gpb => (&["bpx-formats/src/gpb"], 15),
    };
    let mut found = Vec::new();
    for folder in folders {
        walk(&path(folder), &mut found);
    }
    if format == Format::Bpx {
        found.push(Source::new(&text("bpx-formats/src/identify.rs")));
    }
    assert!(found.len() > least, "only {} sources", found.len());
    found
}

fn walk(folder: &Path, found: &mut Vec<Source>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_str().unwrap();
        // Examples of the words of attributes declare no format.
        if ["tests", "examples"].contains(&name) {
            continue;
        }
        if path.is_dir() {
            walk(&path, found);
        } else if path.extension().is_some_and(|end| end == "rs") {
            found.push(Source::new(&std::fs::read_to_string(&path).unwrap()));
        }
    }
}

impl Source {
    pub(crate) fn new(text: &str) -> Self {
        let product = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
        let lines = product.lines().map(str::trim).filter(|line| !line.starts_with("//"));
        Self { lines: lines.map(str::to_owned).collect() }
    }

    /// Names of the types that the macros declare, as schemas call them.
    pub(crate) fn declarations(&self) -> Vec<String> {
        let mut found = Vec::new();
        let (mut ours, mut renamed) = (false, None);
        for line in &self.lines {
            ours |= line == "#[structure]" || (line.starts_with("#[derive(") && line.contains("Record"));
            if !ours {
                continue;
            }
            if let Some((_, rest)) = line.split_once("name = \"") {
                renamed = rest.split('"').next().map(str::to_owned);
            }
            let item = line.split_once("struct ").or_else(|| line.split_once("enum "));
            if let Some((_, rest)) = item {
                let name = rest.chars().take_while(|c| c.is_ascii_alphanumeric() || *c == '_').collect();
                found.push(renamed.take().unwrap_or(name));
                ours = false;
            }
        }
        found
    }

    fn has_function(&self, name: &str) -> bool {
        let (call, generic) = (format!("fn {name}("), format!("fn {name}<"));
        self.lines.iter().any(|line| line.contains(&call) || line.contains(&generic))
    }
}

/// Returns whether `file::name` is a function outside of tests.
pub(crate) fn is_function(name: &str) -> bool {
    let Some((file, name)) = name.split_once("::").filter(|(file, _)| file.ends_with(".rs")) else {
        return false;
    };
    path(file).is_file() && Source::new(&text(file)).has_function(name)
}

/// Returns whether `file::name` is a test, or a fault of a golden; or a golden.
pub(crate) fn is_proof(proof: &str) -> bool {
    let (file, name) = proof.split_once("::").map_or((proof, None), |(file, name)| (file, Some(name)));
    if !path(file).is_file() {
        return false;
    }
    match (file.rsplit_once('.'), name) {
        (Some((_, "src")), None) => true,
        (Some((_, "src")), Some(name)) => faults(&text(file)).any(|fault| fault == name),
        (Some((_, "rs")), Some(name)) => tests(&text(file)).any(|test| test == name),
        _ => false,
    }
}

/// Names of all tests, of all faults of goldens, of the goldens, and of the cases.
pub(crate) fn proofs() -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut folders: Vec<_> =
        ["bpx-model", "bpx-schema", "bpx-codegen", "bpx-formats", "bpx-cli", "conformance", "tests"].map(path).into();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            match path.extension().and_then(|end| end.to_str()) {
                Some("rs") => found.extend(tests(&std::fs::read_to_string(&path).unwrap()).map(str::to_owned)),
                Some("src") => {
                    found.insert(path.file_stem().unwrap().to_str().unwrap().to_owned());
                    found.extend(faults(&std::fs::read_to_string(&path).unwrap()).map(str::to_owned));
                }
                Some("toml") => found.extend(cases(&std::fs::read_to_string(&path).unwrap()).map(str::to_owned)),
                _ => {}
            }
        }
    }
    found
}

/// Ids of the cases in a file.
fn cases(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter_map(|line| line.strip_prefix("id = \"")?.strip_suffix('"'))
}

/// Names of functions with the attribute.
fn tests(text: &str) -> impl Iterator<Item = &str> {
    let mut marked = false;
    text.lines().map(str::trim).filter_map(move |line| {
        if line.starts_with("//") || line.starts_with("#[") {
            marked |= line == "#[test]";
            return None;
        }
        let was = std::mem::take(&mut marked);
        line.strip_prefix("fn ").filter(|_| was)?.split('(').next()
    })
}

/// Names of the faults of a golden.
fn faults(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter_map(|line| line.strip_prefix("fault \"")?.split('"').next())
}
