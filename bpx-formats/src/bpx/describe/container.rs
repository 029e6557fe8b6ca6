//! Describes header and sections of a file of version 1 or 2.

use crate::bpx::container::{Container, Section};
use crate::bpx::header::kind_name;
use crate::bpx::kind::section_name;
use crate::bpx::section::check_name;
use crate::description::{Description, Fact, Many, fact_list};
use bpx_schema::value::hex;
use serde_json::{Value, json};
use std::sync::Arc;

pub(super) fn describe_container(container: &Arc<Container>) -> Description {
    let header = container.header();
    let size = container.source().size();
    let mut facts = fact_list([
        ("format", json!("bpx")),
        ("kind", json!(kind_name(header.kind))),
        ("version", json!(header.version)),
        ("size", json!(size.to_string())),
        ("file_size", json!(header.file_size.to_string())),
        ("checksum", json!(header.checksum)),
    ]);
    facts.push(("sections".to_owned(), Fact::List(each_section(container, section_facts))));
    let title = format!("BPX version {}, type {}, {size} bytes", header.version, kind_name(header.kind));
    Description::new(title, facts, vec![section_lines(container).into(), each_section(container, section_line)])
}

fn section_facts(container: &Container, section: &Section<'_>) -> Value {
    let header = container.header();
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
    let type_ext = container.header().type_ext.to_bytes();
    let stated = (type_ext != [0; 16]).then(|| format!("type extension: {}", hex(&type_ext)));
    stated.into_iter().chain([format!("sections: {}", container.len())]).collect()
}

fn section_line(container: &Container, section: &Section<'_>) -> String {
    let header = container.header();
    let (entry, stored) = (section.header(), section.stored());
    let kind = section_name(header.kind, header.version, entry).unwrap_or_else(|| entry.kind.to_string());
    let compression = stored
        .transform
        .map_or_else(|| "plain".to_owned(), |transform| format!("{}, {} stored", transform.name(), stored.size));
    let check = check_name(stored.check.map(|check| check.algorithms.0));
    format!(
        "  [{}] {kind:<14} at {:>8}  {:>9} bytes  {compression}, check {check}",
        section.index(),
        entry.pointer,
        entry.content_size,
    )
}
