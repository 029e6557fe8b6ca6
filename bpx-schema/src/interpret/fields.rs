//! Reads the fields of a structure in order.

use super::env::{Env, ExprValue, NamedValue, SchemaReader};
use super::until::numbers_elements;
use crate::codec::{AnyText, Decoder, FieldSpan, Leb, explains_rules, no_width, rt};
use crate::report::{Class, Error, Location, Result};
use crate::schema::{Constraint, Endian, Expr, Field, Length, Rule, Structure, Type};
use crate::value::{LeafValue, NumberList, shown_value};
use std::borrow::Cow;
use std::cell::Cell;

impl<'m> SchemaReader<'m> {
    /// Returns an environment whose first values are the parameters.
    pub(super) fn bind_params<'b>(
        &self,
        d: &Decoder<'_, '_>,
        structure: &'m Structure,
        args: &[i128],
    ) -> Result<Env<'m, 'b>> {
        let names = &structure.params;
        // A structure without parameters ignores arguments.
        if !names.is_empty() && args.len() != names.len() {
            let message = format!("expected {} parameters, found {}", names.len(), args.len());
            return Err(d.fault(Class::Inconsistent, message));
        }
        let mut env = Env::default();
        for (name, value) in names.iter().zip(args) {
            env.bind(name, ExprValue::Int(*value));
        }
        Ok(env)
    }

    /// Reads fields in order, and adds their values to the environment.
    pub(super) fn read_fields<'b>(
        &self,
        d: &mut Decoder<'b, '_>,
        env: &mut Env<'m, 'b>,
        fields: &'m [Field],
    ) -> Result<()> {
        env.bound.reserve_exact(fields.len());
        env.begin = env.begin.or(Some(d.position()));
        for field in fields {
            self.charge_reading(d, 0)?;
            let moved = field.region.as_ref().and_then(|region| region.at.as_ref()).filter(|_| !is_region_list(field));
            let at = match moved {
                Some(at) => d.location_at(self.eval_int(d, env, at)?),
                None if field.region.as_ref().is_some_and(|region| region.search.is_some()) => d.location_found(field),
                None => d.location(),
            };
            let start = d.position();
            env.next = Some((&field.name, start));
            let value = match field.region.as_ref() {
                Some(region) if region.each.is_some() => self.read_regions(d, env, field, region)?,
                _ => self.read_if_present(d, env, field)?,
            };
            env.add(d, NamedValue { name: &field.name, value, at, start, end: d.position() })?;
        }
        Ok(())
    }

    /// Reports each stated value that differs from the computed value, after all fields are read.
    pub(super) fn compare_computed(
        &self,
        d: &mut Decoder<'_, '_>,
        env: &Env<'m, '_>,
        structure: &'m Structure,
        fields: &'m [Field],
    ) -> Result<()> {
        for field in fields.iter().filter(|field| is_compared(&field.constraints)) {
            let present = match &field.when {
                Some(when) => self.eval_condition(d, env, when)? == Some(true),
                None => true,
            };

            let bound = env.find(&field.name).filter(|_| present);
            let (Some(NamedValue { value: ExprValue::Int(stated), at, start, .. }), Some(expr)) =
                (bound, &field.derived)
            else {
                continue;
            };
            let computed = self.eval_at(d, env, expr, *start)?;
            d.compare_field(field, *at, *stated, computed);
        }
        for derived in structure.derived.iter().filter(|derived| derived.rule.is_some()) {
            let Some(own) = derived.target.first() else { continue };
            let (holder, bound) = (fields.iter().find(|field| field.name == *own), env.find(own));
            let stated = self.eval_int(d, env, &Expr::Path(derived.target.clone()))?;
            let (Some(holder), Some(bound), Some(stated)) = (holder, bound, stated) else { continue };
            let computed = self.eval_int(d, env, &derived.value)?;
            d.compare_member_with(derived, holder, bound.at, (stated, computed), &|link| self.resolve(link));
        }
        Ok(())
    }

    /// Checks the rules across fields and the trees of a structure, after all fields are read.
    pub(super) fn check_rules(
        &self,
        d: &mut Decoder<'_, '_>,
        env: &mut Env<'m, '_>,
        structure: &'m Structure,
        at: Location,
    ) -> Result<()> {
        for rule in structure.rules.iter() {
            self.check_rule(d, env, structure, (rule, at))?;
        }
        for field in structure.fields() {
            for relation in field.relations.iter() {
                self.tree_of_elements(d, env, field, relation)?;
            }
        }
        Ok(())
    }

    /// Checks a rule across the fields of a structure that begins at a location, or for each element of an array. Ignores
    /// other rules.
    fn check_rule(
        &self,
        d: &mut Decoder<'_, '_>,
        env: &mut Env<'m, '_>,
        structure: &'m Structure,
        (rule, at): (&'m Constraint, Location),
    ) -> Result<()> {
        if let Rule::Each(array, expr) = &rule.rule {
            return self.each_element(d, env, rule, (array, expr));
        }
        let Rule::Assert(expr) = &rule.rule else { return Ok(()) };
        if self.eval_condition(d, env, expr)? == Some(true) {
            return Ok(());
        }
        let place = self.blamed_location(d, env, structure, rule).unwrap_or(at);
        let values = self.stated_values(d, env, rule)?;
        let holds = self.eval_condition(d, env, expr)?;
        d.assert_rule(rule, place, holds, &|_, index| values.get(index).cloned().flatten());
        Ok(())
    }

    /// Checks the rules across fields that need only the fields before a field that could not be read.
    pub(super) fn check_early_rules(
        &self,
        d: &mut Decoder<'_, '_>,
        env: &mut Env<'m, '_>,
        structure: &'m Structure,
        (at, error): (Location, &Error),
    ) {
        if !d.is_watched() || !explains_rules(error) {
            return;
        }
        let is_known = |env: &Env<'m, '_>, rule| {
            let needed = structure.early_fields(rule);
            needed.is_some_and(|needed| needed.iter().all(|field| env.find(&field.name).is_some()))
        };
        for rule in structure.rules.iter() {
            if !is_known(env, rule) {
                continue;
            }
            let mut checked = Ok(());
            let held = d.hold_findings(|d| checked = self.check_rule(d, env, structure, (rule, at)));
            held.list.into_iter().for_each(|finding| d.report(finding));
            // The first error ends the reading, so later errors are not reported.
            if checked.is_err() {
                return;
            }
        }
    }

    /// Returns the values that the message of a broken rule shows.
    pub(super) fn stated_values(
        &self,
        d: &Decoder<'_, '_>,
        env: &Env<'m, '_>,
        rule: &Constraint,
    ) -> Result<Vec<Option<String>>> {
        rule.message_values()
            .map(|value| self.compute_value(d, env, value, &|value| Some(shown_value(value))))
            .collect()
    }

    /// Returns the location of the member that a broken rule blames.
    fn blamed_location(
        &self,
        d: &Decoder<'_, '_>,
        env: &Env<'m, '_>,
        structure: &Structure,
        rule: &Constraint,
    ) -> Option<Location> {
        if rule.is_at_end() {
            return Some(d.location());
        }
        let (own, members) = rule.on.split_first()?;
        let at = env.find(own)?.at;
        if members.is_empty() {
            return Some(at);
        }
        let holder = structure.all_fields().find(|field| field.name == *own)?;
        Some(d.member_at_with(holder, at, members, &|link| self.resolve(link)))
    }

    pub(super) fn check_sums(
        &self,
        d: &mut Decoder<'_, '_>,
        env: &Env<'m, '_>,
        structure: &'m Structure,
    ) -> Result<()> {
        if !structure.sums.is_empty() {
            let mut spans: Vec<FieldSpan<'_>> = Vec::new();
            for NamedValue { name, start, end, .. } in &env.bound {
                let is_big = structure.field(name).and_then(|field| field.is_big.as_ref());
                let order = is_big.map(|is_big| self.eval_condition(d, env, is_big)).transpose()?.flatten();
                spans.push((name, *start, *end, order.map(Endian::from)));
            }
            d.check_sums_with(structure, &spans, &|link| self.resolve(link))?;
        }
        Ok(())
    }

    /// Reads a field, unless its condition does not hold.
    fn read_if_present<'b>(
        &self,
        d: &mut Decoder<'b, '_>,
        env: &Env<'m, 'b>,
        field: &'m Field,
    ) -> Result<ExprValue<'m, 'b>> {
        if let Some(when) = &field.when
            && !rt::read_condition(d, self.eval_condition(d, env, when)?, &field.name)?
        {
            let absent = if field.len.is_some() { ExprValue::Absent } else { ExprValue::Opaque };
            return Ok(field.otherwise.map_or(absent, |value| ExprValue::Int(i128::from(value))));
        }
        let Some(region) = field.region.as_ref() else { return self.read_field(d, env, field) };
        let read = |d: &mut Decoder<'b, '_>| {
            if !region.is_stored() {
                return self.read_field(d, env, field);
            }
            let mut stored = self.region_storage(d, env, field, region)?;
            if let Some(joined) = &region.joined {
                let parts = self.bytes_of_elements(d, env, joined)?;
                let parts = parts.as_ref().map(|parts| parts.iter().map(Vec::as_slice).collect());
                let at = env.find(&joined.array).map_or_else(|| d.location(), |bound| bound.at);
                let of_parts = (&*joined.array, at, parts);
                return d.read_joined(field, stored, of_parts, |d| {
                    self.read_field(d, env, field).map(ExprValue::without_bytes)
                });
            }
            if region.size.is_none() {
                stored.size = d.remaining();
            }
            if region.is_dropped() || !self.uses_value(&field.name) {
                return d.read_stored(field, stored, |d| self.read_field(d, env, field).map(ExprValue::without_bytes));
            }
            let bytes = d.rest();
            d.read_stored(field, stored, |d| {
                let content = d.rest();
                self.read_field(d, env, field).map(|value| value.move_to_bytes(content, bytes))
            })
        };
        match &region.at {
            Some(at) => {
                let offset = rt::read_fact(d, self.eval_int(d, env, at)?, &field.name, "offset")?;
                d.read_at_offset(field, offset, read)
            }
            None if region.search.is_some() => {
                let place = d.find_place(field)?;
                d.read_at_offset(field, place, read)
            }
            None => read(d),
        }
    }

    fn read_field<'b>(
        &self,
        d: &mut Decoder<'b, '_>,
        env: &Env<'m, '_>,
        field: &'m Field,
    ) -> Result<ExprValue<'m, 'b>> {
        if let Some(magic) = field.signature() {
            d.magic(field, magic)?;
            return Ok(ExprValue::Opaque);
        }
        let count = match &field.len {
            Some(Length::Count(count)) => Some(rt::read_count(d, self.eval_int(d, env, count)?, &field.name)?),
            Some(Length::Fixed(count)) => Some(*count),
            Some(Length::Rest | Length::Until(_) | Length::Terminated(_)) | None => None,
        };
        match (&field.ty, &field.len) {
            (Type::Named { link, args }, len) => {
                let structure = self.resolve(link).ok_or_else(|| d.fault(Class::BadReference, "missing structure"))?;
                let each = |d: &Decoder<'_, '_>| self.eval_arguments(d, env, args, field);
                if let Some(Length::Until(_) | Length::Terminated(_)) = len {
                    return self.list_until(d, env, field, structure, args);
                }
                if len.is_some() && numbers_elements(env, args) {
                    let index = Cell::new(0);
                    let next = |d: &Decoder<'_, '_>| {
                        let numbered =
                            env.with_values([(Length::INDEX, ExprValue::Int(index.replace(index.get() + 1)))]);
                        self.eval_arguments(d, &numbered, args, field)
                    };
                    return self.read_list(d, field, structure, count, &next);
                }
                if len.is_some() && args.iter().any(Expr::needs_space) {
                    return self.read_list(d, field, structure, count, &each);
                }
                let args = each(d)?;
                match len {
                    None => self.read_nested(d, field, structure, &args),
                    Some(_) => self.read_list(d, field, structure, count, &|_| Ok(args.clone())),
                }
            }
            (Type::CString, None) => {
                let before = d.rest();
                d.text::<AnyText>(field)?;
                let stored = d.read_since(before);
                // A text that was read ends with its terminator.
                let text = stored.split_at_checked(stored.len().saturating_sub(field.terminator_size()));
                let text = text.map_or(stored, |(text, _)| text);
                self.charge_reading(d, text.len() as u64)?;
                Ok(if field.text_form().is_some() { ExprValue::Bytes(text) } else { ExprValue::Text(text) })
            }
            (Type::CString, Some(Length::Until(_) | Length::Terminated(_))) => self.texts_until(d, env, field),
            (Type::CString, Some(_)) => {
                let start = d.position();
                let texts = d.texts::<AnyText>(field, count)?;
                self.charge_reading(d, d.position() - start)?;
                Ok(ExprValue::Len(texts.len() as u64))
            }
            (Type::Varint { .. }, _) => Ok(ExprValue::Int(d.varint::<i128, Leb>(field)?.value())),
            (
                Type::Int { size, .. }
                | Type::Float { size, .. }
                | Type::FixedPoint { size, .. }
                | Type::Digits { size, .. },
                len,
            ) => {
                let ty = self.number_type(d, env, field)?;
                let size = ty.fixed_size().unwrap_or(u64::from(*size));
                let count = match len {
                    Some(end @ (Length::Until(_) | Length::Terminated(_))) => {
                        Some(self.numbers_until(d, env, (field, &ty), size, end)?)
                    }
                    _ => count,
                };
                let value = self.read_numbers(d, (field, &ty), size, len.as_ref(), count)?;
                d.read_terminator(field, len.as_ref().and_then(Length::terminator))?;
                Ok(value)
            }
        }
    }

    /// Returns the type of a number, in the byte order and of the width that apply.
    fn number_type(&self, d: &Decoder<'_, '_>, env: &Env<'m, '_>, field: &'m Field) -> Result<Cow<'m, Type>> {
        if field.is_big.is_none() && field.width.is_none() {
            return Ok(Cow::Borrowed(&field.ty));
        }
        let ty = field.stored_type(&mut |expr| match &field.is_big {
            Some(is_big) if std::ptr::eq(is_big, expr) => {
                rt::read_condition(d, self.eval_condition(d, env, expr)?, &field.name).map(i128::from)
            }
            _ => rt::read_argument(d, self.eval_int(d, env, expr)?, &field.name),
        })?;
        ty.map_err(|width| d.fault(Class::Overflow, no_width(&field.ty, width)).in_field(&field.name))
    }

    /// Reads one number, or a list of numbers. `ty` is the type of the field, with the byte order that applies.
    fn read_numbers<'b>(
        &self,
        d: &mut Decoder<'b, '_>,
        (field, ty): (&Field, &Type),
        size: u64,
        len: Option<&Length>,
        count: Option<u64>,
    ) -> Result<ExprValue<'m, 'b>> {
        let at = d.location();
        let count = match (len, count) {
            (None, _) => 1,
            (Some(_), Some(count)) => count,
            (Some(_), None) => d.elements_left(size),
        };
        let (bytes, _) = d.take_array(count, size).map_err(|error| error.in_field(&field.name))?;
        self.charge_reading(d, bytes.len() as u64)?;
        d.report_numbers(field, ty.endian(), bytes, at);
        Ok(match len {
            None => match LeafValue::from_bytes(ty, bytes) {
                Some(LeafValue::Int(value)) => ExprValue::Int(value),
                Some(LeafValue::F32(value)) => ExprValue::Float(f64::from(value)),
                Some(LeafValue::F64(value)) => ExprValue::Float(value),
                _ => ExprValue::Opaque,
            },
            Some(_) if field.is_text() => ExprValue::Text(bytes),
            Some(_) if field.is_bytes() => ExprValue::Bytes(bytes),
            Some(_) => NumberList::from_bytes(ty, bytes).map_or(ExprValue::Opaque, ExprValue::Numbers),
        })
    }

    /// Returns the arguments of a nested structure.
    pub(super) fn eval_arguments(
        &self,
        d: &Decoder<'_, '_>,
        env: &Env<'m, '_>,
        args: &[Expr],
        field: &Field,
    ) -> Result<Vec<i128>> {
        args.iter().map(|expr| rt::read_argument(d, self.eval_int(d, env, expr)?, &field.name)).collect()
    }
}

/// Returns whether a rule compares the stated value with the computed value.
fn is_compared(rules: &[Constraint]) -> bool {
    rules.iter().any(|rule| matches!(rule.rule, Rule::Computed))
}

/// Returns whether the field is a list of regions.
fn is_region_list(field: &Field) -> bool {
    field.region.as_ref().is_some_and(|region| region.each.is_some())
}
