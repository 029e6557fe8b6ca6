//! A checked field.

use crate::parse::{Attrs, Field as Written, Kind, RegionAttr, Shape, known_len};
use bpx_model::Rule;
use syn::{Attribute, Ident, Type, Visibility};

/// A field of a structure, of a record, of a case or of bits.
pub(crate) struct Field {
    pub(crate) name: Ident,
    pub(crate) vis: Visibility,
    pub(crate) ty: Type,
    pub(crate) attrs: Attrs,
    pub(crate) shape: Shape,
    pub(crate) optional: bool,
    pub(crate) big: bool,
    /// Width of a bit field.
    pub(crate) bits: Option<u16>,
    /// The rules of its value.
    pub(crate) rules: Vec<Rule>,
    /// Attributes that are not ours.
    pub(crate) kept: Vec<Attribute>,
}

impl Field {
    /// Returns a field whose rules are not known yet.
    pub(super) fn new(written: Written, big: bool) -> Self {
        let Written { name, vis, ty, attrs, shape, optional, bits, kept } = written;
        Self { name, vis, ty, attrs, shape, optional, big, bits, rules: Vec::new(), kept }
    }

    /// Whether the value is not kept in memory.
    pub(crate) fn is_temp(&self) -> bool {
        self.attrs.temp.is_some()
    }

    /// Whether the bytes do not follow those of the field before.
    pub(crate) fn lies_elsewhere(&self) -> bool {
        self.attrs.region.as_ref().is_some_and(|region| !region.is_in_place())
    }

    /// Whether the bytes follow those of the field before, and are stored in another form.
    pub(crate) fn is_stored_in_place(&self) -> bool {
        self.attrs.region.as_ref().is_some_and(RegionAttr::is_in_place)
    }

    /// Whether the field is the list of children of a tree node.
    pub(crate) fn is_children(&self) -> bool {
        self.attrs.children.is_some()
    }

    /// Whether a file may state another value than the computed one.
    pub(crate) fn may_differ(&self) -> bool {
        self.rules.contains(&Rule::Computed)
    }

    /// Whether the declaration alone shows the size.
    pub(crate) fn is_fixed(&self) -> bool {
        let numbers = matches!(self.shape, Shape::One(Kind::Number { .. }) | Shape::Array(Kind::Number { .. }, _));
        numbers && self.attrs.condition.is_none()
    }

    /// Returns the size in bytes of numbers whose count is a literal.
    pub(crate) fn known_size(&self) -> Option<usize> {
        match &self.shape {
            Shape::One(Kind::Number { size, .. }) => Some(*size),
            Shape::Array(Kind::Number { size, .. }, _) => Some(size.saturating_mul(known_len(&self.ty)?)),
            _ => None,
        }
    }

    /// Returns the type of one element.
    pub(crate) fn kind(&self) -> Option<&Kind> {
        match &self.shape {
            Shape::One(kind) | Shape::Array(kind, _) | Shape::List(kind) => Some(kind),
            Shape::Regions(_) => None,
        }
    }
}
