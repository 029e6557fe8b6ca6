//! Checks fields one by one.

use super::field::Field;
use super::follows::always_agrees;
use super::order::field_orders;
use super::rules::field_rules;
use crate::parse::{self, Attrs, Errors, name_of};
use syn::Result;

/// Checks fields; `attrs` has the attributes of the structure, which state byte orders and parameters.
pub(crate) fn checked_fields(attrs: &Attrs, fields: Vec<Result<parse::WrittenField>>) -> Result<Vec<Field>> {
    let mut errors = Errors::default();
    let (mut list, mut taken) = (Vec::new(), attrs.import.iter().map(|(name, _)| name_of(name)).collect::<Vec<_>>());
    let fields: Vec<_> = fields.into_iter().filter_map(|field| errors.note_error(field)).collect();
    let orders = field_orders(attrs, &fields, &mut errors);
    for (field, order) in fields.into_iter().zip(orders) {
        let mut field = Field::new(field, order);
        field.note_index(&taken);
        taken.push(name_of(&field.name));
        list.push(field);
    }
    let differ: Vec<_> = list.iter().map(|field| may_differ(field, &list)).collect();
    for (field, differs) in list.iter_mut().zip(differ) {
        // `errors` fails the declaration, so that the missing rules do not matter.
        field.rules = errors.note_error(field_rules(field, differs)).unwrap_or_default();
    }
    errors.finish()?;
    Ok(list)
}

fn may_differ(field: &Field, fields: &[Field]) -> bool {
    let calc = field.attrs.calc.as_ref();
    calc.is_some_and(|calc| !always_agrees(std::slice::from_ref(&field.name), calc, fields))
}
