//! Finds the types of fields without a fixed size.

use super::super::count::RepeatedField;
use super::super::field::named_type;
use super::super::order::UNSTATED;
use super::super::rest;
use super::{Context, DeclaredFields, Owner};
use crate::model::Field;
use bpx_model::{Model, Structure, Type};

impl Context<'_> {
    /// Returns the element type of the last field, if the document says that the field takes all remaining bytes.
    pub(super) fn remaining_type(&self, owner: &Owner<'_>, field: &Field, is_last: bool) -> Option<Type> {
        let order = self.orders.order_of_field(field, owner.order).unwrap_or(UNSTATED);
        rest::remaining_elements(field, self.names, order).filter(|_| is_last)
    }

    /// Returns the element type and the number of elements of a field without a fixed size, if the document states
    /// both.
    pub(super) fn varying_type(
        &mut self,
        owner: &Owner<'_>,
        field: &Field,
        parts: &DeclaredFields,
        model: &mut Model,
    ) -> Option<RepeatedField> {
        let order = self.orders.order_of_field(field, owner.order);
        if let Some(repeated) = parts.earlier.repeated_count(field, self.names, order) {
            return Some(repeated);
        }
        let structure = self.prefixed.prefixed_structure(field, self.names, order)?;
        if structure.fields().iter().any(|field| field.ty.bit_width().is_some_and(|bits| bits > 8)) {
            self.needs_order(owner, field);
        }
        if let Some((_, name)) = self.of_types.iter().find(|(known, _)| *known == structure) {
            return Some(RepeatedField { ty: named_type(name), len: None });
        }
        let name = self.taken.take_name(&structure.name);
        model.structures.insert(name.clone(), Structure { name: name.clone().into(), ..structure.clone() });
        self.of_types.push((structure, name.clone()));
        Some(RepeatedField { ty: named_type(&name), len: None })
    }
}
