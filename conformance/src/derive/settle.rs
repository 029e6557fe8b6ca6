//! Limits the demands of cases to those of their clauses, and removes demands that the specifications leave open (D-41).
//!
//! Declarations follow the readings of the project. Declarations without a clause (`[[ours]]` in `docs/clauses`) do not
//! bind other implementations, and depend on the readings that `docs/clauses` lists for them. If a written case leaves
//! a fault open, all derived cases of the same field and rule leave the fault open, too.

use super::context::{Context, Derived};
use crate::suite::{Case, Level, OneOrMore, Op};
use bpx_schema::report::Verdict;
use serde_json::{Map, Value as Json};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

/// The verdicts of accepted files: without findings, and with findings.
const ACCEPTED: [&str; 2] = ["valid", "warn"];

/// A fault: schema, field, and the rules that it breaks.
type CaseFault = (String, String, String);

/// The expectations of written cases for a fault: verdicts, level, readings.
type WrittenExpectation = (BTreeSet<String>, Level, Vec<String>);

/// The question to a program: operation, format, version, bytes and name of the record.
type CaseQuestion = (Op, String, Option<u32>, Vec<u8>, Option<String>);

/// Cases from one text, or of the records of one schema.
pub(super) struct CaseGroup<'b> {
    pub(super) schema: &'b str,
    pub(super) format: &'b str,
    pub(super) version: Option<u32>,
    pub(super) features: usize,
    /// The strongest level of the group's cases.
    pub(super) level: Level,
    /// The readings that the text as a whole depends on.
    pub(super) readings: &'b [String],
    pub(super) cases: Vec<Derived>,
}

/// Limits the demands of all cases by the clauses and the written cases, and removes cases that repeat a written case
/// or another derived case.
pub(super) fn reconcile_with_written(context: &Context<'_>, groups: &mut [CaseGroup<'_>]) {
    for group in &mut *groups {
        let (schema, level, readings) = (group.schema, group.level, group.readings);
        for case in &mut group.cases {
            case.level = case.level.max(level);
            case.readings.extend(readings.iter().cloned());
            apply_clauses(context, schema, case);
        }
    }
    let asked = context.written.iter().filter(|case| case.names.is_none() && case.dict.is_none());
    let asked: Vec<(CaseQuestion, &Case)> = asked.map(|case| (case_question(case), case)).collect();
    let values = asked.iter().filter(|(_, case)| !case.expect.model.is_empty());
    let values: HashSet<(CaseQuestion, String)> =
        values.map(|(question, case)| (question.clone(), compared_values(&case.expect.model))).collect();
    let asked: HashMap<CaseQuestion, &Case> = asked.into_iter().collect();
    let mut said: BTreeMap<CaseFault, Option<WrittenExpectation>> = BTreeMap::new();
    for group in &*groups {
        for case in &group.cases {
            let Some(written) = asked.get(&question_of(group, case)) else { continue };
            let words = written.expect.verdict.words().iter().cloned().collect();
            let one: WrittenExpectation = (words, written.level, written.readings.clone());
            let entry = said.entry(fault_of(group.schema, case)).or_insert_with(|| Some(one.clone()));
            // Written cases that differ decide nothing for other cases.
            if entry
                .as_ref()
                .is_some_and(|known| (&known.1, allows_acceptance(known)) != (&one.1, allows_acceptance(&one)))
            {
                *entry = None;
            }
        }
    }
    for group in &mut *groups {
        let schema = group.schema;
        for case in group.cases.iter_mut().filter(|case| !case.expect.allows_acceptance()) {
            if let Some(Some(one)) = said.get(&fault_of(schema, case)) {
                follow_written(case, one);
            }
        }
    }
    take_out(groups, &asked, &values);
}

