//! `info` for files of version 0.

use crate::exit::{Exit, Failure, InFile};
use crate::output;
use bpx_formats::bpx::header::kind_name;
use bpx_formats::bpx::v0::{Api, Container, PACKAGE, TypeExt, section_name};
use bpx_schema::transform::TransformType;
use bpx_schema::value::{FlagSet, hex};
use serde_json::{Map, Value, json};
use std::fmt::Write;

/// Shows header and sections of a file.
pub(super) fn run(name: &str, container: &Container, as_json: bool) -> Result<Exit, Failure> {
    if as_json {
        output::print_json(&to_json(name, container)).in_file("<stdout>")?;
    } else {
        output::print(&text(name, container)).in_file("<stdout>")?;
    }
    Ok(Exit::Fine)
}

fn text(name: &str, container: &Container) -> String {
    let header = container.header();
    let size = container.source().size();
    let mut text = format!("{name}: BPX version 0, type {}, {size} bytes\n", kind_name(header.kind));
    if let Some(about) = describe(&header.type_ext) {
        let _ = writeln!(text, "{about}");
    }
    let _ = writeln!(text, "sections: {}", container.len());
    for section in container.sections() {
        let (entry, stored) = (section.header(), section.stored());
        let kind = section_name(header.kind, entry.kind).map_or_else(|| entry.kind.to_string(), str::to_owned);
        let compression = stored.transform.map_or("plain", TransformType::name);
        let (index, at, size) = (section.index(), entry.pointer, entry.size);
        let _ = writeln!(text, "  [{index}] {kind:<14} at {at:>8}  {size:>9} bytes stored, {compression}");
    }
    text
}

/// Describes the type extension of a file.
fn describe(type_ext: &TypeExt) -> Option<String> {
    match type_ext {
        TypeExt::Texture(ext) => {
            let format = ext.format_code().map_or_else(|code| format!("format {code}"), |known| known.to_string());
            let ((width, height), layers) = (ext.dimensions(), ext.layers());
            let flags: Vec<_> = ext.flags_set().iter().map(|flag| flag.to_string()).collect();
            let flags = if flags.is_empty() { String::new() } else { format!(", {}", flags.join(" | ")) };
            Some(format!(
                "texture: {width} x {height} pixels of {format}, layers: {layers}, mip maps: {}{flags}",
                ext.mipmaps()
            ))
        }
        TypeExt::Shader(ext) => {
            Some(format!("shader package: {} shaders, for {}", ext.shader_count, apis(ext.compatibility)))
        }
        TypeExt::Package(ext) => Some(format!("package: {} assets, for {}", ext.asset_count, apis(ext.compatibility))),
        TypeExt::Model(_) => None,
        TypeExt::Raw(bytes) => (*bytes != [0; 8]).then(|| format!("type extension: {}", hex(bytes))),
    }
}

fn api_names(flags: u8) -> Vec<String> {
    FlagSet::<Api>::from_bits(flags.into()).iter().map(|api| api.to_string()).collect()
}

fn apis(flags: u8) -> String {
    let names = api_names(flags);
    if names.is_empty() { "no API".to_owned() } else { names.join(" | ") }
}

/// Returns the properties of a package, as JSON.
pub(in crate::commands) fn about_json(container: &Container) -> Map<String, Value> {
    let mut about = Map::new();
    about.insert("revision".to_owned(), json!(0));
    if let TypeExt::Package(ext) = &container.header().type_ext {
        about.insert("compatibility".to_owned(), json!(api_names(ext.compatibility)));
        about.insert("count".to_owned(), json!(ext.asset_count));
    }
    about
}

fn to_json(name: &str, container: &Container) -> Value {
    let header = container.header();
    let sections = container.sections().map(|section| {
        let (entry, stored) = (section.header(), section.stored());
        json!({
            "index": section.index(),
            "kind": entry.kind,
            "name": section_name(header.kind, entry.kind),
            "flags": entry.flags,
            "compression": stored.transform.map_or("none", TransformType::name),
            "pointer": entry.pointer.to_string(),
            "stored_size": entry.size,
        })
    });
    let mut json = json!({
        "file": name,
        "format": "bpx",
        "kind": kind_name(header.kind),
        "version": 0,
        "size": container.source().size().to_string(),
        "file_size": header.file_size.to_string(),
        "checksum": header.checksum,
        "sections": sections.collect::<Value>(),
    });
    let map = json.as_object_mut();
    match (&header.type_ext, map) {
        (TypeExt::Texture(ext), Some(map)) => {
            let (width, height) = ext.dimensions();
            let texture = json!({
                "width": width,
                "height": height,
                "layers": ext.layers(),
                "format": ext.format_code().map(|format| format.to_string()).ok(),
                "flags": ext.flags_set().iter().map(|flag| flag.to_string()).collect::<Vec<_>>(),
                "mipmaps": ext.mipmaps(),
            });
            map.insert("texture".to_owned(), texture);
        }
        (TypeExt::Shader(ext), Some(map)) => {
            let shader = json!({ "count": ext.shader_count, "compatibility": api_names(ext.compatibility) });
            map.insert("shader".to_owned(), shader);
        }
        (TypeExt::Package(_), Some(map)) if header.kind == PACKAGE => {
            map.insert("package".to_owned(), Value::Object(about_json(container)));
        }
        _ => {}
    }
    json
}
