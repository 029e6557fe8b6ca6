//! Asks the crate the questions of the suite. The answer is `ok` if the crate accepts the file, and `reject` with the
//! crate's own words if the crate refuses the file.

use crate::answer::{At, Failure, error_json, usage};
use crate::content::hex;
use crate::serve::{Ask, refused, serve};
use crate::{container, package, sd, shader};
use bpx::core::header::{SECTION_TYPE_SD, SECTION_TYPE_STRING};
use bpx::core::{Container, Handle};
use bpx::package::Package;
use bpx::sd::Value;
use bpx::shader::ShaderPack;
use bpx::strings::{StringSection, load_string_section};
use serde_json::{Value as Json, json};
use std::io::{Cursor, Seek};
use std::process::ExitCode;

/// The largest number of objects and arrays of a section of structured data, plus one; the crate lets its caller choose
/// the limit.
const MAX_DEPTH: usize = 256;

/// The crate's own words, without the name of the layer that may precede them (`Bpx.Checksum`), and the classes of the
/// suite. Words that the crate uses for faults of several classes are missing, so the suite does not judge them.
const CLASSES: &[(&str, &str)] = &[
    ("BadSignature", "bad-magic"),
    ("BadVersion", "unsupported-version"),
    ("Checksum", "checksum-mismatch"),
    ("Inflate.Data", "bad-stream"),
    ("InvalidCode", "unknown-code"),
    ("MissingSection.ObjectTable", "missing"),
    ("MissingSection.Strings", "missing"),
    ("MissingSection.SymbolTable", "missing"),
    ("Sd.BadTypeCode", "unknown-code"),
    ("Sd.MaxDepthExceeded", "limit-exceeded"),
    ("Sd.Truncation", "truncated"),
    ("Sd.Utf8", "bad-text"),
    ("Strings.Utf8", "bad-text"),
    ("Truncated", "truncated"),
    ("Utf8", "bad-text"),
];

/// Answers questions until there are no more.
pub fn run() -> ExitCode {
    serve(&hello(), answer)
}

fn hello() -> Json {
    let layered = CLASSES.iter().map(|(theirs, ours)| (format!("Bpx.{theirs}"), *ours));
    let plain = CLASSES.iter().map(|(theirs, ours)| ((*theirs).to_owned(), *ours));
    let classes: serde_json::Map<_, _> = plain.chain(layered).map(|(theirs, ours)| (theirs, json!(ours))).collect();
    json!({
        "protocol": 1,
        "name": "bpx (crate)",
        "version": "4.0.0-rc.13.3.1",
        "language": "Rust",
        "homepage": "https://docs.rs/bpx",
        // What its documentation says that it does.
        "formats": { "bpx": [1, 2] },
        "ops": ["validate", "roundtrip", "unpack"],
        "features": ["strings", "sd", "zlib", "xz", "crc32", "crc32-legacy", "package", "shader"],
        "classes": classes,
    })
}

fn answer(ask: &Ask) -> Json {
    let done = match ask.op.as_str() {
        "validate" => validate(&ask.file).map(|()| json!({ "result": "ok" })),
        "roundtrip" => rewrite(ask.file.clone()).map(|bytes| json!({ "result": "ok", "hex": hex(&bytes) })),
        "unpack" => unpack(ask).map(|()| json!({ "result": "ok" })),
        other => Ok(json!({ "result": "skip", "reason": format!("cannot {other}") })),
    };
    match done {
        Ok(answer) => answer,
        Err(Failure::Usage(message)) => json!({ "result": "error", "message": message }),
        Err(Failure::Rejected(json)) => {
            let error = first_error(&json).unwrap_or(&Json::Null);
            let text = |name: &str| error[name].as_str().unwrap_or_default();
            refused(text("kind"), &format!("{}: {}", text("step"), text("message")))
        }
    }
}

/// Returns the first error that the crate reported.
fn first_error(json: &Json) -> Option<&Json> {
    json.get("error").or_else(|| match json {
        Json::Array(list) => list.iter().find_map(first_error),
        Json::Object(map) => map.values().find_map(first_error),
        _ => None,
    })
}

/// Reads all parts of a file that the crate has functions for.
fn validate(bytes: &[u8]) -> Result<(), Failure> {
    let file = stored(bytes)?;
    let path = file.path().to_string_lossy();
    container::read(&path)?;
    let container = Container::open(Cursor::new(bytes)).at("open")?;
    match container.main_header().ty {
        b'P' => package::read(&path).map(drop),
        b'S' => shader::read(&path).map(drop),
        _ => contents(&container),
    }
}

/// Reads the texts and the structured data of a container of another type.
fn contents(container: &Container<Cursor<&[u8]>>) -> Result<(), Failure> {
    for handle in container.sections() {
        match container.sections()[handle].header().ty {
            SECTION_TYPE_STRING => texts(container, handle)?,
            SECTION_TYPE_SD => {
                let mut section = container.sections().load(handle).at("load")?;
                section.rewind().at("load")?;
                sd::to_json(&Value::read(&mut *section, MAX_DEPTH).map_err(|error| within("Sd", &error))?);
            }
            _ => {}
        }
    }
    Ok(())
}

fn texts(container: &Container<Cursor<&[u8]>>, handle: Handle) -> Result<(), Failure> {
    let strings = StringSection::new(handle);
    load_string_section(container, &strings).map_err(|error| within("Strings", &error))?;
    let size = container.sections()[handle].header().size;
    let mut at = 0;
    while at < size {
        let text = strings.get(container, at).map_err(|error| within("Strings", &error))?;
        at += text.len() as u32 + 1;
    }
    Ok(())
}

/// Returns an error of a part, in the form in which the crate's packages report the error.
fn within(part: &str, error: &dyn std::error::Error) -> Failure {
    let mut json = error_json("read", error);
    json["kind"] = json!(format!("{part}.{}", json["kind"].as_str().unwrap_or_default()));
    Failure::Rejected(json!({ "error": json }))
}

/// Lets the crate load and save the file with its own functions. The functions of a container load only the requested
/// parts, so every section is loaded before.
fn rewrite(bytes: Vec<u8>) -> Result<Vec<u8>, Failure> {
    let backend = Cursor::new(bytes);
    let kind = backend.get_ref().get(3);
    let container = match kind {
        Some(b'P') => {
            let mut package = Package::open(backend).at("open")?;
            package.load_and_save().at("save")?;
            package.into_inner()
        }
        Some(b'S') => {
            let mut pack = ShaderPack::open(backend).at("open")?;
            pack.load_and_save().at("save")?;
            pack.into_inner()
        }
        _ => {
            let mut container = Container::open(backend).at("open")?;
            for handle in container.sections() {
                container.sections().load(handle).at("load")?;
            }
            container.load_and_save().at("save")?;
            container
        }
    };
    Ok(container.into_inner().into_inner())
}

fn unpack(ask: &Ask) -> Result<(), Failure> {
    let Some(folder) = &ask.folder else { return usage("no folder") };
    let package = Package::open(Cursor::new(&ask.file)).at("open")?;
    bpx::package::util::unpack(&package, folder).at("unpack")
}

/// Writes the bytes to a temporary file, which the other subcommands read.
fn stored(bytes: &[u8]) -> Result<tempfile::NamedTempFile, Failure> {
    let file = tempfile::NamedTempFile::new().or_else(usage)?;
    std::fs::write(file.path(), bytes).or_else(usage)?;
    Ok(file)
}
