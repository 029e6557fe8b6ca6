//! Cases, and the facts that all derivations share.

use super::binding::{Binding, format_of};
use super::bound::BoundText;
use super::outcome::Outcome;
use super::patch::PatchedFile;
use super::shape;
use super::topic::Topic;
use crate::SuiteError;
use crate::suite::{Book, Case, Expect, Level, Op};
use bpx_schema::schema::{Body, Model, Rule, Structure};
use bpx_workbench::vectors::Fault;
use std::collections::BTreeMap;

/// A case, before it is written.
pub(super) struct Derived {
    pub(super) id: String,
    pub(super) title: String,
    pub(super) clauses: Vec<String>,
    /// Numbers of the interpretations that the case depends on and its clauses do not list.
    pub(super) readings: Vec<String>,
    /// The subject of the case.
    pub(super) topic: Topic,
    pub(super) level: Level,
    pub(super) op: Op,
    /// The structure of a case whose bytes are a record instead of a file.
    pub(super) record: Option<String>,
    pub(super) flags: Vec<&'static str>,
    pub(super) patch: String,
    pub(super) expect: Expect,
    pub(super) bytes: Vec<u8>,
}

/// The facts that all derivations share.
pub(super) struct Context<'a> {
    pub(super) binding: &'a Binding,
    pub(super) models: &'a BTreeMap<String, Model>,
    pub(super) book: &'a Book,
    /// The written cases.
    pub(super) written: &'a [Case],
}

impl Context<'_> {
    /// Checks that every field that is listed as tied exists, because a wrong name would tie nothing.
    pub(super) fn knows_what_is_tied(&self) -> Result<(), SuiteError> {
        let names = self.binding.tied.iter().flat_map(|tied| tied.fields.iter().map(move |name| (&tied.schema, name)));
        for (schema, name) in names {
            let (structure, field) = name.split_once('.').unwrap_or((name, ""));
            let field = field.split_once(' ').map_or(field, |(field, _)| field);
            let structure = self.models.get(schema).and_then(|model| model.get(structure));
            let known = structure.is_some_and(|structure| match &structure.body {
                _ if field == "*" => true,
                Body::Bits(bits) => bits.iter().any(|bit| bit.name == field),
                _ => structure.field(field).is_some(),
            });
            if !known {
                let message = format!("expected the name of a field to tie, found `{name}`");
                return Err(SuiteError::Text { path: schema.clone().into(), message });
            }
        }
        Ok(())
    }

    /// Checks that each set of codes exists for which the binding has further names.
    pub(super) fn knows_aliases(&self) -> Result<(), SuiteError> {
        for alias in &self.binding.alias {
            let structures = self.models.get(&alias.schema).into_iter().flat_map(|model| model.structures.values());
            let mut sets = structures.flat_map(shape::code_links).map(|(_, link)| link.get());
            if !sets.any(|codes| codes.name == *alias.codes) {
                let message = format!("expected the name of a set of codes, found `{}`", alias.codes);
                return Err(SuiteError::Text { path: alias.schema.clone().into(), message });
            }
        }
        Ok(())
    }

    pub(super) fn derived_case(
        &self,
        bound: &BoundText<'_>,
        id: String,
        title: String,
        topic: &Topic,
        outcome: &Outcome,
        patched: PatchedFile,
    ) -> Derived {
        let Outcome { expect, level, readings, flags } = outcome.clone();
        let clauses = self.book.clause_ids(&bound.golden.schema, topic);
        let PatchedFile { patch, built } = patched;
        Derived {
            id,
            title,
            clauses,
            readings,
            topic: topic.clone(),
            level,
            op: Op::Validate,
            record: None,
            flags,
            patch,
            expect,
            bytes: built.bytes,
        }
    }

    pub(super) fn case_id(&self, bound: &BoundText<'_>, part: &str, rest: &[&str]) -> String {
        let golden = slug(bound.golden.short_name());
        let rest: Vec<String> = rest.iter().flat_map(|one| one.split('.')).map(slug).collect();
        format!("{}.derived.{golden}.{}.{}", bound.golden.format(), slug(part), rest.join("."))
    }

    /// Returns whether another schema of the format reads this version.
    pub(super) fn is_read(&self, schema: &str, faults: &[Fault], version: i128) -> bool {
        let others = self.models.iter().filter(|(name, _)| *name != schema && format_of(name) == format_of(schema));
        let fields = others.flat_map(|(_, model)| model.structures.values()).flat_map(Structure::fields);
        let mut rules = fields.flat_map(|field| field.constraints.iter());
        rules.any(|one| match &one.rule {
            Rule::Supported(versions) => {
                faults.iter().any(|fault| fault.code == one.code)
                    && versions.iter().any(|one| i128::from(*one) == version)
            }
            _ => false,
        })
    }

    /// Returns whether a checksum covers the bytes up to the end of the file.
    pub(super) fn has_whole_file_checksum(&self, bound: &BoundText<'_>) -> bool {
        bound.model.get(&bound.model.root).is_some_and(|root| root.sums.iter().any(|sum| sum.over.1.is_none()))
    }
}

/// Returns a text as a part of an id: words of a-z and 0-9.
pub(super) fn slug(text: &str) -> String {
    let text = text.replace("a known code, ", "code ");
    let words = text.split(|one: char| !one.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    let words = words.filter(|word| !["a", "an", "the", "of"].contains(word));
    words.map(str::to_ascii_lowercase).collect::<Vec<_>>().join("-")
}
