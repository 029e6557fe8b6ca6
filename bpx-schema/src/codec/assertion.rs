//! Rules across fields that do not hold.

use super::Decoder;
use crate::report::Location;
use crate::schema::{Constraint, Field, Link, Structure, Text, Type};
use crate::value::broken_assertion;

impl Decoder<'_, '_> {
    /// Reports an assertion that does not hold; `at` is where the member to blame lies, and `values` returns the values that
    /// the finding states, as texts.
    pub fn assert(
        &mut self,
        rule: &Constraint,
        at: Location,
        holds: Option<bool>,
        values: &dyn Fn(usize) -> Option<String>,
    ) {
        if let Some(finding) = broken_assertion(rule, at, holds, values) {
            self.report(finding);
        }
    }

    /// Where a member lies of a structure that a field holds from `at` on; the begin of the field, when the member lies behind
    /// one whose size varies.
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
