//! Two readings of the same bytes: by generated code and by the interpreter.

use super::samples::args_of;
use bpx_schema::codec::Decoder;
use bpx_schema::interpret::Interpreter;
use bpx_schema::report::{Mode, Report, Validator};
use bpx_schema::schema::{Model, Rule};
use bpx_schema::watch::{Journal, JournalEvent, Watch};
use bpx_schema::{Budget, Codec, Limits, Result};

/// Returns the schema of a type, as it reads back from JSON.
pub fn exported<T: Codec>() -> Model {
    let model = Model::from_root(T::schema());
    let read = Model::from_json(&model.to_json().unwrap()).unwrap();
    assert_eq!(read, model);
    read
}

/// Returns whether a rule is a Rust function, of which a schema knows no more than the name.
fn is_opaque(model: &Model, code: &str) -> bool {
    let mut rules = model.structures.values().flat_map(|structure| structure.rules.iter());
    rules.any(|rule| rule.code == code && matches!(rule.rule, Rule::Custom(_)))
}

fn decode<T: Codec>(bytes: &[u8], args: &[i128], limits: Limits, watch: &mut dyn Watch) -> Result<()> {
    T::traverse(&mut Decoder::new(bytes, &Budget::for_bytes(limits, bytes)).with_watch(watch), args_of(args))
}

/// Returns the findings of generated code, without rules that are Rust functions.
pub fn generated<T: Codec>(model: &Model, bytes: &[u8], args: &[i128], limits: Limits) -> Vec<JournalEvent> {
    let mut journal = Journal::default();
    let read = decode::<T>(bytes, args, limits, &mut journal);
    let mut events = journal.finish(read);
    events.retain(|event| !matches!(event, JournalEvent::Finding(finding) if is_opaque(model, &finding.code)));
    events
}

/// Returns the findings of the interpreter.
pub fn interpreted(model: &Model, bytes: &[u8], args: &[i128], limits: Limits) -> Vec<JournalEvent> {
    let mut journal = Journal::default();
    let read = Interpreter::with_algorithms(model, bpx_formats::algorithms()).unwrap().run(
        &model.root,
        bytes,
        args,
        limits,
        &mut journal,
    );
    journal.finish(read)
}

fn report(read: impl FnOnce(&mut Validator) -> Result<()>) -> Report {
    let mut validator = Validator::new(Mode::Strict);
    let read = read(&mut validator);
    validator.finish(read).unwrap()
}

/// What validators find, which hear of nothing else: by generated code, and by the interpreter.
pub fn reports<T: Codec>(model: &Model, bytes: &[u8], args: &[i128]) -> [Vec<String>; 2] {
    let limits = Limits::default();
    let generated = report(|validator| decode::<T>(bytes, args, limits, validator));
    let interpreter = Interpreter::with_algorithms(model, bpx_formats::algorithms()).unwrap();
    let interpreted = report(|validator| interpreter.run(&model.root, bytes, args, limits, validator));
    [generated, interpreted].map(|report| {
        let findings = report.findings().iter().filter(|finding| !is_opaque(model, &finding.code));
        findings.map(|finding| format!("{finding:?}")).collect()
    })
}
