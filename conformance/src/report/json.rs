use super::{Count, Report, Summary};
use crate::runner::Note;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Returns the run as JSON: stable between runs except for times, which are rounded to a tenth of a second.
#[must_use]
pub fn json(report: &Report<'_>) -> Value {
    let summary = Summary::of(report);
    let cases: Vec<_> = report
        .pairs()
        .map(|(case, result)| {
            let tenths = result.elapsed.as_millis().saturating_add(50).div_euclid(100);
            json!({
                "id": case.id,
                "title": case.title,
                "clauses": case.clauses,
                "level": case.level.name(),
                "format": case.format,
                "version": case.version,
                "op": case.op.name(),
                "features": case.features,
                "flags": case.flags,
                "negative": case.is_negative(),
                "status": result.status.name(),
                "symptom": result.symptom,
                "known": report.reason(case, result).map(|entry| &entry.why),
                "detail": result.detail,
                "notes": result.notes.iter().map(note).collect::<Vec<_>>(),
                "seconds": f64::from(u32::try_from(tenths).unwrap_or(u32::MAX)) / 10.0,
            })
        })
        .collect();
    json!({
        "suite": 1,
        "testee": report.hello,
        "command": report.command,
        "summary": {
            "all": count(&summary.all),
            "sound": count(&summary.sound),
            "broken": count(&summary.broken),
            "open": count(&summary.open),
            "noted": summary.noted,
            "one_sided": summary.one_sided(),
            "levels": counts(&summary.levels),
            "formats": counts(&summary.formats),
            "features": counts(&summary.features),
        },
        "surprises": report.surprises.iter().map(ToString::to_string).collect::<Vec<_>>(),
        "cases": cases,
    })
}

fn note(note: &Note) -> Value {
    json!({ "about": note.about.name(), "found": note.found, "expected": note.expected })
}

fn count(count: &Count) -> Value {
    json!({ "passed": count.passed, "failed": count.failed, "known": count.known, "skipped": count.skipped })
}

fn counts<K: AsRef<str>>(counts: &BTreeMap<K, Count>) -> Value {
    counts.iter().map(|(name, one)| (name.as_ref().to_owned(), count(one))).collect::<serde_json::Map<_, _>>().into()
}
