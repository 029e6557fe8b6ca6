//! Runs every command of CI by name; `cargo xtask help` lists the commands. The program has few dependencies (D-14).
#![forbid(unsafe_code)]

mod bench;
mod bench_build;
mod bench_frames;
mod bench_growth;
mod bench_packages;
mod book;
mod build_crates;
mod check;
mod ci;
mod command;
mod conform;
mod cycles;
mod demo;
mod features;
mod fuzz;
mod guide;
mod large_blk;
mod packages;
mod phrases;
mod report;
mod spec;
mod targets;
mod web;
mod words;

use command::Outcome;
use std::process::ExitCode;

/// A command.
struct Task {
    name: &'static str,
    run: Run,
    help: &'static str,
}

/// The function of a command, without or with arguments.
#[derive(Clone, Copy)]
enum Run {
    Alone(fn() -> Outcome),
    With(fn(&[String]) -> Outcome),
}

impl Run {
    /// Runs the command; rejects arguments if the command takes none.
    fn start(self, args: &[String]) -> Outcome {
        match (self, args) {
            (Self::Alone(run), []) => run(),
            (Self::Alone(_), [first, ..]) => Err(format!("expected no argument, found `{first}`")),
            (Self::With(run), args) => run(args),
        }
    }
}

const TASKS: &[Task] = &[
    Task { name: "demo", run: Run::Alone(demo::run_demo), help: "pack, verify, list and unpack the example folder" },
    Task { name: "fmt", run: Run::Alone(check::fmt), help: "the code is formatted" },
    Task {
        name: "locks",
        run: Run::Alone(check::locks),
        help: "each lock file is current, also of the workspaces beside this one",
    },
    Task {
        name: "words",
        run: Run::With(words::check),
        help: "texts have no misspelling, no word that _typos.toml rejects, and no phrase of a list; needs typos",
    },
    Task { name: "lint", run: Run::Alone(check::lint), help: "clippy reports nothing for any target with any feature" },
    Task { name: "doc", run: Run::Alone(check::doc), help: "the documentation builds without a warning" },
    Task { name: "book", run: Run::Alone(book::build), help: "the guide as HTML has no dead link; needs mdBook" },
    Task {
        name: "features",
        run: Run::Alone(features::check_each_alone),
        help: "every feature of the libraries builds alone",
    },
    Task {
        name: "cycles",
        run: Run::With(cycles::run),
        help: "at most 6 files of a crate import each other in a circle; --json: print every import",
    },
    Task {
        name: "packages",
        run: Run::With(packages::check),
        help: "every package has what a registry and its users need, also in a dry run of publishing; prints sizes",
    },
    Task {
        name: "backend",
        run: Run::Alone(features::check_zlib_backend),
        help: "no dependency switches flate2 to a zlib in C",
    },
    Task {
        name: "targets",
        run: Run::With(targets::check_targets),
        help: "clippy accepts the libraries for WebAssembly and Windows; needs clang and MinGW; --all: also the programs",
    },
    Task { name: "test", run: Run::With(check::test), help: "all tests but the gallery's; arguments go to cargo test" },
    Task {
        name: "test-gallery",
        run: Run::With(check::test_gallery),
        help: "lint and test the gallery, its exports and the benchmarks; arguments go to cargo test",
    },
    Task {
        name: "testees",
        run: Run::With(check::ask_testees),
        help: "lint and ask the implementations of others; arguments go to cargo test",
    },
    Task {
        name: "examples",
        run: Run::Alone(check::examples),
        help: "every example runs and succeeds, also those outside of the workspace",
    },
    Task {
        name: "goldens",
        run: Run::Alone(check::goldens),
        help: "rewrite every snapshot; read the difference before you commit",
    },
    Task {
        name: "twins",
        run: Run::With(check::twins),
        help: "rewrite the declarations for binrw's own derive; --check: only compare",
    },
    Task {
        name: "clauses",
        run: Run::With(check::clauses),
        help: "rewrite the page of the clauses of the specifications; --check: only compare",
    },
    Task {
        name: "declared",
        run: Run::With(check::declared),
        help: "count declared and hand-written lines of each format, fail if that got worse; --write: note new numbers",
    },
    Task {
        name: "spec",
        run: Run::With(spec::run),
        help: "the specifications in the folder BPX_SPECS have the known tables, faults and differences",
    },
    Task {
        name: "exports",
        run: Run::With(check::exports),
        help: "rewrite the schemas for other languages; --check: only compare",
    },
    Task {
        name: "expressions",
        run: Run::With(check::expressions),
        help: "rewrite the declarations of the table of expressions; --check: only compare",
    },
    Task {
        name: "gallery",
        run: Run::With(check::gallery),
        help: "rewrite the documents about the gallery; --check: only compare",
    },
    Task {
        name: "guide",
        run: Run::With(guide::write),
        help: "rewrite the page of attributes in the guide; --check: only compare",
    },
    Task {
        name: "bench",
        run: Run::With(bench::run),
        help: "speed beside others: [SECTION..]; --write: also into docs/benchmarks.md",
    },
    Task {
        name: "bench-frames",
        run: Run::With(bench_frames::run),
        help: "measure the speed of the frames of a large model; --write: as above",
    },
    Task {
        name: "bench-build",
        run: Run::With(bench_build::run),
        help: "measure the build time of 200 records; --write: as above",
    },
    Task {
        name: "bench-growth",
        run: Run::Alone(bench_growth::run),
        help: "measure whether work grows with the size of its input",
    },
    Task {
        name: "bench-packages",
        run: Run::With(bench_packages::run),
        help: "measure packages beside the official crate; --quick: small ones; --write: as above",
    },
    Task {
        name: "conform-all",
        run: Run::With(conform::ask_all),
        help: "run the suite against all implementations, and write target/conform/report.html; --fix: rewrite the known failures",
    },
    Task {
        name: "make-large-blk",
        run: Run::With(large_blk::make),
        help: "write a BLK file of 550,000 parameters for measurements: -o FILE [--kind FAT|SLIM_ZST|..]",
    },
    Task {
        name: "web",
        run: Run::With(web::web),
        help: "the explorer in the browser: its module and its page, tested in Chromium; --build: without the tests",
    },
    Task {
        name: "fuzz",
        run: Run::With(fuzz::fuzz),
        help: "look for inputs that break a property: [TARGET..] [--seconds N | --executions N], a minute for each target by default",
    },
    Task { name: "ci", run: Run::Alone(ci::run), help: "run all tasks of CI in order, up to the first failure" },
];

