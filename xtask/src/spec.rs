//! The texts of the specifications, which are no part of this project.

use crate::command::{Outcome, cargo, root, run as run_command};

/// The crate of what is generated from them, below the folder of the workspace.
const GENERATED: &str = "target/spec";

/// Reads them, compares what is found with what is checked in, and compiles the declarations that come of it.
pub(crate) fn run(args: &[String]) -> Outcome {
    if std::env::var_os("BPX_SPECS").is_none() {
        return Err("BPX_SPECS does not say which folder has the documents".to_owned());
    }
    run_command(
        cargo(&["test", "--package", "tests", "--test", "spec_documents"])?.args(args).args(["--", "--ignored"]),
    )?;
    compile()
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
