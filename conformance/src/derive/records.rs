//! Derives cases of single records (D-47): a valid record, the record with each value at the limits of every rule and
//! one past them, and the record cut at each field.

use super::binding::Records;
use super::bound::declared_by;
use super::context::{Context, Derived, slug};
use super::outcome::Outcome;
use super::topic::Topic;
use super::values::topic_of;
use crate::SuiteError;
use crate::suite::{Level, Op};
use bpx_schema::schema::{Field, Link, Model, Structure};
use bpx_workbench::export::format_stem;
use bpx_workbench::vectors::{Vector, boundary_vectors, values_around};
use std::collections::HashSet;

/// Derives the cases of every record of a schema, in the order of their ids.
pub(super) fn derive(context: &Context<'_>, records: &Records) -> Result<Vec<Derived>, SuiteError> {
    let wrong = |message: String| SuiteError::Text { path: records.schema.clone().into(), message };
    let model = context.models.get(&records.schema).ok_or_else(|| wrong("no schema has this name".to_owned()))?;
    let mut cases = Vec::new();
    for structure in model.structures.values().filter(|structure| structure.size.is_some()) {
        let vectors = boundary_vectors(model, &structure.name).map_err(|error| wrong(error.to_string()))?;
        cases.extend(SingleRecord { context, records, model, structure }.cases(&vectors));
    }
    cases.sort_by(|a, b| a.id.cmp(&b.id));
    Ok(cases)
}

/// A record without a file around it.
struct SingleRecord<'a> {
    context: &'a Context<'a>,
    records: &'a Records,
    model: &'a Model,
    structure: &'a Structure,
}

impl SingleRecord<'_> {
    /// Derives a case for each vector: the valid record, the record with other values, and the cut record.
    fn cases(&self, vectors: &[Vector]) -> Vec<Derived> {
        let Some((valid, rest)) = vectors.split_first() else { return Vec::new() };
        let tries = values_around(self.model, self.structure, &valid.bytes);
        let (values, cuts) = rest.split_at(tries.len().min(rest.len()));
        let mut cases = vec![self.vector_case("sound", valid, &self.record_topic())];
        for (one, vector) in tries.iter().zip(values) {
            // A value that breaks two rules, one of which readers may excuse, tests neither.
            if vector.faults.iter().map(|fault| fault.lenient.is_empty()).collect::<HashSet<_>>().len() > 1 {
                continue;
            }
            let (structure, field) = declared_by(self.model, self.structure, &self.structure.name, &one.path);
            let topic = topic_of(self.model, structure, &field, None, one);
            cases.push(self.vector_case(&format!("{}.{}", one.path, one.what), vector, &topic));
        }
        for vector in cuts {
            let topic = Topic { names: self.cut_topic(vector.bytes.len()), rules: Vec::new() };
            cases.push(self.vector_case(&format!("cut.{}", vector.bytes.len()), vector, &topic));
        }
        let mut seen = HashSet::new();
        for case in &mut cases {
            // Of an array of numbers, the first and the last are tried, under one path.
            if !seen.insert(case.id.clone()) {
                case.id.push_str("-last");
            }
        }
        cases
    }

    fn vector_case(&self, words: &str, vector: &Vector, topic: &Topic) -> Derived {
        let name = &self.structure.name;
        let Outcome { expect, level, readings, flags } = Outcome::of_record(&vector.faults);
        // A reader that keeps floats as numbers of 64 bits cannot keep these bits.
        let level = if words.ends_with("a signalling one") { Level::Should } else { level };
        let words: Vec<String> = words.split('.').map(slug).collect();
        let version = self.records.suffix().map_or(String::new(), |version| format!("{version}-"));
        let kebab = format_stem(name).replace('_', "-");
        Derived {
            id: format!("{}.derived.record.{version}{kebab}.{}", self.records.format(), words.join(".")),
            title: format!("{name}: {}", vector.title),
            clauses: self.context.book.clause_ids(&self.records.schema, topic),
            readings,
            topic: topic.clone(),
            level,
            op: Op::Record,
            record: Some(name.to_string()),
            flags,
            patch: String::new(),
            expect,
            bytes: vector.bytes.clone(),
        }
    }

    /// Returns the topic of the valid record: the record, its fields and all of their rules.
    fn record_topic(&self) -> Topic {
        let fields = self.structure.fields();
        let names = fields.iter().map(|field| format!("{}.{}", self.structure.name, field.name));
        let rules = fields.iter().flat_map(|field| field.constraints.iter()).chain(self.structure.rules.iter());
        Topic {
            names: std::iter::once(self.structure.name.to_string()).chain(names).collect(),
            rules: rules.map(|rule| rule.code.to_string()).collect(),
        }
    }

    /// Returns the names of the record and of its first missing field.
    fn cut_topic(&self, offset: usize) -> Vec<String> {
        let resolve = |link: &Link| self.model.get(link.name());
        let begins = |field: &&Field| self.structure.offset_of(&field.name, &resolve) == Some(offset as u64);
        let fields = self.structure.fields().iter().filter(begins);
        let names = fields.map(|field| format!("{}.{}", self.structure.name, field.name));
        std::iter::once(self.structure.name.to_string()).chain(names).collect()
    }
}
