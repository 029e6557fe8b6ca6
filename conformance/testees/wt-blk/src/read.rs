//! Reads files with the crate.

use color_eyre::Report;
use serde_json::{Value as Json, json};
use std::sync::Arc;
use wt_blk::blk::blk_structure::BlkField;
use wt_blk::blk::blk_type::BlkFormatting;
use wt_blk::blk::name_map::NameMap;
use wt_blk::blk::unpack_blk;
use zstd::dict::DecoderDictionary;

/// The step at which the crate refused, and the crate's report.
pub struct Refusal(pub &'static str, pub Report);

fn at<T>(step: &'static str, result: Result<T, Report>) -> Result<T, Refusal> {
    result.map_err(|error| Refusal(step, error))
}

/// Returns the tree of a file.
pub fn tree(mut file: Vec<u8>, names: Option<&[u8]>, dictionary: Option<&[u8]>) -> Result<BlkField, Refusal> {
    let names = names.map(|bytes| at("names", NameMap::from_encoded_file(bytes)).map(Arc::new)).transpose()?;
    let dictionary = dictionary.map(DecoderDictionary::copy);
    at("read", unpack_blk(&mut file, dictionary.as_ref(), names))
}

/// Returns the JSON that the crate makes, merged and unmerged, and the text that the crate makes. The JSON is stored in
/// texts, because it need not be valid.
pub fn forms(mut root: BlkField) -> Result<Json, Refusal> {
    let text = at("text", root.as_blk_text(BlkFormatting::compact()))?;
    let unmerged = at("json", root.as_serde_json())?;
    at("merge", root.merge_fields())?;
    let merged = at("json", root.as_serde_json())?;
    let lossy = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    Ok(json!({ "merged": lossy(&merged), "unmerged": lossy(&unmerged), "text": text }))
}
