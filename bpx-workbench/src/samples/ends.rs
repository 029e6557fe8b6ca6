//! Writes lists that end with a certain element, or before certain bytes.

use super::env::{Env, Val};
use super::fields::Maker;
use super::values;
use bpx_schema::schema::{Binary, Expr, Field, Length, Text};
use bpx_schema::value::ListEnding;
use std::rc::Rc;

/// A value that a member must have.
#[derive(Clone)]
pub(super) enum ForcedValue {
    Number(i128),
    Bytes(Vec<u8>),
}

impl<'m> Maker<'m, '_, '_> {
    /// Writes elements up to an element for which the condition holds; `None` if no such element was found.
    pub(super) fn write_until(
        &mut self,
        field: &'m Field,
        condition: &'m Expr,
        env: &Env<'m>,
        depth: u32,
    ) -> Option<Val<'m>> {
        let count = if depth >= values::DEEP { 1 } else { *self.tape.pick_alternative(&[1_u64, 2, 3])? };
        let (start, mut list, mut ending) = (self.out.len(), Vec::new(), ListEnding::of_field(field)?);
        for index in 0..count {
            if index + 1 == count {
                self.forced = self.wanted_values(condition, env, index);
            }
            let entry = self.write_element(field, env, index, depth)?;
            self.forced.clear();
            list.push(entry.clone());
            let mut inner = env.clone();
            inner.bind_name(Length::ENTRY, entry);
            inner.bind_name(Length::INDEX, Val::Int(i128::from(index)));
            if self.in_scope(&inner, |scope| ending.is_last(scope))? {
                return Some(self.run_or_list(field, start, list));
            }
        }
        None
    }

    /// Writes elements and then the given bytes; `None` if an element begins with these bytes.
    pub(super) fn write_terminated(
        &mut self,
        field: &'m Field,
        bytes: &[u8],
        env: &Env<'m>,
        depth: u32,
    ) -> Option<Val<'m>> {
        let count = if depth >= values::DEEP { 0 } else { *self.tape.pick_alternative(&[0_u64, 1, 2])? };
        let (start, mut starts, mut list) = (self.out.len(), Vec::new(), Vec::new());
        for index in 0..count {
            starts.push(self.out.len());
            list.push(self.write_element(field, env, index, depth)?);
        }
        let value = self.run_or_list(field, start, list);
        self.out.extend(bytes);
        let begins = |start: usize| self.out.get(start..).is_some_and(|rest| rest.starts_with(bytes));
        (!starts.into_iter().any(begins)).then_some(value)
    }

    fn run_or_list(&self, field: &'m Field, start: usize, list: Vec<Val<'m>>) -> Val<'m> {
        if field.ty.is_byte() { Val::Run(field, start, self.out.len()) } else { Val::List(Rc::new(list)) }
    }

    /// Removes and returns the value that a field must have, if any.
    pub(super) fn take_forced(&mut self, field: &Field) -> Option<ForcedValue> {
        let is_entry = field.len.as_ref().is_some_and(|len| matches!(len, Length::Until(_)));
        let place = self.forced.iter().position(|(name, _)| *field.name == **name || is_entry && name == Length::ENTRY);
        place.map(|place| self.forced.remove(place).1)
    }

    /// Returns values of members with which a condition holds, as far as comparisons in the condition show such values.
    fn wanted_values(&self, condition: &Expr, env: &Env<'m>, index: u64) -> Vec<(String, ForcedValue)> {
        match (condition, condition.operands()) {
            (Expr::Binary(Binary::Both, _), [a, b]) => {
                [a, b].into_iter().flat_map(|one| self.wanted_values(one, env, index)).collect()
            }
            (Expr::Binary(Binary::Either, _), [a, b]) => {
                let first = self.wanted_values(a, env, index);
                if first.is_empty() { self.wanted_values(b, env, index) } else { first }
            }
            (Expr::Binary(Binary::Eq | Binary::Ge | Binary::Le, _), [Expr::Path(path), value]) => {
                let Some(name) = path.last().filter(|_| path.first().is_some_and(is_entry)) else { return Vec::new() };
                let value = match value {
                    Expr::Bytes(bytes) => Some(ForcedValue::Bytes(bytes.to_vec())),
                    value => self.eval_expr(&env.with_index(index), value).map(ForcedValue::Number),
                };
                value.map(|value| (name.to_string(), value)).into_iter().collect()
            }
            _ => Vec::new(),
        }
    }
}

fn is_entry(name: &Text) -> bool {
    *name == *Length::ENTRY
}
