//! Compares the sections of a type of files with the declared sections.

use super::super::model::{SectionUse, Table};
use super::super::name::normal_name;
use super::pairs::{self, NamedItem, Pairs};
use super::{DeclaredUse, DeclaredUses, Difference, Place, Spec, table_difference};
use std::collections::HashMap;

/// The declared lists of sections, indexed to find the list that a table describes.
pub(super) struct DeclaredLists<'u> {
    list: Vec<(&'u DeclaredUses, Spec<'u>)>,
    /// The lists that have a section, by its normal name and its number.
    having: HashMap<(String, u64), Vec<usize>>,
}

impl<'u> DeclaredLists<'u> {
    pub(super) fn of(uses: &'u [DeclaredUses]) -> Self {
        let mut having: HashMap<_, Vec<_>> = HashMap::new();
        for (index, uses) in uses.iter().enumerate() {
            for one in uses.list.iter().filter(|one| !normal_name(&one.name).is_empty()) {
                having.entry((normal_name(&one.name), one.ty)).or_default().push(index);
            }
        }
        having.values_mut().for_each(Vec::dedup);
        Self { list: uses.iter().map(|uses| (uses, Spec::of(&uses.spec))).collect(), having }
    }

    /// Finds the declared list that has the most sections in common with a table, because other revisions number their
    /// sections differently; otherwise the list that states the section of the table.
    fn declared_list(&self, table: &Table, rows: &[SectionUse]) -> Option<&'u DeclaredUses> {
        let place = Place::of(table);
        let mut common: Vec<_> = self.list.iter().map(|(uses, spec)| ((0_usize, spec.is_of(&place)), *uses)).collect();
        for row in rows {
            let lists = row.ty.and_then(|ty| self.having.get(&(normal_name(&row.name), ty)));
            for index in lists.into_iter().flatten() {
                common.iter_mut().skip(*index).take(1).for_each(|((count, _), _)| *count += 1);
            }
        }
        let found = common.into_iter().filter(|(common, _)| *common > (0, false)).max_by_key(|(common, _)| *common);
        found.map(|(_, uses)| uses)
    }

    /// Returns the differences between a table of sections and the declared sections.
    pub(super) fn section_differences(&self, table: &Table, rows: &[SectionUse]) -> Vec<Difference> {
        let Some(uses) = self.declared_list(table, rows) else {
            let message = "no declaration lists these sections".to_owned();
            return vec![table_difference("uses.undeclared", table.line, table, "", "", message)];
        };
        compare_sections(table, rows, uses)
    }
}

fn compare_sections(table: &Table, rows: &[SectionUse], uses: &DeclaredUses) -> Vec<Difference> {
    let mut found = Vec::new();
    let rows: Vec<_> =
        rows.iter().filter_map(|row| Some((row, NamedItem { name: &row.name, number: row.ty? }))).collect();
    let declared: Vec<_> = uses.list.iter().map(|one| NamedItem { name: &one.name, number: one.ty }).collect();
    let pairs = Pairs::of(&rows.iter().map(|(_, row)| *row).collect::<Vec<_>>(), &declared);
    for ((row, named), index) in rows.iter().zip(pairs.rows) {
        let mut report = |id, declared: &str, message| {
            found.push(table_difference(id, row.line, table, &row.name, declared, message));
        };
        let Some((own, one)) = index.and_then(|index| Some((uses.list.get(index)?, declared.get(index)?))) else {
            report("use.missing", "", format!("a section of type {} is not declared", named.number));
            continue;
        };
        match pairs::compare_named(*named, *one) {
            Some(("renamed", message)) => report("use.renamed", &own.name, message),
            Some((_, message)) => report("use.differs", &own.name, message),
            None => {}
        }
        for (id, message) in rule_differences(row, own) {
            report(id, &own.name, message);
        }
    }
    for own in pairs.extra.into_iter().filter_map(|index| uses.list.get(index)) {
        let message = format!("declared as type {}, but not in the table", own.ty);
        found.push(table_difference("use.extra", table.line, table, &own.name, &own.name, message));
    }
    found
}

/// Returns the differences between the document and the declaration in how often a section may occur.
fn rule_differences(row: &SectionUse, own: &DeclaredUse) -> impl Iterator<Item = (&'static str, String)> {
    let word = |holds: bool, yes: &'static str, no: &'static str| if holds { yes } else { no };
    let compare = move |id, stated: Option<bool>, declared, yes, no| {
        let stated = stated.filter(|stated| *stated != declared)?;
        Some((id, format!("{} in the document, {} declared", word(stated, yes, no), word(declared, yes, no))))
    };
    let required = compare("use.required", row.required, own.required, "required", "optional");
    let single = compare("use.single", row.single, own.single, "once", "any number");
    required.into_iter().chain(single)
}
