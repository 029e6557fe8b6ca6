//! Checks packages that other projects can depend on: their metadata, their licences, their files, and a dry run of
//! publishing.

mod files;
mod licences;
mod member;
mod metadata;

use crate::command::{Outcome, cargo_command, output_of, run_command, workspace_root};
use member::Member;
use serde_json::Value;
use std::path::Path;

/// Checks the packages and prints their sizes.
pub(crate) fn check(args: &[String]) -> Outcome {
    if !args.is_empty() {
        return Err("takes no arguments".to_owned());
    }
    let members = workspace_members()?;
    let mut faults = metadata::metadata_faults(&members, &workspace_root()?);
    faults.extend(licences::licence_faults(&workspace_root()?)?);
    fail_with(&faults)?;
    // The work tree may have changes: what is checked is the form of the packages, not the state of the tree.
    run_command(&mut cargo_command(&[
        "publish",
        "--quiet",
        "--workspace",
        "--dry-run",
        "--no-verify",
        "--allow-dirty",
    ])?)?;
    let published: Vec<_> = members.iter().filter(|member| member.is_published).collect();
    let mut faults = Vec::new();
    println!("{:<16} {:>6} {:>8} {:>16}", "package", "files", "KiB", "KiB compressed");
    for member in published {
        let files = files::list_files(member)?;
        let packed = files::packed_size(member)?;
        let size: u64 = files.iter().map(|file| file.size).sum();
        println!("{:<16} {:>6} {:>8} {:>16}", member.name, files.len(), size.div_ceil(1024), packed.div_ceil(1024));
        faults.extend(files::size_faults(member, &files, packed));
    }
    fail_with(&faults)
}

fn fail_with(faults: &[String]) -> Outcome {
    if faults.is_empty() { Ok(()) } else { Err(format!("found faults:\n  {}", faults.join("\n  "))) }
}

/// Returns the members of the workspace.
fn workspace_members() -> Outcome<Vec<Member>> {
    listed_packages(&["--no-deps"])?.iter().map(Member::read).collect()
}

/// Returns the packages that `cargo metadata` lists.
fn listed_packages(args: &[&str]) -> Outcome<Vec<Value>> {
    let text = output_of(cargo_command(&["metadata", "--format-version", "1"])?.args(args))?;
    let mut found: Value = serde_json::from_str(&text).map_err(|error| format!("cargo metadata: {error}"))?;
    match found.get_mut("packages").map(Value::take) {
        Some(Value::Array(packages)) => Ok(packages),
        _ => Err("cargo metadata: expected a list of packages, found none".to_owned()),
    }
}

fn read_file(path: &Path) -> Outcome<String> {
    std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The part of the check that needs neither a registry nor time.
    #[test]
    fn metadata_of_all_members_is_complete() {
        let members = workspace_members().unwrap();
        assert!(members.iter().filter(|member| member.is_published).count() >= 9);
        assert_eq!(metadata::metadata_faults(&members, &workspace_root().unwrap()), Vec::<String>::new());
    }
}
