//! Reads lists and the offsets of their elements, which are needed because each element describes a region.

use super::{Arguments, Decode, Decoder};
use crate::report::{Location, Result};
use crate::schema::Field;

/// The beginnings of the elements of a list.
#[derive(Debug, Default)]
pub struct ElementStarts {
    /// Positions in the space; empty for elements of a fixed size, and for reading without a listener.
    positions: Vec<u64>,
}

impl ElementStarts {
    /// Adds the position where the next element begins.
    pub(super) fn push(&mut self, position: u64) {
        self.positions.push(position);
    }

    /// Returns the location of an element; `None` for records, whose locations follow from their size.
    pub(super) fn location(&self, d: &Decoder<'_, '_>, index: u64) -> Option<Location> {
        let position = usize::try_from(index).ok().and_then(|index| self.positions.get(index))?;
        Some(d.location_of(*position))
    }
}

impl<'a> Decoder<'a, '_> {
    /// Reads a list like [`list_each`](Self::list_each), or as a list of records, and returns the list and the
    /// beginnings of its elements.
    ///
    /// # Errors
    /// Returns the errors of the structure, and `LimitExceeded` when the search for parameters exceeds its limit of steps.
    pub fn list_located<T: Decode<'a>>(
        &mut self,
        field: &Field,
        count: Option<u64>,
        cost: u64,
        args: &dyn Fn(&Decoder<'_, '_>) -> Result<T::Args>,
    ) -> Result<(Vec<T>, ElementStarts)> {
        if T::schema().size.is_some() && T::Args::COUNT == 0 {
            let list = match count {
                Some(count) => self.list(field, count, T::Args::from_values([]))?,
                None => self.list_to_end(field, T::Args::from_values([]))?,
            };
            return Ok((list, ElementStarts::default()));
        }
        let mut positions = Vec::new();
        let list = self.list_each_from(field, count, cost, args, |d| {
            if d.is_watched() {
                positions.push(d.position());
            }
        })?;
        Ok((list, ElementStarts { positions }))
    }
}
