use super::content;
use crate::ModelOptions;
use crate::bpx::container::{CheckOutcome, Container, Extent, ExtentKind, Section};
use crate::bpx::layout::in_section;
use crate::bpx::section::check_name;
use crate::bpx::shared::read_bytes;
use crate::model::sha256_hex;
use bpx_schema::budget::ExceededLimit;
use bpx_schema::codec::{StoredRegion, affordable_regions};
use bpx_schema::json::ToJson;
use bpx_schema::json::{JsonLeaf, JsonSink, write_gaps};
use bpx_schema::report::{Class, Error, Location};
use bpx_schema::source::ReadAt;
use bpx_schema::{Limits, Result};
use std::num::Saturating;

/// Writes a container as JSON: its header, its sections with their contents, and the bytes that belong to neither.
///
/// # Errors
/// Returns an error when a section cannot be decompressed or its checksum differs; `LimitExceeded` when sections share
/// their bytes too often ([`max_shared`](bpx_schema::Limits::max_shared)), or the contents in the model have more than
/// [`max_content`](bpx_schema::Limits::max_content) bytes together; and errors of reading the source.
pub fn write_json(container: &Container, options: ModelOptions, sink: &mut dyn JsonSink) -> Result<()> {
    check_model_size(container, options)?;
    // Found before the document takes memory, as the list of all extents is long.
    let gaps = gaps_in(&**container.source(), &container.extents());
    sink.open_object();
    sink.member("format", JsonLeaf::Text("bpx"));
    sink.key("header");
    container.header().write_json([], sink)?;
    sink.key("sections");
    sink.open_array();
    for section in container.sections() {
        write_section(container, &section, options, sink)?;
    }
    sink.close();
    write_gaps("gaps", gaps, sink)?;
    sink.close();
    Ok(())
}

/// Returns the bytes that belong to no section, and their offsets.
pub(in crate::bpx) fn gaps_in<'s>(
    source: &'s dyn ReadAt,
    extents: &[Extent],
) -> impl Iterator<Item = Result<(u64, Vec<u8>)>> + use<'s> {
    let gaps = extents.iter().filter(|extent| extent.size > 0);
    let gaps = gaps.filter(|extent| matches!(extent.kind, ExtentKind::Gap | ExtentKind::Trailing));
    let places: Vec<_> = gaps.map(|extent| (extent.offset, extent.size)).collect();
    places.into_iter().map(|(offset, size)| Ok((offset, read_bytes(source, offset.into(), size)?)))
}

/// Rejects sections that share their bytes too often.
pub(in crate::bpx) fn check_sharing(stored: &[StoredRegion], size: u64, limits: &Limits) -> Result<()> {
    let exceeded = ExceededLimit::Shared { limit: limits.max_shared.for_size(size) };
    affordable_regions(stored, size, limits)
        .map_or(Ok(()), |index| Err(limit_error(stored, index, exceeded.to_string())))
}

/// Returns the error for contents that exceed a limit, where `index` is the first section beyond the limit.
pub(in crate::bpx) fn limit_error(stored: &[StoredRegion], index: usize, message: String) -> Error {
    let at = Location { file: stored.get(index).map_or(0, |stored| stored.offset), content: None };
    in_section(Error::fault(Class::LimitExceeded, at, message), index)
}

/// Rejects a container whose model would be much larger than the container.
fn check_model_size(container: &Container, options: ModelOptions) -> Result<()> {
    let (limits, stored, size) = (container.options().limits, container.stored(), container.source().size());
    check_sharing(stored, size, &limits)?;
    let (mut total, max) = (Saturating(0), limits.max_content.for_size(size));
    let mut sizes = stored.iter().map(|stored| stored.content_size.unwrap_or(stored.size));
    let beyond = sizes.position(|size| {
        total += size;
        total.0 > max
    });
    match beyond.filter(|_| !options.brief) {
        Some(index) => Err(limit_error(
            stored,
            index,
            format!("expected at most {max} bytes in the contents up to this section, found more"),
        )),
        None => Ok(()),
    }
}

fn write_section(
    container: &Container,
    section: &Section<'_>,
    options: ModelOptions,
    sink: &mut dyn JsonSink,
) -> Result<()> {
    let header = section.header();
    let bytes = section.content()?;
    let check = match section.check()? {
        CheckOutcome::Unchecked => None,
        CheckOutcome::Matched(algorithm) => Some(algorithm),
    };
    let compression = section.stored().transform.map_or("none", |transform| transform.name());
    sink.open_object();
    sink.key("header");
    header.write_json([], sink)?;
    sink.member("compression", JsonLeaf::Text(compression));
    sink.member("check", JsonLeaf::Text(check_name(check)));
    sink.member("sha256", JsonLeaf::Text(&sha256_hex(&bytes)));
    sink.key("content");
    content::write_json(container.header(), header.kind, &bytes, &container.new_budget(), options.brief, sink)?;
    sink.close();
    Ok(())
}
