use crate::exit::{Exit, Failure, InFile};
use crate::output;
use bpx_formats::bpx::hash as djb2;
use serde_json::{Value, json};

/// Prints the hash of names.
pub(crate) fn run(names: &[String], as_json: bool) -> Result<Exit, Failure> {
    let hashes = names.iter().map(|name| (name, format!("{:#018x}", djb2(name.as_bytes()))));
    if as_json {
        let list: Value = hashes.map(|(name, hash)| json!({ "name": name, "hash": hash })).collect();
        output::print_json(&list)?;
    } else {
        let text: String = hashes.map(|(name, hash)| format!("{hash}  {name}\n")).collect();
        output::print_text(&text).in_file("<stdout>")?;
    }
    Ok(Exit::Fine)
}
