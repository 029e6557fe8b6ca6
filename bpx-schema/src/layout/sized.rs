//! Computes the sizes of structures in which values decide the widths and the presence of fields.

use super::own::StructureSource;
use crate::schema::{Body, ComputedValue, Expr, Field, Link, Offset, Structure, Text, Type};
use crate::value::{Scope, eval_int};
use std::borrow::Cow;

/// A structure whose sizes follow from its arguments.
pub(super) struct SizedStructure<'s> {
    pub(super) structure: &'s Structure,
    structures: StructureSource<'s>,
    args: Vec<i128>,
}

impl<'s> SizedStructure<'s> {
    /// Returns the structure that a field holds, or that each of its elements is. `value` computes the arguments of the
    /// field.
    pub(super) fn of_field(
        field: &'s Field,
        structures: StructureSource<'s>,
        value: &dyn Fn(&Expr) -> Option<i128>,
    ) -> Option<Self> {
        let Type::Named { link, args } = &field.ty else { return None };
        // Then elements may have different values.
        let value = |arg: &Expr| if arg.needs_space() { None } else { value(arg) };
        let args = args.iter().map(value).collect::<Option<_>>()?;
        Some(Self { structure: structures.resolve(link)?, structures, args })
    }

    /// Returns the value of an expression that uses only parameters.
    fn eval(&self, expr: &Expr) -> Option<i128> {
        eval_int(expr, self)
    }

    /// Returns the type of a field, with the byte order and the width that apply.
    pub(super) fn field_type(&self, field: &'s Field) -> Option<Cow<'s, Type>> {
        field.stored_type(&mut |expr| self.eval(expr).ok_or(())).ok()?.ok()
    }

    /// Returns the structure that a field holds.
    pub(super) fn nested_structure(&self, field: &'s Field) -> Option<Self> {
        Self::of_field(field, self.structures, &|arg| self.eval(arg))
    }

    /// Returns the size in bytes.
    pub(super) fn size(&self) -> Option<u64> {
        match (self.structure.size, &self.structure.body) {
            (None, Body::Fields(fields)) => {
                fields.iter().try_fold(Offset::from(0), |size, field| Some(size + self.size_of(field)?))?.get()
            }
            (size, _) => size,
        }
    }

    /// Returns the size of a field in bytes. Returns the size of a field of structures only if every value has the same
    /// size.
    pub(super) fn size_of(&self, field: &'s Field) -> Option<u64> {
        let resolve = |link: &Link| self.structures.resolve(link);
        if let Some(size) = field.fixed_size(&resolve) {
            return Some(size);
        }
        if field.region.is_some() || field.children {
            return None;
        }
        // The value of a parameter is the same for every element.
        if let Some(when) = &field.when
            && self.eval(when)? == 0
        {
            return Some(0);
        }
        // Structures may nest in themselves, so those without a fixed size are skipped.
        let element = match &field.ty {
            Type::Named { .. } => field.element_size(&resolve)?,
            _ => self.field_type(field)?.fixed_size()?,
        };
        (Offset::from(element) * field.fixed_len()?).get()
    }

    /// Returns the offset of a field in bytes, from the beginning of the structure.
    pub(super) fn offset_of(&self, name: &str) -> Option<u64> {
        if let Some(offset) = self.structure.offset_of(name, &|link| self.structures.resolve(link)) {
            return Some(offset);
        }
        let before = self.structure.fields().iter().take_while(|field| field.name != *name);
        before.map(|field| self.size_of(field)).try_fold(Offset::from(0), |sum, size| Some(sum + size?))?.get()
    }
}

impl Scope for SizedStructure<'_> {
    fn value(&self, path: &[Text]) -> Option<ComputedValue<'_>> {
        let [name] = path else { return None };
        let at = self.structure.params.iter().position(|param| param == name)?;
        self.args.get(at).copied().map(ComputedValue::Int)
    }
}
