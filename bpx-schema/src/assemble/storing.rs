//! Fields that lie in place and are stored through a transform.

use super::Assembler;
use super::fields::Owner;
use crate::codec::{FieldSpan, Made, in_content, misstated, set_fact};
use crate::report::{Class, Error, Result};
use crate::schema::{Algorithm, Expr, Field, Region};

impl<'m> Assembler<'m> {
    /// Writes a field into content of its own, stores that, and sets what the structure states about it.
    pub(super) fn stored(
        &mut self,
        owner: Owner<'_>,
        (field, region): (&Field, &Region),
        spans: &[FieldSpan<'_>],
    ) -> Result<()> {
        let before = std::mem::take(&mut self.out);
        let written = self.field(owner, field);
        let content = std::mem::replace(&mut self.out, before);
        written.map_err(|error| in_content(error, self.position()))?;
        // What is absent is not stored.
        if content.is_empty() && owner.object.get(&field.name).is_none() {
            return Ok(());
        }
        let model = self.model;
        let algorithms = self.budget.algorithms().clone();
        let mut step = None;
        for one in region.steps.iter() {
            if self.holds(owner, &one.when)? {
                let ty = algorithms.transform(&one.transform).ok_or_else(|| self.unknown(&one.transform))?;
                step = Some(algorithms.value_of(ty));
                break;
            }
        }
        let mut check = None;
        for (place, one) in region.checks.iter().enumerate() {
            if self.holds(owner, &one.when)? {
                let known = |name: &Algorithm| algorithms.checksum(name).ok_or_else(|| self.unknown(name));
                check = one.algorithms.first().map(known).transpose()?.map(|ty| (place, ty));
                break;
            }
        }
        let made = Made::of(content, step.as_deref(), check.map(|(_, ty)| ty));
        let made = made.map_err(|(class, message)| self.fault(class, message))?;
        self.out.extend_from_slice(&made.stored);
        for (expr, fact) in made.facts(region, check.map(|(place, _)| place)).into_iter().flatten() {
            let set =
                set_fact(Some(&mut self.out), (owner.fields, spans), (expr, fact), &|link| model.get(link.name()));
            let set = set.map_err(|(class, message)| self.fault(class, message))?;
            let stated = if set || expr.needs_space() { Some(i128::from(fact)) } else { self.eval(owner, expr) };
            if stated != Some(i128::from(fact)) {
                let (class, message) = misstated(expr, stated, fact);
                return Err(self.fault(class, message));
            }
        }
        Ok(())
    }

    fn holds(&self, owner: Owner<'_>, when: &Expr) -> Result<bool> {
        let value = self.eval(owner, when);
        let value = value.ok_or_else(|| self.fault(Class::Overflow, format!("the condition `{when}` has no value")))?;
        Ok(value != 0)
    }

    fn unknown(&self, algorithm: &Algorithm) -> Error {
        self.fault(Class::UnsupportedFeature, format!("`{}` is not known here", algorithm.name()))
    }
}
