//! Gives the values of a structure to expressions.

use super::elements::ListElements;
use super::own::{KnownFact, MemberKind, OwnFields, RegionEntry};
use crate::schema::{ComputedValue, Expr, LayoutFact, Offset, Text, Type};
use crate::value::{LeafValue, MemberLookup, Scope};

/// The values of a structure, as a scope for expressions.
pub(super) struct FieldScope<'v, 's> {
    own: &'v OwnFields<'s>,
    holder: usize,
    entry: Option<RegionEntry<'v>>,
    facts: &'v [KnownFact],
}

impl<'v, 's> FieldScope<'v, 's> {
    /// Returns a scope with the values of a structure, and of the element that describes a region.
    pub(super) fn new(
        own: &'v OwnFields<'s>,
        holder: usize,
        entry: Option<RegionEntry<'v>>,
        facts: &'v [KnownFact],
    ) -> Self {
        Self { own, holder, entry, facts }
    }

    fn elements(&self, array: &[Text]) -> Option<ListElements<'_, 's>> {
        let [array] = array else { return None };
        self.own.elements(self.holder, array)
    }
}

impl Scope for FieldScope<'_, '_> {
    fn value(&self, path: &[Text]) -> Option<ComputedValue<'_>> {
        if let [of, name] = path
            && let Some(fact) = LayoutFact::find(of, name)
            && let Some((_, value)) = self.facts.iter().find(|(known, _)| *known == fact)
        {
            return Some(ComputedValue::Int(*value));
        }
        if let Some(place) = self.own.place_at_path(self.holder, path, self.entry) {
            return self.own.value_at(place);
        }
        let [name] = path else { return None };
        let holder = self.own.holders.get(self.holder)?;
        let at = holder.structure.params.iter().position(|param| param == name)?;
        holder.args.get(at).copied().map(ComputedValue::Int)
    }

    fn span(&self, name: &str) -> Option<(u64, u64)> {
        if name == Expr::SELF { Some((0, self.own.bytes.len() as u64)) } else { self.own.field_span(self.holder, name) }
    }

    fn element(&self, array: &[Text], index: usize, members: &[Text]) -> Option<ComputedValue<'_>> {
        let [array] = array else { return None };
        let field = self.own.field(self.holder, array)?;
        if members.is_empty() {
            let size = self.own.element_size(self.holder, field)?;
            let bytes = (Offset::from(size) * index as u64).slice(size, self.own.field_bytes(self.holder, array))?;
            return LeafValue::from_bytes(&*self.own.field_type(self.holder, field)?, bytes)?
                .as_int()
                .map(ComputedValue::Int);
        }
        self.own.value_at(self.own.in_element(self.holder, array, index as u64, members)?)
    }

    /// The size is known where it is one of the facts.
    fn size(&self) -> i128 {
        self.facts.iter().find(|(known, _)| *known == LayoutFact::FileSize).map_or(0, |(_, size)| *size)
    }

    fn len(&self, path: &[Text]) -> Option<i128> {
        let [name] = path else { return None };
        self.own.element_count(self.holder, name).map(i128::from)
    }

    fn len_in_element(&self, array: &[Text], index: usize, members: &[Text]) -> Option<i128> {
        let [array] = array else { return None };
        let (start, end, member) = self.own.in_element(self.holder, array, index as u64, members)?;
        let MemberKind::Field(field, ty) = member else { return None };
        let size = match &field.ty {
            Type::Named { .. } => self.own.element_size(self.holder, field)?,
            _ => ty.fixed_size()?,
        };
        (end - start).checked_div(size).map(i128::from)
    }

    fn is_absent(&self, array: &[Text]) -> bool {
        let [name] = array else { return false };
        let optional = self.own.field(self.holder, name).is_some_and(|field| field.when.is_some());
        optional && self.own.field_span(self.holder, name).is_none_or(|(start, end)| start == end)
    }

    /// Finds the list once, because looking it up for each element would take quadratic time.
    fn visit_elements<'e>(
        &'e self,
        array: &[Text],
        visit: &mut dyn FnMut(&MemberLookup<'_, 'e>) -> bool,
    ) -> Option<()> {
        let elements = self.elements(array)?;
        let visit_one = |index: u64| {
            visit(&|members| match members {
                [] => self.element(array, usize::try_from(index).ok()?, members),
                _ => self.own.value_at(elements.member_place(self.own, index, members)?),
            })
        };
        (0..elements.count()?).all(visit_one);
        Some(())
    }
}
