//! Descriptions of files for users.

use super::{Gpb, ObjectKind};
use crate::description::{Description, Part, fact_list, readable_name};
use bpx_schema::value::Coded;
use bpx_schema::{Limits, Result};
use serde_json::json;

pub(super) fn describe(file: &[u8], limits: Limits) -> Result<Description> {
    let gpb = Gpb::open(file, limits)?;
    let bundle = gpb.bundle();
    let properties = fact_list([
        ("version", json!(format!("{}.{}", bundle.major, bundle.minor))),
        ("references", json!(bundle.references.len())),
        ("meshes", json!(bundle.meshes.len())),
        ("objects", json!(bundle.objects.len())),
    ]);
    Ok(Description::of_properties("gpb", file.len() as u64, properties))
}

/// Returns the references of a file as its parts.
pub(super) fn parts(file: &[u8], limits: Limits) -> Result<Vec<Part>> {
    let gpb = Gpb::open(file, limits)?;
    let references = gpb.bundle().references.iter().map(|reference| {
        let kind = ObjectKind::from_raw(reference.kind.into());
        let about = kind.map_or_else(|| format!("type {}", reference.kind), |known| known.to_string());
        Part::new(readable_name(&reference.id), about).at(None, reference.offset.into())
    });
    Ok(references.collect())
}
