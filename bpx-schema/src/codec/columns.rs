//! Collects the numbers of members that have relations from adjacent records.

use crate::report::{RelationValues, Segment, ValueShape};
use crate::schema::{
    ComputedValue, Endian, Field, Link, Offset, Relation, Structure, Text, Type, element_step, memory_size,
};
use crate::value::{LeafValue, Scope, eval_condition, read_unsigned, value_in};
use std::collections::HashSet;

/// A function that returns the structure of a link.
pub(super) type ResolveLink<'a, 'm> = &'a dyn Fn(&Link) -> Option<&'m Structure>;

/// The members of one record, as a scope for conditions.
pub(super) struct RecordScope<'a, 'm> {
    pub(super) structure: &'m Structure,
    pub(super) bytes: &'a [u8],
    pub(super) resolve: ResolveLink<'a, 'm>,
}

impl Scope for RecordScope<'_, '_> {
    fn value(&self, path: &[Text]) -> Option<ComputedValue<'_>> {
        value_in(self.structure, self.bytes, self.resolve, path)
    }
}

/// The columns of records. They are collected piece by piece, so that each piece is still in the cache when its records
/// are decoded.
pub(crate) struct Columns<'a, 'm> {
    pub(super) list: Vec<Column<'m>>,
    /// Number of records that were collected so far.
    collected: u64,
    resolve: ResolveLink<'a, 'm>,
}

/// The values of one member in all records, for one relation of the member.
pub(super) struct Column<'m> {
    pub(super) relation: &'m Relation,
    ty: &'m Type,
    /// The structure that contains the member, and the offset of this structure in the record.
    owner: (&'m Structure, u64),
    /// Offset of the member in the record.
    pub(super) start: u64,
    pub(super) member: Vec<Segment>,
    pub(super) values: RelationValues,
}

impl Column<'_> {
    fn value_shape(&self, count: usize, size: usize) -> ValueShape {
        ValueShape { count, size, value_size: self.ty.fixed_size() }
    }
}

impl<'a, 'm> Columns<'a, 'm> {
    /// Returns empty columns for the members of a structure.
    pub(super) fn of_structure(structure: &'m Structure, resolve: ResolveLink<'a, 'm>) -> Self {
        let mut columns = Self { list: Vec::new(), collected: 0, resolve };
        columns.add_members(structure, 0, &mut Vec::new());
        columns
    }

    /// Returns the memory in bytes that the values of `records` records take at most; more than any limit if there are
    /// too many columns.
    pub(super) fn needed_memory(&self, records: usize, size: usize) -> u64 {
        if self.list.len() > MOST_COLUMNS && records > 0 {
            return u64::MAX;
        }
        let memory =
            |column: &Column<'_>| RelationValues::memory_bound(column.relation, column.value_shape(records, size));
        self.list.iter().map(memory).sum()
    }

    /// Returns the columns with room for the values of `records` records.
    pub(super) fn with_room(mut self, records: usize, size: usize) -> Self {
        for column in &mut self.list {
            column.values = RelationValues::for_elements(column.relation, column.value_shape(records, size));
        }
        self
    }

    /// Adds columns for the members of a structure that is nested at an offset in each record.
    fn add_members(&mut self, structure: &'m Structure, offset: u64, member: &mut Vec<Segment>) {
        for field in structure.fields() {
            let Some(start) = field.offset.and_then(|own| offset.checked_add(own)) else { continue };
            member.push(Segment::Field(field.name.clone()));
            // Each field of a record has a fixed number of elements of a fixed size.
            let count = field.fixed_len().unwrap_or(0);
            let size = field.element_size(self.resolve).unwrap_or(0);
            let nested = match &field.ty {
                Type::Named { link, .. } => (self.resolve)(link).filter(|nested| has_relations(nested, self.resolve)),
                _ => None,
            };
            let judged = !field.relations.is_empty() || nested.is_some();
            for (index, start) in (0..if judged { count } else { 0 }).zip((start..).step_by(element_step(size))) {
                if self.list.len() > MOST_COLUMNS {
                    return;
                }
                if field.len.is_some() {
                    member.push(Segment::Index(index));
                }
                match nested {
                    Some(nested) => self.add_members(nested, start, member),
                    None => self.list.extend(columns_of(field, (structure, offset), start, member)),
                }
                if field.len.is_some() {
                    member.pop();
                }
            }
            member.pop();
        }
    }

