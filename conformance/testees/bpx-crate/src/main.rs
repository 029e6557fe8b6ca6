//! The official crate as a program, which does one thing with a file and prints the result as one line of JSON.
//!
//! Exit code 0 means done. 1 means that the crate refused; the line states the step and the reason. 2 means wrong use
//! of this program. The crate causes any other end. With `conform`, the program answers the questions of the suite one
//! after the other.

mod answer;
mod conform;
mod container;
mod content;
mod names;
mod package;
mod sd;
#[path = "../../rust/serve.rs"]
mod serve;
mod shader;
mod speed;

use answer::{Answer, Failure, usage};
use serde_json::Value as Json;
use std::process::ExitCode;

const USAGE: &str = "\
conform
container-read FILE
container-write SPEC.json OUT
package-list FILE
package-read FILE (OUTDIR | --sha256)
package-write SPEC.json OUT
shader-read FILE
shader-write SPEC.json OUT
speed-pack FOLDER OUT THRESHOLD
speed-list FILE
speed-read FILE [NAME]
speed-unpack FILE OUTDIR";

fn run(args: &[&str]) -> Answer {
    match args {
        ["container-read", file] => container::read(file),
        ["container-write", spec, out] => container::write(spec, out),
        ["package-list", file] => package::list(file),
        ["package-read", file, "--sha256"] => package::read(file),
        ["package-read", file, folder] => package::unpack(file, folder),
        ["package-write", spec, out] => package::write(spec, out),
        ["shader-read", file] => shader::read(file),
        ["shader-write", spec, out] => shader::write(spec, out),
        ["speed-pack", folder, out, threshold] => speed::pack(folder, out, threshold),
        ["speed-list", file] => speed::list(file),
        ["speed-read", file] => speed::read(file, None),
        ["speed-read", file, name] => speed::read(file, Some(name)),
        ["speed-unpack", file, folder] => speed::unpack(file, folder),
        _ => usage(USAGE),
    }
}

fn finish(json: &Json, code: u8) -> ExitCode {
    println!("{json}");
    ExitCode::from(code)
}

fn main() -> ExitCode {
    let args: Vec<_> = std::env::args().skip(1).collect();
    let args: Vec<_> = args.iter().map(String::as_str).collect();
    if args == ["conform"] {
        return conform::run();
    }
    match run(&args) {
        Ok(json) => finish(&json, 0),
        Err(Failure::Rejected(json)) => finish(&json, 1),
        Err(Failure::Usage(message)) => {
            eprintln!("{message}");
            ExitCode::from(2)
        }
    }
}
