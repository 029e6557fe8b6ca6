//! A file that breaks a declared rule breaks only this rule: a schema without the rule accepts it.
//!
//! Otherwise a reader without the rule would refuse the file for another reason, and its mistake would not be found.
//! Rules that are Rust functions cannot be tested here, and bytes that do not form the structure break no rule.
//! `cases/not-alone.toml` lists derived cases that break several rules, and rules that no case breaks alone, with
//! reasons.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod asked;

use asked::{SUITE, folder, schema_of};
use bpx_formats::{find_schema, formats};
use bpx_schema::interpret::Interpreter;
use bpx_schema::report::{Mode, Severity};
use bpx_schema::schema::{Body, Constraint, Field, List, Model, Region, Rule, Structure};
use conformance::suite::{Case, Op, is_like};
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};

/// A list of exceptions.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Exceptions {
    /// Derived cases that break several rules, by patterns of their ids.
    several: Vec<Exception>,
    /// Rules that no case breaks alone, by schema and code.
    never: Vec<Exception>,
}

/// Some of them.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Exception {
    /// Names, or patterns.
    of: Vec<String>,
    /// The reason why no better case is possible.
    why: String,
}

impl Exceptions {
    fn load() -> Self {
        let text = std::fs::read_to_string(folder().join("cases/not-alone.toml")).unwrap();
        let listed: Self = toml::from_str(&text).unwrap();
        let all = listed.several.iter().chain(&listed.never);
        assert!(all.into_iter().all(|entry| !entry.why.is_empty()), "an entry without a reason");
        listed
    }
}

/// The rules that a case breaks.
enum Broken {
    /// None that a schema declares.
    Nothing,
    /// The bytes do not form the structure.
    Structure,
    /// One, and nothing else.
    Alone(String),
    /// Several, or one that hides others.
    Several(String),
}

/// A schema, and the same without one rule, by the rule; nothing for a code that is none of its rules.
struct Schema {
    whole: Model,
    lacking: BTreeMap<String, Option<Model>>,
}

impl Schema {
    fn new(whole: Model) -> Self {
        Self { whole, lacking: BTreeMap::new() }
    }

    fn without(&mut self, code: &str) -> Option<&Model> {
        let whole = &self.whole;
        self.lacking.entry(code.to_owned()).or_insert_with(|| lacking(whole, code)).as_ref()
    }

    fn broken(&mut self, case: &Case) -> Broken {
        let codes = errors(&self.whole, &case.input);
        if codes.is_empty() {
            return Broken::Nothing;
        }
        if codes.iter().any(|code| self.without(code).is_none()) {
            return Broken::Structure;
        }
        let [code] = &*codes.iter().collect::<Vec<_>>() else {
            return Broken::Several(format!("{codes:?}"));
        };
        let others = self.without(code).map(|model| errors(model, &case.input)).unwrap_or_default();
        if others.is_empty() {
            Broken::Alone((*code).clone())
        } else {
            Broken::Several(format!("{code}, then {others:?}"))
        }
    }

    /// Returns the codes of the rules that every file has to keep, and that are data.
    fn rules(&self) -> BTreeSet<String> {
        let mut codes = BTreeSet::new();
        for structure in self.whole.structures.values() {
            let fields =
                |fields: &[Field]| fields.iter().flat_map(|field| field.constraints.to_vec()).collect::<Vec<_>>();
            let own: Vec<Constraint> = match &structure.body {
                Body::Fields(list) => fields(list),
                Body::Bits(list) => list.iter().flat_map(|field| field.constraints.to_vec()).collect(),
                Body::Switch(cases) => cases.iter().flat_map(|case| fields(&case.fields)).collect(),
            };
            let rules = own.iter().chain(structure.rules.iter());
            let strict = rules.filter(|rule| {
                rule.severity == Severity::Error && rule.lenient.is_empty() && !matches!(rule.rule, Rule::Custom(_))
            });
            codes.extend(strict.map(|rule| rule.code.to_string()));
            codes.extend(structure.sums.iter().map(|sum| sum.code.to_string()));
        }
        codes
    }
}

/// Returns the schema that a file begins with, or a record.
fn schema(name: &str, record: Option<&String>) -> Schema {
    let mut model = Model::from_root(find_schema(name).expect("a format").1);
    if let Some(record) = record {
        model.root = record.clone().into();
    }
    Schema::new(model)
}

/// Returns the codes of the rules that bytes break.
fn errors(model: &Model, bytes: &[u8]) -> BTreeSet<String> {
    let interpreter = Interpreter::with_algorithms(model, bpx_formats::algorithms()).expect("a sound schema");
    let report = interpreter.validate(bytes, Mode::Lenient);
    let errors = report.findings().iter().filter(|finding| finding.severity == Severity::Error);
    // Formats have rules of their own for bytes that no field holds.
    errors.map(|finding| finding.code.to_string()).filter(|code| !code.ends_with("-bytes")).collect()
}

