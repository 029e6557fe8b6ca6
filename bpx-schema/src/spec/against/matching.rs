//! Which structure a table describes.

use super::super::model::{Document, Field, Table};
use super::super::name::{is_reserved, norm, same};
use super::fields::exact;
use super::parts::{self, Part};
use super::{implements, number};
use crate::schema::{Codes, Model, Structure};
use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};

/// A structure that a table may describe.
struct Candidate<'a> {
    structure: &'a Structure,
    /// Its parts, as the table divides them.
    parts: Vec<Part<'a>>,
    /// How many rows are its own parts, reserved ones aside: what a row is of is not what the table is about.
    direct: usize,
    /// How many parts the table names, reserved ones aside.
    common: usize,
    /// How many it does not name.
    extra: usize,
    /// Whether the table has its name, and is the first of its section to have it.
    is_named_so: bool,
}

impl Candidate<'_> {
    fn rank(&self) -> (bool, usize, usize, Reverse<usize>) {
        (self.is_named_so && self.direct > 0, self.direct, self.common, Reverse(self.extra))
    }
}

/// A document and declarations, prepared for finding what belongs together.
pub(super) struct Matcher<'a> {
    pub(super) document: &'a Document,
    pub(super) model: &'a Model,
    /// The sets of values of all fields.
    pub(super) codes: Vec<&'a Codes>,
    /// The rows of the first table of each name.
    tables: HashMap<String, &'a [Field]>,
}

/// The names of rows, and of the rows of the structures that these are of.
struct Names {
    all: HashSet<String>,
    reserved: bool,
}

impl Names {
    /// Whether one of them is that of a part.
    fn have(&self, part: &Part<'_>) -> bool {
        let has = |name: &str| {
            let name = norm(name);
            !name.is_empty() && self.all.contains(&name)
        };
        has(part.label) || has(part.name) || self.reserved && is_reserved(part.name)
    }
}

impl<'a> Matcher<'a> {
    pub(super) fn new(document: &'a Document, model: &'a Model) -> Self {
        let mut tables = HashMap::new();
        for (_, table, rows, _) in document.structures() {
            tables.entry(norm(&table.name)).or_insert(rows);
        }
        let mut codes = Vec::new();
        for structure in model.structures.values() {
            collect(parts::of(model, structure), &mut codes);
        }
        Self { document, model, codes, tables }
    }

    /// The structure that a table describes, with its parts as the table divides them: of those that name the section,
    /// have the name of the table, or have all of their names in it, the one with most fields in common; else one that
    /// names the section and has fields of the same sizes; else one that names a section around this one and has all of
    /// the fields.
    pub(super) fn find(&self, table: &Table, rows: &[Field]) -> Option<(&'a Structure, Vec<Part<'a>>)> {
        let names = self.names(rows.iter());
        let listed: HashSet<_> = rows.iter().filter(|row| !is_reserved(&row.name)).map(|row| norm(&row.name)).collect();
        let candidate = |structure: &'a Structure| {
            let parts = self.divided(structure, &names);
            let named = |part: &&Part<'_>| names.have(part);
            let common = parts.iter().filter(named).filter(|part| !is_reserved(part.name)).count();
            let own = parts.iter().filter(|part| part.structure == &*structure.name);
            let own: HashSet<_> = own.flat_map(|part| [norm(part.label), norm(part.name)]).collect();
            let direct = listed.iter().filter(|name| !name.is_empty() && own.contains(*name)).count();
            let extra = parts.len().saturating_sub(parts.iter().filter(named).count());
            Candidate { structure, parts, direct, common, extra, is_named_so: same(&structure.name, &table.name) }
        };
        let all: Vec<_> = self.model.structures.values().map(candidate).collect();
        let sizes: Vec<_> = rows.iter().map(exact).collect();
        let is_own = |one: &&Candidate<'_>| implements(&one.structure.spec, table) || one.is_named_so;
        let is_best = |one: &&Candidate<'_>| one.common > 0 || one.is_named_so && one.extra == 0;
        // Other revisions number their sections otherwise: what has all of a structure's names is it.
        let is_whole = |one: &&Candidate<'_>| {
            let told = |part: &Part<'_>| part.bits.is_none() || is_reserved(part.name) || names.have(part);
            one.common > 1 && one.common.saturating_mul(2) > rows.len() && one.parts.iter().all(told)
        };
        let is_around = |one: &&Candidate<'_>| {
            let spec = &one.structure.spec;
            let rest = table.section.strip_prefix(number(spec));
            !spec.is_empty() && rest.is_some_and(|rest| rest.starts_with('.'))
        };
        let own = || all.iter().filter(is_own);
        let best = all.iter().filter(is_whole).chain(own().filter(is_best)).max_by_key(|one| one.rank());
        let of_sizes = || own().find(|one| parts::sized(&one.parts, &sizes));
        let around = || all.iter().filter(is_around).find(|one| one.common >= rows.len());
        let found = best.or_else(of_sizes).or_else(around)?.structure;
        all.into_iter().find(|one| std::ptr::eq(one.structure, found)).map(|one| (one.structure, one.parts))
    }

    /// The structure that has all rows of a table one after the other among its parts, and their offset in it in bytes.
    pub(super) fn containing(&self, rows: &[Field]) -> Option<(&'a Structure, u64)> {
        let names = self.names(rows.iter());
        self.model.structures.values().find_map(|structure| {
            let parts = self.divided(structure, &names);
            let is =
                |(row, part): (&Field, &Part<'_>)| part.is(&row.name) && part.bits.is_some() && part.bits == exact(row);
            let mut runs = parts.windows(rows.len().max(1));
            let first = runs.position(|run| run.len() == rows.len() && rows.iter().zip(run).all(is))?;
            let before = parts.iter().take(first).try_fold(0_u64, |sum, part| sum.checked_add(part.bits?))?;
            (before % 8 == 0).then_some((structure, before / 8))
        })
    }

    /// The rows of the structure that a row is of.
    pub(super) fn inner(&self, row: &Field) -> Option<&'a [Field]> {
        let name = norm(&row.ty);
        let is_one = !row.ty.contains('[') && !name.is_empty();
        self.tables.get(&name).copied().filter(|_| is_one)
    }

    /// The parts of a structure as rows divide them.
    pub(super) fn parts<'r>(&self, structure: &'a Structure, rows: impl Iterator<Item = &'r Field>) -> Vec<Part<'a>> {
        self.divided(structure, &self.names(rows))
    }

    fn divided(&self, structure: &'a Structure, names: &Names) -> Vec<Part<'a>> {
        parts::written_out(parts::of(self.model, structure), &|part| names.have(part))
    }

    fn names<'r>(&self, rows: impl Iterator<Item = &'r Field>) -> Names {
        let mut names = Names { all: HashSet::new(), reserved: false };
        for row in rows {
            for one in std::iter::once(row).chain(self.inner(row).unwrap_or_default()) {
                names.reserved |= is_reserved(&one.name);
                names.all.insert(norm(&one.name));
            }
        }
        names
    }
}

/// The sets of all parts.
fn collect<'a>(parts: Vec<Part<'a>>, codes: &mut Vec<&'a Codes>) {
    for part in parts {
        codes.extend(part.codes);
        collect(part.inner, codes);
    }
}