    /// Collects the values of the next records.
    pub(crate) fn collect_records(&mut self, bytes: &[u8], size: usize) {
        let (first, resolve, size) = (self.collected, self.resolve, size.max(1));
        for Column { relation, ty, owner: (owner, around), start, values, .. } in &mut self.list {
            let Some(when) = &relation.when else {
                extend_values(values, first, ty, bytes, (size, *start));
                continue;
            };
            for (index, record) in (first..).zip(bytes.chunks_exact(size)) {
                // A nested structure lies inside of its record.
                let bytes = Offset::from(*around).slice(owner.size, record).unwrap_or_default();
                // A condition without a value counts as true.
                if eval_condition(when, &RecordScope { structure: owner, bytes, resolve }) != Some(false)
                    && let Some(own) = Offset::from(*start).slice(ty.fixed_size(), record)
                {
                    values.push(index, unsigned_number(ty, own));
                }
            }
        }
        self.collected += (bytes.len() / size) as u64;
    }
}

/// Returns the columns of a member, one for each relation.
fn columns_of<'m>(
    field: &'m Field,
    owner: (&'m Structure, u64),
    start: u64,
    member: &[Segment],
) -> impl Iterator<Item = Column<'m>> {
    field.relations.iter().map(move |relation| {
        // They get room when the number of records is known.
        let (member, values) = (member.to_vec(), RelationValues::All(Vec::new()));
        Column { relation, ty: &field.ty, owner, start, member, values }
    })
}

/// Adds the number at the offset `start` of each record of `size` bytes; `first` is the number of the first record. The
/// function must be fast, because large tables have a number for every few bytes.
pub(super) fn extend_values(
    values: &mut RelationValues,
    first: u64,
    ty: &Type,
    bytes: &[u8],
    (size, start): (usize, u64),
) {
    /// Returns unsigned numbers of `N` bytes.
    fn plain_numbers<'b, const N: usize>(
        endian: Endian,
        members: impl Iterator<Item = Option<&'b [u8]>>,
    ) -> impl Iterator<Item = u64> {
        let own = move |bytes: &[u8]| bytes.first_chunk::<N>().map(|own| read_unsigned(own, endian));
        members.map(move |bytes| bytes.and_then(own).unwrap_or(u64::MAX))
    }
    // Members lie inside of their records.
    let start = memory_size(start);
    let members = bytes.chunks_exact(size).map(|record| record.get(start..));
    match (ty, ty.fixed_size()) {
        (Type::Int { signed: false, endian, .. }, Some(1)) => {
            values.extend(first, plain_numbers::<1>(*endian, members));
        }
        (Type::Int { signed: false, endian, .. }, Some(2)) => {
            values.extend(first, plain_numbers::<2>(*endian, members));
        }
        (Type::Int { signed: false, endian, .. }, Some(4)) => {
            values.extend(first, plain_numbers::<4>(*endian, members));
        }
        (_, wide) => {
            // A member of a record has a fixed size.
            let wide = element_step(wide.unwrap_or(0));
            let own = |bytes: Option<&[u8]>| Some(unsigned_number(ty, bytes?.get(..wide)?));
            values.extend(first, members.map(|bytes| own(bytes).unwrap_or(u64::MAX)));
        }
    }
}

/// Returns an unsigned whole number. Only unsigned whole numbers have relations.
pub(super) fn unsigned_number(ty: &Type, bytes: &[u8]) -> u64 {
    if let Type::Int { signed: false, endian, .. } = ty {
        // Almost all are of this type.
        return read_unsigned(bytes, *endian);
    }
    match LeafValue::from_bytes(ty, bytes) {
        Some(LeafValue::Int(value)) => u64::try_from(value).unwrap_or(u64::MAX),
        _ => u64::MAX,
    }
}

/// The largest number of columns of a record. A record of a schema can state more members than memory can describe.
const MOST_COLUMNS: usize = 1 << 18;

/// Returns whether a member of a record, or of a nested record, has a relation. Takes no memory for a record without
/// nested records.
pub(super) fn has_relations<'m>(structure: &'m Structure, resolve: ResolveLink<'_, 'm>) -> bool {
    let related = |structure: &Structure| structure.fields().iter().any(|field| !field.relations.is_empty());
    let nested = |structure: &'m Structure| {
        structure.fields().iter().filter_map(|field| match &field.ty {
            Type::Named { link, .. } => resolve(link),
            _ => None,
        })
    };
    // Many fields can have the same structure.
    let (mut seen, mut open) = (HashSet::new(), nested(structure).collect::<Vec<_>>());
    let mut found = related(structure);
    while let Some(structure) = open.pop().filter(|_| !found) {
        if seen.insert(std::ptr::from_ref(structure)) {
            found = related(structure);
            open.extend(nested(structure));
        }
    }
    found
}
