//! Writes the fields of a structure in order.

use super::Assembler;
use super::file::found_in;
use super::made::MadeField;
use super::member_form::{MemberForm, is_read_from_json};
use super::outer_member::OuterMember;
use super::scalar::TEXT;
use super::scope::{FieldPlaces, JsonScope, WrittenElement};
use super::written::{SetNumber, WrittenSpace};
use crate::codec::{
    ApartHolder, FieldSpan, SealedStructure, begins_with, first_terminated, found_elsewhere, lacks_last,
    misplaced_last, other_tag, padding_filled, seal_sums, stack::with_room,
};
use crate::exceeded::ExceededLimit;
use crate::interpret::late_values;
use crate::json::{JsonDoc, JsonRef, digits_from_json, size_from_json, text_from_json};
use crate::report::{Class, Result};
use crate::schema::{Body, Case, Expr, Field, Length, Structure, Type};
use crate::value::{ListEnding, bytes_from_hex, eval_int};
use std::collections::HashMap;

/// The structure whose fields are written.
#[derive(Clone, Copy)]
pub(super) struct FieldOwner<'x> {
    pub(super) structure: &'x Structure,
    pub(super) fields: &'x [Field],
    pub(super) args: &'x [i128],
    pub(super) object: JsonRef<'x>,
    /// Members whose values the enclosing structure computes.
    pub(super) outer_members: &'x [OuterMember],
    pub(super) depth: u32,
    /// Offsets of the fields that were written.
    pub(super) places: FieldPlaces<'x>,
}

impl FieldOwner<'_> {
    /// Returns the value of a member that the enclosing structure computes.
    fn outer_value(&self, name: &str) -> Option<i128> {
        self.outer_members.iter().find(|(member, _)| member == name).map(|(_, value)| *value)
    }
}

impl<'m> Assembler<'m> {
    /// Writes a value of any structure.
    pub(super) fn write_structure(
        &mut self,
        structure: &'m Structure,
        json: JsonRef<'_>,
        args: &[i128],
        outer_members: &[OuterMember],
        depth: u32,
    ) -> Result<()> {
        self.check_depth(depth)?;
        if let Body::Bits(fields) = &structure.body {
            return self.write_bit_fields(structure, fields, json, outer_members);
        }
        let args = if structure.size.is_some() { &[] } else { args };
        if !structure.params.is_empty() && args.len() != structure.params.len() {
            let message = format!("expected {} parameters, found {}", structure.params.len(), args.len());
            return Err(self.fault(Class::Inconsistent, message));
        }
        if structure.fields().iter().any(|field| field.children) {
            return self.write_tree(structure, json, args, outer_members, depth);
        }
        let object = self.expect_object(structure, json)?;
        let fields = match &structure.body {
            Body::Switch(cases) => &*self.select_case(structure, cases, object, args)?.fields,
            _ => structure.fields(),
        };
        let places = FieldPlaces::default();
        let owner = FieldOwner { structure, fields, args, object, outer_members, depth, places };
        self.check_keys(owner)?;
        let cut = self.cut_anew(owner)?;
        let owner = FieldOwner { object: cut.as_ref().map_or(object, JsonDoc::root), ..owner };
        let begin = self.out.len();
        let spans = self.write_fields(owner, fields)?;
        let is_laid = !structure.settings.is_empty() || fields.iter().any(|field| field.region_elsewhere().is_some());
        if self.is_placed_later() && depth > 0 && is_laid {
            let spans = named_spans(fields, &spans);
            let found = found_in(fields, object)?;
            self.apart.nested.holders.push(ApartHolder { structure, fields, args: args.to_vec(), spans, found });
        }
        self.expect_no_tag(owner, begin)?;
        let model = self.model;
        if self.is_placed_later() && depth > 0 && !structure.sums.is_empty() {
            let sealed = SealedStructure::new(structure, named_spans(fields, &spans), self.out.len() as u64);
            self.apart.nested.sealed.push(sealed);
        }
        seal_sums(&mut self.out, structure, &spans, &|link| model.get(link.name()), self.budget.algorithms())
            .map_err(|(class, message)| self.fault(class, message))
    }

