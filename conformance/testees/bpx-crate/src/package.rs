//! Reads and writes packages: objects and metadata.

use crate::answer::{Answer, At, Failure, error_json, usage};
use crate::content::{Content, Summary, input, output, spec};
use crate::names::{name_of, named};
use crate::sd;
use bpx::core::Container;
use bpx::package::object::ObjectHeader;
use bpx::package::{Architecture, CreateOptions, DEFAULT_MAX_DEPTH, ObjectTableRef, Options, Package, Platform};
use serde::Deserialize;
use serde_json::{Value as Json, json};
use std::fs::File;
use std::path::Path;

const ARCHITECTURES: [Architecture; 5] =
    [Architecture::X86_64, Architecture::Aarch64, Architecture::X86, Architecture::Armv7hl, Architecture::Any];
const PLATFORMS: [Platform; 5] = [Platform::Linux, Platform::Mac, Platform::Windows, Platform::Android, Platform::Any];

/// A package to write. For absent members, the crate's defaults apply.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Spec {
    architecture: Option<String>,
    platform: Option<String>,
    /// Two characters.
    generator: Option<String>,
    /// Structured data as JSON.
    metadata: Option<Json>,
    /// The largest number of objects and arrays in the metadata, plus one.
    max_depth: Option<usize>,
    /// The size in bytes above which sections are compressed. If the size is given, the package is made from a
    /// container, because only a container can set the size.
    threshold: Option<u32>,
    #[serde(default)]
    objects: Vec<ObjectSpec>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ObjectSpec {
    name: String,
    content: Content,
    /// Whether the object begins a section.
    #[serde(default)]
    new_section: bool,
}

pub fn list(path: &str) -> Answer {
    describe(path, |_, _| Ok(json!({})))
}

pub fn read(path: &str) -> Answer {
    describe(path, |objects, object| {
        let mut summary = Summary::default();
        let loaded = objects.load(object, &mut summary)?;
        Ok(json!({ "loaded": loaded, "content": summary.json() }))
    })
}

pub fn unpack(path: &str, folder: &str) -> Answer {
    let package = Package::open(input(path)?).at("open")?;
    bpx::package::util::unpack(&package, Path::new(folder)).at("unpack")?;
    list(path)
}

/// Describes settings, metadata and objects; `describe` makes the JSON of an object.
fn describe(
    path: &str,
    describe: impl Fn(&ObjectTableRef<'_, File>, &ObjectHeader) -> bpx::package::Result<Json>,
) -> Answer {
    let package = Package::open(input(path)?).at("open")?;
    let metadata = sd::to_json(package.load_metadata().at("metadata")?);
    let objects = package.objects().at("objects")?;
    let mut failed = false;
    let mut list = Vec::new();
    for object in &objects {
        let mut json = match describe(&objects, object) {
            Ok(json) => json,
            Err(error) => {
                failed = true;
                json!({ "error": error_json("load", &error) })
            }
        };
        json["name"] = json!(objects.load_name(object).at("name")?);
        json["size"] = json!(object.size);
        json["start"] = json!(object.start);
        json["offset"] = json!(object.offset);
        list.push(json);
    }
    let settings = package.settings();
    let json = json!({
        "architecture": name_of(settings.architecture),
        "platform": name_of(settings.platform),
        "generator": settings.type_code,
        "metadata": metadata,
        "objects": list,
    });
    if failed { Err(Failure::Rejected(json)) } else { Ok(json) }
}

pub fn write(spec_path: &str, out: &str) -> Answer {
    let spec: Spec = spec(spec_path)?;
    let max_depth = spec.max_depth.unwrap_or(DEFAULT_MAX_DEPTH);
    let metadata = spec.metadata.as_ref().map(sd::from_json).transpose()?;
    let mut package = match spec.threshold {
        None => {
            let mut options = CreateOptions::new(output(out)?).max_depth(max_depth);
            if let Some(metadata) = metadata {
                options = options.metadata(metadata);
            }
            Package::create(options).at("create")?
        }
        Some(threshold) => {
            let options = bpx::core::options::CreateOptions::new(output(out)?).compression_threshold(threshold);
            let container = Container::create(options);
            let mut package = Package::try_from((container, Options { max_depth })).at("create")?;
            package.settings_mut().metadata = metadata;
            package
        }
    };
    let settings = package.settings_mut();
    if let Some(name) = &spec.architecture {
        settings.architecture = named(&ARCHITECTURES, name)?;
    }
    if let Some(name) = &spec.platform {
        settings.platform = named(&PLATFORMS, name)?;
    }
    if let Some(text) = &spec.generator {
        settings.type_code = text.as_bytes().try_into().or_else(|_| usage("generator: expected two characters"))?;
    }
    let Some(mut objects) = package.objects_mut() else { return usage("the crate has no objects to add to") };
    for object in &spec.objects {
        if object.new_section {
            objects.new_data_section();
        }
        objects.create(&object.name, object.content.open()?).at("create")?;
    }
    package.save().at("save")?;
    Ok(json!({ "objects": spec.objects.len() }))
}
