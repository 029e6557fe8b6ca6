//! Checks the texts of the specifications, which are not part of this project.

use crate::command::{Outcome, cargo_command, run_command, workspace_root};
use std::collections::BTreeSet;
use std::path::Path;

/// The folder of the generated crate, relative to the folder of the workspace.
const GENERATED: &str = "target/spec";

/// For each text, the file or the folder of its sources, the declarations that implement the text with options of the
/// command, and the name of the list of known differences in `docs/spec`.
const TEXTS: &[[&str; 3]] = &[
    ["bpx-2021-06-06.txt", "bpx", "bpx-2021"],
    ["bpx-2019-version0.txt", "bpx@0", "bpx-2019"],
    ["bpat-v1.txt", "bpat --where version=1", "bpat"],
    ["blk.txt", "blk", "blk"],
    ["gpb.txt", "gpb", "gpb"],
    ["latex/2021-01-24", "bpx", "latex-2021-01"],
    ["latex/2021-06-06", "bpx", "latex-2021-06"],
];

/// The names of the sources of a text in LaTeX, in the order of the text.
const LATEX: &str = include_str!("../../tests/tests/spec_documents/latex.txt");

/// Reads the texts, compares the results with the checked-in results and with the declarations, and compiles the
/// generated declarations.
pub(crate) fn run(args: &[String]) -> Outcome {
    let Some(folder) = std::env::var_os("BPX_SPECS") else {
        return Err("BPX_SPECS is not set: it names the folder of the documents".to_owned());
    };
    let generated = workspace_root()?.join(GENERATED);
    if generated.exists() {
        std::fs::remove_dir_all(&generated).map_err(|error| format!("{}: {error}", generated.display()))?;
    }
    run_command(
        cargo_command(&["test", "--package", "tests", "--test", "spec_documents"])?
            .args(args)
            .args(["--", "--ignored"]),
    )?;
    compile_modules()?;
    check_texts(Path::new(&folder))
}

/// Compares the texts with the declarations.
fn check_texts(folder: &Path) -> Outcome {
    let mut differs = Vec::new();
    for [text, format, list] in TEXTS {
        println!("{text}, {format}:");
        let mut check = cargo_command(&["run", "--quiet", "--package", "bpx-cli", "--", "spec", "check"])?;
        let path = folder.join(text);
        let sources = LATEX.lines().map(|source| path.join(source)).filter(|source| source.is_file());
        let sources: Vec<_> = if path.is_dir() { sources.collect() } else { vec![path] };
        check.args(sources).arg("--against").args(format.split(' '));
        if let Err(error) = run_command(check.arg("--known").arg(format!("docs/spec/{list}.toml"))) {
            differs.push(error);
        }
    }
    if differs.is_empty() { Ok(()) } else { Err(differs.join("\n")) }
}

/// Compiles the modules that the tests wrote, without changes by hand. The modules then read the files that the
/// interpreter has read.
fn compile_modules() -> Outcome {
    let folder = workspace_root()?.join(GENERATED);
    let in_folder = |error: std::io::Error| format!("{}: {error}", folder.display());
    let (mut modules, mut names) = (BTreeSet::new(), BTreeSet::new());
    for entry in std::fs::read_dir(folder.join("src")).map_err(in_folder)? {
        let path = entry.map_err(in_folder)?.path();
        // An entry of a folder has a name.
        let module = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        if path.extension().is_none_or(|extension| extension != "values") {
            continue;
        }
        let lines = std::fs::read_to_string(&path).map_err(in_folder)?;
        let of_lines = lines.lines().filter_map(|line| line.split(' ').next());
        names.extend(of_lines.map(|name| format!("{module}::{name}")));
        modules.insert(module);
    }
    let declared: String = modules.iter().map(|module| format!("mod {module};\n")).collect();
    let files: String =
        modules.iter().map(|module| format!("({module:?}, include_str!(\"{module}.values\")), ")).collect();
    let arms: String = names.iter().map(|name| format!("{name:?} => values::<{name}>(bytes), ")).collect();
    let main = format!(
        "#![allow(dead_code)]\nmod line;\n{declared}\n{READER}\nconst FILES: &[(&str, &str)] = &[{files}];\n\n\
         fn read(name: &str, bytes: &[u8]) -> String {{ match name {{ {arms} _ => String::new() }} }}\n"
    );
    let manifest = "[package]\nname = \"spec\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[workspace]\n\n[dependencies]\n\
                    bpx-schema = { path = \"../../bpx-schema\", features = [\"bits\"] }\n";
    std::fs::write(folder.join("src/main.rs"), main).map_err(in_folder)?;
    std::fs::write(folder.join("src/line.rs"), LINE).map_err(in_folder)?;
    std::fs::write(folder.join("Cargo.toml"), manifest).map_err(in_folder)?;
    std::fs::copy(workspace_root()?.join("Cargo.lock"), folder.join("Cargo.lock")).map_err(in_folder)?;
    run_command(
        cargo_command(&["run", "--quiet", "--offline", "--manifest-path", &format!("{GENERATED}/Cargo.toml")])?
            .env("CARGO_TARGET_DIR", "target"),
    )
}

/// The code that formats values, which the tests use too.
const LINE: &str = include_str!("../../tests/tests/spec_documents/line.rs");

/// The program around the modules, which reads every line of `FILES` and compares the values.
const READER: &str = r#"
use bpx_schema::codec::Decoder;
use bpx_schema::{Budget, DecodeOwned, Limits};
use line::Line;

fn values<T: DecodeOwned<Args = [i128; 0]>>(bytes: &[u8]) -> String {
    let mut line = Line::default();
    let budget = Budget::new(Limits::default(), bytes.len() as u64);
    T::decode(&mut Decoder::new(bytes, &budget).with_watch(&mut line), []).unwrap();
    line.0
}

fn main() {
    let (mut places, mut wrong) = (0, 0);
    for (module, lines) in FILES {
        for line in lines.lines() {
            let mut parts = line.splitn(3, ' ');
            let mut part = || parts.next().unwrap();
            let (name, hex, values) = (part(), part(), part());
            let bytes: Vec<u8> =
                (0..hex.len()).step_by(2).map(|at| u8::from_str_radix(&hex[at..at + 2], 16).unwrap()).collect();
            places += 1;
            let found = read(&format!("{module}::{name}"), &bytes);
            if found != values {
                wrong += 1;
                eprintln!("{module}::{name} {hex}: {found} for {values}");
            }
        }
    }
    println!("compiled declarations read {places} places as interpreted ones, {wrong} otherwise");
    assert!(places > 0 && wrong == 0);
}
"#;
