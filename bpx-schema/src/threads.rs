//! Starts the threads for parallel work.

use rayon::ThreadPoolBuilder;
use std::error::Error as _;
use std::io;
use std::sync::OnceLock;

/// Makes sure that there are threads: those of the caller's pool, or those of rayon's global pool, which this function
/// builds if necessary. rayon would also build the pool, but would panic if the system provided no threads.
///
/// # Errors
/// Returns the error of the system, at every call.
pub fn start_threads() -> io::Result<()> {
    static FAILED: OnceLock<Option<(io::ErrorKind, String)>> = OnceLock::new();
    if rayon::current_thread_index().is_some() {
        return Ok(());
    }
    let failed = FAILED.get_or_init(|| {
        let error = ThreadPoolBuilder::new().build_global().err()?;
        // Without a source, another part of the program has built the pool.
        let source = error.source()?;
        let kind = source.downcast_ref().map_or(io::ErrorKind::Other, io::Error::kind);
        Some((kind, format!("the system cannot start threads: {source}")))
    });
    failed.as_ref().map_or(Ok(()), |(kind, message)| Err(io::Error::new(*kind, message.clone())))
}

/// Starts the threads. Returns whether there is more than one thread, because a single thread would only do the work of
/// the caller.
///
/// # Errors
/// Returns the error of the system, at every call.
pub fn start_several() -> io::Result<bool> {
    start_threads()?;
    Ok(rayon::current_num_threads() > 1)
}

/// The smallest number of content bytes for which reading and checking takes longer than waking threads.
const LEAST: u64 = 64 << 10;

/// Returns whether to read and check contents of `bytes` bytes in total in parallel. A small file is done before other
/// threads are awake, and needs no threads at all.
#[must_use]
pub const fn pay_off(bytes: u64) -> bool {
    bytes >= LEAST
}

/// Returns whether to compress contents of `bytes` bytes in total in parallel. Compressing a byte takes about twenty
/// times as long as reading it.
#[must_use]
pub const fn pay_off_to_compress(bytes: u64) -> bool {
    bytes >= LEAST / 16
}

/// Returns the number of threads; 1 if the system provides none.
#[must_use]
pub fn thread_count() -> usize {
    start_threads().map_or(1, |()| rayon::current_num_threads())
}

#[cfg(test)]
mod tests {
    #[test]
    fn threads_are_there_inside_and_outside_of_pools() {
        super::start_threads().unwrap();
        assert!(super::thread_count() >= 1);
        let pool = rayon::ThreadPoolBuilder::new().num_threads(3).build().unwrap();
        assert_eq!(pool.install(super::thread_count), 3);
        assert!(pool.install(super::start_several).unwrap());
        let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
        assert!(!pool.install(super::start_several).unwrap());
    }
}
