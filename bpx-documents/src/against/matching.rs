//! Finds the declared structure that a table describes.

use super::super::chapters::Chapters;
use super::super::model::{Body, Document, Field, Table};
use super::super::name::{is_reserved, normal_name};
use super::fields::fixed_size;
use super::parts::{self, ComparedName, DeclaredPart};
use super::{Place, Spec};
use bpx_model::{Codes, Model, Structure};
use std::cell::{Cell, RefCell};
use std::cmp::Reverse;
use std::collections::{BTreeSet, HashMap, HashSet};
use std::rc::Rc;

/// A declared structure, and its parts.
pub(super) struct DeclaredStructure<'a> {
    pub(super) structure: &'a Structure,
    parts: Vec<DeclaredPart<'a>>,
    /// The normal name of the structure.
    name: String,
    spec: Spec<'a>,
}

/// A structure that a table may describe.
struct Candidate<'m, 'a> {
    declared: &'m DeclaredStructure<'a>,
    /// The parts of the structure, as the table divides them.
    parts: Vec<&'m DeclaredPart<'a>>,
    /// The number of rows that name a part of the structure itself, without reserved rows; parts of nested structures
    /// do not count.
    direct: usize,
    /// The number of parts that the table names, without reserved ones.
    common: usize,
    /// The number of parts that the table does not name.
    extra: usize,
    /// Whether the structure has the name of the table.
    is_named_so: bool,
    /// Whether the declaration states the section or the title of the table.
    is_of_section: bool,
}

impl Candidate<'_, '_> {
    fn match_rank(&self) -> (bool, usize, usize, Reverse<usize>) {
        (self.is_named_so && self.direct > 0, self.direct, self.common, Reverse(self.extra))
    }
}

/// A structure that a table describes, with its parts as the table divides them.
pub(super) type StructureMatch<'m, 'a> = (&'m DeclaredStructure<'a>, Vec<&'m DeclaredPart<'a>>);

/// A document and declarations, indexed to find the structure that a table describes.
pub(super) struct Matcher<'a> {
    pub(super) document: &'a Document,
    pub(super) chapters: Chapters,
    pub(super) declared: Vec<DeclaredStructure<'a>>,
    /// The sets of values of all fields.
    pub(super) codes: Vec<&'a Codes>,
    /// The indexes of the declared structures that have a part with the normal name.
    having: HashMap<String, BTreeSet<usize>>,
    /// The indexes of the declared structures that have a reserved part.
    having_reserved: BTreeSet<usize>,
    /// The rows of the first table of each name.
    tables: HashMap<String, &'a [Field]>,
    /// The names of the rows of a table, by the normal name of the table; computed on demand.
    listed: RefCell<HashMap<String, Rc<ListedNames>>>,
    /// The number of rows that [`Self::inner_rows`] may still return; the limit bounds the work for a document.
    rows_left: Cell<usize>,
}

/// The names of rows.
#[derive(Default)]
struct ListedNames {
    names: HashSet<String>,
    reserved: bool,
    /// The indexes of the declared structures that have a part with one of the names.
    having: BTreeSet<usize>,
}

/// The names of rows, and the names of the rows in the structures that are the types of these rows.
struct RowNames(Vec<Rc<ListedNames>>);

impl RowNames {
    /// Returns whether a row has the name of the part.
    fn contains(&self, part: &DeclaredPart<'_>) -> bool {
        let has =
            |name: &ComparedName| !name.normal.is_empty() && self.0.iter().any(|one| one.names.contains(&name.normal));
        part.called.iter().any(has) || part.is_reserved() && self.0.iter().any(|one| one.reserved)
    }
}

