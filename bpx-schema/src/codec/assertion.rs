//! Reports broken rules that relate several fields.

use super::region::element_location;
use super::{Codec, Decoder, ElementStarts};
use crate::report::{Location, Path, Segment};
use crate::schema::{Constraint, Field, Link, Structure, Text, Type};
use crate::value::broken_assertion;
use std::collections::HashMap;

/// For each value of a member, the number of the first element with the value.
#[derive(Debug, Default)]
pub struct SeenValues(HashMap<i128, i128>);

impl SeenValues {
    /// Returns the number of the first element with a value, which may be the element `index`.
    pub fn first_index(&mut self, value: i128, index: i128) -> i128 {
        *self.0.entry(value).or_insert(index)
    }
}

/// A function that returns a value for the message of a finding, by the number of the value.
pub(crate) type MessageValues<'v> = &'v dyn Fn(&Decoder<'_, '_>, usize) -> Option<String>;

/// A structure with rules that relate several fields. Its parts may be read separately, such as the tables of a file
/// that is too large to be read as a whole.
pub trait ReportRelations {
    /// Reports broken rules that relate several fields. `place` returns the location of a field, and for an empty name
    /// the location of the structure. Elements of lists are records.
    fn report_relations(&self, d: &mut Decoder<'_, '_>, place: &dyn Fn(&str) -> Location);
}

impl Decoder<'_, '_> {
    /// Reports a broken assertion. `at` is the location of the reported member, and `values` returns the values for the
    /// message.
    pub fn assert_rule(&mut self, rule: &Constraint, at: Location, holds: Option<bool>, values: MessageValues<'_>) {
        if let Some(finding) = broken_assertion(rule, at, holds, &|index| values(self, index)) {
            self.report(finding);
        }
    }

    /// Reports an element that breaks a rule for each element of an array. The call states the name and the beginning
    /// of the array, and the beginnings of its elements.
    pub fn assert_element<T: Codec>(
        &mut self,
        rule: &Constraint,
        (array, start, starts, _): (&'static str, Location, &ElementStarts, &[T]),
        index: u64,
        holds: Option<bool>,
        values: MessageValues<'_>,
    ) {
        let structure = T::schema();
        let place = starts.location(self, index);
        let at = place.unwrap_or_else(|| element_location(structure, start, index, self.is_packed()));
        let resolve = |link: &Link| match link {
            Link::Static(schema) => Some(schema()),
            Link::Name(_) => None,
        };
        self.assert_element_with(rule, (Text::Borrowed(array), index, structure, at), holds, values, &resolve);
    }

    /// Reports an element like [`assert_element`](Self::assert_element), for an element whose location is known.
    pub(crate) fn assert_element_with<'a>(
        &mut self,
        rule: &Constraint,
        (array, index, structure, at): (Text, u64, &Structure, Location),
        holds: Option<bool>,
        values: MessageValues<'_>,
        resolve: &dyn Fn(&Link) -> Option<&'a Structure>,
    ) {
        let member = structure.offset_in(self.bytes_from(at), &rule.on, resolve).filter(|_| !rule.on.is_empty());
        let at = member.map_or(at, |offset| at.advance(offset, self.is_packed()));
        self.assert_at(rule, (array, index, at), holds, values);
    }

    /// Reports a number that breaks a rule for each number of a list. The call states the name and the beginning of the
    /// list, and the size of a number in bytes.
    pub fn assert_number(
        &mut self,
        rule: &Constraint,
        (array, start, size): (&'static str, Location, u64),
        index: u64,
        holds: Option<bool>,
        values: MessageValues<'_>,
    ) {
        // The element was read, so its offset does not overflow.
        let at = start.advance(index.saturating_mul(size), self.is_packed());
        self.assert_at(rule, (Text::Borrowed(array), index, at), holds, values);
    }

    /// Reports an element that breaks a rule, at a location.
    pub(crate) fn assert_at(
        &mut self,
        rule: &Constraint,
        (array, index, at): (Text, u64, Location),
        holds: Option<bool>,
        values: MessageValues<'_>,
    ) {
        if let Some(finding) = broken_assertion(rule, at, holds, &|index| values(self, index)) {
            let element = Path::new(vec![Segment::Field(array), Segment::Index(index)]);
            let path = element.join(&finding.path);
            self.report(finding.with_path(path));
        }
    }

    /// Returns the location of a member of the structure in a field that begins at `at`. If a part of varying size
    /// precedes the member, returns the beginning of the field.
    #[must_use]
    pub fn member_at(&self, holder: &Field, at: Location, members: &[Text]) -> Location {
        let resolve = |link: &Link| match link {
            Link::Static(schema) => Some(schema()),
            Link::Name(_) => None,
        };
        self.member_at_with(holder, at, members, &resolve)
    }

    pub(crate) fn member_at_with<'a>(
        &self,
        holder: &Field,
        at: Location,
        members: &[Text],
        resolve: &dyn Fn(&Link) -> Option<&'a Structure>,
    ) -> Location {
        let held = match &holder.ty {
            Type::Named { link, .. } => resolve(link),
            _ => None,
        };
        let offset = held.and_then(|held| held.offset_of_path(members, resolve));
        offset.map_or(at, |offset| at.advance(offset, self.is_packed()))
    }
}
