//! The folder that files are unpacked into: what lies in it afterwards, and what lies beside it and should not.

use super::leavings::{Leavings, Unfit};
use super::result::Outcome;
use super::workplace::Workplace;
use crate::protocol::Reply;
use cap_fs_ext::DirExt;
use cap_std::ambient_authority;
use cap_std::fs::Dir;
use serde_json::json;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// From the folder that is watched to the one that is handed over: so far up a name may lead and still be seen.
const WAY: [&str; 4] = ["a", "b", "c", "here"];

/// A folder for one question.
pub(super) struct Target(Workplace);

impl Target {
    /// Makes it below a folder.
    pub(super) fn new(folder: &Path) -> io::Result<Self> {
        let target = Self(Workplace::inside(folder)?);
        fs::create_dir_all(target.folder())?;
        Ok(target)
    }

    /// The folder that is handed over.
    pub(super) fn folder(&self) -> PathBuf {
        WAY.iter().fold(self.0.path().to_owned(), |path, name| path.join(name))
    }

    /// The outcome, with the files as the model, of which at most so many bytes are read; whatever was answered, a file
    /// elsewhere is worse.
    pub(super) fn seen(&self, outcome: Outcome, most: u64) -> Outcome {
        match self.outside() {
            Ok(Some(path)) => return Outcome::Escaped(path.display().to_string()),
            Ok(None) => {}
            Err(error) => return cannot_look(&error),
        }
        let Outcome::Answered(Reply::Ok { .. }) = outcome else { return outcome };
        let listed = Leavings::open(&self.folder(), most).map_err(Unfit::Io).and_then(|leavings| leavings.list());
        match listed {
            Ok(files) => {
                let model = json!({ "files": files });
                Outcome::Answered(Reply::Ok { model: Some(model), hex: None, path: None })
            }
            Err(Unfit::Unfit(what)) => Outcome::UnfitFile(what),
            Err(Unfit::Io(error)) => cannot_look(&error),
        }
    }

    /// Something that is neither in the folder nor on the way to it, from the folder that is watched.
    fn outside(&self) -> io::Result<Option<PathBuf>> {
        let mut way = PathBuf::new();
        let mut folder = Dir::open_ambient_dir(self.0.path(), ambient_authority())?;
        for name in WAY {
            for entry in folder.entries()? {
                let entry = entry?;
                if entry.file_name() != name {
                    return Ok(Some(way.join(entry.file_name())));
                }
            }
            way.push(name);
            folder = match folder.open_dir_nofollow(name) {
                Ok(inner) => inner,
                // It is gone, or something else has its name.
                Err(error) if matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) => {
                    return Ok(Some(way));
                }
                Err(error) => return Err(error),
            };
        }
        Ok(None)
    }
}

fn cannot_look(error: &io::Error) -> Outcome {
    Outcome::NoAnswer(format!("the runner cannot look at what was unpacked: {error}"))
}

#[cfg(test)]
mod tests;
