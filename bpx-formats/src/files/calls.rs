use std::io;
use std::sync::Arc;

/// A call to the system.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Call {
    /// Looks at a file or a folder.
    Look,
    /// Lists a folder.
    List,
    /// Opens a folder.
    OpenFolder,
    /// Opens a file that exists.
    OpenFile,
    /// Makes a folder.
    CreateFolder,
    /// Makes a file.
    CreateFile,
    /// Locks a file or a folder.
    Lock,
    /// Gives a file to a user and a group.
    SetOwner,
    /// Sets the rights of a file.
    SetMode,
    /// Reads from a file.
    Read,
    /// Writes to a file.
    Write,
    /// Moves the position in a file.
    Seek,
    /// Cuts a file.
    Truncate,
    /// Waits until bytes are on the disk.
    Sync,
    /// Gives a file or a folder another name.
    Rename,
    /// Removes a file, or a folder with all that is in it.
    Remove,
}

/// Sees every call before it is made. A test can make the n-th of them fail.
pub trait CallObserver: Send + Sync {
    /// A call is about to be made.
    ///
    /// # Errors
    /// What the call fails with; it is not made then. A call that is interrupted is made again.
    fn before(&self, call: Call) -> io::Result<()>;

    /// Bytes are about to be written; returns how many of them, so that fewer are a short write.
    ///
    /// # Errors
    /// As [`before`](Self::before).
    fn before_write(&self, size: usize) -> io::Result<usize> {
        self.before(Call::Write).map(|()| size)
    }
}

/// Makes calls, each after the observer has seen it, if there is one.
#[derive(Clone, Default)]
pub(crate) struct Calls(Option<Arc<dyn CallObserver>>);

impl Calls {
    pub(crate) fn observed(observer: Arc<dyn CallObserver>) -> Self {
        Self(Some(observer))
    }

    /// Makes a call, again when it is interrupted.
    pub(crate) fn make<T>(&self, call: Call, make: impl Fn() -> io::Result<T>) -> io::Result<T> {
        loop {
            match self.before(call).and_then(|()| make()) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                made => return made,
            }
        }
    }

    /// For calls that whoever makes them repeats when they are interrupted.
    pub(crate) fn before(&self, call: Call) -> io::Result<()> {
        self.0.as_ref().map_or(Ok(()), |observer| observer.before(call))
    }

    /// How many of these bytes may be written.
    pub(crate) fn before_write(&self, size: usize) -> io::Result<usize> {
        self.0.as_ref().map_or(Ok(size), |observer| observer.before_write(size))
    }
}

impl std::fmt::Debug for Calls {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(if self.0.is_some() { "Calls(observed)" } else { "Calls" })
    }
}
