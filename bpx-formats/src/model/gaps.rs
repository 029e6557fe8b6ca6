use bpx_schema::Result;
use bpx_schema::json::{JsonLeaf, JsonSink};

/// Writes the member `gaps` if there are any: bytes that belong to no part of a file, and their offsets.
pub(crate) fn write_gaps<B: AsRef<[u8]>>(
    gaps: impl Iterator<Item = Result<(u64, B)>>,
    sink: &mut dyn JsonSink,
) -> Result<()> {
    let mut gaps = gaps.peekable();
    if gaps.peek().is_none() {
        return Ok(());
    }
    sink.key("gaps");
    sink.open_array();
    for gap in gaps {
        let (offset, bytes) = gap?;
        sink.open_object();
        sink.key("offset");
        sink.digits(offset.into());
        sink.member("data", JsonLeaf::Hex(bytes.as_ref()));
        sink.close();
    }
    sink.close();
    Ok(())
}
