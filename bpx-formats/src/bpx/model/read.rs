use super::content;
use crate::bpx::MainHeader;
use crate::bpx::container::{CheckOutcome, Container, ExtentKind, Section};
use crate::bpx::package::{self, PackageExt};
use crate::bpx::section::check_name;
use bpx_schema::value::hex;
use bpx_schema::{Codec, Result};
use serde_json::{Map, Value, json};

/// How much a model holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct ModelOptions {
    /// Leave out contents over 4 KiB; such a model cannot be written as a file again.
    pub brief: bool,
}

impl ModelOptions {
    /// With or without contents over 4 KiB.
    #[must_use]
    pub fn with_brief(mut self, brief: bool) -> Self {
        self.brief = brief;
        self
    }
}

/// A container as JSON: its header, its sections with their contents, and the bytes that belong to neither.
///
/// # Errors
/// When a section does not unpack or its checksum differs, and those of reading.
pub fn to_json(container: &Container, options: ModelOptions) -> Result<Value> {
    let sections = container
        .sections()
        .map(|section| section_json(container.header(), &section, options))
        .collect::<Result<Vec<_>>>()?;
    let mut model = Map::new();
    model.insert("format".to_owned(), "bpx".into());
    model.insert("header".to_owned(), header_json(container.header())?);
    model.insert("sections".to_owned(), sections.into());
    let gaps = container.extents().into_iter().filter(|extent| extent.size > 0);
    let gaps = gaps.filter(|extent| matches!(extent.kind, ExtentKind::Gap | ExtentKind::Trailing));
    let gaps = gaps.map(|extent| {
        let size = usize::try_from(extent.size).unwrap_or(usize::MAX);
        let mut bytes = vec![0; size];
        container.source().read_exact_at(extent.offset, &mut bytes)?;
        Ok(json!({ "offset": extent.offset.to_string(), "data": hex(&bytes) }))
    });
    let gaps = gaps.collect::<Result<Vec<_>>>()?;
    if !gaps.is_empty() {
        model.insert("gaps".to_owned(), gaps.into());
    }
    Ok(model.into())
}

/// The header; what it says in addition in terms of the type of the file, when that has some.
fn header_json(header: &MainHeader) -> Result<Value> {
    let mut json = header.to_json(&[])?;
    if header.kind == package::KIND
        && let Some(ext) = json.get_mut("type_ext")
    {
        *ext = PackageExt::from_bytes(&header.type_ext).to_json(&[])?;
    }
    Ok(json)
}

fn section_json(file: &MainHeader, section: &Section<'_>, options: ModelOptions) -> Result<Value> {
    let header = section.header();
    let bytes = section.content()?;
    let check = match section.check()? {
        CheckOutcome::Unchecked => None,
        CheckOutcome::Matched(algorithm) => Some(algorithm),
    };
    let compression = section.stored().transform.map_or("none", |transform| transform.name());
    Ok(json!({
        "header": header.to_json(&[])?,
        "compression": compression,
        "check": check_name(check),
        "sha256": content::sha256(&bytes),
        "content": content::to_json(file, header.kind, &bytes, options.brief),
    }))
}
