//! Reads the names of objects and symbols, which are texts in the strings section.

use bpx_schema::report::{Class, Error, Result};
use bpx_schema::{Limits, SharedBytes};

/// Largest size of a name in bytes. No file system takes more, and the limit bounds the cost of hostile tables.
pub(in crate::bpx) const LARGEST: usize = 65_535;

/// Returns the bytes of the name at an offset, without the NUL.
pub(in crate::bpx) fn name_at(strings: &[u8], offset: u32) -> Result<&[u8], (Class, String)> {
    let rest = from(strings, offset);
    if rest.is_empty() {
        return Err((
            Class::OutOfBounds,
            format!("expected an offset below {}, the size of the strings section, found {offset}", strings.len()),
        ));
    }
    let most = rest.get(..=LARGEST).unwrap_or(rest);
    match std::ffi::CStr::from_bytes_until_nul(most) {
        Ok(name) => Ok(name.to_bytes()),
        Err(_) if rest.len() > LARGEST => {
            Err((Class::LimitExceeded, format!("the name at offset {offset} has more than {LARGEST} bytes")))
        }
        Err(_) => Err((Class::Unterminated, format!("no NUL ends the text at offset {offset}"))),
    }
}

/// Returns the bytes from an offset on, or no bytes if the offset is after the end.
fn from(strings: &[u8], offset: u32) -> &[u8] {
    usize::try_from(offset).ok().and_then(|start| strings.get(start..)).unwrap_or(&[])
}

/// The names of a list, one after the other. Names may share bytes up to a limit, because an entry of a few bytes may
/// refer to a name of [`LARGEST`] bytes.
pub(in crate::bpx) struct Names<'s> {
    strings: &'s [u8],
    shared: SharedBytes,
}

impl<'s> Names<'s> {
    /// Creates the list of names in a strings section.
    pub(in crate::bpx) fn new(strings: &'s [u8], limits: Limits) -> Self {
        Self { strings, shared: SharedBytes::for_source(strings.len() as u64, &limits) }
    }

    /// Returns the next name, as [`name_at`] does; `None` when the limit of bytes is exceeded.
    pub(in crate::bpx) fn next_name(&mut self, offset: u32) -> Option<Result<&'s [u8], (Class, String)>> {
        let name = name_at(self.strings, offset);
        // An unterminated name was searched for its end.
        let rest = from(self.strings, offset);
        let looked = name.as_ref().map_or(LARGEST.min(rest.len()), |name| name.len());
        self.shared.take(looked as u64).then_some(name)
    }

    /// Returns the number of the first list entry that exceeds the limit.
    pub(in crate::bpx) fn first_beyond(mut self, mut offsets: impl Iterator<Item = u32>) -> Option<usize> {
        offsets.position(|offset| self.next_name(offset).is_none())
    }
}

/// Returns whether the text at an offset equals `name`, without searching the end of the text.
pub(in crate::bpx) fn is_name_at(strings: &[u8], offset: u32, name: &[u8]) -> bool {
    from(strings, offset).strip_prefix(name).is_some_and(|rest| rest.first() == Some(&0))
}

/// Checks that a text can be the name of an object.
///
/// # Errors
/// Returns `BadText` when the name contains a NUL, and `OutOfRange` when the name is longer than readers accept.
pub(super) fn check_name(name: &str, index: usize) -> Result<()> {
    let wrong = |class, message: String| {
        Err(Error::unlocated_fault(class, message).in_field("name").in_element(index as u64).in_field("objects"))
    };
    match name {
        name if name.contains('\0') => {
            wrong(Class::BadText, "expected a name without a NUL, found a NUL in the name".to_owned())
        }
        name if name.len() > LARGEST => {
            wrong(Class::OutOfRange, format!("expected a name of at most {LARGEST} bytes, found {}", name.len()))
        }
        _ => Ok(()),
    }
}
