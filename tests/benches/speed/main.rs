//! Measures how fast records are read, checked, scanned and written, compared with a hand-written loop and binrw's
//! own derive.
//!
//! One process with paired rounds: every round runs every case once, so a disturbance affects all cases; a ratio is
//! the median over the rounds. `cargo xtask bench` sets up the allocator and runs this.

mod cases;
mod clock;
mod records;
mod table;

use self::table::Table;
use std::process::ExitCode;

/// Sizes in bytes: one that lives in memory, one that lives in the cache.
const SIZES: [(usize, &str); 2] = [(64 << 20, "64 MB"), (256 << 10, "256 KB")];

fn main() -> ExitCode {
    let mut missed = 0;
    for (size, name) in SIZES {
        match cases::run(size) {
            Ok(groups) => {
                for group in groups {
                    let table = Table::new(&group);
                    println!("### {}, {name}\n\n{table}", group.title);
                    missed += table.missed();
                }
            }
            Err(error) => {
                eprintln!("{name}: {error}");
                return ExitCode::from(2);
            }
        }
    }
    if missed == 0 {
        return ExitCode::SUCCESS;
    }
    eprintln!("{missed} targets are missed");
    ExitCode::FAILURE
}
