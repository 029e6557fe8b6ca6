use super::{JsonLeaf, JsonSink};

/// Writes a member for bytes that belong to no part of a file, as a list of offsets and bytes. If there are no such
/// bytes, writes nothing.
///
/// # Errors
/// Returns the errors of reading the bytes.
pub fn write_gaps<B: AsRef<[u8]>, E>(
    key: &str,
    gaps: impl Iterator<Item = Result<(u64, B), E>>,
    sink: &mut dyn JsonSink,
) -> Result<(), E> {
    let mut gaps = gaps.peekable();
    if gaps.peek().is_none() {
        return Ok(());
    }
    sink.key(key);
    sink.open_array();
    for gap in gaps {
        let (offset, bytes) = gap?;
        sink.open_object();
        sink.key("offset");
        sink.write_int_text(offset.into());
        sink.member("data", JsonLeaf::Hex(bytes.as_ref()));
        sink.close();
    }
    sink.close();
    Ok(())
}
