//! Limits on the cost of a file, for a whole run (D-48).

use bpx_schema::Limits;
use std::sync::atomic::{AtomicU64, Ordering};

/// The factor of the default limits.
static TIMES: AtomicU64 = AtomicU64::new(1);

/// Multiplies the default limits.
pub(crate) fn multiply_limits(times: u64) {
    TIMES.store(times, Ordering::Relaxed);
}

/// Returns the limits of this run.
pub(crate) fn run_limits() -> Limits {
    Limits::default().times(TIMES.load(Ordering::Relaxed))
}

/// Returns a hint for a limit that is exceeded.
pub(crate) fn limit_hint() -> String {
    // The largest factor is not raised further.
    let more = TIMES.load(Ordering::Relaxed).saturating_mul(4);
    format!("if you trust the file, raise the limits: `--limits {more}`")
}
