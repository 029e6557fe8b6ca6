//! Lays out the content of a field that is a space of its own, before the content is stored.

use super::content::FileBytes;
use super::faults::too_long;
use super::order::Gap;
use super::own::StructureSource;
use super::part::{FilePart, end_of};
use super::writer::FileWriter;
use crate::codec::{ApartFields, LayoutContext};
use crate::forms::StoredForms;
use crate::report::{Class, Coverage, Error, Result};
#[cfg(feature = "interpret")]
use crate::schema::Model;
use crate::schema::{Body, List, Offset, Structure, Text};
use std::borrow::Cow;
use std::sync::Arc;

/// A structure without fields, because all bytes of the content belong to nested structures.
const SPACE: Structure = Structure {
    name: Text::Borrowed("content"),
    doc: Text::Borrowed(""),
    spec: Text::Borrowed(""),
    params: List::Borrowed(&[]),
    size: None,
    body: Body::Fields(List::Borrowed(&[])),
    rules: List::Borrowed(&[]),
    derived: List::Borrowed(&[]),
    sums: List::Borrowed(&[]),
    settings: List::Borrowed(&[]),
};

/// Returns the content after all parts are placed by the declarations of the program.
pub(super) fn arrange_content(
    content: Vec<u8>,
    apart: ApartFields<'static>,
    laid: LayoutContext<'_>,
) -> Result<Vec<u8>> {
    arrange_content_by(StructureSource::Compiled, content, apart, laid)
}

/// Places all parts like [`arrange_content`], but by the structures of a schema.
#[cfg(feature = "interpret")]
pub(crate) fn arrange_content_by_model(
    model: &Model,
    content: Vec<u8>,
    apart: ApartFields<'_>,
    laid: LayoutContext<'_>,
) -> Result<Vec<u8>> {
    arrange_content_by(StructureSource::Model(model), content, apart, laid)
}

fn arrange_content_by(
    structures: StructureSource<'_>,
    content: Vec<u8>,
    apart: ApartFields<'_>,
    laid: LayoutContext<'_>,
) -> Result<Vec<u8>> {
    let LayoutContext { algorithms, forms, room } = laid;
    let old = forms.as_ref().map_or_else(Vec::new, |forms| forms.spaced_contents(&content));
    let space = SPACE;
    let states_totals = apart.nested.holders.iter().any(|holder| states_totals(holder.structure));
    let mut bytes = content;
    let written = apart.append_to(&mut bytes);
    let keeps_totals = match structures {
        StructureSource::Compiled => {
            let contents = forms.as_ref().and_then(StoredForms::laid_contents);
            states_totals && contents.is_some_and(|contents| contents.is_old(&bytes))
        }
        // JSON does not show what was changed.
        StructureSource::Model(_) => true,
    };
    let mut writer =
        FileWriter::from_fields(&space, structures, &[], bytes, written).with_forms(forms).keeping_places();
    if let Some(algorithms) = algorithms {
        writer = writer.with_algorithms(algorithms.clone());
    }
    writer.filling = Some(GapFilling { old, room, keeps_totals });
    writer.place()?.to_vec()
}

/// Returns whether a structure sets numbers about the whole space.
fn states_totals(structure: &Structure) -> bool {
    structure.settings.iter().any(|setting| setting.field.is_empty())
}

/// The source of the bytes between the parts of a content.
pub(super) struct GapFilling {
    /// Old contents whose fields without offsets had the same bytes.
    old: Vec<Arc<[u8]>>,
    /// The maximum number of zero bytes between parts.
    room: u64,
    /// Whether a stated total changes only by as much as the end of the content moves.
    pub(super) keeps_totals: bool,
}

/// Returns the bytes between parts that keep their old offsets. The bytes are those of the old content that had the
/// same parts, or zeros.
///
/// # Errors
/// Returns `LimitExceeded` when more zeros are needed than the limit allows.
pub(super) fn gaps_between<'a>(parts: &[FilePart<'_>], head: u64, filling: &GapFilling) -> Result<Vec<Gap<'a>>> {
    let held = || parts.iter().filter(|part| part.stored > 0).filter_map(|part| Some((part, part.old?)));
    let has = |old: &[u8], (part, (offset, _)): (&FilePart<'_>, (u64, u64))| match &part.bytes {
        Some(FileBytes::Memory(bytes)) => Offset::from(offset).slice(part.stored, old) == Some(bytes),
        _ => false,
    };
    let same: Vec<_> = filling.old.iter().filter(|old| held().all(|one| has(old, one))).collect();
    let old: &[u8] = match (&*same, &*filling.old) {
        ([same], _) => same,
        ([], [only]) => only,
        // Of several, none is known to be the one.
        _ => &[],
    };
    let mut coverage = Coverage::default();
    coverage.enter_space();
    coverage.note_read(0, head);
    held().for_each(|(_, old)| coverage.note_read(old.0, end_of(old)));
    let (mut gaps, mut room) = (Vec::new(), filling.room);
    let end = held().map(|(_, old)| end_of(old)).fold(old.len() as u64, u64::max);
    for (offset, end) in coverage.leave_space(end) {
        let known = Offset::from(offset).up_to(end, old).map(<[u8]>::to_vec);
        let is_new = known.is_none();
        let bytes = known.map_or_else(|| make_zeros(end - offset, &mut room), Ok)?;
        gaps.push(Gap { offset, bytes: Cow::Owned(bytes), is_new });
    }
    Ok(gaps)
}

fn make_zeros(size: u64, room: &mut u64) -> Result<Vec<u8>> {
    let left = room.checked_sub(size);
    *room = left.ok_or_else(|| {
        Error::unlocated_fault(
            Class::LimitExceeded,
            format!("the content needs {size} zero bytes between fields, but the limit leaves {room} bytes"),
        )
    })?;
    Ok(vec![0; usize::try_from(size).map_err(|_| too_long())?])
}
