//! Runs the main commands on the example of the repository: pack, verify, list, explain, unpack, compare.

use crate::command::{Outcome, cargo_command, run_command, workspace_root};
use std::collections::BTreeSet;
use std::ffi::OsString;
use std::path::Path;

const PACKAGE: &str = "target/demo/forest.bpx";
const FOLDER: &str = "target/demo/forest";

/// The commands of a first session, in order.
const STEPS: &[&[&str]] = &[
    &["pack", "examples/forest", "-o", PACKAGE],
    &["identify", PACKAGE],
    &["verify", PACKAGE],
    &["ls", "-l", PACKAGE],
    &["dump", "--docs", PACKAGE, "header"],
    &["unpack", PACKAGE, "-o", FOLDER],
];

pub(crate) fn run_demo() -> Outcome {
    let root = workspace_root()?;
    let made = root.join("target/demo");
    if made.exists() {
        std::fs::remove_dir_all(&made).map_err(|error| format!("{}: {error}", made.display()))?;
    }
    std::fs::create_dir_all(&made).map_err(|error| format!("{}: {error}", made.display()))?;
    run_command(&mut cargo_command(&["build", "--quiet", "--release", "--package", "bpx-cli"])?)?;
    for step in STEPS {
        println!("$ bpx {}", step.join(" "));
        run_command(cargo_command(&["run", "--quiet", "--release", "--package", "bpx-cli", "--"])?.args(*step))?;
        println!();
    }
    let compared = compare_folders(&root.join("examples/forest"), &root.join(FOLDER))?;
    println!("{compared} files came back as they were; the package is {PACKAGE}.");
    Ok(())
}

/// Returns the number of files if both folders are equal; returns an error if the folders differ.
fn compare_folders(before: &Path, after: &Path) -> Outcome<usize> {
    let mut count = 0;
    let names = file_names(before)?;
    if names != file_names(after)? {
        return Err(format!("{} has other names than {}", after.display(), before.display()));
    }
    for name in names {
        let (path, twin) = (before.join(&name), after.join(&name));
        if path.is_dir() {
            count += compare_folders(&path, &twin)?;
            continue;
        }
        let read = |path: &Path| std::fs::read(path).map_err(|error| format!("{}: {error}", path.display()));
        if read(&path)? != read(&twin)? {
            return Err(format!("{} differs from {}", twin.display(), path.display()));
        }
        count += 1;
    }
    Ok(count)
}

/// Returns the names in a folder, in order.
fn file_names(folder: &Path) -> Outcome<BTreeSet<OsString>> {
    let entries = folder.read_dir().and_then(Iterator::collect::<std::io::Result<Vec<_>>>);
    let entries = entries.map_err(|error| format!("{}: {error}", folder.display()))?;
    Ok(entries.iter().map(std::fs::DirEntry::file_name).collect())
}
