//! Everything that CI runs.

use crate::TASKS;
use crate::command::Outcome;
use std::time::Instant;

/// The tasks of CI, cheap ones first.
pub(crate) const STEPS: &[&str] =
    &["fmt", "words", "cycles", "backend", "lint", "features", "doc", "test", "mutants", "examples"];

pub(crate) fn run(_: &[String]) -> Outcome {
    let start = Instant::now();
    for (index, step) in STEPS.iter().enumerate() {
        let task = TASKS.iter().find(|task| task.name == *step).ok_or_else(|| format!("no task `{step}`"))?;
        println!("== {}/{} {step}: {}", index + 1, STEPS.len(), task.help);
        let since = Instant::now();
        (task.run)(&[]).map_err(|error| format!("{step}: {error}"))?;
        println!("== {step}: {:.1} s\n", since.elapsed().as_secs_f64());
    }
    println!("== all {} steps: {:.1} s", STEPS.len(), start.elapsed().as_secs_f64());
    Ok(())
}
