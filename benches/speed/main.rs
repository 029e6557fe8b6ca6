//! Measures how fast records and other structures are read, checked, scanned and written, compared with a hand-written loop,
//! binrw's own derive and deku.
//!
//! One process with paired rounds: every round runs every case once, so a disturbance affects all cases; a ratio is
//! the median over the rounds. `cargo xtask bench` sets up the allocator and runs this.

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

/// Sizes in bytes: one that lives in memory, one that lives in the cache.
const SIZES: [(usize, &str); 2] = [(64 << 20, "64 MB"), (256 << 10, "256 KB")];

/// Items of varying size.
const ITEMS: u32 = 200_000;

/// Triangles of 50 bytes, 20 MB of them.
const TRIANGLES: u32 = 400_000;

/// Bytes of foreign files whose data is large.
const BULK: usize = 24 << 20;

/// Compounds of a tree, about a MB of them.
const COMPOUNDS: u32 = 5_000;

fn main() -> ExitCode {
    // Nothing is printed unless all code did the same.
    let all = match measured() {
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

/// Returns all groups, measured, each with what it was measured on.
fn measured() -> Outcome<Vec<(&'static str, Measured)>> {
    let mut all = Vec::new();
    for (size, name) in SIZES {
        all.extend(cases::run(size)?.into_iter().map(|group| (name, group)));
    }
    all.extend(structures::items(ITEMS)?.into_iter().map(|group| ("200,000 items", group)));
    all.extend(structures::triangles(TRIANGLES)?.into_iter().map(|group| ("20 MB", group)));
    all.extend(trees::trees(COMPOUNDS)?.into_iter().map(|group| ("1 MB", group)));
    all.extend(bulk::bulk(BULK)?.into_iter().map(|group| ("24 MB", group)));
    Ok(all)
}
