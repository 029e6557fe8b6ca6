//! Collects values with relations from fields and records.

use super::Decoder;
use super::columns::{Column, Columns, RecordScope, ResolveLink, extend_values, has_relations, unsigned_number};
use super::decoder::NamelessScope;
use super::reach::AdjacentRecords;
use super::varint_value;
use crate::report::{Class, Finding, Location, Path, RelationValues, Relations, Segment, ValuePlaces, ValueShape};
use crate::schema::{Body, Expr, Field, Pool, Relation, RelationKind, Structure, Text, Type, element_step};
use crate::value::eval_int;
use std::collections::HashSet;

impl Decoder<'_, '_> {
    /// Passes a field without parts to the listener, if the field has relations or is a pool of bytes. `ty` is the type
    /// of the field in the byte order in which it was read.
    pub(crate) fn relate_field(&mut self, field: &Field, ty: &Type, bytes: &[u8], at: Location) {
        if field.relations.is_empty() && field.pool.is_none() {
            return;
        }
        if let Some(pool) = &field.pool {
            self.relate_texts(pool, bytes, at);
        }
        let packed = self.is_packed();
        // Only numbers of a fixed size are split into elements.
        let size = element_step(field.ty.fixed_size().unwrap_or(0));
        let is_array = field.len.is_some() && !field.ty.is_byte();
        for relation in field.relations.iter() {
            let is_numbers = is_array && matches!(ty, Type::Int { .. });
            let shape = ValueShape { count: bytes.len() / size, size, value_size: ty.fixed_size() };
            let memory = if is_numbers { RelationValues::memory_bound(relation, shape) } else { bytes.len() as u64 };
            self.note_relations(memory, at, |relations, path| {
                let values = match (ty, &field.len) {
                    (Type::Varint { form, .. }, _) => {
                        RelationValues::All(u64::try_from(varint_value(bytes, *form)).into_iter().collect())
                    }
                    (Type::Int { .. } | Type::Digits { .. }, None) => {
                        RelationValues::All(vec![unsigned_number(ty, bytes)])
                    }
                    _ if is_numbers => {
                        let mut values = RelationValues::for_elements(relation, shape);
                        extend_values(&mut values, 0, ty, bytes, (size, 0));
                        values
                    }
                    _ => RelationValues::Bytes(bytes.to_vec()),
                };
                let path = path.child(Segment::Field(field.name.clone()));
                let place = ValuePlaces { path, is_array, member: Vec::new(), at, stride: size as u64, packed };
                relations.add(relation, counted_key(relation), place, values);
            });
        }
    }

    /// Passes the texts of a pool to the listener.
    pub(crate) fn relate_texts(&mut self, pool: &Pool, bytes: &[u8], at: Location) {
        let shared = self.budget().limits().max_shared.for_size(bytes.len() as u64);
        self.note_relations(bytes.len() as u64, at, |relations, _| {
            relations.add_texts(pool.name.clone(), bytes, shared);
        });
    }

    /// Passes the number of elements of a list, which begins at `at`, to the listener, if the field has relations. If
    /// the field is a pool, passes the keys of the elements too.
    pub(crate) fn relate_elements<'m>(
        &mut self,
        field: &Field,
        (count, at): (u64, Location),
        (structure, bytes): (&'m Structure, &[u8]),
        resolve: ResolveLink<'_, 'm>,
    ) {
        // Whether elements form a tree is checked with the rules across fields.
        let late = field.relations.iter().filter(|relation| !matches!(relation.kind, RelationKind::Tree(_)));
        for relation in late {
            self.note_relations(size_of::<u64>() as u64, at, |relations, path| {
                let path = path.child(Segment::Field(field.name.clone()));
                let place = ValuePlaces { path, is_array: false, member: Vec::new(), at, stride: 0, packed: false };
                relations.add(relation, counted_key(relation), place, RelationValues::All(vec![count]));
            });
        }
        let Some(pool) = &field.pool else { return };
        let (keys, member, stride) = match (&pool.key, structure.size) {
            (Some(key), Some(size)) => {
                (element_keys(structure, key, element_step(size), bytes, resolve), Some(key), size)
            }
            _ => (Vec::new(), None, 0),
        };
        let packed = self.is_packed();
        // Without a key, the place is the beginning of the list.
        let start = member.and_then(|key| structure.offset_of_path(std::slice::from_ref(key), resolve)).unwrap_or(0);
        let (first, member) = (at.advance(start, packed), member.map(|key| Segment::Field(key.clone())));
        let end = self.location();
        self.note_relations(size_of_val(&*keys) as u64, end, |relations, path| {
            let (path, member) = (path.child(Segment::Field(field.name.clone())), member.into_iter().collect());
            let place = ValuePlaces { path, is_array: true, member, at: first, stride, packed };
            relations.add_elements(pool.name.clone(), count, keys, place);
        });
    }

