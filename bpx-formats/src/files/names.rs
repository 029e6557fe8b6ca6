const PREFIX: &str = ".bpx-";
const SUFFIX: &str = ".part";
/// Number of hexadecimal digits in a temporary name.
const DIGITS: usize = 16;

/// Returns whether a name is that of a temporary file or folder, in any case: `.bpx-`, 16 hexadecimal digits,
/// `.part`. Objects may not have such names, because files with such names are removed.
#[must_use]
pub fn is_temporary(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    let digits = name.strip_prefix(PREFIX).and_then(|rest| rest.strip_suffix(SUFFIX));
    digits.is_some_and(|digits| digits.len() == DIGITS && digits.bytes().all(|byte| byte.is_ascii_hexdigit()))
}

/// Returns a new, unpredictable name.
#[cfg(any(unix, windows))]
pub(super) fn temporary_name() -> String {
    use std::hash::{BuildHasher, RandomState};
    // The keys of the hasher are random.
    let number = RandomState::new().hash_one(PREFIX);
    format!("{PREFIX}{number:0DIGITS$x}{SUFFIX}")
}
