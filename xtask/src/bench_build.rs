//! Build time of 200 records of 10 fields, and of 200 structures, half of them of varying size: with our macros, and with
//! binrw's.

use crate::build_crates::{Author, Kind, RECORDS};
use crate::command::{self, Outcome, cargo, root};
use crate::report;
use std::path::Path;
use std::time::Instant;

/// The largest build time of our records, in seconds.
const TARGET: f64 = 6.0;

/// The smallest ratio of the build time of binrw's structures to the build time of ours.
const RATIO: f64 = 2.0;

/// Number of builds of each, in turns. The fastest counts: disturbances only make a build slower.
const ROUNDS: usize = 3;

/// The time of a build, in seconds.
#[derive(Debug, Clone, Copy)]
struct Took {
    wall: f64,
    /// Of all processors together; `None` if the system does not report it.
    processor: Option<f64>,
}

/// Returns the seconds of processor time that our ended children, and theirs, have used.
fn children() -> Option<f64> {
    /// The unit of the kernel's counters, fixed for programs.
    const TICKS_A_SECOND: f64 = 100.0;
    let stat = std::fs::read_to_string("/proc/self/stat").ok()?;
    // After the name, which is in parentheses: state, then numbers; user and system time of children.
    let mut numbers = stat.rsplit_once(')')?.1.split_whitespace().skip(13);
    let (user, system) = (numbers.next()?.parse::<f64>().ok()?, numbers.next()?.parse::<f64>().ok()?);
    Some((user + system) / TICKS_A_SECOND)
}

fn timed(directory: &Path, author: Author, kind: Kind) -> Outcome<Took> {
    // First the dependencies, and a library that is empty.
    let library = directory.join(author.name()).join("src/lib.rs");
    write(&library, "")?;
    build(directory, author)?;
    write(&library, &author.library(kind)?)?;
    let (start, before) = (Instant::now(), children());
    build(directory, author)?;
    let wall = start.elapsed().as_secs_f64();
    Ok(Took { wall, processor: children().zip(before).map(|(after, before)| after - before) })
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
    let records = compare(&directory, Kind::Records)?;
    let structures = compare(&directory, Kind::Structures)?;
    let table = format!("{}\n{}", records.table(), structures.table());
    print!("{table}");
    if wants_write {
        report::write("Build time", &table)?;
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
struct Compared {
    kind: Kind,
    ours: Took,
    binrw: Took,
}

impl Compared {
    fn table(&self) -> String {
        let row = |author: Author, took: Took| {
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

fn compare(directory: &Path, kind: Kind) -> Outcome<Compared> {
    let mut best: [Option<Took>; 2] = [None, None];
    for _ in 0..ROUNDS {
        for (author, best) in [Author::Ours, Author::Binrw].into_iter().zip(&mut best) {
            let took = timed(directory, author, kind)?;
            if best.is_none_or(|best| took.wall < best.wall) {
                *best = Some(took);
            }
        }
    }
    let [Some(ours), Some(binrw)] = best else {
        return Err("nothing was built".to_owned());
    };
    Ok(Compared { kind, ours, binrw })
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
