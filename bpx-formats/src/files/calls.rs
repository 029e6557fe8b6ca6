use std::io;
use std::sync::Arc;

/// A call to the operating system.
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
    /// Changes the owner and the group of a file.
    SetOwner,
    /// Sets the permissions of a file.
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
    /// Renames a file or a folder.
    Rename,
    /// Removes a file, or a folder with all its contents.
    Remove,
}

/// Sees every call before it is made. A test can make the n-th call fail.
pub trait CallObserver: Send + Sync {
    /// Observes a call before it is made.
    ///
    /// # Errors
    /// The error that the call fails with; the call is then not made. An interrupted call is made again.
    fn before_call(&self, call: Call) -> io::Result<()>;

    /// Observes a write before it is made; returns how many bytes to write, so a smaller number is a short write.
    ///
    /// # Errors
    /// Returns the errors of [`before_call`](Self::before_call).
    fn before_write(&self, size: usize) -> io::Result<usize> {
        self.before_call(Call::Write).map(|()| size)
    }
}

/// Makes calls, and reports each to the observer before.
#[derive(Clone, Default)]
pub(crate) struct Calls(Option<Arc<dyn CallObserver>>);

impl Calls {
    pub(crate) fn observed(observer: Arc<dyn CallObserver>) -> Self {
        Self(Some(observer))
    }

    /// Makes a call, and repeats it when it is interrupted.
    pub(crate) fn make_call<T>(&self, call: Call, make: impl Fn() -> io::Result<T>) -> io::Result<T> {
        loop {
            match self.before_call(call).and_then(|()| make()) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                made => return made,
            }
        }
    }

    /// Reports a call that its caller repeats when it is interrupted.
    pub(crate) fn before_call(&self, call: Call) -> io::Result<()> {
        self.0.as_ref().map_or(Ok(()), |observer| observer.before_call(call))
    }

    /// Returns how many of these bytes may be written.
    pub(crate) fn before_write(&self, size: usize) -> io::Result<usize> {
        self.0.as_ref().map_or(Ok(size), |observer| observer.before_write(size))
    }
}

impl std::fmt::Debug for Calls {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(if self.0.is_some() { "Calls(observed)" } else { "Calls" })
    }
}
