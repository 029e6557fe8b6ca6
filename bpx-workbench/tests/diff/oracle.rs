//! Compares what two interpreters read from the same bytes, independently of `diff`.

use bpx_schema::Limits;
use bpx_schema::interpret::Interpreter;
use bpx_schema::report::{Mode, Verdict};
use bpx_schema::schema::Model;
use bpx_schema::watch::{Journal, JournalEvent};
use bpx_workbench::diff::{Direction, Effect, Witness};

/// The result of one interpreter: whether strict and lenient readers accept, and all values with places and names.
pub struct Said {
    pub accepts: [bool; 2],
    pub leaves: Vec<Leaf>,
}

/// Place, first bit and width, bytes; then path, value and names of the value.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Leaf {
    pub place: (u64, Option<u64>, Option<(u16, u16)>),
    pub bytes: Vec<u8>,
    pub words: String,
}

/// Runs an interpreter.
pub fn ask(model: &Model, structure: &str, bytes: &[u8], args: &[i128]) -> Said {
    let interpreter = Interpreter::with_algorithms(model, crate::algorithms()).unwrap();
    let mut journal = Journal::default();
    let read = interpreter.run(structure, bytes, args, Limits::default(), &mut journal);
    let events = journal.finish(read);
    let accepts = [Mode::Strict, Mode::Lenient].map(|mode| {
        let mut report = bpx_schema::report::Report::new(mode);
        for event in &events {
            if let JournalEvent::Finding(finding) = event {
                report.add(finding.clone());
            }
        }
        report.verdict() == Verdict::Valid
    });
    let mut leaves: Vec<_> = events
        .into_iter()
        .filter_map(|event| match event {
            JournalEvent::Leaf { path, at, bytes, bits, value, .. } => {
                let words = format!("{path} = {value}");
                Some(Leaf { place: (at.file, at.content, bits), bytes, words })
            }
            _ => None,
        })
        .collect();
    // Bit fields may be listed in any order.
    leaves.sort();
    Said { accepts, leaves }
}

/// Returns whether a reader refuses what the writer's side accepts.
pub fn rejects(reader: &Said, writer: &Said) -> bool {
    writer.accepts.iter().zip(&reader.accepts).any(|(writer, reader)| *writer && !*reader)
}

/// Returns whether both accept.
pub fn both_accept(a: &Said, b: &Said) -> bool {
    a.accepts.iter().zip(&b.accepts).any(|(a, b)| *a && *b)
}

/// Returns whether both see the same bytes at the same places, under any names.
pub fn same_places(a: &Said, b: &Said) -> bool {
    let plain = |said: &Said| said.leaves.iter().map(|leaf| (leaf.place, leaf.bytes.clone())).collect::<Vec<_>>();
    plain(a) == plain(b)
}

/// Checks that a witness shows what it claims.
pub fn confirm(old: &Model, new: &Model, witness: &Witness) {
    let name = if witness.structure == new.root { &*old.root } else { &*witness.structure };
    let said_old = ask(old, name, &witness.bytes, &witness.args);
    let said_new = ask(new, &witness.structure, &witness.bytes, &witness.args);
    let (reader, writer) = match witness.direction {
        Direction::OldReadsNew => (&said_old, &said_new),
        Direction::NewReadsOld => (&said_new, &said_old),
    };
    match witness.effect {
        Effect::Rejects => assert!(rejects(reader, writer), "{witness:?}"),
        _ => {
            assert!(both_accept(reader, writer), "{witness:?}");
            // Codes with other names have the same numbers.
            let [a, b] = &witness.said;
            assert!(said_old.leaves != said_new.leaves || a != b, "{witness:?}");
        }
    }
}
