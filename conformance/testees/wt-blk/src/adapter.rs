//! The crate as a program that answers the questions of the suite. What it reads is told in the model of the suite; a
//! panic of the crate ends the program, as it would end any other.

use crate::Refusal;
use serde_json::{Value as Json, json};
use std::io::{BufRead, Write};
use std::sync::Arc;
use wt_blk::blk::blk_structure::BlkField;
use wt_blk::blk::blk_type::BlkType;
use wt_blk::blk::file::FileType;
use wt_blk::blk::name_map::NameMap;
use wt_blk::blk::unpack_blk;
use zstd::dict::DecoderDictionary;

/// Answers until there are no more questions.
pub(crate) fn answer() -> std::io::Result<()> {
    let (stdin, mut stdout) = (std::io::stdin().lock(), std::io::stdout().lock());
    for line in stdin.lines() {
        let question: Json = serde_json::from_str(&line?)?;
        let answer = match question["cmd"].as_str() {
            Some("hello") => json!({
                "protocol": 1, "name": "wt_blk", "version": "0.3.1", "language": "Rust", "formats": {"blk": []},
                "ops": ["decode", "validate"], "features": [],
            }),
            Some("run") => run(&question),
            _ => return Ok(()),
        };
        writeln!(stdout, "{answer}")?;
        stdout.flush()?;
    }
    Ok(())
}

fn run(question: &Json) -> Json {
    let mut answer = match read(question) {
        Ok((kind, root)) if question["op"] == "decode" => {
            json!({ "result": "ok", "model": { "format": "blk", "kind": kind, "root": block(&root) } })
        }
        Ok(_) => json!({ "result": "ok" }),
        Err(Refusal(step, message)) => json!({ "result": "reject", "message": format!("{step}: {message}") }),
    };
    answer["seq"] = question["seq"].clone();
    answer
}

/// The kind of a file, and what is in it.
fn read(question: &Json) -> Result<(Option<&'static str>, BlkField), Refusal> {
    let bytes = |name: &str| question[name].as_str().map(from_hex);
    let path = question["path"].as_str().and_then(|path| std::fs::read(path).ok());
    let mut file = bytes("hex").or(path).unwrap_or_default();
    let at = |step, error: color_eyre::Report| Refusal(step, error.to_string());
    let names = bytes("names").map(|bytes| NameMap::from_encoded_file(&bytes).map_err(|error| at("names", error)));
    let dictionary = bytes("dict").map(|bytes| DecoderDictionary::copy(&bytes));
    let names = names.transpose()?.map(Arc::new);
    let kind = file.first().and_then(|first| FileType::from_byte(*first).ok()).map(kind);
    let root = unpack_blk(&mut file, dictionary.as_ref(), names).map_err(|error| at("read", error))?;
    Ok((kind, root))
}

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

fn from_hex(digits: &str) -> Vec<u8> {
    let pair = |at: usize| digits.get(at..at + 2).and_then(|pair| u8::from_str_radix(pair, 16).ok());
    (0..digits.len()).step_by(2).filter_map(pair).collect()
}

/// A block; the name of the root is one that the crate gives it.
fn block(field: &BlkField) -> Json {
    let (name, fields) = match field {
        BlkField::Struct(name, fields) | BlkField::Merged(name, fields) => (name, fields),
        BlkField::Value(name, _) => return json!({ "name": name.to_string() }),
    };
    let params = fields.iter().filter_map(|field| match field {
        BlkField::Value(name, value) => {
            let (kind, value) = param(value);
            Some(json!({ "name": name.to_string(), "type": kind, "value": value }))
        }
        _ => None,
    });
    let blocks = fields.iter().filter(|field| !matches!(field, BlkField::Value(..))).map(block);
    json!({ "name": name.to_string(), "params": params.collect::<Json>(), "blocks": blocks.collect::<Json>() })
}

/// Type and value of a parameter.
fn param(value: &BlkType) -> (&'static str, Json) {
    let floats = |values: &[f32]| values.iter().copied().map(float).collect();
    match value {
        BlkType::Str(text) => ("t", json!(text.to_string())),
        BlkType::Int(value) => ("i", json!(value)),
        BlkType::Int2(values) => ("ip2", json!(values)),
        BlkType::Int3(values) => ("ip3", json!(values)),
        BlkType::Int4(values) => ("ip4", json!(values)),
        BlkType::Long(value) => ("i64", json!(value.to_string())),
        BlkType::Float(value) => ("r", float(*value)),
        BlkType::Float2(values) => ("p2", floats(values)),
        BlkType::Float3(values) => ("p3", floats(values)),
        BlkType::Float4(values) => ("p4", floats(&values[..])),
        BlkType::Float12(values) => ("m", values.chunks(3).map(floats).collect()),
        BlkType::Bool(value) => ("b", json!(value)),
        BlkType::Color { r, g, b, a } => ("c", json!([r, g, b, a])),
    }
}

/// The shortest number that reads back as this float, or its bits.
fn float(value: f32) -> Json {
    let bits = || json!({ "bits": format!("{:#010x}", value.to_bits()) });
    if value.is_finite() { value.to_string().parse::<f64>().map_or_else(|_| bits(), Json::from) } else { bits() }
}
