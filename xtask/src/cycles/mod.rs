//! Runs `cargo xtask cycles`, which finds import cycles between the files of each crate.
//!
//! A file imports another file if a `use`, a path, a macro or an attribute names something that the other file defines.
//! A name that is re-exported leads to its definition, and a function of a type leads to the `impl` that has the
//! function. Calls of methods name no path and do not count.

mod components;
mod load;
mod names;
mod print;
mod resolve;
#[cfg(test)]
mod tests;

use crate::command::{Outcome, cargo_command, output_of, workspace_root};
use components::{Component, find_components};
use serde_json::Value;
use std::path::{Path, PathBuf};

/// The largest number of files that may import each other in a circle.
const BOUND: usize = 6;

/// The cycles of one target, which is a library, a program or a test.
struct Crate {
    name: String,
    files: usize,
    components: Vec<Component>,
}

pub(crate) fn run(args: &[String]) -> Outcome {
    let json = match args {
        [] => false,
        [word] if word == "--json" => true,
        _ => return Err("expected no argument except --json".to_owned()),
    };
    let root = workspace_root()?;
    let metadata = output_of(&mut cargo_command(&["metadata", "--no-deps", "--format-version", "1"])?)?;
    let metadata: Value = serde_json::from_str(&metadata).map_err(|error| format!("cargo metadata: {error}"))?;
    let mut crates = Vec::new();
    for (name, library, path) in workspace_targets(&metadata)? {
        crates.push(measure_target(&name, &library, &path, &root)?);
    }
    if json {
        println!("{:#}", print::cycles_json(&crates));
    } else {
        print!("{}", print::cycles_text(&crates, BOUND));
    }
    match crates.iter().map(|one| one.cycles_above(BOUND)).sum::<usize>() {
        0 => Ok(()),
        count => Err(format!("{count} import cycles of more than {BOUND} files")),
    }
}

impl Crate {
    /// Returns the number of cycles with more files than a bound.
    fn cycles_above(&self, bound: usize) -> usize {
        self.components.iter().filter(|one| one.files.len() > bound).count()
    }
}

/// The title of a target, the name of the library in the package, and the first file.
type Target = (String, String, PathBuf);

/// Returns all targets of the workspace except build scripts.
fn workspace_targets(metadata: &Value) -> Outcome<Vec<Target>> {
    let incomplete = || "cargo metadata: expected packages with targets".to_owned();
    let mut all = Vec::new();
    for package in metadata["packages"].as_array().ok_or_else(incomplete)? {
        let package_name = package["name"].as_str().ok_or_else(incomplete)?;
        for target in package["targets"].as_array().ok_or_else(incomplete)? {
            let kind = target["kind"].get(0).and_then(Value::as_str).ok_or_else(incomplete)?;
            let name = target["name"].as_str().ok_or_else(incomplete)?;
            let path = target["src_path"].as_str().ok_or_else(incomplete)?;
            let shown = match kind {
                "custom-build" => continue,
                "bin" | "test" | "bench" | "example" => format!("{package_name} ({kind} {name})"),
                _ => package_name.to_owned(),
            };
            all.push((shown, name.replace('-', "_"), PathBuf::from(path)));
        }
    }
    Ok(all)
}

fn measure_target(name: &str, library: &str, path: &Path, root: &Path) -> Outcome<Crate> {
    let read = |path: &Path| std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()));
    let tree = load::load_crate(path, &read)?;
    let shown = |file: &PathBuf| file.strip_prefix(root).unwrap_or(file).display().to_string();
    let files: Vec<_> = tree.files.iter().map(|file| shown(&file.path)).collect();
    let components = find_components(&files, &resolve::find_imports(&tree, library));
    Ok(Crate { name: name.to_owned(), files: files.len(), components })
}
