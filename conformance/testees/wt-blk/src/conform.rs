//! Asks the crate the questions of the suite. The answer is `ok` if the crate accepts the file, and `reject` with the
//! crate's own words if the crate refuses the file.

use crate::model;
use crate::read::{Refusal, forms, tree};
use crate::serve::{Ask, refused, serve};
use serde_json::{Value as Json, json};
use std::process::ExitCode;
use wt_blk::blk::error::ParseError;
use wt_blk::blk::file::FileType;

/// The crate's own words, and the classes of the suite. Words that the crate uses for faults of several classes are
/// missing, so the suite does not judge them.
const CLASSES: &[(&str, &str)] =
    &[("UnknownBlkTypeId", "unknown-code"), ("UnexpectedEndOfBufferUleb", "truncated"), ("ZeroSizedUleb", "truncated")];

/// Answers questions until there are no more.
pub fn run() -> ExitCode {
    serve(&hello(), answer)
}

fn hello() -> Json {
    let classes: serde_json::Map<_, _> =
        CLASSES.iter().map(|(theirs, ours)| ((*theirs).to_owned(), json!(ours))).collect();
    json!({
        "protocol": 1,
        "name": "wt_blk",
        "version": "0.3.1",
        "language": "Rust",
        "homepage": "https://docs.rs/wt_blk",
        "formats": { "blk": [] },
        "ops": ["validate", "decode"],
        "features": [],
        "classes": classes,
    })
}

fn answer(ask: &Ask) -> Json {
    let read = || tree(ask.file.clone(), ask.names.as_deref(), ask.dict.as_deref());
    let done = match ask.op.as_str() {
        "validate" => read().and_then(forms).map(|_| json!({ "result": "ok" })),
        "decode" => read().map(|root| {
            let kind = ask.file.first().and_then(|first| FileType::from_byte(*first).ok()).map(kind);
            json!({ "result": "ok", "model": { "format": "blk", "kind": kind, "root": model::block(&root) } })
        }),
        other => Ok(json!({ "result": "skip", "reason": format!("cannot {other}") })),
    };
    done.unwrap_or_else(|Refusal(step, error)| {
        let kind = error.downcast_ref::<ParseError>().map(|error| format!("{error:?}")).unwrap_or_default();
        let end = kind.find(|one: char| !one.is_alphanumeric()).unwrap_or(kind.len());
        refused(&kind[..end], &format!("{step}: {error}"))
    })
}

/// Returns the suite's name of a kind of files.
fn kind(of: FileType) -> &'static str {
    match of {
        FileType::BBF => "BBF",
        FileType::FAT => "FAT",
        FileType::FAT_ZSTD => "FAT_ZST",
        FileType::SLIM => "SLIM",
        FileType::SLIM_ZSTD => "SLIM_ZST",
        FileType::SLIM_ZST_DICT => "SLIM_ZST_DICT",
    }
}
