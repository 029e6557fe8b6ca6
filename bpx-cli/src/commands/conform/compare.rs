use crate::exit::{Exit, Failure, InFile};
use crate::{input, output};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;

/// The status and the symptom of each case, by id.
type Cases = BTreeMap<String, (String, String)>;

/// Compares two reports; the exit code states whether a case got worse.
pub(super) fn run(old: &Path, new: &Path) -> Result<Exit, Failure> {
    let (old, new) = (read_cases(old)?, read_cases(new)?);
    let mut text = String::new();
    let mut broken = false;
    for (id, (status, symptom)) in &new {
        let words = match old.get(id) {
            None => "added",
            Some((before, _)) if before == status && status != "failed" => continue,
            Some((before, was)) if before == status && was == symptom => continue,
            Some((before, _)) if before == status => "changed",
            Some(_) if status == "passed" => "fixed",
            // A case that failed before and no longer exists did not get worse.
            Some((before, _)) if before == "failed" => "changed",
            Some(_) => {
                broken = true;
                "broken"
            }
        };
        let symptom = if symptom.is_empty() { String::new() } else { format!(": {symptom}") };
        let _ = writeln!(text, "{words} {id} ({status}{symptom})");
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

fn read_cases(path: &Path) -> Result<Cases, Failure> {
    let file = input::open_file(path)?;
    let bytes = file.whole_bytes()?;
    let wrong = |message: String| Failure::Input { name: file.name.clone(), message };
    let json: Value = serde_json::from_slice(&bytes).map_err(|error| wrong(format!("not JSON: {error}")))?;
    let list = json.get("cases").and_then(Value::as_array);
    let list =
        list.ok_or_else(|| wrong("expected a report of `bpx conform run --report json`, found other JSON".to_owned()))?;
    // A case that passed has no symptom. A case without an id or a status has an empty one, and is not refused.
    let text = |case: &Value, name: &str| case.get(name).and_then(Value::as_str).unwrap_or_default().to_owned();
    Ok(list.iter().map(|case| (text(case, "id"), (text(case, "status"), text(case, "symptom")))).collect())
}
