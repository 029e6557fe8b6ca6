//! Compares the named values of a field with the declared set.

use super::super::model::{Table, Value};
use super::super::name::normal_name;
use super::matching::Matcher;
use super::pairs::{self, NamedItem, Pairs};
use super::parts::{ComparedName, DeclaredPart};
use super::{Difference, Place, Spec, table_difference};
use bpx_model::Codes;
use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

/// The declared sets of values, indexed so that the set of a table is found quickly.
pub(super) struct DeclaredSets<'m, 'a> {
    matcher: &'m Matcher<'a>,
    /// The section that describes each set.
    specs: Vec<Spec<'a>>,
    /// The index of the first set of each normal name.
    named: HashMap<String, usize>,
    /// The indexes of the sets that have a value, by the normal name and the number of the value.
    having: HashMap<(String, u64), Vec<usize>>,
    /// The index of the first structure table of each chapter and name.
    owners: HashMap<(Option<usize>, &'a str), usize>,
    /// The parts into which the table of a structure divides its declaration, by the index of the table; computed on
    /// demand.
    parts: RefCell<HashMap<usize, Rc<[&'m DeclaredPart<'a>]>>>,
}

impl<'m, 'a> DeclaredSets<'m, 'a> {
    pub(super) fn of(matcher: &'m Matcher<'a>) -> Self {
        let (mut named, mut having, mut owners) = (HashMap::new(), HashMap::new(), HashMap::new());
        for (index, codes) in matcher.codes.iter().enumerate() {
            named.entry(normal_name(&codes.name)).or_insert(index);
            for code in codes.codes.iter() {
                let sets: &mut Vec<usize> = having.entry((normal_name(&code.name), code.value)).or_default();
                if sets.last() != Some(&index) {
                    sets.push(index);
                }
            }
        }
        named.remove("");
        having.retain(|(name, _), _| !name.is_empty());
        for (index, table, ..) in matcher.document.structures() {
            owners.entry((matcher.chapters.chapter_of_table(table), table.name.as_str())).or_insert(index);
        }
        let specs = matcher.codes.iter().map(|codes| Spec::of(&codes.spec)).collect();
        Self { matcher, specs, named, having, owners, parts: RefCell::default() }
    }

    /// Returns the differences between a table of values and the declared set.
    pub(super) fn set_differences(&self, table: &'a Table, values: &[Value]) -> Vec<Difference> {
        let Some(codes) = self.declared_set(table, values) else {
            let message = "no declaration names these values".to_owned();
            return vec![table_difference("codes.undeclared", table.line, table, "", "", message)];
        };
        let mut found = Vec::new();
        let rows: Vec<_> =
            values.iter().filter_map(|row| Some((row, NamedItem { name: &row.name, number: row.value? }))).collect();
        let declared: Vec<_> =
            codes.codes.iter().map(|code| NamedItem { name: &code.name, number: code.value }).collect();
        let pairs = Pairs::of(&rows.iter().map(|(_, row)| *row).collect::<Vec<_>>(), &declared);
        for ((row, named), index) in rows.iter().zip(pairs.rows) {
            let (id, message) = match index.and_then(|index| declared.get(index)) {
                None => ("value.missing", format!("`{}` does not declare {}", codes.name, named.number)),
                Some(one) => match pairs::compare_named(*named, *one) {
                    Some(("renamed", message)) => ("value.renamed", message),
                    Some((_, message)) => ("value.differs", message),
                    None => continue,
                },
            };
            found.push(table_difference(id, row.line, table, &row.name, &codes.name, message));
        }
        for own in pairs.extra.into_iter().filter_map(|index| declared.get(index)) {
            let message = format!("declared as {}, but not in the table", own.number);
            found.push(table_difference("value.extra", table.line, table, own.name, &codes.name, message));
        }
        found
    }

    /// Finds the set of values that a table lists: the set of its field, else the set with the name of the table, else
    /// the only set that implements the section, else the set with the most values in common.
    fn declared_set(&self, table: &'a Table, values: &[Value]) -> Option<&'a Codes> {
        let codes = &self.matcher.codes;
        let owner = self.owners.get(&(self.matcher.chapters.chapter_of_table(table), table.structure.as_str()));
        let of_field = owner.and_then(|owner| {
            let field = ComparedName::of(&table.field);
            self.parts_of_table(*owner).iter().find(|part| part.is_named(&field))?.codes
        });
        of_field.or_else(|| {
            let place = Place::of(table);
            let named = self.named.get(&normal_name(&table.name)).and_then(|index| codes.get(*index));
            // The number of a section with several sets does not identify one of them.
            let mut of_section = codes.iter().zip(&self.specs).filter(|(_, spec)| spec.is_of(&place));
            let first = of_section.next().filter(|(first, _)| of_section.all(|(other, _)| other.name == first.name));
            named.or(first.map(|(first, _)| first)).or_else(|| self.most_in_common(values)).copied()
        })
    }

    /// Returns the parts of the declared structure that implements a table; `index` is that of the table.
    fn parts_of_table(&self, index: usize) -> Rc<[&'m DeclaredPart<'a>]> {
        let find = || {
            let found =
                self.matcher.structure_at(index).and_then(|(table, rows)| self.matcher.find_structure(table, rows));
            found.map_or_else(Vec::new, |(_, parts)| parts).into()
        };
        self.parts.borrow_mut().entry(index).or_insert_with(find).clone()
    }

    /// Finds the set that has the most values in common by name and number, if the set has more than half of the
    /// values.
    fn most_in_common(&self, values: &[Value]) -> Option<&&'a Codes> {
        let mut common: Vec<usize> = vec![0; self.matcher.codes.len()];
        for row in values {
            let sets = row.value.and_then(|number| self.having.get(&(normal_name(&row.name), number)));
            for index in sets.into_iter().flatten() {
                common.iter_mut().skip(*index).take(1).for_each(|count| *count += 1);
            }
        }
        let most = self.matcher.codes.iter().zip(common).max_by_key(|(_, count)| *count);
        most.filter(|(_, count)| 2 * count > values.len()).map(|(codes, _)| codes)
    }
}
