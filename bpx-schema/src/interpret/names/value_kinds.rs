//! Finds the types of the values that names mean.

use super::scope::{Named, Scope, is_dropped};
use crate::interpret::check::{bad_reference, unsound};
use crate::report::{Error, Result};
use crate::schema::{Expr, Field, Kind, Names, Text, Type};

impl Names for Scope<'_> {
    type Error = Error;

    fn value(&self, path: &[Text]) -> Result<Kind> {
        let kind = match self.find(path, false)? {
            Named::Number => Some(Kind::Int),
            Named::Field(field) => kind_of(field),
            Named::One(field) => kind_of_one(field),
            Named::Element(_) | Named::Overlapped(_) | Named::Facts(_) => None,
        };
        kind.ok_or_else(|| unsound(format!("expected a single value, found `{}`", path.join("."))))
    }

    fn element(&self, array: &[Text], members: &[Text]) -> Result<Kind> {
        if self.is_so_far(array) {
            let entry: Vec<_> = [Text::Borrowed(Expr::ENTRY)].iter().chain(members).cloned().collect();
            return self.value(&entry);
        }
        let field = match self.find(array, false)? {
            Named::Field(field) if is_dropped(field.region.as_ref()) => {
                let name = array.join(".");
                return Err(unsound(format!(
                    "`{name}` is stored with a transform, so an expression can use only its length"
                )));
            }
            Named::Field(field) if field.len.is_some() && !field.children => field,
            _ => return Err(unsound(format!("expected an array, found `{}`", array.join(".")))),
        };
        let shown =
            || format!("{}[..]{}", array.join("."), members.iter().map(|name| format!(".{name}")).collect::<String>());
        let kind = match (&field.ty, members) {
            (Type::Named { link, .. }, [first, rest @ ..]) => match self.member_at(self.resolve(link)?, first, rest)? {
                Named::Number => Some(Kind::Int),
                Named::Field(field) => kind_of(field),
                Named::One(_) | Named::Element(_) | Named::Overlapped(_) | Named::Facts(_) => None,
            },
            (Type::Int { .. }, []) => Some(Kind::Int),
            (ty, []) if ty.is_float() => Some(Kind::Float),
            _ => None,
        };
        kind.ok_or_else(|| unsound(format!("expected a single value, found `{}`", shown())))
    }

    fn len(&self, array: &[Text]) -> Result<()> {
        match self.find(array, false)? {
            Named::Field(field) if field.len.is_some() || field.children => Ok(()),
            _ => Err(unsound(format!("expected an array, found `{}`", array.join(".")))),
        }
    }

    /// Rejects a member that is not a whole number of the array's elements.
    fn members(&self, array: &[Text], members: &[&Text]) -> Result<()> {
        let element = match self.names.get(Expr::ENTRY) {
            Some(Named::Element(element)) if self.is_so_far(array) => *element,
            _ => self.elements(array)?,
        };
        members.iter().try_for_each(|member| match self.member(element, member)? {
            Named::Field(field) if kind_of(field) != Some(Kind::Int) => {
                Err(unsound(format!("expected a whole number, found `{member}`")))
            }
            _ => Ok(()),
        })
    }

    /// Accepts any word, because a reader knows all words.
    fn word(&self, _: &Expr) -> Result<()> {
        Ok(())
    }

    fn measured(&self, expr: &Expr) -> Result<()> {
        let Some(name) = expr.measured().filter(|name| **name != Expr::SELF) else { return Ok(()) };
        match self.names.get(&**name) {
            Some(Named::Field(field)) if field.region_elsewhere().is_none() && !field.children => Ok(()),
            Some(_) => Err(unsound(format!(
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

    fn refused(&self, message: String) -> Error {
        unsound(message)
    }
}

/// Returns the type of a field, if the field is a single value.
fn kind_of(field: &Field) -> Option<Kind> {
    match (&field.ty, &field.len) {
        (Type::CString, _) | (_, Some(_)) if is_dropped(field.region.as_ref()) => None,
        (ty, None) if ty.is_whole() => Some(Kind::Int),
        (ty, None) if ty.is_float() => Some(Kind::Float),
        (Type::CString, None) | (_, Some(_))
            if field.text_form().is_some() && !matches!(field.ty, Type::Named { .. }) =>
        {
            ((field.ty == Type::CString) == field.len.is_none()).then_some(Kind::Encoded)
        }
        (Type::CString, None) => Some(Kind::Text),
        _ if field.is_text() => Some(Kind::Text),
        _ if field.is_bytes() => Some(Kind::Bytes),
        _ => None,
    }
}

/// Returns the type of an element of a list of numbers or texts.
fn kind_of_one(field: &Field) -> Option<Kind> {
    match &field.ty {
        Type::Int { .. } | Type::Varint { .. } | Type::Digits { .. } => Some(Kind::Int),
        Type::Float { .. } | Type::FixedPoint { .. } => Some(Kind::Float),
        Type::CString if field.text_form().is_some() => Some(Kind::Encoded),
        Type::CString => Some(Kind::Text),
        Type::Named { .. } => None,
    }
}
