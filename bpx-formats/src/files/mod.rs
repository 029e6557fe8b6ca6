//! Writes files as a whole or not at all, and never outside of a given folder.
//!
//! * [`Files`] replaces files. [`Replacement`] describes which files are replaced, which are written directly, and
//!   which owner and permissions the new file gets.
//! * [`Stamp`] is the state of a file when the file was read, so that a later write does not overwrite changes of other
//!   programs.
//! * [`CallObserver`] observes every call to the operating system before the call is made, and may reject the call; for
//!   tests.
//!
//! Until a file is complete, its bytes are in a temporary file or folder next to it, named `.bpx-*.part`
//! ([`is_temporary`]). The process that writes the temporary entry holds a lock on the entry. When a process is killed,
//! the entry remains without a lock, and the next process that writes into the same folder removes the entry. The lock
//! is used instead of a process number, because a process number has no meaning in another container.
//!
//! On systems without files, only [`is_temporary`] is available.
// Only packages are unpacked into folders.
#![cfg_attr(not(feature = "bpx"), allow(dead_code, unused_imports))]

mod names;

pub use self::names::is_temporary;

#[cfg(any(unix, windows))]
mod calls;
#[cfg(any(unix, windows))]
mod destination;
#[cfg(any(unix, windows))]
mod folder;
#[cfg(any(unix, windows))]
mod leftovers;
#[cfg(any(unix, windows))]
mod replace;
#[cfg(any(unix, windows))]
mod stamp;
#[cfg(any(unix, windows))]
mod temporary;
#[cfg(test)]
#[cfg(any(unix, windows))]
pub(crate) mod tests;

#[cfg(any(unix, windows))]
pub use self::{
    calls::{Call, CallObserver},
    folder::ObservedFile,
    replace::{Files, Replacement},
    stamp::Stamp,
};
#[cfg(any(unix, windows))]
pub(crate) use self::{
    folder::{Folder, Kind, Rights},
    leftovers::remove_leftovers,
    temporary::{TemporaryFile, TemporaryFolder},
};
