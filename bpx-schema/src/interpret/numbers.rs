//! Checks the rules for each number of a list.

use super::Run;
use super::env::{Env, Var};
use crate::codec::Decoder;
use crate::report::Result;
use crate::schema::{Constraint, Expr, Text};

impl<'m> Run<'m> {
    /// Checks a rule for each number of a list.
    pub(super) fn each_number(
        &self,
        d: &mut Decoder<'_, '_>,
        env: &mut Env<'m, '_>,
        rule: &'m Constraint,
        (array, expr): (&'m Text, &'m Expr),
    ) -> Result<()> {
        let Some(bound) = env.find(array) else { return Ok(()) };
        let (list, start) = (bound.value.clone(), bound.at);
        let (count, size) = match &list {
            Var::Bytes(bytes) | Var::Text(bytes) => (bytes.len(), 1),
            Var::Numbers(numbers) => (numbers.iter().len(), numbers.size),
            _ => return Ok(()),
        };
        for index in 0..count {
            self.step(d, 0)?;
            let number = match &list {
                Var::Bytes(bytes) | Var::Text(bytes) => bytes.get(index).map(|byte| i128::from(*byte)),
                Var::Numbers(numbers) => numbers.at(index).and_then(|number| number.as_int()),
                _ => None,
            };
            let Some(number) = number else { continue };
            env.bind(Constraint::ENTRY, Var::Int(number));
            env.bind(Constraint::INDEX, Var::Int(index as i128));
            let holds = self.holds(d, env, expr)?;
            let values = if holds == Some(true) { Vec::new() } else { self.stated(d, env, rule)? };
            env.bound.truncate(env.bound.len() - 2);
            if holds != Some(true) {
                // The element was read, so its offset does not overflow.
                let at = start.advance((index as u64).saturating_mul(size as u64), d.is_packed());
                let element = (array.clone(), index as u64, at);
                d.assert_at(rule, element, holds, &|_, index| values.get(index).cloned().flatten());
            }
        }
        Ok(())
    }
}
