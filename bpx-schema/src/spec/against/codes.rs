//! Named values of a field beside the set that is declared.

use super::super::model::{Table, Value};
use super::super::name::same;
use super::matching::Matcher;
use super::pairs::{self, Named, Pairs};
use super::{Difference, difference, implements};
use crate::schema::Codes;

/// What differs between a table of values and the declared set.
pub(super) fn differences(table: &Table, values: &[Value], matcher: &Matcher<'_>) -> Vec<Difference> {
    let Some(codes) = declared(table, values, matcher) else {
        let message = "no declaration names these values".to_owned();
        return vec![difference("codes.undeclared", table.line, table, "", "", message)];
    };
    let mut found = Vec::new();
    let rows: Vec<_> =
        values.iter().filter_map(|row| Some((row, Named { name: &row.name, number: row.value? }))).collect();
    let declared: Vec<_> = codes.codes.iter().map(|code| Named { name: &code.name, number: code.value }).collect();
    let pairs = Pairs::of(&rows.iter().map(|(_, row)| *row).collect::<Vec<_>>(), &declared);
    for ((row, named), index) in rows.iter().zip(pairs.rows) {
        let (id, message) = match index.and_then(|index| declared.get(index)) {
            None => ("value.missing", format!("`{}` does not declare {}", codes.name, named.number)),
            Some(one) => match pairs::compare(*named, *one) {
                Some(("renamed", message)) => ("value.renamed", message),
                Some((_, message)) => ("value.differs", message),
                None => continue,
            },
        };
        found.push(difference(id, row.line, table, &row.name, &codes.name, message));
    }
    for own in pairs.extra.into_iter().filter_map(|index| declared.get(index)) {
        let message = format!("declared as {}, and not in the table", own.number);
        found.push(difference("value.extra", table.line, table, own.name, &codes.name, message));
    }
    found
}

/// The set of values that a table lists: that of the field, else the one that implements the section.
fn declared<'a>(table: &Table, values: &[Value], matcher: &Matcher<'a>) -> Option<&'a Codes> {
    let Matcher { document, codes, .. } = matcher;
    let owner = document
        .structures()
        .find(|(_, other, ..)| other.name == table.structure && document.same_chapter(other, table));
    let of_field = owner.and_then(|(_, owner, rows, _)| {
        let (_, parts) = matcher.find(owner, rows)?;
        parts.into_iter().find(|part| part.is(&table.field))?.codes
    });
    of_field.or_else(|| {
        let named = codes.iter().find(|codes| same(&codes.name, &table.name));
        // A section with several sets does not tell which one is meant.
        let mut of_section = codes.iter().filter(|codes| implements(&codes.spec, table));
        let first = of_section.next().filter(|first| of_section.all(|other| other.name == first.name));
        named.or(first).or_else(|| most_in_common(values, codes)).copied()
    })
}

/// The set that has most of the values, by name and number, and more than half of them.
fn most_in_common<'c, 'a>(values: &[Value], codes: &'c [&'a Codes]) -> Option<&'c &'a Codes> {
    let common = |codes: &&&Codes| {
        let is =
            |row: &&Value| codes.codes.iter().any(|code| same(&code.name, &row.name) && row.value == Some(code.value));
        values.iter().filter(is).count()
    };
    codes.iter().max_by_key(common).filter(|codes| common(codes).saturating_mul(2) > values.len())
}
