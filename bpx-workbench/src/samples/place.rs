//! Writes the last parts of a file: regions, computed values, checksums.

use super::env::{Env, Val, View};
use super::fields::{MAX_SIZE, Maker};
use bpx_schema::codec::{FieldSpan, seal_sums};
use bpx_schema::schema::{Binary, Expr, Field, LayoutFact, NumberSetting, Region, Rule, Structure, Type};
use bpx_schema::transform::{DynTransform, TransformType, Xz, Zlib, encode};
use bpx_schema::value::eval_int;
use std::rc::Rc;
use std::sync::Arc;

/// The regions of one field, which the entries of an array describe.
pub(super) struct PendingRegions<'m> {
    pub(super) env: Rc<Env<'m>>,
    pub(super) field: &'m Field,
    pub(super) region: &'m Region,
    /// The numbers that a writer sets after the writer has placed all bytes.
    pub(super) settings: &'m [NumberSetting],
}

/// A structure that was written.
pub(super) struct WrittenStructure<'m> {
    pub(super) structure: &'m Structure,
    pub(super) fields: &'m [Field],
    pub(super) env: Rc<Env<'m>>,
    pub(super) spans: Vec<FieldSpan<'m>>,
    /// The offset of the value, and the position at which its rules are evaluated.
    pub(super) begin: usize,
    pub(super) end: usize,
}

impl<'m> Maker<'m, '_, '_> {
    /// Writes the contents of all regions after the other bytes, and sets the fields that describe the regions.
    pub(super) fn place_regions(&mut self, depth: u32) -> Option<()> {
        for PendingRegions { env, field, region, settings } in std::mem::take(&mut self.regions) {
            let Some((Val::List(entries), [])) = env.find_value(region.each.as_slice()) else { continue };
            for entry in entries.iter() {
                let mut env = Env::clone(&env);
                env.bind_name("entry", entry.clone());
                let facts = self.place_region(&env, field, region, depth)?;
                env.bind_name(LayoutFact::REGION, facts_of(&facts));
                for setting in settings.iter().filter(|setting| setting.field == field.name) {
                    if let Some(value) = self.eval_expr(&env, &setting.value) {
                        self.set_expr(&env, &Expr::Path(setting.target.clone()), value);
                    }
                }
            }
        }
        Some(())
    }

    /// Writes the content of a region; returns the facts of its layout.
    fn place_region(
        &mut self,
        env: &Env<'m>,
        field: &'m Field,
        region: &'m Region,
        depth: u32,
    ) -> Option<[(LayoutFact, usize); 3]> {
        let Type::Named { link, args } = &field.ty else { return None };
        let structure = self.model.get(link.name())?;
        let args = args.iter().map(|arg| self.eval_expr(env, arg)).collect::<Option<Vec<_>>>()?;
        let mut content = Maker::new(self.model, (self.algorithms, self.hints), self.tape);
        let content = content.write_space(structure, &args, depth + 1)?;
        let offset = self.out.len();
        self.store_content(env, region, &content)?;
        let stored_size = self.out.len().checked_sub(offset)?;
        Some([
            (LayoutFact::Offset, offset),
            (LayoutFact::StoredSize, stored_size),
            (LayoutFact::ContentSize, content.len()),
        ])
    }

