//! Computes the offset and the size of every field.

use super::error::SourceError;
use super::evaluate::Evaluator;
use super::path::{Path, PathRef};
use super::plan::{Plan, Slot};
use super::tree::{Kind, Leaf, PadTo, Value};

/// The largest number of passes. Variable-length fields that move each other need far fewer passes.
const MAX_ROUNDS: usize = 64;

/// Offset and size of each slot, and the size of each space.
#[derive(Debug, Clone)]
pub(super) struct Layout {
    pub places: Vec<Place>,
    pub ends: Vec<usize>,
}

#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Place {
    pub offset: usize,
    pub size: usize,
}

impl Place {
    pub(super) fn end(self) -> usize {
        self.offset + self.size
    }
}

impl Layout {
    /// Returns the place of a slot; the layout has a place for each slot of its plan.
    pub(super) fn place(&self, slot: usize) -> Place {
        self.places.get(slot).copied().unwrap_or_default()
    }

    /// Returns the size of a space; the layout has a size for each space of its plan.
    pub(super) fn space_end(&self, space: usize) -> usize {
        self.ends.get(space).copied().unwrap_or_default()
    }

    /// Lays out `plan`, widening variable-length fields until their values fit.
    pub(super) fn fit_widths(plan: &Plan) -> Result<Self, SourceError> {
        let mut widths: Vec<usize> = plan.slots.iter().map(Slot::least_size).collect();
        for _ in 0..MAX_ROUNDS {
            let layout = Self::with_widths(plan, &widths)?;
            let mut evaluator = Evaluator::new(plan, &layout, &[]);
            let mut grown = false;
            for (index, width) in widths.iter_mut().enumerate() {
                if plan.slots.get(index).is_some_and(Slot::has_varying_size) {
                    let size = evaluator.slot_bytes(index)?.len();
                    grown |= size > *width;
                    *width = size.max(*width);
                }
            }
            if !grown {
                return Ok(layout);
            }
        }
        Err(SourceError {
            line: 0,
            column: 0,
            message: "the sizes depend on each other and do not converge".to_owned(),
        })
    }

    fn with_widths(plan: &Plan, widths: &[usize]) -> Result<Self, SourceError> {
        let mut layout = Self { places: Vec::new(), ends: vec![0; plan.spaces.len()] };
        for (slot, width) in plan.slots.iter().zip(widths) {
            let offset = layout.space_end(slot.entry.space);
            let size = match slot.padding_rule() {
                Some(to) => gap_size(offset, to).ok_or_else(|| {
                    slot.entry.at.error_at(format!("the offset {offset} is past the end of the padding"))
                })?,
                None => *width,
            };
            let place = Place { offset, size };
            layout.places.push(place);
            if let Some(end) = layout.ends.get_mut(slot.entry.space) {
                *end = place.end();
            }
        }
        Ok(layout)
    }

    /// Returns the span of a path whose bytes must be adjacent.
    pub(super) fn span_of(&self, slots: &[Slot], wanted: &PathRef) -> Result<Place, SourceError> {
        if wanted.path.is_pattern() {
            return Err(wanted.at.error_at("expected one path, found a pattern"));
        }
        let members = select_slots(slots, wanted)?;
        let mut places = members.iter().map(|member| self.place(*member));
        let size: usize = places.clone().map(|place| place.size).sum();
        // A path that selects nothing is an error.
        let offset = places.clone().next().unwrap_or_default().offset;
        if places.next_back().unwrap_or_default().end() != offset + size {
            return Err(wanted.at.error_at(format!("the bytes of `{}` are not adjacent", wanted.path)));
        }
        Ok(Place { offset, size })
    }
}

/// Returns the slots at and below a path or pattern, each match within its own space.
pub(super) fn select_slots(slots: &[Slot], wanted: &PathRef) -> Result<Vec<usize>, SourceError> {
    let depth = wanted.path.parts.len();
    let mut spaces: Vec<(Path, usize)> = Vec::new();
    let mut members = Vec::new();
    for (index, slot) in slots.iter().enumerate() {
        let entry = &slot.entry;
        if !wanted.path.contains(&entry.path) {
            continue;
        }
        let parts = entry.path.parts.iter().take(depth).cloned().collect();
        let concrete = Path { parts };
        let space = match spaces.iter().find(|(path, _)| *path == concrete) {
            Some((_, space)) => *space,
            None => {
                spaces.push((concrete, entry.space));
                entry.space
            }
        };
        if space == entry.space {
            members.push(index);
        }
    }
    if members.is_empty() {
        return Err(wanted.at.error_at(format!("expected the name of a field or a block, found `{}`", wanted.path)));
    }
    Ok(members)
}

impl Slot {
    /// Returns whether the size of the slot depends on its value.
    fn has_varying_size(&self) -> bool {
        let leaf = self.entry.leaf.as_ref().filter(|_| !self.stale);
        leaf.is_some_and(|leaf| leaf.kind == Kind::Uleb && !matches!(leaf.value, Value::Raw(_)))
    }

    fn padding_rule(&self) -> Option<PadTo> {
        match self.entry.leaf.as_ref().filter(|_| !self.stale)?.value {
            Value::Pad { to, .. } => Some(to),
            _ => None,
        }
    }

    fn least_size(&self) -> usize {
        match (&self.before, &self.entry.leaf) {
            (Some(before), _) if self.stale => before.len(),
            (_, Some(leaf)) => least_size(leaf),
            (_, None) => 0,
        }
    }
}

fn least_size(leaf: &Leaf) -> usize {
    let item = match leaf.kind {
        Kind::Int { size, .. } | Kind::Float { size, .. } => size,
        _ => 1,
    };
    match &leaf.value {
        Value::One(_) => item,
        Value::Many(items) => item * items.len(),
        Value::Text(text) => text.len() + usize::from(leaf.kind == Kind::Cstr),
        Value::Raw(bytes) => bytes.len(),
        Value::Pad { .. } => 0,
    }
}

/// Returns the size of a padding that begins at an offset; `None` if the padding ends before the offset.
pub(super) fn gap_size(offset: usize, to: PadTo) -> Option<usize> {
    match to {
        PadTo::Multiple(step) => offset.checked_next_multiple_of(step)?.checked_sub(offset),
        PadTo::Offset(target) => target.checked_sub(offset),
    }
}
