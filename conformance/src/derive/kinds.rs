//! Derives cases in which a required section is missing, or a section that must be single occurs twice. The
//! specifications state these rules; a schema does not.

use super::binding::Golden;
use super::bound::BoundText;
use super::context::{Context, Derived};
use super::outcome::Outcome;
use super::topic::Topic;
use crate::SuiteError;
use crate::suite::Clause;
use bpx_schema::report::Verdict;

/// A section type that no text uses.
const NOBODYS: i128 = 9;

pub(super) fn derive(context: &Context<'_>, bound: &BoundText<'_>) -> Result<Vec<Derived>, SuiteError> {
    let table: Vec<i128> = section_kinds(bound);
    let mut cases = Vec::new();
    for clause in table_rows(context, bound.golden, bound) {
        let Some(value) = clause.value.map(i128::from).filter(|value| *value != NOBODYS) else { continue };
        let name = clause.id.rsplit_once(&format!("{}-", clause.section)).map_or("", |(_, name)| name);
        let mut add = |what: &str, places: Vec<usize>, new: i128| -> Result<(), SuiteError> {
            let sets: Vec<_> = places.iter().map(|place| format!("set table[{place}].kind = {new}")).collect();
            let patched = bound.mend_checksums(&sets.join("; "))?;
            // The content may also break the rules of another type.
            let outcome = Outcome::any_fault(
                &[Verdict::Invalid, Verdict::Malformed],
                &[],
                vec![match what {
                    "missing" => "misses-required-sections",
                    _ => "accepts-duplicates",
                }],
            );
            let id = context.case_id(bound, "kinds", &[name, what]);
            let title = format!("sections of type {value}: {what}");
            let mut case = context.derived_case(bound, id, title, &Topic::default(), &outcome, patched);
            case.clauses = vec![clause.id.clone()];
            cases.push(case);
            Ok(())
        };
        let places = |wanted: bool| -> Vec<usize> {
            table.iter().enumerate().filter(|(_, kind)| (**kind == value) == wanted).map(|(place, _)| place).collect()
        };
        let there = places(true);
        if clause.required == Some(true) && !there.is_empty() {
            add("missing", there.clone(), NOBODYS)?;
        }
        if let (Some(true), [_], Some(other)) = (clause.single, &*there, places(false).last()) {
            add("twice", vec![*other], value)?;
        }
    }
    Ok(cases)
}

/// Returns the ids of the clauses about the section types in the file, which the file keeps.
pub(super) fn kept_clauses(context: &Context<'_>, bound: &BoundText<'_>) -> Vec<String> {
    let table = section_kinds(bound);
    let is_used = |clause: &&Clause| clause.value.is_some_and(|value| table.contains(&i128::from(value)));
    table_rows(context, bound.golden, bound).filter(is_used).map(|clause| clause.id.clone()).collect()
}

/// Returns the types of the sections, in the order of the table.
fn section_kinds(bound: &BoundText<'_>) -> Vec<i128> {
    let kind = |index: usize| bound.numbers.get(&format!("table[{index}].kind")).copied();
    (0..).map_while(kind).collect()
}

/// Returns the clauses about sections that apply to the type and the version of the file, without clauses that have
/// readings.
fn table_rows<'c>(context: &Context<'c>, golden: &Golden, bound: &BoundText<'_>) -> impl Iterator<Item = &'c Clause> {
    let kind = bound.numbers.get("header.kind").and_then(|kind| u8::try_from(*kind).ok()).map(char::from);
    // A format with a single version has no clauses about later versions.
    let version = golden.version.unwrap_or_default();
    let schema = golden.schema.clone();
    let book = context.book;
    // The text of each type of file has a clause that names its letter.
    let is_letter = move |clause: &&Clause| kind.is_some_and(|kind| clause.text.ends_with(&format!(" type {kind}.")));
    let types = book.of(&schema).filter(is_letter);
    let sections: Vec<&str> = types.map(|clause| &*clause.section).collect();
    let rows: Vec<&Clause> = book.of(&schema).filter(|clause| clause.kind == "section-use").collect();
    rows.into_iter().filter(move |clause| {
        sections.contains(&&*clause.section)
            && clause.readings.is_empty()
            && clause.since.is_none_or(|since| since <= version)
    })
}
