//! Which structure a table describes.

use super::super::model::{Document, Field, Table};
use super::super::name::{is_reserved, same};
use super::fields::exact;
use super::parts::{self, Part};
use super::{implements, number};
use crate::schema::{Model, Structure};
use std::cmp::Reverse;

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

/// The structure that a table describes, with its parts as the table divides them: of those that name the section, have
/// the name of the table, or have all of their names in it, the one with most fields in common; else one that names the
/// section and has fields of the same sizes; else one that names a section around this one and has all of the fields.
pub(super) fn matching<'a>(
    table: &Table,
    rows: &[Field],
    document: &Document,
    model: &'a Model,
) -> Option<(&'a Structure, Vec<Part<'a>>)> {
    let rows: Vec<_> = rows.iter().collect();
    let candidate = |structure: &'a Structure| {
        let parts = parts_for(structure, &rows, document, model);
        let named = |part: &&Part<'_>| is_named(part, &rows, document);
        let common = parts.iter().filter(named).filter(|part| !is_reserved(part.name)).count();
        let own = |part: &Part<'_>, row: &Field| part.structure == &*structure.name && part.is(&row.name);
        let is_part = |row: &&&Field| !is_reserved(&row.name) && parts.iter().any(|part| own(part, row));
        let direct = rows.iter().filter(is_part).count();
        let extra = parts.len().saturating_sub(parts.iter().filter(named).count());
        Candidate { structure, parts, direct, common, extra, is_named_so: same(&structure.name, &table.name) }
    };
    let all = || model.structures.values().map(candidate);
    let own = || all().filter(|one| implements(&one.structure.spec, table) || one.is_named_so);
    let is_own = |one: &Candidate<'_>| one.common > 0 || one.is_named_so && one.extra == 0;
    // Other revisions number their sections otherwise: what has all of a structure's names is it.
    let is_whole = |one: &Candidate<'_>| {
        let told = |part: &Part<'_>| part.bits.is_none() || is_reserved(part.name) || is_named(part, &rows, document);
        one.common > 1 && one.common.saturating_mul(2) > rows.len() && one.parts.iter().all(told)
    };
    let best = all().filter(is_whole).chain(own().filter(is_own)).max_by_key(Candidate::rank);
    let sizes: Vec<_> = rows.iter().map(|row| exact(row)).collect();
    let of_sizes = || own().find(|one| parts::sized(&one.parts, &sizes));
    let is_around = |one: &Candidate<'_>| {
        let spec = &one.structure.spec;
        let rest = table.section.strip_prefix(number(spec));
        !spec.is_empty() && rest.is_some_and(|rest| rest.starts_with('.'))
    };
    let around = || all().filter(is_around).find(|one| one.common >= rows.len());
    best.or_else(of_sizes).or_else(around).map(|one| (one.structure, one.parts))
}

/// The structure that has all rows of a table one after the other among its parts, and their offset in it in bytes.
pub(super) fn containing<'a>(rows: &[Field], document: &Document, model: &'a Model) -> Option<(&'a Structure, u64)> {
    let list: Vec<_> = rows.iter().collect();
    model.structures.values().find_map(|structure| {
        let parts = parts_for(structure, &list, document, model);
        let is =
            |(row, part): (&Field, &Part<'_>)| part.is(&row.name) && part.bits.is_some() && part.bits == exact(row);
        let mut runs = parts.windows(rows.len().max(1));
        let first = runs.position(|run| run.len() == rows.len() && rows.iter().zip(run).all(is))?;
        let before = parts.iter().take(first).try_fold(0_u64, |sum, part| sum.checked_add(part.bits?))?;
        (before % 8 == 0).then_some((structure, before / 8))
    })
}

/// The rows of the structure that a row is of.
pub(super) fn inner<'a>(row: &Field, document: &'a Document) -> Option<&'a [Field]> {
    let is_type = |table: &Table| !row.ty.contains('[') && same(&table.name, &row.ty);
    document.structures().find(|(_, table, ..)| is_type(table)).map(|(_, _, rows, _)| rows)
}

/// Whether a row has the name of a part, or a row of the structure that a row is of.
fn is_named(part: &Part<'_>, rows: &[&Field], document: &Document) -> bool {
    let inner = rows.iter().filter_map(|row| inner(row, document)).flatten();
    rows.iter().copied().chain(inner).any(|row| part.is(&row.name))
}

/// The parts of a structure as rows divide them.
pub(super) fn parts_for<'a>(
    structure: &'a Structure,
    rows: &[&Field],
    document: &Document,
    model: &'a Model,
) -> Vec<Part<'a>> {
    parts::written_out(parts::of(model, structure), &|part| is_named(part, rows, document))
}
