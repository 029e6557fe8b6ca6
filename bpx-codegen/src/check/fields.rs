//! Fields, checked one by one.

use super::field::Field;
use super::follows::always_agrees;
use super::rules::rules;
use crate::parse::{self, Errors, Shape, name_of};
use syn::{Error, Ident, Result, Type};

/// Checks fields; `big` is the byte order of those that state none, and these are the parameters of the structure.
pub(crate) fn fields(
    big: Option<bool>,
    params: &[(Ident, Type)],
    fields: Vec<Result<parse::Field>>,
) -> Result<Vec<Field>> {
    let mut errors = Errors::default();
    let (mut list, mut taken) = (Vec::new(), params.iter().map(|(name, _)| name_of(name)).collect::<Vec<_>>());
    for field in fields {
        let Some(field) = errors.take(field) else { continue };
        let big = field.attrs.big.or(big);
        if big.is_none() && has_order(&field.shape) {
            errors.add(Error::new_spanned(
                &field.ty,
                "the byte order is not known: put `#[brw(little)]` or `#[brw(big)]` on the structure",
            ));
        }
        let mut field = Field::new(field, big.unwrap_or_default());
        field.note_index(&taken);
        taken.push(name_of(&field.name));
        list.push(field);
    }
    let differ: Vec<_> = list.iter().map(|field| may_differ(field, &list)).collect();
    for (field, differs) in list.iter_mut().zip(differ) {
        field.rules = errors.take(rules(field, differs)).unwrap_or_default();
    }
    errors.finish()?;
    Ok(list)
}

fn may_differ(field: &Field, fields: &[Field]) -> bool {
    let calc = field.attrs.calc.as_ref();
    calc.is_some_and(|calc| !always_agrees(std::slice::from_ref(&field.name), calc, fields))
}

fn has_order(shape: &Shape) -> bool {
    match shape {
        Shape::One(kind) | Shape::Array(kind, _) | Shape::List(kind) => kind.has_order(),
        Shape::Regions(_) => false,
    }
}
