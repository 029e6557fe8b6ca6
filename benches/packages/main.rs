//! Compares the packages of this project with those of the official crate. The program runs whole processes in turns,
//! so the measured time is the time that a user waits.
//!
//! `cargo xtask bench-packages` builds both programs and runs this program. Some cases are operations of the benchmark
//! program itself, which are processes too: reading through the library, and lower bounds of the machine.

mod cases;
mod data;
mod floor;
mod run;
mod table;

use std::process::ExitCode;

/// The result of a step; the error is about a file, or about a program that failed.
pub(crate) type Outcome<T = ()> = Result<T, Box<dyn std::error::Error>>;

fn main() -> ExitCode {
    let args: Vec<_> = std::env::args().skip(1).collect();
    let args: Vec<_> = args.iter().map(String::as_str).collect();
    let result = match args.as_slice() {
        ["read", file] => floor::read(file),
        ["liblzma", file, name] => floor::liblzma(file, name),
        ["copy", file, out] => floor::copy(file, out),
        ["write", from, to] => floor::write(from, to),
        _ => cases::run(std::env::var_os("BENCH_QUICK").is_some()),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}
