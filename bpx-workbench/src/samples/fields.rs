//! Writes fields one after the other, and makes choices where the schema allows several values.

use super::Sample;
use super::ends::ForcedValue;
use super::env::{Env, Val, View, cut_number, number_bytes, type_limits};
use super::hints::Hints;
use super::place::{PendingRegions, WrittenStructure};
use super::tape::Tape;
use super::values;
use bpx_schema::Algorithms;
use bpx_schema::codec::{varint_size, write_varint};
use bpx_schema::schema::{BitField, Body, Case, Endian, Expr, Field, Length, Model, Structure, Type};
use bpx_schema::value::{Scope, eval_int};
use std::collections::HashSet;
use std::rc::Rc;

/// The largest size of a sample in bytes.
pub(super) const MAX_SIZE: usize = 64 << 10;
/// The largest number of elements of a list in a sample.
const MAX_COUNT: u64 = 64;
/// The largest depth of nested structures.
const MAX_DEPTH: u32 = 24;

/// Makes the bytes of one space.
pub(super) struct Maker<'m, 't, 'p> {
    pub(super) model: &'m Model,
    pub(super) algorithms: &'t Algorithms,
    pub(super) hints: &'t Hints,
    pub(super) tape: &'t mut Tape<'p>,
    pub(super) out: Vec<u8>,
    /// Regions whose bytes are written after all other fields.
    pub(super) regions: Vec<PendingRegions<'m>>,
    /// Structures whose computed values and checksums are written last, inner structures first.
    pub(super) finish: Vec<WrittenStructure<'m>>,
    /// Offsets of computed numbers that must not change again.
    pub(super) fixed: HashSet<usize>,
    /// Values that members of the next element must have, by the names of the members.
    pub(super) forced: Vec<(String, ForcedValue)>,
}

impl<'m, 't, 'p> Maker<'m, 't, 'p> {
    /// Writes a value of the structure; `None` if the choices allow no value.
    pub(super) fn write_sample(
        model: &'m Model,
        (algorithms, hints): (&'t Algorithms, &'t Hints),
        structure: &'m Structure,
        tape: &'t mut Tape<'p>,
    ) -> Option<Sample> {
        let mut args = Vec::new();
        for param in structure.params.iter() {
            let list = values::allowed_integers(hints, param, &[], None, (0, i128::from(u32::MAX)), 0);
            args.push(*tape.pick_alternative(&list)?);
        }
        let mut maker = Self::new(model, (algorithms, hints), tape);
        let bytes = maker.write_space(structure, &args, 0)?;
        Some(Sample { bytes, args })
    }

    pub(super) fn new(
        model: &'m Model,
        (algorithms, hints): (&'t Algorithms, &'t Hints),
        tape: &'t mut Tape<'p>,
    ) -> Self {
        Self {
            model,
            algorithms,
            hints,
            tape,
            out: Vec::new(),
            regions: Vec::new(),
            finish: Vec::new(),
            fixed: HashSet::new(),
            forced: Vec::new(),
        }
    }

    /// Writes a space that holds the structure, and returns all bytes of the space.
    pub(super) fn write_space(&mut self, structure: &'m Structure, args: &[i128], depth: u32) -> Option<Vec<u8>> {
        self.write_structure(structure, args, depth)?;
        self.place_regions(depth)?;
        self.complete_values();
        (self.out.len() <= MAX_SIZE).then(|| std::mem::take(&mut self.out))
    }

    pub(super) fn eval_expr(&self, env: &Env<'m>, expr: &Expr) -> Option<i128> {
        self.in_scope(env, |scope| eval_int(expr, scope))
    }

    /// Returns the result of `compute` over the values in `env`.
    pub(super) fn in_scope<T>(&self, env: &Env<'m>, compute: impl FnOnce(&dyn Scope) -> Option<T>) -> Option<T> {
        let (model, bytes) = (self.model, &*self.out);
        compute(&View { tape: self.tape, model, env, bytes, position: bytes.len() })
    }

