//! Describes header and sections of a file of version 0.

use super::package::{api_names, describe_v0};
use crate::bpx::header::kind_name;
use crate::bpx::v0::{Container, PACKAGE, Section, TypeExt, section_name};
use crate::description::{Description, Fact, Facts, Many, fact_list};
use bpx_schema::transform::TransformType;
use bpx_schema::value::hex;
use serde_json::{Value, json};
use std::sync::Arc;

pub(super) fn describe_container(container: &Arc<Container>) -> Description {
    let header = container.header();
    let size = container.source().size();
    let title = format!("BPX version 0, type {}, {size} bytes", kind_name(header.kind));
    Description::new(
        title,
        facts_of(container),
        vec![section_lines(container).into(), each_section(container, section_line)],
    )
}

/// Describes the sections one after another.
fn each_section<T: 'static>(
    container: &Arc<Container>,
    describe: fn(&Container, &Section<'_>) -> T,
) -> Many<'static, T> {
    let container = Arc::clone(container);
    Many::new(move |take| container.sections().map(|one| describe(&container, &one)).try_for_each(take))
}

/// Returns the lines that describe the sections.
fn section_lines(container: &Container) -> Vec<String> {
    let type_ext = type_ext(&container.header().type_ext);
    type_ext.into_iter().chain([format!("sections: {}", container.len())]).collect()
}

fn section_line(container: &Container, section: &Section<'_>) -> String {
    let (entry, stored) = (section.header(), section.stored());
    let kind = section_name(container.header().kind, entry.kind).map_or_else(|| entry.kind.to_string(), str::to_owned);
    let compression = stored.transform.map_or("plain", TransformType::name);
    let (index, at, size) = (section.index(), entry.pointer, entry.size);
    format!("  [{index}] {kind:<14} at {at:>8}  {size:>9} bytes stored, {compression}")
}

fn section_facts(container: &Container, section: &Section<'_>) -> Value {
    let (entry, stored) = (section.header(), section.stored());
    json!({
        "index": section.index(),
        "kind": entry.kind,
        "name": section_name(container.header().kind, entry.kind),
        "flags": entry.flags,
        "compression": stored.transform.map_or("none", TransformType::name),
        "pointer": entry.pointer.to_string(),
        "stored_size": entry.size,
    })
}

/// Describes the type extension of a file.
fn type_ext(type_ext: &TypeExt) -> Option<String> {
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
            Some(format!("shader package: {} shaders, for {}", ext.shader_count, describe_apis(ext.compatibility)))
        }
        TypeExt::Package(ext) => {
            Some(format!("package: {} assets, for {}", ext.asset_count, describe_apis(ext.compatibility)))
        }
        TypeExt::Model(_) => None,
        TypeExt::Raw(bytes) => (*bytes != [0; 8]).then(|| format!("type extension: {}", hex(bytes))),
    }
}

fn describe_apis(flags: u8) -> String {
    let names = api_names(flags);
    if names.is_empty() { "no API".to_owned() } else { names.join(" | ") }
}

fn facts_of(container: &Arc<Container>) -> Facts<'static> {
    let header = container.header();
    let mut list = fact_list([
        ("format", json!("bpx")),
        ("kind", json!(kind_name(header.kind))),
        ("version", json!(0)),
        ("size", json!(container.source().size().to_string())),
        ("file_size", json!(header.file_size.to_string())),
        ("checksum", json!(header.checksum)),
    ]);
    list.push(("sections".to_owned(), Fact::List(each_section(container, section_facts))));
    let content = match &header.type_ext {
        TypeExt::Texture(ext) => {
            let (width, height) = ext.dimensions();
            let texture = json!({
                "width": width,
                "height": height,
                "layers": ext.layers(),
                "format": ext.format_code().map(|format| format.to_string()).ok(),
                "flags": ext.flags_set().iter().map(|flag| flag.to_string()).collect::<Vec<_>>(),
                "mipmaps": ext.mipmaps(),
            });
            Some(("texture", texture.into()))
        }
        TypeExt::Shader(ext) => {
            let shader = json!({ "count": ext.shader_count, "compatibility": api_names(ext.compatibility) });
            Some(("shader", shader.into()))
        }
        TypeExt::Package(_) if header.kind == PACKAGE => Some(("package", Fact::Object(describe_v0(container)))),
        _ => None,
    };
    list.extend(content.map(|(name, value)| (name.to_owned(), value)));
    list
}
