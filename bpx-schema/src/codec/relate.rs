//! Collects values with relations from fields and records.

use super::Decoder;
use super::reach::{Records, chosen_fields};
use super::varint_value;
use crate::report::{Class, Finding, Location, Path, Relations, Segment, Spot, Values};
use crate::schema::{Body, Computed, Expr, Field, Link, Offset, Pool, Relation, RelationKind, Structure, Text, Type};
use crate::value::{Scope, Value, eval, holds, unsigned, value_in};
use std::collections::HashSet;

/// Resolves links to structures by name.
type Resolve<'a, 'm> = &'a dyn Fn(&Link) -> Option<&'m Structure>;

impl Decoder<'_, '_> {
    /// Passes the relations of a field without parts to the listener, and the field itself if it is a pool of bytes.
    /// `ty` is the type of the field in the byte order that was read.
    pub(crate) fn relate_field(&mut self, field: &Field, ty: &Type, bytes: &[u8], at: Location) {
        if field.relations.is_empty() && field.pool.is_none() {
            return;
        }
        if let Some(pool) = &field.pool {
            self.relate_texts(pool, bytes, at);
        }
        let packed = self.is_packed();
        let size = step(field.ty.fixed_size().unwrap_or(0));
        for relation in field.relations.iter() {
            let values = match (ty, &field.len) {
                (Type::Varint { form, .. }, _) => {
                    Values::All(u64::try_from(varint_value(bytes, *form)).into_iter().collect())
                }
                (Type::Int { .. } | Type::Digits { .. }, None) => Values::All(vec![number(ty, bytes)]),
                (Type::Int { .. }, Some(_)) if !field.ty.is_byte() => {
                    Values::All(bytes.chunks_exact(size).map(|bytes| number(ty, bytes)).collect())
                }
                _ => Values::Bytes(bytes.to_vec()),
            };
            let is_array = field.len.is_some() && !field.ty.is_byte();
            self.relate(bytes.len() as u64, at, |relations, path| {
                let path = path.child(Segment::Field(field.name.clone()));
                let place = Spot { path, is_array, member: Vec::new(), at, stride: size as u64, packed };
                relations.add(relation, key(relation), place, values);
            });
        }
    }

    /// Passes the texts of a pool to the listener.
    pub(crate) fn relate_texts(&mut self, pool: &Pool, bytes: &[u8], at: Location) {
        let shared = self.budget().limits().max_shared.of(bytes.len() as u64);
        self.relate(bytes.len() as u64, at, |relations, _| relations.texts(pool.name.clone(), bytes, shared));
    }

    /// Passes the number of elements of a list that begins at `at` to the listener, if the field has relations, and their
    /// keys if it is a pool.
    pub(crate) fn relate_elements<'m>(
        &mut self,
        field: &Field,
        (count, at): (u64, Location),
        (structure, bytes): (&'m Structure, &[u8]),
        resolve: Resolve<'_, 'm>,
    ) {
        // Whether elements form a tree is checked with the rules across fields.
        let late = field.relations.iter().filter(|relation| !matches!(relation.kind, RelationKind::Tree(_)));
        for relation in late {
            self.relate(size_of::<u64>() as u64, at, |relations, path| {
                let path = path.child(Segment::Field(field.name.clone()));
                let place = Spot { path, is_array: false, member: Vec::new(), at, stride: 0, packed: false };
                relations.add(relation, key(relation), place, Values::All(vec![count]));
            });
        }
        let Some(pool) = &field.pool else { return };
        let (keys, member, stride) = match (&pool.key, structure.size) {
            (Some(key), Some(size)) => (keys(structure, key, step(size), bytes, resolve), Some(key), size),
            _ => (Vec::new(), None, 0),
        };
        let packed = self.is_packed();
        let start = member.and_then(|key| structure.offset_of_path(std::slice::from_ref(key), resolve)).unwrap_or(0);
        let (first, member) = (at.advance(start, packed), member.map(|key| Segment::Field(key.clone())));
        let end = self.location();
        self.relate((keys.len() * size_of::<i64>()) as u64, end, |relations, path| {
            let (path, member) = (path.child(Segment::Field(field.name.clone())), member.into_iter().collect());
            let place = Spot { path, is_array: true, member, at: first, stride, packed };
            relations.elements(pool.name.clone(), count, keys, place);
        });
    }