    fn write_structure(&mut self, structure: &'m Structure, args: &[i128], depth: u32) -> Option<Val<'m>> {
        if depth > MAX_DEPTH || self.out.len() > MAX_SIZE || !self.tape.charge_steps(1) {
            return None;
        }
        let mut env = Env::default();
        for (name, value) in structure.params.iter().zip(args) {
            env.bind_name(name, Val::Int(*value));
        }
        match &structure.body {
            Body::Bits(fields) => self.write_bits(structure, fields, depth),
            Body::Fields(fields) => self.write_fields(structure, fields, env, depth),
            Body::Switch(cases) => {
                let holds = |when: &Expr| self.eval_expr(&env, when).is_some_and(|value| value != 0);
                // Up to the first case that no tag chooses.
                let open: Vec<_> = cases.iter().filter(|case| case.when.as_ref().is_none_or(holds)).collect();
                let count = open.iter().take_while(|case| case.tag().is_some()).count();
                let open = open.get(..=count).unwrap_or(&open);
                let case = match open {
                    [only] => only,
                    several => *self.tape.pick_alternative(several)?,
                };
                self.tape.note_field(&structure.name, &case.name);
                let begin = self.out.len();
                let value = self.write_fields(structure, &case.fields, env, depth).map(|_| Val::Opaque);
                // The case was written from `begin` on.
                let written = self.out.get(begin..).unwrap_or_default();
                let is_other = |other: &&Case| other.tag().is_some_and(|tag| written.starts_with(tag));
                let mut before = open.iter().take_while(|other| other.name != case.name);
                value.filter(|_| !before.any(is_other))
            }
        }
    }

    /// Writes fields that follow each other, and then fields with offsets of their own.
    fn write_fields(
        &mut self,
        structure: &'m Structure,
        fields: &'m [Field],
        mut env: Env<'m>,
        depth: u32,
    ) -> Option<Val<'m>> {
        let begin = self.out.len();
        let mut spans = Vec::new();
        env.spans.push((Expr::SELF, begin as u64, begin as u64, None));
        let (here, elsewhere): (Vec<_>, Vec<_>) = fields.iter().partition(|field| field.region_elsewhere().is_none());
        for field in here {
            let start = self.out.len();
            env.spans.push((&*field.name, start as u64, start as u64, None));
            let value = self.write_if_present(structure, field, &env, depth)?;
            env.spans.pop();
            let span = (&*field.name, start as u64, self.out.len() as u64, order_of(&value));
            env.bind_name(&field.name, value);
            spans.push(span);
            env.spans.push(span);
        }
        let end = self.out.len();
        if let Some((_, _, of_whole, _)) = env.spans.first_mut() {
            *of_whole = end as u64;
        }
        for field in elsewhere {
            let Some(region) = field.region.as_ref().filter(|region| region.each.is_none()) else { continue };
            let start = self.out.len();
            if let Some(at) = &region.at {
                self.set_expr(&env, at, i128::try_from(start).ok()?);
            }
            let value = self.write_if_present(structure, field, &env, depth)?;
            spans.push((&*field.name, start as u64, self.out.len() as u64, order_of(&value)));
            env.bind_name(&field.name, value);
        }
        let env = Rc::new(env);
        for field in fields {
            if let Some(region) = field.region.as_ref().filter(|region| region.each.is_some()) {
                let settings = &*structure.settings;
                self.regions.push(PendingRegions { env: env.clone(), field, region, settings });
            }
        }
        self.finish.push(WrittenStructure { structure, fields, env: env.clone(), spans, begin, end });
        Some(Val::Fields(env))
    }

