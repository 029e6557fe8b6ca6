//! Finds the clauses that a case is about, which cover the declarations and rules that the case tests.

use super::binding::format_of;
use crate::suite::{Book, Clause, Ours};
use bpx_schema::report::Class;

/// The declarations and rules that a case tests.
#[derive(Debug, Clone, Default)]
pub(super) struct Topic {
    /// Declarations: `Structure.field`, `Structure`, `Codes::Name`.
    pub(super) names: Vec<String>,
    /// Stable names of rules.
    pub(super) rules: Vec<String>,
}

impl Book {
    /// Returns the clauses of the specification that a schema declares. Their ids begin with the format, and with its
    /// version if the format has several.
    pub(super) fn of(&self, schema: &str) -> impl Iterator<Item = &Clause> {
        let prefix = match schema {
            "bpx" => "bpx2-",
            "bpx-v0" => "bpx0-",
            other => other,
        };
        self.clauses.iter().filter(move |clause| clause.id.starts_with(prefix))
    }

    /// Returns the ids of the clauses that cover one of the declarations. A valid file with the declaration keeps all
    /// of these clauses.
    pub(super) fn clauses_mentioning(&self, schema: &str, names: &[String]) -> Vec<String> {
        let prefix = if schema == "bpx-v0" { "v0::" } else { "" };
        let own = |cover: &String| names.iter().any(|name| Some(&**name) == cover.strip_prefix(prefix));
        self.of(schema).filter(|clause| clause.covers.iter().any(own)).map(|clause| clause.id.clone()).collect()
    }

    /// Returns the ids of the clauses about some declarations, or about their structures if no clause is about the
    /// declarations. For a refused file, omits clauses that no file can break.
    pub(super) fn nearest_clauses(&self, schema: &str, names: &[String], refuses: bool) -> Vec<String> {
        let breakable = |id: &String| self.clauses.iter().any(|clause| clause.id == *id && clause.unbroken.is_none());
        let found = self.clauses_mentioning(schema, names);
        let found: Vec<String> = found.into_iter().filter(|id| !refuses || breakable(id)).collect();
        if !found.is_empty() {
            return found;
        }
        let structures: Vec<&str> = names.iter().filter_map(|name| name.split(['.', ':']).next()).collect();
        let prefix = if schema == "bpx-v0" { "v0::" } else { "" };
        let own = |cover: &String| {
            let cover = cover.strip_prefix(prefix).unwrap_or(cover);
            structures
                .iter()
                .any(|name| cover.strip_prefix(name).is_some_and(|rest| rest.is_empty() || rest.starts_with('.')))
        };
        let about = |clause: &&Clause| {
            clause.level != "info" && clause.covers.iter().any(own) && (!refuses || clause.unbroken.is_none())
        };
        self.of(schema).filter(about).map(|clause| clause.id.clone()).collect()
    }

    /// Returns the names of a topic that no specification has, each with the readings that it follows.
    pub(super) fn unstated_names<'b>(&'b self, schema: &str, topic: &'b Topic) -> Vec<(&'b str, &'b [String])> {
        let lists = self.ours.iter().filter(|ours| ours.format == format_of(schema));
        let has = |ours: &Ours, name: &str| {
            ours.names.iter().any(|one| match one.strip_suffix('*') {
                Some(start) => name.starts_with(start),
                // A rule with the name of a class is about the caller, not about a file.
                None => one == name && Class::ALL.iter().all(|class| class.name() != name),
            })
        };
        // Declarations of version 0 have names of their own.
        let names = topic.names.iter().filter(|_| schema != "bpx-v0").chain(&topic.rules);
        let names: Vec<&String> = names.collect();
        let found = lists.flat_map(|ours| {
            let own = names.iter().filter(move |name| has(ours, name));
            own.map(|name| (name.as_str(), &*ours.readings)).collect::<Vec<_>>()
        });
        found.collect()
    }

    /// Returns the ids of the clauses that list a valid text as a test, and the ids in `others`, in the order of the
    /// clauses.
    pub(super) fn proved_by(&self, source: &str, others: &[String]) -> Vec<String> {
        let file = format!("conformance/golden/{source}.src");
        let found = self.clauses.iter().filter(|clause| clause.tests.contains(&file) || others.contains(&clause.id));
        found.map(|clause| clause.id.clone()).collect()
    }

    /// Returns the ids of the clauses about a topic of a schema: clauses that cover one of its rules, clauses that
    /// describe one of its declarations, and clauses that relate two of its declarations. A case of one declaration
    /// does not test a clause that also demands something of others.
    pub(super) fn clause_ids(&self, schema: &str, topic: &Topic) -> Vec<String> {
        let names = if schema == "bpx-v0" { "v0::" } else { "" };
        let describes = |clause: &Clause| {
            let own = clause.covers.iter().map(|cover| cover.strip_prefix(names).unwrap_or(cover));
            let least = if matches!(&*clause.kind, "table" | "field" | "enum-value" | "flag-value") { 1 } else { 2 };
            own.filter(|cover| topic.names.iter().any(|name| name == cover)).count() >= least
        };
        // A rule that several codes share does not identify one of them.
        let rules = |clause: &Clause| {
            let code = matches!(&*clause.kind, "enum-value" | "flag-value");
            !code && clause.covers.iter().any(|cover| topic.rules.contains(cover))
        };
        self.of(schema).filter(|clause| describes(clause) || rules(clause)).map(|clause| clause.id.clone()).collect()
    }
}
