//! Manages the folder that a program unpacks files into: reads the files in the folder, and finds files outside of the
//! folder (D-44).

mod elsewhere;

use super::leavings::{LeftFiles, UnfitFile};
use super::result::{NoAnswer, Outcome};
use super::workplace::Workplace;
use cap_fs_ext::DirExt;
use cap_std::ambient_authority;
use cap_std::fs::Dir;
use elsewhere::OutsideFiles;
use serde_json::json;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The path from the watched folder to the folder for the program. The runner notices files whose names lead up to four
/// folders up.
const WAY: [&str; 4] = ["a", "b", "c", "here"];

/// A folder for one question.
pub(super) struct Target {
    place: Workplace,
    elsewhere: OutsideFiles,
}

impl Target {
    /// Creates a target below a folder for a package, whose names may be absolute paths.
    pub(super) fn new(folder: &Path, package: &[u8]) -> io::Result<Self> {
        let target = Self { place: Workplace::inside_folder(folder)?, elsewhere: OutsideFiles::named_in(package) };
        fs::create_dir_all(target.folder())?;
        Ok(target)
    }

    /// Returns the folder for the program.
    pub(super) fn folder(&self) -> PathBuf {
        WAY.iter().fold(self.place.path().to_owned(), |path, name| path.join(name))
    }

    /// Returns the outcome with the unpacked files as the model, and reads at most `most` bytes of the files. A file
    /// outside of the folder overrides any answer.
    pub(super) fn outcome_with_files(&self, mut outcome: Outcome, most: u64) -> Outcome {
        match self.file_outside() {
            Ok(Some(path)) => return Outcome::Escaped(path.display().to_string()),
            Ok(None) => {}
            Err(error) => return cannot_look(&error),
        }
        let Outcome::Answered(reply) = &mut outcome else { return outcome };
        let Some((model, bytes, path)) = reply.accepted_parts() else { return outcome };
        let listed =
            LeftFiles::open(&self.folder(), most).map_err(UnfitFile::Io).and_then(|leavings| leavings.list_files());
        match listed {
            Ok(files) => {
                (*model, *bytes, *path) = (Some(json!({ "files": files })), None, None);
                outcome
            }
            Err(UnfitFile::Unfit(what)) => Outcome::UnfitFile(what),
            Err(UnfitFile::Io(error)) => cannot_look(&error),
        }
    }

    /// Finds a file at an absolute path, or a file in the watched folder that is neither in the folder for the program
    /// nor on the path to that folder.
    fn file_outside(&self) -> io::Result<Option<PathBuf>> {
        if let Some(path) = self.elsewhere.written_file() {
            return Ok(Some(path.to_owned()));
        }
        let mut way = PathBuf::new();
        let mut folder = Dir::open_ambient_dir(self.place.path(), ambient_authority())?;
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
                // The folder is gone, or another file has its name.
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
    Outcome::NoAnswer(NoAnswer::Runner(format!("the runner cannot read the unpacked files: {error}")))
}

#[cfg(test)]
mod tests;
