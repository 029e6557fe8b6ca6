//! The texts of the specifications, which are no part of this project.

use crate::command::{Outcome, cargo, root, run as run_command};
use std::path::Path;

/// The crate of what is generated from them, below the folder of the workspace.
const GENERATED: &str = "target/spec";

/// A text, the declarations that implement it, and the list of their known differences in `docs/spec`.
const TEXTS: &[[&str; 3]] = &[
    ["bpx-2021-06-06.txt", "bpx", "bpx-2021"],
    ["bpx-2019-version0.txt", "bpx@0", "bpx-2019"],
    ["bpat-v1.txt", "bpat", "bpat"],
    ["blk.txt", "blk", "blk"],
    ["gpb.txt", "gpb", "gpb"],
];

/// Reads them, compares what is found with what is checked in and with the declarations, and compiles the declarations that
/// come of it.
pub(crate) fn run(args: &[String]) -> Outcome {
    let Some(folder) = std::env::var_os("BPX_SPECS") else {
        return Err("BPX_SPECS does not say which folder has the documents".to_owned());
    };
    run_command(
        cargo(&["test", "--package", "tests", "--test", "spec_documents"])?.args(args).args(["--", "--ignored"]),
    )?;
    compile()?;
    check(Path::new(&folder))
}

/// Compares the texts with the declarations.
fn check(folder: &Path) -> Outcome {
    let mut differs = Vec::new();
    for [text, format, list] in TEXTS {
        println!("{text}, {format}:");
        let mut check = cargo(&["run", "--quiet", "--package", "bpx-cli", "--", "spec", "check"])?;
        check.arg(folder.join(text)).args(["--against", format]);
        if let Err(error) = run_command(check.arg("--known").arg(format!("docs/spec/{list}.toml"))) {
            differs.push(error);
        }
    }
    if differs.is_empty() { Ok(()) } else { Err(differs.join("\n")) }
}

/// Compiles the modules that the tests wrote, with nothing done to them by hand.
fn compile() -> Outcome {
    let folder = root()?.join(GENERATED);
    let told = |error: std::io::Error| format!("{}: {error}", folder.display());
    let mut library = String::from("#![allow(dead_code)]\n");
    for entry in std::fs::read_dir(folder.join("src")).map_err(told)? {
        let name = entry.map_err(told)?.file_name().to_string_lossy().into_owned();
        if let Some(module) = name.strip_suffix(".rs").filter(|module| *module != "lib") {
            library.push_str(&format!("pub mod {module};\n"));
        }
    }
    let manifest = "[package]\nname = \"spec\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[workspace]\n\n[dependencies]\n\
                    bpx-derive = { path = \"../../bpx-derive\" }\nbpx-schema = { path = \"../../bpx-schema\" }\nmodular-bitfield = \"0.13\"\n";
    std::fs::write(folder.join("src/lib.rs"), library).map_err(told)?;
    std::fs::write(folder.join("Cargo.toml"), manifest).map_err(told)?;
    std::fs::copy(root()?.join("Cargo.lock"), folder.join("Cargo.lock")).map_err(told)?;
    run_command(
        cargo(&["check", "--offline", "--manifest-path", &format!("{GENERATED}/Cargo.toml")])?
            .env("CARGO_TARGET_DIR", "target"),
    )
}
