//! The official crate as a program: it does one thing with a file and says in one line of JSON what came of it.
//!
//! Exit code 0: done. 1: the crate refused; the line says at which step and why. 2: wrong use of this program.
//! Anything else is the crate's doing. With `conform` it answers question after question of the suite instead.

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
