//! Builds the testees of the repository.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// The reasons why a testee cannot be built.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BuildError {
    /// The folder of the testee does not exist.
    #[error("cannot build testee `{name}`: expected its manifest {}, found none", manifest.display())]
    Unknown {
        /// Name of the testee.
        name: String,
        /// The expected path of the testee's manifest.
        manifest: PathBuf,
    },
    /// cargo did not start.
    #[error("cannot build testee `{name}`: {cargo}: {source}")]
    Start {
        /// Name of the testee.
        name: String,
        /// The program that builds testees.
        cargo: String,
        /// The error.
        source: std::io::Error,
    },
    /// cargo failed.
    #[error("cannot build testee `{name}` (the first build needs to download the crates of its lock file):\n{stderr}")]
    Failed {
        /// Name of the testee.
        name: String,
        /// The stderr of cargo.
        stderr: String,
    },
}

/// Variables that would make the build differ from the build of a user of the library.
const FOREIGN: [&str; 5] =
    ["RUSTFLAGS", "CARGO_ENCODED_RUSTFLAGS", "CARGO_BUILD_RUSTFLAGS", "CARGO_BUILD_TARGET", "RUSTC_WORKSPACE_WRAPPER"];

/// Builds a testee if it is out of date, and returns its program. cargo decides what is out of date, and runs one build
/// at a time.
pub(super) fn build_testee(name: &str) -> Result<PathBuf, BuildError> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("testees").join(name);
    let manifest = folder.join("Cargo.toml");
    if !manifest.is_file() {
        return Err(BuildError::Unknown { name: name.to_owned(), manifest });
    }
    let target = target_folder().join("testees");
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned());
    let mut command = Command::new(&cargo);
    // cargo runs in the folder of the testee, so that settings of the caller's folder do not apply.
    command.current_dir(&folder).args(["build", "--release", "--locked", "--manifest-path"]).arg(&manifest);
    command.arg("--target-dir").arg(&target);
    for variable in FOREIGN {
        command.env_remove(variable);
    }
    match command.output() {
        Err(source) => Err(BuildError::Start { name: name.to_owned(), cargo, source }),
        Ok(Output { status, stderr, .. }) if !status.success() => {
            Err(BuildError::Failed { name: name.to_owned(), stderr: String::from_utf8_lossy(&stderr).into_owned() })
        }
        Ok(_) => Ok(target.join("release").join(format!("{name}{}", std::env::consts::EXE_SUFFIX))),
    }
}

/// Returns the target folder of cargo: the marked folder above this program, else the target folder of the workspace.
fn target_folder() -> PathBuf {
    // Without the path of this program, the folder of the workspace is the target.
    let program = std::env::current_exe().unwrap_or_default();
    let marked = program.ancestors().find(|folder| folder.join("CACHEDIR.TAG").is_file());
    marked.map_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../target"), Path::to_owned)
}
