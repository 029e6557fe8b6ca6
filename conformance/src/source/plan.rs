//! The plan of a build: the base file, or the file with a fault.

use super::error::{Position, SourceError};
use super::path::PathRef;
use super::tree::{Base, Entry, Expr, Leaf, Space};

/// The entries of one build, in order.
#[derive(Debug, Clone, Default)]
pub(super) struct Plan {
    pub spaces: Vec<Space>,
    pub slots: Vec<Slot>,
    pub flips: Vec<Flip>,
    pub cuts: Vec<(Expr, Position)>,
}

/// An entry, and its bytes before the fault.
#[derive(Debug, Clone)]
pub(super) struct Slot {
    pub entry: Entry,
    pub before: Option<Vec<u8>>,
    /// Whether the slot keeps the bytes in `before`, because its value is derived and not corrected.
    pub stale: bool,
}

/// Bits to invert in the byte at `index` of `target`.
#[derive(Debug, Clone)]
pub(super) struct Flip {
    pub target: PathRef,
    pub index: Expr,
    pub mask: u8,
}

impl Plan {
    pub(super) fn of(base: &Base) -> Self {
        let slot = |entry: &Entry| Slot { entry: entry.clone(), before: None, stale: false };
        Self { spaces: base.spaces.clone(), slots: base.entries.iter().map(slot).collect(), ..Self::default() }
    }

    /// Returns the slot of this leaf.
    pub(super) fn leaf_mut(&mut self, target: &PathRef) -> Result<&mut Slot, SourceError> {
        let is_it = |slot: &&mut Slot| slot.entry.path == target.path && slot.leaf().is_some();
        let found = self.slots.iter_mut().find(is_it);
        found.ok_or_else(|| target.at.error_at(format!("`{}` is not a field with a value", target.path)))
    }
}

impl Slot {
    pub(super) fn leaf(&self) -> Option<&Leaf> {
        self.entry.leaf.as_ref()
    }

    pub(super) fn is_derived(&self) -> bool {
        self.leaf().is_some_and(|leaf| leaf.value.is_derived())
    }
}
