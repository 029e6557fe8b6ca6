use super::ReadAt;
use bpx_schema::Limits;
use bpx_schema::report::{Class, Error, Location, Result};
use bpx_schema::schema::Offset;
use std::borrow::Cow;

/// Returns `size` bytes of a source at an offset. The bytes are borrowed when the source is in memory.
///
/// # Errors
/// `LimitExceeded` when bytes that must be copied are more than [`Limits::max_memory`] allows; errors of reading, for
/// bytes that are not in the source.
pub fn part(source: &dyn ReadAt, offset: u64, size: u64, limits: Limits) -> Result<Cow<'_, [u8]>> {
    if size == 0 {
        return Ok(Cow::Borrowed(&[]));
    }
    if let Some(bytes) = source.as_bytes().and_then(|bytes| Offset::from(offset).slice(size, bytes)) {
        return Ok(Cow::Borrowed(bytes));
    }
    let max = limits.max_memory.for_size(source.size());
    let Some(len) = usize::try_from(size).ok().filter(|_| size <= max) else {
        let message = format!("{size} bytes exceed the memory limit of {max} bytes");
        return Err(Error::fault(Class::LimitExceeded, Location { file: offset, content: None }, message));
    };
    let mut bytes = vec![0; len];
    source.read_exact_at(offset, &mut bytes)?;
    Ok(Cow::Owned(bytes))
}
