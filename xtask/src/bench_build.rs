//! How long 200 records of 10 fields take to build: with our derive, and with binrw's.

use crate::build_crates::{Author, RECORDS};
use crate::command::{self, Outcome, cargo, root};
use crate::report;
use std::path::Path;
use std::time::Instant;

/// Seconds that our records may take.
const TARGET: f64 = 6.0;

/// Each is built so often, one after the other; the median counts.
const ROUNDS: usize = 3;

fn timed(directory: &Path, author: Author) -> Outcome<f64> {
    let library = directory.join(author.name()).join("src/lib.rs");
    write(&library, &author.library()?)?;
    let start = Instant::now();
    build(directory, author)?;
    Ok(start.elapsed().as_secs_f64())
}

pub(crate) fn run(args: &[String]) -> Outcome {
    let wants_write = report::wants_write(args)?;
    let root = root()?;
    let directory = root.join("target/bench-build");
    for author in [Author::Ours, Author::Binrw] {
        let package = directory.join(author.name());
        write(&package.join("Cargo.toml"), &author.manifest(&root))?;
        let lock = std::fs::read_to_string(root.join("Cargo.lock")).map_err(|error| format!("Cargo.lock: {error}"))?;
        write(&package.join("Cargo.lock"), &lock)?;
    }
    let mut times = [Vec::new(), Vec::new()];
    for _ in 0..ROUNDS {
        for (author, times) in [Author::Ours, Author::Binrw].into_iter().zip(&mut times) {
            // First the dependencies, and a library that is empty.
            write(&directory.join(author.name()).join("src/lib.rs"), "")?;
            build(&directory, author)?;
            times.push(timed(&directory, author)?);
        }
    }
    let [ours, binrw] = times.map(median);
    let table = format!(
        "| {RECORDS} records of 10 fields, release | seconds | ratio |\n|---|---:|---:|\n\
         | `#[derive(Record)]` | {ours:.2} | 1.00 |\n| binrw's derives | {binrw:.2} | {:.2} |\n",
        binrw / ours
    );
    print!("{table}");
    if wants_write {
        report::write("Build time", &table)?;
    }
    if ours <= TARGET { Ok(()) } else { Err(format!("{ours:.2} s are more than {TARGET:.2} s")) }
}

fn build(directory: &Path, author: Author) -> Outcome {
    let mut command = cargo(&["build", "--quiet", "--release"])?;
    command.current_dir(directory.join(author.name())).env("CARGO_TARGET_DIR", directory.join("target"));
    command::run(&mut command)
}

fn write(path: &Path, text: &str) -> Outcome {
    let directory = path.parent().unwrap_or(path);
    let written = std::fs::create_dir_all(directory).and_then(|()| std::fs::write(path, text));
    written.map_err(|error| format!("{}: {error}", path.display()))
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(f64::NAN)
}
