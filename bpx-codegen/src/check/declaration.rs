//! A checked declaration, the input of all emitters.

use super::field::Field;
use super::follows::always_agrees;
use crate::parse::{AssertAttr, Attrs, DerivedAttr};
use syn::Ident;

/// A structure, a record, a structure of bit fields, a case, or an enum with data, which has no fields.
pub(crate) struct Declaration {
    /// The name in the schema.
    pub(crate) name: String,
    pub(crate) attrs: Attrs,
    pub(crate) fields: Vec<Field>,
}

impl Declaration {
    /// Returns the attributes of the structure and of its fields.
    pub(crate) fn all_attrs(&self) -> impl Iterator<Item = &Attrs> {
        std::iter::once(&self.attrs).chain(self.fields.iter().map(|field| &field.attrs))
    }

    /// Returns the fields that are kept in memory.
    pub(crate) fn kept_fields(&self) -> impl Iterator<Item = &Field> {
        self.fields.iter().filter(|field| !field.is_temp() && !field.is_children())
    }

    /// Returns the rules across fields: first the rules of the structure, then the rules of its fields.
    pub(crate) fn asserts(&self) -> Vec<&AssertAttr> {
        let mut asserts: Vec<_> = self.attrs.asserts.iter().collect();
        self.fields.iter().for_each(|field| asserts.extend(&field.attrs.asserts));
        asserts
    }

    /// Returns the list of whole numbers of this name.
    pub(crate) fn find_number_list(&self, name: &Ident) -> Option<&Field> {
        self.fields.iter().find(|field| field.name == *name && field.holds_numbers())
    }

    /// Returns whether a file may state a value of a computed member that differs from the computed value.
    pub(crate) fn may_differ(&self, derived: &DerivedAttr) -> bool {
        !always_agrees(&derived.target, &derived.value, &self.fields)
    }

    /// Returns whether the structure is a node of a tree.
    pub(crate) fn is_node(&self) -> bool {
        self.fields.iter().any(Field::is_children)
    }
}