    /// Passes the relations of the members of records to the listener.
    pub(crate) fn relate_records<'m>(
        &mut self,
        structure: &'m Structure,
        records: Records<'_>,
        resolve: Resolve<'_, 'm>,
    ) {
        if !self.is_watched() || !has_relations(structure, resolve, 0) {
            return;
        }
        let packed = self.is_packed();
        let numbers = (records.bytes.len() / records.size.max(1)) * size_of::<u64>();
        self.relate(numbers as u64, records.at, |relations, path| {
            let mut member = Vec::new();
            Collector { relations, path, records, packed, resolve }.members(structure, 0, &mut member);
        });
    }

    /// Passes the place of the array that describes parts to the listener.
    pub(crate) fn relate_table(&mut self, array: &Text, at: Location) {
        self.relate(0, at, |relations, path| {
            relations.table(path.child(Segment::Field(array.clone())), at);
        });
    }

    /// Reports to the listener that parts are not read, so that no relation is checked.
    pub(crate) fn skip_parts(&mut self) {
        if let Some((relations, _)) = self.watch().and_then(|watch| watch.relations()) {
            relations.skip_parts();
        }
    }

    /// Reports to the listener that the pools in a part are unknown, because the part could not be read.
    pub(crate) fn relate_lost<'m>(&mut self, structure: &'m Structure, args: &[i128], resolve: Resolve<'_, 'm>) {
        if let Some((relations, _)) = self.watch().and_then(|watch| watch.relations()) {
            pools_of(structure, args, resolve).into_iter().for_each(|pool| relations.lose(pool));
        }
    }

    /// Calls `note` if the listener collects relations, with the memory of the noted values in bytes; their places are
    /// charged too. If the limits are exceeded, that is reported once, and no relation is checked.
    fn relate(&mut self, memory: u64, at: Location, note: impl FnOnce(&mut Relations, &Path)) {
        let Some((watch, budget)) = self.watch_and_budget() else { return };
        let Some((relations, path)) = watch.relations().filter(|(relations, _)| relations.are_wanted()) else { return };
        let before = relations.memory();
        let noted = relations.hold(budget, memory).and_then(|()| {
            note(relations, path);
            relations.hold(budget, relations.memory() - before)
        });
        if let Err(exceeded) = noted {
            relations.skip_parts();
            watch.report(Finding::new(Class::LimitExceeded, at, exceeded.to_string()));
        }
    }
}

/// The members of one record, as a scope for conditions.
struct Members<'a, 'm> {
    structure: &'m Structure,
    bytes: &'a [u8],
    resolve: Resolve<'a, 'm>,
}

impl Scope for Members<'_, '_> {
    fn value(&self, path: &[Text]) -> Option<Computed<'_>> {
        value_in(self.structure, self.bytes, self.resolve, path)
    }
}

/// Collects from records.
struct Collector<'a, 'b, 'm> {
    relations: &'a mut Relations,
    path: &'a Path,
    records: Records<'b>,
    packed: bool,
    resolve: Resolve<'a, 'm>,
}

impl<'m> Collector<'_, '_, 'm> {
    /// Collects from the members of a nested structure at an offset in each record.
    fn members(&mut self, structure: &'m Structure, offset: u64, member: &mut Vec<Segment>) {
        for field in structure.fields() {
            let Some(start) = field.offset.and_then(|own| offset.checked_add(own)) else { continue };
            member.push(Segment::Field(field.name.clone()));
            let count = field.fixed_len().unwrap_or(0);
            let size = field.element_size(self.resolve).unwrap_or(0);
            let nested = match &field.ty {
                Type::Named { link, .. } => {
                    (self.resolve)(link).filter(|nested| has_relations(nested, self.resolve, 0))
                }
                _ => None,
            };
            let judged = !field.relations.is_empty() || nested.is_some();
            for (index, start) in (0..if judged { count } else { 0 }).zip((start..).step_by(step(size))) {
                if field.len.is_some() {
                    member.push(Segment::Index(index));
                }
                match nested {
                    Some(nested) => self.members(nested, start, member),
                    None => self.values(structure, offset, field, start, member),
                }
                if field.len.is_some() {
                    member.pop();
                }
            }
            member.pop();
        }
    }

