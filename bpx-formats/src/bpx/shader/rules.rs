//! The rules of shader packages (section 13) that relate several fields.

use super::extended::{self, Extended, read_extended};
use super::fault::{Place, beyond_limit};
use super::{EXTENDED_DATA, SYMBOL_TABLE, Symbol, registry};
use crate::bpx::container::ValidationContext;
use crate::bpx::layout::section_path;
use crate::bpx::sd::{Document, SYMBOL_BUDGET};
use crate::bpx::span::Span;
use crate::elements::element_offset;
use bpx_schema::codec::{Decoder, Space, View};
use bpx_schema::report::{Path, Report, Result, Segment};
use bpx_schema::{Budget, Limits, SharedBytes};
use std::collections::HashSet;

/// Reports each rule of a shader package that the file breaks and that the declarations do not check.
///
/// # Errors
/// Returns errors of reading the source, which are not faults of the file.
pub(crate) fn check_shader(file: &ValidationContext<'_>, report: &mut Report) -> Result<()> {
    let Some((section, space)) =
        file.find_section(SYMBOL_TABLE).and_then(|section| Some((section, file.space_of(section)?)))
    else {
        return Ok(());
    };
    let Some(table) = file.content_of(section)? else {
        return Ok(());
    };
    let symbols = View::<Symbol>::new(&table).0;
    check_extended_data(file, symbols, Place { section, space }, report)
}

/// Checks the rules of extended data.
fn check_extended_data(
    file: &ValidationContext<'_>,
    symbols: View<'_, Symbol>,
    place: Place,
    report: &mut Report,
) -> Result<()> {
    let section = file.find_section(EXTENDED_DATA);
    let content = match section.map(|section| file.content_of(section)).transpose()? {
        // The container reports content that cannot be decompressed.
        Some(None) => return Ok(()),
        Some(Some(content)) => Some(content),
        None => None,
    };
    let bytes = content.as_deref().unwrap_or(&[]);
    let limits = *file.budget.limits();
    let mut shared = SharedBytes::for_source(bytes.len() as u64, &limits);
    let (mut sound, mut odd) = (HashSet::new(), Vec::new());
    for (index, symbol) in symbols.iter().enumerate() {
        let offset = symbol.extended_data;
        if sound.contains(&offset) {
            continue;
        }
        let cost = match read_extended(&symbol, content.as_deref(), limits) {
            Ok(Extended::Nothing) => 0,
            Ok(Extended::Denied) => {
                report.add(place.into_finding(index, extended::contradiction_fault()));
                0
            }
            Ok(Extended::Object(document)) => {
                sound.insert(offset);
                let found = document.findings(Space::File(0), SYMBOL_BUDGET);
                odd.extend(found.into_iter().map(|finding| (offset, finding)));
                document.encoded_size()
            }
            Err(fault) => {
                report.add(place.into_finding(index, fault));
                // The size of the faulty object is unknown.
                Span::of(bytes.len() as u64).without_first(offset.into()).size()
            }
        };
        if !shared.take(cost) {
            report.add(place.into_finding(index, beyond_limit(&registry::EXTENDED_DATA_LIMIT, Symbol::EXTENDED_DATA)));
            break;
        }
    }
    if let Some((section, space)) = section.and_then(|section| Some((section, file.space_of(section)?))) {
        odd.sort_by_key(|(offset, _)| *offset);
        let rows = if odd.is_empty() { None } else { object_offsets(bytes, limits) };
        for (offset, mut finding) in odd {
            let mut path = section_path(section).to_vec();
            match rows.as_ref().and_then(|rows| rows.binary_search(&u64::from(offset)).ok()) {
                Some(row) => path.extend([Segment::Field("extended_data".into()), Segment::Index(row as u64)]),
                None => path.push(Segment::Field("data".into())),
            }
            let path = Path::new(path).join(&finding.path);
            finding.location = space.location(element_offset(offset.into(), finding.location.file, 1));
            report.add(finding.with_path(path));
        }
    }
    Ok(())
}

/// Returns the offsets of the objects of a section; `None` when the section contains something else too.
fn object_offsets(content: &[u8], limits: Limits) -> Option<Vec<u64>> {
    let budget = Budget::for_bytes(limits, content);
    let mut decoder = Decoder::new(content, &budget);
    let mut rows = Vec::new();
    while decoder.position() < content.len() as u64 {
        rows.push(decoder.position());
        Document::decode(&mut decoder).ok()?;
    }
    Some(rows)
}