fn main() -> ExitCode {
    let mut args = std::env::args().skip(1);
    if fuzz::is_compiler_call() {
        return code_of("fuzz", fuzz::call_compiler(&args.collect::<Vec<_>>()));
    }
    let name = args.next().unwrap_or_else(|| "help".to_owned());
    let rest: Vec<_> = args.collect();
    if ["help", "-h", "--help"].contains(&name.as_str()) {
        print!("{}", help());
        return ExitCode::SUCCESS;
    }
    let Some(task) = TASKS.iter().find(|task| task.name == name) else {
        eprint!("expected a task, found `{name}`\n\n{}", help());
        return ExitCode::from(2);
    };
    code_of(&name, task.run.start(&rest))
}

/// Prints the error of a task; returns the exit code of the program.
fn code_of(name: &str, outcome: Outcome) -> ExitCode {
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("xtask {name}: {message}");
            ExitCode::FAILURE
        }
    }
}

fn help() -> String {
    let lines = TASKS.iter().map(|task| format!("  {:<15} {}\n", task.name, task.help));
    ["cargo xtask TASK\n\n".to_owned()].into_iter().chain(lines).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn help_names_every_task_once() {
        let help = help();
        for task in TASKS {
            assert_eq!(TASKS.iter().filter(|other| other.name == task.name).count(), 1, "{}", task.name);
            assert!(help.contains(&format!("\n  {:<15} {}", task.name, task.help)), "{}", task.name);
        }
    }

    #[test]
    fn arguments_are_not_ignored() {
        let run = Run::Alone(|| Ok(()));
        assert_eq!(run.start(&[]), Ok(()));
        assert_eq!(run.start(&["--check".to_owned()]), Err("expected no argument, found `--check`".to_owned()));
    }

    #[test]
    fn ci_runs_tasks_that_exist() {
        for step in ci::STEPS {
            assert!(TASKS.iter().any(|task| task.name == *step), "{step}");
        }
    }
}
