//! Generated code and the interpreter read any bytes alike: the same events, and the same findings.

use super::digest::Digest;
use bpx_schema::Result;
use bpx_schema::interpret::Interpreter;
use bpx_schema::report::{Mode, Validator};
use bpx_schema::schema::{Model, Rule, Structure};
use bpx_schema::watch::{Journal, JournalEvent, Watch};
use std::collections::BTreeSet;

/// Reads a file aloud.
pub(super) type Read<'r> = &'r dyn Fn(&mut dyn Watch) -> Result<()>;

/// What is known about a reading on which both agree.
pub(super) struct Agreed {
    pub(super) has_error: bool,
    pub(super) is_past_header: bool,
}

/// A schema, its interpreter, and the codes of rules that are Rust functions, which it cannot know.
pub(super) struct Prepared {
    pub(super) model: &'static Model,
    pub(super) interpreter: Interpreter<'static>,
    opaque: BTreeSet<String>,
}

impl Prepared {
    pub(super) fn of(schema: &'static Structure) -> Self {
        let model: &'static Model = Box::leak(Box::new(Model::from_root(schema)));
        let rules = model.structures.values().flat_map(|structure| structure.rules.iter());
        let opaque =
            rules.filter(|rule| matches!(rule.rule, Rule::Custom(_))).map(|rule| rule.code.to_string()).collect();
        Self {
            model,
            interpreter: Interpreter::with_algorithms(model, bpx_formats::algorithms())
                .expect("a schema of ours is sound"),
            opaque,
        }
    }

    /// Compares both readings; `None` if one of them exceeds a limit.
    ///
    /// # Panics
    /// When they differ.
    pub(super) fn agree(&self, generate: Read<'_>, interpret: Read<'_>) -> Option<Agreed> {
        let nothing = BTreeSet::new();
        let (generated, left) = Digest::of(&self.opaque, generate);
        let (interpreted, right) = Digest::of(&nothing, interpret);
        // Values take memory, which the interpreter has none of: a limit on it may end one reading before the other.
        if left.is_limited || right.is_limited {
            return None;
        }
        if generated != interpreted && !left.ends_opaque {
            compare(events(generate), &events(interpret), &self.opaque);
        }
        let [one, other] = [findings(generate, &self.opaque), findings(interpret, &self.opaque)];
        assert_eq!(one, other, "validators find different faults");
        Some(Agreed { has_error: left.has_error, is_past_header: right.is_past_header })
    }
}

/// Compares all events, which takes longer than their digests.
fn compare(mut generated: Vec<JournalEvent>, interpreted: &[JournalEvent], opaque: &BTreeSet<String>) {
    generated.retain(|event| !matches!(event, JournalEvent::Finding(found) if opaque.contains(&*found.code)));
    let at = generated.iter().zip(interpreted).take_while(|(left, right)| left == right).count();
    let from = |events: &[JournalEvent]| events.iter().skip(at).take(3).map(shown).collect::<Vec<_>>().join("; ");
    let (left, right) = (from(&generated), from(interpreted));
    assert!(generated == interpreted, "event {at}\ngenerated: {left}\ninterpreted: {right}");
}

/// Returns an event in one line, however long its path is.
fn shown(event: &JournalEvent) -> String {
    match event {
        JournalEvent::Open { path, at, .. } => format!("open at depth {}, {at}", path.segments().len()),
        JournalEvent::Close { path, size } => format!("close at depth {}, {size} bytes", path.segments().len()),
        JournalEvent::Finding(found) => {
            format!("{}: {} at depth {}, {}", found.code, found.message, found.path.segments().len(), found.location)
        }
        leaf => format!("{leaf:?}"),
    }
}

fn events(read: Read<'_>) -> Vec<JournalEvent> {
    let mut journal = Journal::default();
    let ended = read(&mut journal);
    journal.finish(ended)
}

/// What a validator finds, which listens to nothing else.
fn findings(read: Read<'_>, opaque: &BTreeSet<String>) -> Vec<String> {
    let mut validator = Validator::new(Mode::Strict);
    let ended = read(&mut validator);
    let report = validator.finish(ended).expect("bytes in memory can be read");
    let known = report.findings().iter().filter(|found| !opaque.contains(&*found.code));
    known.map(|found| format!("{found:?}")).collect()
}
