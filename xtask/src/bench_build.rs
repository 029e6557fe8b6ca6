//! Measures the build time of 200 records of 10 fields, and of 200 structures, half of them of varying size, with our
//! macros and with binrw's.

use crate::build_crates::{Author, Kind, RECORDS};
use crate::command::{self, Outcome, cargo_command, workspace_root};
use crate::report;
use std::path::Path;
use std::time::Instant;

/// The largest build time of our records, in seconds.
const TARGET: f64 = 6.0;

/// The smallest ratio of the build time of binrw's structures to the build time of ours.
const RATIO: f64 = 2.0;

/// The number of builds of each crate, in turns. The fastest build counts, because disturbances only make a build
/// slower.
const ROUNDS: usize = 3;

/// The time of a build, in seconds.
#[derive(Debug, Clone, Copy)]
struct BuildTime {
    wall: f64,
    /// The time of all processors together; `None` if the system does not report the time.
    processor: Option<f64>,
}

/// Returns the processor time in seconds that our ended child processes, and their child processes, have used.
fn children_seconds() -> Option<f64> {
    /// The number of time units of the kernel in a second, which is fixed for programs.
    const TICKS_A_SECOND: f64 = 100.0;
    let stat = std::fs::read_to_string("/proc/self/stat").ok()?;
    // After the name, which is in parentheses: state, then numbers; user and system time of children.
    let mut numbers = stat.rsplit_once(')')?.1.split_whitespace().skip(13);
    let (user, system) = (numbers.next()?.parse::<f64>().ok()?, numbers.next()?.parse::<f64>().ok()?);
    Some((user + system) / TICKS_A_SECOND)
}

fn timed_build(directory: &Path, author: Author, kind: Kind) -> Outcome<BuildTime> {
    // First the dependencies, and a library that is empty.
    let library = directory.join(author.name()).join("src/lib.rs");
    write_file(&library, "")?;
    build_crate(directory, author)?;
    write_file(&library, &author.library_text(kind)?)?;
    let (start, before) = (Instant::now(), children_seconds());
    build_crate(directory, author)?;
    let wall = start.elapsed().as_secs_f64();
    Ok(BuildTime { wall, processor: children_seconds().zip(before).map(|(after, before)| after - before) })
}

pub(crate) fn run(args: &[String]) -> Outcome {
    let wants_write = report::wants_write(args)?;
    let root = workspace_root()?;
    let directory = root.join("target/bench-build");
    for author in [Author::Ours, Author::Binrw] {
        let package = directory.join(author.name());
        write_file(&package.join("Cargo.toml"), &author.manifest(&root))?;
        let lock = std::fs::read_to_string(root.join("Cargo.lock")).map_err(|error| format!("Cargo.lock: {error}"))?;
        write_file(&package.join("Cargo.lock"), &lock)?;
    }
    let records = compare_builds(&directory, Kind::Records)?;
    let structures = compare_builds(&directory, Kind::Structures)?;
    let table = format!("{}\n{}", records.times_table(), structures.times_table());
    print!("{table}");
    if wants_write {
        report::write_section("Build time", &table)?;
    }
    let (ours, ratio) = (records.ours.wall, structures.binrw.wall / structures.ours.wall);
    if ours > TARGET {
        return Err(format!("records: expected a build time of at most {TARGET:.2} s, found {ours:.2} s"));
    }
    if ratio < RATIO {
        Err(format!("structures: expected binrw to take at least {RATIO:.2} times as long, found {ratio:.2}"))
    } else {
        Ok(())
    }
}

/// The fastest builds of both crates.
struct ComparedBuilds {
    kind: Kind,
    ours: BuildTime,
    binrw: BuildTime,
}

impl ComparedBuilds {
    fn times_table(&self) -> String {
        let row = |author: Author, took: BuildTime| {
            let processor = took.processor.map_or_else(|| "?".to_owned(), |seconds| format!("{seconds:.2}"));
            let (name, ratio) = (author.attributes(self.kind), took.wall / self.ours.wall);
            format!("| `{name}` | {:.2} | {processor} | {ratio:.2} |\n", took.wall)
        };
        let (ours, binrw) = (row(Author::Ours, self.ours), row(Author::Binrw, self.binrw));
        let title = self.kind.title();
        format!(
            "| {RECORDS} {title}, release | seconds | processor seconds | ratio |\n|---|---:|---:|---:|\n{ours}{binrw}"
        )
    }
}

fn compare_builds(directory: &Path, kind: Kind) -> Outcome<ComparedBuilds> {
    let mut best: [Option<BuildTime>; 2] = [None, None];
    for _ in 0..ROUNDS {
        for (author, best) in [Author::Ours, Author::Binrw].into_iter().zip(&mut best) {
            let took = timed_build(directory, author, kind)?;
            if best.is_none_or(|best| took.wall < best.wall) {
                *best = Some(took);
            }
        }
    }
    let [Some(ours), Some(binrw)] = best else {
        return Err("nothing was built".to_owned());
    };
    Ok(ComparedBuilds { kind, ours, binrw })
}

fn build_crate(directory: &Path, author: Author) -> Outcome {
    let mut command = cargo_command(&["build", "--quiet", "--release"])?;
    command.current_dir(directory.join(author.name())).env("CARGO_TARGET_DIR", directory.join("target"));
    command::run_command(&mut command)
}

fn write_file(path: &Path, text: &str) -> Outcome {
    let directory = path.parent().unwrap_or(path);
    let written = std::fs::create_dir_all(directory).and_then(|()| std::fs::write(path, text));
    written.map_err(|error| format!("{}: {error}", path.display()))
}
