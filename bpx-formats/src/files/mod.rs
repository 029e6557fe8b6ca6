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

mod calls;
mod destination;
mod folder;
mod leftovers;
mod replace;
mod stamp;
mod temporary;
#[cfg(test)]
pub(crate) mod tests;

pub use self::calls::{Call, CallObserver};
pub use self::folder::ObservedFile;
pub use self::leftovers::is_temporary;
pub use self::replace::{Files, Replacement};
pub use self::stamp::Stamp;

pub(crate) use self::folder::{Folder, Kind, Rights};
pub(crate) use self::leftovers::remove_leftovers;
pub(crate) use self::temporary::{TemporaryFile, TemporaryFolder};
