use super::super::paths::SafePath;
use super::plan::Item;
use super::target::Target;
use crate::files::{Files, Folder, Kind, ObservedFile, Rights};
use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;

/// Files below a folder that are not visible before they are complete, because they lie in a temporary folder, or
/// because the target itself is a temporary folder. Files that are not committed are removed at the end.
pub(super) struct Stage {
    target: Target,
    /// The folder of the last file, because most files lie in the folder of the file before; the inner `None` means
    /// that the folder did not exist.
    last: Option<(String, Option<Arc<Folder>>)>,
    pending: Vec<PendingFile>,
    /// Whether a file was committed.
    committed: bool,
    /// The error of removing an incomplete file from a new folder.
    not_removed: Option<io::Error>,
}

/// A file that is written in one step.
pub(super) struct SmallFile {
    pub(super) item: Item,
    /// The position up to which the contents must be checked before the file is valid.
    pub(super) until: u64,
    pub(super) content: Vec<u8>,
}

/// A file that is not committed.
struct PendingFile {
    object: usize,
    path: SafePath,
    size: u64,
    rights: Rights,
    /// Temporary name of the file, unless the file has its final name.
    waiting: Option<String>,
    /// The position up to which the contents must be checked before the file is valid.
    until: u64,
}

impl PendingFile {
    fn new(item: &Item, until: u64, waiting: Option<String>) -> Self {
        let rights = rights_of(item);
        Self { object: item.object, path: item.path.clone(), size: item.span.size(), rights, waiting, until }
    }
}

impl Stage {
    /// Opens the folder, and makes it if it does not exist.
    pub(super) fn open_folder(root: &Path, files: &Files) -> io::Result<Self> {
        let target = Target::open_folder(root, files)?;
        Ok(Self { target, last: None, pending: Vec::new(), committed: false, not_removed: None })
    }

    /// Returns the type of the entry that has a name already. Creates nothing.
    ///
    /// # Errors
    /// Returns an error when an entry that is not a folder has the name of a needed folder.
    pub(super) fn occupant_kind(&mut self, path: &SafePath) -> io::Result<Option<Kind>> {
        if self.target.is_new() {
            return Ok(None);
        }
        match self.folder_of(path, false)? {
            Some(folder) => folder.kind(path.split().1),
            None => Ok(None),
        }
    }

    /// Creates a file that is not complete yet.
    pub(super) fn create_file(&mut self, item: &Item, until: u64) -> io::Result<ObservedFile> {
        self.target.prepare_temporary()?;
        let waiting = self.target.waiting_name();
        let (folder, name) = self.place_of(&item.path, waiting.as_deref())?;
        let file = folder.create(name, rights_of(item))?;
        self.pending.push(PendingFile::new(item, until, waiting));
        Ok(file)
    }

    /// Writes files with all of their bytes, on all cores, and returns a result for each file.
    pub(super) fn create_all(&mut self, small: &[SmallFile]) -> Vec<io::Result<()>> {
        let groups: Vec<&[SmallFile]> = small.chunk_by(|a, b| a.item.path.split().0 == b.item.path.split().0).collect();
        if let Err(error) = self.target.prepare_temporary().and_then(|()| start_threads(groups.len())) {
            return small.iter().map(|_| Err(copy_error(&error))).collect();
        }
        // Folders that did not exist may exist now.
        self.last = None;
        let target = &self.target;
        let created = side_by_side(&groups, |group| match target.temporary_folder() {
            Some(waiting) => group.iter().map(|small| write_small(waiting, target.waiting_name(), small)).collect(),
            None => {
                let around = group.first().map_or("", |first| first.item.path.split().0);
                each_in(&target.root, around, group, |folder, small| write_small(folder, None, small))
            }
        });
        let mut results = Vec::with_capacity(small.len());
        for (small, created) in small.iter().zip(created.into_iter().flatten()) {
            results.push(created.and_then(|(waiting, written)| {
                self.pending.push(PendingFile::new(&small.item, small.until, waiting));
                if written.is_err() {
                    self.abandon_last();
                }
                written
            }));
        }
        results
    }

    /// Opens the file of an object that is not committed, to read its bytes again.
    pub(super) fn reopen_file(&mut self, object: usize) -> io::Result<ObservedFile> {
        let found = self.pending.iter().rev().find(|pending| pending.object == object);
        let (path, waiting) =
            found.map(|pending| (pending.path.clone(), pending.waiting.clone())).ok_or(io::ErrorKind::NotFound)?;
        let (folder, name) = self.place_of(&path, waiting.as_deref())?;
        folder.read(name)
    }

    /// Commits the files whose contents are checked up to `until`, and gives these files their final names. `done` gets
    /// every object, and the size of its file.
    pub(super) fn commit_checked(
        &mut self,
        until: u64,
        overwrite: bool,
        mut done: impl FnMut(usize, &SafePath, io::Result<u64>),
    ) {
        let (ready, pending): (Vec<_>, _) = self.pending.drain(..).partition(|pending| pending.until <= until);
        self.pending = pending;
        self.committed |= !ready.is_empty();
        if self.target.is_new() {
            ready.iter().for_each(|pending| done(pending.object, &pending.path, Ok(pending.size)));
            return;
        }
        // Folders may be made from now on.
        self.last = None;
        let groups: Vec<&[PendingFile]> = ready.chunk_by(|a, b| a.path.split().0 == b.path.split().0).collect();
        let target = &self.target;
        let named = side_by_side(&groups, |group| {
            let around = group.first().map_or("", |first| first.path.split().0);
            each_in(&target.root, around, group, |folder, pending| {
                let from = pending.waiting.as_deref().ok_or(io::ErrorKind::NotFound)?;
                target.give_name(from, folder, &pending.path, pending.rights, overwrite)
            })
        });
        for (pending, named) in ready.iter().zip(named.into_iter().flatten()) {
            done(pending.object, &pending.path, named.map(|()| pending.size));
        }
    }