/// Returns a schema without a rule; `None` if it has no such rule.
fn lacking(whole: &Model, code: &str) -> Option<Model> {
    let mut model = whole.clone();
    model.structures.values_mut().for_each(|structure| without(structure, code));
    (model != *whole).then_some(model)
}

fn without(structure: &mut Structure, code: &str) {
    let kept = |rules: &List<Constraint>| -> List<Constraint> {
        rules.iter().filter(|rule| rule.code != code).cloned().collect::<Vec<_>>().into()
    };
    let field = |field: &Field| {
        let region = field.region.as_ref().map(|region| Region {
            checks: if code == format!("{}.checksum", field.name) { Vec::new().into() } else { region.checks.clone() },
            ..region.clone()
        });
        Field { constraints: kept(&field.constraints), region: region.into(), ..field.clone() }
    };
    structure.rules = kept(&structure.rules);
    structure.sums = structure.sums.iter().filter(|sum| sum.code != code).cloned().collect::<Vec<_>>().into();
    match &mut structure.body {
        Body::Fields(fields) => *fields = fields.iter().map(field).collect::<Vec<_>>().into(),
        Body::Bits(fields) => {
            let mut list = fields.to_vec();
            list.iter_mut().for_each(|field| field.constraints = kept(&field.constraints));
            *fields = list.into();
        }
        Body::Switch(cases) => {
            let mut list = cases.to_vec();
            list.iter_mut().for_each(|case| case.fields = case.fields.iter().map(field).collect::<Vec<_>>().into());
            *cases = list.into();
        }
    }
}

#[test]
fn a_broken_rule_is_the_only_one() {
    let listed = Exceptions::load();
    let asked = SUITE.cases.iter().filter(|case| case.expect.allows_rejection());
    let asked = asked.filter(|case| matches!(case.op, Op::Validate | Op::Record));
    let mut schemas: BTreeMap<(String, Option<String>), Schema> = BTreeMap::new();
    let mut alone: BTreeMap<String, usize> = BTreeMap::new();
    let (mut structure, mut nothing) = (0_usize, 0_usize);
    let mut several: Vec<(&Case, String)> = Vec::new();
    for case in asked {
        let name = schema_of(case);
        let own = schemas.entry((name.clone(), case.record.clone()));
        match own.or_insert_with(|| schema(&name, case.record.as_ref())).broken(case) {
            Broken::Alone(code) => *alone.entry(format!("{name} {code}")).or_default() += 1,
            Broken::Structure => structure += 1,
            Broken::Nothing => nothing += 1,
            // A case that allows acceptance cannot find a reader without the rule.
            Broken::Several(rules) if case.is_negative() => several.push((case, rules)),
            Broken::Several(_) => {}
        }
    }
    let count: usize = alone.values().sum();
    println!("{count} cases break one rule, {} several, {structure} the structure, {nothing} none", several.len());
    for (case, rules) in several.iter().filter(|(case, _)| !case.is_derived()) {
        println!("{}: {rules}", case.id);
    }
    let patterns: Vec<&String> = listed.several.iter().flat_map(|entry| &entry.of).collect();
    let derived: Vec<_> = several.iter().filter(|(case, _)| case.is_derived()).collect();
    let unlisted = derived.iter().filter(|(case, _)| !patterns.iter().any(|pattern| is_like(&case.id, pattern)));
    let unlisted: Vec<String> = unlisted.map(|(case, rules)| format!("{}: {rules}", case.id)).collect();
    assert!(unlisted.is_empty(), "{} cases break several rules\n{}", unlisted.len(), unlisted.join("\n"));
    let is_used = |pattern: &String| derived.iter().any(|(case, _)| is_like(&case.id, pattern));
    let stale: Vec<_> = listed.several.iter().filter(|entry| !entry.of.iter().any(is_used)).collect();
    assert!(stale.is_empty(), "no case of these breaks several rules: {stale:?}");
    // Every rule of every schema.
    let mut never = BTreeSet::new();
    for (name, _) in formats().iter().flat_map(|format| format.schemas()) {
        let rules = schema(name, None).rules().into_iter().map(|code| format!("{name} {code}"));
        never.extend(rules.filter(|rule| !alone.contains_key(rule)));
    }
    let excused: BTreeSet<String> = listed.never.iter().flat_map(|entry| entry.of.iter().cloned()).collect();
    let lines = |list: Vec<&String>| list.into_iter().cloned().collect::<Vec<_>>().join("\n");
    assert_eq!(lines(never.iter().collect()), lines(excused.iter().collect()), "rules that no case breaks alone");
}
