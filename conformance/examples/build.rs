//! Builds binary files from annotated text sources.
//!
//! `cargo run -p bpx-conformance --example build` writes the example files of the repository;
//! `cargo run -p bpx-conformance --example build -- SOURCE [FAULT] FILE` writes one file.

use conformance::source::Source;
use std::path::Path;
use std::process::ExitCode;

/// The names of the goldens from which this program builds the example files of the repository.
const EXAMPLES: &[&str] = &["layout", "model", "sd", "shader", "strings", "texture", "xz", "zlib"];

fn build(source: &Path, fault: Option<&str>, file: &Path) -> Result<(), String> {
    let text = std::fs::read_to_string(source).map_err(|error| format!("{}: {error}", source.display()))?;
    let source = Source::parse(&text).map_err(|error| format!("{}: {error}", source.display()))?;
    let built = fault.map_or_else(|| source.build(), |fault| source.build_fault(fault));
    let built = built.map_err(|error| error.to_string())?;
    std::fs::write(file, built.bytes).map_err(|error| format!("{}: {error}", file.display()))
}

fn main() -> ExitCode {
    let args: Vec<_> = std::env::args().skip(1).collect();
    let args: Vec<_> = args.iter().map(String::as_str).collect();
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let built = match *args {
        [] => EXAMPLES.iter().try_for_each(|name| {
            let source = root.join(format!("golden/bpx/{name}.src"));
            build(&source, None, &root.join(format!("../examples/{name}.bpx")))
        }),
        [source, file] => build(Path::new(source), None, Path::new(file)),
        [source, fault, file] => build(Path::new(source), Some(fault), Path::new(file)),
        _ => Err("usage: build [SOURCE [FAULT] FILE]".to_owned()),
    };
    match built {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}
