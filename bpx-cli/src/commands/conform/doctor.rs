use super::select;
use crate::exit::{Exit, Failure, InFile};
use crate::output;
use conformance::doctor::examine;
use conformance::testee::Bounds;
use std::fmt::Write;
use std::path::Path;
use std::time::Duration;

/// Checks an adapter; succeeds if it finds no fault.
pub(super) fn run(command: &str, suite: Option<&Path>) -> Result<Exit, Failure> {
    super::signals::end_programs_on_signals()?;
    let suite = select::load_suite(suite)?;
    let bounds = Bounds::default().with_time(Duration::from_secs(10));
    let checks = examine(command, &suite, &bounds);
    let mut text = String::new();
    for check in &checks {
        let _ = match &check.advice {
            None => writeln!(text, "ok     {}", check.what),
            Some(advice) => writeln!(text, "WRONG  {}\n       {}", check.what, advice.replace('\n', "\n       ")),
        };
        if let Some(hint) = &check.hint {
            let _ = writeln!(text, "       {hint}");
        }
    }
    let wrong = checks.iter().filter(|check| check.advice.is_some()).count();
    let _ = match wrong {
        0 => writeln!(text, "no faults found; `bpx conform run --testee ..` runs all cases"),
        1 => writeln!(text, "1 fault found"),
        _ => writeln!(text, "{wrong} faults found"),
    };
    output::print_text(&text).in_file("<stdout>")?;
    Ok(if wrong == 0 { Exit::Fine } else { Exit::Invalid })
}
