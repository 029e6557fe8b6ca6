//! Reads and writes containers, without interpreting their sections.

use crate::answer::{Answer, At, Failure, error_json, usage};
use crate::content::{Content, Summary, hex, input, output, spec};
use crate::serve::from_hex;
use bpx::core::header::{MainHeader, SectionHeader};
use bpx::core::options::{Checksum, CompressionMethod, CreateOptions, SectionOptions};
use bpx::core::{Container, Handle};
use serde::Deserialize;
use serde_json::{Map, Value as Json, json};
use std::fs::File;
use std::io::{self, Seek};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Spec {
    /// A character.
    kind: char,
    #[serde(default = "version")]
    version: u32,
    /// 16 bytes in hexadecimal digits; zeros by default.
    type_ext: Option<String>,
    #[serde(default)]
    sections: Vec<SectionSpec>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SectionSpec {
    kind: u8,
    content: Content,
    /// `xz` or `zlib`.
    compression: Option<String>,
    /// `weak` or `crc32`.
    check: Option<String>,
    /// The size in bytes above which contents are compressed; the crate's own number by default.
    threshold: Option<u32>,
}

fn version() -> u32 {
    bpx::core::header::BPX_CURRENT_VERSION
}

pub fn read(path: &str) -> Answer {
    let container = Container::open(input(path)?).at("open")?;
    let mut failed = false;
    let mut sections = Vec::new();
    for handle in container.sections() {
        let mut json = section_json(container.sections()[handle].header());
        let (key, value) = match summary(&container, handle) {
            Ok(summary) => ("content", summary.json()),
            Err(error) => {
                failed = true;
                ("error", error_json("load", &error))
            }
        };
        json.insert(key.to_owned(), value);
        sections.push(json);
    }
    let json = json!({ "header": header_json(container.main_header()), "sections": sections });
    if failed { Err(Failure::Rejected(json)) } else { Ok(json) }
}

pub fn write(spec_path: &str, out: &str) -> Answer {
    let Spec { kind, version, type_ext, sections } = spec(spec_path)?;
    let mut options = CreateOptions::new(output(out)?).ty(kind as u8).version(version);
    if let Some(digits) = type_ext {
        match from_hex(&digits).and_then(|bytes| <[u8; 16]>::try_from(bytes).ok()) {
            Some(bytes) => options = options.type_ext(bytes),
            None => return usage("type_ext: expected 16 bytes in hexadecimal digits"),
        }
    }
    let mut container = Container::create(options);
    for section in sections {
        add(&mut container, &section)?;
    }
    container.save().at("save")?;
    let list = container.sections().iter().map(|handle| section_json(container.sections()[handle].header()));
    Ok(json!({ "header": header_json(container.main_header()), "sections": list.collect::<Vec<_>>() }))
}

fn add(container: &mut Container<File>, spec: &SectionSpec) -> Result<(), Failure> {
    let mut options = SectionOptions::default();
    options.ty(spec.kind);
    match spec.compression.as_deref() {
        None => {}
        Some("xz") => _ = options.compression(CompressionMethod::Xz),
        Some("zlib") => _ = options.compression(CompressionMethod::Zlib),
        Some(other) => return usage(format!("no compression `{other}`")),
    }
    match spec.check.as_deref() {
        None => {}
        Some("weak") => _ = options.checksum(Checksum::Weak),
        Some("crc32") => _ = options.checksum(Checksum::Crc32),
        Some(other) => return usage(format!("no check `{other}`")),
    }
    if let Some(threshold) = spec.threshold {
        options.threshold(threshold);
    }
    let handle = container.sections_mut().create(options);
    let mut section = container.sections().open(handle).at("open")?;
    io::copy(&mut spec.content.open()?, &mut *section).at("write")?;
    Ok(())
}

fn summary(container: &Container<File>, handle: Handle) -> bpx::core::Result<Summary> {
    let mut summary = Summary::default();
    let mut section = container.sections().load(handle)?;
    section.rewind()?;
    io::copy(&mut *section, &mut summary)?;
    Ok(summary)
}

fn header_json(header: &MainHeader) -> Json {
    json!({
        "kind": header.ty,
        "version": header.version,
        "checksum": header.chksum,
        "file_size": header.file_size,
        "section_count": header.section_num,
        "type_ext": hex(header.type_ext.as_ref()),
    })
}

fn section_json(header: &SectionHeader) -> Map<String, Json> {
    let entries = [
        ("pointer", json!(header.pointer)),
        ("stored_size", json!(header.csize)),
        ("content_size", json!(header.size)),
        ("checksum", json!(header.chksum)),
        ("kind", json!(header.ty)),
        ("flags", json!(header.flags)),
    ];
    entries.into_iter().map(|(key, value)| (key.to_owned(), value)).collect()
}
