//! Checks the counts and conditions that use numbers which a layout sets. A reader reads a field as it was written only
//! if their values stay the same.

use super::part::FilePart;
use super::writer::FileWriter;
use crate::codec::ApartHolder;
use crate::report::{Class, Error, Result};
use crate::schema::{Expr, Field, NumberSetting, Structure, Text};
use std::collections::{HashMap, HashSet};

/// A count or a condition, and its value when the field was written.
pub(super) struct ReliedValue<'a> {
    holder: usize,
    field: &'a Field,
    expr: &'a Expr,
    value: Option<i128>,
}

impl<'a> FileWriter<'a> {
    /// Returns the counts and conditions that use numbers which a layout sets.
    pub(super) fn relied_values(&self) -> Vec<ReliedValue<'a>> {
        // Elements of a list have the same fields.
        let mut known = HashMap::new();
        let mut relied = Vec::new();
        for (holder, ApartHolder { structure, fields, .. }) in self.own.holders.iter().enumerate() {
            if structure.settings.is_empty() {
                continue;
            }
            let exprs: &Vec<_> = known.entry(fields.as_ptr()).or_insert_with(|| needing_set(fields, structure));
            relied.extend(exprs.iter().map(|&(field, expr)| {
                let value = self.own.eval(holder, expr, None, &[]);
                ReliedValue { holder, field, expr, value }
            }));
        }
        relied
    }

    /// Rejects counts and conditions whose values changed when the numbers were set.
    ///
    /// # Errors
    /// `Inconsistent`.
    pub(super) fn expect_same(&self, relied: &[ReliedValue<'a>], parts: &[FilePart<'a>]) -> Result<()> {
        relied.iter().try_for_each(|one| match self.own.eval(one.holder, one.expr, None, &[]) {
            value if value == one.value => Ok(()),
            value => {
                let start = self.own.field_span(one.holder, &one.field.name).map(|(start, _)| start);
                let offset = start.and_then(|start| self.new_offset(parts, start)).unwrap_or_default();
                Err(self.located_at(self.in_holder(one.changed_value_error(value), one.holder), offset))
            }
        })
    }
}

impl ReliedValue<'_> {
    #[cold]
    fn changed_value_error(&self, value: Option<i128>) -> Error {
        let shown = |value: Option<i128>| value.map_or_else(|| "nothing".to_owned(), |value| value.to_string());
        let message = format!(
            "`{}` is {} after the layout has set numbers, but the field was written for {}: set every number of this \
                expression before writing",
            self.expr,
            shown(value),
            shown(self.value)
        );
        Error::unlocated_fault(Class::Inconsistent, message).in_field(&self.field.name)
    }
}

/// Returns the counts and conditions that use a number which a layout sets, in the structure or in elements of an
/// array.
fn needing_set<'a>(fields: &'a [Field], structure: &'a Structure) -> Vec<(&'a Field, &'a Expr)> {
    let described =
        structure.fields().iter().filter_map(|field| Some((&field.name, field.region.as_ref()?.each.as_ref()?)));
    let described: HashMap<_, _> = described.collect();
    let (mut paths, mut arrays) = (HashSet::new(), HashSet::new());
    for NumberSetting { field, target, .. } in structure.settings.iter() {
        let of_entry = target.first().is_some_and(|first| *first == *Expr::ENTRY);
        match described.get(field).filter(|_| of_entry) {
            Some(array) => arrays.insert(*array),
            None => paths.insert(&**target),
        };
    }
    let is_set = |path: &[Text]| paths.contains(path) || path.first().is_some_and(|first| arrays.contains(first));
    // The surrounding bytes are unknown here.
    let needs = |expr: &&Expr| !expr.needs_space() && expr.parts().iter().any(|part| part.path().is_some_and(is_set));
    let of_field = |field: &'a Field| {
        let count = field.len.as_ref().and_then(|len| len.expr());
        field.when.iter().chain(count).filter(needs).map(move |expr| (field, expr))
    };
    fields.iter().flat_map(of_field).collect()
}
