use super::super::paths::SafePath;
use super::plan::Item;
use super::target::Target;
use crate::files::{Files, Folder, Kind, ObservedFile, Rights};
use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;

/// Files below a folder that are not seen before they are complete: they wait in a temporary folder, or the folder
/// is a temporary one. What is not committed is removed in the end.
pub(super) struct Stage {
    target: Target,
    /// The folder that was looked for last, as most files lie beside the one before; none when it did not exist.
    last: Option<(String, Option<Arc<Folder>>)>,
    pending: Vec<Pending>,
    /// Whether a file was committed.
    committed: bool,
    /// Why a file that is not to be seen could not be removed from a new folder.
    not_removed: Option<io::Error>,
}

/// A file that is written in one go.
pub(super) struct Small {
    pub(super) item: Item,
    /// The position up to which the contents must be checked before the file counts.
    pub(super) until: u64,
    pub(super) content: Vec<u8>,
}

/// A file that is not committed.
struct Pending {
    object: usize,
    path: SafePath,
    size: u64,
    rights: Rights,
    /// What it is called where it waits, unless it has its own name.
    waiting: Option<String>,
    /// The position up to which the contents must be checked before the file counts.
    until: u64,
}

impl Pending {
    fn new(item: &Item, until: u64, waiting: Option<String>) -> Self {
        let rights = rights(item);
        Self { object: item.object, path: item.path.clone(), size: item.size, rights, waiting, until }
    }
}

impl Stage {
    /// Opens the folder; made when it does not exist.
    pub(super) fn open(root: &Path, files: &Files) -> io::Result<Self> {
        let target = Target::open(root, files)?;
        Ok(Self { target, last: None, pending: Vec::new(), committed: false, not_removed: None })
    }

    /// What bears a name already. Nothing is made.
    ///
    /// # Errors
    /// When something that is no folder is in the way.
    pub(super) fn occupied(&mut self, path: &SafePath) -> io::Result<Option<Kind>> {
        if self.target.is_new() {
            return Ok(None);
        }
        match self.folder(path, false)? {
            Some(folder) => folder.kind(path.split().1),
            None => Ok(None),
        }
    }

    /// Begins a file.
    pub(super) fn create(&mut self, item: &Item, until: u64) -> io::Result<ObservedFile> {
        self.target.prepare()?;
        let waiting = self.target.waiting_name();
        let (folder, name) = self.place(&item.path, waiting.as_deref())?;
        let file = folder.create(name, rights(item))?;
        self.pending.push(Pending::new(item, until, waiting));
        Ok(file)
    }

    /// Writes files with all of their bytes, on all cores; a result for each.
    pub(super) fn create_all(&mut self, small: &[Small]) -> Vec<io::Result<()>> {
        let groups: Vec<&[Small]> = small.chunk_by(|a, b| a.item.path.split().0 == b.item.path.split().0).collect();
        if let Err(error) = self.target.prepare().and_then(|()| start_threads(groups.len())) {
            return small.iter().map(|_| Err(again(&error))).collect();
        }
        // Folders that did not exist may do now.
        self.last = None;
        let target = &self.target;
        let created = side_by_side(&groups, |group| match target.waiting() {
            Some(waiting) => group.iter().map(|small| write(waiting, target.waiting_name(), small)).collect(),
            None => {
                let around = group.first().map_or("", |first| first.item.path.split().0);
                each_in(&target.root, around, group, |folder, small| write(folder, None, small))
            }
        });
        let mut results = Vec::with_capacity(small.len());
        for (small, created) in small.iter().zip(created.into_iter().flatten()) {
            results.push(created.and_then(|(waiting, written)| {
                self.pending.push(Pending::new(&small.item, small.until, waiting));
                if written.is_err() {
                    self.abandon_last();
                }
                written
            }));
        }
        results
    }

    /// Opens the file that was begun last, to read it again.
    pub(super) fn reopen(&mut self, object: usize) -> io::Result<ObservedFile> {
        let found = self.pending.iter().rev().find(|pending| pending.object == object);
        let (path, waiting) =
            found.map(|pending| (pending.path.clone(), pending.waiting.clone())).ok_or(io::ErrorKind::NotFound)?;
        let (folder, name) = self.place(&path, waiting.as_deref())?;
        folder.read(name)
    }

