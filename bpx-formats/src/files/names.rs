pub use bpx_schema::file_path::is_temporary;
#[cfg(any(unix, windows))]
use bpx_schema::file_path::{TEMPORARY, TEMPORARY_DIGITS};

/// Returns a new, unpredictable name.
#[cfg(any(unix, windows))]
pub(super) fn temporary_name() -> String {
    use std::hash::{BuildHasher, RandomState};
    // The keys of the hasher are random.
    let number = RandomState::new().hash_one(TEMPORARY.0);
    let ((before, after), digits) = (TEMPORARY, TEMPORARY_DIGITS);
    format!("{before}{number:0digits$x}{after}")
}
