//! Lints the libraries and programs for other targets, which are WebAssembly and Windows.
//!
//! The task runs Clippy instead of a check, because Clippy costs little more, and no other task sees code that is
//! compiled for these targets only.

use crate::command::{Outcome, cargo_command, is_required, output_of, run_command};
use std::path::Path;
use std::process::Command;

/// A target, and the packages that are linted for the target.
struct Target {
    triple: &'static str,
    /// The name of the C compiler, which is also the command that shows whether the compiler is installed.
    compiler: &'static str,
    args: &'static [&'static str],
}

/// The libraries, which the core of CI lints. The module of the explorer uses all libraries that support WebAssembly,
/// without threads and memory maps.
const LIBRARIES: [Target; 2] = [
    Target {
        triple: WASM,
        compiler: "clang",
        args: &["--manifest-path=bpx-web/Cargo.toml", "--locked", "--target-dir=target/wasm"],
    },
    Target { triple: WINDOWS, compiler: MINGW, args: &["--package=bpx-formats", "--all-features"] },
];

/// The other packages, which need many more dependencies.
const PROGRAMS: [Target; 1] =
    [Target { triple: WINDOWS, compiler: MINGW, args: &["--package=bpx-cli", "--package=bpx-conformance"] }];

const WASM: &str = "wasm32-unknown-unknown";
const WINDOWS: &str = "x86_64-pc-windows-gnu";
const MINGW: &str = "x86_64-w64-mingw32-gcc";

/// Lints the libraries for every target; with `--all`, also lints the command, the suite, and the packages for format
/// authors.
pub(crate) fn check_targets(args: &[String]) -> Outcome {
    match args {
        [] => check_each(&LIBRARIES),
        [all] if all == "--all" => check_each(&LIBRARIES).and_then(|()| check_each(&PROGRAMS)),
        _ => Err("expected no argument except --all".to_owned()),
    }
}

/// Lints for every target. Without the standard library or the C compiler of a target, the target is skipped, or the
/// task fails if the environment has `PROGRAMS=required`.
fn check_each(targets: &[Target]) -> Outcome {
    for target in targets {
        println!("target {}", target.triple);
        match target.missing_parts()? {
            Some(missing) if is_required("PROGRAMS") => return Err(missing),
            Some(missing) => println!("skipped: {missing}"),
            None => {
                // `cargo clippy` does not lint the libraries that the explorer uses from another workspace.
                let mut command = cargo_command(&["check", "--target", target.triple])?;
                command.env("RUSTC_WRAPPER", "clippy-driver").env("RUSTFLAGS", "-Dwarnings");
                run_command(command.args(target.args))?;
            }
        }
    }
    Ok(())
}

impl Target {
    /// Returns a message about missing parts of the target's toolchain, or `None` if all parts are installed.
    fn missing_parts(&self) -> Outcome<Option<String>> {
        let library = output_of(Command::new("rustc").args(["--print", "target-libdir", "--target", self.triple]))?;
        if !Path::new(library.trim()).is_dir() {
            return Ok(Some(format!("the standard library is missing: rustup target add {}", self.triple)));
        }
        let compiler = output_of(Command::new(self.compiler).arg("--version"));
        Ok(compiler.err().map(|error| format!("{} needs the compiler {}: {error}", self.triple, self.compiler)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_installed_is_named() {
        let target = |triple, compiler| Target { triple, compiler, args: &[] };
        let host = "x86_64-unknown-linux-gnu";
        // There is no standard library for it to install.
        let missing = target("avr-none", "cargo").missing_parts().unwrap().unwrap();
        assert_eq!(missing, "the standard library is missing: rustup target add avr-none");
        if cfg!(all(target_arch = "x86_64", target_os = "linux", target_env = "gnu")) {
            assert_eq!(target(host, "cargo").missing_parts().unwrap(), None);
            let missing = target(host, "no-such-compiler").missing_parts().unwrap().unwrap();
            assert!(missing.starts_with("x86_64-unknown-linux-gnu needs the compiler no-such-compiler: "), "{missing}");
        }
    }
}
