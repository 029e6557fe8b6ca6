//! Reads the regions that an array describes, one region for each element.

use super::env::{Env, ExprValue, SchemaReader};
use crate::codec::{
    Decoder, FollowOutcome, Overlaps, RegionOrigin, SeenValues, StoredCheck, StoredRegion, chosen_fields,
    element_location, rt, tree_faults, tree_range,
};
use crate::report::{Class, Finding, Location, Result};
use crate::schema::{Constraint, Expr, Field, Link, Region, Relation, RelationKind, Structure, Text, Type};
use std::rc::Rc;

/// The array whose elements describe the regions, and its location.
struct RegionTable<'m, 'b> {
    name: Text,
    elements: ExprValue<'m, 'b>,
    structure: &'m Structure,
    at: Location,
}

impl<'m, 'b> RegionTable<'m, 'b> {
    /// Returns an iterator over the elements, if the elements are records.
    fn records(&self) -> Option<std::slice::ChunksExact<'b, u8>> {
        match &self.elements {
            ExprValue::Records(structure, bytes) => {
                Some(bytes.chunks_exact(usize::try_from(structure.size?).ok()?.max(1)))
            }
            _ => None,
        }
    }

    fn len(&self) -> usize {
        match &self.elements {
            ExprValue::List(_, list) => list.len(),
            _ => self.records().map_or(0, |records| records.len()),
        }
    }

    fn entry(&self, index: usize) -> Option<ExprValue<'m, 'b>> {
        match &self.elements {
            ExprValue::Records(structure, _) => Some(ExprValue::Record(structure, self.records()?.nth(index)?)),
            ExprValue::List(_, list) => list.get(index).map(|(_, entry)| entry.clone()),
            _ => None,
        }
    }

    /// Returns the element to which the faults of a region are attributed.
    fn origin(&self, index: usize, packed: bool) -> RegionOrigin<'m> {
        let bytes = match self.entry(index) {
            Some(ExprValue::Record(_, bytes)) => bytes.to_vec(),
            _ => Vec::new(),
        };
        let place = match &self.elements {
            ExprValue::List(_, list) => list.get(index).map(|(at, _)| *at),
            _ => None,
        };
        let index = index as u64;
        let at = place.unwrap_or_else(|| element_location(self.structure, self.at, index, packed));
        RegionOrigin { array: self.name.clone(), index, structure: Some(self.structure), at, packed, bytes }
    }
}

