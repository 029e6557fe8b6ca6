//! The members that a writer computes, although the JSON states them.

use super::member::nested_structure;
use bpx_schema::schema::{Expr, Field, Length, List, Model, NumberSetting, Region, Structure, Text};
use std::collections::BTreeSet;

/// Members, each by the name of its structure and its own name.
pub(super) struct ComputedMembers(BTreeSet<(String, String)>);

impl ComputedMembers {
    /// Returns the numbers that a layout sets, the checksums and the members that an enclosing structure computes.
    pub(super) fn of(model: &Model) -> Self {
        let mut members = BTreeSet::new();
        for structure in model.structures.values() {
            let set = structure.settings.iter().map(|setting| (entry_list(structure, setting), &setting.target));
            let summed = structure.sums.iter().map(|sum| (None, &sum.stored));
            let derived = structure.derived.iter().map(|derived| (None, &derived.target));
            let stated = structure.all_fields().flat_map(numbers_in_place).map(|target| (None, target));
            for (list, target) in set.chain(summed).chain(derived).chain(stated) {
                let owner = list.map_or(Some(structure), |list| nested_structure(model, structure.field(list)?));
                let path = if list.is_some() { &target[1..] } else { &target[..] };
                members.extend(owner.and_then(|owner| last_member(model, owner, path)));
            }
            members.extend(structure.all_fields().flat_map(|field| joined_members(model, structure, field)));
        }
        Self(members)
    }

    /// Returns whether a writer computes a member of a structure.
    pub(super) fn contains(&self, structure: &Structure, member: &str) -> bool {
        self.0.contains(&(structure.name.to_string(), member.to_owned()))
    }
}

/// Returns the members of elements that have the parts of a field's stream.
fn joined_members(model: &Model, structure: &Structure, field: &Field) -> Vec<(String, String)> {
    let Some(joined) = field.region.as_ref().and_then(|region| region.joined.as_ref()) else { return Vec::new() };
    let array = structure.all_fields().find(|field| field.name == joined.array);
    let Some(element) = array.and_then(|array| nested_structure(model, array)) else { return Vec::new() };
    let paths = joined.bytes.parts().into_iter().filter_map(Expr::path);
    paths.filter_map(|path| last_member(model, element, path.get(1..)?)).collect()
}

/// Returns the numbers that state sizes and checksums of a field which follows the field before it.
fn numbers_in_place(field: &Field) -> Vec<&List<Text>> {
    let region = field.region.as_ref().filter(|region| region.is_stored() && region.is_in_place());
    let facts = region.into_iter().flat_map(Region::fact_exprs);
    let paths = facts.map(|(expr, _)| {
        expr.parts()
            .into_iter()
            .filter_map(|part| match part {
                Expr::Path(path) => Some(path),
                _ => None,
            })
            .collect::<Vec<_>>()
    });
    // An expression of several numbers sets none of them.
    paths.filter(|paths| paths.len() == 1).flatten().collect()
}

/// Returns the list whose elements a number is in, if the target of the setting begins with an element.
fn entry_list<'s>(structure: &'s Structure, setting: &NumberSetting) -> Option<&'s str> {
    let is_entry = setting.target.first().is_some_and(|first| *first == *Length::ENTRY);
    structure.field(&setting.field).filter(|_| is_entry)?.region.as_ref()?.each.as_deref()
}

fn last_member(model: &Model, owner: &Structure, path: &[Text]) -> Option<(String, String)> {
    match path {
        [] => None,
        [member] => Some((owner.name.to_string(), member.to_string())),
        [first, rest @ ..] => last_member(model, nested_structure(model, owner.field(first)?)?, rest),
    }
}
