use super::select;
use crate::args::Selection;
use crate::exit::{Exit, Failure, InFile};
use crate::output;
use serde_json::{Value, json};
use std::fmt::Write;

/// Lists cases.
pub(super) fn run(selection: &Selection, as_json: bool) -> Result<Exit, Failure> {
    let suite = select::load_suite(selection.suite.as_deref())?;
    let cases = select::select_cases(&suite, selection)?;
    if as_json {
        let list: Value = cases
            .iter()
            .map(|case| {
                json!({
                    "id": case.id,
                    "hash": case.hash(),
                    "title": case.title,
                    "clauses": case.clauses,
                    "level": case.level.name(),
                    "format": case.format,
                    "version": case.version,
                    "op": case.op.name(),
                    "features": case.features,
                    "flags": case.flags,
                    "size": case.input.len(),
                    "names": case.names.is_some(),
                    "dict": case.dict.is_some(),
                    "negative": case.is_negative(),
                    "expect": case.expect,
                })
            })
            .collect();
        output::print_json(&list)?;
        return Ok(Exit::Fine);
    }
    let mut text = String::new();
    for case in &cases {
        let _ = writeln!(text, "{}  {} {}: {}", case.id, case.level.name(), case.op.name(), case.title);
    }
    let negative = cases.iter().filter(|case| case.is_negative()).count();
    let _ = writeln!(text, "{} cases; {negative} of them must be refused", cases.len());
    output::print_text(&text).in_file("<stdout>")?;
    Ok(Exit::Fine)
}
