pub(super) mod v0;

use crate::args::OneFile;
use crate::exit::{Exit, Failure, InFile};
use crate::{input, neighbours, output};
use bpx_formats::bpx::container::Container;
use bpx_formats::bpx::header::kind_name;
use bpx_formats::bpx::kind::section_name;
use bpx_formats::bpx::package::{self, Package};
use bpx_formats::bpx::sd::Document;
use bpx_formats::bpx::sd::plain::write_plain_json;
use bpx_formats::bpx::section::check_name;
use bpx_schema::json::TreeBuilder;
use bpx_schema::value::hex;
use serde_json::{Map, Value, json};
use std::fmt::Write;
use std::sync::Arc;

/// Shows header and sections of a file.
pub(crate) fn run(args: &OneFile) -> Result<Exit, Failure> {
    let file = input::open(&args.input.file)?;
    if let Some((format, about)) = neighbours::of(&args.input, &file)? {
        return neighbours::info(&file, format, &about, args.json);
    }
    if let Some(old) = crate::package::old(&file)? {
        return v0::run(&file.name, &old, args.json);
    }
    let container = Container::open(Arc::clone(&file.source), crate::limits::limits()).in_file(&file.name)?;
    // A file that is not a valid package still has a header and sections to show.
    let package = (container.header().kind == package::KIND)
        .then(|| Package::open(Arc::clone(&file.source), crate::limits::limits()).in_file(&file.name));
    let known = package.as_ref().and_then(|package| package.as_ref().ok());
    let texture = crate::texture::ext(&container);
    let model = crate::model::describe(&container, &file);
    let shader = crate::shader::of(&args.input, &file);
    let known_shader = shader.as_ref().ok().and_then(Option::as_ref);
    if args.json {
        let mut json = to_json(&file.name, &container);
        if let (Value::Object(map), Some(package)) = (&mut json, known) {
            map.insert("package".to_owned(), Value::Object(package_json(package)));
        }
        if let (Value::Object(map), Some(ext)) = (&mut json, &texture) {
            map.insert("texture".to_owned(), crate::texture::json(ext));
        }
        if let (Value::Object(map), Some(Ok((_, model)))) = (&mut json, &model) {
            map.insert("model".to_owned(), model.clone());
        }
        if let (Value::Object(map), Some(shader)) = (&mut json, known_shader) {
            map.insert("shader".to_owned(), Value::Object(crate::shader::about_json(shader)));
        }
        output::print_json(&json).in_file("<stdout>")?;
    } else {
        let mut text = text(&file.name, &container);
        if let Some(package) = known {
            package_text(&mut text, package);
        }
        if let Some(ext) = &texture {
            text.push_str(&crate::texture::text(ext));
        }
        if let Some(Ok((model, _))) = &model {
            text.push_str(model);
        }
        if let Some(shader) = known_shader {
            crate::shader::about_text(&mut text, shader);
        }
        output::print(&text).in_file("<stdout>")?;
    }
    package.transpose()?;
    model.transpose()?;
    shader?;
    Ok(Exit::Fine)
}

/// Returns the properties of a package, as JSON.
pub(crate) fn package_json(package: &Package) -> Map<String, Value> {
    let ext = package.ext();
    let generator = String::from_utf8_lossy(&ext.generator).into_owned();
    let metadata = package.metadata();
    let problem = metadata.as_ref().err().map(ToString::to_string);
    let metadata = metadata.ok().flatten().map(|document| plain(&document));
    let entries = [
        ("revision", json!(package.revision())),
        ("architecture", json!(architecture(package))),
        ("platform", json!(platform(package))),
        ("generator", json!(generator)),
        ("count", json!(package.len())),
        ("metadata", json!(metadata)),
        ("metadata_problem", json!(problem)),
    ];
    entries.into_iter().map(|(key, value)| (key.to_owned(), value)).collect()
}

fn package_text(text: &mut String, package: &Package) {
    let generator = String::from_utf8_lossy(&package.generator()).into_owned();
    let (architecture, platform) = (architecture(package), platform(package));
    let _ = writeln!(
        text,
        "package: revision {}, for {architecture} on {platform}, by {}, {} objects",
        package.revision(),
        output::printable(&generator),
        package.len(),
    );
    let metadata = match package.metadata() {
        Ok(None) => return,
        Ok(Some(document)) => format!("{:#}", plain(&document)),
        Err(error) => format!("cannot be read: {error}"),
    };
    let _ = writeln!(text, "metadata: {}", metadata.replace('\n', "\n  "));
}

/// A document as the value that the tables of this command take.
fn plain(document: &Document) -> Value {
    let mut tree = TreeBuilder::default();
    write_plain_json(document, &mut tree);
    tree.finish()
}

fn architecture(package: &Package) -> String {
    package.architecture().map_or_else(|| package.ext().architecture.to_string(), |known| known.to_string())
}

fn platform(package: &Package) -> String {
    package.platform().map_or_else(|| package.ext().platform.to_string(), |known| known.to_string())
}

fn text(name: &str, container: &Container) -> String {
    let header = container.header();
    let size = container.source().size();
    let mut text = format!("{name}: BPX version {}, type {}, {size} bytes\n", header.version, kind_name(header.kind));
    let type_ext = header.type_ext.to_bytes();
    if type_ext != [0; 16] {
        let _ = writeln!(text, "type extension: {}", hex(&type_ext));
    }
    let _ = writeln!(text, "sections: {}", container.len());
    for section in container.sections() {
        let entry = section.header();
        let kind = section_name(header.kind, header.version, entry).unwrap_or_else(|| entry.kind.to_string());
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
                "name": section_name(header.kind, header.version, entry),
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
