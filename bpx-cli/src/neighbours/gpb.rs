use super::about::{About, Entry, readable};
use bpx_formats::ReadOptions;
use bpx_formats::gpb::{Gpb, ObjectKind};
use bpx_schema::Result;
use bpx_schema::value::Coded;
use serde_json::json;

pub(super) fn describe(file: &[u8], options: &ReadOptions) -> Result<About> {
    let gpb = Gpb::open(file, options.limits)?;
    let bundle = gpb.bundle();
    let facts = [
        ("version", json!(format!("{}.{}", bundle.major, bundle.minor))),
        ("references", json!(bundle.references.len())),
        ("meshes", json!(bundle.meshes.len())),
        ("objects", json!(bundle.objects.len())),
    ];
    let references = bundle.references.iter().map(|reference| Entry {
        name: readable(&reference.id),
        offset: Some(reference.offset.into()),
        about: ObjectKind::from_raw(reference.kind.into())
            .map_or_else(|| format!("type {}", reference.kind), |known| known.to_string()),
    });
    let facts = facts.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
    Ok(About { facts, entries: references.collect() })
}