    /// Returns the case that the parameters select. If the case is attempted, its fields must also match the members of
    /// the JSON.
    fn select_case(
        &self,
        structure: &'m Structure,
        cases: &'m [Case],
        object: JsonRef<'_>,
        args: &[i128],
    ) -> Result<&'m Case> {
        let (params, empty) = (&*structure.params, JsonDoc::default());
        let object_of_none = empty.root();
        let view = JsonScope {
            assembler: self,
            params,
            args,
            fields: &[],
            derived: &[],
            object: object_of_none,
            outer_members: &[],
            depth: 0,
            element: None,
            places: FieldPlaces::default(),
        };
        let selected = cases.iter().find(|case| {
            let holds = case.when.as_ref().is_none_or(|when| eval_int(when, &view).is_some_and(|value| value != 0));
            let fits = |key: &str| case.fields.iter().any(|field| field.name == key) || self.ignored.contains(&key);
            let tagged = case.tag().is_none_or(|tag| tag_of(case, object).as_deref() == Some(tag));
            holds && tagged && (case.attempt.is_empty() || object.members().all(|(key, _)| fits(key)))
        });
        selected.ok_or_else(|| {
            let shown = params.iter().zip(args).map(|(name, value)| format!("{name} = {value}"));
            let shown = shown.collect::<Vec<_>>().join(", ");
            self.fault(Class::UnknownTag, format!("no case of {} for {shown}", structure.name))
        })
    }

    /// Rejects a written case if its bytes, which start at `begin`, begin with the tag of an earlier case. A reader
    /// would select the earlier case.
    fn expect_no_tag(&self, owner: FieldOwner<'_>, begin: usize) -> Result<()> {
        // The case was written from `begin` on.
        let written = self.out.get(begin..).unwrap_or_default();
        for case in owner.structure.cases() {
            if case.fields.as_ptr() == owner.fields.as_ptr() {
                break;
            }
            let Some(tag) = case.tag().filter(|tag| written.starts_with(tag)) else { continue };
            if case.when.as_ref().is_none_or(|when| self.eval(owner, when) != Some(0)) {
                return Err(self.fault(Class::Inconsistent, other_tag("value", tag)));
            }
        }
        Ok(())
    }

    /// Rejects members that the structure does not have, and members that are computed.
    pub(super) fn check_keys(&self, owner: FieldOwner<'_>) -> Result<()> {
        let known: Vec<_> = owner.fields.iter().map(|field| (&*field.name, MemberForm::of_field(field))).collect();
        // Most structures have no other members, and there may be one for every few bytes.
        if self.check_known_keys(owner.object, &owner.structure.name, &known)? {
            self.check_rest(owner)
        } else {
            Ok(())
        }
    }

    /// Rejects members that `known` does not list, and members that are computed. Returns whether there are ignored
    /// members.
    pub(super) fn check_known_keys(
        &self,
        object: JsonRef<'_>,
        owner: &str,
        known: &[(&str, MemberForm)],
    ) -> Result<bool> {
        // Members are usually in the order of the fields; others are looked up.
        let (mut next, mut places, mut are_ignored) = (0, None, false);
        for (key, json) in object.members() {
            let is_next = known.get(next).is_some_and(|(name, _)| *name == key);
            let place =
                if is_next { Some(next) } else { places.get_or_insert_with(|| places_of(known)).get(key).copied() };
            next = place.map_or(next, |place| place + 1);
            let message = match place.and_then(|place| known.get(place)) {
                Some((_, MemberForm::Value)) => continue,
                Some((_, MemberForm::Size)) if size_from_json(json).is_some() => continue,
                None if self.ignored.contains(&key) => {
                    are_ignored = true;
                    continue;
                }
                Some(_) => "the value is computed, so it must not be stated".to_owned(),
                None => {
                    let names: Vec<_> =
                        known.iter().filter(|(_, form)| *form == MemberForm::Value).map(|(name, _)| *name).collect();
                    format!("{owner} has no member with this name; expected one of {}", names.join(", "))
                }
            };
            return Err(self.fault(Class::BadReference, message).in_field(key));
        }
        Ok(are_ignored)
    }

    /// Writes the adjacent fields, and after them the fields that have their own offsets. Returns where each field
    /// begins and ends.
    pub(super) fn write_fields<'x>(
        &mut self,
        owner: FieldOwner<'x>,
        fields: &'x [Field],
    ) -> Result<Vec<FieldSpan<'x>>> {
        let (mut spans, mut numbers, begin) = (Vec::new(), Vec::new(), self.position());
        let (here, mut elsewhere): (Vec<_>, Vec<_>) =
            fields.iter().partition(|field| field.region_elsewhere().is_none());
        // A field without an offset that is known here comes last.
        elsewhere.sort_by_cached_key(|field| {
            let at = field.region.as_ref().filter(|region| region.each.is_none()).and_then(|region| region.at.as_ref());
            at.and_then(|at| self.eval(owner, at)).unwrap_or(i128::MAX)
        });
        let (last_here, mut ahead) = (here.len(), None);
        for (index, field) in here.into_iter().chain(elsewhere).enumerate() {
            if index == last_here {
                self.set_late_values(owner, (&spans, &numbers), begin)?;
            }
            if index >= last_here && self.is_placed_later() && owner.depth > 0 {
                let span = self
                    .write_field_apart(owner, field, (&spans, &numbers), begin)
                    .map_err(|error| error.in_field(&field.name))?;
                spans.push((&*field.name, span.0, span.1, None));
                continue;
            }
            let start = self.position();
            spans.push((&*field.name, start, start, None));
            let places = FieldPlaces { spans: &spans, begin, position: None, numbers: &numbers };
            let owner = FieldOwner { places, ..owner };
            let is_moved = index >= last_here && self.is_placed_later();
            let around = is_moved.then(|| std::mem::replace(&mut self.space, WrittenSpace::elsewhere()));
            let place = fields.iter().position(|one| std::ptr::eq(one, field)).unwrap_or(fields.len());
            if let Some(content) = Field::stated_size(fields, place) {
                ahead = self.size_stated(owner, field, content)?;
            } else {
                let written = self.write_any_field(owner, field, &spans, ahead.take());
                let written = written.and_then(|()| self.expect_found(field, start));
                let written = written.and_then(|()| self.expect_not_filled());
                written.map_err(|error| error.in_field(&field.name))?;
            }
            if let Some(around) = around {
                self.space = around;
            }
            let end = self.position();
            let set = self.numbers_set(owner, field, &spans)?;
            // An absent field may have no byte order.
            let is_decided = field.is_big.is_some() && end > start;
            let order = if is_decided { Some(self.field_type(owner, field)?.endian()) } else { None };
            spans.pop();
            spans.push((&*field.name, start, end, order));
            numbers.extend(set);
        }
        if last_here == spans.len() {
            self.set_late_values(owner, (&spans, &numbers), begin)?;
        }
        Ok(spans)
    }

    /// Writes a field; `made` is the stored form of the field, if it exists already.
    fn write_any_field(
        &mut self,
        owner: FieldOwner<'_>,
        field: &Field,
        spans: &[FieldSpan<'_>],
        made: Option<MadeField>,
    ) -> Result<()> {
        match field.region_stored() {
            Some(region) => self.write_stored_field(owner, (field, region), spans, made),
            None => self.write_field(owner, field),
        }
    }

    /// Writes a field of a nested structure that has its own offset, so that a layout can place the field later.
    /// Returns the span of the bytes.
    fn write_field_apart(
        &mut self,
        owner: FieldOwner<'_>,
        field: &Field,
        (spans, numbers): (&[FieldSpan<'_>], &[SetNumber]),
        begin: u64,
    ) -> Result<(u64, u64)> {
        let (known, before) = (self.apart.nested_counts(), std::mem::take(&mut self.out));
        let owner = FieldOwner { places: FieldPlaces { spans, begin, position: None, numbers }, ..owner };
        let around = std::mem::replace(&mut self.space, WrittenSpace::elsewhere());
        let written = self.write_any_field(owner, field, spans, None);
        self.space = around;
        let bytes = std::mem::replace(&mut self.out, before);
        written.map(|()| self.apart.push_field(&bytes, known))
    }

    /// Rejects a field that begins at `start` if a reader would find the field at another offset.
    fn expect_found(&self, field: &Field, start: u64) -> Result<()> {
        let Some(search) = field.region.as_ref().and_then(|region| region.search.as_ref()) else { return Ok(()) };
        let found = search.find(&self.out);
        if self.is_placed_later() || self.position() == start || found == Some(start) {
            return Ok(());
        }
        let (class, message) = found_elsewhere(search, found, start);
        Err(self.fault(class, message))
    }

    pub(super) fn eval(&self, owner: FieldOwner<'_>, expr: &Expr) -> Option<i128> {
        eval_int(expr, &self.scope_of(owner))
    }

    /// Returns the value of an expression over the numbers that the JSON states, even if a writer computes some of the
    /// numbers again.
    pub(super) fn eval_as_stated(&self, owner: FieldOwner<'_>, expr: &Expr) -> Option<i128> {
        let places = FieldPlaces { numbers: &[], ..owner.places };
        eval_int(expr, &JsonScope { derived: &[], places, ..self.scope_of(owner) })
    }

    pub(super) fn scope_of<'x>(&'x self, owner: FieldOwner<'x>) -> JsonScope<'x, 'm> {
        let FieldOwner { structure, fields, args, object, outer_members, places, .. } = owner;
        let (params, derived) = (&*structure.params, &*structure.derived);
        JsonScope {
            assembler: self,
            params,
            args,
            fields,
            derived,
            object,
            outer_members,
            depth: 0,
            element: None,
            places,
        }
    }

    pub(super) fn write_field(&mut self, owner: FieldOwner<'_>, field: &Field) -> Result<()> {
        let region = field.region.as_ref();
        if region.is_some_and(|region| region.each.is_some()) {
            let lost = self.detached && owner.depth > 0;
            let lost = lost && owner.object.get(&field.name).is_some_and(|list| !is_empty(list));
            let message = "expected regions only in the outermost structure, found regions in a nested structure, \
                which a writer cannot place";
            return if lost { Err(self.fault(Class::UnsupportedFeature, message)) } else { Ok(()) };
        }
        if let Some(magic) = field.signature() {
            self.out.extend(magic);
            return Ok(());
        }
        let wanted = self.check_presence(owner, field)?;
        // A reader decides about a field with a region before it goes to the bytes of the field.
        if let Some(when) = field.when.as_ref().filter(|_| region.is_none()) {
            self.expect_in_space(owner, (field, when), (self.position(), wanted.into()))?;
        }
        // A field without bytes may lie anywhere.
        let empty = owner.object.get(&field.name).is_some_and(is_empty);
        let detached = self.is_placed_later();
        let moved = region.filter(|region| !region.is_stored()).and_then(|region| region.at.as_ref());
        if let Some(at) = moved.filter(|_| wanted && !empty && !detached) {
            self.fill_to_offset(owner, at)?;
        }
        if let Some(derived) = &field.derived {
            if derived.is_late() {
                // The size of the number is known before its value.
                return if wanted { self.write_computed(owner, field, 0) } else { Ok(()) };
            }
            let value = self.scope_of(owner).eval_computed(derived);
            let value = value.ok_or_else(|| {
                self.fault(
                    Class::Overflow,
                    format!("the computed value `{derived}` has no value, because its computation fails"),
                )
            })?;
            if wanted {
                return self.write_computed(owner, field, value);
            }
            // A reader uses the alternative, so any other value would be lost.
            let lost = field.otherwise.is_some_and(|otherwise| i128::from(otherwise) != value);
            let message = || {
                self.fault(
                    Class::Inconsistent,
                    format!("`{derived}` is {value}, but the field that stores this value is absent"),
                )
            };
            return if lost { Err(message()) } else { Ok(()) };
        }
        if !wanted {
            return Ok(());
        }
        if let Some(value) = owner.outer_value(&field.name) {
            return self.write_computed_member(owner, field, value);
        }
        let json = owner.object.get(&field.name);
        if let (true, Some(Length::Count(count))) = (field.padding, &field.len) {
            return self.write_padding(self.eval(owner, count), json, field.fill);
        }
        let json = json.ok_or_else(|| self.fault(Class::Missing, "expected a value, found none"))?;
        match &field.len {
            None => self.write_single(owner, field, json),
            Some(len) => self.write_list(owner, field, len, json),
        }
    }

    /// Fills with zeros up to an offset, and continues there.
    pub(super) fn fill_to_offset(&mut self, owner: FieldOwner<'_>, at: &Expr) -> Result<()> {
        let offset = self.eval(owner, at).and_then(|offset| u64::try_from(offset).ok());
        let offset = offset.ok_or_else(|| {
            self.fault(Class::Overflow, format!("expected `{at}` to be an offset from 0 to 2^64 - 1"))
        })?;
        let end = self.position();
        let Some(gap) = offset.checked_sub(end) else {
            let message = format!("expected the field at offset {end} or later, found {offset}");
            return Err(self.fault(Class::Overlap, message));
        };
        let charged = self.budget.charge_memory(gap);
        let refused = |exceeded: ExceededLimit| self.fault(Class::LimitExceeded, exceeded.to_string());
        charged.map_err(refused)?;
        let size = usize::try_from(offset).map_err(|_| refused(self.budget.out_of_memory()))?;
        self.out.resize(size, 0);
        Ok(())
    }

    /// Returns whether the field is present. Rejects JSON that contradicts the condition of the field.
    fn check_presence(&self, owner: FieldOwner<'_>, field: &Field) -> Result<bool> {
        let present = owner.outer_value(&field.name).is_some() || owner.object.get(&field.name).is_some();
        let Some(when) = &field.when else {
            return Ok(true);
        };
        if when.needs_space() {
            return Ok(present);
        }
        let wanted = self.eval(owner, when);
        let wanted = wanted.ok_or_else(|| {
            self.fault(Class::Overflow, format!("the condition `{when}` has no value, because its computation fails"))
        })?;
        match (wanted != 0, present || !is_read_from_json(field)) {
            (true, false) => {
                Err(self.fault(Class::Missing, format!("expected a value, because `{when}` holds, found none")))
            }
            (false, true) if present => Err(self.fault(
                Class::Inconsistent,
                format!("expected no value, because `{when}` does not hold, found a value"),
            )),
            (wanted, _) => Ok(wanted),
        }
    }

    fn write_single(&mut self, owner: FieldOwner<'_>, field: &Field, json: JsonRef<'_>) -> Result<()> {
        let Type::Named { link, args } = &field.ty else {
            return self.write_scalar(owner, field, json);
        };
        let args = self.eval_arguments(owner, args)?;
        let structure = self
            .resolve(link)
            .ok_or_else(|| self.fault(Class::BadReference, "the schema lacks the structure of this field"))?;
        let outer_members = self.outer_members_of(owner, field)?;
        let depth = owner.depth + 1;
        with_room(|| self.write_structure(structure, json, &args, &outer_members, depth))
    }

    /// Writes one element of a list.
    fn write_element(&mut self, owner: FieldOwner<'_>, field: &Field, json: JsonRef<'_>, index: u64) -> Result<()> {
        let Type::Named { link, args } = &field.ty else {
            return self.write_scalar(owner, field, json);
        };
        let view = JsonScope { element: Some((WrittenElement::Json(field, json), index)), ..self.scope_of(owner) };
        let value = |expr: &Expr| {
            let value = eval_int(expr, &view);
            value.ok_or_else(|| {
                self.fault(Class::Overflow, format!("`{expr}` has no value, because its computation fails"))
            })
        };
        let args = args.iter().map(value).collect::<Result<Vec<_>>>()?;
        let structure = self
            .resolve(link)
            .ok_or_else(|| self.fault(Class::BadReference, "the schema lacks the structure of this field"))?;
        let depth = owner.depth + 1;
        with_room(|| self.write_structure(structure, json, &args, &[], depth))
    }

    /// Rejects an element if the condition for the last element holds too early, or does not hold for the last element.
    fn expect_last(
        &self,
        owner: FieldOwner<'_>,
        ending: &mut ListEnding<'_>,
        (element, index, is_last): (WrittenElement<'_>, u64, bool),
    ) -> Result<()> {
        let holds = ending.is_last(&JsonScope { element: Some((element, index)), ..self.scope_of(owner) });
        if holds == Some(is_last) {
            return Ok(());
        }
        let message = misplaced_last(&ending.condition().to_string(), holds);
        Err(self.fault(Class::Inconsistent, message).in_element(index))
    }

    /// Writes padding. The JSON may omit padding that consists only of the fill byte.
    fn write_padding(&mut self, count: Option<i128>, json: Option<JsonRef<'_>>, fill: u8) -> Result<()> {
        let before = std::mem::take(&mut self.out);
        let read = json.map(|json| self.write_bytes(json)).transpose();
        let bytes = std::mem::replace(&mut self.out, before);
        read?;
        let filled = padding_filled(count, (&bytes, fill), u64::MAX);
        let (kept, more) = filled.map_err(|(class, message)| self.fault(class, message))?;
        let charged = self.budget.charge_memory(more);
        charged.map_err(|exceeded| self.fault(Class::LimitExceeded, exceeded.to_string()))?;
        self.out.extend_from_slice(kept);
        let size = usize::try_from(more).ok().and_then(|more| self.out.len().checked_add(more));
        let size = size.ok_or_else(|| self.fault(Class::LimitExceeded, self.budget.out_of_memory().to_string()))?;
        self.out.resize(size, fill);
        Ok(())
    }

    pub(super) fn eval_arguments(&self, owner: FieldOwner<'_>, args: &[Expr]) -> Result<Vec<i128>> {
        let value = |expr: &Expr| {
            self.eval(owner, expr).ok_or_else(|| {
                self.fault(Class::Overflow, format!("`{expr}` has no value, because its computation fails"))
            })
        };
        args.iter().map(value).collect()
    }

    /// Returns the members of a nested record that the enclosing structure computes, with their values.
    fn outer_members_of(&self, owner: FieldOwner<'_>, field: &Field) -> Result<Vec<OuterMember>> {
        let mut outer_members = Vec::new();
        for derived in owner.structure.derived.iter() {
            let [target, member] = &*derived.target else { continue };
            if *target != field.name {
                continue;
            }
            if derived.value.is_late() {
                // Bytes of digits in the JSON are kept if they have the same number.
                let json = owner.object.get(&field.name).and_then(|json| digits_from_json(json.get(member)?));
                if json.is_none_or(|(_, bytes)| bytes.is_none()) {
                    outer_members.push((member.clone(), 0));
                }
                continue;
            }
            let value = self.scope_of(owner).eval_computed(&derived.value);
            let value = value.ok_or_else(|| {
                self.fault(Class::Overflow, format!("`{}` has no value, because its computation fails", derived.value))
            })?;
            outer_members.push((member.clone(), value));
        }
        Ok(outer_members)
    }

    /// Writes the elements of a list, and rejects a wrong number of elements.
    fn write_list(&mut self, owner: FieldOwner<'_>, field: &Field, len: &Length, json: JsonRef<'_>) -> Result<()> {
        let (start, mut starts, mut ending) = (self.position(), Vec::new(), ListEnding::of_field(field));
        let form = field.text_form().filter(|_| field.is_bytes());
        let count = if let Some(form) = form {
            let size = match len {
                Length::Fixed(size) => Some(*size),
                _ => None,
            };
            let bytes = self.encoded_text(form, json, size)?;
            self.out.extend(&bytes);
            bytes.len() as u64
        } else if field.is_text() {
            let text = text_from_json(json).ok_or_else(|| self.unexpected_value(TEXT, json))?;
            self.out.extend(&text);
            text.len() as u64
        } else if field.is_bytes() {
            self.write_bytes(json)?
        } else {
            let list = json.as_array().ok_or_else(|| self.unexpected_value("an array", json))?;
            let mut count = 0_u64;
            let total = json.len() as u64;
            for one in list {
                starts.push(self.position());
                self.write_element(owner, field, one, count).map_err(|error| error.in_element(count))?;
                if let Some(ending) = &mut ending {
                    self.expect_last(owner, ending, (WrittenElement::Json(field, one), count, count + 1 == total))?;
                }
                count += 1;
            }
            count
        };
        match len {
            Length::Until(condition) if count == 0 => {
                Err(self.fault(Class::Inconsistent, lacks_last(&condition.to_string())))
            }
            Length::Until(_) if field.is_bytes() => self.bytes_until(owner, ending, start),
            Length::Terminated(terminator) => {
                let starts = if field.is_bytes() { (start..self.position()).collect() } else { starts };
                self.out.extend(&**terminator);
                match first_terminated(&self.out, starts.into_iter(), terminator) {
                    Some(index) => Err(self.fault(Class::Inconsistent, begins_with(terminator)).in_element(index)),
                    None => Ok(()),
                }
            }
            Length::Rest => self.note_filled(),
            Length::Count(expr) if expr.needs_space() => {
                self.expect_in_space(owner, (field, expr), (start, count.into()))
            }
            _ => self.check_count(owner, len, count),
        }
    }

    /// Rejects bytes of which one would end the list before the last byte.
    fn bytes_until(&self, owner: FieldOwner<'_>, ending: Option<ListEnding<'_>>, start: u64) -> Result<()> {
        let Some(mut ending) = ending else { return Ok(()) };
        let written = usize::try_from(start).ok().and_then(|start| self.out.get(start..)).unwrap_or(&[]);
        let total = written.len() as u64;
        (0..).zip(written).try_for_each(|(index, byte)| {
            self.expect_last(owner, &mut ending, (WrittenElement::Byte(*byte), index, index + 1 == total))
        })
    }

    /// Rejects a number of elements that differs from the count.
    pub(super) fn check_count(&self, owner: FieldOwner<'_>, len: &Length, count: u64) -> Result<()> {
        match len {
            Length::Count(expr) if late_values(owner.fields, &owner.structure.derived).is_needed_by(expr) => Ok(()),
            _ => self.check_count_in(&self.scope_of(owner), len, count),
        }
    }

    /// Rejects a number of elements like [`Self::check_count`], but after all fields are written.
    pub(super) fn check_count_in(&self, view: &JsonScope<'_, 'm>, len: &Length, count: u64) -> Result<()> {
        let (stated, by) = match len {
            Length::Fixed(len) => (Some(i128::from(*len)), String::new()),
            Length::Count(expr) if !expr.needs_space() => (eval_int(expr, view), format!(", by `{expr}`")),
            Length::Count(_) | Length::Rest | Length::Until(_) | Length::Terminated(_) => return Ok(()),
        };
        if stated == Some(i128::from(count)) {
            return Ok(());
        }
        let stated = stated.map_or_else(|| "a computable number of".to_owned(), |stated| stated.to_string());
        Err(self.fault(Class::CountMismatch, format!("expected {stated} elements{by}, found {count}")))
    }
}

/// Returns the tag of a case, if the object has the field of the tag.
fn tag_of(case: &Case, object: JsonRef<'_>) -> Option<Vec<u8>> {
    let field = case.fields.first()?;
    let json = object.get(&field.name)?;
    if field.is_text() { text_from_json(json) } else { bytes_from_hex(json.as_str()?) }
}

/// Returns whether the JSON of a list has no elements.
fn is_empty(json: JsonRef<'_>) -> bool {
    (json.is_array() && json.is_empty()) || json.as_str() == Some("")
}

/// Returns the spans, with names borrowed from the schema.
pub(super) fn named_spans<'m>(fields: &'m [Field], spans: &[FieldSpan<'_>]) -> Vec<FieldSpan<'m>> {
    let names = fields.iter().map(|field| &*field.name);
    let span = |name: &'m str| {
        spans.iter().find(|(written, ..)| *written == name).map(|(_, start, end, order)| (name, *start, *end, *order))
    };
    names.filter_map(span).collect()
}

/// Returns the index of each name in a list; for repeated names, the first index.
fn places_of<'k>(known: &[(&'k str, MemberForm)]) -> HashMap<&'k str, usize> {
    known.iter().enumerate().rev().map(|(place, (name, _))| (*name, place)).collect()
}