    /// Removes the file that was begun last.
    pub(super) fn abandon_last(&mut self) {
        if let Some(pending) = self.pending.pop() {
            self.remove_pending(&pending);
        }
    }

    /// Removes all files that are not committed; `done` gets every object.
    pub(super) fn abandon_files(&mut self, mut done: impl FnMut(usize, &SafePath)) {
        for pending in std::mem::take(&mut self.pending) {
            self.remove_pending(&pending);
            done(pending.object, &pending.path);
        }
    }

    /// Ends the work, and makes the committed files visible.
    ///
    /// # Errors
    /// Returns errors of renaming a new folder, and of removing an incomplete file from the new folder. After an error,
    /// nothing of the folder is visible.
    pub(super) fn publish_files(&mut self) -> io::Result<()> {
        if let Some(error) = self.not_removed.take() {
            self.target.discard_folder();
            return Err(error);
        }
        self.target.publish_folder()
    }

    fn remove_pending(&mut self, pending: &PendingFile) {
        let removed =
            self.place_of(&pending.path, pending.waiting.as_deref()).and_then(|(folder, name)| folder.remove(name));
        // A file in the temporary folder is removed with that folder.
        if let Err(error) = removed.as_ref().map_err(copy_error)
            && self.target.is_new()
        {
            self.not_removed.get_or_insert(error);
        }
    }

    /// Returns the folder for a new file, which is created if it does not exist, and the name of the file in the
    /// folder.
    fn place_of<'n>(&mut self, path: &'n SafePath, waiting: Option<&'n str>) -> io::Result<(Arc<Folder>, &'n str)> {
        match waiting.zip(self.target.temporary_folder()) {
            Some((name, folder)) => Ok((Arc::clone(folder), name)),
            None => Ok((self.folder_of(path, true)?.ok_or(io::ErrorKind::NotFound)?, path.split().1)),
        }
    }

    /// Returns the folder of a file; `None` when it does not exist and `make` is not set.
    fn folder_of(&mut self, path: &SafePath, make: bool) -> io::Result<Option<Arc<Folder>>> {
        let (around, _) = path.split();
        if let Some((_, folder)) =
            self.last.as_ref().filter(|(last, folder)| last == around && (folder.is_some() || !make))
        {
            return Ok(folder.clone());
        }
        let folder = descend_folders(&self.target.root, around, make)?;
        self.last = Some((around.to_owned(), folder.clone()));
        Ok(folder)
    }
}

fn rights_of(item: &Item) -> Rights {
    if item.executable { Rights::Executable } else { Rights::Shared }
}

/// Creates a file, under its temporary name if there is one, otherwise under its final name, and writes its bytes.
/// Returns the temporary name and the result of writing.
fn write_small(
    folder: &Folder,
    waiting: Option<String>,
    small: &SmallFile,
) -> io::Result<(Option<String>, io::Result<()>)> {
    let name = waiting.as_deref().unwrap_or_else(|| small.item.path.split().1);
    let mut file = folder.create(name, rights_of(&small.item))?;
    let written = file.write_all(&small.content);
    Ok((waiting, written))
}

/// Runs the work for every file of a folder, which is created if it does not exist, and returns a result for each file.
fn each_in<I, T>(
    root: &Arc<Folder>,
    around: &str,
    group: &[I],
    each: impl Fn(&Arc<Folder>, &I) -> io::Result<T>,
) -> Vec<io::Result<T>> {
    let folder =
        descend_folders(root, around, true).and_then(|folder| folder.ok_or_else(|| io::ErrorKind::NotFound.into()));
    match folder {
        Ok(folder) => group.iter().map(|one| each(&folder, one)).collect(),
        // A fault of the folder is a fault of each of its files.
        Err(error) => group.iter().map(|_| Err(copy_error(&error))).collect(),
    }
}

fn copy_error(error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), error.to_string())
}

/// Returns the folder of this path below a root; `None` when it does not exist and `make` is not set.
fn descend_folders(root: &Arc<Folder>, around: &str, make: bool) -> io::Result<Option<Arc<Folder>>> {
    let mut folder = Arc::clone(root);
    for name in around.split('/').filter(|name| !name.is_empty()) {
        let inner = if make { Some(folder.enter(name)?) } else { folder.find(name)? };
        let Some(inner) = inner else { return Ok(None) };
        folder = Arc::new(inner);
    }
    Ok(Some(folder))
}

/// Starts the threads for the groups.
fn start_threads(groups: usize) -> io::Result<()> {
    #[cfg(feature = "parallel")]
    if groups > 1 {
        return bpx_schema::threads::start_threads();
    }
    let _ = groups;
    Ok(())
}

/// Runs the work for every group, on all cores if there are several groups. The results are in the order of the groups.
fn side_by_side<I: Sync, T: Send>(groups: &[&[I]], work: impl Fn(&[I]) -> T + Sync) -> Vec<T> {
    #[cfg(feature = "parallel")]
    if groups.len() > 1 && bpx_schema::threads::thread_count() > 1 {
        use rayon::prelude::*;
        return groups.par_iter().map(|group| work(group)).collect();
    }
    groups.iter().map(|group| work(group)).collect()
}

impl Drop for Stage {
    fn drop(&mut self) {
        self.abandon_files(|_, _| ());
        if self.committed {
            // The first error is reported; an error here would have the same cause.
            let _ = self.target.publish_folder();
        } else {
            self.target.discard_folder();
        }
    }
}
