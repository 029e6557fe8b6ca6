use super::content;
use crate::ModelOptions;
use crate::bpx::MainHeader;
use crate::bpx::container::{CheckOutcome, Container, Extent, ExtentKind, Section};
use crate::bpx::kind::section_name;
use crate::bpx::section::check_name;
use crate::model::sha256;
use bpx_schema::codec::affordable;
use bpx_schema::fault;
use bpx_schema::report::{Class, Error, Location};
use bpx_schema::source::ReadAt;
use bpx_schema::value::hex;
use bpx_schema::{Codec, Result};
use serde_json::{Map, Value, json};

/// A container as JSON: its header, its sections with their contents, and the bytes that belong to neither.
///
/// # Errors
/// When a section does not unpack or its checksum differs; `LimitExceeded` when sections share their bytes too often
/// ([`max_shared`](bpx_schema::Limits::max_shared)), or the contents that the model is to hold have more than [`max_content`](bpx_schema::Limits::max_content)
/// bytes together; and those of reading.
pub fn to_json(container: &Container, options: ModelOptions) -> Result<Value> {
    bounded(container, options)?;
    let sections = container
        .sections()
        .filter(|section| !fault!(DropsUnknown) || known(container.header(), section))
        .map(|section| section_json(container.header(), &section, options))
        .collect::<Result<Vec<_>>>()?;
    let mut model = Map::new();
    model.insert("format".to_owned(), "bpx".into());
    model.insert("header".to_owned(), container.header().to_json(&[])?);
    model.insert("sections".to_owned(), sections.into());
    let gaps = gaps_json(&**container.source(), container.extents())?;
    if !gaps.is_empty() {
        model.insert("gaps".to_owned(), gaps.into());
    }
    Ok(model.into())
}

/// Whether a section is of a type that is known.
fn known(file: &MainHeader, section: &Section<'_>) -> bool {
    section_name(file.kind, file.version, section.header()).is_some()
}

/// The bytes that belong to no section, and where they lie.
pub(in crate::bpx) fn gaps_json(source: &dyn ReadAt, extents: Vec<Extent>) -> Result<Vec<Value>> {
    let gaps = extents.into_iter().filter(|extent| extent.size > 0);
    let gaps = gaps.filter(|extent| matches!(extent.kind, ExtentKind::Gap | ExtentKind::Trailing));
    let gaps = gaps.map(|extent| {
        let size = usize::try_from(extent.size).unwrap_or(usize::MAX);
        let mut bytes = vec![0; size];
        source.read_exact_at(extent.offset, &mut bytes)?;
        Ok(json!({ "offset": extent.offset.to_string(), "data": hex(&bytes) }))
    });
    gaps.collect()
}

/// Refuses a container whose model would be out of all proportion to it.
fn bounded(container: &Container, options: ModelOptions) -> Result<()> {
    let limits = container.options().limits;
    let stored: Vec<_> = container.sections().map(|section| section.stored()).collect();
    let refused = |index: usize, message: String| {
        let at = stored.get(index).map_or(0, |stored| stored.offset);
        let error = Error::fault(Class::LimitExceeded, Location { file: at, content: None }, message);
        Err(error.in_element(index as u64).in_field("sections"))
    };
    if let Some(index) = affordable(&stored, container.source().size(), &limits) {
        return refused(
            index,
            bpx_schema::budget::Exceeded::Shared { limit: limits.max_shared.of(container.source().size()) }.to_string(),
        );
    }
    let (mut total, max) = (0_u64, limits.max_content.of(container.source().size()));
    let mut sizes = stored.iter().map(|stored| stored.content_size.unwrap_or(stored.size));
    let beyond = sizes.position(|size| {
        total = total.saturating_add(size);
        total > max
    });
    match beyond.filter(|_| !options.brief) {
        Some(index) => refused(index, format!("the contents up to here exceed {max} bytes")),
        None => Ok(()),
    }
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
        "sha256": sha256(&bytes),
        "content": content::to_json(file, header.kind, &bytes, options.brief),
    }))
}