    fn write_if_present(&mut self, owner: &Structure, field: &'m Field, env: &Env<'m>, depth: u32) -> Option<Val<'m>> {
        if let Some(when) = &field.when
            && self.eval_expr(env, when)? == 0
        {
            // An absent list has no elements to sum.
            let absent = if field.len.is_some() { Val::List(Rc::default()) } else { Val::Opaque };
            return Some(field.otherwise.map_or(absent, |value| Val::Int(i128::from(value))));
        }
        self.tape.note_field(&owner.name, &field.name);
        match field.region_stored() {
            // A stream that was not stored has no content.
            Some(region) if region.joined.is_some() => Some(Val::Opaque),
            Some(region) => self.write_stored(field, region, env, depth),
            None => self.write_field(field, env, depth),
        }
    }

    /// Writes a field that is present.
    pub(super) fn write_field(&mut self, field: &'m Field, env: &Env<'m>, depth: u32) -> Option<Val<'m>> {
        let count = match &field.len {
            None => return self.write_value(field, env, depth),
            Some(Length::Fixed(count)) => *count,
            Some(Length::Count(count)) => u64::try_from(self.eval_expr(env, count)?).ok()?,
            Some(Length::Rest) => *self.tape.pick_alternative(values::element_counts(depth))?,
            Some(Length::Until(condition)) => return self.write_until(field, condition, env, depth),
            Some(Length::Terminated(bytes)) => return self.write_terminated(field, bytes, env, depth),
        };
        if field.ty.is_byte() {
            let size = usize::try_from(count).ok().filter(|size| *size <= MAX_SIZE)?;
            let start = self.out.len();
            let run = match self.take_forced(field) {
                Some(ForcedValue::Bytes(run)) if run.len() == size => run,
                _ => self.tape.pick_alternative(&values::byte_runs(field, size))?.clone(),
            };
            self.out.extend(run);
            return Some(Val::Run(field, start, self.out.len()));
        }
        if count > MAX_COUNT {
            return None;
        }
        let list = (0..count).map(|index| self.write_element(field, env, index, depth)).collect::<Option<Vec<_>>>()?;
        Some(Val::List(Rc::new(list)))
    }

    /// Writes an element of a list.
    pub(super) fn write_element(&mut self, field: &'m Field, env: &Env<'m>, index: u64, depth: u32) -> Option<Val<'m>> {
        let Type::Named { link, args } = &field.ty else { return self.write_value(field, env, depth) };
        let structure = self.model.get(link.name())?;
        let numbered = env.with_index(index);
        let args = args.iter().map(|arg| self.eval_expr(&numbered, arg)).collect::<Option<Vec<_>>>()?;
        self.write_structure(structure, &args, depth + 1)
    }

    /// Writes a single value, or an element that is not a structure.
    pub(super) fn write_value(&mut self, field: &'m Field, env: &Env<'m>, depth: u32) -> Option<Val<'m>> {
        let start = self.out.len();
        let ty = field.stored_type(&mut |expr| self.eval_expr(env, expr).ok_or(())).ok()?.ok()?;
        match &*ty {
            Type::Named { link, args } => {
                let structure = self.model.get(link.name())?;
                let args = args.iter().map(|arg| self.eval_expr(env, arg)).collect::<Option<Vec<_>>>()?;
                return self.write_structure(structure, &args, depth + 1);
            }
            Type::CString => {
                let text = *self.tape.pick_alternative(&values::allowed_texts(field))?;
                self.out.extend(text);
                let end = self.out.len();
                self.out.extend(std::iter::repeat_n(0, field.terminator_size()));
                return Some(Val::Run(field, start, end));
            }
            Type::Float { size, endian } => {
                let bits = *self.tape.pick_alternative(&values::float_bits(field, *size))?;
                self.out.extend(cut_number(bits, usize::from(*size), *endian));
            }
            Type::Int { .. } | Type::FixedPoint { .. } | Type::Digits { .. } => {
                let (low, high) = type_limits(&ty);
                let number = self.choose_number(field, depth)?.clamp(low, high);
                self.out.extend(number_bytes(number, &ty)?);
            }
            Type::Varint { form, .. } => {
                let number = self.choose_number(field, depth)?;
                write_varint(number, varint_size(number, *form), *form, &mut self.out);
            }
        }
        Some(Val::Number(ty, start, self.out.len()))
    }

    fn choose_number(&mut self, field: &Field, depth: u32) -> Option<i128> {
        let (rules, codes) = (&*field.constraints, field.codes.as_ref());
        if let Some(ForcedValue::Number(number)) = self.take_forced(field) {
            return Some(number);
        }
        let find = || {
            let mut numbers =
                values::allowed_integers(self.hints, &field.name, rules, codes, type_limits(&field.ty), depth);
            if let Type::Varint { bits, form } = field.ty {
                numbers.retain(|number| form.can_hold(*number, bits));
            }
            numbers
        };
        self.tape.pick_alternative(&self.hints.cached_alternatives(field, depth >= values::DEEP, find)).copied()
    }

    fn write_bits(&mut self, structure: &'m Structure, fields: &[BitField], depth: u32) -> Option<Val<'m>> {
        let start = self.out.len();
        let size = usize::try_from(structure.size?).ok()?;
        let mut bytes = vec![0_u8; size];
        for field in fields {
            self.tape.note_field(&structure.name, &field.name);
            let high = (1_i128 << field.bits.min(126)) - 1;
            let (rules, codes) = (&*field.constraints, field.codes.as_ref());
            let find = || values::allowed_integers(self.hints, &field.name, rules, codes, (0, high), depth);
            let deep = depth >= values::DEEP;
            let value = *self.tape.pick_alternative(&self.hints.cached_alternatives(field, deep, find))?;
            field.bit_place().write_number(value.cast_unsigned(), &mut bytes);
        }
        self.out.extend(bytes);
        Some(Val::Bits(structure, start))
    }

    /// Changes a number in an expression so that the expression has the wanted value; returns whether this was
    /// possible.
    pub(super) fn set_expr(&mut self, env: &Env<'m>, expr: &Expr, wanted: i128) -> bool {
        if self.eval_expr(env, expr) == Some(wanted) {
            self.fix_number(env, expr);
            return true;
        }
        match expr {
            Expr::Path(path) => {
                let Some((Val::Number(ty, start, end), [])) = env.find_value(path) else { return false };
                ty.is_settable() && self.put_number(ty, (*start, *end), wanted)
            }
            Expr::If(operands) => {
                let [condition, yes, no] = &**operands else { return false };
                let Some(holds) = self.eval_expr(env, condition) else { return false };
                self.set_expr(env, if holds != 0 { yes } else { no }, wanted)
            }
            Expr::Binary(op, operands) => {
                let [a, b] = &**operands else { return false };
                // The last operand usually belongs to the element.
                [(b, a, false), (a, b, true)].into_iter().any(|(one, other, first)| {
                    let wanted = self.eval_expr(env, other).and_then(|other| solve_operand(*op, wanted, other, first));
                    wanted.is_some_and(|wanted| self.set_expr(env, one, wanted))
                })
            }
            _ => false,
        }
    }

    fn put_number(&mut self, ty: &Type, (start, end): (usize, usize), number: i128) -> bool {
        let (low, high) = type_limits(ty);
        if self.fixed.contains(&start) || !(low..=high).contains(&number) {
            return false;
        }
        let (Some(bytes), Some(place)) = (number_bytes(number, ty), self.out.get_mut(start..end)) else { return false };
        place.copy_from_slice(&bytes);
        self.fixed.insert(start);
        true
    }

    /// Protects a number that already has its value from later changes.
    fn fix_number(&mut self, env: &Env<'m>, expr: &Expr) {
        if let Expr::Path(path) = expr
            && let Some((Val::Number(_, start, _), [])) = env.find_value(path)
        {
            self.fixed.insert(*start);
        }
    }
}

/// Returns the byte order of a value that is a number.
fn order_of(value: &Val<'_>) -> Option<Endian> {
    match value {
        Val::Number(ty, ..) => Some(ty.endian()),
        _ => None,
    }
}

/// Returns the operand that gives the wanted result together with the other operand; `first` states whether the
/// returned operand is the first one.
fn solve_operand(op: bpx_schema::schema::Binary, wanted: i128, other: i128, first: bool) -> Option<i128> {
    use bpx_schema::schema::Binary;
    match op {
        Binary::Add => wanted.checked_sub(other),
        Binary::Sub if first => wanted.checked_add(other),
        Binary::Sub => other.checked_sub(wanted),
        Binary::Mul if other != 0 && wanted.checked_rem(other)? == 0 => wanted.checked_div(other),
        _ => None,
    }
}
