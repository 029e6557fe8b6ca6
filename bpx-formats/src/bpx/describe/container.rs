//! Header and sections of a file of version 1 or 2.

use crate::bpx::container::Container;
use crate::bpx::header::kind_name;
use crate::bpx::kind::section_name;
use crate::bpx::section::check_name;
use crate::description::{Description, facts};
use bpx_schema::value::hex;
use serde_json::{Value, json};

pub(super) fn describe(container: &Container) -> Description {
    let header = container.header();
    let size = container.source().size();
    let facts = facts([
        ("format", json!("bpx")),
        ("kind", json!(kind_name(header.kind))),
        ("version", json!(header.version)),
        ("size", json!(size.to_string())),
        ("file_size", json!(header.file_size.to_string())),
        ("checksum", json!(header.checksum)),
        ("sections", sections(container)),
    ]);
    let title = format!("BPX version {}, type {}, {size} bytes", header.version, kind_name(header.kind));
    Description::new(title, facts, lines(container))
}

fn sections(container: &Container) -> Value {
    let header = container.header();
    let section = |section: crate::bpx::container::Section<'_>| {
        let (entry, stored) = (section.header(), section.stored());
        json!({
            "index": section.index(),
            "kind": entry.kind,
            "name": section_name(header.kind, header.version, entry),
            "flags": entry.flags,
            "compression": stored.transform.map_or("none", |transform| transform.name()),
            "check": check_name(stored.check.map(|check| check.algorithms.0)),
            "pointer": entry.pointer.to_string(),
            "stored_size": entry.stored_size,
            "content_size": entry.content_size,
            "checksum": entry.checksum,
        })
    };
    container.sections().map(section).collect()
}

fn lines(container: &Container) -> Vec<String> {
    let header = container.header();
    let mut lines = Vec::new();
    let type_ext = header.type_ext.to_bytes();
    if type_ext != [0; 16] {
        lines.push(format!("type extension: {}", hex(&type_ext)));
    }
    lines.push(format!("sections: {}", container.len()));
    for section in container.sections() {
        let entry = section.header();
        let kind = section_name(header.kind, header.version, entry).unwrap_or_else(|| entry.kind.to_string());
        let stored = section.stored();
        let compression = stored
            .transform
            .map_or_else(|| "plain".to_owned(), |transform| format!("{}, {} stored", transform.name(), stored.size));
        let check = check_name(stored.check.map(|check| check.algorithms.0));
        lines.push(format!(
            "  [{}] {kind:<14} at {:>8}  {:>9} bytes  {compression}, check {check}",
            section.index(),
            entry.pointer,
            entry.content_size,
        ));
    }
    lines
}
