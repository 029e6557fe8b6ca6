use crate::FileError;
use bpx_schema::json::JsonRef;
use bpx_schema::value::bytes_from_hex;

/// Returns offset and bytes of each gap in the member `gaps` of a model.
pub(crate) fn read_gaps(model: JsonRef<'_>) -> Result<Vec<(u64, Vec<u8>)>, FileError> {
    let Some(gaps) = model.get("gaps") else { return Ok(Vec::new()) };
    let list = gaps.as_array().ok_or_else(|| FileError::expected("gaps", "a list"))?;
    let gap = |(index, json): (usize, JsonRef<'_>)| {
        let offset = json.member("offset").as_str().and_then(|text| text.parse().ok());
        let offset = offset.ok_or_else(|| FileError::expected(format!("gaps[{index}].offset"), "an offset"))?;
        let data = json.member("data").as_str().and_then(bytes_from_hex);
        Ok((offset, data.ok_or_else(|| FileError::expected(format!("gaps[{index}].data"), "hexadecimal"))?))
    };
    list.enumerate().map(gap).collect()
}
