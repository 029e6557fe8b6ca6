//! Reads a document as it was at a commit.

use crate::document::{self, Doc, is_hidden, is_part};
use crate::exit::{Failure, InFile};
use std::path::{Path, PathBuf};
use std::process::Command;

/// A file, and its bytes.
type File = (String, Vec<u8>);

/// Reads files and corrections of a document at a commit; `None` if the commit has none of the files.
pub(super) fn read_at_commit(commit: &str, files: &[PathBuf], fix: &[PathBuf]) -> Result<Option<Doc>, Failure> {
    let id = run_git(
        Path::new("."),
        &["rev-parse", "--verify", "--quiet", "--end-of-options", &format!("{commit}^{{commit}}")],
    )?;
    let Some(id) = id else {
        let message = format!(
            "expected a commit of this repository, found `{commit}`; a shallow clone lacks older commits \
                (`fetch-depth: 0` fetches all commits)"
        );
        return Err(Failure::Usage(message));
    };
    let id = String::from_utf8_lossy(&id).trim().to_owned();
    let at = |paths: &[PathBuf]| -> Result<Vec<File>, Failure> {
        let mut found = Vec::new();
        paths.iter().try_for_each(|path| read_all(&id, commit, path, &mut found)).map(|()| found)
    };
    let (files, fix) = (at(files)?, at(fix)?);
    if files.is_empty() { Ok(None) } else { document::read_all(files, fix).map(Some) }
}

/// Returns whether a commit has only zeros, which CI passes for a new branch.
pub(super) fn is_none(commit: &str) -> bool {
    commit.bytes().all(|byte| byte == b'0')
}

/// Reads a file, or all files of a folder, by name.
fn read_all(id: &str, commit: &str, path: &Path, found: &mut Vec<File>) -> Result<(), Failure> {
    let (folder, name) = match path.file_name() {
        Some(name) if !path.is_dir() => (path.parent().unwrap_or(Path::new("")), name.to_string_lossy().into_owned()),
        _ => (path, ".".to_owned()),
    };
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let Some(list) = run_git(folder, &["ls-tree", "-r", "-z", id, "--", &name])? else {
        return Err(Failure::Usage(format!("{}: expected a folder of a git repository, found none", folder.display())));
    };
    let mut parts: Vec<(PathBuf, String)> = Vec::new();
    for entry in String::from_utf8_lossy(&list).split('\0') {
        // Mode, kind and id, then the name.
        let Some((facts, inner)) = entry.split_once('\t') else { continue };
        let mut facts = facts.split(' ');
        let (Some("100644" | "100755"), Some("blob"), Some(blob)) = (facts.next(), facts.next(), facts.next()) else {
            continue;
        };
        let inner = Path::new(inner);
        let hidden = inner.ancestors().any(is_hidden);
        if name != "." || is_part(inner) && !hidden {
            parts.push((inner.to_owned(), blob.to_owned()));
        }
    }
    parts.sort();
    for (inner, blob) in parts {
        let Some(bytes) = run_git(folder, &["cat-file", "blob", &blob])? else {
            let message = format!("expected the blob {blob} of `{}`, found none", inner.display());
            return Err(Failure::Input { name: "git".to_owned(), message });
        };
        found.push((
            format!("{commit}:{}", if name == "." { folder.join(inner) } else { path.to_owned() }.display()),
            bytes,
        ));
    }
    Ok(())
}

/// Runs git in a folder; `None` if it fails without a message.
fn run_git(folder: &Path, args: &[&str]) -> Result<Option<Vec<u8>>, Failure> {
    let output = Command::new("git").arg("-C").arg(folder).args(args).output().in_file("git")?;
    if output.status.success() {
        return Ok(Some(output.stdout));
    }
    let said = String::from_utf8_lossy(&output.stderr).trim().to_owned();
    if said.is_empty() { Ok(None) } else { Err(Failure::Input { name: "git".to_owned(), message: said }) }
}
