//! Unpacks into a folder safely. No name points outside of the folder, no link is followed, and no incomplete file is
//! visible.

mod faults;
mod job;
mod plan;
mod stage;
mod target;
#[cfg(test)]
mod tests;

pub use self::faults::{Failed, Refusal, Refused};

use self::job::Job;
use self::plan::Plan;
use super::Package;
use crate::FileError;
use crate::files::Files;
use std::path::Path;

/// Unpacks objects into files.
///
/// * The unpacker checks all names before it writes the first byte ([`paths::check`](super::paths::check)). If a name
///   is unsafe, or two names cannot exist side by side, nothing is unpacked, unless such objects are skipped.
/// * The unpacker follows no symbolic link below the target. A link with the name of a needed folder is an error. A
///   link with the name of a file is replaced if files may be replaced.
/// * A file gets its final name when all its bytes are written, and the Data sections that contain the bytes have been
///   read to their ends and have the stated checksums. Until then, the file, or the new folder that contains the file,
///   is named `.bpx-*.part`; after an error, such files are removed.
/// * Each Data section is decoded once, in order; the needed memory does not depend on the size of the sections.
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

/// Progress of the unpacking.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Progress<'a> {
    /// Name of the file that is being written.
    pub name: &'a str,
    /// Number of bytes that have been written.
    pub done: u64,
    /// Size of all files in bytes.
    pub total: u64,
}

/// Result of the unpacking.
#[derive(Debug, Default)]
#[non_exhaustive]
pub struct Unpacked {
    /// Number of files.
    pub files: u64,
    /// Size of all files in bytes.
    pub bytes: u64,
    /// Objects that were skipped because of their names.
    pub refused: Vec<Refused>,
    /// Objects that could not be unpacked, if the unpacking continued.
    pub failed: Vec<Failed>,
}

impl<'a> Unpacker<'a> {
    /// Creates an unpacker of all objects of a package, with the safe options.
    pub fn new(package: &'a Package) -> Self {
        let (wanted, progress) = (Box::new(|_: &str| true), Box::new(|_: Progress<'_>| ()));
        Self { package, wanted, progress, options: Options::default(), files: Files::default() }
    }

    /// Selects objects by their stored names; a name that cannot be read is passed as an empty text.
    pub fn with_wanted(mut self, wanted: impl Fn(&str) -> bool + 'a) -> Self {
        self.wanted = Box::new(wanted);
        self
    }

    /// Sets whether files may be replaced. Off by default.
    pub fn with_overwrite(mut self, overwrite: bool) -> Self {
        self.options.overwrite = overwrite;
        self
    }

    /// Sets whether objects with unsafe names are skipped. Of names that clash, the last name is kept. Off by default.
    pub fn with_skip_unsafe(mut self, skip: bool) -> Self {
        self.options.skip_unsafe = skip;
        self
    }

    /// Sets whether to continue with the other objects when an object fails. Off by default. A full disk ends the
    /// unpacking in any case.
    pub fn with_keep_going(mut self, keep_going: bool) -> Self {
        self.options.keep_going = keep_going;
        self
    }

    /// Sets whether objects whose names begin with `./bin/` may be executed, which is a convention of one package
    /// manager (fpkg), and not of the format. Off by default; without effect on systems without a permission to execute
    /// files.
    pub fn with_executables(mut self, executables: bool) -> Self {
        self.options.executables = executables;
        self
    }

    /// Sets a limit on the size of all files, in bytes. By default, contents that objects share may be written
    /// [`max_shared`](bpx_schema::Limits::max_shared) times on average, and 1 MiB more; `bytes` replaces the default
    /// limit.
    pub fn with_max_size(mut self, bytes: u64) -> Self {
        self.options.max_size = Some(bytes);
        self
    }

    /// Sets a function that is called after every written piece.
    pub fn with_progress(mut self, progress: impl FnMut(Progress<'_>) + 'a) -> Self {
        self.progress = Box::new(progress);
        self
    }

    /// Sets the file system; the default is the file system of the operating system.
    pub fn with_files(mut self, files: Files) -> Self {
        self.files = files;
        self
    }

    /// Unpacks into a folder, and creates the folder if it does not exist; the path may contain symbolic links.
    ///
    /// # Errors
    /// Returns the errors that [`FileError`] lists. Files that have their final names at the time of the error are
    /// complete, and stay.
    pub fn unpack(self, folder: impl AsRef<Path>) -> Result<Unpacked, FileError> {
        let Self { package, wanted, progress, options, files } = self;
        let mut plan = Plan::new(package, &wanted, options.executables);
        if !plan.refused.is_empty() && !options.skip_unsafe {
            return Err(FileError::Refused(plan.refused));
        }
        match options.max_size {
            Some(limit) if plan.total_size() > limit => {
                return Err(FileError::TooLarge { size: plan.total_size(), limit });
            }
            Some(_) => {}
            None => plan.first_beyond_sharing(package).map_or(Ok(()), |failed| Err(FileError::Shared(failed)))?,
        }
        if let Some(failed) = plan.failed.first().filter(|_| !options.keep_going) {
            return Err(FileError::Object(failed.clone()));
        }
        let result = Unpacked {
            refused: std::mem::take(&mut plan.refused),
            failed: std::mem::take(&mut plan.failed),
            ..Unpacked::default()
        };
        Job::new(package, options, progress, &plan, result, folder.as_ref(), &files)?.unpack_items(plan.items)
    }
}

impl std::fmt::Debug for Unpacker<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Unpacker").field("options", &self.options).finish_non_exhaustive()
    }
}
