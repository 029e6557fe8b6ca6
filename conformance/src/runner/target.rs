//! The folder that files are unpacked into: what lies in it afterwards, and what lies beside it and should not.

use super::result::Outcome;
use crate::protocol::Reply;
use bpx_schema::value::hex;
use serde_json::{Value as Json, json};
use sha2::{Digest, Sha256};
use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// From the folder that is watched to the one that is handed over: so far up a name may lead and still be seen.
const WAY: [&str; 4] = ["a", "b", "c", "here"];
/// Most files that are looked at.
const MOST: usize = 10_000;

/// A folder for one question.
pub(super) struct Target {
    root: PathBuf,
}

impl Target {
    /// Makes it anew below a folder.
    pub(super) fn new(folder: &Path) -> io::Result<Self> {
        let root = folder.join("unpack");
        match fs::remove_dir_all(&root) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
        let target = Self { root };
        fs::create_dir_all(target.folder())?;
        Ok(target)
    }

    /// The folder that is handed over.
    pub(super) fn folder(&self) -> PathBuf {
        WAY.iter().fold(self.root.clone(), |path, name| path.join(name))
    }

    /// The outcome, with the files as the model; whatever was answered, a file elsewhere is worse.
    pub(super) fn seen(&self, outcome: Outcome) -> Outcome {
        let told =
            |error: io::Error| Outcome::NoAnswer(format!("the runner cannot look at what was unpacked: {error}"));
        match self.outside() {
            Ok(Some(path)) => return Outcome::Escaped(path.display().to_string()),
            Ok(None) => {}
            Err(error) => return told(error),
        }
        match outcome {
            Outcome::Answered(Reply::Ok { .. }) => match self.files() {
                Ok(files) => {
                    let model = json!({ "files": files });
                    Outcome::Answered(Reply::Ok { model: Some(model), hex: None, path: None })
                }
                Err(error) => told(error),
            },
            other => other,
        }
    }

    /// Something that is neither in the folder nor on the way to it, from the folder that is watched.
    fn outside(&self) -> io::Result<Option<PathBuf>> {
        let mut folder = self.root.clone();
        for name in WAY {
            for entry in fs::read_dir(&folder)? {
                let entry = entry?;
                if entry.file_name() != name {
                    return Ok(Some(entry.path().strip_prefix(&self.root).unwrap_or(&entry.path()).to_owned()));
                }
            }
            folder.push(name);
        }
        Ok(None)
    }

    /// Name, size and SHA-256 of every file, by name.
    fn files(&self) -> io::Result<Vec<Json>> {
        let root = self.folder();
        let (mut open, mut found) = (vec![root.clone()], Vec::new());
        while let Some(folder) = open.pop() {
            for entry in fs::read_dir(folder)? {
                let entry = entry?;
                if entry.file_type()?.is_dir() {
                    open.push(entry.path());
                } else if found.len() < MOST {
                    found.push(entry.path());
                }
            }
        }
        found.sort();
        let file = |path: &PathBuf| {
            let (size, digest) = digest(fs::File::open(path)?)?;
            let name = path.strip_prefix(&root).unwrap_or(path).to_string_lossy().replace('\\', "/");
            Ok(json!({ "name": name, "size": size, "sha256": hex(&digest) }))
        };
        found.iter().map(file).collect()
    }
}

/// Size and SHA-256, piece by piece: an implementation may have written more than fits into memory.
fn digest(mut file: fs::File) -> io::Result<(u64, Vec<u8>)> {
    let (mut hasher, mut size) = (Sha256::new(), 0_u64);
    let mut buffer = vec![0; 64 << 10];
    loop {
        let read = file.read(&mut buffer)?;
        let Some(bytes) = buffer.get(..read).filter(|bytes| !bytes.is_empty()) else { break };
        hasher.update(bytes);
        size = size.saturating_add(read as u64);
    }
    Ok((size, hasher.finalize().to_vec()))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    const OK: Outcome = Outcome::Answered(Reply::Ok { model: None, hex: None, path: None });

    #[test]
    fn files_in_the_folder_are_the_model() {
        let folder = tempfile::tempdir().unwrap();
        let target = Target::new(folder.path()).unwrap();
        fs::create_dir(target.folder().join("d")).unwrap();
        fs::write(target.folder().join("d/x"), "abc").unwrap();
        fs::write(target.folder().join("a"), "").unwrap();
        let Outcome::Answered(Reply::Ok { model: Some(model), .. }) = target.seen(OK) else { panic!("no model") };
        let abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        let empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
        let expected = json!([
            { "name": "a", "size": 0, "sha256": empty },
            { "name": "d/x", "size": 3, "sha256": abc },
        ]);
        assert_eq!(model["files"], expected);
        let again = Target::new(folder.path()).unwrap();
        assert_eq!(fs::read_dir(again.folder()).unwrap().count(), 0, "it is made anew");
    }

    #[test]
    fn a_file_elsewhere_is_seen_whatever_was_answered() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["../x", "../../../../x"] {
            let target = Target::new(folder.path()).unwrap();
            fs::write(target.folder().join(name), "abc").unwrap();
            assert!(matches!(target.seen(OK), Outcome::Escaped(_)), "{name}");
            assert!(matches!(target.seen(Outcome::TimedOut), Outcome::Escaped(_)), "{name}");
        }
    }
}
