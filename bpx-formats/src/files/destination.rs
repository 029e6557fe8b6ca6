use super::calls::{Call, Calls};
use std::ffi::OsString;
use std::fs::{self, File, Metadata, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

/// Largest number of consecutive symbolic links that are followed, the same as on Linux.
const LINKS: usize = 40;

/// The target of a path.
#[derive(Debug)]
pub(super) enum Destination {
    /// A regular file, or a name that no file has.
    File(Box<Place>),
    /// A target that takes bytes but is not a file, such as a pipe, a device, or an open file of a process.
    Stream(File),
}

/// The folder and the name of a file that exists or will be created.
#[derive(Debug)]
pub(super) struct Place {
    /// The folder, without symbolic links.
    pub(super) folder: PathBuf,
    /// The name in the folder.
    pub(super) name: OsString,
    /// The metadata of the file that has the name now, if there is one.
    pub(super) old: Option<Metadata>,
}

impl Destination {
    /// Follows a path to its destination. This function follows symbolic links itself, because a link to a name that no
    /// file has must be followed too.
    pub(super) fn follow_path(path: &Path, calls: &Calls) -> io::Result<Self> {
        let look = |path: &Path| calls.make_call(Call::Look, || fs::symlink_metadata(path));
        let mut at = path.to_owned();
        for _ in 0..LINKS {
            let old = match look(&at) {
                Ok(metadata) if metadata.is_symlink() => {
                    let folder = folder_of(&at, calls)?;
                    if is_handles(&folder) {
                        return open_stream(&at, &folder, calls).map(Self::Stream);
                    }
                    at = folder.join(calls.make_call(Call::Look, || fs::read_link(&at))?);
                    continue;
                }
                Ok(metadata) if metadata.is_dir() => return Err(io::ErrorKind::IsADirectory.into()),
                Ok(metadata) if !metadata.is_file() => {
                    return open_stream(&at, &folder_of(&at, calls)?, calls).map(Self::Stream);
                }
                Ok(metadata) => Some(metadata),
                Err(error) if error.kind() == io::ErrorKind::NotFound => None,
                Err(error) => return Err(error),
            };
            // `new/` names a folder, and `a/..` has no last component that can be a file name.
            let ends_in_name = !at.as_os_str().to_string_lossy().ends_with(std::path::is_separator);
            let name = at.file_name().filter(|_| ends_in_name).ok_or(io::ErrorKind::IsADirectory)?.to_owned();
            let folder = folder_of(&at, calls)?;
            return Ok(Self::File(Box::new(Place { folder, name, old })));
        }
        Err(io::Error::new(io::ErrorKind::InvalidInput, "too many symbolic links"))
    }
}

/// Returns the folder of a path, without symbolic links.
fn folder_of(path: &Path, calls: &Calls) -> io::Result<PathBuf> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    calls.make_call(Call::Look, || fs::canonicalize(folder))
}

/// Returns whether the links in a folder are handles of open files, whose targets are not paths. An example is
/// `/proc/self/fd`, which `/dev/stdout` links to.
fn is_handles(folder: &Path) -> bool {
    folder.starts_with("/proc") || folder == Path::new("/dev/fd")
}

/// Opens a target that is not a file, to write to it.
fn open_stream(path: &Path, folder: &Path, calls: &Calls) -> io::Result<File> {
    #[cfg(unix)]
    if is_handles(folder)
        && let Some(own) = own_stream(path, folder)
    {
        return own;
    }
    let mut options = OpenOptions::new();
    // A file after a handle already has bytes of others.
    options.write(true).append(is_handles(folder));
    calls.make_call(Call::OpenFile, || options.open(path))
}

/// Returns the stdout or stderr of this process if a path names it. If the path were opened instead, writing would
/// start at another position.
#[cfg(unix)]
fn own_stream(path: &Path, folder: &Path) -> Option<io::Result<File>> {
    use std::os::fd::AsFd;
    let own = format!("/proc/{}/", std::process::id());
    if folder.starts_with("/proc") && !folder.to_string_lossy().starts_with(&own) {
        return None;
    }
    let stream = match path.file_name()?.to_str()? {
        "1" => io::stdout().as_fd().try_clone_to_owned(),
        "2" => io::stderr().as_fd().try_clone_to_owned(),
        _ => return None,
    };
    Some(stream.map(File::from))
}
