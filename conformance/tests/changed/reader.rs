//! Readers by a schema alone, asked the cases of the suite.

use bpx_schema::interpret::Interpreter;
use bpx_schema::json::to_tree;
use bpx_schema::report::{Finding, Mode, Severity};
use bpx_schema::schema::{Model, Type};
use bpx_schema::watch::{Leaf, ValueNode, Watch};
use bpx_schema::{Algorithms, Limits};
use conformance::protocol::{self, Hello, Reply};
use conformance::runner::judge::judge;
use conformance::runner::{Outcome, Status, compare};
use conformance::suite::{Case, Expect, Op};
use serde_json::{Value as Json, json};
use std::collections::BTreeSet;

/// A reader.
pub(crate) struct Reader<'m> {
    root: &'m str,
    interpreter: Interpreter<'m>,
}

/// A case that the sound reader passes, with the part of its expectation that a reader by a schema can meet.
pub(crate) struct Asked<'s> {
    case: &'s Case,
    expect: Expect,
    /// The structures in the file.
    pub(crate) seen: BTreeSet<String>,
}

impl<'m> Reader<'m> {
    /// Returns a reader of the root of a schema; `None` if the schema contradicts itself.
    pub(crate) fn new(model: &'m Model, algorithms: Algorithms) -> Option<Self> {
        let interpreter = Interpreter::with_algorithms(model, algorithms).ok()?;
        Some(Self { root: &model.root, interpreter })
    }

    /// Returns the values in a file.
    fn values(&self, case: &Case) -> Option<Json> {
        let (reader, limits) = (&self.interpreter, Limits::default());
        let mut file = to_tree(|tree| reader.write_json(self.root, &case.input, &[], limits, tree)).ok()?;
        // Models have the row of a section beside its content.
        if let (Some(rows), Some(contents)) = (file["table"].as_array(), file["sections"].as_array()) {
            let sections = rows.iter().zip(contents).map(|(row, content)| json!({ "header": row, "content": content }));
            file["sections"] = sections.collect();
        }
        Some(file)
    }

    fn reply(&self, case: &Case, wants_values: bool) -> Reply {
        let report = self.interpreter.validate(&case.input, Mode::Lenient);
        // Formats have rules of their own for bytes that no field holds.
        let counts = |one: &&Finding| !one.code.ends_with("-bytes");
        let of = |severity| report.findings().iter().filter(move |one| one.severity == severity).filter(counts);
        if of(Severity::Error).next().is_some() {
            return Reply::Reject { verdict: None, class: None, message: String::new(), at: None, offset: None };
        }
        let findings: Vec<_> = of(Severity::Warning).map(|_| protocol::Finding::default()).collect();
        let (model, hex, path) = (if wants_values { self.values(case) } else { None }, None, None);
        if findings.is_empty() { Reply::Ok { model, hex, path } } else { Reply::Warn { findings, model, hex, path } }
    }
}

impl<'s> Asked<'s> {
    /// Returns the question; `None` if a schema alone cannot answer it.
    pub(crate) fn new(case: &'s Case, sound: &Reader<'_>) -> Option<Self> {
        if matches!(case.op, Op::Identify | Op::Encode) {
            return None;
        }
        let mut expect = Expect { same_bytes: false, decodes: false, sha256: None, ..case.expect.clone() };
        let file = if expect.model.is_empty() || case.op == Op::Unpack { None } else { sound.values(case) };
        expect.model.retain(|at, wanted| {
            let found = file.as_ref().and_then(|file| compare::value_at(file, at));
            found.is_some_and(|found| compare::is_wanted(found, wanted))
        });
        let mut seen = Seen([sound.root.to_owned()].into());
        let _ = sound.interpreter.run(sound.root, &case.input, &[], Limits::default(), &mut seen);
        let asked = Self { case, expect, seen: seen.0 };
        asked.passes(sound).then_some(asked)
    }

    /// Returns whether a reader gives the expected answer.
    pub(crate) fn passes(&self, reader: &Reader<'_>) -> bool {
        let hello = Hello { warnings: true, ..Hello::default() };
        let outcome = Outcome::Answered(reader.reply(self.case, !self.expect.model.is_empty()));
        judge(self.case, &self.expect, &hello, &outcome).status == Status::Passed
    }
}

/// Collects the names of structures.
struct Seen(BTreeSet<String>);

impl Watch for Seen {
    fn open(&mut self, node: &ValueNode<'_>) {
        self.0.extend(node.structure.map(|structure| structure.name.to_string()));
        if let Some(Type::Named { link, .. }) = node.field.map(|field| &field.ty) {
            self.0.insert(link.name().to_owned());
        }
    }

    fn leaf(&mut self, _: &Leaf<'_>) {}

    fn close(&mut self, _: &ValueNode<'_>, _: u64) {}

    fn report(&mut self, _: Finding) {}
}