/// Sets the clauses, the level and the readings of a case from the clauses about its topic, and from the declarations
/// without a clause.
fn apply_clauses(context: &Context<'_>, schema: &str, case: &mut Derived) {
    let book = context.book;
    let topic = case.topic.clone();
    // Lists without a reading have other names for parts of the specifications.
    let ours: Vec<_> =
        book.unstated_names(schema, &topic).into_iter().filter(|(_, readings)| !readings.is_empty()).collect();
    let refuses = !case.expect.allows_acceptance();
    if case.clauses.is_empty() {
        case.clauses = book.nearest_clauses(schema, &case.topic.names, refuses);
    }
    // A reader may refuse a code that no specification has, and need not check a rule that no specification has.
    let code = ours.iter().any(|(name, _)| name.contains("::"));
    if code && !refuses && case.op != Op::Decode {
        open_verdict(case);
    }
    if !ours.is_empty() && (refuses || code) {
        case.level = case.level.max(Level::Should);
    }
    case.readings.extend(ours.into_iter().flat_map(|(_, readings)| readings.iter().cloned()));
    if refuses {
        let strongest = if case.clauses.is_empty() { Level::Should } else { book.strongest_level(&case.clauses) };
        case.level = case.level.max(strongest);
    }
    let cited = book.clauses.iter().filter(|clause| case.clauses.contains(&clause.id));
    let stated: BTreeSet<&String> = cited.flat_map(|clause| &clause.readings).collect();
    let own: BTreeSet<String> = case.readings.drain(..).filter(|reading| !stated.contains(reading)).collect();
    case.readings = own.into_iter().collect();
}

/// Allows a program to refuse a valid record or file.
fn open_verdict(case: &mut Derived) {
    let words = [Verdict::Valid, Verdict::Invalid, Verdict::Unsupported];
    case.expect.verdict = OneOrMore::More(words.map(|word| word.name().to_owned()).into());
    case.expect.same_bytes = false;
    if !case.flags.contains(&"accepts-unknown-codes") {
        case.flags.push("accepts-unknown-codes");
    }
}

fn allows_acceptance(said: &WrittenExpectation) -> bool {
    said.0.iter().any(|word| ACCEPTED.contains(&&**word))
}

/// Makes a refusal no stronger than the written case of the same fault.
fn follow_written(case: &mut Derived, said: &WrittenExpectation) {
    let (words, level, readings) = said;
    case.level = case.level.max(*level);
    if allows_acceptance(said) {
        let own = case.expect.verdict.words().to_vec();
        let others = words.iter().filter(|word| !own.contains(word)).cloned();
        case.expect.verdict = OneOrMore::More(own.iter().cloned().chain(others).collect());
        case.level = case.level.max(Level::Should);
    }
    case.readings.extend(readings.iter().cloned());
    case.readings.sort();
    case.readings.dedup();
}

/// Removes cases that a written case repeats, or a case that needs fewer features.
fn take_out(
    groups: &mut [CaseGroup<'_>],
    asked: &HashMap<CaseQuestion, &Case>,
    values: &HashSet<(CaseQuestion, String)>,
) {
    let mut first: HashMap<CaseQuestion, (usize, String)> = HashMap::new();
    for group in &*groups {
        for case in group.cases.iter().filter(|case| case.expect.model.is_empty()) {
            let one = (group.features, case.id.clone());
            let entry = first.entry(question_of(group, case)).or_insert_with(|| one.clone());
            if one < *entry {
                *entry = one;
            }
        }
    }
    for group in groups {
        let cases = std::mem::take(&mut group.cases);
        let keep = |case: &Derived| {
            let question = question_of(group, case);
            // Values of a model are further questions.
            if !case.expect.model.is_empty() {
                return !values.contains(&(question, compared_values(&case.expect.model)));
            }
            !asked.contains_key(&question) && first.get(&question).is_none_or(|(_, id)| *id == case.id)
        };
        group.cases = cases.into_iter().filter(keep).collect();
    }
}

/// Returns the compared values as a text that does not depend on their order.
fn compared_values(model: &Map<String, Json>) -> String {
    let values: BTreeMap<&String, String> = model.iter().map(|(path, value)| (path, value.to_string())).collect();
    format!("{values:?}")
}

fn question_of(group: &CaseGroup<'_>, case: &Derived) -> CaseQuestion {
    (case.op, group.format.to_owned(), group.version, case.bytes.clone(), case.record.clone())
}

fn case_question(case: &Case) -> CaseQuestion {
    (case.op, case.format.clone(), case.version, case.input.clone(), case.record.clone())
}

fn fault_of(schema: &str, case: &Derived) -> CaseFault {
    let rules = match &*case.topic.rules {
        // The last word of the id names the fault: `one-less`.
        [] => case.id.rsplit_once('.').map_or(&*case.id, |(_, word)| word).to_owned(),
        rules => rules.join(" "),
    };
    (schema.to_owned(), case.topic.names.first().cloned().unwrap_or_else(|| case.id.clone()), rules)
}
