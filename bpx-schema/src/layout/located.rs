//! Finds the fields of a structure whose size varies, in the bytes of the structure.

use super::own::{MemberKind, MemberPlace, OwnFields};
use super::sized::SizedStructure;
use crate::report::Segment;
use crate::schema::{Body, ComputedValue, Expr, Field, Length, Offset, Text, Type};
use crate::value::{Scope, eval_int};

/// The fields of a structure, each with its span in the written bytes.
pub(super) struct LocatedFields<'o, 's> {
    own: &'o OwnFields<'s>,
    sized: &'o SizedStructure<'s>,
    fields: Vec<(&'s Field, u64, u64)>,
    /// The number of structures around this one.
    depth: u32,
}

/// The largest number of structures around a structure. Structures may nest in themselves.
const MAX_DEPTH: u32 = 64;

/// A nested structure that is sought: its name, and the offset at which it begins in the written bytes.
pub(super) struct WantedStructure<'w> {
    pub(super) name: &'w str,
    pub(super) start: u64,
}

impl<'o, 's> LocatedFields<'o, 's> {
    /// Finds the fields of a structure that begins at an offset, up to and including the field with a name. Returns
    /// `None` if the size of a field follows from something else than the fields before it.
    pub(super) fn find(own: &'o OwnFields<'s>, sized: &'o SizedStructure<'s>, at: u64, last: &str) -> Option<Self> {
        Self::find_at_depth(own, sized, at, last, 0)
    }

    fn find_at_depth(
        own: &'o OwnFields<'s>,
        sized: &'o SizedStructure<'s>,
        at: u64,
        last: &str,
        depth: u32,
    ) -> Option<Self> {
        let mut found = Self { own, sized, fields: Vec::new(), depth };
        let Body::Fields(fields) = &sized.structure.body else { return None };
        let mut start = at;
        for field in fields.iter() {
            let end = found.end_of(field, start)?;
            found.fields.push((field, start, end));
            if field.name == last {
                break;
            }
            start = end;
        }
        Some(found)
    }

    /// Returns the end of a structure that begins at an offset, at a depth. Returns `None` if the size of a field follows
    /// from something else than the fields before it.
    pub(super) fn end_of_structure(
        (own, depth): (&OwnFields<'s>, u32),
        sized: &SizedStructure<'s>,
        at: u64,
    ) -> Option<u64> {
        let last = sized.structure.fields().last()?;
        Some(LocatedFields::find_at_depth(own, sized, at, &last.name, depth)?.fields.last()?.2)
    }

    /// Adds the steps from a field to a structure in it. `sized` is the structure that the field holds or lists, and
    /// `start` the beginning of the field. Stops at the first size that is unknown.
    pub(super) fn add_steps_to(
        (own, depth): (&OwnFields<'s>, u32),
        (field, sized, start): (&'s Field, &SizedStructure<'s>, u64),
        wanted: &WantedStructure<'_>,
        steps: &mut Vec<Segment>,
    ) {
        let element = match &field.len {
            Some(_) => element_around((own, depth), sized, start, wanted.start),
            None => Some((None, start)),
        };
        let Some((index, at)) = element else { return };
        steps.extend(index.map(Segment::Index));
        let is_wanted = sized.structure.name == wanted.name && at == wanted.start;
        let Body::Fields(fields) = &sized.structure.body else { return };
        if is_wanted || depth >= MAX_DEPTH {
            return;
        }
        let (mut found, mut start) = (LocatedFields { own, sized, fields: Vec::new(), depth }, at);
        for field in fields.iter() {
            let Some(end) = found.end_of(field, start) else { return };
            if (start..end).contains(&wanted.start) {
                steps.push(Segment::Field(field.name.clone()));
                if let Some(nested) = found.nested_structure(field) {
                    Self::add_steps_to((own, depth + 1), (field, &nested, start), wanted, steps);
                }
                return;
            }
            found.fields.push((field, start, end));
            start = end;
        }
    }

    /// Returns the place of the last field.
    pub(super) fn last_place(&self) -> Option<MemberPlace<'s>> {
        self.place(*self.fields.last()?)
    }

    /// Returns the structure that the last field holds, and its offset.
    pub(super) fn last_structure(&self) -> Option<(SizedStructure<'s>, u64)> {
        let (field, start, _) = self.fields.last()?;
        Some((self.nested_structure(field)?, *start))
    }

    fn place(&self, (field, start, end): (&'s Field, u64, u64)) -> Option<MemberPlace<'s>> {
        let ty = field.stored_type(&mut |expr| self.eval(expr).ok_or(())).ok()?.ok()?;
        Some((start, end, MemberKind::Field(field, ty)))
    }

    fn eval(&self, expr: &Expr) -> Option<i128> {
        eval_int(expr, self)
    }

    fn nested_structure(&self, field: &'s Field) -> Option<SizedStructure<'s>> {
        SizedStructure::of_field(field, self.own.structures, &|arg| self.eval(arg))
    }

    /// Returns the end of a field that begins at an offset.
    fn end_of(&self, field: &'s Field, start: u64) -> Option<u64> {
        // A field elsewhere has no bytes here.
        if field.region_elsewhere().is_some() {
            return Some(start);
        }
        if field.region.is_some() || field.children || field.padding {
            return None;
        }
        if let Some(when) = &field.when
            && self.eval(when)? == 0
        {
            return Some(start);
        }
        let count = match &field.len {
            Some(Length::Count(count)) => u64::try_from(self.eval(count)?).ok()?,
            _ => field.fixed_len()?,
        };
        let size = match &field.ty {
            Type::Named { .. } => self.nested_structure(field)?.size(),
            _ => field.stored_type(&mut |expr| self.eval(expr).ok_or(())).ok()?.ok()?.fixed_size(),
        };
        if let Some(size) = size {
            return (Offset::from(start) + Offset::from(size) * count).get();
        }
        let depth = Some(self.depth + 1).filter(|depth| *depth <= MAX_DEPTH)?;
        let nested = self.nested_structure(field)?;
        let mut end = start;
        for _ in 0..count {
            // An element without bytes would let a count keep the loop busy.
            let next = Self::end_of_structure((self.own, depth), &nested, end)?;
            end = Some(next).filter(|next| *next > end && *next <= self.own.bytes.len() as u64)?;
        }
        Some(end)
    }
}

/// Returns the number and the beginning of the element of a list that contains a position.
fn element_around<'s>(
    (own, depth): (&OwnFields<'s>, u32),
    sized: &SizedStructure<'s>,
    start: u64,
    position: u64,
) -> Option<(Option<u64>, u64)> {
    if let Some(size) = sized.size().filter(|size| *size > 0) {
        let index = position.checked_sub(start)? / size;
        return Some((Some(index), start + index * size));
    }
    let (mut index, mut at) = (0, start);
    loop {
        let end = LocatedFields::end_of_structure((own, depth), sized, at)?;
        if (at..end).contains(&position) {
            return Some((Some(index), at));
        }
        at = Some(end).filter(|end| *end > at && *end <= position)?;
        index += 1;
    }
}

impl Scope for LocatedFields<'_, '_> {
    fn value(&self, path: &[Text]) -> Option<ComputedValue<'_>> {
        let [name] = path else { return None };
        match self.fields.iter().find(|(field, ..)| field.name == *name) {
            Some(field) => self.own.value_at(self.place(*field)?),
            None => self.sized.value(path),
        }
    }
}
