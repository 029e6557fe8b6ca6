//! Lays out the content of a field that is a space of its own, before the content is stored.

use super::content::Bytes;
use super::faults::{fault, too_long};
use super::order::Gap;
use super::own::Structures;
use super::part::{Part, end_of};
use super::writer::FileWriter;
use crate::codec::{Apart, Laid};
use crate::report::{Class, Coverage, Result};
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
pub(super) fn arranged(content: Vec<u8>, apart: Apart<'static>, laid: Laid<'_>) -> Result<Vec<u8>> {
    arranged_by(Structures::Compiled, content, apart, laid)
}

/// Places all parts like [`arranged`], but by the structures of a schema.
#[cfg(feature = "interpret")]
pub(crate) fn arranged_by_model(model: &Model, content: Vec<u8>, apart: Apart<'_>, laid: Laid<'_>) -> Result<Vec<u8>> {
    arranged_by(Structures::Model(model), content, apart, laid)
}

fn arranged_by(structures: Structures<'_>, content: Vec<u8>, apart: Apart<'_>, laid: Laid<'_>) -> Result<Vec<u8>> {
    let Laid { algorithms, forms, room } = laid;
    let old = forms.as_ref().map_or_else(Vec::new, |forms| forms.spaced(&content));
    let space = SPACE;
    let mut bytes = content;
    let written = apart.settle(&mut bytes);
    let mut writer = FileWriter::of(&space, structures, &[], bytes, written).with_forms(forms).keeping_places();
    if let Some(algorithms) = algorithms {
        writer = writer.with_algorithms(algorithms.clone());
    }
    writer.filling = Some(Filling { old, room });
    writer.place()?.to_vec()
}

/// The source of the bytes between the parts of a content.
pub(super) struct Filling {
    /// Old contents whose fields without offsets had the same bytes.
    old: Vec<Arc<[u8]>>,
    /// The maximum number of zero bytes between parts.
    room: u64,
}

/// Returns the bytes between parts that keep their old offsets. The bytes are those of the old content that had the
/// same parts, or zeros.
///
/// # Errors
/// Returns `LimitExceeded` when more zeros are needed than the limit allows.
pub(super) fn gaps_between<'a>(parts: &[Part<'_>], head: u64, filling: &Filling) -> Result<Vec<Gap<'a>>> {
    let held = || parts.iter().filter(|part| part.stored > 0).filter_map(|part| Some((part, part.old?)));
    let has = |old: &[u8], (part, (offset, _)): (&Part<'_>, (u64, u64))| match &part.bytes {
        Some(Bytes::Memory(bytes)) => Offset::from(offset).slice(part.stored, old) == Some(bytes),
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
    coverage.enter();
    coverage.read(0, head);
    held().for_each(|(_, old)| coverage.read(old.0, end_of(old)));
    let (mut gaps, mut room) = (Vec::new(), filling.room);
    let end = held().map(|(_, old)| end_of(old)).max().unwrap_or(0).max(old.len() as u64);
    for (offset, end) in coverage.leave(end) {
        let known = Offset::from(offset).up_to(end, old).map(<[u8]>::to_vec);
        let is_new = known.is_none();
        let bytes = known.map_or_else(|| zeros(end - offset, &mut room), Ok)?;
        gaps.push(Gap { offset, bytes: Cow::Owned(bytes), is_new });
    }
    Ok(gaps)
}

fn zeros(size: u64, room: &mut u64) -> Result<Vec<u8>> {
    let left = room.checked_sub(size);
    *room = left.ok_or_else(|| {
        fault(
            Class::LimitExceeded,
            format!("the content needs {size} zero bytes between fields, but the limit leaves {room} bytes"),
        )
    })?;
    Ok(vec![0; usize::try_from(size).map_err(|_| too_long())?])
}
