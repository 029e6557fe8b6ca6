//! Warnings about structured data in a file.

use crate::bpx::container::ValidationContext;
use crate::bpx::layout::section_path;
use crate::bpx::sd::{Document, PACKAGE_BUDGET};
use crate::bpx::{StandardSection, package};
use bpx_schema::codec::Decoder;
use bpx_schema::report::{Path, Report, Result, Segment};

/// Reports warnings about the structured data of a file; the declaration reports its errors.
///
/// # Errors
/// Returns errors of reading the source, which are not faults of the file.
pub(super) fn check_structured_data(file: &ValidationContext<'_>, report: &mut Report) -> Result<()> {
    let budget = if file.layout.header.kind == package::KIND { PACKAGE_BUDGET } else { usize::MAX };
    for (section, entry) in file.layout.table.iter().enumerate().take(file.readable_count()) {
        if entry.kind != StandardSection::StructuredData as u8 {
            continue;
        }
        let Some((space, content)) = file.space_of(section).zip(file.content_of(section)?) else { continue };
        let part = file.budget.new_part(content.len() as u64);
        let Ok(document) = Document::decode(&mut Decoder::new(&content, &part)) else { continue };
        let content = [Segment::Field("structured_data".into())];
        let path = Path::new(section_path(section).into_iter().chain(content).collect());
        document.each_finding(space, budget, &mut |finding| {
            let place = path.join(&finding.path);
            report.add(finding.with_path(place));
        });
    }
    Ok(())
}
