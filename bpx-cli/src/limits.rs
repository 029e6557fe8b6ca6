//! How much a file may cost, for all of a run.

use bpx_schema::Limits;
use std::sync::atomic::{AtomicU64, Ordering};

/// How many times the default limits hold.
static TIMES: AtomicU64 = AtomicU64::new(1);

/// Sets the limits to so many times those by default.
pub(crate) fn set(times: u64) {
    TIMES.store(times, Ordering::Relaxed);
}

/// The limits of this run.
pub(crate) fn limits() -> Limits {
    Limits::default().times(TIMES.load(Ordering::Relaxed))
}

/// A way out when a limit is exceeded.
pub(crate) fn hint() -> String {
    let more = TIMES.load(Ordering::Relaxed).saturating_mul(4);
    format!("a trusted file may cost more: `--limits {more}`")
}
