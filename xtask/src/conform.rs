//! Runs the whole suite against every implementation, and against the exports.

use crate::command::{Outcome, cargo_command, run_command, workspace_root};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Programs under test that have a list of known failures, by the names of their folders.
const FOREIGN: [&str; 2] = ["bpx-crate", "wt-blk"];

/// The exported schemas.
const EXPORTED: [&str; 5] = ["bpx", "bpx_v0", "bpat", "blk", "gpb"];

/// The time limit of a case, in seconds.
const TIME: &str = "2";

/// Runs the suite against all programs and our own codecs, and writes one page; with `--fix`, rewrites the lists of
/// known failures instead.
pub(crate) fn ask_all(args: &[String]) -> Outcome {
    let fix = match args {
        [] => false,
        [fix] if fix == "--fix" => true,
        _ => return Err("expected no argument except --fix".to_owned()),
    };
    let root = workspace_root()?;
    let testees = root.join("conformance/testees");
    let target = root.join("target");
    run_command(&mut cargo_command(&["build", "--package", "bpx-cli"])?)?;
    let mut ask = Command::new(target.join("debug/bpx"));
    ask.current_dir(&root).args(["conform", "run", "--time", TIME]);
    for name in FOREIGN {
        let mut build = cargo_command(&["build", "--release", "--locked", "--target-dir"])?;
        run_command(build.arg(target.join("testees")).current_dir(testees.join(name)))?;
        ask.arg("--testee").arg(limit_memory(&target.join("testees/release").join(name)));
        ask.arg("--known").arg(known_list(&root, name));
    }
    let (exported, exports) = (testees.join("exported"), root.join("exports"));
    let modules = exported.join("adapter.py");
    ask.arg("--testee").arg(format!("python3 -B '{}' '{}'", modules.display(), exports.display()));
    ask.arg("--known").arg(known_list(&root, "exported-python"));
    let folder = target.join("conform");
    std::fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    ask.arg("--testee").arg(compile_kaitai(&root, &folder)?);
    ask.arg("--known").arg(known_list(&root, "exported-kaitai"));
    if fix {
        return run_command(ask.arg("--fix"));
    }
    let headers = folder.join("exported-c");
    let mut compile = Command::new("cc");
    compile.args(["-std=c11", "-O1", "-I"]).arg(exports).arg(exported.join("adapter.c")).arg("-o").arg(&headers);
    run_command(&mut compile)?;
    ask.args(["--testee", &format!("'{}'", headers.display())]);
    let page = folder.join("report.html");
    ask.args(["--testee", &format!("'{}' conform testee", target.join("debug/bpx").display())]);
    let done = run_command(ask.args(["--report", "html", "-o"]).arg(&page));
    println!("{}", page.display());
    done
}

/// Compiles the exported files of Kaitai Struct, and returns the command of a program under test that uses the compiled
/// readers.
fn compile_kaitai(root: &Path, folder: &Path) -> Result<String, String> {
    let (kaitai, exported) = (root.join("target/kaitai"), root.join("conformance/testees/exported/kaitai"));
    if !kaitai.join("node_modules").is_dir() {
        return Err(
            "expected the compiler of Kaitai Struct in target/kaitai, where `.ci/run test` installs it".to_owned()
        );
    }
    let mut compile = Command::new("node");
    compile.env("NODE_PATH", kaitai.join("node_modules")).arg(exported.join("compile.js")).arg(folder);
    compile.args(EXPORTED.map(|name| root.join("exports").join(name).with_extension("ksy")));
    run_command(&mut compile)?;
    let (python, adapter) = (kaitai.join("python"), exported.join("adapter.py"));
    let (python, adapter, folder) = (python.display(), adapter.display(), folder.display());
    Ok(format!("env PYTHONPATH='{python}' python3 -B '{adapter}' '{folder}'"))
}

/// Returns the path of the list of a program's known failures.
fn known_list(root: &Path, name: &str) -> PathBuf {
    root.join("conformance/known").join(name).with_extension("toml")
}

/// Returns the command of a program with limited memory, so that too large allocations also fail on systems that
/// overcommit.
fn limit_memory(program: &Path) -> String {
    if cfg!(unix) {
        format!("sh -c 'ulimit -v 8000000; exec \"{}\" conform'", program.display())
    } else {
        format!("\"{}\" conform", program.display())
    }
}
