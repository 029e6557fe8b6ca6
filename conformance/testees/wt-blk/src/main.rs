//! The crate wt_blk as a program: it reads a file and says in one line of JSON what came of it.
//!
//! Exit code 0: done. 1: the crate refused; the line says at which step and why. 2: wrong use of this program.
//! Anything else is the crate's doing. With `conform` it answers question after question of the suite instead.

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
