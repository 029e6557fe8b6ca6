//! Unpacking into a folder, safely: no name leads out of it, no link is followed, no file is seen half.

mod job;
mod plan;
mod stage;
mod target;
#[cfg(test)]
mod tests;

pub use self::plan::{Refusal, Refused};

use self::job::Job;
use self::plan::Plan;
use super::Package;
use crate::files::Files;
use bpx_schema::report::Error;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Unpacks objects into files.
///
/// * All names are looked at before the first byte is written ([`paths::check`](super::paths::check)). When one is
///   unsafe, or two cannot lie side by side, nothing is unpacked, unless they are to be skipped.
/// * Below the target no symbolic link is followed. One that stands where a folder is needed is an error; one in
///   the place of a file is replaced when files may be.
/// * A file gets its name when all its bytes are written and the Data sections that they come from are read to
///   their ends and have the checksums that they state. Until then it, or the new folder that it lies in, is called
///   `.bpx-*.part`; after an error, such files are removed.
/// * Data sections are decoded once each, in order; memory does not grow with their size.
#[must_use]
pub struct Unpacker<'a> {
    package: &'a Package,
    wanted: Box<dyn Fn(&str) -> bool + 'a>,
    progress: Box<dyn FnMut(Progress<'_>) + 'a>,
    options: Options,
    files: Files,
}

#[derive(Debug, Clone, Copy, Default)]
struct Options {
    overwrite: bool,
    skip_unsafe: bool,
    keep_going: bool,
    executables: bool,
    max_size: Option<u64>,
}

/// How far it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Progress<'a> {
    /// The file that is being written.
    pub name: &'a str,
    /// Bytes that were written.
    pub done: u64,
    /// Bytes of all files.
    pub total: u64,
}

/// What was unpacked.
#[derive(Debug, Default)]
pub struct Unpacked {
    /// Number of files.
    pub files: u64,
    /// Their sizes in bytes.
    pub bytes: u64,
    /// Objects that were skipped for their names.
    pub refused: Vec<Refused>,
    /// Objects that could not be unpacked, when it went on all the same.
    pub failed: Vec<Failed>,
}

/// An object that could not be unpacked.
#[derive(Debug, Clone)]
pub struct Failed {
    /// Number of the object.
    pub object: usize,
    /// Name of the file, below the target.
    pub name: String,
    /// Why; several objects in one section have the same reason.
    pub error: Arc<Error>,
}

/// Why a package was not unpacked.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum UnpackError {
    /// Names are unsafe, or cannot lie side by side; nothing was written. Never empty.
    #[error("names are unsafe: {}", list(.0.iter().map(|refused| format!("`{}`: {}", refused.name, refused.reason))))]
    Refused(Vec<Refused>),
    /// There are files of these names; nothing was written. Never empty.
    #[error("already there: {}", list(.0.iter().cloned()))]
    Exists(Vec<String>),
    /// All files together are larger than allowed; nothing was written.
    #[error("the files have {size} bytes, more than the limit of {limit}")]
    TooLarge {
        /// Bytes of all files.
        size: u64,
        /// Bytes allowed.
        limit: u64,
    },
    /// Objects share their bytes, and all files together are larger than that allows; nothing was written. Names the first
    /// object beyond the limit.
    #[error("`{}`: {}", .0.name, .0.error)]
    Shared(Failed),
    /// The target cannot be made or opened.
    #[error("{}: {source}", path.display())]
    Folder {
        /// The target.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// An object could not be unpacked; those from Data sections before it were.
    #[error("`{}`: {}", .0.name, .0.error)]
    Object(Failed),
}

impl<'a> Unpacker<'a> {
    /// Of a package: all objects, with care.
    pub fn new(package: &'a Package) -> Self {
        let (wanted, progress) = (Box::new(|_: &str| true), Box::new(|_: Progress<'_>| ()));
        Self { package, wanted, progress, options: Options::default(), files: Files::default() }
    }

    /// Only objects of some names, as they are stored; one that cannot be read is empty.
    pub fn with_wanted(mut self, wanted: impl Fn(&str) -> bool + 'a) -> Self {
        self.wanted = Box::new(wanted);
        self
    }

    /// Whether files may be replaced. Not by default.
    pub fn with_overwrite(mut self, overwrite: bool) -> Self {
        self.options.overwrite = overwrite;
        self
    }

    /// Whether objects with unsafe names are left out; of names that clash, the last stays. Not by default.
    pub fn with_skip_unsafe(mut self, skip: bool) -> Self {
        self.options.skip_unsafe = skip;
        self
    }

    /// Whether to go on with the other objects when one fails. Not by default. A full disk ends it all the same.
    pub fn with_keep_going(mut self, keep_going: bool) -> Self {
        self.options.keep_going = keep_going;
        self
    }

    /// Whether objects that begin with `./bin/` may be executed: a convention of one package manager (fpkg), not of
    /// the format. Not by default; without effect where files have no such right.
    pub fn with_executables(mut self, executables: bool) -> Self {
        self.options.executables = executables;
        self
    }

    /// With a limit on the size of all files, in bytes. By default, contents that objects share may be written
    /// [`max_shared`](bpx_schema::Limits::max_shared) times on average, and 1 MiB more; a size takes the place of that
    /// limit.
    pub fn with_max_size(mut self, bytes: u64) -> Self {
        self.options.max_size = Some(bytes);
        self
    }

    /// Told after every piece that is written.
    pub fn with_progress(mut self, progress: impl FnMut(Progress<'_>) + 'a) -> Self {
        self.progress = Box::new(progress);
        self
    }

    /// With another file system than the system's own.
    pub fn with_files(mut self, files: Files) -> Self {
        self.files = files;
        self
    }

    /// Unpacks into a folder, made when it does not exist; the way to it may lead over links.
    ///
    /// # Errors
    /// See [`UnpackError`]. Files that have their names when it fails are complete, and stay.
    pub fn unpack(self, folder: impl AsRef<Path>) -> Result<Unpacked, UnpackError> {
        let Self { package, wanted, progress, options, files } = self;
        let mut plan = Plan::new(package, &wanted, options.executables);
        if !plan.refused.is_empty() && !options.skip_unsafe {
            return Err(UnpackError::Refused(plan.refused));
        }
        match options.max_size {
            Some(limit) if plan.size() > limit => return Err(UnpackError::TooLarge { size: plan.size(), limit }),
            Some(_) => {}
            None => plan.first_beyond_sharing(package).map_or(Ok(()), |failed| Err(UnpackError::Shared(failed)))?,
        }
        if let Some(failed) = plan.failed.first().filter(|_| !options.keep_going) {
            return Err(UnpackError::Object(failed.clone()));
        }
        let result = Unpacked {
            refused: std::mem::take(&mut plan.refused),
            failed: std::mem::take(&mut plan.failed),
            ..Unpacked::default()
        };
        Job::new(package, options, progress, &plan, result, folder.as_ref(), &files)?.run(plan.items)
    }
}

impl std::fmt::Debug for Unpacker<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Unpacker").field("options", &self.options).finish_non_exhaustive()
    }
}

/// The first few, and how many more there are.
fn list(items: impl ExactSizeIterator<Item = String>) -> String {
    const SHOWN: usize = 3;
    let more = items.len().saturating_sub(SHOWN);
    let shown = items.take(SHOWN).collect::<Vec<_>>().join(", ");
    if more == 0 { shown } else { format!("{shown} and {more} more") }
}
