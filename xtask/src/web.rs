//! Builds the module and the page of the explorer in the browser, and tests both in Chromium.

use crate::command::{Outcome, cargo_command, run_command, workspace_root};
use std::path::{Path, PathBuf};
use std::process::Command;

/// The compilation target of the explorer's module.
const TARGET: &str = "wasm32-unknown-unknown";

/// The usual paths of Chromium, which are used if the environment variable `CHROMIUM` is not set.
const CHROMIUM: &[&str] = &["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/// Builds the module and the page, and tests both; with `--build`, only builds them. The page is in
/// `bpx-web/page/dist`. A copy is in `bpx-cli/page`, where the build script of the command finds the page.
pub(crate) fn web(args: &[String]) -> Outcome {
    let only_builds = match args {
        [] => false,
        [only] if only == "--build" => true,
        _ => return Err("usage: cargo xtask web [--build]".to_owned()),
    };
    let folder = workspace_root()?.join("bpx-web");
    let page = folder.join("page");
    run_command(cargo_command(&["fmt", "--check"])?.current_dir(&folder))?;
    run_command(cargo_command(&["build", "--release", "--locked", "--target", TARGET])?.current_dir(&folder))?;
    let module = folder.join("target").join(TARGET).join("release/bpx_web.wasm");
    let public = page.join("public");
    std::fs::create_dir_all(&public).map_err(|error| format!("{}: {error}", public.display()))?;
    std::fs::copy(&module, public.join("bpx.wasm")).map_err(|error| format!("{}: {error}", module.display()))?;
    let npm = |args: &[&str]| run_command(Command::new("npm").args(args).current_dir(&page));
    npm(&["ci", "--no-audit", "--no-fund"])?;
    npm(&["run", "build"])?;
    embed_page(&page.join("dist"), &workspace_root()?.join("bpx-cli/page"))?;
    if only_builds {
        return Ok(());
    }
    run_command(cargo_command(&["test", "--locked"])?.current_dir(&folder))?;
    run_command(&mut cargo_command(&["build", "--package", "bpx-cli"])?)?;
    let command = workspace_root()?.join("target/debug").join(format!("bpx{}", std::env::consts::EXE_SUFFIX));
    let mut test = Command::new("npm");
    run_command(test.args(["test"]).current_dir(&page).env("BPX", command).env("CHROMIUM", chromium_path()?))
}

/// Replaces the page that the command embeds.
fn embed_page(built: &Path, place: &Path) -> Outcome {
    if place.exists() {
        std::fs::remove_dir_all(place).map_err(|error| format!("{}: {error}", place.display()))?;
    }
    copy_folder(built, place).map_err(|error| format!("{}: {error}", place.display()))
}

fn copy_folder(from: &Path, to: &Path) -> std::io::Result<()> {
    std::fs::create_dir_all(to)?;
    for entry in std::fs::read_dir(from)? {
        let entry = entry?;
        let target = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            copy_folder(&entry.path(), &target)?;
        } else {
            std::fs::copy(entry.path(), target)?;
        }
    }
    Ok(())
}

/// Returns the path of Chromium.
fn chromium_path() -> Outcome<PathBuf> {
    if let Some(path) = std::env::var_os("CHROMIUM") {
        return Ok(path.into());
    }
    let found = CHROMIUM.iter().map(PathBuf::from).find(|path| path.exists());
    found.ok_or_else(|| format!("expected Chromium as CHROMIUM or one of {}, found none", CHROMIUM.join(", ")))
}
