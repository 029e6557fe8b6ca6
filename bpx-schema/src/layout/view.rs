//! Gives the values of a structure to expressions.

use super::elements::Elements;
use super::own::{Entry, Fact, Own};
use crate::schema::{Computed, Expr, Offset, Text};
use crate::value::{Scope, Value};

/// The values of a structure, as a scope for expressions.
pub(super) struct View<'v, 's> {
    own: &'v Own<'s>,
    holder: usize,
    entry: Option<Entry<'v>>,
    facts: &'v [Fact],
}

impl<'v, 's> View<'v, 's> {
    /// Returns a scope with the values of a structure, and of the element that describes a region.
    pub(super) fn new(own: &'v Own<'s>, holder: usize, entry: Option<Entry<'v>>, facts: &'v [Fact]) -> Self {
        Self { own, holder, entry, facts }
    }

    fn elements(&self, array: &[Text]) -> Option<Elements<'_, 's>> {
        let [array] = array else { return None };
        self.own.elements(self.holder, array)
    }

    fn whole(&self, elements: &Elements<'_, 's>, index: u64, member: &str) -> Option<i128> {
        let place = elements.member(self.own, index, &[Text::Owned(member.to_owned())])?;
        self.own.value_at(place)?.as_int()
    }
}

impl Scope for View<'_, '_> {
    fn value(&self, path: &[Text]) -> Option<Computed<'_>> {
        if let [of, name] = path
            && let Some((.., value)) = self.facts.iter().find(|(a, b, _)| of == a && name == b)
        {
            return Some(Computed::Int(*value));
        }
        if let Some(place) = self.own.find(self.holder, path, self.entry) {
            return self.own.value_at(place);
        }
        let [name] = path else { return None };
        let holder = self.own.holders.get(self.holder)?;
        let at = holder.structure.params.iter().position(|param| param == name)?;
        holder.args.get(at).copied().map(Computed::Int)
    }

    fn span(&self, name: &str) -> Option<(u64, u64)> {
        if name == Expr::SELF { Some((0, self.own.bytes.len() as u64)) } else { self.own.span(self.holder, name) }
    }

    fn element(&self, array: &[Text], index: usize, members: &[Text]) -> Option<Computed<'_>> {
        let [array] = array else { return None };
        let field = self.own.field(self.holder, array)?;
        if members.is_empty() {
            let size = self.own.element_size(self.holder, field)?;
            let bytes = (Offset::from(size) * index as u64).slice(size, self.own.field_bytes(self.holder, array))?;
            return Value::of(&*self.own.ty(self.holder, field)?, bytes)?.as_int().map(Computed::Int);
        }
        self.own.value_at(self.own.in_element(self.holder, array, index as u64, members)?)
    }

    fn len(&self, path: &[Text]) -> Option<i128> {
        let [name] = path else { return None };
        self.own.count(self.holder, name).map(i128::from)
    }

    fn is_absent(&self, array: &[Text]) -> bool {
        let [name] = array else { return false };
        let optional = self.own.field(self.holder, name).is_some_and(|field| field.when.is_some());
        optional && self.own.span(self.holder, name).is_none_or(|(start, end)| start == end)
    }

    fn sum(&self, path: &[Text], member: &str) -> Option<i128> {
        let elements = self.elements(path)?;
        (0..elements.count()?).try_fold(0_i128, |sum, index| sum.checked_add(self.whole(&elements, index, member)?))
    }

    fn lookup(&self, path: &[Text], key: &str, wanted: i128, member: &str) -> Option<i128> {
        let elements = self.elements(path)?;
        for index in 0..elements.count()? {
            if self.whole(&elements, index, key)? == wanted {
                return self.whole(&elements, index, member);
            }
        }
        Some(0)
    }
}