impl<'a> Matcher<'a> {
    pub(super) fn new(document: &'a Document, model: &'a Model) -> Self {
        let mut tables = HashMap::new();
        let mut rows_left: usize = 1024;
        for (_, table, rows, _) in document.structures() {
            tables.entry(normal_name(&table.name)).or_insert(rows);
            rows_left += 4 * rows.len();
        }
        let declared = |structure: &'a Structure| {
            let (parts, name) = (parts::of(model, structure), normal_name(&structure.name));
            DeclaredStructure { structure, parts, name, spec: Spec::of(&structure.spec) }
        };
        let mut matcher = Self {
            document,
            chapters: Chapters::of(document),
            declared: model.structures.values().map(declared).collect(),
            codes: Vec::new(),
            having: HashMap::new(),
            having_reserved: BTreeSet::new(),
            tables,
            listed: RefCell::default(),
            rows_left: Cell::new(rows_left),
        };
        let declared = std::mem::take(&mut matcher.declared);
        for (place, one) in declared.iter().enumerate() {
            matcher.index_parts(place, &one.parts);
        }
        Self { declared, ..matcher }
    }

    /// Indexes the names and the sets of all parts.
    fn index_parts(&mut self, place: usize, parts: &[DeclaredPart<'a>]) {
        for part in parts {
            self.codes.extend(part.codes);
            for name in &part.called {
                self.having.entry(name.normal.clone()).or_default().insert(place);
            }
            self.having_reserved.extend(part.is_reserved().then_some(place));
            self.index_parts(place, &part.inner);
        }
    }

    /// Finds the structure that a table describes, with its parts as the table divides them. The first choice is a
    /// structure that states the section of the table, has the name of the table, or has all of its names in the table;
    /// the name of the table counts first, then the number of common fields. The second choice is a structure that
    /// states the section or has the name of the table, and has fields of the same sizes. The third choice is a
    /// structure that states an enclosing section and has all fields of the table.
    pub(super) fn find_structure(&self, table: &Table, rows: &[Field]) -> Option<StructureMatch<'_, 'a>> {
        let names = self.names_of_rows(rows);
        let all = self.candidates_for(table, rows, &names);
        let sizes: Vec<_> = rows.iter().map(fixed_size).collect();
        let is_own = |one: &&Candidate<'_, '_>| one.is_of_section || one.is_named_so;
        let is_best = |one: &&Candidate<'_, '_>| one.common > 0 || one.is_named_so && one.extra == 0;
        // Other revisions number their sections differently: a table with all names of a structure describes it.
        let is_whole = |one: &&Candidate<'_, '_>| {
            let is_named = |part: &&DeclaredPart<'_>| part.bits.is_none() || part.is_reserved() || names.contains(part);
            one.common > 1 && 2 * one.common > rows.len() && one.parts.iter().all(is_named)
        };
        let is_around = |one: &&Candidate<'_, '_>| one.declared.spec.is_around(&table.section);
        let own = || all.iter().filter(is_own);
        let best = all.iter().filter(is_whole).chain(own().filter(is_best)).max_by_key(|one| one.match_rank());
        let of_sizes = || own().find(|one| parts::match_sizes(&one.parts, &sizes));
        let around = || all.iter().filter(is_around).find(|one| one.common >= rows.len());
        let found = best.or_else(of_sizes).or_else(around)?;
        Some((found.declared, found.parts.clone()))
    }

    /// Returns the table with an index, and its rows, if the table describes a structure.
    pub(super) fn structure_at(&self, index: usize) -> Option<(&'a Table, &'a [Field])> {
        let table = self.document.tables.get(index)?;
        let Body::Structure { fields, .. } = &table.body else { return None };
        Some((table, fields))
    }

    /// Returns the structures that a table may describe, in their order.
    fn candidates_for(&self, table: &Table, rows: &[Field], names: &RowNames) -> Vec<Candidate<'_, 'a>> {
        let having: BTreeSet<usize> = names.0.iter().flat_map(|one| &one.having).copied().collect();
        let listed: HashSet<_> =
            rows.iter().filter(|row| !is_reserved(&row.name)).map(|row| normal_name(&row.name)).collect();
        let (place, name) = (Place::of(table), normal_name(&table.name));
        let mut candidates = Vec::new();
        for (at, declared) in self.declared.iter().enumerate() {
            let is_named_so = !name.is_empty() && declared.name == name;
            let is_of_section = declared.spec.is_of(&place);
            if !(is_named_so || is_of_section || having.contains(&at) || declared.spec.is_around(&table.section)) {
                continue;
            }
            let parts = declared.divided_parts(names);
            let (named, extra): (Vec<&DeclaredPart<'_>>, Vec<_>) = parts.iter().partition(|part| names.contains(part));
            let common = named.iter().filter(|part| !part.is_reserved()).count();
            let own = parts.iter().filter(|part| part.structure == &*declared.structure.name);
            let own: HashSet<_> = own.flat_map(|part| &part.called).map(|name| name.normal.as_str()).collect();
            let direct = own.iter().filter(|name| !name.is_empty() && listed.contains(**name)).count();
            let extra = extra.len();
            candidates.push(Candidate { declared, parts, direct, common, extra, is_named_so, is_of_section });
        }
        candidates
    }

    /// Finds the structure whose parts contain all rows of a table in sequence; also returns the offset of the first
    /// row in the structure, in bytes.
    pub(super) fn containing_structure(&self, rows: &[Field]) -> Option<(&'a Structure, u64)> {
        let names = self.names_of_rows(rows);
        let called: Vec<_> = rows.iter().map(|row| (ComparedName::of(&row.name), fixed_size(row))).collect();
        self.declared.iter().find_map(|declared| {
            let parts = declared.divided_parts(&names);
            let is = |((name, size), part): (&(ComparedName, Option<u64>), &&DeclaredPart<'_>)| {
                part.is_named(name) && part.bits.is_some() && part.bits == *size
            };
            let mut runs = parts.windows(rows.len().max(1));
            let first = runs.position(|run| run.len() == rows.len() && called.iter().zip(run).all(is))?;
            let before = parts.iter().take(first).try_fold(0_u64, |sum, part| sum.checked_add(part.bits?))?;
            (before % 8 == 0).then_some((declared.structure, before / 8))
        })
    }

    /// Returns the normal name and the rows of the structure that is the type of a row.
    fn inner_named(&self, row: &Field) -> Option<(String, &'a [Field])> {
        let name = normal_name(&row.ty);
        let rows = self.tables.get(&name).copied().filter(|_| !row.ty.contains('[') && !name.is_empty())?;
        Some((name, rows))
    }

    /// Returns the rows of the structure that is the type of a row, or `None` when the limit of such rows is exceeded.
    pub(super) fn inner_rows(&self, row: &Field) -> Option<&'a [Field]> {
        let (_, rows) = self.inner_named(row)?;
        self.rows_left.set(self.rows_left.get().checked_sub(rows.len())?);
        Some(rows)
    }

    /// Returns the parts of a structure, divided as the rows divide the structure.
    pub(super) fn parts_for_rows<'m, 'r>(
        &self,
        declared: &'m DeclaredStructure<'a>,
        rows: impl IntoIterator<Item = &'r Field>,
    ) -> Vec<&'m DeclaredPart<'a>> {
        declared.divided_parts(&self.names_of_rows(rows))
    }

    fn names_of_rows<'r>(&self, rows: impl IntoIterator<Item = &'r Field>) -> RowNames {
        let (mut own, mut inner) = (ListedNames::default(), HashMap::new());
        for row in rows {
            self.list_names(row, &mut own);
            if let Some((name, rows)) = self.inner_named(row) {
                inner.entry(name).or_insert(rows);
            }
        }
        let mut known = self.listed.borrow_mut();
        let inner = inner.into_iter().map(|(name, rows)| {
            let listed = || {
                let mut listed = ListedNames::default();
                rows.iter().for_each(|row| self.list_names(row, &mut listed));
                Rc::new(listed)
            };
            known.entry(name).or_insert_with(listed).clone()
        });
        let mut names: Vec<_> = inner.collect();
        names.push(Rc::new(own));
        RowNames(names)
    }

    fn list_names(&self, row: &Field, listed: &mut ListedNames) {
        let ComparedName { normal, reserved } = ComparedName::of(&row.name);
        listed.having.extend(self.having.get(&normal).into_iter().flatten().copied());
        if reserved {
            listed.reserved = true;
            listed.having.extend(&self.having_reserved);
        }
        listed.names.insert(normal);
    }
}

impl<'a> DeclaredStructure<'a> {
    fn divided_parts(&self, names: &RowNames) -> Vec<&DeclaredPart<'a>> {
        parts::written_out(&self.parts, &|part| names.contains(part))
    }
}
