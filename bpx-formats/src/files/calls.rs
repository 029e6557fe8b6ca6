use std::io;
use std::sync::Arc;

/// A call to the operating system.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Call {
    /// Reads the metadata of a file or a folder, or the target of a link.
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
    /// Changes the size of a file.
    Truncate,
    /// Waits until the written bytes are on the disk.
    Sync,
    /// Renames a file or a folder.
    Rename,
    /// Removes a file, or a folder with all its contents.
    Remove,
}

/// Observes every call before the call is made. A test can make the n-th call fail.
pub trait CallObserver: Send + Sync {
    /// Observes a call before it is made.
    ///
    /// # Errors
    /// Returns the error with which the call fails; then the call is not made. A call that fails with `Interrupted` is
    /// repeated.
    fn before_call(&self, call: Call) -> io::Result<()>;

    /// Observes a write that is about to be made, and returns how many of its `size` bytes to write. A smaller number
    /// simulates a short write.
    ///
    /// # Errors
    /// Returns the errors of [`before_call`](Self::before_call).
    fn before_write(&self, size: usize) -> io::Result<usize> {
        self.before_call(Call::Write).map(|()| size)
    }
}

/// Makes calls, and reports each call to the observer first.
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

    /// Reports a call to the observer. The caller makes the call, and repeats an interrupted call.
    pub(crate) fn before_call(&self, call: Call) -> io::Result<()> {
        self.0.as_ref().map_or(Ok(()), |observer| observer.before_call(call))
    }

    /// Reports a write of `size` bytes to the observer, and returns how many of the bytes may be written.
    pub(crate) fn before_write(&self, size: usize) -> io::Result<usize> {
        self.0.as_ref().map_or(Ok(size), |observer| observer.before_write(size))
    }
}

impl std::fmt::Debug for Calls {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(if self.0.is_some() { "Calls(observed)" } else { "Calls" })
    }
}