    /// Passes the values of members with relations in records to the listener.
    pub(crate) fn relate_records<'m>(
        &mut self,
        structure: &'m Structure,
        records: AdjacentRecords<'_>,
        resolve: ResolveLink<'_, 'm>,
    ) {
        let count = records.bytes.len() / records.size.max(1);
        if let Some(mut columns) = self.relation_columns(structure, (count, records.size), records.at, resolve) {
            columns.collect_records(records.bytes, records.size);
            self.relate_columns(columns, records);
        }
    }

    /// Returns columns for `count` records of `size` bytes that begin at `at`, if the listener collects relations and
    /// members have relations.
    pub(crate) fn relation_columns<'a, 'm>(
        &mut self,
        structure: &'m Structure,
        (count, size): (usize, usize),
        at: Location,
        resolve: ResolveLink<'a, 'm>,
    ) -> Option<Columns<'a, 'm>> {
        if !self.is_watched() || !has_relations(structure, resolve) {
            return None;
        }
        let columns = Columns::of_structure(structure, resolve);
        let (mut room, memory) = (None, columns.needed_memory(count, size));
        self.note_relations(memory, at, |_, _| room = Some(columns.with_room(count, size)));
        room
    }

    /// Passes the collected values of records to the listener.
    pub(crate) fn relate_columns(&mut self, columns: Columns<'_, '_>, records: AdjacentRecords<'_>) {
        let packed = self.is_packed();
        self.note_relations(0, records.at, |relations, path| {
            for Column { relation, start, member, values, .. } in columns.list {
                let (path, at) = (path.clone(), records.at.advance(start, packed));
                let place =
                    ValuePlaces { path, is_array: records.is_array, member, at, stride: records.size as u64, packed };
                relations.add(relation, counted_key(relation), place, values);
            }
        });
    }

    /// Passes the location of the array that describes regions to the listener.
    pub(crate) fn relate_table(&mut self, array: &Text, at: Location) {
        self.note_relations(0, at, |relations, path| {
            relations.note_table(path.child(Segment::Field(array.clone())), at);
        });
    }

    /// Reports to the listener that parts of the file are not read, so that the listener checks no relation.
    pub(crate) fn skip_parts(&mut self) {
        if let Some((relations, _)) = self.watch().and_then(|watch| watch.relations()) {
            relations.skip_parts();
        }
    }

    /// Reports to the listener that the pools in a part are unknown, because the part could not be read. `chosen` are
    /// the fields that the parameters of the part select, if the parameters are known.
    pub(crate) fn relate_lost<'m>(
        &mut self,
        structure: &'m Structure,
        chosen: Option<&'m [Field]>,
        resolve: ResolveLink<'_, 'm>,
    ) {
        if let Some((relations, _)) = self.watch().and_then(|watch| watch.relations()) {
            pools_of(structure, chosen, resolve).into_iter().for_each(|pool| relations.lose_pool(pool));
        }
    }

    /// Calls `note` if the listener collects relations. `memory` is the memory in bytes of the values that `note` adds;
    /// the memory of their paths and locations is charged too. If the limits are exceeded, the fault is reported, and
    /// no relation is checked.
    fn note_relations(&mut self, memory: u64, at: Location, note: impl FnOnce(&mut Relations, &Path)) {
        let Some((watch, budget)) = self.watch_and_budget() else { return };
        let Some((relations, path)) = watch.relations().filter(|(relations, _)| relations.are_wanted()) else { return };
        let before = relations.location_memory();
        let noted = relations.hold_memory(budget, memory).and_then(|()| {
            note(relations, path);
            relations.hold_memory(budget, relations.location_memory() - before)
        });
        if let Err(exceeded) = noted {
            relations.skip_parts();
            watch.report(Finding::new(Class::LimitExceeded, at, exceeded.to_string()));
        }
    }
}

/// Returns the key of the elements that a relation counts.
fn counted_key(relation: &Relation) -> Option<i128> {
    // Keys are constants.
    relation.kind.key().and_then(|key| eval_int(key, &NamelessScope))
}

/// Returns the value of the member `key` of each element.
fn element_keys<'m>(
    structure: &'m Structure,
    key: &Text,
    size: usize,
    bytes: &[u8],
    resolve: ResolveLink<'_, 'm>,
) -> Vec<i128> {
    let path = Expr::Path(vec![key.clone()].into());
    // The key of a sound schema is a whole number in a record, which has a value in any bytes.
    let value = |bytes| eval_int(&path, &RecordScope { structure, bytes, resolve }).unwrap_or(i128::MIN);
    bytes.chunks_exact(size).map(value).collect()
}

/// Returns the names of the pools that a value of a structure may contain. If `chosen` is known, the value has only
/// these fields.
fn pools_of<'m>(structure: &'m Structure, chosen: Option<&'m [Field]>, resolve: ResolveLink<'_, 'm>) -> Vec<Text> {
    let (mut pools, mut seen, mut open) = (Vec::new(), HashSet::new(), vec![(structure, chosen)]);
    while let Some((structure, chosen)) = open.pop() {
        if !seen.insert(std::ptr::from_ref(structure)) {
            continue;
        }
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
