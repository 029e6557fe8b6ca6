use crate::ModelError;
use bpx_schema::Result;
use bpx_schema::json::{JsonLeaf, JsonRef, JsonSink};
use bpx_schema::value::bytes_from_hex;

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

/// Returns the member `gaps` of a model: offsets and bytes.
pub(crate) fn gaps(model: JsonRef<'_>) -> std::result::Result<Vec<(u64, Vec<u8>)>, ModelError> {
    let Some(gaps) = model.get("gaps") else { return Ok(Vec::new()) };
    let list = gaps.as_array().ok_or_else(|| ModelError::unexpected("gaps", "a list"))?;
    let gap = |(index, json): (usize, JsonRef<'_>)| {
        let offset = json.member("offset").as_str().and_then(|text| text.parse().ok());
        let offset = offset.ok_or_else(|| ModelError::unexpected(format!("gaps[{index}].offset"), "an offset"))?;
        let data = json.member("data").as_str().and_then(bytes_from_hex);
        Ok((offset, data.ok_or_else(|| ModelError::unexpected(format!("gaps[{index}].data"), "hexadecimal"))?))
    };
    list.enumerate().map(gap).collect()
}
