//! The crate wt_blk as a program, which reads a file and prints the result as one line of JSON.
//!
//! Exit code 0 means done. 1 means that the crate refused; the line states the step and the reason. 2 means wrong use
//! of this program. The crate causes any other end. With `conform`, the program answers the questions of the suite one
//! after the other.

mod conform;
mod model;
mod read;
#[path = "../../rust/serve.rs"]
mod serve;

use read::{Refusal, forms, tree};
use serde_json::json;
use std::process::ExitCode;

const USAGE: &str = "\
conform
read FILE [--names FILE.nm] [--dict FILE.dict]";

fn usage(message: &str) -> ExitCode {
    eprintln!("{message}");
    ExitCode::from(2)
}

fn main() -> ExitCode {
    let args: Vec<_> = std::env::args().skip(1).collect();
    let args: Vec<_> = args.iter().map(String::as_str).collect();
    if args == ["conform"] {
        return conform::run();
    }
    let ["read", file, options @ ..] = args.as_slice() else { return usage(USAGE) };
    let (mut names, mut dictionary) = (None, None);
    for pair in options.chunks(2) {
        let (slot, path) = match pair {
            ["--names", path] => (&mut names, path),
            ["--dict", path] => (&mut dictionary, path),
            _ => return usage(USAGE),
        };
        match std::fs::read(path) {
            Ok(bytes) => *slot = Some(bytes),
            Err(error) => return usage(&format!("{path}: {error}")),
        }
    }
    let file = match std::fs::read(file) {
        Ok(bytes) => bytes,
        Err(error) => return usage(&format!("{file}: {error}")),
    };
    match tree(file, names.as_deref(), dictionary.as_deref()).and_then(forms) {
        Ok(json) => {
            println!("{json}");
            ExitCode::SUCCESS
        }
        Err(Refusal(step, message)) => {
            println!("{}", json!({ "error": { "step": step, "kind": "Report", "message": message.to_string() } }));
            ExitCode::FAILURE
        }
    }
}
