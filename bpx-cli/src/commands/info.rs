use crate::args::OneFile;
use crate::exit::{Exit, Failure, InFile};
use crate::{input, output};
use bpx_formats::bpx::container::Container;
use bpx_formats::bpx::header::kind_name;
use bpx_formats::bpx::section::check_name;
use bpx_schema::Limits;
use serde_json::{Value, json};
use std::fmt::Write;
use std::sync::Arc;

/// Shows header and sections of a file.
pub(crate) fn run(args: &OneFile) -> Result<Exit, Failure> {
    let file = input::open(&args.input.file)?;
    super::identify::format(args.input.format.as_deref(), &file)?;
    let container = Container::open(Arc::clone(&file.source), Limits::default()).in_file(&file.name)?;
    if args.json {
        output::print_json(&to_json(&file.name, &container)).in_file("<stdout>")?;
    } else {
        output::print(&text(&file.name, &container)).in_file("<stdout>")?;
    }
    Ok(Exit::Fine)
}

fn text(name: &str, container: &Container) -> String {
    let header = container.header();
    let size = container.source().size();
    let mut text = format!("{name}: BPX version {}, type {}, {size} bytes\n", header.version, kind_name(header.kind));
    if header.type_ext != [0; 16] {
        let bytes: String = header.type_ext.iter().map(|byte| format!("{byte:02x}")).collect();
        let _ = writeln!(text, "type extension: {bytes}");
    }
    let _ = writeln!(text, "sections: {}", container.len());
    for section in container.sections() {
        let entry = section.header();
        let kind = entry.kind_code().map_or_else(|raw| raw.to_string(), |kind| kind.to_string());
        let stored = section.stored();
        let compression = stored
            .transform
            .map_or_else(|| "plain".to_owned(), |transform| format!("{}, {} stored", transform.name(), stored.size));
        let check = check_name(stored.check.map(|check| check.algorithms.0));
        let _ = writeln!(
            text,
            "  [{}] {kind:<14} at {:>8}  {:>9} bytes  {compression}, check {check}",
            section.index(),
            entry.pointer,
            entry.content_size,
        );
    }
    text
}

fn to_json(name: &str, container: &Container) -> Value {
    let header = container.header();
    let sections: Vec<_> = container
        .sections()
        .map(|section| {
            let (entry, stored) = (section.header(), section.stored());
            json!({
                "index": section.index(),
                "kind": entry.kind,
                "name": entry.kind_code().ok().map(|kind| kind.to_string()),
                "flags": entry.flags,
                "compression": stored.transform.map_or("none", |transform| transform.name()),
                "check": check_name(stored.check.map(|check| check.algorithms.0)),
                "pointer": entry.pointer.to_string(),
                "stored_size": entry.stored_size,
                "content_size": entry.content_size,
                "checksum": entry.checksum,
            })
        })
        .collect();
    json!({
        "file": name,
        "format": "bpx",
        "kind": kind_name(header.kind),
        "version": header.version,
        "size": container.source().size().to_string(),
        "file_size": header.file_size.to_string(),
        "checksum": header.checksum,
        "sections": sections,
    })
}