    /// Collects the values of a field in each record.
    fn values(&mut self, owner: &'m Structure, around: u64, field: &Field, start: u64, member: &[Segment]) {
        let Records { bytes, size, at, is_array } = self.records;
        let wide = field.ty.fixed_size();
        for relation in field.relations.iter() {
            let own = |record: &[u8]| Offset::from(start).slice(wide, record).map(|bytes| number(&field.ty, bytes));
            let judged = |record: &[u8], when: &Expr| {
                let bytes = Offset::from(around).slice(owner.size, record).unwrap_or_default();
                // A condition without a value counts as true.
                holds(when, &Members { structure: owner, bytes, resolve: self.resolve }) != Some(false)
            };
            let records = (0_u64..).zip(bytes.chunks_exact(size.max(1)));
            let values = match &relation.when {
                None => Values::All(records.filter_map(|(_, record)| own(record)).collect()),
                Some(when) => {
                    let records = records.filter(|(_, record)| judged(record, when));
                    Values::Some(records.filter_map(|(index, record)| Some((index, own(record)?))).collect())
                }
            };
            let at = at.advance(start, self.packed);
            let (path, member, stride) = (self.path.clone(), member.to_vec(), size as u64);
            let place = Spot { path, is_array, member, at, stride, packed: self.packed };
            self.relations.add(relation, key(relation), place, values);
        }
    }
}

/// Returns the key of the elements that a relation counts.
fn key(relation: &Relation) -> Option<i64> {
    /// A scope without names: keys are constants.
    struct Nameless;
    impl Scope for Nameless {
        fn value(&self, _: &[Text]) -> Option<Computed<'_>> {
            None
        }
    }
    relation.kind.key().and_then(|key| i64::try_from(eval(key, &Nameless)?).ok())
}

/// Returns the bytes from one element to the next, at least one, as chunks without bytes have no end. The elements were
/// read, so their size fits into the memory.
fn step(size: u64) -> usize {
    usize::try_from(size).unwrap_or(usize::MAX).max(1)
}

/// Returns a whole number without a sign, which are the only ones that have relations.
fn number(ty: &Type, bytes: &[u8]) -> u64 {
    if let Type::Int { signed: false, endian, .. } = ty {
        // Almost all are of this type, and large tables have one for each record.
        return unsigned(bytes, *endian);
    }
    match Value::of(ty, bytes) {
        Some(Value::Int(value)) => u64::try_from(value).unwrap_or(u64::MAX),
        _ => u64::MAX,
    }
}

/// Returns the member that is the key of the elements.
fn keys<'m>(structure: &'m Structure, key: &Text, size: usize, bytes: &[u8], resolve: Resolve<'_, 'm>) -> Vec<i64> {
    let path = Expr::Path(vec![key.clone()].into());
    let value = |bytes| eval(&path, &Members { structure, bytes, resolve });
    let values = bytes.chunks_exact(size).map(value);
    values.map(|value| value.and_then(|value| i64::try_from(value).ok()).unwrap_or(i64::MIN)).collect()
}

/// Returns whether a member of a record has a relation. The search is limited in depth.
fn has_relations<'m>(structure: &'m Structure, resolve: Resolve<'_, 'm>, depth: u32) -> bool {
    /// Number of levels of records that are searched.
    const DEPTH: u32 = 64;
    structure.fields().iter().any(|field| {
        !field.relations.is_empty()
            || match &field.ty {
                Type::Named { link, .. } if depth < DEPTH => {
                    resolve(link).is_some_and(|nested| has_relations(nested, resolve, depth + 1))
                }
                _ => false,
            }
    })
}

/// Returns the pools in a value of a structure; for a switch, those of the case that its parameters select, if they are
/// known.
fn pools_of<'m>(structure: &'m Structure, args: &[i128], resolve: Resolve<'_, 'm>) -> Vec<Text> {
    let (mut pools, mut seen, mut open) = (Vec::new(), HashSet::new(), vec![(structure, Some(args))]);
    while let Some((structure, args)) = open.pop() {
        if !seen.insert(std::ptr::from_ref(structure)) {
            continue;
        }
        let chosen = args.and_then(|args| chosen_fields(structure, args));
        let fields: Vec<&Field> = match (chosen, &structure.body) {
            (Some(fields), _) => fields.iter().collect(),
            (None, Body::Bits(_)) => Vec::new(),
            (None, _) => structure.all_fields().collect(),
        };
        for field in fields {
            pools.extend(field.pool.iter().map(|pool| pool.name.clone()));
            if let Type::Named { link, .. } = &field.ty {
                open.extend(resolve(link).map(|nested| (nested, None)));
            }
        }
    }
    pools
}