impl<'m> SchemaReader<'m> {
    /// Computes where all regions are stored, reads the regions if there is a listener, and returns where they are
    /// stored.
    pub(super) fn read_regions<'b>(
        &self,
        d: &mut Decoder<'b, '_>,
        env: &mut Env<'m, 'b>,
        field: &'m Field,
        region: &'m Region,
    ) -> Result<ExprValue<'m, 'b>> {
        let Type::Named { link, args } = &field.ty else {
            return Err(d
                .fault(Class::Inconsistent, "expected the content of each region to be a single structure")
                .in_field(&field.name));
        };
        let table = region.each.as_ref().and_then(|array| find_table(env, array));
        let (Some(content), Some(table)) = (self.resolve(link), table) else {
            let array = region.each.as_deref().unwrap_or("");
            let message = format!("expected an array `{array}` that describes regions, found none");
            return Err(d.fault(Class::BadReference, message).in_field(&field.name));
        };
        let mut list = Vec::new();
        d.charge_regions(table.len(), 0)?;
        for index in 0..table.len() {
            self.charge_reading(d, 0)?;
            list.push(self.of_entry(env, table.entry(index), |env| self.region_storage(d, env, field, region))?);
        }
        if !d.is_watched() {
            return Ok(ExprValue::Regions(Rc::new(list)));
        }
        d.relate_table(&table.name, table.at);
        let mut blamed = Vec::new();
        d.regions_open(field);
        let followed = self.follow_regions(d, env, field, (content, args), &table, &list, &mut blamed);
        d.regions_close(field);
        for finding in blamed {
            d.report(finding);
        }
        followed.map(|()| ExprValue::Regions(Rc::new(list)))
    }

    /// Reads the regions in order, up to the first region that exceeds the budget.
    #[allow(clippy::too_many_arguments)]
    fn follow_regions<'b>(
        &self,
        d: &mut Decoder<'b, '_>,
        env: &mut Env<'m, 'b>,
        field: &'m Field,
        (content, args): (&'m Structure, &'m [Expr]),
        table: &RegionTable<'m, 'b>,
        list: &[StoredRegion],
        blamed: &mut Vec<Finding>,
    ) -> Result<()> {
        for (index, stored) in list.iter().enumerate() {
            let args = self.of_entry(env, table.entry(index), |env| self.eval_arguments(d, env, args, field))?;
            let origin = table.origin(index, d.is_packed());
            let read = &mut |d: &mut Decoder<'_, '_>| self.read_value(d, content, &args, false).map(drop);
            let followed = d.follow_region(field, stored, Some(&origin), blamed, read)?;
            d.relate_lost(content, chosen_fields(content, &args), &|link| self.resolve(link));
            if let FollowOutcome::Refused(exceeded) = followed {
                blamed.push(d.refused_regions(field, index as u64, stored, exceeded));
                break;
            }
        }
        Ok(())
    }

    /// Checks a rule for each element of an array.
    pub(super) fn each_element(
        &self,
        d: &mut Decoder<'_, '_>,
        env: &mut Env<'m, '_>,
        rule: &'m Constraint,
        (array, expr): (&'m Text, &'m Expr),
    ) -> Result<()> {
        let Some(table) = find_table(env, array) else { return self.each_number(d, env, rule, (array, expr)) };
        let of_entry = |member: &Text| Expr::Path(vec![Text::Borrowed(Constraint::ENTRY), member.clone()].into());
        let mut sums: Vec<(&'m Text, i128)> =
            rule.members_under(Constraint::BEFORE).into_iter().map(|member| (member, 0)).collect();
        let mut seen: Vec<(&'m Text, SeenValues)> =
            rule.members_under(Constraint::FIRST).into_iter().map(|member| (member, SeenValues::default())).collect();
        let overlaps: Vec<(&'m Text, Overlaps)> = rule
            .members_under(Constraint::OVERLAPPED)
            .into_iter()
            .map(|name| (name, region_overlaps(env, name)))
            .collect();
        for index in 0..table.len() {
            self.charge_reading(d, 0)?;
            let mut before = Env::default();
            sums.iter().for_each(|(member, sum)| before.bind(member, ExprValue::Int(*sum)));
            env.bind(Constraint::BEFORE, ExprValue::Fields(Rc::new(before)));
            env.bind(Constraint::INDEX, ExprValue::Int(index as i128));
            let mut first = Env::default();
            self.of_entry(env, table.entry(index), |env| {
                for (member, seen) in &mut seen {
                    if let Some(value) = self.eval_int(d, env, &of_entry(member))? {
                        first.bind(member, ExprValue::Int(seen.first_index(value, index as i128)));
                    }
                }
                Ok(())
            })?;
            env.bind(Constraint::FIRST, ExprValue::Fields(Rc::new(first)));
            let mut overlapped = Env::default();
            overlaps
                .iter()
                .for_each(|(name, all)| overlapped.bind(name, ExprValue::Int(all.other_region(index as i128))));
            env.bind(Constraint::OVERLAPPED, ExprValue::Fields(Rc::new(overlapped)));
            let (holds, values) = self.of_entry(env, table.entry(index), |env| {
                let holds = self.eval_condition(d, env, expr)?;
                for (member, sum) in &mut sums {
                    // A member that is absent adds nothing to the sum.
                    *sum += self.eval_int(d, env, &of_entry(member))?.unwrap_or(0);
                }
                let values = if holds == Some(true) { Vec::new() } else { self.stated_values(d, env, rule)? };
                Ok((holds, values))
            })?;
            env.bound.truncate(env.bound.len() - 4);
            if holds != Some(true) {
                let at = table.origin(index, d.is_packed()).at;
                let element = (table.name.clone(), index as u64, table.structure, at);
                let resolve = |link: &Link| self.resolve(link);
                d.assert_element_with(rule, element, holds, &|_, index| values.get(index).cloned().flatten(), &resolve);
            }
        }
        Ok(())
    }

    /// Checks that the elements of a list form a tree, if the relation demands a tree.
    pub(super) fn tree_of_elements(
        &self,
        d: &mut Decoder<'_, '_>,
        env: &mut Env<'m, '_>,
        field: &'m Field,
        relation: &'m Relation,
    ) -> Result<()> {
        let (RelationKind::Tree(rules), Some(table)) = (&relation.kind, find_table(env, &field.name)) else {
            return Ok(());
        };
        let of_entry = |member: &Text| Expr::Path(vec![Text::Borrowed(Constraint::ENTRY), member.clone()].into());
        let members = [of_entry(&rules.first), of_entry(&rules.count)];
        let mut children = Vec::new();
        for index in 0..table.len() {
            self.charge_reading(d, 0)?;
            let [first, count] = &members;
            children.push(self.of_entry(env, table.entry(index), |env| {
                // An element without these numbers has no children.
                Ok(tree_range((
                    self.eval_int(d, env, first)?.unwrap_or(-1),
                    self.eval_int(d, env, count)?.unwrap_or(0),
                )))
            })?);
        }
        let of = |index: usize| children.get(index).cloned().unwrap_or(0..0);
        for (index, fault) in tree_faults(children.len(), of, d.budget().limits().max_depth) {
            let at = table.origin(index, d.is_packed()).at;
            d.report_tree_fault((field, relation), (index as u64, at), fault);
        }
        Ok(())
    }

    /// Calls `ask` with an environment in which the name `entry` means an element of the array.
    fn of_entry<'b, T>(
        &self,
        env: &mut Env<'m, 'b>,
        entry: Option<ExprValue<'m, 'b>>,
        ask: impl FnOnce(&Env<'m, 'b>) -> Result<T>,
    ) -> Result<T> {
        env.bind("entry", entry.unwrap_or(ExprValue::Opaque));
        let answer = ask(env);
        env.bound.pop();
        answer
    }

    /// Returns how the bytes of a region are stored, from the settings of the region.
    pub(super) fn region_storage(
        &self,
        d: &Decoder<'_, '_>,
        env: &Env<'m, '_>,
        field: &Field,
        region: &Region,
    ) -> Result<StoredRegion> {
        let number = |expr: Option<&Expr>, fact: &str| {
            let value = expr.map_or(Ok(Some(0)), |expr| self.eval_int(d, env, expr))?;
            rt::read_fact(d, value, &field.name, fact)
        };
        let algorithms = d.budget().algorithms();
        let unsupported = |message: String| d.fault(Class::UnsupportedFeature, message).in_field(&field.name);
        let holds = |expr: &Expr| rt::read_condition(d, self.eval_condition(d, env, expr)?, &field.name);
        let mut stored = StoredRegion {
            offset: number(region.at.as_ref(), "offset")?,
            size: number(region.size.as_ref(), "size")?,
            ..StoredRegion::default()
        };
        for step in region.steps.iter() {
            if holds(&step.when)? {
                stored.transform = Some(algorithms.expect_transform(&step.transform).map_err(unsupported)?);
                break;
            }
        }
        stored.content_size =
            region.content_size.as_ref().map(|size| number(Some(size), "content size")).transpose()?;
        for check in region.checks.iter() {
            if holds(&check.when)? {
                let value = number(Some(&check.stored), "checksum")?;
                let known = |name| algorithms.expect_checksum(name).map_err(unsupported);
                let mut types = check.algorithms.iter().map(known);
                if let Some(first) = types.next().transpose()? {
                    stored.check = Some(StoredCheck { algorithms: (first, types.next().transpose()?), value });
                }
                break;
            }
        }
        Ok(stored)
    }
}

fn region_overlaps(env: &Env<'_, '_>, name: &Text) -> Overlaps {
    match env.find(name).map(|bound| &bound.value) {
        Some(ExprValue::Regions(list)) => Overlaps::of_regions(list),
        _ => Overlaps::default(),
    }
}

fn find_table<'m, 'b>(env: &Env<'m, 'b>, name: &Text) -> Option<RegionTable<'m, 'b>> {
    let bound = env.find(name)?;
    let (ExprValue::Records(structure, _) | ExprValue::List(structure, _)) = &bound.value else {
        return None;
    };
    Some(RegionTable { name: name.clone(), elements: bound.value.clone(), structure, at: bound.at })
}
