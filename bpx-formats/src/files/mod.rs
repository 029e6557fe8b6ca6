//! Writing files: as a whole or not at all, and below a folder without ever leaving it.
//!
//! * [`Files`]: replaces files. [`Replacement`] has the details: what is replaced, what is written through, whose owner
//!   and rights the new file has.
//! * [`Stamp`]: the state of a file when it was read, so that a change of another program is not overwritten.
//! * [`CallObserver`]: sees every call to the system before it is made, and may refuse it; for tests.
//!
//! Until a file is complete, its bytes are in a temporary file or folder beside it, called `.bpx-*.part`
//! ([`is_temporary`]). Such a file is locked by the process that writes it. A process that is killed leaves it behind
//! without the lock, and the next one that writes into the same folder removes it. A lock is better evidence than the
//! number of a process, which means nothing in another container.
//!
//! Where there is no file system, [`is_temporary`] is all that is here.
// Packages alone are unpacked into folders.
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
