//! Describes the properties of a package.

use crate::bpx::package::Package;
use crate::bpx::sd::Document;
use crate::bpx::sd::plain::write_plain_json;
use crate::bpx::v0;
use crate::description::{Facts, fact_list};
use bpx_schema::json::TreeBuilder;
use bpx_schema::value::FlagSet;
use serde_json::{Value, json};

/// Returns the properties of a package, with its metadata.
#[must_use]
pub fn describe_package(package: &Package) -> Facts<'static> {
    let ext = package.ext();
    let generator = String::from_utf8_lossy(&ext.generator).into_owned();
    let metadata = package.metadata();
    let problem = metadata.as_ref().err().map(ToString::to_string);
    let metadata = metadata.ok().flatten().map(|document| document_tree(&document));
    fact_list([
        ("revision", json!(package.revision())),
        ("architecture", json!(architecture_name(package))),
        ("platform", json!(platform_name(package))),
        ("generator", json!(generator)),
        ("count", json!(package.len())),
        ("metadata", json!(metadata)),
        ("metadata_problem", json!(problem)),
    ])
}

/// Returns the properties of a package of version 0.
#[must_use]
pub fn describe_v0(container: &v0::Container) -> Facts<'static> {
    let mut list = fact_list([("revision", json!(0))]);
    if let v0::TypeExt::Package(ext) = &container.header().type_ext {
        list.extend(fact_list([
            ("compatibility", json!(api_names(ext.compatibility))),
            ("count", json!(ext.asset_count)),
        ]));
    }
    list
}

/// Returns the names of graphics APIs that version 0 states as flags.
pub(super) fn api_names(flags: u8) -> Vec<String> {
    FlagSet::<v0::Api>::from_bits(flags.into()).iter().map(|api| api.to_string()).collect()
}

pub(super) fn package_lines(package: &Package) -> Vec<String> {
    let generator = String::from_utf8_lossy(&package.generator()).into_owned();
    let (architecture, platform) = (architecture_name(package), platform_name(package));
    let mut lines = vec![format!(
        "package: revision {}, for {architecture} on {platform}, by {generator}, {} objects",
        package.revision(),
        package.len(),
    )];
    let metadata = match package.metadata() {
        Ok(None) => return lines,
        Ok(Some(document)) => format!("{:#}", document_tree(&document)),
        Err(error) => format!("cannot be read: {error}"),
    };
    let labels = std::iter::once("metadata: ").chain(std::iter::repeat("  "));
    lines.extend(metadata.split('\n').zip(labels).map(|(line, label)| format!("{label}{line}")));
    lines
}

/// Returns a document as a tree.
fn document_tree(document: &Document) -> Value {
    let mut tree = TreeBuilder::default();
    write_plain_json(document, &mut tree);
    tree.finish()
}

fn architecture_name(package: &Package) -> String {
    package.architecture().map_or_else(|| package.ext().architecture.to_string(), |known| known.to_string())
}

fn platform_name(package: &Package) -> String {
    package.platform().map_or_else(|| package.ext().platform.to_string(), |known| known.to_string())
}
