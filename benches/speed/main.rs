//! Measures how fast the library reads, checks, scans and writes records and other structures, compared with a
//! hand-written loop, binrw's own derive and deku.
//!
//! One process runs paired rounds: every round runs every case once, so a disturbance affects all cases. A ratio is the
//! median over the rounds. `cargo xtask bench` sets up the allocator and runs this program.

mod bulk;
mod cases;
mod clock;
mod items;
mod records;
mod structures;
mod table;
mod trees;
mod triangles;

use self::cases::Outcome;
use self::clock::Measured;
use self::table::Table;
use std::process::ExitCode;

/// The sizes in bytes: one that exceeds the cache, and one that fits into the cache.
const SIZES: [(usize, &str); 2] = [(64 << 20, "64 MB"), (256 << 10, "256 KB")];

/// Number of items of varying size.
const ITEMS: u32 = 200_000;

/// Number of triangles of 50 bytes, which take 20 MB.
const TRIANGLES: u32 = 400_000;

/// Size of foreign files in bytes.
const BULK: usize = 24 << 20;

/// Number of compounds in a tree of about 1 MB.
const COMPOUNDS: u32 = 5_000;

/// A function that measures groups.
type Measure = fn() -> Outcome<Vec<Named>>;

/// The sections of measurements, by the name that selects them.
const SECTIONS: [(&str, Measure); 5] = [
    ("records", || {
        let groups = SIZES.iter().map(|(size, name)| Ok(named(name, cases::run(*size)?)));
        Ok(groups.collect::<Outcome<Vec<_>>>()?.into_iter().flatten().collect())
    }),
    ("items", || Ok(named("200,000 items", structures::items(ITEMS)?))),
    ("structures", || Ok(named("20 MB", structures::triangles(TRIANGLES)?))),
    ("trees", || Ok(named("1 MB", trees::trees(COMPOUNDS)?))),
    ("bulk", || Ok(named("24 MB", bulk::bulk(BULK)?))),
];

/// A group, and the size of its input.
type Named = (&'static str, Measured);

fn named(name: &'static str, groups: Vec<Measured>) -> Vec<Named> {
    groups.into_iter().map(|group| (name, group)).collect()
}

fn main() -> ExitCode {
    let wanted: Vec<String> = std::env::args().skip(1).filter(|arg| arg != "--bench").collect();
    // Nothing is printed unless all code did the same.
    let all = match measured(&wanted) {
        Ok(all) => all,
        Err(error) => {
            eprintln!("{error}");
            return ExitCode::from(2);
        }
    };
    let mut missed = 0;
    for (name, group) in all {
        let table = Table::new(&group);
        println!("### {}, {name}\n\n{table}", group.title);
        missed += table.missed();
    }
    if missed == 0 {
        return ExitCode::SUCCESS;
    }
    eprintln!("{missed} targets are missed");
    ExitCode::FAILURE
}

/// Measures the groups of the named sections, or of all sections.
fn measured(wanted: &[String]) -> Outcome<Vec<Named>> {
    let names = SECTIONS.map(|(name, _)| name);
    if let Some(other) = wanted.iter().find(|name| !names.contains(&name.as_str())) {
        return Err(format!("expected one of {}, found `{other}`", names.join(", ")).into());
    }
    let chosen = SECTIONS.iter().filter(|(name, _)| wanted.is_empty() || wanted.iter().any(|one| one == name));
    let groups = chosen.map(|(_, measure)| measure());
    Ok(groups.collect::<Outcome<Vec<_>>>()?.into_iter().flatten().collect())
}
