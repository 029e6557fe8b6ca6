//! Cuts a stream into several parts.

/// Cuts a stream into parts of the sizes in `sizes`, in bytes. If the stream is longer, the last part grows. If the
/// stream is shorter, the last parts shrink, but each keeps at least one byte. Empty parts stay empty.
///
/// Returns `None` when the stream has fewer bytes than there are nonempty parts, or when the stream has bytes but all
/// parts are empty.
///
/// ```
/// # use bpx_schema::transform::cut_stream;
/// assert_eq!(cut_stream(b"stream", &[4, 0, 1]).unwrap(), [&b"stre"[..], b"", b"am"]);
/// assert_eq!(cut_stream(b"to", &[4, 0, 1]).unwrap(), [&b"t"[..], b"", b"o"]);
/// assert_eq!(cut_stream(b"a", &[4, 0, 1]), None);
/// ```
#[must_use]
pub fn cut_stream<'b>(stored: &'b [u8], sizes: &[usize]) -> Option<Vec<&'b [u8]>> {
    let mut coming = sizes.iter().filter(|size| **size > 0).count();
    let (mut parts, mut rest) = (Vec::with_capacity(sizes.len()), stored);
    for size in sizes {
        let taken = match size {
            0 => 0,
            _ => {
                coming -= 1;
                let most = rest.len().checked_sub(coming).filter(|most| *most > 0)?;
                if coming == 0 { most } else { most.min(*size) }
            }
        };
        let (part, after) = rest.split_at_checked(taken)?;
        parts.push(part);
        rest = after;
    }
    rest.is_empty().then_some(parts)
}
