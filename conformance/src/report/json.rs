use super::causes::{Pair, RefusedFiles};
use super::compared::GivenAnswer;
use super::{Count, Report, Summary};
use crate::protocol::INLINE;
use crate::runner::Note;
use crate::runner::Status;
use crate::suite::{Explanations, Op};
use bpx_schema::value::hex;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use std::collections::{BTreeMap, BTreeSet};

/// Returns the run as JSON. Equal runs give equal texts except for times, which are rounded to a tenth of a second.
/// Cases that failed or have notes include their bytes and the answer.
#[must_use]
pub fn json(report: &Report<'_>, explained: &Explanations) -> Value {
    let summary = Summary::of(report);
    let roots = RefusedFiles::of(report);
    let cases: Vec<_> = report.pairs().map(|pair| case_json(report, pair, &roots, explained)).collect();
    let used: BTreeSet<&str> = report.pairs().flat_map(|(case, _)| explained.readings_of(case)).collect();
    let readings = used.into_iter().filter_map(|number| {
        let reading = explained.readings.get(number)?;
        Some((number.to_owned(), json!({ "title": reading.title, "text": reading.text })))
    });
    json!({
        "suite": explained.version,
        "testee": report.hello,
        "command": report.command,
        "summary": {
            "all": count_json(&summary.all),
            "sound": count_json(&summary.sound),
            "broken": count_json(&summary.broken),
            "open": count_json(&summary.open),
            "noted": summary.noted,
            "one_sided": summary.one_sided_warning(),
            "levels": counts_json(&summary.levels),
            "formats": counts_json(&summary.formats),
            "features": counts_json(&summary.features),
        },
        "surprises": report.surprises.iter().map(ToString::to_string).collect::<Vec<_>>(),
        "readings": readings.collect::<serde_json::Map<_, _>>(),
        "cases": cases,
    })
}

fn case_json<'a>(report: &Report<'a>, pair: Pair<'a>, roots: &RefusedFiles<'a>, explained: &Explanations) -> Value {
    let (case, result) = pair;
    let tenths = (result.elapsed.as_millis() + 50).div_euclid(100);
    let mut json = json!({
        "id": case.id,
        "title": case.title,
        "clauses": case.clauses,
        "readings": explained.readings_of(case),
        "level": case.level.name(),
        "format": case.format,
        "version": case.version,
        "op": case.op.name(),
        "features": case.features,
        "flags": case.flags,
        "negative": case.is_negative(),
        "expect": case.expect,
        "status": result.status.name(),
        "symptom": result.symptom,
        "known": report.listed_reason(case, result).map(|entry| &entry.why),
        "detail": result.detail,
        "notes": result.notes.iter().map(note_json).collect::<Vec<_>>(),
        "seconds": f64::from(u32::try_from(tenths).unwrap_or(u32::MAX)) / 10.0,
    });
    if let Some(members) = json.as_object_mut()
        && (result.status == Status::Failed || !result.notes.is_empty())
    {
        let file = if case.op == Op::Encode {
            json!({ "model": serde_json::from_slice::<Value>(&case.input).ok() })
        } else {
            bytes_json(&case.input)
        };
        members.insert("file".to_owned(), file);
        members.insert("answer".to_owned(), GivenAnswer::of(result).json_with(bytes_json));
        if let Some((root, _)) = roots.root_cause(pair) {
            members.insert("root".to_owned(), root.id.as_str().into());
        }
    }
    json
}

/// Returns bytes in hexadecimal; for many bytes, returns only the SHA-256.
fn bytes_json(bytes: &[u8]) -> Value {
    let digest = hex(&Sha256::digest(bytes));
    match bytes.len() {
        size if size > INLINE => json!({ "size": size, "sha256": digest }),
        size => json!({ "size": size, "sha256": digest, "hex": hex(bytes) }),
    }
}

fn note_json(note: &Note) -> Value {
    json!({ "about": note.about.name(), "found": note.found, "expected": note.expected })
}

fn count_json(count: &Count) -> Value {
    json!({ "passed": count.passed, "failed": count.failed, "known": count.known, "skipped": count.skipped })
}

fn counts_json<K: AsRef<str>>(counts: &BTreeMap<K, Count>) -> Value {
    counts
        .iter()
        .map(|(name, one)| (name.as_ref().to_owned(), count_json(one)))
        .collect::<serde_json::Map<_, _>>()
        .into()
}
