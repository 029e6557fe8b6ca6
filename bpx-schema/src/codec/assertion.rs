//! Rules across fields that do not hold.

use super::region::element_location;
use super::{Codec, Decoder, Starts};
use crate::report::{Location, Path, Segment};
use crate::schema::{Constraint, Field, Link, Structure, Text, Type};
use crate::value::broken_assertion;
use std::collections::HashMap;

/// Numbers of elements by the value of a member, of several with one value the first.
#[derive(Debug, Default)]
pub struct Seen(HashMap<i128, i128>);

impl Seen {
    /// Returns the number of the first element with this value, which may be this one.
    pub fn first(&mut self, value: i128, index: i128) -> i128 {
        *self.0.entry(value).or_insert(index)
    }
}

/// What returns the values that a finding states, as texts, each by its number.
pub(crate) type Values<'v> = &'v dyn Fn(&Decoder<'_, '_>, usize) -> Option<String>;

/// A structure with rules across its fields, whose parts may be read apart from each other: the tables of a file that is too
/// large to be read as a whole.
pub trait Relations {
    /// Reports the rules across fields that do not hold; `place` returns where a field lies, and of the empty name, where the
    /// whole begins. Elements of lists are records.
    fn report_relations(&self, d: &mut Decoder<'_, '_>, place: &dyn Fn(&str) -> Location);
}

impl Decoder<'_, '_> {
    /// Reports an assertion that does not hold; `at` is where the member to blame lies, and `values` returns the values that
    /// the finding states, as texts.
    pub fn assert(&mut self, rule: &Constraint, at: Location, holds: Option<bool>, values: Values<'_>) {
        if let Some(finding) = broken_assertion(rule, at, holds, &|index| values(self, index)) {
            self.report(finding);
        }
    }

    /// Reports an element of an array that breaks the rule of each, with the array's name, begin, and the begins of elements.
    pub fn assert_element<T: Codec>(
        &mut self,
        rule: &Constraint,
        (array, start, starts, _): (&'static str, Location, &Starts, &[T]),
        index: u64,
        holds: Option<bool>,
        values: Values<'_>,
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

    /// Like [`assert_element`](Self::assert_element), of an element that begins at a place.
    pub(crate) fn assert_element_with<'a>(
        &mut self,
        rule: &Constraint,
        (array, index, structure, at): (Text, u64, &Structure, Location),
        holds: Option<bool>,
        values: Values<'_>,
        resolve: &dyn Fn(&Link) -> Option<&'a Structure>,
    ) {
        let member = structure.offset_in(self.bytes_from(at), &rule.on, resolve).filter(|_| !rule.on.is_empty());
        let at = member.map_or(at, |offset| at.advance(offset, self.is_packed()));
        if let Some(finding) = broken_assertion(rule, at, holds, &|index| values(self, index)) {
            let element = Path::new(vec![Segment::Field(array), Segment::Index(index)]);
            let path = element.join(&finding.path);
            self.report(finding.at(path));
        }
    }

    /// Returns where a member lies of a structure that a field holds from `at` on; the begin of the field, when the
    /// member lies after one whose size varies.
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