    /// Writes the content of a field, in its stored form, after the bytes of the field before.
    pub(super) fn write_stored(
        &mut self,
        field: &'m Field,
        region: &'m Region,
        env: &Env<'m>,
        depth: u32,
    ) -> Option<Val<'m>> {
        let (model, bytes) = (self.model, &*self.out);
        let env_inside = View { tape: self.tape, model, env, bytes, position: bytes.len() }.without_bytes();
        let mut inside = Maker::new(self.model, (self.algorithms, self.hints), self.tape);
        let value = inside.write_field(field, &env_inside, depth + 1)?;
        inside.place_regions(depth)?;
        inside.complete_values();
        let content = std::mem::take(&mut inside.out);
        let value =
            View { tape: self.tape, model, env: &env_inside, bytes: &content, position: 0 }.detached_value(&value);
        let fits = self.store_content(env, region, &content)?;
        fits.then_some(value)
    }

    /// Writes content in its stored form, and sets the fields that describe the content; returns whether the field for
    /// the stored size can hold that size.
    fn store_content(&mut self, env: &Env<'m>, region: &'m Region, content: &[u8]) -> Option<bool> {
        let holds = |maker: &Self, when: &Expr| maker.eval_expr(env, when).is_some_and(|value| value != 0);
        let step = region.steps.iter().find(|step| holds(self, &step.when));
        let stored = match step {
            Some(step) => {
                encode(content, &*self.quickest_transform(self.algorithms.find_transform(&step.transform)?)).ok()?
            }
            None => content.to_vec(),
        };
        let offset = self.out.len();
        if offset + stored.len() > MAX_SIZE {
            return None;
        }
        let number = |size: usize| size as i128;
        let mut set = |expr: &'m Option<Expr>, value: usize| {
            expr.as_ref().is_none_or(|expr| self.set_expr(env, expr, number(value)))
        };
        set(&region.at, offset);
        let fits = set(&region.size, stored.len());
        set(&region.content_size, content.len());
        if let Some(check) = region.checks.iter().find(|check| holds(self, &check.when))
            && let Some(checksum) = check.algorithms.first().and_then(|first| self.algorithms.find_checksum(first))
        {
            self.set_expr(env, &check.stored, i128::from(checksum.checksum(content)));
        }
        self.out.extend(stored);
        Some(fits)
    }

    /// Returns a fast variant of the transform: level 1 for zlib, level 1 and one thread for xz, and any other
    /// algorithm unchanged.
    fn quickest_transform(&self, ty: TransformType) -> Arc<dyn DynTransform> {
        if ty.is::<Xz>() {
            Arc::new(Xz::new().with_level(1).with_threads(1))
        } else if ty.is::<Zlib>() {
            Arc::new(Zlib::new().with_level(1))
        } else {
            self.algorithms.value_of(ty)
        }
    }

    /// Computes the values that depend on other bytes: derived values, equations, checksums.
    pub(super) fn complete_values(&mut self) {
        let list = std::mem::take(&mut self.finish);
        for one in &list {
            let size = self.out.len();
            for setting in one.structure.settings.iter().filter(|setting| setting.field.is_empty()) {
                let mut env = Env::clone(&one.env);
                env.bind_name(LayoutFact::FILE, facts_of(&[(LayoutFact::FileEnd, size), (LayoutFact::FileSize, size)]));
                if let Some(value) = self.eval_expr(&env, &setting.value) {
                    self.set_expr(&env, &Expr::Path(setting.target.clone()), value);
                }
            }
            for derived in one.structure.derived.iter() {
                if let Some(value) = self.eval_at(one, one.begin, &derived.value) {
                    self.set_expr(&one.env, &Expr::Path(derived.target.clone()), value);
                }
            }
            for field in one.fields {
                let Some(derived) = field.derived.as_ref().filter(|_| self.tape.charge_steps(one.spans.len())) else {
                    continue;
                };
                let start = one.spans.iter().find(|(name, ..)| *name == field.name).map(|(_, start, ..)| *start);
                let at = start.and_then(|start| usize::try_from(start).ok()).unwrap_or(one.begin);
                if let Some(value) = self.eval_at(one, at, derived) {
                    self.set_expr(&one.env, &Expr::Path(vec![field.name.clone()].into()), value);
                }
            }
            let rules = one.structure.rules.iter().map(|rule| &rule.rule);
            for rule in rules {
                let Rule::Assert(Expr::Binary(Binary::Eq, operands)) = rule else { continue };
                let [a, b] = &**operands else { continue };
                let equal = |maker: &mut Self, one: &WrittenStructure<'m>, from: &Expr, to: &Expr| {
                    maker.eval_at(one, one.end, from).is_some_and(|value| maker.set_expr(&one.env, to, value))
                };
                let _ = equal(self, one, b, a) || equal(self, one, a, b);
            }
        }
        for one in &list {
            let model = self.model;
            // A checksum without a place is a fault of the schema, which a reader of the file reports.
            let _ =
                seal_sums(&mut self.out, one.structure, &one.spans, &|link| model.get(link.name()), self.algorithms);
        }
    }

    /// Returns the value of an expression at a position.
    fn eval_at(&self, one: &WrittenStructure<'m>, position: usize, expr: &Expr) -> Option<i128> {
        eval_int(expr, &View { tape: self.tape, model: self.model, env: &one.env, bytes: &self.out, position })
    }
}

/// Returns facts of a layout as members of a name in expressions.
fn facts_of<'m>(facts: &[(LayoutFact, usize)]) -> Val<'m> {
    let mut env = Env::default();
    for (fact, value) in facts {
        env.bind_name(fact.name(), Val::Int(*value as i128));
    }
    Val::Fields(Rc::new(env))
}
