//! Builds the bytes of a plan.

use super::built::{Built, FieldSpan, UnpackedContent};
use super::encode;
use super::error::SourceError;
use super::evaluate::{Evaluator, Flipped};
use super::layout::{Layout, select_slots};
use super::plan::{Plan, Slot};
use super::stale;
use super::tree::{Base, Space};
use bpx_schema::schema::memory_size;

/// A build, with the bytes of each slot of its plan.
#[derive(Debug)]
pub(super) struct Image {
    pub built: Built,
    pub slots: Vec<Vec<u8>>,
}

pub(super) fn assemble(plan: &Plan) -> Result<Image, SourceError> {
    let layout = Layout::fit_widths(plan)?;
    let flips = flipped_bytes(plan, &layout)?;
    let mut evaluator = Evaluator::new(plan, &layout, &flips);
    let mut spaces = vec![Vec::new(); plan.spaces.len()];
    let mut image = Image { built: Built::default(), slots: Vec::new() };
    for (index, slot) in plan.slots.iter().enumerate() {
        let bytes = evaluator.slot_bytes(index)?;
        if bytes.len() != layout.place(index).size {
            return Err(slot
                .entry
                .at
                .error_at("the size of this value depends on the value itself, and changes at each attempt"));
        }
        if let Some(space) = spaces.get_mut(slot.entry.space) {
            space.extend_from_slice(&bytes);
        }
        image.slots.push(bytes.to_vec());
    }
    for (cut, at) in &plan.cuts {
        let size = memory_size(evaluator.evaluate_expr(cut, None)?);
        let file = spaces.first_mut().filter(|file| size < file.len());
        file.ok_or_else(|| {
            at.error_at(format!("expected an offset before the end of the file to cut at, found {size}"))
        })?
        .truncate(size);
    }
    let unfit = stale::stale_slots(plan, &layout, &image.slots, spaces.first().map_or(0, Vec::len));
    for (index, ((slot, bytes), unfit)) in plan.slots.iter().zip(&image.slots).zip(unfit).enumerate() {
        image.built.fields.extend(field_span(plan, slot, layout.place(index).offset, (bytes, unfit)));
    }
    let mut spaces = spaces.into_iter();
    // The first space is the file.
    image.built.bytes = spaces.next().unwrap_or_default();
    let is_there = |space: usize| plan.slots.iter().any(|slot| slot.entry.space == space);
    let described = plan.spaces.iter().enumerate().skip(1).zip(spaces);
    let there = described.filter(|((index, _), _)| is_there(*index));
    image.built.unpacked = there.map(|((_, space), content)| unpacked_content(space, content)).collect();
    clip_fields(&mut image.built);
    Ok(image)
}

/// Builds the base file, and compares its values with the numbers that the text states after `is`.
pub(super) fn assemble_base(base: &Base) -> Result<Image, SourceError> {
    let image = assemble(&Plan::of(base))?;
    for (entry, bytes) in base.entries.iter().zip(&image.slots) {
        let Some(leaf) = &entry.leaf else { continue };
        let value = encode::read_int(leaf.kind, bytes);
        if leaf.known.is_some() && leaf.known != value {
            let message =
                format!("expected the number after `is`, but the value is {}", encode::show_leaf(leaf.kind, bytes));
            return Err(entry.at.error_at(message));
        }
    }
    Ok(image)
}

fn unpacked_content(space: &Space, content: Vec<u8>) -> UnpackedContent {
    UnpackedContent { path: space.stored.to_string(), codec: space.codec.clone(), content }
}

fn flipped_bytes(plan: &Plan, layout: &Layout) -> Result<Vec<Flipped>, SourceError> {
    let mut evaluator = Evaluator::new(plan, layout, &[]);
    let mut flips = Vec::new();
    for flip in &plan.flips {
        let span = layout.span_of(&plan.slots, &flip.target)?;
        let index = usize::try_from(evaluator.evaluate_expr(&flip.index, None)?).ok();
        let index = index.filter(|index| *index < span.size);
        let index = index.ok_or_else(|| {
            let message =
                format!("expected an index of a byte in `{}`, which has only {} bytes", flip.target.path, span.size);
            flip.target.at.error_at(message)
        })?;
        let first = select_slots(&plan.slots, &flip.target)?.first().and_then(|first| plan.slots.get(*first));
        let space = first.map_or(0, |slot| slot.entry.space);
        flips.push((space, span.offset + index, flip.mask));
    }
    Ok(flips)
}

fn field_span(plan: &Plan, slot: &Slot, offset: usize, (bytes, stale): (&[u8], bool)) -> Option<FieldSpan> {
    let leaf = slot.leaf()?;
    let space = plan.spaces.get(slot.entry.space).filter(|_| slot.entry.space > 0);
    Some(FieldSpan {
        path: slot.entry.path.to_string(),
        offset,
        size: bytes.len(),
        space: space.map(|space| space.stored.to_string()),
        type_name: leaf.type_name.clone(),
        value: encode::show_leaf(leaf.kind, bytes),
        formula: slot.is_derived().then(|| leaf.spelling.clone()),
        stale,
        line: slot.entry.at.line,
    })
}

// Fields after a cut are gone, the one at the cut is shorter.
fn clip_fields(built: &mut Built) {
    let end = built.bytes.len();
    built.fields.retain_mut(|field| {
        if field.space.is_some() {
            return true;
        }
        let whole = field.offset + field.size <= end;
        if !whole {
            // A field after the end has no byte left.
            field.size = end.saturating_sub(field.offset);
            field.value = format!("{} bytes", field.size);
        }
        whole || field.size > 0
    });
}
