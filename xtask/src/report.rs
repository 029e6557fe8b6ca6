//! Writes `docs/benchmarks.md`, which has a section for each benchmark between two markers.

use crate::command::{Outcome, workspace_root};
use std::fmt::Write as _;

/// Returns whether the only argument is `--write`.
pub(crate) fn wants_write(args: &[String]) -> Outcome<bool> {
    match args {
        [] => Ok(false),
        [write] if write == "--write" => Ok(true),
        _ => Err("expected no argument except --write".to_owned()),
    }
}

/// Replaces a section of `docs/benchmarks.md`.
pub(crate) fn write_section(section: &str, results: &str) -> Outcome {
    let path = workspace_root()?.join("docs/benchmarks.md");
    let shown = path.display().to_string();
    let text = std::fs::read_to_string(&path).map_err(|error| format!("{shown}: {error}"))?;
    let body = format!("Measured on {}.\n\n{}", describe_machine(), results.trim_end());
    let text = replace_section(&text, section, &body).ok_or_else(|| format!("{shown} has no section {section}"))?;
    std::fs::write(&path, text).map_err(|error| format!("{shown}: {error}"))
}

fn replace_section(text: &str, section: &str, body: &str) -> Option<String> {
    let (begin, end) = (format!("<!-- begin {section} -->\n"), format!("<!-- end {section} -->"));
    let (before, rest) = text.split_once(&begin)?;
    let (_, after) = rest.split_once(&end)?;
    let mut new = String::new();
    write!(new, "{before}{begin}{body}\n{end}{after}").ok()?;
    Some(new)
}

/// Describes the processor, its cores, the operating system and the compiler, without the name of the machine.
fn describe_machine() -> String {
    let cores = std::thread::available_parallelism().map_or(0, usize::from);
    // Only Linux has this file; for other systems, the architecture is shown.
    let cpuinfo = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = cpuinfo.lines().find_map(|line| line.strip_prefix("model name")?.split_once(':'));
    let model = model.map_or(std::env::consts::ARCH, |(_, model)| model.trim());
    let rustc = std::process::Command::new("rustc").arg("--version").output();
    // Without the compiler in the path, its version stays empty.
    let rustc = rustc.map(|output| String::from_utf8_lossy(&output.stdout).trim().to_owned()).unwrap_or_default();
    format!("{cores} cores of {model}, {}, {rustc}", std::env::consts::OS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn replaces_one_section() {
        let text = "a\n<!-- begin X -->\nold\n<!-- end X -->\nb\n";
        assert_eq!(replace_section(text, "X", "new").unwrap(), "a\n<!-- begin X -->\nnew\n<!-- end X -->\nb\n");
        assert_eq!(replace_section(text, "Y", "new"), None);
    }
}
