//! The core of what CI runs.

use crate::TASKS;
use crate::command::Outcome;
use std::fmt::Write as _;
use std::time::{Duration, Instant};

/// The tasks of the core, cheap ones first. What takes long and needs programs of others has a task of its own in
/// `.ci/run`.
pub(crate) const STEPS: &[&str] = &["fmt", "locks", "words", "cycles", "backend", "lint", "doc", "test", "examples"];

pub(crate) fn run() -> Outcome {
    let mut times = Vec::new();
    for (index, step) in STEPS.iter().enumerate() {
        let task = TASKS.iter().find(|task| task.name == *step).ok_or_else(|| format!("no task `{step}`"))?;
        println!("== {}/{} {step}: {}", index + 1, STEPS.len(), task.help);
        let since = Instant::now();
        let outcome = task.run.start(&[]);
        times.push((*step, since.elapsed()));
        println!("== {step}: {:.1} s\n", since.elapsed().as_secs_f64());
        if let Err(error) = outcome {
            print!("{}", table_of_times(&times));
            return Err(format!("{step}: {error}"));
        }
    }
    print!("{}", table_of_times(&times));
    Ok(())
}

/// Returns how long each step took, and all of them.
fn table_of_times(times: &[(&str, Duration)]) -> String {
    let sum = times.iter().map(|(_, time)| *time).sum();
    let lines = times.iter().copied().chain([("all", sum)]);
    lines.fold(String::new(), |mut table, (step, time)| {
        let _ = writeln!(table, "== {step:<9} {:>7.1} s", time.as_secs_f64());
        table
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_listed_and_added() {
        let times = [("fmt", Duration::from_millis(1500)), ("test", Duration::from_secs(600))];
        let expected = "== fmt           1.5 s\n== test        600.0 s\n== all         601.5 s\n";
        assert_eq!(table_of_times(&times), expected);
    }
}
