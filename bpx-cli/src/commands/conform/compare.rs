use crate::exit::{Exit, Failure, InFile};
use crate::{input, output};
use conformance::runner::Status;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;

/// The status and the symptom of each case, by id.
type Cases = BTreeMap<String, (Status, String)>;

/// Compares two reports; the exit code states whether a case got worse.
pub(super) fn run(old: &Path, new: &Path) -> Result<Exit, Failure> {
    let (old, new) = (read_cases(old)?, read_cases(new)?);
    let mut text = String::new();
    let mut broken = false;
    for (id, (status, symptom)) in &new {
        let words = match old.get(id) {
            None => "added",
            Some((before, _)) if before == status && *status != Status::Failed => continue,
            Some((before, was)) if before == status && was == symptom => continue,
            Some((before, _)) if before == status => "changed",
            Some(_) if *status == Status::Passed => "fixed",
            // A case that failed before and no longer exists did not get worse.
            Some((Status::Failed, _)) => "changed",
            Some(_) => {
                broken = true;
                "broken"
            }
        };
        let symptom = if symptom.is_empty() { String::new() } else { format!(": {symptom}") };
        let _ = writeln!(text, "{words} {id} ({}{symptom})", status.name());
    }
    for id in old.keys().filter(|id| !new.contains_key(*id)) {
        let _ = writeln!(text, "removed {id}");
    }
    if text.is_empty() {
        text.push_str("no differences\n");
    }
    output::print_text(&text).in_file("<stdout>")?;
    Ok(if broken { Exit::Invalid } else { Exit::Fine })
}

/// The part of a report that is compared.
#[derive(Deserialize)]
struct ReportedCases {
    cases: Vec<ReportedCase>,
}

#[derive(Deserialize)]
struct ReportedCase {
    id: String,
    status: Status,
    /// A case that passed has none.
    #[serde(default)]
    symptom: String,
}

fn read_cases(path: &Path) -> Result<Cases, Failure> {
    let file = input::open_file(path)?;
    let bytes = file.whole_bytes()?;
    let wrong = |error| format!("expected a report of `bpx conform run --report json`, found other text: {error}");
    let report: ReportedCases = serde_json::from_slice(&bytes)
        .map_err(|error| Failure::Input { name: file.name.clone(), message: wrong(error) })?;
    Ok(report.cases.into_iter().map(|case| (case.id, (case.status, case.symptom))).collect())
}
