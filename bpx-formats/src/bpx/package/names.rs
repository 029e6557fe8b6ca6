//! Names of objects: texts in the strings section.

use bpx_schema::report::Class;

/// Largest size of a name in bytes: no file system takes more, and a bound keeps the cost of hostile tables down.
const LARGEST: usize = 65_535;

/// The bytes of the name at an offset, without the NUL.
pub(super) fn name(strings: &[u8], offset: u32) -> Result<&[u8], (Class, String)> {
    let rest = usize::try_from(offset).ok().and_then(|start| strings.get(start..)).filter(|rest| !rest.is_empty());
    let Some(rest) = rest else {
        return Err((
            Class::OutOfBounds,
            format!("no text at offset {offset}, the section has {} bytes", strings.len()),
        ));
    };
    let end = rest.iter().take(LARGEST.saturating_add(1)).position(|byte| *byte == 0);
    match end.and_then(|end| rest.get(..end)) {
        Some(name) => Ok(name),
        None if rest.len() > LARGEST => {
            Err((Class::LimitExceeded, format!("the name at offset {offset} has more than {LARGEST} bytes")))
        }
        None => Err((Class::Unterminated, format!("no NUL ends the text at offset {offset}"))),
    }
}

/// Whether the text at an offset is this one: cheaper than to look for its end.
pub(super) fn is(strings: &[u8], offset: u32, name: &[u8]) -> bool {
    let rest = usize::try_from(offset).ok().and_then(|start| strings.get(start..)).unwrap_or_default();
    rest.strip_prefix(name).is_some_and(|rest| rest.first() == Some(&0))
}