    /// Commits files, which gives them their names, when the contents are checked up to `until`; `done` gets every
    /// object, and the size of its file.
    pub(super) fn commit(
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
        // Folders are made now.
        self.last = None;
        let groups: Vec<&[Pending]> = ready.chunk_by(|a, b| a.path.split().0 == b.path.split().0).collect();
        let target = &self.target;
        let named = side_by_side(&groups, |group| {
            let around = group.first().map_or("", |first| first.path.split().0);
            each_in(&target.root, around, group, |folder, pending| {
                let from = pending.waiting.as_deref().unwrap_or_default();
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
            self.remove(&pending);
        }
    }

    /// Removes all files that are not committed; `done` gets every object.
    pub(super) fn abandon(&mut self, mut done: impl FnMut(usize, &SafePath)) {
        for pending in std::mem::take(&mut self.pending) {
            self.remove(&pending);
            done(pending.object, &pending.path);
        }
    }

    /// Ends the work: what was committed is seen from now on.
    ///
    /// # Errors
    /// Those of naming a new folder, and when it has a file that is not to be seen; nothing of it is seen then.
    pub(super) fn publish(&mut self) -> io::Result<()> {
        if let Some(error) = self.not_removed.take() {
            self.target.discard();
            return Err(error);
        }
        self.target.publish()
    }

    fn remove(&mut self, pending: &Pending) {
        let removed =
            self.place(&pending.path, pending.waiting.as_deref()).and_then(|(folder, name)| folder.remove(name));
        // A file that waits is removed with the folder that it waits in.
        if let Err(error) = removed.as_ref().map_err(again)
            && self.target.is_new()
        {
            self.not_removed.get_or_insert(error);
        }
    }

    /// The folder that a new file is in, made when it does not exist, and its name there.
    fn place<'n>(&mut self, path: &'n SafePath, waiting: Option<&'n str>) -> io::Result<(Arc<Folder>, &'n str)> {
        match waiting.zip(self.target.waiting()) {
            Some((name, folder)) => Ok((Arc::clone(folder), name)),
            None => Ok((self.folder(path, true)?.ok_or(io::ErrorKind::NotFound)?, path.split().1)),
        }
    }

    /// The folder that a file belongs in, unless it does not exist and is not to be made.
    fn folder(&mut self, path: &SafePath, make: bool) -> io::Result<Option<Arc<Folder>>> {
        let (around, _) = path.split();
        if let Some((_, folder)) =
            self.last.as_ref().filter(|(last, folder)| last == around && (folder.is_some() || !make))
        {
            return Ok(folder.clone());
        }
        let folder = descend(&self.target.root, around, make)?;
        self.last = Some((around.to_owned(), folder.clone()));
        Ok(folder)
    }
}

fn rights(item: &Item) -> Rights {
    if item.executable { Rights::Executable } else { Rights::Shared }
}

/// Makes a file, under its own name unless it waits, and writes its bytes; returns the name that it waits under, and
/// whether the bytes were written.
fn write(folder: &Folder, waiting: Option<String>, small: &Small) -> io::Result<(Option<String>, io::Result<()>)> {
    let name = waiting.as_deref().unwrap_or_else(|| small.item.path.split().1);
    let mut file = folder.create(name, rights(&small.item))?;
    let written = file.write_all(&small.content);
    Ok((waiting, written))
}

/// Does the same with every file of a folder, made when it does not exist; a result for each.
fn each_in<I, T>(
    root: &Arc<Folder>,
    around: &str,
    group: &[I],
    each: impl Fn(&Arc<Folder>, &I) -> io::Result<T>,
) -> Vec<io::Result<T>> {
    let folder = descend(root, around, true).and_then(|folder| folder.ok_or_else(|| io::ErrorKind::NotFound.into()));
    match folder {
        Ok(folder) => group.iter().map(|one| each(&folder, one)).collect(),
        // What is wrong with the folder is wrong for each of its files.
        Err(error) => group.iter().map(|_| Err(again(&error))).collect(),
    }
}

fn again(error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), error.to_string())
}

/// The folder of this path below a root; none when it does not exist, and is not to be made.
fn descend(root: &Arc<Folder>, around: &str, make: bool) -> io::Result<Option<Arc<Folder>>> {
    let mut folder = Arc::clone(root);
    for name in around.split('/').filter(|name| !name.is_empty()) {
        let inner = if make { Some(folder.enter(name)?) } else { folder.find(name)? };
        let Some(inner) = inner else { return Ok(None) };
        folder = Arc::new(inner);
    }
    Ok(Some(folder))
}

/// Makes sure that there are threads for so many groups.
fn start_threads(groups: usize) -> io::Result<()> {
    #[cfg(feature = "parallel")]
    if groups > 1 {
        return bpx_schema::threads::start();
    }
    let _ = groups;
    Ok(())
}

/// Does the same with every group, on all cores when there are several; results are in the order of the groups.
fn side_by_side<I: Sync, T: Send>(groups: &[&[I]], work: impl Fn(&[I]) -> T + Sync) -> Vec<T> {
    #[cfg(feature = "parallel")]
    if groups.len() > 1 && bpx_schema::threads::start().is_ok() {
        use rayon::prelude::*;
        return groups.par_iter().map(|group| work(group)).collect();
    }
    groups.iter().map(|group| work(group)).collect()
}

impl Drop for Stage {
    fn drop(&mut self) {
        self.abandon(|_, _| ());
        if self.committed {
            // The error that led here is told; this one would come of the same.
            let _ = self.target.publish();
        } else {
            self.target.discard();
        }
    }
}
