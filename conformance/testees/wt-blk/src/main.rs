//! The crate wt_blk as a program: it reads a file and says in one line of JSON what came of it; or answers the suite.
//!
//! Exit code 0: done. 1: the crate refused; the line says at which step and why. 2: wrong use of this program.
//! Anything else is the crate's doing.

mod adapter;

use serde_json::{Value as Json, json};
use std::process::ExitCode;
use std::sync::Arc;
use wt_blk::blk::blk_type::BlkFormatting;
use wt_blk::blk::name_map::NameMap;
use wt_blk::blk::unpack_blk;
use zstd::dict::DecoderDictionary;

const USAGE: &str = "read FILE [--names FILE.nm] [--dict FILE.dict], or adapter: answers the suite";

/// Where the crate refused, and what it said.
struct Refusal(&'static str, String);

/// The JSON that the crate prints, merged and unmerged, and its text: as texts, since they need not be sound.
fn read(file: Vec<u8>, names: Option<Vec<u8>>, dictionary: Option<Vec<u8>>) -> Result<Json, Refusal> {
    fn at<T>(step: &'static str, result: Result<T, color_eyre::Report>) -> Result<T, Refusal> {
        result.map_err(|error| Refusal(step, error.to_string()))
    }
    let names = names.map(|bytes| at("names", NameMap::from_encoded_file(&bytes)).map(Arc::new)).transpose()?;
    let dictionary = dictionary.map(|bytes| DecoderDictionary::copy(&bytes));
    let mut file = file;
    let mut root = at("read", unpack_blk(&mut file, dictionary.as_ref(), names))?;
    let text = at("text", root.as_blk_text(BlkFormatting::compact()))?;
    let unmerged = at("json", root.as_serde_json())?;
    at("merge", root.merge_fields())?;
    let merged = at("json", root.as_serde_json())?;
    let lossy = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    Ok(json!({ "merged": lossy(&merged), "unmerged": lossy(&unmerged), "text": text }))
}

fn usage(message: &str) -> ExitCode {
    eprintln!("{message}");
    ExitCode::from(2)
}

fn main() -> ExitCode {
    let args: Vec<_> = std::env::args().skip(1).collect();
    let args: Vec<_> = args.iter().map(String::as_str).collect();
    if args == ["adapter"] {
        return adapter::answer().map_or_else(|error| usage(&error.to_string()), |()| ExitCode::SUCCESS);
    }
    let ["read", file, options @ ..] = args.as_slice() else { return usage(USAGE) };
    let (mut names, mut dictionary) = (None, None);
    for pair in options.chunks(2) {
        let (slot, path) = match pair {
            ["--names", path] => (&mut names, path),
            ["--dict", path] => (&mut dictionary, path),
            _ => return usage(USAGE),
        };
        match std::fs::read(path) {
            Ok(bytes) => *slot = Some(bytes),
            Err(error) => return usage(&format!("{path}: {error}")),
        }
    }
    let file = match std::fs::read(file) {
        Ok(bytes) => bytes,
        Err(error) => return usage(&format!("{file}: {error}")),
    };
    match read(file, names, dictionary) {
        Ok(json) => {
            println!("{json}");
            ExitCode::SUCCESS
        }
        Err(Refusal(step, message)) => {
            println!("{}", json!({ "error": { "step": step, "kind": "Report", "message": message } }));
            ExitCode::FAILURE
        }
    }
}
