//! Counts and conditions over numbers that a layout sets: a field is read as it was written only if they stay the same.

use super::faults::fault;
use super::own::OUTERMOST;
use super::writer::FileWriter;
use crate::report::{Class, Error, Result};
use crate::schema::{Expr, Field, Setting, Structure, Text};

/// A count or a condition, and its value when the field was written.
pub(super) struct Relied<'a> {
    holder: usize,
    field: &'a Field,
    expr: &'a Expr,
    value: Option<i128>,
}

impl<'a> FileWriter<'a> {
    /// Returns the counts and conditions over numbers that a layout sets.
    pub(super) fn relied(&self) -> Vec<Relied<'a>> {
        let holders = self.own.holders.iter().enumerate();
        let setting = holders.filter(|(_, holder)| !holder.structure.settings.is_empty());
        let found = setting.flat_map(|(number, holder)| {
            let structure = holder.structure;
            let fields = if number == OUTERMOST { structure.fields() } else { holder.fields };
            fields.iter().flat_map(move |field| {
                let count = field.len.as_ref().and_then(|len| len.expr());
                let exprs = field.when.iter().chain(count).filter(|expr| needs_set(expr, structure));
                exprs.map(move |expr| (number, field, expr))
            })
        });
        let valued = found.map(|(holder, field, expr)| {
            let value = self.own.eval(holder, expr, None, &[]);
            Relied { holder, field, expr, value }
        });
        valued.collect()
    }

    /// Rejects counts and conditions that have another value after the numbers are set.
    ///
    /// # Errors
    /// `Inconsistent`.
    pub(super) fn expect_same(&self, relied: &[Relied<'a>]) -> Result<()> {
        relied.iter().try_for_each(|one| match self.own.eval(one.holder, one.expr, None, &[]) {
            value if value == one.value => Ok(()),
            value => Err(one.changed(value)),
        })
    }
}

impl Relied<'_> {
    #[cold]
    fn changed(&self, value: Option<i128>) -> Error {
        let shown = |value: Option<i128>| value.map_or_else(|| "nothing".to_owned(), |value| value.to_string());
        let message = format!(
            "`{}` is {} after the places are set, but the field was written for {}: set all numbers in it",
            self.expr,
            shown(value),
            shown(self.value)
        );
        fault(Class::Inconsistent, message).in_field(&self.field.name)
    }
}

/// Returns whether an expression needs a number that a layout sets, perhaps in each element of an array.
fn needs_set(expr: &Expr, structure: &Structure) -> bool {
    let names = |path: &[Text], setting: &Setting| {
        let each = structure.field(&setting.field).and_then(|field| field.region.as_ref()?.each.as_ref());
        let of_entry = setting.target.first().is_some_and(|first| *first == *Expr::ENTRY);
        if of_entry && each.is_some() { each == path.first() } else { setting.target == path }
    };
    // The surrounding bytes are unknown here.
    !expr.needs_space()
        && expr
            .parts()
            .iter()
            .any(|part| part.path().is_some_and(|path| structure.settings.iter().any(|setting| names(path, setting))))
}
