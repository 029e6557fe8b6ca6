//! Finds the paths of nested structures in a file that a layout writes, for errors.

use super::located::{LocatedFields, WantedStructure};
use super::own::{OUTERMOST, OwnFields};
use crate::report::Segment;

impl OwnFields<'_> {
    /// Returns the path from the outermost structure to a holder. The path lacks the steps after a field whose size is
    /// unknown.
    pub(super) fn holder_path(&self, holder: usize) -> Vec<Segment> {
        let (mut levels, mut inner) = (Vec::new(), holder);
        while let Some((outer, field)) = self.field_around(inner) {
            levels.push(self.steps_to_holder(outer, field, inner));
            inner = outer;
        }
        levels.into_iter().rev().flatten().collect()
    }

    /// Returns the innermost holder around another one, and the field that contains the other one.
    fn field_around(&self, inner: usize) -> Option<(usize, &str)> {
        let (start, end) = self.extent(inner).filter(|_| inner != OUTERMOST)?;
        // Outer holders come after inner ones, and the outermost structure comes first.
        let outer = (inner + 1..self.holders.len()).chain([OUTERMOST]);
        let field = |outer: usize| {
            let mut spans = self.holders.get(outer)?.spans.iter();
            let (name, ..) = spans.find(|(_, from, to, _)| *from <= start && end <= *to && from < to)?;
            Some((outer, *name))
        };
        outer.filter_map(field).next()
    }

    /// Returns the beginning and the end of the adjacent fields of a holder.
    fn extent(&self, holder: usize) -> Option<(u64, u64)> {
        let holder = self.holders.get(holder)?;
        let spans = || holder.own_spans();
        Some((spans().map(|(_, start, ..)| start).min()?, spans().map(|(_, _, end, _)| end).max()?))
    }

    /// Returns the steps from a holder through one of its fields to an inner holder.
    fn steps_to_holder(&self, outer: usize, name: &str, inner: usize) -> Vec<Segment> {
        let Some(field) = self.field(outer, name) else { return Vec::new() };
        let mut steps = vec![Segment::Field(field.name.clone())];
        let index = self.held_elements(outer, name).and_then(|held| held.iter().position(|one| *one == inner));
        if let Some(index) = index.filter(|_| field.len.is_some()) {
            steps.push(Segment::Index(index as u64));
            return steps;
        }
        let wanted = self.holders.get(inner).zip(self.extent(inner));
        if let Some((holder, (start, _))) = wanted
            && let Some(sized) = self.sized_in(outer, field)
            && let Some((from, _)) = self.field_span(outer, name)
        {
            let wanted = WantedStructure { name: &holder.structure.name, start };
            LocatedFields::add_steps_to((self, 0), (field, &sized, from), &wanted, &mut steps);
        }
        steps
    }
}
