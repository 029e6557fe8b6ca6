//! Runs the core of CI.

use crate::TASKS;
use crate::command::Outcome;
use std::fmt::Write as _;
use std::time::{Duration, Instant};

/// The tasks of the core, the cheap tasks first. Tasks that take long and need programs of other projects are separate
/// tasks in `.ci/run`.
pub(crate) const STEPS: &[&str] =
    &["fmt", "locks", "words", "cycles", "book", "backend", "lint", "targets", "doc", "test", "examples"];

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

/// Returns a table with the time of each step, and of all steps.
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
    use crate::command::workspace_root;
    use std::collections::BTreeSet;

    /// What the core leaves out, and the hosted workflow and a reviewer run too.
    const APART: [&str; 5] = ["features", "gallery", "testees", "packages", "web"];

    #[test]
    fn the_hosted_workflow_runs_the_core_and_what_it_leaves_out() {
        let read = |name: &str| std::fs::read_to_string(workspace_root().unwrap().join(name)).unwrap();
        let workflow = read(".github/workflows/ci.yml");
        let list = workflow.lines().find_map(|line| line.trim().strip_prefix("task: [")?.strip_suffix(']')).unwrap();
        let hosted: BTreeSet<_> = list.split(", ").filter_map(|task| task.split(' ').next()).collect();
        assert_eq!(hosted, STEPS.iter().copied().chain(APART).collect());
        let [script, guide] = [read(".ci/run"), read("CONTRIBUTING.md")];
        for task in APART {
            let name = if task == "gallery" { "test-gallery" } else { task };
            assert!(TASKS.iter().any(|known| known.name == name), "no task `{name}`");
            assert!(script.lines().take(4).any(|line| line.contains(task)), ".ci/run does not name `{task}`");
            assert!(guide.contains(&format!("`.ci/run {task}")), "CONTRIBUTING.md does not name `.ci/run {task}`");
        }
    }

    #[test]
    fn times_are_listed_and_added() {
        let times = [("fmt", Duration::from_millis(1500)), ("test", Duration::from_secs(600))];
        let expected = "== fmt           1.5 s\n== test        600.0 s\n== all         601.5 s\n";
        assert_eq!(table_of_times(&times), expected);
    }
}
