//! Finds the types of the values that names mean.

use super::scope::{NameMeaning, NameScope, is_dropped};
use crate::interpret::check::{bad_reference, unsound_schema};
use crate::report::{Error, Result};
use crate::schema::{Expr, ExprKind, Field, NameKinds, Structure, Text, Type};

impl NameKinds for NameScope<'_> {
    type Error = Error;

    fn kind_of_value(&self, path: &[Text]) -> Result<ExprKind> {
        let kind = match self.find_meaning(path, false)? {
            NameMeaning::Number => Some(ExprKind::Int),
            NameMeaning::Field(field) => kind_of(field),
            NameMeaning::One(field) => kind_of_one(field),
            NameMeaning::Element(_) | NameMeaning::Overlapped(_) | NameMeaning::Facts(_) => None,
        };
        kind.ok_or_else(|| unsound_schema(format!("expected a single value, found `{}`", path.join("."))))
    }

    fn kind_of_element(&self, array: &[Text], members: &[Text]) -> Result<ExprKind> {
        if self.is_so_far(array) {
            let entry: Vec<_> = [Text::Borrowed(Expr::ENTRY)].iter().chain(members).cloned().collect();
            return self.kind_of_value(&entry);
        }
        let field = match self.find_meaning(array, false)? {
            NameMeaning::Field(field) if is_dropped(field.region.as_ref()) => {
                let name = array.join(".");
                return Err(unsound_schema(format!(
                    "`{name}` is stored with a transform, so an expression can use only its length"
                )));
            }
            NameMeaning::Field(field) if field.len.is_some() && !field.children => field,
            _ => return Err(unsound_schema(format!("expected an array, found `{}`", array.join(".")))),
        };
        let shown =
            || format!("{}[..]{}", array.join("."), members.iter().map(|name| format!(".{name}")).collect::<String>());
        let kind = match (&field.ty, members) {
            (Type::Named { link, .. }, [first, rest @ ..]) => match self.member_at(self.resolve(link)?, first, rest)? {
                NameMeaning::Number => Some(ExprKind::Int),
                NameMeaning::Field(field) => kind_of(field),
                NameMeaning::One(_) | NameMeaning::Element(_) | NameMeaning::Overlapped(_) | NameMeaning::Facts(_) => {
                    None
                }
            },
            (Type::Int { .. }, []) => Some(ExprKind::Int),
            (ty, []) if ty.is_float() => Some(ExprKind::Float),
            _ => None,
        };
        kind.ok_or_else(|| unsound_schema(format!("expected a single value, found `{}`", shown())))
    }

    fn check_len(&self, array: &[Text]) -> Result<()> {
        match self.find_meaning(array, false)? {
            NameMeaning::Field(field) if field.len.is_some() || field.children => Ok(()),
            _ => Err(unsound_schema(format!("expected an array, found `{}`", array.join(".")))),
        }
    }

    fn check_element_len(&self, array: &[Text], members: &[Text]) -> Result<()> {
        if self.is_so_far(array) {
            return Err(unsound_schema("expected no lengths of lists in elements of a list that is still being read"));
        }
        let (first, rest) = members.split_first().ok_or_else(|| unsound_schema("expected a member of an element"))?;
        match self.member_at(self.element_structure(array)?, first, rest)? {
            NameMeaning::Field(field) if field.len.is_some() && field.when.is_none() || field.children => Ok(()),
            _ => {
                Err(unsound_schema(format!("expected an array, found `{}[..].{}`", array.join("."), members.join("."))))
            }
        }
    }

    /// Rejects a member that is not a whole number of the array's elements.
    fn check_members(&self, array: &[Text], members: &[&Text]) -> Result<()> {
        let element = match self.names.get(Expr::ENTRY) {
            Some(NameMeaning::Element(element)) if self.is_so_far(array) => *element,
            _ => self.element_structure(array)?,
        };
        members.iter().try_for_each(|member| self.check_whole_member(element, member))
    }

    /// Accepts any word, because a reader knows all words.
    fn check_word(&self, _: &Expr) -> Result<()> {
        Ok(())
    }

    fn check_measured(&self, expr: &Expr) -> Result<()> {
        let Some(name) = expr.measured_field().filter(|name| **name != Expr::SELF) else { return Ok(()) };
        match self.names.get(&**name) {
            Some(NameMeaning::Field(field)) if field.region_elsewhere().is_none() && !field.children => Ok(()),
            Some(_) => Err(unsound_schema(format!(
                "`{expr}` has no value: expected a field without an offset of its own, found `{name}`"
            ))),
            None => Err(bad_reference(format!("no earlier field has the name `{name}`"))),
        }
    }

    fn is_so_far(&self, array: &[Text]) -> bool {
        matches!(array, [name] if self.so_far.is_some_and(|field| field.name == *name))
    }

    fn is_known(&self, name: &str) -> bool {
        self.names.contains_key(name)
    }

    fn refusal_error(&self, message: String) -> Error {
        unsound_schema(message)
    }
}

impl<'m> NameScope<'m> {
    /// Rejects a member that is not a whole number of a structure.
    pub(super) fn check_whole_member(&self, structure: &'m Structure, name: &Text) -> Result<()> {
        match self.find_member(structure, name)? {
            NameMeaning::Field(field) if kind_of(field) != Some(ExprKind::Int) => {
                Err(unsound_schema(format!("expected a whole number, found `{name}`")))
            }
            _ => Ok(()),
        }
    }
}

/// Returns the type of a field, if the field is a single value.
fn kind_of(field: &Field) -> Option<ExprKind> {
    match (&field.ty, &field.len) {
        (Type::CString, _) | (_, Some(_)) if is_dropped(field.region.as_ref()) => None,
        (ty, None) if ty.is_whole() => Some(ExprKind::Int),
        (ty, None) if ty.is_float() => Some(ExprKind::Float),
        (Type::CString, None) | (_, Some(_))
            if field.text_form().is_some() && !matches!(field.ty, Type::Named { .. }) =>
        {
            ((field.ty == Type::CString) == field.len.is_none()).then_some(ExprKind::Encoded)
        }
        (Type::CString, None) => Some(ExprKind::Text),
        _ if field.is_text() => Some(ExprKind::Text),
        _ if field.is_bytes() => Some(ExprKind::Bytes),
        _ => None,
    }
}

/// Returns the type of an element of a list of numbers or texts.
fn kind_of_one(field: &Field) -> Option<ExprKind> {
    match &field.ty {
        Type::Int { .. } | Type::Varint { .. } | Type::Digits { .. } => Some(ExprKind::Int),
        Type::Float { .. } | Type::FixedPoint { .. } => Some(ExprKind::Float),
        Type::CString if field.text_form().is_some() => Some(ExprKind::Encoded),
        Type::CString => Some(ExprKind::Text),
        Type::Named { .. } => None,
    }
}
