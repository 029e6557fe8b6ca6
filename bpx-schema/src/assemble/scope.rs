//! What expressions see when writing: the JSON, and what is computed from it.

use super::Assembler;
use super::given::Given;
use super::scalar::int_of;
use crate::json::{JsonRef, padded_from_json, text_from_json};
use crate::schema::{BitField, Body, CodesLink, Derived, Expr, Field, Structure, Text, Type};
use crate::value::{Scope, eval};

/// The values of one structure.
#[derive(Clone, Copy)]
pub(super) struct View<'x, 'm> {
    pub(super) assembler: &'x Assembler<'m>,
    pub(super) params: &'x [Text],
    pub(super) args: &'x [i128],
    pub(super) fields: &'x [Field],
    pub(super) derived: &'x [Derived],
    pub(super) object: JsonRef<'x>,
    /// Members that the enclosing structure computes.
    pub(super) given: &'x [Given],
    /// How many computed values wait for this one.
    pub(super) depth: u32,
}

/// Computed values that lead to computed values end here.
const MAX_DEPTH: u32 = 32;

impl<'x, 'm> View<'x, 'm> {
    /// The values of a nested structure, whose parameters are not known here.
    fn nested(&self, structure: &'x Structure, object: JsonRef<'x>) -> Self {
        let (fields, derived) = (structure.fields(), &*structure.derived);
        Self { params: &[], args: &[], fields, derived, object, given: &[], ..*self }
    }

    /// A computed value.
    pub(super) fn computed(&self, expr: &Expr) -> Option<i128> {
        let deeper = Self { depth: self.depth.checked_add(1).filter(|depth| *depth < MAX_DEPTH)?, ..*self };
        eval(expr, &deeper)
    }

    fn field(&self, name: &str) -> Option<&'x Field> {
        self.fields.iter().find(|field| field.name == name)
    }

    fn int(&self, field: &'x Field, rest: &[Text]) -> Option<i128> {
        if let Some(derived) = &field.derived {
            return self.computed(derived);
        }
        if let Some((_, value)) = self.given.iter().find(|(given, _)| *given == field.name) {
            return Some(*value);
        }
        let Some(json) = self.object.get(&field.name) else {
            return field.otherwise.map(i128::from);
        };
        match &field.ty {
            Type::Int { .. } if field.len.is_none() => int_of(json, field.codes.as_ref().map(CodesLink::get)),
            Type::Varint { .. } if field.len.is_none() => {
                let json = padded_from_json(json).map_or(json, |(json, _)| json);
                int_of(json, field.codes.as_ref().map(CodesLink::get))
            }
            Type::Named { link, .. } if field.len.is_none() => self.member(self.assembler.resolve(link)?, json, rest),
            _ => None,
        }
    }

    fn member(&self, structure: &'x Structure, object: JsonRef<'x>, path: &[Text]) -> Option<i128> {
        if let Body::Bits(fields) = &structure.body {
            let [name] = path else { return None };
            let field: &BitField = fields.iter().find(|field| field.name == *name)?;
            return int_of(object.get(&field.name)?, field.codes.as_ref().map(CodesLink::get));
        }
        self.nested(structure, object).get(path)
    }

    /// The elements of an array of structures.
    fn elements(&self, path: &[Text]) -> Option<(&'x Structure, JsonRef<'x>)> {
        let (field, object) = self.find(path)?;
        let Type::Named { link, .. } = &field.ty else { return None };
        let list = object.get(&field.name).filter(|list| list.is_array())?;
        Some((self.assembler.resolve(link)?, list))
    }

    /// The field at a path and the JSON of the structure that holds it.
    fn find(&self, path: &[Text]) -> Option<(&'x Field, JsonRef<'x>)> {
        let (last, parents) = path.split_last()?;
        let mut view = *self;
        for name in parents {
            let field = view.field(name)?;
            let Type::Named { link, .. } = &field.ty else { return None };
            view = view.nested(self.assembler.resolve(link)?, view.object.get(name)?);
        }
        Some((view.field(last)?, view.object))
    }
}

impl Scope for View<'_, '_> {
    fn get(&self, path: &[Text]) -> Option<i128> {
        self.assembler.spend(1).then_some(())?;
        if let Some(derived) = self.derived.iter().find(|derived| *derived.target == *path) {
            return self.computed(&derived.value);
        }
        let (first, rest) = path.split_first()?;
        if let Some(field) = self.field(first) {
            return self.int(field, rest);
        }
        let at = self.params.iter().position(|name| name == first).filter(|_| rest.is_empty())?;
        self.args.get(at).copied()
    }

    fn len(&self, path: &[Text]) -> Option<i128> {
        let (field, object) = self.find(path)?;
        let Some(json) = object.get(&field.name) else {
            return field.children.then_some(0);
        };
        let len = match json.as_str() {
            _ if json.is_array() => json.len(),
            _ if field.is_text() => text_from_json(json)?.len(),
            // Raw bytes: two digits each.
            Some(digits) if field.is_bytes() => digits.len() / 2,
            _ => return None,
        };
        i128::try_from(len).ok()
    }

    fn sum(&self, path: &[Text], member: &str) -> Option<i128> {
        let (structure, list) = self.elements(path)?;
        let member = [Text::Owned(member.to_owned())];
        list.elements().try_fold(0_i128, |sum, one| {
            self.assembler.spend(1).then_some(())?;
            sum.checked_add(self.member(structure, one, &member)?)
        })
    }

    fn lookup(&self, path: &[Text], key: &str, wanted: i128, member: &str) -> Option<i128> {
        let (structure, list) = self.elements(path)?;
        let name = |name: &str| [Text::Owned(name.to_owned())];
        let (key, member) = (name(key), name(member));
        for one in list.elements() {
            self.assembler.spend(1).then_some(())?;
            if self.member(structure, one, &key)? == wanted {
                return self.member(structure, one, &member);
            }
        }
        Some(0)
    }

    fn position(&self) -> i128 {
        i128::from(self.assembler.position())
    }
}
