use super::super::folder::{Folder, Kind};
use super::super::paths::SafePath;
use super::plan::Item;
use super::target::Target;
use std::fs::File;
use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;

/// Files below a folder that nobody takes for complete before they are: they, or a new folder around them, are called
/// otherwise. What is not committed is removed in the end.
pub(super) struct Stage {
    target: Target,
    /// The folder that was looked for last, as most files lie beside the one before; none when it did not exist.
    last: Option<(String, Option<Arc<Folder>>)>,
    pending: Vec<Pending>,
    /// Whether a file was committed.
    committed: bool,
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
    /// Its name until then, unless it bears its own.
    temporary: Option<String>,
    /// The position up to which the contents must be checked before the file counts.
    until: u64,
}

impl Pending {
    fn new(item: &Item, until: u64, temporary: Option<String>) -> Self {
        Self { object: item.object, path: item.path.clone(), size: item.size, temporary, until }
    }

    /// What the file is called in its folder.
    fn name(&self) -> &str {
        self.temporary.as_deref().unwrap_or_else(|| self.path.split().1)
    }
}

impl Stage {
    /// Opens the folder; made when it does not exist.
    pub(super) fn open(root: &Path) -> io::Result<Self> {
        Ok(Self { target: Target::open(root)?, last: None, pending: Vec::new(), committed: false })
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

    /// Begins a file; the folders around it are made.
    pub(super) fn create(&mut self, item: &Item, until: u64) -> io::Result<File> {
        let folder = self.folder(&item.path, true)?.ok_or(io::ErrorKind::NotFound)?;
        let (temporary, file) = self.target.create(&folder, item.path.split().1, item.executable)?;
        self.pending.push(Pending::new(item, until, temporary));
        Ok(file)
    }

    /// Writes files with all of their bytes, on all cores; a result for each.
    pub(super) fn create_all(&mut self, small: &[Small]) -> Vec<io::Result<()>> {
        // Folders that did not exist may do now.
        self.last = None;
        let groups: Vec<&[Small]> = small.chunk_by(|a, b| a.item.path.split().0 == b.item.path.split().0).collect();
        let target = &self.target;
        let created = side_by_side(&groups, |group| {
            let around = group.first().map_or("", |first| first.item.path.split().0);
            each_in(&target.root, around, true, group, |folder, small| write(folder, target, small))
        });
        let mut results = Vec::with_capacity(small.len());
        for (small, created) in small.iter().zip(created.into_iter().flatten()) {
            results.push(created.map(|temporary| {
                self.pending.push(Pending::new(&small.item, small.until, temporary));
            }));
        }
        results
    }

    /// Opens the file that was begun last, to read it again.
    pub(super) fn reopen(&mut self, object: usize) -> io::Result<File> {
        let found = self.pending.iter().rev().find(|pending| pending.object == object);
        let (path, name) =
            found.map(|pending| (pending.path.clone(), pending.name().to_owned())).ok_or(io::ErrorKind::NotFound)?;
        self.folder(&path, false)?.ok_or(io::ErrorKind::NotFound)?.read(&name)
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
        let groups: Vec<&[Pending]> = ready.chunk_by(|a, b| a.path.split().0 == b.path.split().0).collect();
        let root = &self.target.root;
        let named = side_by_side(&groups, |group| {
            let around = group.first().map_or("", |first| first.path.split().0);
            each_in(root, around, false, group, |folder, pending| name(folder, pending, overwrite))
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
    pub(super) fn publish(&mut self) -> io::Result<()> {
        self.target.publish()
    }

    fn remove(&mut self, pending: &Pending) {
        // What cannot be removed can still be told by its name.
        if let Ok(Some(folder)) = self.folder(&pending.path, false) {
            let _ = folder.remove(pending.name());
        }
    }

    /// The folder that a file lies in; none when it does not exist, and is not to be made.
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

/// Gives a file its name, or removes it.
fn name(folder: &Folder, pending: &Pending, overwrite: bool) -> io::Result<()> {
    let named = folder.rename(pending.name(), pending.path.split().1, overwrite);
    if named.is_err() {
        // What cannot be removed can still be told by its name.
        let _ = folder.remove(pending.name());
    }
    named
}

/// Writes a file; its temporary name, if it has one.
fn write(folder: &Folder, target: &Target, small: &Small) -> io::Result<Option<String>> {
    let name = small.item.path.split().1;
    let (temporary, mut file) = target.create(folder, name, small.item.executable)?;
    let written = file.write_all(&small.content);
    if written.is_err() {
        // As above.
        let _ = folder.remove(temporary.as_deref().unwrap_or(name));
    }
    written.map(|()| temporary)
}

/// Does the same with every file of a folder; a result for each.
fn each_in<I, T>(
    root: &Arc<Folder>,
    around: &str,
    make: bool,
    group: &[I],
    each: impl Fn(&Folder, &I) -> io::Result<T>,
) -> Vec<io::Result<T>> {
    let folder = descend(root, around, make).and_then(|folder| folder.ok_or_else(|| io::ErrorKind::NotFound.into()));
    match folder {
        Ok(folder) => group.iter().map(|one| each(&folder, one)).collect(),
        // What is wrong with the folder is wrong for each of its files.
        Err(error) => group.iter().map(|_| Err(io::Error::new(error.kind(), error.to_string()))).collect(),
    }
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

/// Does the same with every group, on all cores when there are several; results are in the order of the groups.
fn side_by_side<I: Sync, T: Send>(groups: &[&[I]], work: impl Fn(&[I]) -> T + Sync) -> Vec<T> {
    #[cfg(feature = "parallel")]
    if groups.len() > 1 {
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
